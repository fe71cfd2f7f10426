"""Options of the GM that several rule sets offer. Source: rules/common.md section 14."""

from __future__ import annotations

from zinegen.game.variant import Option
from zinegen.rules.coast_choice import Convention

COAST_CHOICE = Option(
    name="coast_choice",
    values=tuple(str(convention) for convention in Convention),
    default=str(Convention.RANDOM),
    meaning="Where a fleet goes whose coast was divided or lost and whose owner chose nothing: a throw, or"
    " a convention agreed at the start of the game.",
)


def event_with_moves(*, default: bool) -> Option:
    """Return the option that says with what deadline events are handed in."""
    return Option(
        name="event_with_moves",
        values=(True, False),
        default=default,
        meaning="Events are handed in with the moves of the season, or for a deadline of their own.",
    )
