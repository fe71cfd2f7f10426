"""What the GM may decide in every rule set whose borders move. Source: rules/common.md section 14."""

from __future__ import annotations

from zinegen.game.variant import Option
from zinegen.rules.coast_choice import Convention
from zinegen.rules.quakes import Standing

BEATEN_ORDERS_BLOCK = Option(
    name="beaten_orders_block",
    values=(True, False),
    default=True,
    meaning="An event that itself fails still stops the events that contradict it.",
)

COAST_CHOICE = Option(
    name="coast_choice",
    values=tuple(str(convention) for convention in Convention),
    default=str(Convention.RANDOM),
    meaning="Where a fleet goes whose coast was divided or lost and whose owner chose nothing: a throw, or"
    " a convention agreed at the start of the game.",
)

EVENTS_NEED = Option(
    name="events_need",
    values=tuple(str(standing) for standing in Standing),
    default=str(Standing.UNIT_OR_CENTRE),
    meaning="What a power must have to order an event.",
)


def event_with_moves(*, default: bool) -> Option:
    """Return the option that says with what deadline events are handed in."""
    return Option(
        name="event_with_moves",
        values=(True, False),
        default=default,
        meaning="Events are handed in with the moves of the season, or for a deadline of their own.",
    )
