"""Successful transformations as changes of the ground.

Terrain has levels: water 0, land 1, mountain 2. A centre is lost at once when its province is no longer land.

Source: docs/rules/geophysical-maiden.md, "5. Resolution of events", "6. Consequences";
docs/rules/geophysical-kinzett.md, "4. Legality", "6. Movement".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


def change_terrain(
    board: Board, face: Face, *, terrain: Terrain | None = None, iced: bool | None = None
) -> Iterator[GroundChange]:
    """Yield the changes, if any, of a province that gets another terrain or gains or loses ice.

    Its centre is destroyed when it is no longer land; ice does not destroy it.
    """
    now = board[face]
    if terrain is not None and terrain is not now.terrain:
        yield TerrainChanged(province=face, terrain=terrain)
        if now.centre and terrain is not Terrain.LAND:
            yield CentreDestroyed(province=face)
    if iced is not None and iced is not now.iced:
        yield IceChanged(province=face, iced=iced)


def create_centre(
    board: Board, face: Face, *, power: Power | None = None, home: bool = True
) -> Iterator[GroundChange]:
    """Yield the founding of a centre, unless there is one; ``home`` as in `CentreFounded`."""
    if not board[face].centre:
        yield CentreFounded(province=face, power=power, home=home)


def toggle_rift(board: Board, one: Face, other: Face) -> RiftChanged:
    """Return the opening of a rift between two provinces, or its closing where there is one."""
    between = (one, other) if one <= other else (other, one)
    return RiftChanged(between=between, open=between not in board.rifts)


def apply_changes(board: Board, changes: Iterable[GroundChange]) -> Board:
    """Return the board after changes, one after the other."""
    return reduce(change_ground, changes, board)
