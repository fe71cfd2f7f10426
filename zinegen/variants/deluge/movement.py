"""A movement phase with armies aboard fleets: boarding, then one battle of all attempts, and its results.

A landing caught in a paradox is fought again without it. Source: docs/rules/deluge2.md, "4. Order types",
"5. Adjudication of a movement season", "5.3 Landing", "5.4 Fast ferry", "5.5 Change of type",
"5.6 Resolver".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from zinegen.board.board import Power
from zinegen.game.changes import (
    ArmyBoarded,
    ArmyLanded,
    Change,
    StandoffLeft,
    UnitDislodged,
    UnitMoved,
)
from zinegen.game.orders import Convoy, Move, Order, OrderKey, Sheet, UnitOrder
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import Kind, PlaceName, Unit, UnitName
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import (
    Advance,
    Attempt,
    Position,
    Stand,
    list_fleets,
    void_move,
    void_order,
)
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.explain import explain_attempt, list_open_routes, list_orders
from zinegen.rules.movement.legality import Assignment, assign_orders, judge_order
from zinegen.rules.movement.matching import match_attempts
from zinegen.rules.movement.movement import (
    NOT_HERE,
    find_retreats,
    find_standoffs,
    list_attempts,
    make_position,
)
from zinegen.rules.movement.resolve import resolve
from zinegen.variants.deluge.boarding import (
    BoardingResults,
    FerryPolicy,
    find_disturbing_attacks,
    is_failed_boarding,
    is_ferry,
    judge_boardings,
    judge_refit,
    make_refit_change,
    order_ferried_armies,
)
from zinegen.variants.deluge.landings import (
    Landing,
    LandingRequest,
    Mode,
    add_landings,
    find_carrier,
    find_mode,
    find_origin,
    judge_landing,
    keep_carriers,
    let_ferried_army_stay,
    list_landings_from,
    read_request,
    request_in_support,
    support_ferry,
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
    orders: dict[ProvinceKey, UnitOrder]
    """What every unit acts on, ferries without an order of the army and forced ferries included."""
    implied: frozenset[ProvinceKey]
    """Armies that have no order of their own and are moved by their fleet's."""
    position: Position
    boardings: BoardingResults
    landings: tuple[Landing, ...] = ()
    void: dict[OrderKey, Verdict] = field(default_factory=dict)
    """Verdicts on orders to land that cannot be considered, by key."""
    struck: dict[ProvinceKey, tuple[Order, ...]] = field(default_factory=dict)
    """Waters of combinations whose landing was caught in a paradox, with the orders of its circle."""
    forced: dict[OrderKey, ProvinceKey] = field(default_factory=dict)
    """Orders that were read as a ferry, by key, with the province of the army."""
    leaving: frozenset[ProvinceKey] = frozenset()
    """Waters from which armies land: of a fleet there it is not asked whether an army could come along."""


def judge_movement(
    state: GameState, sheet: Sheet, policy: FerryPolicy
) -> tuple[FerryMovement, Battle]:
    """Judge a movement phase: return its orders and landings, and the resolved battle."""
    most = policy.game.convoys.longest
    start = make_position(state, policy.game.passage, longest_convoy=most)
    phase = _begin_movement(start, sheet, policy)
    while True:
        battle = _make_battle(phase)
        resolve(battle)
        stopped = {
            landing.carrier.province: list_orders(battle, battle.in_paradox[number])
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
        requests = [request for request in requests if request.order.key not in phase.forced]
    units = aboard.units(start.units)
    phase.position = replace(
        start, state=replace(start.state, units=units), fleets=list_fleets(units)
    )
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
        meant = list_landings_from(requests, orders, order.power, water)
        goals = {request.to.province for request in (*meant, *([own] if own else []))}
        if len(goals) != 1 or water not in phase.position.ways.ports(min(goals)):
            continue
        to = PlaceName(province=goals.pop())
        here = UnitName(at=PlaceName(province=face), kind=Kind.ARMY)
        there = UnitName(at=PlaceName(province=water), kind=Kind.FLEET)
        besides = orders.get(water)
        if isinstance(besides, Move | Convoy) and not is_ferry(besides, face, to.province):
            landing = tuple(request.order for request in meant)
            phase.void[besides.key] = Verdict(reason=Reason.CARRIED_ARMY, because=landing)
        for request in meant:
            phase.forced[request.order.key] = face
        orders[face] = Move(power=order.power, line=line, unit=here, to=to, via_convoy=True)
        orders[water] = Convoy(power=order.power, line=line, unit=there, army=here, to=to)
        orders |= support_ferry(orders, replace(here, power=order.power), water, to)


def _judge_order(
    policy: FerryPolicy,
    refused: Mapping[ProvinceKey, Verdict],
    position: Position,
    unit: Unit,
    order: UnitOrder,
    *,
    leaving: frozenset[ProvinceKey] = frozenset(),
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
    by_carrier: dict[ProvinceKey, list[LandingRequest]] = {}
    failed = [face for face, why in phase.boardings.refused.items() if is_failed_boarding(why)]
    lapsed = {id(phase.orders[face].line) for face in failed if face in phase.orders} - {id(None)}
    for request in requests:
        carrier = find_carrier(position, request, attempts, request.order.power)
        if carrier is None or id(request.order.line) in lapsed:
            phase.void[request.order.key] = Verdict(reason=Reason.NOT_ABOARD)
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
        mode = find_mode(attempts[face], found[0], home)
        landing = Landing(request=found[0], carrier=unit, boarded_from=home, mode=mode)
        reason = why_impossible(position, landing)
        if len({(request.at, request.to.province) for request in found}) > 1:
            phase.void |= void_contradictions(found)
        elif reason is not None:
            phase.void |= {request.order.key: Verdict(reason=reason) for request in found}
        else:
            landings.append(landing)
    phase.landings = tuple(landings)
    phase.leaving = frozenset(one.water for one in landings if one.mode is not Mode.SAIL)


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
    attempts = keep_carriers(_list_attempts(phase), phase.landings)
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
    when_broken = phase.policy.aboard_when_broken
    carried = {
        key: let_ferried_army_stay(position, attempt, when_broken=when_broken)
        for key, attempt in found.items()
    }
    return Battle(carried, phase.policy.game.convoys)


def list_rulings(phase: FerryMovement, battle: Battle) -> tuple[OrderResult, ...]:
    """Return the rulings: by power in alphabetical order, as written, then what was not ordered."""
    rulings: dict[Power, list[OrderResult]] = {}
    for power in sorted(phase.sheet.orders):
        rulings[power] = [
            OrderResult(order=order, verdict=_find_verdict(phase, battle, order, (power, number)))
            for number, order in enumerate(phase.sheet.orders[power])
        ]
    landing = {one.carrier.province for one in phase.landings}
    for number, attempt in enumerate(battle.attempts):
        home = attempt.unit.province
        unasked = isinstance(attempt, Stand) and not attempt.given and home not in landing
        own = isinstance(attempt, Advance) and not attempt.extra and home in phase.implied
        if unasked or own:
            ruling = OrderResult(
                order=attempt.order, verdict=explain_attempt(battle, number), given=False
            )
            rulings.setdefault(attempt.unit.power, []).append(ruling)
    return tuple(ruling for power in sorted(rulings) for ruling in rulings[power])


def _find_verdict(
    phase: FerryMovement, battle: Battle, order: Order, key: tuple[Power, int]
) -> Verdict:
    if order.key in phase.void:
        return phase.void[order.key]
    if order.key in phase.forced:
        return explain_attempt(battle, battle.number[phase.forced[order.key]])
    place = phase.plain.get(key)
    if place is None:
        landing = _find_landing(phase, order)
        return _find_landing_verdict(phase, battle, landing) if landing is not None else NOT_HERE
    why = phase.given.void.get(place)
    if why is not None or not isinstance(order, UnitOrder):
        return why or NOT_HERE
    return _find_unit_verdict(phase, battle, order)


def _find_landing(phase: FerryMovement, order: Order) -> Landing | None:
    """Return the landing that an order asks for, the same order written twice included."""
    same = [
        landing
        for landing in phase.landings
        if landing.request.order.key == order.key
        or (
            isinstance(order, UnitOrder)
            and landing.carrier.power == order.power
            and landing.water == order.unit.at.province
            and landing.to == getattr(order, "to", PlaceName(province=ProvinceKey(""))).province
        )
    ]
    return same[0] if same else None


def _find_landing_verdict(phase: FerryMovement, battle: Battle, landing: Landing) -> Verdict:
    number = battle.number.get(landing.key)
    if number is None:
        circle = phase.struck[landing.carrier.province]
        others = tuple(order for order in circle if order is not landing.request.order)
        return Verdict(reason=Reason.PARADOX, because=others)
    return judge_landing(battle, landing, explain_attempt(battle, number))


def _find_unit_verdict(phase: FerryMovement, battle: Battle, order: UnitOrder) -> Verdict:
    face = order.unit.at.province
    if isinstance(order, Embark):
        boarding = phase.boardings.done.get(order.aboard.at.province)
        if boarding is not None and boarding.army.province == face:
            return Verdict(reason=Reason.BOARDED)
    number = battle.number[face]
    if isinstance(order, Embark) and battle.leaves(number):
        return Verdict(reason=Reason.BOARDED)  # aboard by a ferry, ashore or not
    found = explain_attempt(battle, number)
    landing = next((one for one in phase.landings if one.carrier.province == face), None)
    attempt = battle.attempts[number]
    if landing is not None:
        if isinstance(attempt, Advance) and attempt.need and not battle.has_effect(number):
            return Verdict(reason=Reason.LANDING_FAILED, because=(landing.request.order,))
        if landing.request.order.key == order.key and found.word is Word.SUCCEEDS:
            return _find_landing_verdict(phase, battle, landing)
    if isinstance(order, BecomeFleet) and found.word is Word.SUCCEEDS:
        stopped = find_disturbing_attacks(battle, number, phase.policy)
        if stopped:
            return Verdict(reason=Reason.REFIT_STOPPED, because=stopped)
        return found._replace(reason=Reason.BECAME_FLEET)
    return phase.boardings.explain_absence(order, found)


def list_changes(phase: FerryMovement, battle: Battle) -> Iterator[Change]:
    """Yield the changes in a sequence in which they can be applied.

    Armies board first; those whose fleet stays or leaves land before anybody moves, those that sail after.
    """
    for _, boarding in sorted(phase.boardings.done.items()):
        yield ArmyBoarded(army=boarding.army, fleet=boarding.fleet)
    landed = [
        landing
        for landing in phase.landings
        if (number := battle.number.get(landing.key)) is not None and battle.value[number]
    ]
    yield from (_make_landing_change(battle, one) for one in landed if one.mode is not Mode.SAIL)
    left = {one.carrier.province for one in landed if one.mode is Mode.LEAVE}
    occupied = {one.to for one in landed}
    lost, boarded = [], set()
    for number, attempt in enumerate(battle.attempts):
        if isinstance(attempt, Advance) and attempt.extra:
            continue
        unit = attempt.unit
        if isinstance(attempt, Advance) and battle.value[number]:
            occupied.add(attempt.to.province)
            ways = list_open_routes(battle, number) if attempt.routes else ()
            kind = Kind.FLEET if unit.province in left else unit.kind
            yield UnitMoved(
                unit=replace(unit, kind=kind), to=attempt.to, convoy=ways[0] if ways else ()
            )
        elif isinstance(attempt, Advance) and battle.leaves(number):
            water = (list_open_routes(battle, number) or attempt.routes)[0][0]
            boarded.add(water)
            yield ArmyBoarded(army=unit, fleet=phase.position.units[water])
        elif battle.is_dislodged(number):
            lost.append(number)
        else:
            occupied.add(unit.province)
            change = make_refit_change(battle, phase.position, number, phase.policy)
            yield from (change,) if change is not None else ()
    yield from (_make_landing_change(battle, one) for one in landed if one.mode is Mode.SAIL)
    yield from _list_dislodgements(phase, battle, lost, occupied, boarded)


def _make_landing_change(battle: Battle, landing: Landing) -> ArmyLanded:
    """Return the landing of an army; its carrier stands at the water from which it lands."""
    attempt = battle.attempts[battle.number[landing.key]]
    to = attempt.to if isinstance(attempt, Advance) else attempt.unit.at
    return ArmyLanded(carrier=replace(attempt.unit, kind=Kind.ARMY_ABOARD), to=to)


def _list_dislodgements(
    phase: FerryMovement,
    battle: Battle,
    lost: Iterable[int],
    occupied: set[ProvinceKey],
    boarded: set[ProvinceKey],
) -> Iterator[Change]:
    """Yield the dislodged units, with the places where they may retreat to, and the standoffs.

    ``boarded`` are the waters whose fleets have an army of a failed ferry aboard.
    """
    standoffs = find_standoffs(battle, occupied)
    for number in lost:
        closed, policy = occupied | standoffs, phase.policy.game.retreats
        out = find_retreats(phase.position, battle, number, closed, policy)
        if out.unit.province in boarded:
            out = replace(out, unit=replace(out.unit, kind=Kind.ARMY_ABOARD))
        yield UnitDislodged(dislodged=_prefer_water(phase, out))
    for face in sorted(standoffs):
        yield StandoffLeft(province=face)


def _prefer_water(phase: FerryMovement, lost: Dislodged) -> Dislodged:
    """Keep an army aboard at sea: only where no water is open its fleet may go to a coast."""
    if lost.unit.kind is not Kind.ARMY_ABOARD:
        return lost
    board = phase.position.board
    waters = tuple(place for place in lost.retreats if board.is_water(place.province))
    return replace(lost, retreats=waters or lost.retreats)


def movement_with_ferries(policy: FerryPolicy) -> PhaseRule:
    """Return the rule of a movement phase in which armies go aboard and ashore."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        phase, battle = judge_movement(state, sheet, policy)
        return Report(
            rulings=list_rulings(phase, battle),
            changes=tuple(list_changes(phase, battle)),
        )

    return rule
