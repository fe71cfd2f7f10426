"""Which of a power's provisional builds and removals count when their winter comes.

In most rule sets as many as are due, from the top (`zinegen.notation.provisional`). Where builds may cost
more than one and only the GM can tell what is due, those that come about when all are judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.game.orders import Sheet
from zinegen.game.verdicts import Word
from zinegen.notation.conditions import chosen
from zinegen.notation.provisional import adjustment_orders, brought_up_to_date
from zinegen.rules.compose import adjudicate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zinegen.game.orders import Order, Power
    from zinegen.game.state import GameState
    from zinegen.game.variant import Variant
    from zinegen.notation.conditions import Step
    from zinegen.notation.season_facts import SeasonFacts


def wanted_adjustments(
    variant: Variant, state: GameState, steps: Iterable[Step], facts: SeasonFacts, power: Power
) -> tuple[Order, ...]:
    """Return the orders that count; ``facts`` are those that the power may ask for."""
    if state.secrets is None:
        return adjustment_orders(steps, facts, power)
    orders = tuple(brought_up_to_date(order, facts) for order in chosen(steps, facts))
    _, report = adjudicate(variant, state, Sheet(orders={power: orders}))
    carried_out = {
        id(ruling.order) for ruling in report.rulings if ruling.verdict.word is Word.SUCCEEDS
    }
    return tuple(order for order in orders if id(order) in carried_out)
