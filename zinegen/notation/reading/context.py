"""Whose line it is, and where and when it is meant: what reading and checking a line depend on."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.board.board import Board, Power
from zinegen.board.passage import Passage
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import Face

ORDERS = "orders"
EVENTS = "events"
COASTS = "coasts"
RETREATS = "retreats"
BUILDS = "builds"
SECTIONS = (ORDERS, EVENTS, COASTS, RETREATS, BUILDS)
"""The headings of an order file under which orders stand."""


@dataclass(frozen=True, kw_only=True)
class LineContext:
    """Whose line it is, and where and when it is meant."""

    power: Power
    state: GameState
    variant: Variant
    section: str
    """The heading under which it stands."""
    kind: PhaseKind
    """The kind of phase for which it is meant."""

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.state.board

    @property
    def passage(self) -> Passage:
        """What may cross what in this game."""
        return self.variant.passage(self.variant)

    def reach(self, unit: Unit) -> frozenset[Face]:
        """Return the provinces that a unit can go to by itself."""
        match unit.kind:
            case Kind.ARMY:
                return self.passage.armies(self.board, unit.province)
            case Kind.MUTANT:
                return self.passage.mutants(self.board, unit.province)
            case Kind.FLEET | Kind.ARMY_ABOARD:
                return self.passage.steps(self.board, unit.at)
