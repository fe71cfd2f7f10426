"""Orders held against each other: supports and convoys find what they speak of, armies their convoy.

A support of what was not ordered so is void (DATC 4.E.1, 6.D.7); a move by sea for which no chain of
fleets was ordered is a void move: its unit stays and cannot be supported in that (DATC 6.D.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from zinegen.game.orders import Move
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import Face
from zinegen.rules.movement.attempts import (
    Advance,
    Attempt,
    Backing,
    By,
    Ferry,
    Position,
    Stand,
    stand,
    void_move,
)
from zinegen.rules.movement.convoys import ConvoyPolicy, Neighbours, possible_routes, routes

_LAND = By.LAND


def matched(
    position: Position, attempts: Mapping[str, Attempt], policy: ConvoyPolicy
) -> dict[str, Attempt]:
    """Return the attempts after each has been held against the others, in the same sequence."""
    found = dict(attempts)
    ferries: dict[str, list[Ferry]] = {}
    backings: list[tuple[str, Backing]] = []
    afloat: list[tuple[str, Advance]] = []
    for key, attempt in attempts.items():
        if isinstance(attempt, Advance):
            if attempt.by is not _LAND:
                afloat.append((key, attempt))
        elif isinstance(attempt, Backing):
            backings.append((key, attempt))
        elif isinstance(attempt, Ferry):
            found[key] = _matched_ferry(attempt, attempts)
            if found[key] is attempt:
                ferries.setdefault(attempt.army, []).append(attempt)
    for key in ferries:
        army = attempts[key]
        if isinstance(army, Advance) and army.by is _LAND:
            afloat.append((key, army))
    for key, advance in afloat:
        found[key] = _by_sea(position, advance, attempts, ferries.get(key, []), policy)
    _match_supports(backings, found)
    return found


def _matched_ferry(ferry: Ferry, attempts: Mapping[str, Attempt]) -> Attempt:
    army = attempts[ferry.army]
    if isinstance(army, Advance) and army.to.province == ferry.to:
        return ferry
    if _was_ordered_to(army, ferry.to):
        return stand(ferry.unit, ferry.order, Reason.OF_VOID_ORDER, army.order)
    return stand(ferry.unit, ferry.order, Reason.NO_SUCH_ORDER, army.order)


def _was_ordered_to(attempt: Attempt, to: Face) -> bool:
    order = attempt.order
    return isinstance(order, Move) and order.to.province == to and isinstance(attempt, Stand)


def _by_sea(
    position: Position,
    advance: Advance,
    attempts: Mapping[str, Attempt],
    ferries: list[Ferry],
    policy: ConvoyPolicy,
) -> Attempt:
    """Return an army's advance with the routes ordered for it, or as a void move if it needs one."""
    start, end = advance.unit.province, advance.to.province
    fleets = {ferry.unit.province for ferry in ferries}
    ways = routes(position, start, end, fleets) if fleets else ()
    by_land = end in position.reach(advance.unit)
    by = _how(advance, attempts, ferries, ways, policy) if by_land else By.SEA
    if by is By.SEA and not ways:
        others = tuple(
            attempts[fleet].order for fleet in sorted(_could_have(position, start, end) - fleets)
        )
        blamed = others if _meant_by_sea(position, advance) else ()
        return void_move(advance.unit, advance.order, Reason.NO_ROUTE, *blamed)
    return advance.going(by, () if by is By.LAND else ways)


def _meant_by_sea(position: Position, advance: Advance) -> bool:
    """Tell whether a move that needs a convoy was meant for one: not one over a border that bars it."""
    via = isinstance(advance.order, Move) and advance.order.via_convoy
    return via or not position.board.mesh.between(advance.unit.province, advance.to.province)


def _could_have(position: Position, start: Face, end: Face) -> set[Face]:
    """Return the fleets that could have convoyed."""
    return set().union(*possible_routes(position, start, end))


def _how(
    advance: Advance,
    attempts: Mapping[str, Attempt],
    ferries: list[Ferry],
    ways: tuple[tuple[Face, ...], ...],
    policy: ConvoyPolicy,
) -> By:
    """Return how an army goes to a neighbouring province (DATC 4.A.3).

    An own fleet shows the intent to go by sea, also when the route that holds is another (6.G.6).
    """
    explicit = advance.by is not By.LAND
    own = bool(ways) and any(ferry.unit.power == advance.unit.power for ferry in ferries)
    match policy.neighbours:
        case Neighbours.INTENT:
            return By.SEA if explicit or own else By.LAND
        case Neighbours.FALLBACK:
            return By.EITHER if ways and (explicit or own) else By.LAND
        case Neighbours.VIA:
            return By.SEA if explicit else By.LAND
        case Neighbours.OPPOSITE:
            return By.EITHER if ways and _is_met(advance, attempts) else By.LAND
        case _:
            assert_never(policy.neighbours)


def _is_met(advance: Advance, attempts: Mapping[str, Attempt]) -> bool:
    """Tell whether the unit at the goal moves the opposite way."""
    there = attempts.get(advance.to.province)
    return isinstance(there, Advance) and there.to.province == advance.unit.province


def _match_supports(backings: Iterable[tuple[str, Backing]], found: dict[str, Attempt]) -> None:
    """Hold supports against what they are of; those of what was not ordered so stand."""
    for key, backing in backings:
        of = found[backing.of]
        if isinstance(of, Advance):
            if backing.moving and of.to.province == backing.bears_on and _is_coast(of, backing):
                continue
        elif not backing.moving and not (isinstance(of, Stand) and not of.supportable):
            continue
        voided = backing.moving and _was_ordered_to(of, backing.bears_on)
        reason = Reason.OF_VOID_ORDER if voided else Reason.NO_SUCH_ORDER
        found[key] = stand(backing.unit, backing.order, reason, of.order)


def _is_coast(advance: Advance, backing: Backing) -> bool:
    """Tell whether an advance goes to the coast that its support names, if it names one."""
    coasts = backing.coasts
    return coasts is None or not advance.to.coast or advance.to.coast in coasts
