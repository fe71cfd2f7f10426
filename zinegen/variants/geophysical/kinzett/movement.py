"""Movement while the ground shifts: moves judged on two maps, units that are lost with it, fleets' coasts.

Source: docs/rules/geophysical-kinzett.md, "6. Movement", "7. Coasts of fleets".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from zinegen.board.board import Board, pair
from zinegen.board.coasts import Coast, coast_with, coasts, find
from zinegen.board.passage import Place
from zinegen.game.changes import (
    Change,
    StandoffLeft,
    UnitDislodged,
    UnitLost,
    UnitMoved,
    UnitPutOnCoast,
)
from zinegen.game.orders import (
    Convoy,
    Hold,
    Move,
    Order,
    Sheet,
    SupportHold,
    SupportMove,
    UnitOrder,
)
from zinegen.game.report import Report
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import Kind, Spot, Unit
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.geometry.mesh import Face
from zinegen.rules.movement.assignment import Assignment, assign_orders
from zinegen.rules.movement.attempts import (
    Advance,
    Attempt,
    Position,
    Stand,
    void_move,
    void_order,
)
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.explain import conqueror, list_open_routes
from zinegen.rules.movement.legality import Leniency, find_land_way, judge_order, why_unreachable
from zinegen.rules.movement.movement import (
    find_attack_origin,
    find_standoffs,
    list_attempts,
    list_rulings,
    resolve_battle,
)
from zinegen.rules.options import Policies
from zinegen.variants.geophysical.kinzett.precedence import Berth, Precedence
from zinegen.variants.geophysical.kinzett.two_maps import AFLOAT, Season, moorings


class Fate(Enum):
    """What becomes of a unit that stays where the ground has changed under it."""

    LOST = "lost"
    """An army in water, a fleet without a coast."""
    FROZEN = "frozen"
    """Ice came over its province this season."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftPolicy:
    """Where games may differ."""

    game: Policies
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
            state=state,
            passage=policy.game.passage,
            idle=frozen,
            helpless=helpless,
            ferries=frozenset(face for face in ferries if _convoyed(state, face)),
            relocates=policy.relocates,
            moving=moving,
        )
        for moving in (True, False)
    )
    given = assign_orders(sheet, state.units, ignore_kind=policy.game.leniency.ignore_kind)
    ground = Ground(
        standing=standing,
        doomed=frozenset(doomed),
        leniency=policy.game.leniency,
        precedence=shift.precedence,
        blame=shift.blame,
    )
    battle = resolve_battle(
        going, list_attempts(going, given, ground.judge_order), policy.game.convoys
    )
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
    rulings = (ground.explained(ruling) for ruling in list_rulings(sheet, given, battle))
    return Report(rulings=(*rulings, *used), changes=changes)


@dataclass(kw_only=True)
class _Aftermath:
    """What follows from a settled battle on ground that has changed."""

    state: GameState
    shift: Shift
    policy: ShiftPolicy
    given: Assignment
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
        standoffs = find_standoffs(self.battle, held | goals)
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
        ways = list_open_routes(self.battle, number) if advance.routes else ()
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
        """Return where a unit that does not move stands after the changes.

        Source: docs/rules/geophysical-kinzett.md, "7. Coasts of fleets".
        """
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
        start = find_attack_origin(self.battle, winner, self.policy.game.retreats)
        if self.doomed.get(unit.province) is Fate.LOST:
            if not self.policy.doomed_may_retreat:
                yield UnitLost(unit=unit)
                return
            lost, season = unit, self.going
        else:
            place = self._berthed(unit)
            if place != unit.at:
                yield UnitPutOnCoast(unit=unit, coast=place.coast)
            lost = Unit(power=unit.power, kind=unit.kind, at=place)
            season = self.standing
        retreats = tuple(
            way
            for way in self._ways(season, lost)
            if way.province not in {*closed, start}
            and self.policy.game.retreats.allows(season, lost, way)
        )
        yield UnitDislodged(
            dislodged=Dislodged(
                unit=lost,
                by=None if winner is None else self.battle.attempts[winner].unit,
                retreats=retreats,
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


@dataclass(kw_only=True)
class Ground:
    """What unit orders of one season are held against."""

    standing: Season
    """The position of supports and convoys: the map as it has become."""
    doomed: frozenset[Face] = frozenset()
    """Provinces of units that are lost or frozen if they stay."""
    leniency: Leniency
    precedence: Precedence
    blame: Callable[[Face, Face], tuple[Order, ...]]
    """The orders that changed one of two provinces or the border between them."""
    berths: dict[Face, Berth] = field(default_factory=dict)
    """The coasts that fleets will come to by precedence, by the province they come from."""
    start: Position = field(init=False)
    """The position as it was when the orders were written."""

    def __post_init__(self) -> None:
        """Look back to the map of before."""
        now = self.standing
        idle = frozenset(face for face in now.units if now.before[face].iced)
        self.start = Position(state=now.state, board=now.before, passage=now.passage, idle=idle)

    def judge_order(self, going: Position, unit: Unit, order: UnitOrder) -> Attempt:
        """Return what a unit attempts by an order; ``going`` knows the ways of those who leave."""
        match order:
            case Hold():
                return Stand(unit=unit, order=order)
            case _ if unit.province in going.idle:
                return void_order(unit, order, Reason.TRAPPED)
            case Move():
                attempt = self._moving(going, unit, order)
                to = order.to.province
                if isinstance(attempt, Stand) and self._was_possible(unit, order):
                    return void_move(unit, order, Reason.GROUND_CHANGED, *self._blame(unit, to))
                return attempt
            case SupportHold() | SupportMove() | Convoy():
                return self._helping(going, unit, order)
            case _:
                return void_order(unit, order, Reason.WRONG_PHASE)

    def explained(self, ruling: Ruling) -> Ruling:
        """Return a ruling; that a move lacks a convoy is put down to the ground that bars its way by land."""
        way = find_land_way(self.start, ruling.order)
        if ruling.verdict.reason is not Reason.NO_ROUTE or way is None:
            return ruling
        return ruling._replace(
            verdict=Verdict(reason=Reason.GROUND_CHANGED, because=self.blame(*way))
        )

    def _was_possible(self, unit: Unit, order: UnitOrder) -> bool:
        if self.standing.board is self.standing.before:
            return False
        return not isinstance(judge_order(self.start, unit, order, self.leniency), Stand)

    def _blame(self, unit: Unit, to: Face) -> tuple[Order, ...]:
        return self.blame(unit.province, to)

    def _helping(
        self, going: Position, unit: Unit, order: SupportHold | SupportMove | Convoy
    ) -> Attempt:
        """Return the attempt of a support or a convoy, judged on the map as it has become.

        Source: docs/rules/geophysical-kinzett.md, "6. Movement".

        A unit whose ground goes sees its own province as it was, if it may help at all.
        """
        here = unit.province
        if here in self.standing.helpless:
            return void_order(unit, order, Reason.DOOMED, *self.blame(here, here))
        position = going if here in self.doomed else self.standing
        attempt = judge_order(position, unit, order, self.leniency)
        if isinstance(order, Convoy) and not _may_stand(self.standing.board, order.to.province):
            attempt = void_order(unit, order, Reason.CANNOT_CONVOY)
        if isinstance(attempt, Stand) and self._was_possible(unit, order):
            to = order.of.at.province if isinstance(order, SupportHold) else order.to.province
            return void_order(unit, order, Reason.GROUND_CHANGED, *self._blame(unit, to))
        return attempt

    def _moving(self, going: Position, unit: Unit, order: Move) -> Attempt:
        board, to = going.board, order.to.province
        if to == unit.province:
            return void_order(unit, order, Reason.SAME_PLACE)
        if unit.kind in AFLOAT:
            return self._sailing(going, unit, order)
        if not _may_stand(board, to):
            return void_order(unit, order, why_barred(going, unit, to))
        attempt = judge_order(going, unit, order, self.leniency)
        if isinstance(attempt, Advance) or to in going.reach(unit):
            return attempt
        return void_order(unit, order, why_barred(going, unit, to))

    def _sailing(self, going: Position, unit: Unit, order: Move) -> Attempt:
        """Return the attempt of a fleet's move: where it comes to, as it is after the changes.

        Source: docs/rules/geophysical-kinzett.md, "6. Movement", ruling 26.
        """
        to = order.to
        reached = going.ways.landfalls(unit.at).get(to.province, ())
        gone = going.board[to.province].iced or not (
            going.board.is_water(to.province) or coasts(going.board, to.province)
        )
        if not reached or gone:
            return void_order(unit, order, why_barred(going, unit, to.province))
        if not reached[0].coast:
            return Advance(unit=unit, order=order, to=reached[0])
        among = self._meant(to, reached)
        if isinstance(among, Reason):
            return void_order(unit, order, among)
        place = among[0]
        if len(among) > 1:
            open_coasts = [self._coast(place) for place in among]
            berth = self.precedence.entering(unit, open_coasts)
            self.berths[unit.province] = berth
            place = Place(to.province, berth.coast.borders)
        return Advance(unit=unit, order=order, to=place)

    def _coast(self, place: Place) -> Coast:
        return coast_with(self.standing.board, place.province, place.coast)[0]

    def _meant(self, to: Spot, reached: tuple[Place, ...]) -> tuple[Place, ...] | Reason:
        """Return the places in reach that a move means: those on the coast it names, if it names one."""
        here = coasts(self.standing.board, to.province)
        if to.coast is None:
            unclear = not self.leniency.infer_coast and len(here) > 1
            return Reason.COAST_UNCLEAR if unclear else reached
        named = self._named(to)
        fitting = tuple(place for place in reached if place.coast in named)
        if fitting or (named and self.leniency.correct_coast):
            return fitting or reached
        return Reason.TOO_FAR if named else Reason.NO_SUCH_COAST

    def _named(self, to: Spot) -> set[tuple[int, ...]]:
        """Return the coasts that a word means: as it is understood now, or else as it was before."""
        now, before = self.standing.board, self.standing.before
        word = to.coast or ""
        named = find(now, to.province, word)
        if not named:
            then = (border for c in find(before, to.province, word) for border in c.borders)
            named = coast_with(now, to.province, then)
        return {coast.borders for coast in named}


def _may_stand(board: Board, face: Face) -> bool:
    """Tell whether an army may go to a province at all."""
    province = board[face]
    return board.is_ground(face) and province.passable and not province.iced


def why_barred(position: Position, unit: Unit, to: Face) -> Reason:
    """Return why a unit cannot go to a province, ice, rifts and heights told apart."""
    board, here = position.board, unit.province
    if board[to].iced:
        return Reason.ICE_SHUT
    reason = why_unreachable(position, unit, to)
    if reason is not Reason.TOO_FAR or not board.mesh.between(here, to):
        return reason
    if pair(here, to) in board.rifts:
        return Reason.RIFT_BETWEEN
    on_foot = unit.kind not in {Kind.FLEET, Kind.ARMY_ABOARD}
    uneven = board[here].terrain is not board[to].terrain
    return Reason.WRONG_GROUND if on_foot and uneven else reason
