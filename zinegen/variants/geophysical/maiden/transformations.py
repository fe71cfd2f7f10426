"""Which transformations are legal on a board, each by itself, and what they change.

Terrain has levels: water 0, land 1, mountain 2. A centre is lost at once when its province is no longer land.
Source: docs/rules/geophysical-maiden.md, "4. Legality", "5. Resolution of events", "6. Consequences".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import reduce

from zinegen.board.board import OUTSIDE, Board, Terrain, pair
from zinegen.game.apply import change_ground
from zinegen.game.changes import (
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    RiftChanged,
    TerrainChanged,
)
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Face
from zinegen.variants.geophysical.common.orders import (
    Ground,
    Process,
    Transformation,
    why_off_the_map,
)

LIFTS: Mapping[Process, int] = {Process.UPLIFT: 1, Process.OROGENESIS: 1, Process.ERODE: -1}
"""How many levels a process lifts its province."""


def why_illegal(
    board: Board, order: Transformation, north_edge: Collection[Face]
) -> Verdict | None:
    """Return why a transformation is illegal on a board, or None when it is legal.

    A new centre is judged when the ground has changed (`why_no_centre`), so only its target is here.
    """
    nowhere = why_no_ground(board, order.ground)
    if nowhere is not None or len(order.ground) == 2:
        return nowhere
    face = order.ground[0]
    reason = _why_wrong_ground(board, order.process, face) or _why_wrong_ice(
        board, order.process, face, north_edge
    )
    return Verdict(reason=reason, at=(face,)) if reason else None


def _why_wrong_ground(board: Board, process: Process, face: Face) -> Reason | None:
    terrain = board[face].terrain
    match process:
        case Process.UPLIFT if terrain is not Terrain.WATER:
            return Reason.NOT_WATER
        case Process.ERODE if terrain is Terrain.WATER:
            return Reason.IS_WATER
        case Process.OROGENESIS if terrain is not Terrain.LAND:
            return Reason.NOT_LAND
        case _:
            return None


def _why_wrong_ice(
    board: Board, process: Process, face: Face, north_edge: Collection[Face]
) -> Reason | None:
    around = board.mesh.adjacent(face) - {OUTSIDE}
    match process:
        case Process.ICE_ADVANCE:
            if board[face].iced:
                return Reason.IS_ICED
            near = face in north_edge or any(board[other].iced for other in around)
            return None if near else Reason.NO_ICE_NEAR
        case Process.ICE_RETREAT:
            if not board[face].iced:
                return Reason.NOT_ICED
            return Reason.ICE_ALL_ROUND if all(board[other].iced for other in around) else None
        case _:
            return None


def why_no_centre(board: Board, face: Face, terrain: Terrain, *, in_season: bool) -> Reason | None:
    """Return why no centre can be created in a province, whose ground is about to be ``terrain``.

    It must be land at the start of the season, or become it.
    """
    if not in_season:
        return Reason.ONLY_IN_SPRING
    if board[face].centre:
        return Reason.HAS_CENTRE
    if Terrain.LAND not in {board[face].terrain, terrain}:
        return Reason.NOT_LAND
    return None


def why_no_ground(board: Board, ground: Ground) -> Verdict | None:
    """Return why an order names no province or border of the board, or None when it does."""
    reason = why_off_the_map(board, ground)
    if reason is None:
        return None
    return Verdict(reason=reason, at=ground if reason is Reason.NO_SUCH_BORDER else ())


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


def create_centre(board: Board, face: Face, *, home: bool = True) -> Iterator[GroundChange]:
    """Yield the founding of a centre, unless there is one; ``home`` as in `CentreFounded`."""
    if not board[face].centre:
        yield CentreFounded(province=face, home=home)


def toggle_rift(board: Board, one: Face, other: Face) -> RiftChanged:
    """Return the opening of a rift between two provinces, or its closing where there is one."""
    between = pair(one, other)
    return RiftChanged(between=between, open=between not in board.rifts)


def apply_changes(board: Board, changes: Iterable[GroundChange]) -> Board:
    """Return the board after changes, one after the other."""
    return reduce(change_ground, changes, board)
