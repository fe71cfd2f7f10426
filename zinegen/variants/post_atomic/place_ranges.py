"""Mountain ranges that powers place before the first year, one or two each, some of them conditional.

A range may stand on any border with a province of the power's home country on at least one side. Two on
one border, of one power or of two, are a double range. Source: docs/rules/post-atomic.md,
"2.2 Mountain ranges".
"""

from __future__ import annotations

from collections.abc import Iterator

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
    Condition,
    Conditional,
    IsCentre,
    Not,
    Some,
    is_true,
)
from zinegen.notation.conditions.season_facts import SeasonFacts
from zinegen.rules.compose import join_reports
from zinegen.variants.post_atomic.extra import Fact, FactKind, FactLearnt
from zinegen.variants.post_atomic.orders import MOST_RANGES, RaiseRange, is_border

Ends = tuple[Face, Face]
"""The two provinces of a border, in the order of `pair`."""


def raise_ranges(state: GameState, sheet: Sheet) -> Report:
    """Return the report on the ranges that are placed; a power without a legal one gets one by a throw.

    The starting units must stand on the board, the centres must have been drawn.
    """
    report = Report()
    for power in state.powers:
        rulings, placed = _judge_ranges(state, power, sheet)
        if not placed:
            border = _throw_border(state, power, sheet)
            if isinstance(border, Throw):
                return Report(needs=border)
            order = RaiseRange(power=power, border=_make_border(border))
            rulings.append(_make_ruling(order, Reason.RANGE_PLACED, given=False))
            placed = [border]
        changes = tuple(_list_changes(power, placed))
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


def _throw_border(state: GameState, power: Power, sheet: Sheet) -> Ends | Throw:
    """Return the border that a throw gave to a power, or the throw that must be made."""
    label, borders = f"range/{power}", legal_borders(state.board, power)
    if label in sheet.throws:
        return borders[sheet.throws[label] - 1]
    names = (state.board.by_full_name(ends) for ends in borders)
    shown = ("/".join(state.board[face].abbreviation for face in ends) for ends in names)
    return Throw(label=label, candidates=tuple(shown), secret=True)


def _make_border(ends: Ends) -> Border:
    return Border(one=Spot(province=ends[0]), other=Spot(province=ends[1]))


def _list_changes(power: Power, placed: list[Ends]) -> Iterator[Change]:
    for ends in placed:
        yield RangePlaced(between=ends, power=power)
    for ends in sorted(set(placed)):
        fact = Fact(kind=FactKind.RANGE, provinces=ends)
        yield FactLearnt(power=power, fact=fact, told=False)


def _make_ruling(
    order: Order, reason: Reason, *because: Order, given: bool = True, at: tuple[Face, ...] = ()
) -> Ruling:
    return Ruling(order=order, verdict=Verdict(reason=reason, because=because, at=at), given=given)


def _judge_ranges(state: GameState, power: Power, sheet: Sheet) -> tuple[list[Ruling], list[Ends]]:
    """Return the rulings on a power's orders for ranges, and the borders on which it gets one."""
    rulings: list[Ruling] = []
    placed: list[Ends] = []
    for order in sheet.orders.get(power, ()):
        if not isinstance(order, RaiseRange | Conditional):
            continue
        if power in sheet.disorder:
            rulings.append(_make_ruling(order, Reason.IN_DISORDER))
            continue
        chosen = _list_chosen_ranges(state, power, order)
        if isinstance(chosen, Reason):
            rulings.append(_make_ruling(order, chosen))
            continue
        wrong = None
        for one in chosen:
            reason = _judge_range(state.board, power, one, len(placed))
            if reason is Reason.RANGE_PLACED:
                placed.append(pair(*one.site))
            else:
                wrong = wrong or reason
        rulings.append(_make_ruling(order, wrong or Reason.RANGE_PLACED, at=chosen[0].site))
    return rulings, placed


def _judge_range(board: Board, power: Power, order: RaiseRange, before: int) -> Reason:
    """Return the ruling's reason for a range, of which the power has placed ``before`` others."""
    one, other = order.site
    if not is_border(board, one, other):
        return Reason.NO_SUCH_BORDER
    if power not in {board[one].home, board[other].home}:
        return Reason.NOT_OWN_BORDER
    return Reason.NOT_DUE if before >= MOST_RANGES else Reason.RANGE_PLACED


def _list_chosen_ranges(
    state: GameState, power: Power, order: RaiseRange | Conditional
) -> tuple[RaiseRange, ...] | Reason:
    """Return the ranges that an order asks for after the draw of centres, or why it asks for none."""
    if isinstance(order, RaiseRange):
        return (order,)
    if not _asks_only_about(order.test, frozenset(unit.province for unit in state.units_of(power))):
        return Reason.BAD_CONDITION
    found: list[RaiseRange] = []
    for one in order.then if is_true(order.test, SeasonFacts(state=state)) else order.otherwise:
        if not isinstance(one, RaiseRange | Conditional):
            return Reason.BAD_CONDITION
        inner = _list_chosen_ranges(state, power, one)
        if isinstance(inner, Reason):
            return inner
        found += inner
    return tuple(found) if found else Reason.NOT_USED


def _asks_only_about(test: Condition, starts: frozenset[Face]) -> bool:
    """Tell whether a condition asks for nothing but whether starting provinces are centres."""
    match test:
        case Not():
            return _asks_only_about(test.of, starts)
        case All() | Some():
            return all(_asks_only_about(one, starts) for one in test.of)
        case IsCentre():
            return test.at in starts
        case _:
            return False
