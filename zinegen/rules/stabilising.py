"""Stabilisations: which of them count, and how strongly they hold what they are given to.

Source: rules/geophysical-maiden.md 3, 5 and 7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from zinegen.board.board import OUTSIDE, Board, Power
from zinegen.game.verdicts import Reason, Verdict
from zinegen.rules.transformations import Ground, Stabilisation


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
