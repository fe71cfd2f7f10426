"""Whether a finished map can be played on: its drawing, its ways, its coasts, the units it begins with."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.archive.own_maps import parse_own_map
from zinegen.board.board import OUTSIDE, Board
from zinegen.board.coasts import coasts
from zinegen.errors import ZinegenError
from zinegen.game.units import Kind
from zinegen.game.variant import OwnMap
from zinegen.geometry.draft import check
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext
from zinegen.maps.troubles import JOINED, POWERS, PROVINCES, Trouble
from zinegen.notation.reading.reader import read_unit
from zinegen.play.maps.map_file import BaseMap, map_text


def check_map(data: BaseMap) -> Iterator[Trouble]:
    """Yield what is wrong with a finished map: its drawing, its ways, its coasts, its units."""
    own = parse_own_map(map_text(data).encode())
    board = own.board
    for fault in check(board.mesh, board.current_shape):
        yield Trouble(
            title=gettext("the drawing does not show the map: {fault}", fault=fault),
            hint=gettext("please tell us"),
        )
    yield from _check_joined(board, data)
    yield from _check_coasts_named(board)
    yield from _check_units(own)
    if not board.centres:
        yield Trouble(
            title=gettext("no province has a centre"), hint=gettext("say centre = true of some")
        )
    for power in own.start.powers:
        if not board.home_centres(power):
            what = gettext("{power} has no home centre, so it can build nowhere", power=power)
            hint = gettext('home = "{power}" and centre = true', power=power)
            yield Trouble(title=what, hint=hint, about=(POWERS, power), grave=False)


def _refuse_unit(power: str, text: str, error: ZinegenError) -> Trouble:
    what = gettext(
        "{power}'s unit {text} cannot stand there: {error}", power=power, text=text, error=error
    )
    hint = gettext("write it like A Fel or F Spa/sc")
    return Trouble(title=what, hint=hint, about=(POWERS, power))


def _check_units(own: OwnMap) -> Iterator[Trouble]:
    """Yield the first units that cannot stand where they do."""
    board = own.board
    seen: dict[ProvinceKey, str] = {}
    for power, text in own.start.units:
        try:
            unit = read_unit(text, board, power)
        except ZinegenError as error:
            yield _refuse_unit(power, text, error)
            continue
        name = board[unit.province].name
        if not board[unit.province].passable:
            what = gettext(
                "{power}'s {text} stands in {name}, which nobody may enter",
                power=power,
                text=text,
                name=name,
            )
        elif unit.kind is Kind.ARMY and board.is_water(unit.province):
            what = gettext("{power}'s {text} is an army at sea", power=power, text=text)
        elif unit.kind is Kind.FLEET and not (board.is_water(unit.province) or unit.at.coast):
            what = gettext(
                "{power}'s {text} is a fleet inland: {name} has no coast",
                power=power,
                text=text,
                name=name,
            )
        elif unit.province in seen:
            what = gettext(
                "{power}'s {text} stands where {other} does",
                power=power,
                text=text,
                other=seen[unit.province],
            )
        else:
            what = ""
        seen.setdefault(unit.province, gettext("{power}'s {text}", power=power, text=text))
        if what:
            yield Trouble(
                title=what,
                hint=gettext(
                    "an army on land, a fleet on water or a coast, one unit to a province"
                ),
                about=(POWERS, power),
            )


def _check_joined(board: Board, data: BaseMap) -> Iterator[Trouble]:
    for key, groups in data["game"]["joined"].items():
        for (water,) in groups:
            if not board.mesh.between(ProvinceKey(key), ProvinceKey(water)):
                what = gettext(
                    "{water} is joined through {name}, but does not touch it",
                    water=water,
                    name=board[ProvinceKey(key)].name,
                )
                hint = gettext("name waters along its shore")
                yield Trouble(title=what, hint=hint, about=(JOINED, key))


def _check_coasts_named(board: Board) -> Iterator[Trouble]:
    labels = {one.province for one in board.printed}
    for face in board.provinces:
        if face == OUTSIDE or face in labels or not board[face].passable:
            continue
        found = coasts(board, face)
        if len(found) > 1:
            waters = " and ".join("{" + ", ".join(coast.waters) + "}" for coast in found)
            what = gettext(
                "{name} has {number} coasts, {waters}, and no labels for them",
                name=board[face].name,
                number=len(found),
                waters=waters,
            )
            hint = gettext(
                'name them, as coasts = { nc = ["…"], sc = ["…"] }, or join their waters '
                "under [joined] where a canal or strait makes one of them"
            )
            yield Trouble(title=what, hint=hint, about=(PROVINCES, face), grave=False)
