"""What the drawing reads of a game; a kept picture is found by it, as no picture shows anything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from zinegen.board.board import Board, Power
from zinegen.game.changes import Change
from zinegen.game.state import GameState, Phase
from zinegen.game.units import Unit
from zinegen.game.verdicts import OrderResult
from zinegen.geometry.mesh import ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPosition:
    """What pictures show of a state, in the sequences of the state."""

    board: Board
    phase: Phase
    powers: tuple[Power, ...]
    units: Mapping[ProvinceKey, Unit]
    dislodged: Mapping[ProvinceKey, Unit]
    """The units that wait for a retreat, by the province they were driven out of."""
    owners: Mapping[ProvinceKey, Power]
    totals: Mapping[Power, int | None]
    """How many centres each power that is in the game owns; None where that is secret."""
    is_cut: bool
    """Centres and their owners are secret, and not here."""


def read_position(state: GameState) -> ShownPosition:
    """Return what pictures show of a state."""
    return ShownPosition(
        board=state.board,
        phase=state.phase,
        powers=state.powers,
        units=state.units,
        dislodged={face: lost.unit for face, lost in state.dislodged.items()},
        owners=state.owners,
        totals={power: state.total_of(power) for power in state.powers if state.is_alive(power)},
        is_cut=state.is_cut,
    )


class ShownPhase(Protocol):
    """What pictures show of a report."""

    @property
    def rulings(self) -> tuple[OrderResult, ...]:
        """What became of each order."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """What happened."""


def list_played(report: ShownPhase) -> tuple[tuple[OrderResult, ...], tuple[Change, ...]]:
    """Return what pictures show of a report as values."""
    return report.rulings, report.changes
