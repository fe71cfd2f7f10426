"""What mountains, ice and rifts do to those who want across; parts for the passages of rule sets.

Source: docs/rules/geophysical-maiden.md, "6. Consequences"; docs/rules/geophysical-kinzett.md,
"6. Movement".
"""

from __future__ import annotations

from zinegen.board import passage as standard
from zinegen.board.board import Board, Province, Terrain, pair
from zinegen.board.passage import Passage
from zinegen.geometry.mesh import Dart, ProvinceKey


def sides(board: Board, dart: Dart) -> tuple[Province, Province]:
    """Return the province that a dart belongs to and the one across its border."""
    return board[board.mesh.face[dart]], board[board.mesh.across(dart)]


def is_rifted(board: Board, one: ProvinceKey, other: ProvinceKey) -> bool:
    """Tell whether a rift is on record between two provinces, whatever their ground."""
    return pair(one, other) in board.rifts


def rift_bars(board: Board, dart: Dart) -> bool:
    """Tell whether a rift divides a dart's province from the one across; not where either is water."""
    here, there = sides(board, dart)
    wet = Terrain.WATER in {here.terrain, there.terrain}
    return not wet and is_rifted(board, here.key, there.key)


def touches_ice(board: Board, dart: Dart) -> bool:
    """Tell whether the province on either side of a border lies under ice."""
    here, there = sides(board, dart)
    return here.iced or there.iced


def _bears_armies(province: Province) -> bool:
    """Tell whether armies can stand there: passable land, or water under ice."""
    frozen = province.iced and province.terrain is Terrain.WATER
    return province.passable and (frozen or province.terrain is Terrain.LAND)


def over_ice(board: Board, dart: Dart) -> bool:
    """Tell whether an army may cross a border: over land and ice, not over mountains and rifts."""
    here, there = sides(board, dart)
    return _bears_armies(here) and _bears_armies(there) and not rift_bars(board, dart)


def through_open_water(board: Board, dart: Dart) -> bool:
    """Tell whether a fleet may cross a border: as in the regular rules, but never in or out of ice."""
    return standard.shore_or_sea(board, dart) and not touches_ice(board, dart)


def along_open_water(board: Board, dart: Dart, water: ProvinceKey) -> bool:
    """Tell whether a fleet may follow a shore: no ice on either land or on the water, no rift between."""
    return (
        standard.along_shore(board, dart, water)
        and not board[water].iced
        and not touches_ice(board, dart)
        and not rift_bars(board, dart)
    )


def embark_on_open_water(board: Board, dart: Dart) -> bool:
    """Tell whether an army may go aboard or ashore: the land may lie under ice, the water may not."""
    here, there = sides(board, dart)
    frozen = any(side.iced and side.terrain is Terrain.WATER for side in (here, there))
    return standard.embark(board, dart) and not frozen


ICE_ROADS = Passage(
    army=over_ice,
    fleet=through_open_water,
    coasting=along_open_water,
    embark=embark_on_open_water,
    mutant=over_ice,
)
"""Mountains stop everybody, ice carries armies and stops fleets, rifts stop all between two lands."""
