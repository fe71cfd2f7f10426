"""Boarding: which armies go aboard a fleet, decided before anything else, from the orders alone.

Also armies without an order of their own, which follow their fleet's convoy order.

Source: docs/rules/deluge2.md, "5.1 Boarding", "5.4 Fast ferry".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from zinegen.board.passage import Place
from zinegen.game.changes import UnitRefitted
from zinegen.game.orders import Convoy, Move, Order, SupportHold, SupportMove, UnitOrder
from zinegen.game.units import Kind, PlaceName, Unit, UnitName
from zinegen.game.verdicts import Reason, Verdict, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.adjustments import find_build_place
from zinegen.rules.movement.attempts import Advance, Attempt, Position, Stand, void_order
from zinegen.rules.movement.battle import Battle
from zinegen.rules.movement.legality import Assignment, find_named_unit
from zinegen.rules.movement.rulebook import Rulebook
from zinegen.variants.deluge.orders import BecomeFleet, Embark, SupportLanding

Supports = SupportHold | SupportMove | SupportLanding


@dataclass(frozen=True, slots=True, kw_only=True)
class FerryPolicy:
    """Everything in which games with armies aboard fleets may differ."""

    game: Rulebook
    own_attack_stops: bool = False
    """A move of an own unit to the fleet's water stops the boarding like a foreign one."""
    sail_without_army: bool = True
    """A fleet whose army failed to board carries out its move all the same."""
    must_ferry: bool = False
    """An army may not go aboard and ashore over one water in one season: it is ferried instead."""
    aboard_when_broken: bool = False
    """A ferried army is aboard an own fleet also when its convoy is broken, and goes where that goes."""
    undisturbed_refit: bool = False
    """Armies become fleets in centres only, and an attack of another power, even in vain, stops it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarding:
    """An army that goes aboard."""

    army: Unit
    fleet: Unit
    order: Embark

    @property
    def carrier(self) -> Unit:
        """The two as one unit."""
        return replace(self.fleet, kind=Kind.ARMY_ABOARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardingResults:
    """The results of the orders to board."""

    done: Mapping[ProvinceKey, Boarding]
    """By the water of the fleet."""
    refused: Mapping[ProvinceKey, Verdict]
    """By the province of the army, which stays there."""
    waiting: frozenset[ProvinceKey]
    """Waters of fleets whose army was allowed to board, but failed."""

    def units(self, units: Mapping[ProvinceKey, Unit]) -> dict[ProvinceKey, Unit]:
        """Return the units of a board after the boarding."""
        found = dict(units)
        for water, boarding in self.done.items():
            del found[boarding.army.province]
            found[water] = boarding.carrier
        return dict(sorted(found.items()))

    def explain_absence(self, order: UnitOrder, verdict: Verdict) -> Verdict:
        """Return a verdict; where a unit was not found because it went aboard, one that says so."""
        named = order.army if isinstance(order, Convoy) else getattr(order, "of", order.unit)
        if verdict.reason is not Reason.NO_SUCH_UNIT:
            return verdict
        gone = [one for one in self.done.values() if one.army.province == named.at.province]
        return Verdict(reason=Reason.IS_GONE, because=(gone[0].order,)) if gone else verdict


def judge_boardings(
    position: Position,
    orders: Mapping[ProvinceKey, UnitOrder],
    attempts: Mapping[str, Attempt],
    policy: FerryPolicy,
) -> BoardingResults:
    """Return which armies go aboard; ``attempts`` are those of the units as if nobody boarded."""
    wanted = {face: order for face, order in sorted(orders.items()) if isinstance(order, Embark)}
    refused = {
        face: why for face, order in wanted.items() if (why := _why_illegal(position, order))
    }
    legal = {face: order for face, order in wanted.items() if face not in refused}
    done: dict[ProvinceKey, Boarding] = {}
    waiting = set()
    for face, order in legal.items():
        water = order.aboard.at.province
        rivals = [other for other in legal.values() if other.aboard.at.province == water]
        dangers = (
            attempt
            for attempt in attempts.values()
            if policy.own_attack_stops or attempt.unit.power != order.power
        )
        failure = _why_fails(position, order, rivals, orders.get(water), dangers)
        if failure is None:
            done[water] = Boarding(
                army=position.units[face], fleet=position.units[water], order=order
            )
        else:
            refused[face] = failure
            waiting.add(water)
    return BoardingResults(done=done, refused=refused, waiting=frozenset(waiting))


def _why_illegal(position: Position, order: Embark) -> Verdict | None:
    """Return why an order to board could never work, or None when it could."""
    army = position.units[order.unit.at.province]
    fleet = find_named_unit(position.units, order.aboard)
    if fleet is None or army.kind is not Kind.ARMY:
        return Verdict(reason=Reason.NO_SUCH_UNIT)
    beside = fleet.province in position.ways.ports(army.province)
    if fleet.power != army.power or fleet.kind is not Kind.FLEET or not beside:
        return Verdict(reason=Reason.CANNOT_BOARD)
    return None


def _why_fails(
    position: Position,
    order: Embark,
    rivals: list[Embark],
    fleet_order: UnitOrder | None,
    attempts: Iterable[Attempt],
) -> Verdict | None:
    """Return why a legal order to board fails, or None; ``attempts`` are those that could disturb it."""
    others: tuple[Order, ...] = tuple(rival for rival in rivals if rival is not order)
    if others:
        return Verdict(reason=Reason.BOARDING_CLASH, because=others)
    army, water = order.unit.at.province, order.aboard.at.province
    if isinstance(fleet_order, Supports) and fleet_order.of.at.province not in {army, water}:
        return Verdict(reason=Reason.BOARDING_BUSY, because=(fleet_order,))
    attacks = tuple(
        attempt.order
        for attempt in attempts
        if isinstance(attempt, Advance)
        and attempt.to.province == water
        and position.board.is_water(attempt.unit.province)
    )
    return Verdict(reason=Reason.BOARDING_ATTACKED, because=attacks) if attacks else None


def is_failed_boarding(verdict: Verdict) -> bool:
    """Tell whether a refused boarding was allowed but failed: then the army made a void move."""
    return verdict.word is Word.FAILS


def order_ferried_armies(
    position: Position, given: Assignment, orders: dict[ProvinceKey, UnitOrder]
) -> frozenset[ProvinceKey]:
    """Let own armies without an order of their own follow their fleet's convoy; return where they are."""
    wanted: dict[ProvinceKey, set[ProvinceKey]] = {}
    for face, order in sorted(given.orders.items()):
        if not isinstance(order, Convoy):
            continue
        army, fleet = find_named_unit(position.units, order.army), position.units[face]
        if army is None or army.kind is not Kind.ARMY or army.power != fleet.power:
            continue
        if army.province in given.orders or army.province in given.misled:
            continue
        wanted.setdefault(army.province, set()).add(order.to.province)
        named = UnitName(at=PlaceName(province=army.province), kind=Kind.ARMY)
        orders[army.province] = Move(
            power=army.power, line=order.line, unit=named, to=order.to, via_convoy=True
        )
    for face, goals in wanted.items():
        if len(goals) > 1:
            del orders[face]
    return frozenset(face for face in wanted if face in orders)


def is_ferry(order: UnitOrder, army: ProvinceKey, to: ProvinceKey) -> bool:
    """Tell whether an order is the convoy of an army from one province to another."""
    return isinstance(order, Convoy) and order.army.at.province == army and order.to.province == to


def judge_refit(position: Position, unit: Unit, order: BecomeFleet, policy: FerryPolicy) -> Attempt:
    """Return what a unit attempts that is to become a fleet: it stands, for a reason if it cannot."""
    if unit.kind is not Kind.ARMY:
        return void_order(unit, order, Reason.NO_SUCH_UNIT)
    if policy.undisturbed_refit and not position.board[unit.province].centre:
        return void_order(unit, order, Reason.NOT_IN_CENTRE)
    board, named = position.board, ProvinceKey(order.coast or "")
    if named in board.provinces and board.is_ground(named):
        return void_order(unit, order, Reason.NO_SUCH_COAST)
    spot = PlaceName(province=unit.province, coast=order.coast)
    place = find_build_place(board, Kind.FLEET, spot)
    if isinstance(place, Reason):
        return void_order(unit, order, place)
    return Stand(unit=unit, order=order)


def find_disturbing_attacks(battle: Battle, number: int, policy: FerryPolicy) -> tuple[Order, ...]:
    """Return the attacks that keep an army from becoming a fleet."""
    army = battle.attempts[number].unit
    attackers = battle.attackers.get(army.province, ()) if policy.undisturbed_refit else ()
    return tuple(
        battle.attempts[other].order
        for other in attackers
        if battle.attempts[other].unit.power != army.power and battle.has_effect(other)
    )


def make_refit_change(
    battle: Battle, position: Position, number: int, policy: FerryPolicy
) -> UnitRefitted | None:
    """Return the change of an army that was ordered to become a fleet and could."""
    attempt = battle.attempts[number]
    order, unit = attempt.order, attempt.unit
    if not (isinstance(order, BecomeFleet) and isinstance(attempt, Stand) and attempt.void is None):
        return None
    if find_disturbing_attacks(battle, number, policy):
        return None
    spot = PlaceName(province=unit.province, coast=order.coast)
    place = find_build_place(position.board, Kind.FLEET, spot)
    if not isinstance(place, Place):
        return None
    return UnitRefitted(unit=unit, to=Unit(power=unit.power, kind=Kind.FLEET, at=place))
