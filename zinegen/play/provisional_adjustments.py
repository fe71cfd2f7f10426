"""Which of a power's provisional builds and removals count when their winter comes.

They are lists, used up to what is due (docs/rules/common.md, "8.1 Container"): a line that is not
possible, or not due any more, is passed over. Which those are is for the rule set to say, so the lines
are judged as they stand, and those that come about are the ones that count. A build whose coast is wrong
or missing was never right as written: it stays, takes no place of another, and is reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from zinegen.board.board import Power
from zinegen.game.named_places import COAST_CHANGED
from zinegen.game.orders import Order, Sheet
from zinegen.game.state import GameState
from zinegen.game.units import PlaceName, UnitName
from zinegen.game.variant import Variant
from zinegen.game.verdicts import Reason, Report, Word
from zinegen.notation.conditions import SeasonFacts, Step, choose_orders
from zinegen.rules.compose import adjudicate

_MISWRITTEN = {Reason.COAST_UNCLEAR, Reason.NO_SUCH_COAST, *COAST_CHANGED}


def find_provisional_adjustments(
    variant: Variant, state: GameState, steps: Iterable[Step], facts: SeasonFacts, power: Power
) -> tuple[Order, ...]:
    """Return the orders that count, with the units that they give up named by where they stand now.

    ``facts`` are those that the power may ask for.
    """
    orders = tuple(name_units_now(order, facts) for order in choose_orders(steps, facts))
    if not orders:
        return ()
    sheet = Sheet(orders={power: orders})
    count = {
        ruling.order.key
        for ruling in _foresee(variant, state, sheet).rulings
        if ruling.verdict.word is Word.SUCCEEDS or ruling.verdict.reason in _MISWRITTEN
    }
    return tuple(order for order in sheet.orders[power] if order.key in count)


def name_units_now(order: Order, facts: SeasonFacts) -> Order:
    """Return an order with the units that it gives up named by where they stand now."""
    return order.with_units_now(partial(_name_by_place_now, facts))


def _name_by_place_now(facts: SeasonFacts, unit: UnitName) -> UnitName:
    began = unit.at.province
    now = facts.whereabouts(began)
    return unit if now is None or now == began else replace(unit, at=PlaceName(province=now))


def _foresee(variant: Variant, state: GameState, sheet: Sheet) -> Report:
    """Return what would come of orders; no throw that they ask for decides whether they count."""
    while True:
        _, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return report
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: 1})
