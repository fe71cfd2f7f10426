"""Which transformations are legal on a board, each by itself.

Source: docs/rules/geophysical-maiden.md, "4. Legality".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from zinegen.board.board import OUTSIDE, Board, Power, Terrain
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.names import names_for
from zinegen.variants.geophysical.common.orders import (
    Ground,
    Process,
    Stabilisation,
    Transformation,
)


def top_of(board: Board, names: Iterable[str]) -> frozenset[Face]:
    """Return the provinces where ice may begin; raises NotationError for a name that is none."""
    known = names_for(board)
    return frozenset(known.province(name) for name in names)


def illegal(board: Board, order: Transformation, north_edge: Collection[Face]) -> Verdict | None:
    """Return why a transformation is illegal on a board, or None when it is legal.

    A new centre is judged when the ground has changed (`no_place_for_centre`), so only its target is here.
    """
    nowhere = no_ground(board, order.ground)
    if nowhere is not None or len(order.ground) == 2:
        return nowhere
    face = order.ground[0]
    reason = _wrong_ground(board, order.process, face) or _wrong_ice(
        board, order.process, face, north_edge
    )
    return Verdict(reason=reason, at=(face,)) if reason else None


def _wrong_ground(board: Board, process: Process, face: Face) -> Reason | None:
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


def _wrong_ice(
    board: Board, process: Process, face: Face, north_edge: Collection[Face]
) -> Reason | None:
    around = list(beside(board, face))
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


def beside(board: Board, face: Face) -> Iterator[Face]:
    """Yield the provinces that share a border with one, the outside left out, in order of keys."""
    for other in sorted(board.mesh.adjacent(face)):
        if other != OUTSIDE:
            yield other


def no_place_for_centre(
    board: Board, face: Face, terrain: Terrain, *, in_season: bool
) -> Reason | None:
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


def no_ground(board: Board, ground: Ground) -> Verdict | None:
    """Return why there is no such province or border to speak of, or None when there is."""
    if OUTSIDE in ground:
        return Verdict(reason=Reason.OFF_THE_BOARD)
    if len(ground) == 2 and not board.mesh.between(*ground):
        return Verdict(reason=Reason.NO_SUCH_BORDER, at=ground)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What one target is held by."""

    orders: tuple[Stabilisation, ...]
    """Those that count, by power and as written."""
    by_power: Mapping[Power, int]
    """How many stabilisations each power has in it."""

    def strength(self, *, add: bool) -> int:
        """Return how strongly it is held: all together, or by the power that does most."""
        return sum(self.by_power.values()) if add else max(self.by_power.values(), default=0)


NOT_HELD = Held(orders=(), by_power={})


def counted(
    board: Board, given: Iterable[Stabilisation], allowed: int
) -> tuple[tuple[Stabilisation, int, Verdict], ...]:
    """Return what of one power's stabilisations counts: each with how many times it does, and its verdict.

    They count in the sequence written until ``allowed`` is used up; of one that is for more, the rest.
    """
    left, found = allowed, []
    for order in given:
        wrong = no_ground(board, order.ground)
        times = 0 if wrong else min(order.times, left)
        left -= times
        reason = Reason.STABILISATION_COUNTED if times else Reason.NONE_LEFT
        found.append((order, times, wrong or Verdict(reason=reason)))
    return tuple(found)


def held(counting: Iterable[tuple[Stabilisation, int, Verdict]]) -> Mapping[Ground, Held]:
    """Return by what each target is held, from the stabilisations of all powers that were `counted`."""
    orders: dict[Ground, list[Stabilisation]] = {}
    powers: dict[Ground, dict[Power, int]] = {}
    for order, times, _ in counting:
        if times:
            orders.setdefault(order.target, []).append(order)
            here = powers.setdefault(order.target, {})
            here[order.power] = here.get(order.power, 0) + times
    return {
        target: Held(orders=tuple(lines), by_power=powers[target])
        for target, lines in orders.items()
    }
