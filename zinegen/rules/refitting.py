"""An army in a province with a coast becomes a fleet. Source: rules/deluge2.md 5.5, [2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zinegen.board.passage import Place
from zinegen.game.changes import UnitRefitted
from zinegen.game.ferry_orders import BecomeFleet
from zinegen.game.orders import Face, Kind, Order, Spot, Unit
from zinegen.game.verdicts import Reason
from zinegen.rules.adjustments import launching_place
from zinegen.rules.attempts import Attempt, Position, Stand, stand

if TYPE_CHECKING:
    from zinegen.rules.strength import Battle


@dataclass(frozen=True, slots=True, kw_only=True)
class RefitPolicy:
    """Which armies may become fleets; the first Deluge is stricter than the second."""

    in_centres_only: bool = False
    undisturbed_only: bool = False
    """An attack of another power stops it, even one that fails."""


def refit(position: Position, unit: Unit, order: BecomeFleet, policy: RefitPolicy) -> Attempt:
    """Return what a unit attempts that is to become a fleet: it stands, for a reason if it cannot."""
    if unit.kind is not Kind.ARMY:
        return stand(unit, order, Reason.NO_SUCH_UNIT)
    if policy.in_centres_only and not position.board[unit.province].centre:
        return stand(unit, order, Reason.NOT_IN_CENTRE)
    board, named = position.board, Face(order.coast or "")
    if named in board.provinces and board.is_ground(named):
        return stand(unit, order, Reason.NO_SUCH_COAST)
    spot = Spot(province=unit.province, coast=order.coast)
    place = launching_place(board, Kind.FLEET, spot)
    if isinstance(place, Reason):
        return stand(unit, order, place)
    return Stand(unit=unit, order=order)


def disturbers(battle: Battle, number: int, policy: RefitPolicy) -> tuple[Order, ...]:
    """Return the attacks that keep an army from becoming a fleet."""
    army = battle.attempts[number].unit
    attackers = battle.attackers.get(army.province, ()) if policy.undisturbed_only else ()
    return tuple(
        battle.attempts[other].order
        for other in attackers
        if battle.attempts[other].unit.power != army.power and battle.has_effect(other)
    )


def refitted(
    battle: Battle, position: Position, number: int, policy: RefitPolicy
) -> UnitRefitted | None:
    """Return the change of an army that was ordered to become a fleet and could."""
    attempt = battle.attempts[number]
    order, unit = attempt.order, attempt.unit
    if not (isinstance(order, BecomeFleet) and isinstance(attempt, Stand) and attempt.void is None):
        return None
    if disturbers(battle, number, policy):
        return None
    spot = Spot(province=unit.province, coast=order.coast)
    place = launching_place(position.board, Kind.FLEET, spot)
    if not isinstance(place, Place):
        return None
    return UnitRefitted(unit=unit, to=Unit(power=unit.power, kind=Kind.FLEET, at=place))
