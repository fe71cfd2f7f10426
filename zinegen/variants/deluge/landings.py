"""Landings: which armies land from which water, as attempts besides those of their fleets.

Source: docs/rules/deluge2.md, "5.3 Landing".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.game.orders import Move, Order, OrderKey, SupportMove, UnitOrder
from zinegen.game.units import Kind, PlaceName, Unit, UnitName
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import (
    Advance,
    Attempt,
    Backing,
    Need,
    Outcomes,
    Position,
    Stand,
    Trit,
    void_order,
)
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.legality import why_unreachable
from zinegen.variants.deluge.boarding import BoardingResults
from zinegen.variants.deluge.orders import Disembark, SupportLanding


class Mode(Enum):
    """What the fleet of a landing army does in the same season."""

    STAY = "stay"
    LEAVE = "leave"
    """It leaves the water from which its army lands."""
    SAIL = "sail"
    """It moves to the water from which its army lands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LandingRequest:
    """An order to land, with the water from which and the place at which the army is to land."""

    order: Disembark | Move | SupportMove | SupportLanding
    at: ProvinceKey
    to: PlaceName


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """One army's landing."""

    request: LandingRequest
    carrier: Unit
    boarded_from: ProvinceKey | None
    mode: Mode

    @property
    def water(self) -> ProvinceKey:
        """The water from which it lands."""
        return self.request.at

    @property
    def to(self) -> ProvinceKey:
        """Where it lands."""
        return self.request.to.province

    @property
    def key(self) -> str:
        """The key of its attempt."""
        return f"{self.water}{self.extra}"

    @property
    def extra(self) -> str:
        """The suffix that tells the key of its attempt from that of the fleet's."""
        return f" landing from {self.carrier.province}"

    def names(self, face: ProvinceKey) -> bool:
        """Tell whether an order may name the army by this province."""
        return face in {self.water, self.boarded_from}


def read_request(order: Order, position: Position) -> LandingRequest | None:
    """Return the landing that an order requests, also as a move; None if it requests none."""
    if not isinstance(order, Disembark | Move):
        return None
    at_sea = order.unit.kind is Kind.ARMY and position.board.is_water(order.unit.at.province)
    if isinstance(order, Disembark) or at_sea:
        return LandingRequest(order=order, at=order.unit.at.province, to=order.to)
    return None


def request_in_support(
    order: UnitOrder | None, water: ProvinceKey, boarded_from: ProvinceKey | None
) -> LandingRequest | None:
    """Return the landing that a fleet's order to support its own army's landing also requests."""
    if not isinstance(order, SupportMove | SupportLanding):
        return None
    if order.of.at.province not in {water, boarded_from}:
        return None
    return LandingRequest(order=order, at=water, to=order.to)


def list_landings_from(
    requests: Iterable[LandingRequest],
    orders: Mapping[ProvinceKey, UnitOrder],
    power: Power,
    water: ProvinceKey,
) -> list[LandingRequest]:
    """Return a power's requests for a water, without those on the line of a combination that sails in."""
    comers = {
        id(one.line)
        for one in orders.values()
        if isinstance(one, Move) and one.to.province == water and one.line is not None
    }
    return [
        one
        for one in requests
        if one.at == water and one.order.power == power and id(one.order.line) not in comers
    ]


def support_ferry(
    orders: Mapping[ProvinceKey, UnitOrder], army: UnitName, water: ProvinceKey, to: PlaceName
) -> dict[ProvinceKey, UnitOrder]:
    """Return the supports of an army's landing from a water as supports of its ferry over it [5.4]."""
    return {
        face: SupportMove(power=one.power, line=one.line, unit=one.unit, of=army, to=one.to)
        for face, one in orders.items()
        if isinstance(one, SupportMove | SupportLanding)
        and (one.of.at.province, one.to.province) == (water, to.province)
        and one.of.power in {None, army.power}
        and one.of.kind is not Kind.FLEET
    }


def find_carrier(
    position: Position, request: LandingRequest, attempts: Mapping[str, Attempt], power: Power
) -> Unit | None:
    """Return the combination whose army a request is about: at its water, or moving to it."""
    found = []
    for face, unit in sorted(position.units.items()):
        attempt = attempts[face]
        comes = isinstance(attempt, Advance) and attempt.to.province == request.at
        if unit.kind is Kind.ARMY_ABOARD and unit.power == power and (face == request.at or comes):
            line = attempt.order.line
            apart = line is None or line is not request.order.line
            found.append((apart, face != request.at, face, unit))
    return min(found, key=lambda entry: entry[:3])[3] if found else None


def find_mode(fleet: Attempt, request: LandingRequest, boarded_from: ProvinceKey | None) -> Mode:
    """Return what the fleet of a landing army does by its order.

    One that took its army aboard this season and lands it over the same water has made its move by that [A2].
    """
    if not isinstance(fleet, Advance):
        return Mode.STAY
    if request.at != fleet.unit.province:
        return Mode.SAIL
    return Mode.LEAVE if boarded_from is None else Mode.STAY


def keep_carriers(
    attempts: Mapping[str, Attempt], landings: Iterable[Landing]
) -> dict[str, Attempt]:
    """Return the attempts; a fleet that boards and lands an army over its own water does no more [A2]."""
    found = dict(attempts)
    for landing in landings:
        fleet = found[landing.carrier.province]
        over_one = landing.mode is Mode.STAY and landing.boarded_from is not None
        if over_one and isinstance(fleet, Advance):
            found[fleet.key] = void_order(
                fleet.unit, fleet.order, Reason.CARRIED_ARMY, landing.request.order
            )
    return found


def why_impossible(position: Position, landing: Landing) -> Reason | None:
    """Return why a landing could never work, or None when it could."""
    if landing.water in position.ways.ports(landing.to):
        return None
    army = Unit(power=landing.carrier.power, kind=Kind.ARMY, at=Place(landing.water))
    return why_unreachable(position, army, landing.to)


def add_landings(
    position: Position, attempts: Mapping[str, Attempt], landings: Iterable[Landing]
) -> dict[str, Attempt]:
    """Return the attempts with the landings, with fleets that leave only when theirs succeeds."""
    landings = tuple(landings)
    found = dict(attempts)
    for landing in landings:
        army = Unit(power=landing.carrier.power, kind=Kind.ARMY, at=Place(landing.water))
        found[landing.key] = Advance(
            unit=army,
            order=landing.request.order,
            to=Place(landing.to),
            extra=landing.extra,
        )
    for face in sorted(position.units):
        found[face] = _support_landing(position, found[face], landings, attempts)
    for landing in landings:
        _link_to_fleet(position, found, landing)
    return found


def _support_landing(
    position: Position,
    attempt: Attempt,
    landings: tuple[Landing, ...],
    attempts: Mapping[str, Attempt],
) -> Attempt:
    """Return an attempt as the support of a landing, if its order is one.

    It is none when it speaks of a fleet that goes the same way out of the water from which an army lands.
    """
    order, unit = attempt.order, attempt.unit
    if not isinstance(order, SupportMove | SupportLanding):
        return attempt
    if isinstance(attempt, Stand) and attempt.void and attempt.void.reason is Reason.TWO_ORDERS:
        return attempt
    of, to = order.of, order.to.province
    named = attempts.get(of.at.province)
    goes_itself = isinstance(named, Advance) and named.to.province == to
    if goes_itself and isinstance(order, SupportMove) and of.kind is not Kind.ARMY:
        return attempt
    own_first = sorted(landings, key=lambda landing: landing.carrier.province != unit.province)
    for landing in own_first:
        if landing.to != to or not landing.names(of.at.province):
            continue
        if of.power not in {None, landing.carrier.power}:
            continue
        if to not in position.reach(unit) or unit.province == to:
            return void_order(unit, order, Reason.CANNOT_SUPPORT)
        return Backing(unit=unit, order=order, of=landing.key, bears_on=to, moving=True)
    return attempt


def _link_to_fleet(position: Position, found: dict[str, Attempt], landing: Landing) -> None:
    """Make a landing and its fleet's move depend on each other.

    A fleet that leaves for a shore could not take its army along, so it stays when a supported unit takes
    its place.
    """
    home, key = landing.carrier.province, landing.key
    ashore, fleet = found[key], found[home]
    if not isinstance(ashore, Advance):
        return
    need = {
        Mode.SAIL: Need(holds=lambda battle: battle.outcome(home), watches=(home,)),
        Mode.STAY: Need(holds=lambda battle: _negate(battle.dislodgement(home)), watches=(home,)),
        Mode.LEAVE: Need(
            holds=lambda battle: _negate(_goes_along(battle, home)),
            watches=(home, *_list_keys_bearing_on(found, home)),
        ),
    }
    found[key] = replace(ashore, need=need[landing.mode])
    if landing.mode is Mode.LEAVE and isinstance(fleet, Advance):
        ashore_only = position.board.is_ground(fleet.to.province)
        found[home] = replace(
            fleet,
            need=Need(
                holds=lambda battle: _may_leave(battle, key, home, ashore_only=ashore_only),
                watches=(
                    *_list_keys_bearing_on(found, landing.to),
                    *(_list_keys_bearing_on(found, home) if ashore_only else ()),
                ),
                reason=Reason.LANDING_FAILED,
            ),
        )


def _may_leave(battle: Outcomes, key: str, home: ProvinceKey, *, ashore_only: bool) -> Trit:
    """Tell whether a fleet may leave: its army's landing wins, and need not go along to a shore."""
    wins = battle.wins(battle.number[key])
    if not ashore_only or wins is False:
        return wins
    left_alone = _negate(_is_entered_with_support(battle, home))
    return left_alone if wins or left_alone is False else None


def _negate(answer: Trit) -> Trit:
    return None if answer is None else not answer


def _goes_along(battle: Outcomes, home: ProvinceKey) -> Trit:
    """Tell whether a landing fails because its fleet is dislodged or a supported unit takes its place."""
    lost = battle.dislodgement(home)
    if lost:
        return True
    left, taken = battle.outcome(home), _is_entered_with_support(battle, home)
    if left is False or taken is False:
        return lost
    return True if left and taken else None


def _is_entered_with_support(battle: Outcomes, home: ProvinceKey) -> Trit:
    """Tell whether a unit with at least one valid support enters a water."""
    answer: Trit = False
    for attacker in battle.attackers.get(home, ()):
        comes = battle.value[attacker]
        least, most = battle.count_supports(attacker)
        if comes and least > 1:
            return True
        if comes is not False and most > 1:
            answer = None
    return answer


def _list_keys_bearing_on(attempts: Mapping[str, Attempt], face: ProvinceKey) -> tuple[str, ...]:
    """Return the keys of the attempts that bear on the outcome in a province."""
    found = []
    for key, attempt in attempts.items():
        match attempt:
            case Advance() if attempt.to.province == face:
                found.append(key)
            case Backing() if attempt.bears_on == face:
                found.append(key)
            case _ if key == face:
                found.append(key)
            case _:
                pass
    return tuple(found)


def judge_landing(battle: Battle, landing: Landing, ordinary: Verdict) -> Verdict:
    """Return the verdict on a landing; ``ordinary`` is that on a move of the same strength."""
    number = battle.number[landing.key]
    fleet = battle.number[landing.carrier.province]
    if battle.value[number]:
        helpers = tuple(order for order in ordinary.because if order is not landing.request.order)
        return Verdict(reason=Reason.LANDED, because=helpers)
    if battle.has_effect(number):
        return ordinary
    if landing.mode is Mode.SAIL:
        return Verdict(reason=Reason.NOT_SAILED, because=(battle.attempts[fleet].order,))
    entered = [n for n in battle.attackers.get(landing.carrier.province, ()) if battle.value[n]]
    because = tuple(
        battle.attempts[n].order
        for n in (*entered, *(b for e in entered for b in battle.backers[e] if battle.value[b]))
    )
    lost = battle.is_dislodged(fleet)
    return Verdict(reason=Reason.DISLODGED_BY if lost else Reason.WENT_ALONG, because=because)


def find_origin(boardings: BoardingResults, carrier: Unit) -> ProvinceKey | None:
    """Return the province from which the army of a combination boarded this season, if it did."""
    boarding = boardings.done.get(carrier.province)
    return boarding.army.province if boarding is not None else None


def void_contradictions(requests: list[LandingRequest]) -> dict[OrderKey, Verdict]:
    """Return the verdicts on different orders to land for one army: none of them counts."""
    return {
        request.order.key: Verdict(
            reason=Reason.TWO_ORDERS,
            because=tuple(other.order for other in requests if other.order != request.order),
        )
        for request in requests
    }


def let_ferried_army_stay(
    position: Position, attempt: Attempt, *, when_broken: bool = False
) -> Attempt:
    """Return the attempt of a ferried army, which stays aboard an own fleet when it cannot land.

    With ``when_broken`` also when its convoy does not hold. Source: docs/rules/deluge2.md,
    "5.4 Fast ferry", ruling 24.
    """
    if not isinstance(attempt, Advance) or not attempt.routes:
        return attempt
    own = tuple(
        route
        for route in attempt.routes
        if all(position.units[fleet].power == attempt.unit.power for fleet in route)
    )
    if not own:
        return attempt
    return replace(attempt, routes=own, boards=True, boards_first=when_broken)
