"""Passage over mountains, ice and rifts, where mountains are ground of their own for armies.

Armies go from land to land and from mountain to mountain, and by sea between the two; fleets take a coast
for a coast, high or low. Nothing crosses a border with ice on either side, or a rift.
Source: docs/rules/geophysical-kinzett.md, "4. Legality", "6. Movement", rulings 7, 18, 19, 20, 21.
"""

from __future__ import annotations

from zinegen.board.board import Board, Terrain, pair
from zinegen.board.passage import Passage
from zinegen.geometry.mesh import Dart, Face

GROUND = frozenset({Terrain.LAND, Terrain.MOUNTAIN})


def is_open(board: Board, dart: Dart) -> bool:
    """Tell whether anything at all may cross a border: no ice, no rift, nothing closed to everybody."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    if here.iced or there.iced or not (here.passable and there.passable):
        return False
    return pair(here.key, there.key) not in board.rifts


def level_to_level(board: Board, dart: Dart) -> bool:
    """Tell whether an army may walk over a border: from land to land, from mountain to mountain."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    return here.terrain in GROUND and here.terrain is there.terrain and is_open(board, dart)


def water_on_a_side(board: Board, dart: Dart) -> bool:
    """Tell whether a fleet may cross a border: to water, or between water and a coast high or low."""
    terrains = {
        board[board.mesh.face[dart]].terrain,
        board[board.mesh.across(dart)].terrain,
    }
    return Terrain.WATER in terrains and Terrain.OUTSIDE not in terrains and is_open(board, dart)


def along_open_water(board: Board, dart: Dart, water: Face) -> bool:
    """Tell whether a fleet may follow the shore over a border of two provinces, along a free water."""
    there = board[board.mesh.across(dart)]
    return (
        there.terrain in GROUND
        and is_open(board, dart)
        and board.is_water(water)
        and not board[water].iced
    )


def shore_to_water(board: Board, dart: Dart) -> bool:
    """Tell whether an army may go aboard or ashore over a border, from or to land or mountain."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    wet = [province.terrain is Terrain.WATER for province in (here, there)]
    ground = here.terrain in GROUND or there.terrain in GROUND
    return wet.count(True) == 1 and ground and is_open(board, dart)


HIGH_PASSAGE = Passage(
    army=level_to_level,
    fleet=water_on_a_side,
    coasting=along_open_water,
    embark=shore_to_water,
    mutant=level_to_level,
)
"""What may cross what where mountains are ground."""
