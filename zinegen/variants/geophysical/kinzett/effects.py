"""The effects of successful transformations: changes of the ground, and borders barred for a season.

Source: docs/rules/geophysical-kinzett.md, "4. Legality", rulings 6, 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from zinegen.board.board import Board, NamedStrait, Terrain, pair
from zinegen.game.apply import change_ground
from zinegen.game.changes import (
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    RiftChanged,
    TerrainChanged,
    WaterwaysChanged,
)
from zinegen.geometry.mesh import Face
from zinegen.variants.geophysical.common.orders import Process, Transformation
from zinegen.variants.geophysical.kinzett.legality import find_canal

Pair = tuple[Face, Face]


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformedBoard:
    """A board after the transformations of one season."""

    board: Board
    """With all that lasts."""
    changes: tuple[GroundChange, ...]
    barred: tuple[Pair, ...]
    """The borders that an earthquake bars in this season, rift or no rift; sorted pairs."""

    @property
    def passable(self) -> Board:
        """The board as units find it this season, with the borders barred."""
        missing = {*self.barred} - {*self.board.rifts}
        if not missing:
            return self.board
        return replace(self.board, rifts=tuple(sorted({*self.board.rifts, *missing})))


def transform(before: Board, orders: Iterable[Transformation]) -> TransformedBoard:
    """Return a board after transformations, one for each province or border.

    All of them must be possible on ``before``. Provinces come first: a rift stays only where both its
    sides were and are no water, and goes when one of them is eroded.
    """
    board = before
    changes: list[GroundChange] = []
    barred = []
    for order in sorted(orders, key=lambda order: (len(order.ground), order.event)):
        found = tuple(_list_changes(before, board, order))
        for change in found:
            board = change_ground(board, change)
        changes += found
        if order.process is Process.EARTHQUAKE:
            barred.append(pair(*order.ground))
    return TransformedBoard(board=board, changes=tuple(changes), barred=tuple(barred))


def _list_changes(before: Board, now: Board, order: Transformation) -> Iterator[GroundChange]:
    if len(order.ground) == 2:
        yield from _change_border(before, now, order)
        return
    (face,) = order.ground
    match order.process:
        case Process.RAISE:
            yield TerrainChanged(province=face, terrain=Terrain.LAND)
            yield from _change_waterways(now, face, natural=True)
        case Process.ERODE if now[face].terrain is Terrain.MOUNTAIN:
            yield TerrainChanged(province=face, terrain=Terrain.LAND)
        case Process.ERODE:
            yield TerrainChanged(province=face, terrain=Terrain.WATER)
            yield from _destroy_centre_and_canals(now, face)
            for rift in now.rifts:
                if face in rift:
                    yield RiftChanged(between=rift, open=False)
        case Process.MOUNTAIN:
            yield TerrainChanged(province=face, terrain=Terrain.MOUNTAIN)
            yield from _destroy_centre_and_canals(now, face)
        case Process.GLACIATE | Process.MELT:
            iced = order.process is Process.GLACIATE
            yield IceChanged(province=face, iced=iced)
            if iced:
                yield from _destroy_centre_and_canals(now, face)
        case Process.CREATE_CENTRE:
            yield CentreFounded(province=face)
        case Process.CANAL:
            dug = find_canal(before, face, order.seas)
            here = tuple(join for join in now.joins if join.province == face)
            yield WaterwaysChanged(province=face, joins=(*here, dug) if dug else here)
        case Process.OPEN | Process.CLOSE:
            opens = order.process is Process.OPEN
            yield from _change_waterways(now, face, natural=opens, canals=opens)
        case _:
            pass


def _destroy_centre_and_canals(board: Board, face: Face) -> Iterator[GroundChange]:
    """Yield the end of a province's centre and of its canals."""
    if board[face].centre:
        yield CentreDestroyed(province=face)
    yield from _change_waterways(board, face)


def _change_waterways(
    board: Board, face: Face, *, natural: bool | None = None, canals: bool = False
) -> Iterator[WaterwaysChanged]:
    """Yield a change of the waterways through a province, if it is one.

    ``natural`` opens or closes the natural ones, None leaves them as they are; canals are kept or not.
    """
    here = tuple(join for join in board.joins if join.province == face)
    left = tuple(_set_open(join, natural=natural) for join in here if join.natural or canals)
    if left != here:
        yield WaterwaysChanged(province=face, joins=left)


def _set_open(join: NamedStrait, *, natural: bool | None) -> NamedStrait:
    if natural is None or not join.natural or join.via is not None:
        return join
    return replace(join, open=natural)


def _change_border(before: Board, now: Board, order: Transformation) -> Iterator[GroundChange]:
    between = pair(*order.ground)
    if order.process is Process.SEAL:
        if between in now.rifts:
            yield RiftChanged(between=between, open=False)
    elif all(board.is_ground(face) for board in (before, now) for face in between):
        yield RiftChanged(between=between, open=True)
