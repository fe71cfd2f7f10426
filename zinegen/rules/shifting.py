"""Movement while the ground shifts: moves judged on two maps, units that are lost with it, fleets' coasts.

Source: rules/geophysical-kinzett.md sections 6 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from zinegen.board.board import Board
from zinegen.board.coasts import coast_with, coasts
from zinegen.board.passage import Passage, Place
from zinegen.game.changes import Change, StandoffLeft
from zinegen.game.orders import Face, Kind, Order, Sheet, Unit
from zinegen.game.state import Dislodged, GameState, Report
from zinegen.game.unit_changes import UnitDislodged, UnitLost, UnitMoved, UnitPutOnCoast
from zinegen.game.verdicts import Ruling
from zinegen.rules.assigning import Assigned, assigned
from zinegen.rules.attempts import Advance
from zinegen.rules.convoys import ConvoyPolicy
from zinegen.rules.explaining import conqueror, routes_taken
from zinegen.rules.legality import Leniency
from zinegen.rules.movement import (
    RetreatPolicy,
    attacker_began,
    attempted,
    fought,
    rulings_of,
    standoffs_in,
)
from zinegen.rules.precedence import Berth, Precedence
from zinegen.rules.shifting_orders import Ground
from zinegen.rules.strength import Battle
from zinegen.rules.two_maps import AFLOAT, Season, moorings


class Fate(Enum):
    """What becomes of a unit that stays where the ground has changed under it."""

    LOST = "lost"
    """An army in water, a fleet without a coast."""
    FROZEN = "frozen"
    """Ice came over its province this season."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftPolicy:
    """Where games may differ."""

    passage: Passage
    convoys: ConvoyPolicy
    leniency: Leniency
    retreats: RetreatPolicy
    doomed_support: bool = False
    """Units that will be lost or frozen give support and convoy all the same."""
    doomed_may_retreat: bool = False
    """A unit that would be lost with its province may retreat when it is dislodged from it."""
    relocates: bool = True
    """A fleet whose coast vanished goes to another of its province; False: it is destroyed."""


@dataclass(frozen=True, kw_only=True)
class Shift:
    """A season's changes of the map, made already."""

    after: Board
    """With all that lasts."""
    passable: Board
    """The same, with the borders that are barred for this season only."""
    blame: Callable[[Face, Face], tuple[Order, ...]] = field(default=lambda _one, _other: ())
    """The orders that changed one of two provinces or the border between them."""
    precedence: Precedence


def fates(state: GameState, after: Board, policy: ShiftPolicy) -> Mapping[Face, Fate]:
    """Return the units that are lost or frozen if they stay where they are, by province."""
    found = {}
    for face, unit in state.units.items():
        if not _can_stand(unit, after, policy):
            found[face] = Fate.LOST
        elif after[face].iced and not state.board[face].iced:
            found[face] = Fate.FROZEN
    return found


def _convoyed(state: GameState, face: Face) -> bool:
    """Tell whether a fleet in a province could have carried an army before the changes."""
    return state.board.is_water(face) and state.units[face].kind is Kind.FLEET


def _can_stand(unit: Unit, after: Board, policy: ShiftPolicy) -> bool:
    if unit.kind in AFLOAT:
        return bool(moorings(unit, after, relocates=policy.relocates))
    return after.is_ground(unit.province)


def moved(state: GameState, sheet: Sheet, shift: Shift, policy: ShiftPolicy) -> Report:
    """Return what the unit orders of a season come to whose changes of the map have been decided.

    Raises NeedsThrow when a throw has to decide on a coast.
    """
    doomed = fates(state, shift.after, policy)
    helpless = frozenset[Face]() if policy.doomed_support else frozenset(doomed)
    ferries = frozenset(doomed) - helpless
    frozen = frozenset(
        face for face in state.units if state.board[face].iced and shift.after[face].iced
    )
    going, standing = (
        Season(
            board=shift.passable,
            before=state.board,
            units=state.units,
            passage=policy.passage,
            idle=frozen,
            helpless=helpless,
            ferries=frozenset(face for face in ferries if _convoyed(state, face)),
            relocates=policy.relocates,
            moving=moving,
        )
        for moving in (True, False)
    )
    given = assigned(sheet, state.units, ignore_kind=policy.leniency.ignore_kind)
    ground = Ground(
        standing=standing,
        doomed=frozenset(doomed),
        leniency=policy.leniency,
        precedence=shift.precedence,
        blame=shift.blame,
    )
    battle = fought(going, attempted(going, given, ground.judged), policy.convoys)
    aftermath = _Aftermath(
        state=state,
        shift=shift,
        policy=policy,
        given=given,
        going=going,
        standing=standing,
        battle=battle,
        doomed=doomed,
    )
    changes = tuple(aftermath.changes())
    arrived = [ground.berths[number] for number in aftermath.arrived if number in ground.berths]
    used = (ruling for berth in (*aftermath.berths, *arrived) for ruling in berth.rulings)
    rulings = (ground.explained(ruling) for ruling in rulings_of(sheet, given, battle))
    return Report(rulings=(*rulings, *used), changes=changes)


@dataclass(kw_only=True)
class _Aftermath:
    """What follows from a settled battle on ground that has changed."""

    state: GameState
    shift: Shift
    policy: ShiftPolicy
    given: Assigned
    going: Season
    standing: Season
    battle: Battle
    doomed: Mapping[Face, Fate]
    arrived: list[Face] = field(default_factory=list)
    """Where those who moved came from."""
    berths: list[Berth] = field(default_factory=list)
    """The coasts that fleets which did not move were given by precedence."""

    def changes(self) -> Iterator[Change]:
        """Yield what happens: coasts of fleets that stay, units lost, driven out and moved, standoffs."""
        stay, out = self._sorted_out()
        held = {self.battle.home[number] for number in stay}
        gone = {face for face in held if self.doomed.get(face) is Fate.LOST}
        goals = {self.battle.goal[self.battle.number[face]] for face in self.arrived}
        standoffs = standoffs_in(self.battle, held | goals)
        for number in stay:
            yield from self._staying(self.battle.attempts[number].unit)
        for number in out:
            yield from self._driven_out(number, (held - gone) | goals | standoffs)
        for face in self.arrived:
            yield self._arrival(face)
        for face in sorted(standoffs):
            yield StandoffLeft(province=face)

    def _sorted_out(self) -> tuple[list[int], list[int]]:
        """Return the attempts of units that stay and of those dislodged; note those that moved."""
        stay, out = [], []
        for number, attempt in enumerate(self.battle.attempts):
            if isinstance(attempt, Advance) and self.battle.value[number]:
                self.arrived.append(attempt.unit.province)
            elif self.battle.is_dislodged(number):
                out.append(number)
            else:
                stay.append(number)
        return stay, out

    def _arrival(self, face: Face) -> Change:
        number = self.battle.number[face]
        advance = self.battle.advances[number]
        ways = routes_taken(self.battle, number) if advance.routes else ()
        return UnitMoved(unit=advance.unit, to=advance.to, convoy=ways[0] if ways else ())

    def _staying(self, unit: Unit) -> Iterator[Change]:
        """Yield what becomes of a unit that stays: lost with its ground, or on a coast that is there."""
        if self.doomed.get(unit.province) is Fate.LOST:
            yield UnitLost(unit=unit)
            return
        place = self._berthed(unit)
        if place != unit.at:
            yield UnitPutOnCoast(unit=unit, coast=place.coast)

    def _berthed(self, unit: Unit) -> Place:
        """Return where a unit that does not move stands after the changes (section 7)."""
        board, face = self.shift.after, unit.province
        if unit.kind not in AFLOAT or board.is_water(face):
            return Place(face)
        left = coast_with(board, face, unit.at.coast)
        if len(left) != 1:
            order = self.given.orders.get(face)
            berth = self.shift.precedence.staying(unit, left or coasts(board, face), order)
            self.berths.append(berth)
            return Place(face, berth.coast.borders)
        return Place(face, left[0].borders)

    def _driven_out(self, number: int, closed: set[Face]) -> Iterator[Change]:
        """Yield what becomes of a dislodged unit: lost with its ground, or to retreat on the new map."""
        unit = self.battle.attempts[number].unit
        winner = conqueror(self.battle, unit.province)
        start = attacker_began(self.battle, winner, self.policy.retreats)
        if self.doomed.get(unit.province) is Fate.LOST:
            if not self.policy.doomed_may_retreat:
                yield UnitLost(unit=unit)
                return
            lost, ways = unit, self._ways(self.going, unit)
        else:
            place = self._berthed(unit)
            if place != unit.at:
                yield UnitPutOnCoast(unit=unit, coast=place.coast)
            lost = Unit(power=unit.power, kind=unit.kind, at=place)
            ways = self._ways(self.standing, lost)
        yield UnitDislodged(
            dislodged=Dislodged(
                unit=lost,
                by=None if winner is None else self.battle.attempts[winner].unit,
                retreats=tuple(way for way in ways if way.province not in {*closed, start}),
            )
        )

    @staticmethod
    def _ways(season: Season, unit: Unit) -> tuple[Place, ...]:
        if unit.kind not in AFLOAT:
            return tuple(Place(face) for face in sorted(season.ways.armies(unit.province)))
        found = season.ways.landfalls(unit.at)
        faces = sorted({*found} - season.ferries)
        return tuple(place for face in faces for place in found[face])


def in_order(rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    """Return rulings by power, those of a power in the sequence given."""
    return tuple(sorted(rulings, key=lambda ruling: ruling.order.power))
