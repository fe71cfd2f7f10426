"""Mountain ranges that powers place before the first year, one or two each, some of them conditional.

A range may stand on any border with a province of the power's home country on at least one side. Two on
one border, of one power or of two, are a double range. Source: docs/rules/post-atomic.md,
"2.2 Mountain ranges".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zinegen.board.board import Board, Power, pair
from zinegen.game.changes import Change, RangePlaced
from zinegen.game.orders import Order, Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState, Throw
from zinegen.game.units import Border, Spot
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.geometry.mesh import Face
from zinegen.notation.conditions.conditions import (
    All,
    Conditional,
    IsCentre,
    Not,
    Some,
    Test,
)
from zinegen.rules.compose import join_reports
from zinegen.variants.post_atomic.extra import Fact, FactKind, FactLearnt
from zinegen.variants.post_atomic.orders import MOST_RANGES, RaiseRange, is_border

Ends = tuple[Face, Face]
"""The two provinces of a border, in the order of `pair`."""


def raise_ranges(state: GameState, sheet: Sheet) -> Report:
    """Return which ranges rise; a power without a legal one gets one by a throw.

    The starting units must stand on the board, the centres must have been drawn.
    """
    report = Report()
    for power in state.powers:
        rulings, placed = _ordered(state, power, sheet)
        if not placed:
            thrown = _thrown(state, power, sheet)
            if isinstance(thrown, Throw):
                return Report(needs=thrown)
            order = RaiseRange(power=power, border=_border(thrown))
            rulings.append(_ruling(order, Reason.RANGE_PLACED, given=False))
            placed = [thrown]
        changes = tuple(_risen(power, placed))
        report = join_reports(report, Report(rulings=tuple(rulings), changes=changes))
    return report


def legal_borders(board: Board, power: Power) -> tuple[Ends, ...]:
    """Return the borders on which a power may place a range, sorted by the full names on both sides."""
    found = {
        pair(face, other)
        for face, province in board.provinces.items()
        if province.home == power
        for other in board.mesh.adjacent(face)
        if is_border(board, face, other)
    }
    return tuple(sorted(found, key=lambda ends: sorted(board[face].name for face in ends)))


def _thrown(state: GameState, power: Power, sheet: Sheet) -> Ends | Throw:
    """Return the border that a throw gave to a power, or the throw that must be made."""
    label, borders = f"range/{power}", legal_borders(state.board, power)
    if label in sheet.throws:
        return borders[sheet.throws[label] - 1]
    names = (state.board.by_full_name(ends) for ends in borders)
    shown = ("/".join(state.board[face].abbreviation for face in ends) for ends in names)
    return Throw(label=label, candidates=tuple(shown), secret=True)


def _border(ends: Ends) -> Border:
    return Border(one=Spot(province=ends[0]), other=Spot(province=ends[1]))


def _risen(power: Power, placed: list[Ends]) -> Iterator[Change]:
    for ends in placed:
        yield RangePlaced(between=ends, power=power)
    for ends in sorted(set(placed)):
        fact = Fact(kind=FactKind.RANGE, provinces=ends)
        yield FactLearnt(power=power, fact=fact, told=False)


def _ruling(
    order: Order, reason: Reason, *because: Order, given: bool = True, at: tuple[Face, ...] = ()
) -> Ruling:
    return Ruling(order=order, verdict=Verdict(reason=reason, because=because, at=at), given=given)


def _ordered(state: GameState, power: Power, sheet: Sheet) -> tuple[list[Ruling], list[Ends]]:
    """Return the rulings on a power's orders for ranges, and the borders on which it gets one."""
    rulings: list[Ruling] = []
    placed: list[Ends] = []
    for order in sheet.orders.get(power, ()):
        if not isinstance(order, RaiseRange | Conditional):
            continue
        if power in sheet.disorder:
            rulings.append(_ruling(order, Reason.IN_DISORDER))
            continue
        meant = _meant(state, power, order)
        if isinstance(meant, Reason):
            rulings.append(_ruling(order, meant))
            continue
        wrong = None
        for one in meant:
            reason = _judged(state.board, power, one, len(placed))
            if reason is Reason.RANGE_PLACED:
                placed.append(pair(*one.site))
            else:
                wrong = wrong or reason
        rulings.append(_ruling(order, wrong or Reason.RANGE_PLACED, at=meant[0].site))
    return rulings, placed


def _judged(board: Board, power: Power, order: RaiseRange, before: int) -> Reason:
    """Return whether a range rises after so many others of the power, or why not."""
    one, other = order.site
    if not is_border(board, one, other):
        return Reason.NO_SUCH_BORDER
    if power not in {board[one].home, board[other].home}:
        return Reason.NOT_OWN_BORDER
    return Reason.NOT_DUE if before >= MOST_RANGES else Reason.RANGE_PLACED


def _meant(
    state: GameState, power: Power, order: RaiseRange | Conditional
) -> tuple[RaiseRange, ...] | Reason:
    """Return the range that an order asks for on the actual draw, or why it asks for none."""
    if isinstance(order, RaiseRange):
        return (order,)
    facts = _Draw(state=state, starts=frozenset(u.province for u in state.units_of(power)))
    if not facts.may_ask(order.test):
        return Reason.BAD_CONDITION
    found: list[RaiseRange] = []
    for one in order.then if facts.holds(order.test) else order.otherwise:
        if not isinstance(one, RaiseRange | Conditional):
            return Reason.BAD_CONDITION
        inner = _meant(state, power, one)
        if isinstance(inner, Reason):
            return inner
        found += inner
    return tuple(found) if found else Reason.NOT_USED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draw:
    """What the conditions of a power may ask of the draw."""

    state: GameState
    starts: frozenset[Face]

    def may_ask(self, test: Test) -> bool:
        """Tell whether a condition asks for nothing but own starting provinces."""
        match test:
            case Not():
                return self.may_ask(test.of)
            case All() | Some():
                return all(self.may_ask(one) for one in test.of)
            case IsCentre():
                return test.at in self.starts
            case _:
                return False

    def holds(self, test: Test) -> bool:
        """Tell whether a condition is true on the draw."""
        match test:
            case Not():
                return not self.holds(test.of)
            case All():
                return all(self.holds(one) for one in test.of)
            case Some():
                return any(self.holds(one) for one in test.of)
            case IsCentre():
                return self.state.board[test.at].centre
            case _:
                return False
