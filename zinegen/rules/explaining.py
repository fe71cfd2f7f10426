"""Why: the verdict on each attempt of a settled battle, with the orders to blame or to thank.

The reason is the comparison that settled the decision, and ``because`` is the orders on its other side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from zinegen.game.orders import Order
from zinegen.game.verdicts import Reason, Verdict
from zinegen.rules.attempts import Advance, Backing, Ferry, Stand
from zinegen.rules.disruption import spares

if TYPE_CHECKING:
    from zinegen.planar.mesh import Face
    from zinegen.rules.strength import Battle

HELD = Verdict(reason=Reason.HELD)
MOVED = Verdict(reason=Reason.MOVED)


def verdict(battle: Battle, number: int) -> Verdict:
    """Return the verdict on an attempt of a settled battle."""
    attempt = battle.attempts[number]
    match attempt:
        case Advance():
            return _of_advance(battle, number, attempt)
        case Backing():
            return _of_support(battle, number, attempt)
        case Stand():
            return attempt.void or _of_hold(battle, number)
        case Ferry():
            return _of_convoy(battle, number, attempt)
        case _:
            assert_never(attempt)


def orders(battle: Battle, numbers: Iterable[int]) -> tuple[Order, ...]:
    """Return the orders of attempts, each once."""
    attempts = battle.attempts
    return tuple([attempts[number].order for number in dict.fromkeys(numbers)])


def helpers(battle: Battle, number: int) -> list[int]:
    """Return the supports that were given to an attempt."""
    return [backer for backer in battle.backers[number] if battle.value[backer]]


def conqueror(battle: Battle, face: Face) -> int | None:
    """Return the advance that came into a province, if any did."""
    return next((n for n in battle.attackers.get(face, ()) if battle.value[n]), None)


def _dislodged_by(battle: Battle, number: int) -> Verdict | None:
    home = battle.home[number]
    winner = conqueror(battle, home) if home in battle.attackers else None
    if winner is None or not battle.is_dislodged(number):
        return None
    because = orders(battle, [winner, *helpers(battle, winner)])
    return Verdict(reason=Reason.DISLODGED_BY, because=because)


def _of_hold(battle: Battle, number: int) -> Verdict:
    attacks = [n for n in battle.attackers.get(battle.home[number], ()) if battle.has_effect(n)]
    if not attacks:
        return HELD
    lost = _dislodged_by(battle, number)
    return lost or Verdict(reason=Reason.HELD_AGAINST, because=orders(battle, attacks))


def _of_support(battle: Battle, number: int, backing: Backing) -> Verdict:
    lost = _dislodged_by(battle, number)
    if lost is not None:
        return lost
    if battle.value[number]:
        supported = battle.number[backing.of]
        used = not backing.moving or battle.value[supported]
        reason = Reason.GAVE_SUPPORT if used else Reason.SUPPORT_UNUSED
        return Verdict(reason=reason, because=(battle.attempts[supported].order,))
    cutting = [
        n
        for n in battle.attackers.get(battle.home[number], ())
        if battle.power[n] != battle.power[number]
        and battle.home[n] != backing.bears_on
        and battle.has_effect(n)
        and not spares(battle, n, number)
    ]
    if not cutting and backing.need is not None:
        watched = [battle.number[key] for key in backing.need.watches]
        return Verdict(reason=backing.need.reason, because=orders(battle, watched))
    return Verdict(reason=Reason.CUT_BY, because=orders(battle, cutting))


def _of_convoy(battle: Battle, number: int, ferry: Ferry) -> Verdict:
    lost = _dislodged_by(battle, number)
    if lost is not None:
        return lost
    army = battle.number[ferry.army]
    if army in battle.in_paradox and battle.attackers.get(battle.home[number]):
        return Verdict(reason=Reason.PARADOX, because=_circle(battle, army, number))
    carried = any(ferry.unit.province in route for route in routes_taken(battle, army))
    reason = Reason.CONVOYED if battle.value[army] and carried else Reason.CONVOY_UNUSED
    return Verdict(reason=reason, because=orders(battle, [army]))


def routes_taken(battle: Battle, number: int) -> tuple[tuple[Face, ...], ...]:
    """Return the ordered routes of an advance that held; none when it went by land."""
    advance = battle.advances.get(number)
    if advance is None or not advance.routes or not battle.by_sea(number):
        return ()
    return tuple(
        route
        for route in advance.routes
        if not any(battle.is_dislodged(battle.occupant[fleet]) for fleet in route)
    )


def _circle(battle: Battle, army: int, besides: int) -> tuple[Order, ...]:
    """Return the other orders of the circle in which an advance was stopped."""
    circle = (army, *battle.in_paradox[army])
    return orders(battle, (number for number in circle if number != besides))


def _of_advance(battle: Battle, number: int, advance: Advance) -> Verdict:
    if battle.value[number]:
        if not battle.backers[number]:
            return MOVED
        return Verdict(reason=Reason.MOVED, because=orders(battle, helpers(battle, number)))
    if number in battle.in_paradox:
        return Verdict(reason=Reason.PARADOX, because=_circle(battle, number, number))
    if not battle.has_effect(number):
        return _broken(battle, advance)
    strength = battle.attack(number)[0]
    return _resisted(battle, number, strength) or _bounced(battle, number, strength)


def _broken(battle: Battle, advance: Advance) -> Verdict:
    need = advance.need
    if need is not None and not need.holds(battle):
        watched = [battle.number[key] for key in need.watches]
        return Verdict(reason=need.reason, because=orders(battle, watched))
    lost = sorted(
        {
            fleet
            for route in advance.routes
            for fleet in route
            if battle.is_dislodged(battle.occupant[fleet])
        }
    )
    winners = [conqueror(battle, fleet) for fleet in lost]
    attacks = [n for n in winners if n is not None]
    supports = [backer for n in attacks for backer in helpers(battle, n)]
    return Verdict(
        reason=Reason.CONVOY_BROKEN, because=orders(battle, [*attacks, *supports]), at=tuple(lost)
    )


def _resisted(battle: Battle, number: int, strength: int) -> Verdict | None:
    """Return the verdict on an advance that the unit at its goal, or the one it met, was too strong for."""
    goal, other = battle.goal[number], battle.opponent[number]
    if strength > battle.resistance(number)[0]:
        return None
    occupant = battle.occupant[goal]
    because = orders(battle, [occupant, *helpers(battle, occupant)])
    if other is not None and battle.head_to_head(number) and battle.value[other]:
        return Verdict(reason=Reason.LOST_HEAD_TO_HEAD, because=because)
    if battle.power[occupant] == battle.power[number]:
        return Verdict(reason=Reason.OWN_UNIT_THERE, because=because)
    if occupant in battle.goal and battle.head_to_head(number):
        return Verdict(reason=Reason.BOUNCED_BY, because=because)
    return Verdict(reason=Reason.DEFENDED_BY, because=because)


def _bounced(battle: Battle, number: int, strength: int) -> Verdict:
    rivals = [
        n
        for n in battle.attackers[battle.goal[number]]
        if n != number and battle.prevent(n)[0] >= strength
    ]
    rivals.sort(key=lambda n: (not battle.value[n], -battle.prevent(n)[0]))
    supports = [backer for n in rivals for backer in helpers(battle, n)]
    return Verdict(reason=Reason.BOUNCED_BY, because=orders(battle, [*rivals, *supports]))
