"""The closed vocabulary of what can happen, and the one function that makes it happen.

A rule can only say things that are members of `Change`. Drawing, prose and records follow from the
vocabulary and need no rule set's help. What can be derived by comparing two states (a coast appeared,
two provinces touch now) is not a change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from zinegen.game.draft import Draft
from zinegen.game.earth_changes import EarthChange, shaken
from zinegen.game.ground_changes import (
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    PassageChanged,
    RiftChanged,
    TerrainChanged,
    WaterwaysChanged,
    regrounded,
)
from zinegen.game.hidden import (
    FactLearnt,
    RangePlaced,
    SecretChange,
    TotalsPublished,
    learnt,
    with_range,
)
from zinegen.game.orders import Kind, Order, Unit
from zinegen.game.unit_changes import (
    ArmyBoarded,
    ArmyChilled,
    ArmyLanded,
    UnitBuilt,
    UnitChange,
    UnitDislodged,
    UnitLost,
    UnitMoved,
    UnitPutOnCoast,
    UnitRefitted,
    UnitRemoved,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zinegen.board.board import Power
    from zinegen.game.state import GameState
    from zinegen.planar.mesh import Face

__all__ = [
    "ArmyBoarded",
    "ArmyChilled",
    "ArmyLanded",
    "CentreDestroyed",
    "CentreFounded",
    "PassageChanged",
    "TerrainChanged",
    "UnitBuilt",
    "UnitDislodged",
    "UnitLost",
    "UnitMoved",
    "UnitPutOnCoast",
    "UnitRefitted",
    "UnitRemoved",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitNoted:
    """A power had a unit in a province at the end of a season, the last so far that had."""

    province: Face
    power: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilisationsCounted:
    """A power's stabilisations were counted, and stay so many until the next count."""

    power: Power
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsAnnounced:
    """What was ordered of the map is known and will be carried out with the next moves; none: it has been."""

    orders: tuple[Order, ...]


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
    UnitChange
    | VisitNoted
    | StabilisationsCounted
    | EventsAnnounced
    | StandoffLeft
    | CentreTaken
    | GroundChange
    | GameEnded
    | EarthChange
    | SecretChange
    | TotalsPublished
)


def apply(state: GameState, changes: Iterable[Change]) -> GameState:
    """Return the state after changes that happen at the same time.

    All who leave leave first, so units may exchange places. Changes of several rules in turn may stand one
    after the other: a unit that came by one may leave by the next. The phase stays as it is.
    Raises RulesError when two units would stand in one province.
    """
    changes = tuple(changes)
    draft = Draft.of(state)
    # Most changes are moves: to ask for them first takes a third of the time of finding them by matching.
    gone = [
        draft.leave(change.unit)
        if isinstance(change, UnitMoved) and not change.retreat
        else _make_way(draft, change)
        for change in changes
    ]
    for change, has_left in zip(changes, gone, strict=True):
        if not has_left:
            _make_way(draft, change)
        if isinstance(change, UnitMoved):
            draft.move(change)
        else:
            _happen(draft, change)
    return draft.after(state)


def _make_way(draft: Draft, change: Change) -> bool:
    """Take off the board a unit that leaves its province or the game; tell whether one did."""
    match change:
        case UnitDislodged():
            return draft.leave(change.dislodged.unit)
        case UnitMoved(retreat=False) | UnitRemoved() | UnitLost(dislodged=False):
            return draft.leave(change.unit)
        case ArmyBoarded():
            return draft.leave(change.army) and draft.refit(change.fleet, Kind.LADEN)
        case ArmyLanded():
            return draft.refit(change.carrier, Kind.FLEET)
        case _:
            return False


def _happen(draft: Draft, change: Change) -> None:
    match change:
        case UnitMoved():
            draft.move(change)
        case UnitDislodged():
            draft.dislodged[change.dislodged.unit.province] = change.dislodged
        case StandoffLeft():
            draft.standoffs.add(change.province)
        case UnitBuilt():
            draft.arrive(change.unit)
        case UnitPutOnCoast():
            place = replace(change.unit.at, coast=change.coast)
            if draft.units.get(place.province) == change.unit:  # else it leaves by a later change
                draft.units[place.province] = replace(change.unit, at=place)
        case UnitLost():
            if change.dislodged:
                draft.dislodged.pop(change.unit.province, None)
        case UnitRemoved() | ArmyBoarded():
            pass
        case UnitRefitted():
            draft.units[change.to.province] = change.to
        case ArmyChilled():
            draft.chilled.add(change.province)
        case ArmyLanded():
            draft.arrive(Unit(power=change.carrier.power, kind=Kind.ARMY, at=change.to))
        case VisitNoted():
            draft.visits[change.province] = change.power
        case StabilisationsCounted():
            draft.stabilisations[change.power] = change.number
        case EventsAnnounced():
            draft.announced = change.orders
        case GameEnded():
            draft.winners = change.winners
        case CentreTaken():
            _own(draft, change.province, change.power)
        case FactLearnt():
            draft.secrets = learnt(draft.secrets, change)
        case TotalsPublished():
            draft.totals = change.totals
        case RangePlaced():
            draft.board = with_range(draft.board, change)
        case _:
            _quake(draft, change)


def _quake(draft: Draft, change: EarthChange | GroundChange) -> None:
    """Carry out what happens to the map."""
    match change:
        case CentreFounded():
            _own(draft, change.province, change.power)
            draft.board = regrounded(draft.board, change)
        case CentreDestroyed():
            _own(draft, change.province, None)
            draft.board = regrounded(draft.board, change)
        case IceChanged():
            draft.chilled.discard(change.province)
            draft.board = regrounded(draft.board, change)
        case TerrainChanged() | PassageChanged() | RiftChanged() | WaterwaysChanged():
            draft.board = regrounded(draft.board, change)
        case _:
            draft.board = shaken(draft.board, change)


def _own(draft: Draft, province: Face, power: Power | None) -> None:
    if power is None:
        draft.owners.pop(province, None)
    else:
        draft.owners[province] = power
