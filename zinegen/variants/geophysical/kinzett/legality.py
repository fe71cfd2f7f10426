"""Which transformations are possible on a board, kind by kind.

Anything but melting is impossible on a province under ice; a border is no province.
Source: docs/rules/geophysical-kinzett.md, "4. Legality", rulings 6, 8, 9.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from zinegen.board.board import OUTSIDE, Board, NamedStrait, Terrain, pair
from zinegen.board.coasts import coasts
from zinegen.game.state import Season
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import Face
from zinegen.variants.geophysical.common.orders import Ground, Process, Transformation


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
            return None if face in edge or _is_beside_ice(board, face) else Reason.NO_ICE_NEAR
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


def why_off_the_map(board: Board, ground: Ground) -> Reason | None:
    """Return why there is no such province or border on the board; None when there is."""
    if OUTSIDE in ground:
        return Reason.OFF_THE_BOARD
    if len(ground) == 2 and not board.mesh.between(*ground):
        return Reason.NO_SUCH_BORDER
    return None


def _is_beside_ice(board: Board, face: Face) -> bool:
    return any(board[other].iced for other in board.mesh.adjacent(face))


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
