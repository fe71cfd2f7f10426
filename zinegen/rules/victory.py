"""Victory: the game ends when a power owns enough centres, and more than any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zinegen.game.changes import GameEnded
from zinegen.game.state import GameState, Report

if TYPE_CHECKING:
    from zinegen.game.orders import Sheet
    from zinegen.game.variant import PhaseRule

Threshold = Callable[[GameState], int]
"""Tells how many centres win."""


def more_than_half(state: GameState) -> int:
    """Ask for more than half of the centres that exist."""
    return len(state.board.centres) // 2 + 1


def victory(needed: int | Threshold) -> PhaseRule:
    """Return the rule that ends the game when a power owns this many centres, alone at the top."""

    def rule(state: GameState, _sheet: Sheet) -> Report:
        enough = needed if isinstance(needed, int) else needed(state)
        counts = sorted((len(state.centres_of(power)), power) for power in state.powers)
        if not counts or counts[-1][0] < enough:
            return Report()
        if len(counts) > 1 and counts[-2][0] == counts[-1][0]:
            return Report()
        return Report(changes=(GameEnded(winners=(counts[-1][1],)),))

    return rule
