"""What is worth remembering of a game: earthquakes, floods, battles, the army that went farthest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from zinegen.board.board import Board, Power, Terrain
from zinegen.board.passage import Place
from zinegen.game.changes import (
    ArmyBoarded,
    ArmyLanded,
    BorderSeparated,
    Change,
    ProvincesJoined,
    TerrainChanged,
    UnitBuilt,
    UnitDislodged,
    UnitLost,
    UnitMoved,
    UnitRefitted,
    UnitRemoved,
)
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Unit
from zinegen.geometry.mesh import ProvinceKey
from zinegen.play.records.records import PhaseRecord, SeasonRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFeat:
    """The season of a game in which something happened most often."""

    season: str
    """The folder's name."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """The way of one army."""

    power: Power
    moves: int
    """How often it went to another province, by its own order or in a retreat; a convoy is one move."""
    began: str
    """The full name of the province in which it was raised."""
    ended: str
    """That of the last one it reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreCount:
    """The most centres that one power had."""

    power: Power
    count: int
    year: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Feats:
    """What is worth remembering of one game."""

    earthquakes: int = 0
    """Borders that were cut, and links that were laid across a province."""
    flood: SeasonFeat | None = None
    """The season in which most provinces went under water."""
    battle: SeasonFeat | None = None
    """The season in which most units were dislodged."""
    journey: Journey | None = None
    empire: CentreCount | None = None


def find_feats(records: Sequence[SeasonRecord]) -> Feats:
    """Return what is worth remembering of a game, given its records, oldest first."""
    changes = (change for record in records for _, change in _list_changes(record))
    return Feats(
        earthquakes=sum(isinstance(one, BorderSeparated | ProvincesJoined) for one in changes),
        flood=_find_season(records, _is_flood),
        battle=_find_season(records, lambda _, change: isinstance(change, UnitDislodged)),
        journey=find_journey(records),
        empire=_find_empire(records),
    )


def _list_changes(record: SeasonRecord) -> Iterator[tuple[PhaseRecord, Change]]:
    for phase in record.phases:
        for change in phase.report.changes:
            yield phase, change


def _is_flood(phase: PhaseRecord, change: Change) -> bool:
    """Tell whether ground went under water."""
    if not isinstance(change, TerrainChanged) or change.terrain is not Terrain.WATER:
        return False
    return phase.before.board[change.province].terrain is not Terrain.WATER


def _find_season(
    records: Iterable[SeasonRecord], counts: Callable[[PhaseRecord, Change], bool]
) -> SeasonFeat | None:
    """Return the first season in which most of some changes happened; None where none did."""
    found = [
        SeasonFeat(
            season=record.season,
            count=sum(counts(phase, change) for phase, change in _list_changes(record)),
        )
        for record in records
    ]
    most = max(found, key=lambda one: one.count, default=None)
    return most if most is not None and most.count else None


def _find_empire(records: Iterable[SeasonRecord]) -> CentreCount | None:
    found = [
        CentreCount(power=power, count=count, year=record.phases[-1].phase.year)
        for record in records
        for power in record.after.powers
        if (count := record.after.total_of(power))
    ]
    return max(found, key=lambda one: one.count, default=None)


# ------------------------------------------------------------------------------------- journeys


@dataclass(slots=True, kw_only=True)
class _Traveller:
    """A unit on its way through a game."""

    power: Power
    kind: Kind
    began: str
    ended: str
    moves: int = 0
    aboard: _Traveller | None = None
    """The army that a fleet carries with it."""


@dataclass(slots=True)
class _Travels:
    """Follows every unit of a game from change to change, as `zinegen.game.apply` carries them out."""

    standing: dict[ProvinceKey, _Traveller] = field(default_factory=dict)
    dislodged: dict[ProvinceKey, _Traveller] = field(default_factory=dict)
    everybody: list[_Traveller] = field(default_factory=list)

    def begin(self, state: GameState) -> None:
        """Put everybody where the game begins."""
        for unit in state.units.values():
            self.arrive(unit.power, unit.kind, unit.province, state.board)

    def follow(self, phase: PhaseRecord) -> None:
        """Carry out the changes of a phase: all who leave leave first, as units may exchange places."""
        board, changes = phase.after.board, phase.report.changes
        left = [self.leave(change) for change in changes]
        for change, goer in zip(changes, left, strict=True):
            self.settle(change, goer if goer is not None else self.leave(change), board)

    def leave(self, change: Change) -> _Traveller | None:
        """Take up whoever leaves a province by a change; None where nobody does, or not yet."""
        match change:
            case UnitDislodged(dislodged=lost):
                return self.take(lost.unit)
            case UnitMoved(unit=unit, retreat=False) | UnitRemoved(unit=unit):
                return self.take(unit)
            case UnitLost(unit=unit, dislodged=False):
                return self.take(unit)
            case ArmyBoarded(army=army, fleet=fleet):
                carrier = self.standing.get(fleet.province)
                boarded = self.take(army) if carrier is not None else None
                if carrier is not None and boarded is not None:
                    carrier.aboard, carrier.kind = boarded, Kind.ARMY_ABOARD
                return boarded
            case ArmyLanded(carrier=fleet):
                carrier = self.standing.get(fleet.province)
                if carrier is None or carrier.aboard is None:
                    return None
                landed, carrier.aboard, carrier.kind = carrier.aboard, None, Kind.FLEET
                return landed
            case _:
                return None

    def settle(self, change: Change, goer: _Traveller | None, board: Board) -> None:
        """Bring whoever left to where a change says."""
        match change:
            case UnitMoved(unit=unit, to=to, retreat=retreat):
                self.step(self.dislodged.pop(unit.province, None) if retreat else goer, to, board)
            case UnitDislodged(dislodged=lost) if goer is not None:
                self.dislodged[lost.unit.province] = goer
            case UnitLost(unit=unit, dislodged=True):
                self.dislodged.pop(unit.province, None)
            case UnitBuilt(unit=unit):
                self.arrive(unit.power, unit.kind, unit.province, board)
            case UnitRefitted(to=unit) if unit.province in self.standing:
                refitted = self.standing[unit.province]
                refitted.kind, refitted.aboard = unit.kind, None
            case ArmyLanded(carrier=fleet, to=to) if goer is None:
                self.arrive(fleet.power, Kind.ARMY, to.province, board)
            case ArmyLanded(to=to):
                self.step(goer, to, board)
            case _:
                pass

    def arrive(self, power: Power, kind: Kind, province: ProvinceKey, board: Board) -> None:
        """Note a new unit."""
        name = board[province].name
        new = _Traveller(power=power, kind=kind, began=name, ended=name)
        self.standing[province] = new
        self.everybody.append(new)

    def take(self, unit: Unit) -> _Traveller | None:
        """Take a unit from where it stands, if it is it that stands there."""
        there = self.standing.get(unit.province)
        if there is None or (there.power, there.kind) != (unit.power, unit.kind):
            return None
        return self.standing.pop(unit.province)

    def step(self, goer: _Traveller | None, to: Place, board: Board) -> None:
        """Bring a unit into a province; of armies it is counted."""
        if goer is None:
            return
        self.standing[to.province] = goer
        if goer.kind is Kind.ARMY:
            goer.moves, goer.ended = goer.moves + 1, board[to.province].name


def find_journey(records: Sequence[SeasonRecord]) -> Journey | None:
    """Return the way of the army that went farthest; the first of several, None where none went anywhere."""
    if not records:
        return None
    travels = _Travels()
    travels.begin(records[0].before)
    for record in records:
        for phase in record.phases:
            travels.follow(phase)
    far = max(travels.everybody, key=lambda one: one.moves, default=None)
    if far is None or not far.moves:
        return None
    return Journey(power=far.power, moves=far.moves, began=far.began, ended=far.ended)
