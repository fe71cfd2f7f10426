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


def find_north_edge(board: Board, names: Iterable[str]) -> frozenset[Face]:
    """Return the provinces where ice may begin; raises NotationError for a name that is none."""
    known = names_for(board)
    return frozenset(known.province(name) for name in names)


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
    around = list(neighbours_of(board, face))
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


def neighbours_of(board: Board, face: Face) -> Iterator[Face]:
    """Yield the provinces that share a border with one, the outside left out, in order of keys."""
    for other in sorted(board.mesh.adjacent(face)):
        if other != OUTSIDE:
            yield other


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
    if OUTSIDE in ground:
        return Verdict(reason=Reason.OFF_THE_BOARD)
    if len(ground) == 2 and not board.mesh.between(*ground):
        return Verdict(reason=Reason.NO_SUCH_BORDER, at=ground)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetDefence:
    """The stabilisations that defend one target."""

    orders: tuple[Stabilisation, ...]
    """Those that count, by power and as written."""
    by_power: Mapping[Power, int]
    """How many stabilisations each power has in it."""

    def strength(self, *, add: bool) -> int:
        """Return the strength of the defence: of all powers together, or of the power with most."""
        return sum(self.by_power.values()) if add else max(self.by_power.values(), default=0)


UNDEFENDED = TargetDefence(orders=(), by_power={})


def judge_stabilisations(
    board: Board, given: Iterable[Stabilisation], allowed: int
) -> tuple[tuple[Stabilisation, int, Verdict], ...]:
    """Return one power's stabilisations, each with how many of it count, and its verdict.

    They count in the sequence written until ``allowed`` is used up; one for more counts for what is left.
    """
    left, found = allowed, []
    for order in given:
        wrong = why_no_ground(board, order.ground)
        times = 0 if wrong else min(order.times, left)
        left -= times
        reason = Reason.STABILISATION_COUNTED if times else Reason.NONE_LEFT
        found.append((order, times, wrong or Verdict(reason=reason)))
    return tuple(found)


def group_by_target(
    counting: Iterable[tuple[Stabilisation, int, Verdict]],
) -> Mapping[Ground, TargetDefence]:
    """Return the defence of each target, from what `judge_stabilisations` returned for all powers."""
    orders: dict[Ground, list[Stabilisation]] = {}
    powers: dict[Ground, dict[Power, int]] = {}
    for order, times, _ in counting:
        if times:
            orders.setdefault(order.target, []).append(order)
            here = powers.setdefault(order.target, {})
            here[order.power] = here.get(order.power, 0) + times
    return {
        target: TargetDefence(orders=tuple(lines), by_power=powers[target])
        for target, lines in orders.items()
    }
