"""Maps of one's own: the ``map.json`` that `zinegen map import` makes, ready to be played on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from zinegen.archive.files import FileError, read_plain, read_text
from zinegen.board.board import Board, Crossing, NamedStrait, Power, pair
from zinegen.errors import MapError
from zinegen.game.state import Phase
from zinegen.game.variant import OwnMap, Start
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext
from zinegen.play.maps.base_map import Base
from zinegen.play.maps.map_file import BaseMap, GameEntry, read_map
from zinegen.play.names import digest, is_slug

MAP_FILE = "map.json"
"""What the program makes of a map; nobody writes it by hand."""
MAP_LIMIT = 8 << 20
"""Bytes of such a file; that of Europe has a seventieth of it."""


def read_own_map(root: Path, place: str) -> OwnMap:
    """Return the map in a folder below a zine's own, such as ``my-map`` or ``maps/ancient``.

    Raises MapError when it is none, FileError when it cannot be read.
    """
    parts = place.rstrip("/").split("/")
    if not all(map(is_slug, parts)):
        raise MapError(gettext("a map's folder is named with small letters, digits and dashes"))
    folder = root.joinpath(*parts)
    if not (folder / MAP_FILE).exists():
        raise MapError(
            gettext(
                "there is no map in {place}: `zinegen map import SOURCE -o {place}` makes one",
                place=place,
            )
        )
    return parse_own_map(read_plain(folder / MAP_FILE, MAP_LIMIT), f"{place}/{MAP_FILE}")


@lru_cache(maxsize=8)  # games are opened often, and what is derived from a board is kept with it
def parse_own_map(content: bytes, shown: str = MAP_FILE) -> OwnMap:
    """Return a map from the bytes of its file; raises MapError when they are none."""
    try:
        data = read_map(content.decode())
        return make_own_map(data, digest(content))
    except (MapError, KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        said = f": {error}" if isinstance(error, MapError) else ""
        what = f"{shown} is damaged{said}; make it again with `zinegen map import`"
        raise MapError(what) from None


_MAP_LINE = re.compile(r"""^\s*map\s*=\s*["']([a-z0-9/-]+)["']""", re.MULTILINE)


def digest_map_of(folder: Path) -> str:
    """Return the SHA-256 of the map that the game in a folder names; ``none`` where it names none."""
    try:
        named = _MAP_LINE.search(read_text(folder / "game.toml"))
        if named is None:
            return "none"
        return digest(read_plain(folder.parent.parent / named[1] / MAP_FILE, MAP_LIMIT))
    except FileError:
        return "none"


def make_own_map(data: BaseMap, sha256: str) -> OwnMap:
    """Return a map of one's own from its data and the SHA-256 of its file."""
    game = data["game"]
    units = game["units"]
    calendar = game["calendar"]
    return OwnMap(
        title=game["title"],
        sha256=sha256,
        board=make_board(data),
        start=Start(
            phase=Phase.parse(game["begins"]),
            powers=tuple(map(Power, units)),
            units=tuple((Power(power), unit) for power, lines in units.items() for unit in lines),
        ),
        victory=game["victory"],
        sinking=_by_year(calendar["sinking"]),
        founding=_by_year(calendar["founding"]),
    )


def make_board(data: BaseMap) -> Board:
    """Return the board of a map, with the ways that no line shows."""
    game = data["game"]
    board = Base(data).board(joins=tuple(_list_joins(game)))
    return replace(
        board,
        aliases={key: tuple(names) for key, names in game["aliases"].items()},
        crossings=tuple(
            Crossing(
                ends=(ProvinceKey(one["ends"][0]), ProvinceKey(one["ends"][1])),
                coasts=(one["coasts"][0], one["coasts"][1]),
                armies=one["armies"],
                fleets=one["fleets"],
            )
            for one in game["crossings"]
        ),
        no_armies=tuple(
            pair(ProvinceKey(one), ProvinceKey(other)) for one, other in game["no_armies"]
        ),
    )


def _list_joins(game: GameEntry) -> list[NamedStrait]:
    return [
        NamedStrait(
            province=ProvinceKey(province),
            groups=tuple(tuple(map(ProvinceKey, group)) for group in groups),
        )
        for province, groups in game["joined"].items()
    ]


def _by_year(table: Mapping[str, list[str]]) -> Mapping[int, tuple[ProvinceKey, ...]]:
    return {int(year): tuple(map(ProvinceKey, faces)) for year, faces in sorted(table.items())}
