"""What mountain ranges block, and mutant forces that climb over a single one.

A range covers the whole common border of a pair of provinces, and only that pair.
Source: docs/rules/post-atomic.md, "4. Mountain ranges in play", "5. Mutant forces".
"""

from __future__ import annotations

from functools import partial

from zinegen.board.board import Board, pair
from zinegen.board.passage import Passage, along_shore, embark, land_to_land, shore_or_sea
from zinegen.geometry.mesh import Dart, Face


def height(board: Board, one: Face, other: Face) -> int:
    """Return the mountain ranges on the border of two provinces: 0, 1, or 2 for a double one."""
    return board.ranges.get(pair(one, other), 0)


def _height_at(board: Board, dart: Dart) -> int:
    return height(board, board.mesh.face[dart], board.mesh.across(dart))


def _army(board: Board, dart: Dart) -> bool:
    return land_to_land(board, dart) and not _height_at(board, dart)


def _fleet(board: Board, dart: Dart) -> bool:
    return shore_or_sea(board, dart) and not _height_at(board, dart)


def _embark(board: Board, dart: Dart) -> bool:
    return embark(board, dart) and not _height_at(board, dart)


def _anywhere(board: Board, dart: Dart) -> bool:
    """Tell whether a mutant force may cross where there is no range: over land and water alike."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    return here.passable and there.passable


def _mutant(board: Board, dart: Dart) -> bool:
    return _anywhere(board, dart) and _height_at(board, dart) < 2


def _coasting(board: Board, dart: Dart, water: Face, *, cliffs_block: bool) -> bool:
    """Tell whether a fleet may follow the shore: ranges between two lands do not stop it, cliffs may."""
    if not along_shore(board, dart, water):
        return False
    lands = board.mesh.face[dart], board.mesh.across(dart)
    return not (cliffs_block and any(height(board, land, water) for land in lands))


PASSAGE_WITHOUT_RANGES = Passage(mutant=_anywhere)
"""The passage of units as if there were no ranges: all that the public knows."""

_OVER_RANGES = {
    cliffs_block: Passage(
        army=_army,
        fleet=_fleet,
        coasting=partial(_coasting, cliffs_block=cliffs_block),
        embark=_embark,
        mutant=_mutant,
    )
    for cliffs_block in (False, True)
}


def passage_over_ranges(*, cliffs_block_coasting: bool) -> Passage:
    """Return the passage of units where there are ranges; the same record each time."""
    return _OVER_RANGES[cliffs_block_coasting]
