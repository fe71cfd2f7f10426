"""Ownership: at the end of an autumn a centre belongs to the power whose unit stands in it."""

from __future__ import annotations

from collections.abc import Callable

from zinegen.game.changes import CentreTaken, GameEnded
from zinegen.game.orders import Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.variant import PhaseRule


def ownership() -> PhaseRule:
    """Return the rule that hands centres to those who occupy them; the others keep their owner."""
    return occupy


def occupy(state: GameState, _sheet: Sheet) -> Report:
    """Return which centres change hands by occupation."""
    return Report(
        changes=tuple(
            CentreTaken(province=face, power=state.units[face].power)
            for face in state.board.centres
            if face in state.units and state.owners.get(face) != state.units[face].power
        )
    )


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
