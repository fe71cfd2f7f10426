"""What ``map.toml`` says of coasts that the drawing has otherwise: it gives way, and it is told.

A label of a coast that is not there is left out; a first fleet without a coast, or on one that is not there,
begins on the one with the most waters.
"""

from __future__ import annotations

import re

from zinegen.archive.own_maps import make_board
from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts, label, runs
from zinegen.errors import NoCoastError, NotationError
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext
from zinegen.maps.troubles import POWERS, PROVINCES, Trouble
from zinegen.notation.grammar.names import names_for
from zinegen.notation.reading.reader import read_unit
from zinegen.play.maps.map_file import BaseMap

_FLEET = re.compile(r"\s*(F|Fleet)\s+([^/(]+?)\s*([/(].*)?", re.IGNORECASE)


def drop_labels(data: BaseMap) -> tuple[BaseMap, list[Trouble]]:
    """Return a map whose labels all have a run of shore of their own, and which were left out."""
    board = make_board({**data, "printed": {}})
    troubles: list[Trouble] = []
    kept: dict[str, dict[str, list[str]]] = {}
    for key, labels in data["printed"].items():
        face = ProvinceKey(key)
        shores = [{*map(board.mesh.across, run)} for run in runs(board, face)]
        good = {
            word: waters
            for word, waters in labels.items()
            if len(shores) >= len(labels) and any(shore.issuperset(waters) for shore in shores)
        }
        if good:
            kept[key] = good
        for word in labels:
            if word not in good:
                name = board[face].name
                what = gettext(
                    "no coast of {name} in the drawing is its {word} alone: the label is left out",
                    name=name,
                    word=word,
                )
                hint = gettext(
                    "name under coasts a water that lies on that coast alone, or draw {name} "
                    "so that its shore is in as many parts as it has labels",
                    name=name,
                )
                about = (PROVINCES, key)
                troubles.append(Trouble(title=what, hint=hint, about=about, grave=False))
    return {**data, "printed": kept}, troubles


def place_fleets(data: BaseMap) -> tuple[BaseMap, list[Trouble]]:
    """Return a map whose first fleets all lie on a coast that is there, and which were given one."""
    board = make_board(data)
    troubles: list[Trouble] = []
    units = dict(data["game"]["units"])
    for power, lines in units.items():
        units[power] = [*lines]
        for at, text in enumerate(lines):
            placed = _place_fleet(board, power, text)
            if placed != text:
                what = gettext(
                    "{power}'s {text} names no coast that is there: it begins on the one with"
                    " the most waters, as {placed}",
                    power=power,
                    text=text,
                    placed=placed,
                )
                hint = gettext(
                    "write another coast in its place, such as {coasts}",
                    coasts=_list_coasts(board, placed),
                )
                about = (POWERS, power)
                troubles.append(Trouble(title=what, hint=hint, about=about, grave=False))
                units[power][at] = placed
    return {**data, "game": {**data["game"], "units": units}}, troubles


def _place_fleet(board: Board, power: str, text: str) -> str:
    """Return the line of a unit with a coast where it lacks one, or else as it is."""
    try:
        read_unit(text, board, Power(power))
    except NoCoastError:
        match = _FLEET.fullmatch(text)
        here = () if match is None else coasts(board, names_for(board).province(match[2]))
        if match is None or not here:
            return text
        best = max(here, key=lambda one: len(one.waters))
        called = label(board, best)
        return f"F {best.province}/{called}" if called else f"F {best.province}"
    except NotationError:
        return text
    return text


def _list_coasts(board: Board, placed: str) -> str:
    face = names_for(board).province(placed.removeprefix("F ").partition("/")[0])
    return ", ".join(
        f"F {face}/{called}" if (called := label(board, one)) else f"F {face}"
        for one in coasts(board, face)
    )
