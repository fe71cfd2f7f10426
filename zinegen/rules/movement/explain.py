"""Why: the verdict on each attempt of a settled battle, with the orders to blame or to thank.

The reason is the comparison that settled the decision, and ``because`` is the orders on its other side.
"""

from __future__ import annotations

from collections.abc import Iterable

from zinegen.game.orders import Order
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import Advance, Backing, Ferry, Stand
from zinegen.rules.movement.battle import Battle, spares_support

_GAVE_SUPPORT, _SUPPORT_UNUSED = Reason.GAVE_SUPPORT, Reason.SUPPORT_UNUSED
_MOVED, _BOUNCED_BY, _DEFENDED_BY = Reason.MOVED, Reason.BOUNCED_BY, Reason.DEFENDED_BY
_DISLODGED_BY, _HELD_AGAINST, _CUT_BY = Reason.DISLODGED_BY, Reason.HELD_AGAINST, Reason.CUT_BY
"""Looked up once: an enumeration answers slowly, and these are said of most orders."""

HELD = Verdict(reason=Reason.HELD)
MOVED = Verdict(reason=Reason.MOVED)


def explain_battle(battle: Battle) -> list[Verdict]:
    """Return the verdicts on all attempts of a settled battle, by number."""
    found = [HELD] * battle.count
    value, backers = battle.value, battle.backers
    for number, advance in battle.advances.items():
        alone = value[number] and not backers[number]
        found[number] = MOVED if alone else _explain_advance(battle, number, advance)
    for number, backing in battle.supports.items():
        found[number] = _explain_support(battle, number, backing)
    for number in battle.others:
        found[number] = explain_attempt(battle, number)
    return found


def explain_attempt(battle: Battle, number: int) -> Verdict:
    """Return the verdict on an attempt of a settled battle."""
    attempt = battle.attempts[number]
    if isinstance(attempt, Advance):
        return _explain_advance(battle, number, attempt)
    if isinstance(attempt, Backing):
        return _explain_support(battle, number, attempt)
    if isinstance(attempt, Stand):
        return attempt.void or _explain_hold(battle, number)
    return _explain_convoy(battle, number, attempt)


def list_orders(battle: Battle, numbers: Iterable[int]) -> tuple[Order, ...]:
    """Return the orders of attempts, each once."""
    attempts = battle.attempts
    return tuple([attempts[number].order for number in dict.fromkeys(numbers)])


def _with_helpers(battle: Battle, number: int) -> tuple[Order, ...]:
    """Return the order of an attempt, and those of the supports that were given to it."""
    attempts, value = battle.attempts, battle.value
    backers = battle.backers[number]
    if not backers:
        return (attempts[number].order,)
    return (attempts[number].order, *[attempts[n].order for n in backers if value[n]])


def _with_all_helpers(battle: Battle, numbers: list[int]) -> tuple[Order, ...]:
    """Return the orders of attempts, and behind them those of all supports that were given to them."""
    value = battle.value
    supports = [backer for n in numbers for backer in battle.backers[n] if value[backer]]
    return list_orders(battle, numbers + supports)


def conqueror(battle: Battle, face: ProvinceKey) -> int | None:
    """Return the advance that came into a province, if any did."""
    return battle.winner.get(face)


def _explain_dislodgement(battle: Battle, home: ProvinceKey) -> Verdict:
    """Return the verdict on a unit that stayed in its province and was driven out."""
    return Verdict(_DISLODGED_BY, _with_helpers(battle, battle.winner[home]))


def _explain_hold(battle: Battle, number: int) -> Verdict:
    home = battle.home[number]
    if home not in battle.attackers:
        return HELD
    attacks = [n for n in battle.attackers[home] if battle.has_effect(n)]
    if not attacks:
        return HELD
    if home in battle.winner:
        return _explain_dislodgement(battle, home)
    return Verdict(_HELD_AGAINST, list_orders(battle, attacks))


def _explain_support(battle: Battle, number: int, backing: Backing) -> Verdict:
    home = battle.home[number]
    if home in battle.winner:
        return _explain_dislodgement(battle, home)
    if battle.value[number]:
        supported = battle.number[backing.of]
        used = not backing.moving or battle.value[supported]
        reason = _GAVE_SUPPORT if used else _SUPPORT_UNUSED
        return Verdict(reason, (battle.attempts[supported].order,))
    cutting = [
        n
        for n in battle.attackers.get(home, ())
        if battle.power[n] != battle.power[number]
        and battle.home[n] != backing.bears_on
        and battle.has_effect(n)
        and not spares_support(battle, n, number)
    ]
    if not cutting and backing.need is not None:
        watched = [battle.number[key] for key in backing.need.watches]
        return Verdict(reason=backing.need.reason, because=list_orders(battle, watched))
    return Verdict(_CUT_BY, list_orders(battle, cutting))


def _explain_convoy(battle: Battle, number: int, ferry: Ferry) -> Verdict:
    here = battle.home[number]
    if here in battle.winner:
        return _explain_dislodgement(battle, here)
    army = battle.number[ferry.army]
    if army in battle.in_paradox and here in battle.attackers:
        return Verdict(reason=Reason.PARADOX, because=_list_circle(battle, army, number))
    carried = any(here in route for route in list_open_routes(battle, army))
    reason = Reason.CONVOYED if battle.value[army] and carried else Reason.CONVOY_UNUSED
    return Verdict(reason=reason, because=(battle.attempts[army].order,))


def list_open_routes(battle: Battle, number: int) -> tuple[tuple[ProvinceKey, ...], ...]:
    """Return the ordered routes of an advance that held; none when it went by land."""
    advance = battle.advances.get(number)
    if advance is None or not advance.routes or not battle.by_sea(number):
        return ()
    lost = {
        fleet
        for route in advance.routes
        for fleet in route
        if fleet in battle.attackers and battle.is_dislodged(battle.occupant[fleet])
    }
    if not lost:
        return advance.routes
    return tuple([route for route in advance.routes if lost.isdisjoint(route)])


def _list_circle(battle: Battle, army: int, besides: int) -> tuple[Order, ...]:
    """Return the other orders of the circle in which an advance was stopped."""
    circle = (army, *battle.in_paradox[army])
    return list_orders(battle, (number for number in circle if number != besides))


def _explain_advance(battle: Battle, number: int, advance: Advance) -> Verdict:
    backers = battle.backers[number]
    if battle.value[number]:
        if not backers:
            return MOVED
        attempts, value = battle.attempts, battle.value
        return Verdict(_MOVED, tuple([attempts[n].order for n in backers if value[n]]))
    if number in battle.in_paradox:
        return Verdict(reason=Reason.PARADOX, because=_list_circle(battle, number, number))
    if not battle.has_effect(number):
        return _explain_broken_way(battle, advance)
    return _compare_strengths(battle, number)


def _explain_defence(battle: Battle, number: int, occupant: int) -> Verdict:
    """Return the verdict on an advance that the unit at its goal was too strong for."""
    reason = _DEFENDED_BY
    if battle.power[occupant] == battle.power[number]:
        reason = Reason.OWN_UNIT_THERE
    return Verdict(reason, _with_helpers(battle, occupant))


def _compare_strengths(battle: Battle, number: int) -> Verdict:
    """Return the verdict on an advance by the strengths of all that it met."""
    goal = battle.goal[number]
    rivals = [n for n in battle.attackers[goal] if n != number]
    occupant = battle.occupant.get(goal)
    if occupant is None:
        return _explain_bounce(battle, rivals, battle.count_supports(number)[0])
    if rivals:
        strength, resistance = battle.compare(number, occupant)
        if strength[0] > resistance[0]:
            return _explain_bounce(battle, rivals, strength[0])
    return _explain_resistance(battle, number, occupant)


def _explain_broken_way(battle: Battle, advance: Advance) -> Verdict:
    need = advance.need
    if need is not None and not need.holds(battle):
        watched = [battle.number[key] for key in need.watches]
        return Verdict(reason=need.reason, because=list_orders(battle, watched))
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
    return Verdict(
        reason=Reason.CONVOY_BROKEN, because=_with_all_helpers(battle, attacks), at=tuple(lost)
    )


def _explain_resistance(battle: Battle, number: int, occupant: int) -> Verdict:
    """Return the verdict on an advance that the unit at its goal, or the one it met, was too strong for."""
    other = battle.opponent[number]
    if other is not None and battle.head_to_head(number):
        if battle.value[other]:
            return Verdict(reason=Reason.LOST_HEAD_TO_HEAD, because=_with_helpers(battle, occupant))
        if battle.power[occupant] != battle.power[number]:
            return Verdict(reason=_BOUNCED_BY, because=_with_helpers(battle, occupant))
    return _explain_defence(battle, number, occupant)


def _explain_bounce(battle: Battle, rivals: list[int], strength: int) -> Verdict:
    """Return the verdict on an advance that rivals as strong as it kept out."""
    if len(rivals) > 1:
        prevents = {n: battle.prevent_strength(n)[0] for n in rivals}
        rivals = [n for n in rivals if prevents[n] >= strength]
        rivals.sort(key=lambda n: (not battle.value[n], -prevents[n]))
    return Verdict(_BOUNCED_BY, _with_all_helpers(battle, rivals))
