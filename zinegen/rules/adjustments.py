"""Adjustments: builds, removals and waives until a power has as many units as centres.

Orders are taken one by one as written until all that is due is done (DATC 4.D.4, 4.D.6). Units that nobody
ordered away go by their distance from home (DATC 4.D.8); ties: fleets before armies, then by the full names
of their provinces. Source: docs/rules/common.md, "6.1 The rulebook of 1971"; DATC 4.B.7; DATC 4.D.5;
DATC 4.D.6; DATC 4.D.7; DATC 4.D.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from zinegen.board import coasts
from zinegen.board.board import Board, Power
from zinegen.board.graphs import any_graph, distances, fleet_graph
from zinegen.board.passage import Passage, Place, places
from zinegen.game.changes import Change, UnitBuilt, UnitRefitted, UnitRemoved
from zinegen.game.named_places import find_named_place
from zinegen.game.orders import Build, Order, Remove, Sheet, Unreadable, Waive
from zinegen.game.state import GameState
from zinegen.game.units import FLEETS, Kind, PlaceName, Unit, UnitName
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.rulebook import MODERN_RULEBOOK, Measure, Rulebook

UNREACHABLE = 1 << 20
"""The distance of a unit that has no way home at all: farther than any other."""


def sort_by_distance(
    state: GameState, power: Power, units: Iterable[Unit], measure: Measure, passage: Passage
) -> tuple[Unit, ...]:
    """Return a power's units in the sequence in which they are removed."""
    away = _measure_distances(state, power, measure, passage)

    def rank(unit: Unit) -> tuple[int, bool, str, ProvinceKey]:
        afloat = unit.kind in FLEETS
        far = away(unit)
        return -far, not afloat, state.board[unit.province].name, unit.province

    return tuple(sorted(units, key=rank))


class _DistanceFromHome:
    """Distances of units, by the table that goes with their kind."""

    def __init__(
        self, over_any: Mapping[ProvinceKey, int], afloat: Mapping[Place, int] | None = None
    ) -> None:
        self.over_any = over_any
        self.afloat = afloat

    def __call__(self, unit: Unit) -> int:
        """Return the distance of a unit: none for one at home, even for a fleet that no coast leads to."""
        at_home = self.over_any.get(unit.province) == 0
        if not at_home and self.afloat is not None and unit.kind in FLEETS:
            return self.afloat.get(unit.at, UNREACHABLE)
        return self.over_any.get(unit.province, UNREACHABLE)


def _measure_distances(
    state: GameState, power: Power, measure: Measure, passage: Passage
) -> _DistanceFromHome:
    board = state.board
    over_any = any_graph(board)
    if measure is Measure.OWNED:
        return _DistanceFromHome(distances(over_any, state.centres_of(power)))
    homes = board.home_provinces(power) if measure is Measure.COUNTRY else board.home_centres(power)
    ports = [place for face in homes for place in places(board, face)]
    by_fleet = distances(fleet_graph(board, passage), ports)
    return _DistanceFromHome(distances(over_any, homes), by_fleet)


WhyNotBuild = Callable[[GameState, Power, ProvinceKey], Reason | None]
"""Tells why a power may not build in a province, or None when it may."""


def at_home(state: GameState, power: Power, face: ProvinceKey) -> Reason | None:
    """Allow builds in own, vacant centres of the home country (the regular rule)."""
    if not state.board[face].centre or state.owners.get(face) != power:
        return Reason.NOT_YOUR_CENTRE
    if state.board[face].home != power:
        return Reason.NOT_HOME
    return Reason.OCCUPIED if face in state.units else None


def anywhere_owned(state: GameState, power: Power, face: ProvinceKey) -> Reason | None:
    """Allow builds in all own, vacant centres."""
    if not state.board[face].centre or state.owners.get(face) != power:
        return Reason.NOT_YOUR_CENTRE
    return Reason.OCCUPIED if face in state.units else None


FindBuildPlace = Callable[["Board", Kind, PlaceName], "Place | Reason"]
"""Tells where a new unit stands, or why it cannot be built there."""


def count_upkeep(unit: Unit) -> int:
    """Return the centres that a unit needs: one, or two for a fleet with an army aboard."""
    return 2 if unit.kind is Kind.ARMY_ABOARD else 1


def count_due(state: GameState, power: Power, upkeep: Callable[[Unit], int] = count_upkeep) -> int:
    """Return how many units a power may build, or, below zero, must give up."""
    return len(state.centres_of(power)) - sum(upkeep(unit) for unit in state.units_of(power))


def adjustments(
    book: Rulebook = MODERN_RULEBOOK,
    *,
    build: WhyNotBuild = at_home,
    outside: int = 0,
    upkeep: Callable[[Unit], int] = count_upkeep,
    launch: FindBuildPlace | None = None,
    owed: Callable[[GameState, Power], int] | None = None,
) -> PhaseRule:
    """Return the rule of an adjustment phase.

    Args:
        book: How far a unit is from home, for removals that nobody ordered, and what may cross what.
        build: Where a power may build.
        outside: How many of its builds may be in own centres that are not home, once no home centre is left.
        upkeep: How many centres a unit needs.
        launch: Where a new unit stands; `find_build_place` unless a rule set has its own.
        owed: What is due to a power, as `count_due` unless something of it is used up already.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        rulings: list[OrderResult] = []
        changes: list[Change] = []
        for power in sorted({*state.powers, *sheet.orders}):
            turn = _PowerAdjustments(
                state=state,
                power=power,
                build=build,
                outside=outside,
                upkeep=upkeep,
                launch=launch or find_build_place,
                left=owed(state, power) if owed else count_due(state, power, upkeep),
            )
            for order in sheet.orders.get(power, ()):
                turn.take(order, in_disorder=power in sheet.disorder)
            turn.end(book.removals, book.passage, in_disorder=power in sheet.disorder)
            rulings += turn.rulings
            changes += turn.changes
        return Report(rulings=tuple(rulings), changes=tuple(changes))

    return rule


@dataclass(kw_only=True)
class _PowerAdjustments:
    """One power's adjustments, order by order."""

    state: GameState
    power: Power
    build: WhyNotBuild
    outside: int
    """How many builds are left for own centres that are not home."""
    upkeep: Callable[[Unit], int]
    launch: FindBuildPlace
    left: int
    """What is still due: builds above zero, removals below."""
    rulings: list[OrderResult] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    built: dict[ProvinceKey, Order] = field(default_factory=dict)
    removed: dict[ProvinceKey, Order] = field(default_factory=dict)
    lightened: dict[ProvinceKey, Order] = field(default_factory=dict)
    """Removals of an army aboard a fleet that stays."""
    units: dict[ProvinceKey, Unit] = field(init=False)
    """The power's units that are left."""

    def __post_init__(self) -> None:
        self.units = {unit.province: unit for unit in self.state.units_of(self.power)}

    def take(self, order: Order, *, in_disorder: bool) -> None:
        """Judge one order and carry it out."""
        if in_disorder:
            verdict = Verdict(reason=Reason.IN_DISORDER)
        else:
            match order:
                case Build():
                    verdict = self._build(order)
                case Remove():
                    verdict = self._remove(order)
                case Waive():
                    verdict = self._waive()
                case Unreadable():
                    verdict = Verdict(reason=Reason.UNREADABLE)
                case _:
                    verdict = Verdict(reason=Reason.WRONG_PHASE)
        self.rulings.append(OrderResult(order=order, verdict=verdict))

    def _build(self, order: Build) -> Verdict:
        face = order.at.province
        if face in self.built:
            return Verdict(reason=Reason.OCCUPIED, because=(self.built[face],))
        wrong = self.build(self.state, self.power, face)
        abroad = wrong is Reason.NOT_HOME and self.outside > 0 and not self._vacant_sites()
        if wrong is not None and not abroad:
            return Verdict(reason=wrong)
        if abroad and face in self.state.units:
            return Verdict(reason=Reason.OCCUPIED)
        if order.kind not in {Kind.ARMY, Kind.FLEET}:
            return Verdict(reason=Reason.NO_SUCH_KIND)
        place = self.launch(self.state.board, order.kind, order.at)
        if isinstance(place, Reason):
            return Verdict(reason=place)
        if self.left <= 0:
            return Verdict(reason=Reason.NOT_DUE)
        self.built[face] = order
        self.outside -= abroad
        self.left -= 1
        self.changes.append(UnitBuilt(unit=Unit(power=self.power, kind=order.kind, at=place)))
        return Verdict(reason=Reason.BUILT)

    def _remove(self, order: Remove) -> Verdict:
        face = order.unit.at.province
        unit = self.state.units.get(face)
        if unit is None:
            return Verdict(reason=Reason.NO_SUCH_UNIT)
        if unit.power != self.power:
            return Verdict(reason=Reason.NOT_YOUR_UNIT)
        if face in self.removed:
            return Verdict(reason=Reason.IS_GONE, because=(self.removed[face],))
        unit = self.units[face]
        if order.unit.kind is Kind.ARMY and unit.kind is Kind.FLEET and face in self.lightened:
            return Verdict(reason=Reason.IS_GONE, because=(self.lightened[face],))
        if self.left >= 0:
            return Verdict(reason=Reason.NOT_DUE)
        self._give_up(unit, order)
        return Verdict(reason=Reason.REMOVED)

    def _give_up(self, unit: Unit, order: Remove) -> None:
        """Remove a unit, or only the army aboard a fleet when that is what the order names."""
        face = unit.province
        if unit.kind is Kind.ARMY_ABOARD and order.unit.kind is Kind.ARMY:
            fleet = self.units[face] = replace(unit, kind=Kind.FLEET)
            self.lightened[face] = order
            self.left += self.upkeep(unit) - self.upkeep(fleet)
            self.changes.append(UnitRefitted(unit=unit, to=fleet))
            return
        self.removed[face] = order
        del self.units[face]
        self.left = min(0, self.left + self.upkeep(unit))
        self.changes.append(UnitRemoved(unit=unit))

    def _waive(self) -> Verdict:
        if self.left <= 0:
            return Verdict(reason=Reason.NOT_DUE)
        self.left -= 1
        return Verdict(reason=Reason.WAIVED)

    def end(self, measure: Measure, passage: Passage, *, in_disorder: bool) -> None:
        """Do what is left undone: remove by rule what is owed, waive the builds that were possible."""
        if self.left < 0:
            remaining = tuple(self.units.values())
            for unit in sort_by_distance(self.state, self.power, remaining, measure, passage):
                if self.left >= 0:
                    break
                order = Remove(power=self.power, unit=name_unit(unit))
                self._give_up(unit, order)
                self._note(order, Reason.REMOVED_BY_RULE)
        if not in_disorder:
            for _ in range(min(self.left, self._vacant_sites() or self._sites_abroad())):
                self._note(Waive(power=self.power), Reason.WAIVED)

    def _note(self, order: Order, reason: Reason) -> None:
        self.rulings.append(OrderResult(order=order, verdict=Verdict(reason=reason), given=False))

    def _vacant_sites(self) -> int:
        return sum(
            face not in self.built and self.build(self.state, self.power, face) is None
            for face in self.state.centres_of(self.power)
        )

    def _sites_abroad(self) -> int:
        return min(
            self.outside,
            sum(
                face not in self.built
                and face not in self.state.units
                and self.build(self.state, self.power, face) is Reason.NOT_HOME
                for face in self.state.centres_of(self.power)
            ),
        )


def name_unit(unit: Unit) -> UnitName:
    """Return a unit as orders name it."""
    return UnitName(at=PlaceName(province=unit.province), kind=unit.kind)


def find_build_place(board: Board, kind: Kind, at: PlaceName) -> Place | Reason:
    """Return where a new unit stands, or why it cannot be built there.

    A fleet needs a coast, and a named one where there are several (DATC 4.B.7).
    """
    if kind is not Kind.FLEET:
        return Place(at.province)
    here = coasts.coasts(board, at.province)
    if not here:
        return Reason.NO_SHORE
    if at.borders is not None or (at.coast is not None and len(here) > 1):
        return find_named_place(board, at, [Place(at.province, coast.borders) for coast in here])
    return Place(at.province, here[0].borders) if len(here) == 1 else Reason.COAST_UNCLEAR
