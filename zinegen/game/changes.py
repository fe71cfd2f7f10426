"""The closed vocabulary of what can happen, and the one function that makes it happen.

A rule can only say things that are members of `Change`. Drawing, prose and records follow from the
vocabulary and need no rule set's help. What can be derived by comparing two states (a coast appeared,
two provinces touch now) is not a change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from zinegen.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zinegen.board.board import Power
    from zinegen.board.passage import Place
    from zinegen.game.orders import Unit
    from zinegen.game.state import Dislodged, GameState
    from zinegen.planar.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMoved:
    """A unit went from one place to another, by a move or a retreat."""

    unit: Unit
    """The unit as it was."""
    to: Place
    convoy: tuple[Face, ...] = ()
    """The waters of the convoy that carried it."""
    retreat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDislodged:
    """A unit was driven out and must retreat or disband."""

    dislodged: Dislodged


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitLost:
    """A unit is gone: disbanded in a retreat, drowned, destroyed."""

    unit: Unit
    dislodged: bool = False
    """It was among the dislodged, not on the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitBuilt:
    """A new unit."""

    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRemoved:
    """A unit was removed in an adjustment."""

    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPutOnCoast:
    """A fleet lies on another coast of the same province, because the ground changed."""

    unit: Unit
    coast: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandoffLeft:
    """A province was left vacant by a standoff: nobody may retreat there this season."""

    province: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreTaken:
    """A centre changed hands; from None: it was neutral, to None: it is now."""

    province: Face
    power: Power | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over: a winner, several who share a draw, or nobody."""

    winners: tuple[Power, ...]


Change = (
    UnitMoved
    | UnitDislodged
    | UnitLost
    | UnitBuilt
    | UnitRemoved
    | UnitPutOnCoast
    | StandoffLeft
    | CentreTaken
    | GameEnded
)


def apply(state: GameState, changes: Iterable[Change]) -> GameState:
    """Return the state after changes that happen at the same time.

    All who leave leave first, so units may exchange places. The phase stays as it is.
    Raises RulesError when two units would stand in one province.
    """
    changes = tuple(changes)
    units = {at: unit for at, unit in state.units.items() if unit not in _leaving(changes)}
    state = replace(state, units=units)
    for change in changes:
        state = _applied(state, change)
    return replace(state, units=dict(sorted(state.units.items())))


def _leaving(changes: Iterable[Change]) -> list[Unit]:
    leaving = []
    for change in changes:
        match change:
            case UnitMoved(retreat=False) | UnitRemoved() | UnitLost(dislodged=False):
                leaving.append(change.unit)
            case UnitDislodged():
                leaving.append(change.dislodged.unit)
            case _:
                pass
    return leaving


def _applied(state: GameState, change: Change) -> GameState:
    match change:
        case UnitMoved():
            return _with_unit(_not_dislodged(state, change), replace(change.unit, at=change.to))
        case UnitBuilt():
            return _with_unit(state, change.unit)
        case UnitPutOnCoast():
            place = replace(change.unit.at, coast=change.coast)
            units = {**state.units, place.province: replace(change.unit, at=place)}
            return replace(state, units=units)
        case UnitDislodged():
            at = change.dislodged.unit.province
            return replace(state, dislodged={**state.dislodged, at: change.dislodged})
        case UnitLost():
            return _not_dislodged(state, change)
        case UnitRemoved():
            return state
        case StandoffLeft():
            return replace(state, standoffs=tuple(sorted({*state.standoffs, change.province})))
        case CentreTaken():
            return _taken(state, change)
        case GameEnded():
            return replace(state, winners=change.winners)
    assert_never(change)


def _taken(state: GameState, change: CentreTaken) -> GameState:
    owners = {at: power for at, power in state.owners.items() if at != change.province}
    if change.power is not None:
        owners[change.province] = change.power
    return replace(state, owners=dict(sorted(owners.items())))


def _with_unit(state: GameState, unit: Unit) -> GameState:
    if unit.province in state.units:
        message = f"two units in {unit.province}"
        raise RulesError(message)
    return replace(state, units={**state.units, unit.province: unit})


def _not_dislodged(state: GameState, change: UnitMoved | UnitLost) -> GameState:
    if isinstance(change, UnitMoved) and not change.retreat:
        return state
    if isinstance(change, UnitLost) and not change.dislodged:
        return state
    at = change.unit.province
    left = {where: unit for where, unit in state.dislodged.items() if where != at}
    return replace(state, dislodged=left)
