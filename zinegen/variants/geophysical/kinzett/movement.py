"""Movement while the map changes: moves judged on two maps, units lost with their ground, fleets' coasts.

Source: docs/rules/geophysical-kinzett.md, "6. Movement", "7. Coasts of fleets".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from zinegen.board.board import Board, pair
from zinegen.board.coasts import coast_with, coasts
from zinegen.board.passage import Place
from zinegen.game.changes import (
    Change,
    StandoffLeft,
    UnitDislodged,
    UnitLost,
    UnitMoved,
    UnitPutOnCoast,
)
from zinegen.game.named_places import find_meant_coasts, find_named_place, why_lost
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
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import FLEETS, Kind, PlaceName, Unit
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import Advance, Attempt, Position, Stand, void_move, void_order
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.explain import conqueror, list_open_routes
from zinegen.rules.movement.legality import (
    Assignment,
    Leniency,
    assign_orders,
    find_land_way,
    judge_order,
    why_unreachable,
)
from zinegen.rules.movement.movement import (
    find_attack_origin,
    find_standoffs,
    list_attempts,
    list_rulings,
    resolve_battle,
)
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.variants.geophysical.kinzett.passage import SeasonPosition, find_fleet_places
from zinegen.variants.geophysical.kinzett.precedence import AssignedCoast, Precedence


class UnitFate(Enum):
    """What happens to a unit that stays where the ground has changed."""

    LOST = "lost"
    """An army in water, a fleet without a coast."""
    FROZEN = "frozen"
    """Ice came over its province this season."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementPolicy:
    """Where games may differ."""

    game: Rulebook
    edge: tuple[str, ...]
    """Names of the provinces where ice may begin."""
    owned_only: bool = False
    """Only home centres that their power still owns count for the coasts of its fleets."""
    doomed_support: bool = False
    """Units that will be lost or frozen give support and convoy all the same."""
    doomed_may_retreat: bool = False
    """A unit that would be lost with its province may retreat when it is dislodged from it."""
    relocates: bool = True
    """A fleet whose coast vanished goes to another of its province; False: it is destroyed."""


@dataclass(frozen=True, kw_only=True)
class ChangedMap:
    """The map after a season's transformations, and the orders that changed it."""

    after: Board
    """With all that lasts."""
    passable: Board
    """The same, with the borders that are barred for this season only."""
    blame: Callable[[ProvinceKey, ProvinceKey], tuple[Order, ...]] = field(
        default=lambda _one, _other: ()
    )
    """The orders that changed one of two provinces or the border between them."""
    precedence: Precedence


def find_fates(
    state: GameState, after: Board, policy: MovementPolicy
) -> Mapping[ProvinceKey, UnitFate]:
    """Return the units that are lost or frozen if they stay where they are, by province."""
    found = {}
    for face, unit in state.units.items():
        if not _can_stand(unit, after, policy):
            found[face] = UnitFate.LOST
        elif after[face].iced and not state.board[face].iced:
            found[face] = UnitFate.FROZEN
    return found


def _could_convoy(state: GameState, face: ProvinceKey) -> bool:
    """Tell whether a fleet in a province could have carried an army before the changes."""
    return state.board.is_water(face) and state.units[face].kind is Kind.FLEET


def _can_stand(unit: Unit, after: Board, policy: MovementPolicy) -> bool:
    if unit.kind in FLEETS:
        return bool(find_fleet_places(unit, after, relocates=policy.relocates))
    return after.is_ground(unit.province)


def judge_movement(
    state: GameState, sheet: Sheet, changed: ChangedMap, policy: MovementPolicy
) -> Report:
    """Judge the unit orders of a season whose changes of the map have been decided.

    Raises NeedsThrow when a throw has to decide on a coast.
    """
    doomed = find_fates(state, changed.after, policy)
    helpless = frozenset[ProvinceKey]() if policy.doomed_support else frozenset(doomed)
    ferries = frozenset(doomed) - helpless
    frozen = frozenset(
        face for face in state.units if state.board[face].iced and changed.after[face].iced
    )
    going, standing = (
        SeasonPosition(
            board=changed.passable,
            before=state.board,
            state=state,
            passage=policy.game.passage,
            written=state.board,
            idle=frozen,
            helpless=helpless,
            ferries=frozenset(face for face in ferries if _could_convoy(state, face)),
            relocates=policy.relocates,
            moving=moving,
        )
        for moving in (True, False)
    )
    given = assign_orders(sheet, state.units, ignore_kind=policy.game.leniency.ignore_kind)
    judge = OrderJudge(
        standing=standing,
        doomed=frozenset(doomed),
        leniency=policy.game.leniency,
        precedence=changed.precedence,
        blame=changed.blame,
    )
    attempts = list_attempts(going, given, judge.judge_order)
    battle = resolve_battle(going, attempts, policy.game.convoys)
    results = _BattleResults(
        state=state,
        changed=changed,
        policy=policy,
        given=given,
        going=going,
        standing=standing,
        battle=battle,
        doomed=doomed,
    )
    changes = tuple(results.changes())
    entered = judge.assigned_coasts
    used = [*results.assigned_coasts, *(entered[at] for at in results.arrived if at in entered)]
    choices = (ruling for assigned in used for ruling in assigned.rulings)
    rulings = (judge.explain_ruling(ruling) for ruling in list_rulings(sheet, given, battle))
    return Report(rulings=(*rulings, *choices), changes=changes)


@dataclass(kw_only=True)
class _BattleResults:
    """Lists the changes that follow from a resolved battle on changed ground."""

    state: GameState
    changed: ChangedMap
    policy: MovementPolicy
    given: Assignment
    going: SeasonPosition
    standing: SeasonPosition
    battle: Battle
    doomed: Mapping[ProvinceKey, UnitFate]
    arrived: list[ProvinceKey] = field(default_factory=list)
    """Where those who moved came from."""
    assigned_coasts: list[AssignedCoast] = field(default_factory=list)
    """The coasts that fleets which did not move were given by precedence."""

    def changes(self) -> Iterator[Change]:
        """Yield the changes: coasts of fleets that stay, units lost, dislodged and moved, standoffs."""
        stay, out = self._split_attempts()
        held = {self.battle.home[number] for number in stay}
        gone = {face for face in held if self.doomed.get(face) is UnitFate.LOST}
        goals = {self.battle.goal[self.battle.number[face]] for face in self.arrived}
        standoffs = find_standoffs(self.battle, held | goals)
        for number in stay:
            yield from self._resolve_stay(self.battle.attempts[number].unit)
        for number in out:
            yield from self._resolve_dislodgement(number, (held - gone) | goals | standoffs)
        for face in self.arrived:
            yield self._resolve_arrival(face)
        for face in sorted(standoffs):
            yield StandoffLeft(province=face)

    def _split_attempts(self) -> tuple[list[int], list[int]]:
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

    def _resolve_arrival(self, face: ProvinceKey) -> Change:
        number = self.battle.number[face]
        advance = self.battle.advances[number]
        ways = list_open_routes(self.battle, number) if advance.routes else ()
        return UnitMoved(unit=advance.unit, to=advance.to, convoy=ways[0] if ways else ())

    def _resolve_stay(self, unit: Unit) -> Iterator[Change]:
        """Yield the change, if any, of a unit that stays: it is lost, or put on another coast."""
        if self.doomed.get(unit.province) is UnitFate.LOST:
            yield UnitLost(unit=unit)
            return
        place = self._find_place(unit)
        if place != unit.at:
            yield UnitPutOnCoast(unit=unit, coast=place.coast)

    def _find_place(self, unit: Unit) -> Place:
        """Return where a unit that does not move stands after the changes."""
        board, face = self.changed.after, unit.province
        if unit.kind not in FLEETS or board.is_water(face):
            return Place(face)
        left = coast_with(board, face, unit.at.coast)
        if len(left) != 1:
            order = self.given.orders.get(face)
            assigned = self.changed.precedence.choose_when_staying(
                unit, left or coasts(board, face), order
            )
            self.assigned_coasts.append(assigned)
            return Place(face, assigned.coast.borders)
        return Place(face, left[0].borders)

    def _resolve_dislodgement(self, number: int, closed: set[ProvinceKey]) -> Iterator[Change]:
        """Yield the changes of a dislodged unit: it is lost with its ground, or retreats on the new map."""
        unit = self.battle.attempts[number].unit
        winner = conqueror(self.battle, unit.province)
        start = find_attack_origin(self.battle, winner, self.policy.game.retreats)
        if self.doomed.get(unit.province) is UnitFate.LOST:
            if not self.policy.doomed_may_retreat:
                yield UnitLost(unit=unit)
                return
            lost, season = unit, self.going
        else:
            place = self._find_place(unit)
            if place != unit.at:
                yield UnitPutOnCoast(unit=unit, coast=place.coast)
            lost = Unit(power=unit.power, kind=unit.kind, at=place)
            season = self.standing
        retreats = tuple(
            way
            for way in self._list_ways(season, lost)
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
    def _list_ways(season: SeasonPosition, unit: Unit) -> tuple[Place, ...]:
        if unit.kind not in FLEETS:
            return tuple(Place(face) for face in sorted(season.ways.armies(unit.province)))
        found = season.ways.landfalls(unit.at)
        faces = sorted({*found} - season.ferries)
        return tuple(place for face in faces for place in found[face])


def sort_by_power(rulings: tuple[OrderResult, ...]) -> tuple[OrderResult, ...]:
    """Return rulings by power, those of a power in the sequence given."""
    return tuple(sorted(rulings, key=lambda ruling: ruling.order.power))


@dataclass(kw_only=True)
class OrderJudge:
    """Judges the unit orders of one season on the maps before and after its changes."""

    standing: SeasonPosition
    """The position of supports and convoys: the map as it has become."""
    doomed: frozenset[ProvinceKey] = frozenset()
    """Provinces of units that are lost or frozen if they stay."""
    leniency: Leniency
    precedence: Precedence
    blame: Callable[[ProvinceKey, ProvinceKey], tuple[Order, ...]]
    """The orders that changed one of two provinces or the border between them."""
    assigned_coasts: dict[ProvinceKey, AssignedCoast] = field(default_factory=dict)
    """The coasts that fleets will come to by precedence, by the province they come from."""
    start: Position = field(init=False)
    """The position as it was when the orders were written."""

    def __post_init__(self) -> None:
        """Look back to the map of before."""
        now = self.standing
        idle = frozenset(face for face in now.units if now.before[face].iced)
        self.start = Position(state=now.state, board=now.before, passage=now.passage, idle=idle)

    def judge_order(self, going: Position, unit: Unit, order: UnitOrder) -> Attempt:
        """Return what a unit attempts by an order; ``going`` is the position for units that move."""
        match order:
            case Hold():
                return Stand(unit=unit, order=order)
            case _ if unit.province in going.idle:
                return void_order(unit, order, Reason.TRAPPED)
            case Move():
                attempt = self._judge_move(going, unit, order)
                to = order.to.province
                if isinstance(attempt, Stand) and self._was_possible(unit, order):
                    reason = why_lost(attempt.void.reason if attempt.void else None)
                    return void_move(unit, order, reason, *self._blame(unit, to))
                return attempt
            case SupportHold() | SupportMove() | Convoy():
                return self._judge_help(going, unit, order)
            case _:
                return void_order(unit, order, Reason.WRONG_PHASE)

    def explain_ruling(self, ruling: OrderResult) -> OrderResult:
        """Return a ruling; a move without a convoy is explained by the ground that bars its land way."""
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

    def _blame(self, unit: Unit, to: ProvinceKey) -> tuple[Order, ...]:
        return self.blame(unit.province, to)

    def _judge_help(
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
        if isinstance(order, Convoy) and not _can_army_enter(
            self.standing.board, order.to.province
        ):
            iced = self.standing.board[order.to.province].iced
            attempt = void_order(unit, order, Reason.ICE_SHUT if iced else Reason.NO_CHAIN)
        if isinstance(attempt, Stand) and self._was_possible(unit, order):
            to = order.of.at.province if isinstance(order, SupportHold) else order.to.province
            return void_order(unit, order, Reason.GROUND_CHANGED, *self._blame(unit, to))
        return attempt

    def _judge_move(self, going: Position, unit: Unit, order: Move) -> Attempt:
        board, to = going.board, order.to.province
        if to == unit.province:
            return void_order(unit, order, Reason.SAME_PLACE)
        if unit.kind in FLEETS:
            return self._judge_fleet_move(going, unit, order)
        if not _can_army_enter(board, to):
            return void_order(unit, order, why_barred(going, unit, to))
        attempt = judge_order(going, unit, order, self.leniency)
        if isinstance(attempt, Advance) or to in going.reach(unit):
            return attempt
        return void_order(unit, order, why_barred(going, unit, to))

    def _judge_fleet_move(self, going: Position, unit: Unit, order: Move) -> Attempt:
        """Return the attempt of a fleet's move, to a place as it is after the changes.

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
        among = self._list_meant_places(to, reached)
        if isinstance(among, Reason):
            return void_order(unit, order, among)
        place = among[0]
        if len(among) > 1:
            board = self.standing.board
            open_coasts = [coast_with(board, to.province, one.coast)[0] for one in among]
            assigned = self.precedence.choose_when_entering(unit, open_coasts)
            self.assigned_coasts[unit.province] = assigned
            place = Place(to.province, assigned.coast.borders)
        return Advance(unit=unit, order=order, to=place)

    def _list_meant_places(
        self, to: PlaceName, reached: tuple[Place, ...]
    ) -> tuple[Place, ...] | Reason:
        """Return the places in reach that a move means: those on the coast it names, if it names one."""
        here = coasts(self.standing.board, to.province)
        if to.coast is None:
            unclear = not self.leniency.infer_coast and len(here) > 1
            return Reason.COAST_UNCLEAR if unclear else reached
        now, before = self.standing.board, self.standing.before
        meant = find_named_place(now, to, reached, before, beyond=Reason.COAST_TOO_FAR)
        if meant is Reason.COAST_UNCLEAR:
            named = {coast.borders for coast in find_meant_coasts(now, to, before)}
            return tuple(place for place in reached if place.coast in named)
        if meant is Reason.COAST_TOO_FAR and self.leniency.correct_coast:
            return reached
        return (meant,) if isinstance(meant, Place) else meant


def _can_army_enter(board: Board, face: ProvinceKey) -> bool:
    """Tell whether an army may go to a province at all."""
    province = board[face]
    return board.is_ground(face) and province.passable and not province.iced


def why_barred(position: Position, unit: Unit, to: ProvinceKey) -> Reason:
    """Return why a unit cannot go to a province: ice, a rift, a change of height, or distance."""
    board, here = position.board, unit.province
    if board[to].iced:
        return Reason.ICE_SHUT
    reason = why_unreachable(position, unit, to)
    distance = {Reason.TOO_FAR, Reason.NO_COMMON_COAST}
    if reason not in distance or not board.mesh.between(here, to):
        return reason
    if pair(here, to) in board.rifts:
        return Reason.RIFT_BETWEEN
    on_foot = unit.kind not in FLEETS
    uneven = board[here].terrain is not board[to].terrain
    return Reason.WRONG_GROUND if on_foot and uneven else reason
