"""How many centres powers own, published where the centres themselves are secret.

Source: rules/post-atomic.md sections 6 [12] and 7, ruling 18.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.game.hidden import TotalsPublished
from zinegen.game.state import Report

if TYPE_CHECKING:
    from zinegen.game.orders import Sheet
    from zinegen.game.state import GameState
    from zinegen.game.variant import PhaseRule


def totals_published(*, only_winners: bool = False) -> PhaseRule:
    """Return the rule that publishes the total of every power, or only those of the winners of the game.

    What was published of the others before stands.
    """

    def rule(state: GameState, _sheet: Sheet) -> Report:
        whose = (state.winners or ()) if only_winners else state.powers
        if not whose:
            return Report()
        totals = {**state.totals, **{power: len(state.centres_of(power)) for power in whose}}
        return Report(changes=(TotalsPublished(totals=dict(sorted(totals.items()))),))

    return rule
