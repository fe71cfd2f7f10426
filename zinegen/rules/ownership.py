"""Ownership: at the end of an autumn a centre belongs to the power whose unit stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.game.changes import CentreTaken
from zinegen.game.state import Report

if TYPE_CHECKING:
    from zinegen.game.orders import Sheet
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
