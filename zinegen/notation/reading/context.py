"""Whose line it is, and where and when it is meant: what reading and judging a line depend on."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.variant import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Whose line it is, and where and when it is meant."""

    power: Power
    state: GameState
    variant: Variant
    section: str
    kind: PhaseKind
