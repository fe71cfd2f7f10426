"""The results of a phase with armies aboard fleets: verdicts, and changes of the board.

Source: docs/rules/deluge2.md, "4. Order types", "5.3 Landing", "5.4 Fast ferry", "5.5 Change of type",
"5.6 Resolver", "5.7 Retreats".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.board.board import Power
from zinegen.game.changes import (
    ArmyBoarded,
    ArmyLanded,
    Change,
    StandoffLeft,
    UnitDislodged,
    UnitMoved,
    UnitRefitted,
)
from zinegen.game.orders import Order, Sheet, UnitOrder
from zinegen.game.state import Dislodged, GameState
from zinegen.game.units import Kind, Spot
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import Reason, Report, Ruling, Verdict, Word
from zinegen.geometry.mesh import Face
from zinegen.rules.movement.attempts import Advance, Stand
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.explain import explain_attempt, list_open_routes
from zinegen.rules.movement.movement import (
    NOT_HERE,
    find_retreats,
    find_standoffs,
)
from zinegen.rules.retreats import judge_retreats
from zinegen.variants.deluge.boarding import FerryPolicy, find_disturbing_attacks, make_refit_change
from zinegen.variants.deluge.landings import Landing, Mode, judge_landing
from zinegen.variants.deluge.movement import FerryMovement, judge_movement
from zinegen.variants.deluge.orders import BecomeFleet, Embark


def list_rulings(phase: FerryMovement, battle: Battle) -> tuple[Ruling, ...]:
    """Return the rulings: by power in alphabetical order, as written, then what was not ordered."""
    rulings: dict[Power, list[Ruling]] = {}
    for power in sorted(phase.sheet.orders):
        rulings[power] = [
            Ruling(order=order, verdict=_find_verdict(phase, battle, order, (power, number)))
            for number, order in enumerate(phase.sheet.orders[power])
        ]
    landing = {one.carrier.province for one in phase.landings}
    for number, attempt in enumerate(battle.attempts):
        home = attempt.unit.province
        unasked = isinstance(attempt, Stand) and not attempt.given and home not in landing
        own = isinstance(attempt, Advance) and not attempt.extra and home in phase.implied
        if unasked or own:
            ruling = Ruling(
                order=attempt.order, verdict=explain_attempt(battle, number), given=False
            )
            rulings.setdefault(attempt.unit.power, []).append(ruling)
    return tuple(ruling for power in sorted(rulings) for ruling in rulings[power])


def _find_verdict(
    phase: FerryMovement, battle: Battle, order: Order, key: tuple[Power, int]
) -> Verdict:
    if id(order) in phase.void:
        return phase.void[id(order)]
    if id(order) in phase.forced:
        return explain_attempt(battle, battle.number[phase.forced[id(order)]])
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
        if landing.request.order is order
        or (
            isinstance(order, UnitOrder)
            and landing.carrier.power == order.power
            and landing.water == order.unit.at.province
            and landing.to == getattr(order, "to", Spot(province=Face(""))).province
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
    found = explain_attempt(battle, number)
    landing = next((one for one in phase.landings if one.carrier.province == face), None)
    attempt = battle.attempts[number]
    if landing is not None:
        if isinstance(attempt, Advance) and attempt.need and not battle.has_effect(number):
            return Verdict(reason=Reason.LANDING_FAILED, because=(landing.request.order,))
        if landing.request.order is order and found.word is Word.SUCCEEDS:
            return _find_landing_verdict(phase, battle, landing)
    if isinstance(order, BecomeFleet) and found.word is Word.SUCCEEDS:
        stopped = find_disturbing_attacks(battle, number, phase.policy)
        if stopped:
            return Verdict(reason=Reason.REFIT_STOPPED, because=stopped)
        return found._replace(reason=Reason.BECAME_FLEET)
    return found


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
    lost = []
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
        elif battle.leaves(number):
            fleets = [way[0] for way in list_open_routes(battle, number)]
            yield ArmyBoarded(army=unit, fleet=phase.position.units[fleets[0]])
        elif battle.is_dislodged(number):
            lost.append(number)
        else:
            occupied.add(unit.province)
            change = make_refit_change(battle, phase.position, number, phase.policy)
            yield from (change,) if change is not None else ()
    yield from (_make_landing_change(battle, one) for one in landed if one.mode is Mode.SAIL)
    yield from _list_dislodgements(phase, battle, lost, occupied)


def _make_landing_change(battle: Battle, landing: Landing) -> ArmyLanded:
    """Return the landing of an army; its carrier stands at the water from which it lands."""
    attempt = battle.attempts[battle.number[landing.key]]
    to = attempt.to if isinstance(attempt, Advance) else attempt.unit.at
    return ArmyLanded(carrier=replace(attempt.unit, kind=Kind.ARMY_ABOARD), to=to)


def _list_dislodgements(
    phase: FerryMovement,
    battle: Battle,
    lost: Iterable[int],
    occupied: set[Face],
) -> Iterator[Change]:
    """Yield the dislodged units, with the places where they may retreat to, and the standoffs."""
    standoffs = find_standoffs(battle, occupied)
    for number in lost:
        closed, policy = occupied | standoffs, phase.policy.game.retreats
        out = find_retreats(phase.position, battle, number, closed, policy)
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


def retreats_with_ferries(*, by_throw: bool = False) -> PhaseRule:
    """Return the rule of retreats in which a fleet driven to a coast loses the army aboard.

    With ``by_throw`` a throw sends units for which nothing was written.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        report = judge_retreats(state, sheet, by_throw=by_throw)
        changes: list[Change] = []
        for change in report.changes:
            changes.append(change)
            if (
                isinstance(change, UnitMoved)
                and change.unit.kind is Kind.ARMY_ABOARD
                and state.board.is_ground(change.to.province)
            ):
                arrived = replace(change.unit, at=change.to)
                changes.append(UnitRefitted(unit=arrived, to=replace(arrived, kind=Kind.FLEET)))
        return replace(report, changes=tuple(changes))

    return rule
