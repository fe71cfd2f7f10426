"""Which transformations are possible on a board, kind by kind, and what they change.

Anything but melting is impossible on a province under ice; a border is no province. An earthquake bars its
border for a season even where no rift stays.
Source: docs/rules/geophysical-kinzett.md, "4. Legality", rulings 6, 8, 9.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from zinegen.board.board import Board, NamedStrait, Terrain, pair
from zinegen.board.coasts import coasts
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
from zinegen.game.state import Season
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import Face
from zinegen.variants.geophysical.common.orders import Process, Transformation, why_off_the_map


def find_objection(
    board: Board, order: Transformation, *, edge: Collection[Face], season: Season | None
) -> Reason | None:
    """Return why a transformation is impossible on a board, or None when it is possible.

    ``edge`` are the provinces where ice may begin. ``season`` is None for a set-up before the game, which
    is bound to no calendar.
    """
    wrong = why_off_the_map(board, order.ground)
    if wrong is not None:
        return wrong
    if len(order.ground) == 2:
        return _why_not_at_border(board, order)
    (face,) = order.ground
    province = board[face]
    if province.iced and order.process is not Process.MELT:
        return Reason.IS_ICED
    match order.process:
        case Process.RAISE:
            return None if board.is_water(face) else Reason.NOT_WATER
        case Process.ERODE:
            return Reason.IS_WATER if board.is_water(face) else None
        case Process.GLACIATE:
            around = board.mesh.adjacent(face)
            near = face in edge or any(board[other].iced for other in around)
            return None if near else Reason.NO_ICE_NEAR
        case Process.MELT:
            return None if province.iced else Reason.NOT_ICED
        case Process.OPEN | Process.CLOSE:
            return _why_not_at_waterway(board, order.process, face)
        case _ if province.terrain is not Terrain.LAND:
            return Reason.NOT_LAND
        case Process.CREATE_CENTRE if province.centre:
            return Reason.HAS_CENTRE
        case Process.CREATE_CENTRE if season not in {None, Season.SPRING}:
            return Reason.ONLY_IN_SPRING
        case Process.CANAL if find_canal(board, face, order.seas) is None:
            return Reason.NO_COASTS_TO_JOIN
        case _:
            return None


def _why_not_at_border(board: Board, order: Transformation) -> Reason | None:
    has_rift = pair(*order.ground) in board.rifts
    if order.process is Process.SEAL:
        return None if has_rift else Reason.NO_RIFT
    return Reason.IS_RIFT if has_rift else None


def _why_not_at_waterway(board: Board, process: Process, face: Face) -> Reason | None:
    natural = list_natural_waterways(board, face)
    if board.is_water(face):
        return Reason.IS_WATER
    if process is Process.CLOSE:
        some = list_canals(board, face) or any(join.open for join in natural)
        return None if some else Reason.NOTHING_TO_CLOSE
    if not natural:
        return Reason.NO_WATERWAY
    return Reason.WATERWAY_OPEN if all(join.open for join in natural) else None


def list_natural_waterways(board: Board, face: Face) -> tuple[NamedStrait, ...]:
    """Return the natural waterways of a province itself, open or closed."""
    return tuple(
        join for join in board.joins if join.province == face and join.natural and join.via is None
    )


def list_canals(board: Board, face: Face) -> tuple[NamedStrait, ...]:
    """Return the canals of a province, those that lie dry included."""
    return tuple(join for join in board.joins if join.province == face and not join.natural)


def find_canal(board: Board, face: Face, seas: tuple[Face, ...]) -> NamedStrait | None:
    """Return the canal that links two waters on different coasts of a province, None when they are not.

    With one water its other end is the coast of the canal there is.
    """
    waters = {
        water for join in list_canals(board, face) for group in join.groups for water in group
    }
    ends = seas[:1], (seas[1:] or tuple(sorted(waters)))
    shores = [[c for c in coasts(board, face) if {*end} & {*c.waters}] for end in ends]
    if not any(one != other for one, other in product(*shores)):
        return None
    return NamedStrait(province=face, groups=ends, natural=False)


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
