"""A movement phase with armies aboard fleets: boarding first, then one battle of all attempts.

Source: docs/rules/deluge2.md, "5. Adjudication of a movement season", "5.6 Resolver". A landing caught in
a paradox is fought again without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from zinegen.board.board import Power
from zinegen.game.orders import Convoy, Move, Order, Sheet, UnitOrder
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Named, Spot, Unit
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Face
from zinegen.rules.movement import explain
from zinegen.rules.movement.attempts import Advance, Attempt, Position, void_move, void_order
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.legality import Assignment, assign_orders, judge_order
from zinegen.rules.movement.matching import match_attempts
from zinegen.rules.movement.movement import list_attempts, make_position
from zinegen.rules.movement.resolve import resolve
from zinegen.variants.deluge.boarding import (
    BoardingResults,
    FerryPolicy,
    is_failed_boarding,
    judge_boardings,
    judge_refit,
    order_ferried_armies,
)
from zinegen.variants.deluge.landings import (
    Landing,
    LandingRequest,
    Mode,
    add_landings,
    find_carrier,
    find_origin,
    let_ferried_army_stay,
    read_request,
    request_in_support,
    void_contradictions,
    why_impossible,
)
from zinegen.variants.deluge.orders import BecomeFleet, Embark, SupportLanding

Key = tuple[Power, int]
"""An order of a sheet: its power, and its number among that power's orders, from 0."""


@dataclass(kw_only=True)
class FerryMovement:
    """One movement phase while it is being judged."""

    sheet: Sheet
    given: Assignment
    plain: Mapping[Key, Key]
    """Where the orders that units act on stand among those that were assigned."""
    policy: FerryPolicy
    orders: dict[Face, UnitOrder]
    """What every unit acts on, ferries without an order of the army and forced ferries included."""
    implied: frozenset[Face]
    """Armies that have no order of their own and are moved by their fleet's."""
    position: Position
    boardings: BoardingResults
    landings: tuple[Landing, ...] = ()
    void: dict[int, Verdict] = field(default_factory=dict)
    """Verdicts on orders to land that cannot be considered, by identity."""
    struck: dict[Face, tuple[Order, ...]] = field(default_factory=dict)
    """Waters of combinations whose landing was caught in a paradox, with the orders of its circle."""
    forced: dict[int, Face] = field(default_factory=dict)
    """Orders that were read as a ferry, by identity, with the province of the army."""
    leaving: frozenset[Face] = frozenset()
    """Waters of combinations whose fleet, its army ashore, may go wherever a fleet can."""


def judge_movement(
    state: GameState, sheet: Sheet, policy: FerryPolicy
) -> tuple[FerryMovement, Battle]:
    """Judge a movement phase: return its orders and landings, and the resolved battle."""
    start = make_position(state, policy.game.passage, longest_convoy=1)
    phase = _begin_movement(start, sheet, policy)
    while True:
        battle = _make_battle(phase)
        resolve(battle)
        stopped = {
            landing.carrier.province: explain.list_orders(battle, battle.in_paradox[number])
            for landing in phase.landings
            if (number := battle.number.get(landing.key)) in battle.in_paradox
            and number is not None
        }
        if not stopped:
            return phase, battle
        phase.struck |= stopped


def _begin_movement(start: Position, sheet: Sheet, policy: FerryPolicy) -> FerryMovement:
    """Return the phase with its boardings and landings."""
    plain, requests = _sort_orders(start, sheet)
    given = assign_orders(
        replace(sheet, orders={power: tuple(o for _, o in some) for power, some in plain.items()}),
        start.units,
        ignore_kind=policy.game.leniency.ignore_kind,
    )
    orders = dict(given.orders)
    implied = order_ferried_armies(start, given, orders)
    alone = list_attempts(start, replace(given, orders=orders), partial(_judge_order, policy, {}))
    aboard = judge_boardings(start, orders, alone, policy)
    phase = FerryMovement(
        sheet=sheet,
        given=given,
        plain={
            (power, number): (power, place)
            for power, some in plain.items()
            for place, (number, _) in enumerate(some)
        },
        orders=orders,
        implied=implied,
        position=start,
        boardings=aboard,
        policy=policy,
    )
    if policy.must_ferry:
        _replace_by_ferries(phase, requests)
        aboard = phase.boardings = judge_boardings(start, orders, alone, policy)
        requests = [request for request in requests if id(request.order) not in phase.forced]
    phase.position = replace(start, state=replace(start.state, units=aboard.units(start.units)))
    phase.leaving = frozenset(request.at for request in requests)
    _find_landings(phase, requests)
    return phase


def _sort_orders(
    position: Position, sheet: Sheet
) -> tuple[dict[Power, list[tuple[int, Order]]], list[LandingRequest]]:
    """Return the orders of units with their numbers, and apart from them the orders to land."""
    plain: dict[Power, list[tuple[int, Order]]] = {}
    requests = []
    for power in sorted(sheet.orders):
        plain[power] = []
        for number, order in enumerate(sheet.orders[power]):
            request = None if power in sheet.disorder else read_request(order, position)
            if request is None:
                plain[power].append((number, order))
            else:
                requests.append(request)
    return plain, requests


def _replace_by_ferries(phase: FerryMovement, requests: list[LandingRequest]) -> None:
    """Read boarding and landing over one water as a ferry, which no attack at sea forestalls [5.4]."""
    orders = phase.orders
    for face, order in sorted(orders.items()):
        refused = phase.boardings.refused.get(face)
        hopeless = refused is not None and refused.reason is not Reason.BOARDING_ATTACKED
        if not isinstance(order, Embark) or hopeless:
            continue
        water, line = order.aboard.at.province, order.line
        own = request_in_support(orders.get(water), water, face)
        meant = [
            request
            for request in requests
            if request.at == water and request.order.power == order.power
        ]
        goals = {request.to.province for request in (*meant, *([own] if own else []))}
        if len(goals) != 1:
            continue
        to = Spot(province=goals.pop())
        here = Named(at=Spot(province=face), kind=Kind.ARMY)
        there = Named(at=Spot(province=water), kind=Kind.FLEET)
        for request in meant:
            phase.forced[id(request.order)] = face
        orders[face] = Move(power=order.power, line=line, unit=here, to=to, via_convoy=True)
        orders[water] = Convoy(power=order.power, line=line, unit=there, army=here, to=to)


def _judge_order(
    policy: FerryPolicy,
    refused: Mapping[Face, Verdict],
    position: Position,
    unit: Unit,
    order: UnitOrder,
    *,
    leaving: frozenset[Face] = frozenset(),
) -> Attempt:
    """Return what a unit attempts by an order, landings left aside."""
    match order:
        case Embark():
            why = refused.get(unit.province)
            if why is None or is_failed_boarding(why):
                reason = why.reason if why is not None else Reason.CANNOT_BOARD
                because = why.because if why is not None else ()
                return void_move(unit, order, reason, *because)
            return void_order(unit, order, why.reason)
        case BecomeFleet():
            return judge_refit(position, unit, order, policy)
        case SupportLanding():
            return void_order(unit, order, Reason.NO_SUCH_ORDER)
        case Move() if (
            unit.kind is Kind.ARMY_ABOARD
            and unit.province not in leaving
            and not position.board.is_water(order.to.province)
        ):
            return void_order(unit, order, Reason.WRONG_GROUND)
        case _:
            return judge_order(position, unit, order, policy.game.leniency)


def _find_landings(phase: FerryMovement, requests: list[LandingRequest]) -> None:
    """Find the army of each order to land, and note a verdict on those that cannot be considered."""
    attempts = _list_attempts(phase)
    position = phase.position
    by_carrier: dict[Face, list[LandingRequest]] = {}
    for request in requests:
        carrier = find_carrier(position, request, attempts, request.order.power)
        if carrier is None:
            phase.void[id(request.order)] = Verdict(reason=Reason.NOT_ABOARD)
        else:
            by_carrier.setdefault(carrier.province, []).append(request)
    landings = []
    for face, unit in sorted(position.units.items()):
        if unit.kind is not Kind.ARMY_ABOARD:
            continue
        home = find_origin(phase.boardings, unit)
        own = request_in_support(phase.orders.get(face), face, home)
        found = [*by_carrier.get(face, ()), *([own] if own is not None else [])]
        if not found:
            continue
        mode = Mode.STAY
        if isinstance(attempts[face], Advance):
            mode = Mode.LEAVE if found[0].at == face else Mode.SAIL
        landing = Landing(request=found[0], carrier=unit, boarded_from=home, mode=mode)
        reason = why_impossible(position, landing)
        if len({(request.at, request.to.province) for request in found}) > 1:
            phase.void |= void_contradictions(found)
        elif reason is not None:
            phase.void |= {id(request.order): Verdict(reason=reason) for request in found}
        else:
            landings.append(landing)
    phase.landings = tuple(landings)
    phase.leaving = frozenset(one.water for one in landings if one.mode is Mode.LEAVE)


def _list_attempts(phase: FerryMovement) -> dict[str, Attempt]:
    """Return what the units attempt after the boarding, landings left aside."""
    judge = partial(_judge_order, phase.policy, phase.boardings.refused, leaving=phase.leaving)
    attempts = list_attempts(phase.position, replace(phase.given, orders=phase.orders), judge)
    for water in sorted(phase.boardings.waiting):
        fleet = attempts[water]
        if not phase.policy.sail_without_army and isinstance(fleet, Advance):
            attempts[water] = void_order(fleet.unit, fleet.order, Reason.WAITED_FOR_ARMY)
    return attempts


def _make_battle(phase: FerryMovement) -> Battle:
    """Return the battle, without the landings and departures of combinations caught in a paradox."""
    struck = phase.struck
    position = phase.position
    attempts = _list_attempts(phase)
    left = tuple(one for one in phase.landings if one.carrier.province not in struck)
    for landing in phase.landings:
        face = landing.carrier.province
        fleet = attempts[face]
        if face in struck and landing.mode is Mode.LEAVE and isinstance(fleet, Advance):
            others = (order for order in struck[face] if order is not fleet.order)
            attempts[face] = void_order(fleet.unit, fleet.order, Reason.PARADOX, *others)
    found = match_attempts(
        position, add_landings(position, attempts, left), phase.policy.game.convoys
    )
    carried = {key: let_ferried_army_stay(position, attempt) for key, attempt in found.items()}
    return Battle(carried, phase.policy.game.convoys)
