"""Successful transformations as changes of the ground, and the board as it is for those who leave.

Terrain is reckoned in levels: water 0, land 1, mountain 2. A centre cannot outlast land, and its owner
loses it at once. Source: docs/rules/geophysical-maiden.md, "5. Resolution of events", "6. Consequences";
docs/rules/geophysical-kinzett.md, "4. Legality", "6. Movement".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce

from zinegen.board.board import Board, Power, Terrain
from zinegen.game.apply import change_ground
from zinegen.game.changes import (
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    RiftChanged,
    TerrainChanged,
)
from zinegen.geometry.mesh import Face

LEVELS = (Terrain.WATER, Terrain.LAND, Terrain.MOUNTAIN)
"""The grounds, from the lowest up."""


def level(board: Board, face: Face) -> int:
    """Return the level of a province, 0 to 2; raises ValueError for what is off the board."""
    return LEVELS.index(board[face].terrain)


def terrain_at(height: int) -> Terrain:
    """Return the ground of a level; below the lowest it is water, above the highest mountain."""
    return LEVELS[min(max(height, 0), len(LEVELS) - 1)]


def reground(
    board: Board, face: Face, *, terrain: Terrain | None = None, iced: bool | None = None
) -> Iterator[GroundChange]:
    """Yield what happens to a province that gets another ground or ice: only what is new.

    A centre goes with land that does not stay land; ice leaves it alone.
    """
    now = board[face]
    if terrain is not None and terrain is not now.terrain:
        yield TerrainChanged(province=face, terrain=terrain)
        if now.centre and terrain is not Terrain.LAND:
            yield CentreDestroyed(province=face)
    if iced is not None and iced is not now.iced:
        yield IceChanged(province=face, iced=iced)


def found_centre(
    board: Board, face: Face, *, power: Power | None = None, home: bool = True
) -> Iterator[GroundChange]:
    """Yield the founding of a centre, unless there is one; ``home`` as in `CentreFounded`."""
    if not board[face].centre:
        yield CentreFounded(province=face, power=power, home=home)


def tear(board: Board, one: Face, other: Face) -> RiftChanged:
    """Return the opening of a rift between two provinces, or its closing where there is one."""
    between = (one, other) if one <= other else (other, one)
    return RiftChanged(between=between, open=between not in board.rifts)


def grounded(board: Board, changes: Iterable[GroundChange]) -> Board:
    """Return the board after such changes, one after the other."""
    return reduce(change_ground, changes, board)


def with_ground_of(board: Board, old: Board, face: Face) -> Board:
    """Return a board on which one province is as on an older one: its ground, ice and waterways.

    So it is for a unit that gets away from a province while the ground changes under it.
    """
    joins = (
        *(join for join in board.joins if join.province != face),
        *(join for join in old.joins if join.province == face),
    )
    now, then = board[face], old[face]
    province = replace(now, terrain=then.terrain, iced=then.iced, passable=then.passable)
    return replace(board.replace_province(province), joins=joins)
