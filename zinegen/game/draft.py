"""The next state while it is being made: what changes do to units, owners and the rest, one after another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from zinegen.errors import RulesError
from zinegen.game.making import by_key, by_key_if_new, make_unit, remade

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zinegen.board.board import Board, Power
    from zinegen.game.hidden import Secrets
    from zinegen.game.orders import Kind, Order, Unit
    from zinegen.game.state import Dislodged, GameState
    from zinegen.game.unit_changes import UnitMoved
    from zinegen.planar.mesh import Face


@dataclass(slots=True)
class Draft:
    """A state that can be written on; the fields are those of the state."""

    board: Board
    units: dict[Face, Unit]
    dislodged: dict[Face, Dislodged]
    standoffs: set[Face]
    owners: dict[Face, Power]
    visits: dict[Face, Power]
    stabilisations: dict[Power, int]
    announced: tuple[Order, ...]
    chilled: set[Face]
    totals: Mapping[Power, int]
    secrets: Secrets | None
    winners: tuple[Power, ...] | None

    @classmethod
    def of(cls, state: GameState) -> Draft:
        """Return a draft that is still what the state is."""
        return cls(
            board=state.board,
            units=dict(state.units),
            dislodged=dict(state.dislodged),
            standoffs=set(state.standoffs),
            owners=dict(state.owners),
            visits=dict(state.visits),
            stabilisations=dict(state.stabilisations),
            announced=state.announced,
            chilled=set(state.chilled),
            totals=state.totals,
            secrets=state.secrets,
            winners=state.winners,
        )

    def after(self, state: GameState) -> GameState:
        """Return the state that a draft of another has become."""
        return remade(
            state,
            board=self.board,
            units=by_key(self.units),
            dislodged=by_key_if_new(self.dislodged, state.dislodged),
            standoffs=tuple(sorted(self.standoffs)),
            owners=by_key_if_new(self.owners, state.owners),
            visits=by_key_if_new(self.visits, state.visits),
            stabilisations=dict(sorted(self.stabilisations.items())),
            announced=self.announced,
            chilled=tuple(sorted(self.chilled)),
            totals=self.totals,
            secrets=self.secrets,
            winners=self.winners,
        )

    def leave(self, unit: Unit) -> bool:
        """Take a unit off the board and tell whether it stood there, on whatever coast."""
        face = unit.at.province
        here = self.units.get(face)
        if here is not unit and (
            here is None or here.kind is not unit.kind or here.power != unit.power
        ):
            return False
        del self.units[face]
        self.chilled.discard(face)
        return True

    def refit(self, unit: Unit, kind: Kind) -> bool:
        """Make a unit one of another kind where it stands, and tell whether it stood there."""
        if self.units.get(unit.province) != unit:
            return False
        self.units[unit.province] = replace(unit, kind=kind)
        return True

    def arrive(self, unit: Unit) -> None:
        """Put a unit on the board; raises RulesError when another stands there."""
        face = unit.at.province
        if face in self.units:
            message = f"two units in {face}"
            raise RulesError(message)
        self.units[face] = unit

    def move(self, change: UnitMoved) -> None:
        """Put a unit where it went, from the board or out of a retreat; raises RulesError as `arrive`."""
        unit = change.unit
        if change.retreat:
            self.dislodged.pop(unit.province, None)
        moved = make_unit(power=unit.power, kind=unit.kind, at=change.to)
        if self.units.setdefault(change.to.province, moved) is not moved:
            self.arrive(moved)
