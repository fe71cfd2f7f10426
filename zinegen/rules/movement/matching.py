"""Orders held against each other: supports and convoys find what they speak of, armies their convoy.

A support of what was not ordered so is void (DATC 4.E.1, 6.D.7); a move by sea for which no chain of
fleets was ordered is a void move: its unit stays and cannot be supported in that (DATC 6.D.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from zinegen.game.orders import Move
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.movement.attempts import (
    Advance,
    Attempt,
    Backing,
    Ferry,
    Position,
    Stand,
    Travel,
    void_move,
    void_order,
)
from zinegen.rules.movement.convoys import (
    ConvoyPolicy,
    Neighbours,
    find_possible_routes,
    find_routes,
)

_LAND, _SEA = Travel.LAND, Travel.SEA


def match_attempts(
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
            found[key] = _match_convoy(attempt, attempts)
            if found[key] is attempt:
                ferries.setdefault(attempt.army, []).append(attempt)
    for key in ferries:
        army = attempts[key]
        if isinstance(army, Advance) and army.by is _LAND:
            afloat.append((key, army))
    for key, advance in afloat:
        found[key] = _match_sea_move(position, advance, attempts, ferries.get(key, []), policy)
    _match_supports(backings, found)
    return found


def _match_convoy(ferry: Ferry, attempts: Mapping[str, Attempt]) -> Attempt:
    army = attempts[ferry.army]
    if isinstance(army, Advance) and army.to.province == ferry.to:
        return ferry
    if _was_ordered_to(army, ferry.to):
        return void_order(ferry.unit, ferry.order, Reason.OF_VOID_ORDER, army.order)
    return void_order(ferry.unit, ferry.order, Reason.NO_SUCH_ORDER, army.order)


def _was_ordered_to(attempt: Attempt, to: ProvinceKey) -> bool:
    order = attempt.order
    return isinstance(order, Move) and order.to.province == to and isinstance(attempt, Stand)


def _match_sea_move(
    position: Position,
    advance: Advance,
    attempts: Mapping[str, Attempt],
    ferries: list[Ferry],
    policy: ConvoyPolicy,
) -> Attempt:
    """Return an army's advance with the routes ordered for it, or as a void move if it needs one."""
    start, end = advance.unit.province, advance.to.province
    fleets = {ferry.unit.province for ferry in ferries}
    ways = find_routes(position, start, end, fleets) if fleets else ()
    by_land = end in position.reach(advance.unit)
    by = _choose_travel(advance, attempts, ferries, ways, policy) if by_land else _SEA
    if by is _SEA and not ways:
        others = tuple(
            attempts[fleet].order
            for fleet in sorted(_find_possible_fleets(position, start, end) - fleets)
        )
        blamed = others if _is_meant_by_sea(position, advance) else ()
        return void_move(advance.unit, advance.order, Reason.NO_ROUTE, *blamed)
    routes = () if by is _LAND else ways
    if by is advance.by and routes == advance.routes:
        return advance
    return Advance(
        advance.unit,
        advance.order,
        advance.to,
        by,
        routes,
        extra=advance.extra,
        need=advance.need,
        boards=advance.boards,
    )


def _is_meant_by_sea(position: Position, advance: Advance) -> bool:
    """Tell whether a move that needs a convoy was meant for one: not one over a border that bars it."""
    via = isinstance(advance.order, Move) and advance.order.via_convoy
    return via or not position.board.mesh.between(advance.unit.province, advance.to.province)


def _find_possible_fleets(
    position: Position, start: ProvinceKey, end: ProvinceKey
) -> set[ProvinceKey]:
    """Return the fleets that could have convoyed."""
    return set().union(*find_possible_routes(position, start, end))


def _choose_travel(
    advance: Advance,
    attempts: Mapping[str, Attempt],
    ferries: list[Ferry],
    ways: tuple[tuple[ProvinceKey, ...], ...],
    policy: ConvoyPolicy,
) -> Travel:
    """Return how an army goes to a neighbouring province (DATC 4.A.3).

    An own fleet shows the intent to go by sea, also when the route that holds is another (6.G.6).
    """
    explicit = advance.by is not _LAND
    own = bool(ways) and any(ferry.unit.power == advance.unit.power for ferry in ferries)
    match policy.neighbours:
        case Neighbours.INTENT:
            return _SEA if explicit or own else _LAND
        case Neighbours.FALLBACK:
            return Travel.EITHER if ways and (explicit or own) else _LAND
        case Neighbours.VIA:
            return _SEA if explicit else _LAND
        case Neighbours.OPPOSITE:
            return Travel.EITHER if ways and _is_met(advance, attempts) else _LAND
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
            if backing.moving and of.to.province == backing.bears_on and _fits_coast(of, backing):
                continue
        elif not backing.moving and not (isinstance(of, Stand) and not of.supportable):
            continue
        voided = backing.moving and _was_ordered_to(of, backing.bears_on)
        reason = Reason.OF_VOID_ORDER if voided else Reason.NO_SUCH_ORDER
        found[key] = void_order(backing.unit, backing.order, reason, of.order)


def _fits_coast(advance: Advance, backing: Backing) -> bool:
    """Tell whether an advance goes to the coast that its support names, if it names one."""
    coasts = backing.coasts
    return coasts is None or not advance.to.coast or advance.to.coast in coasts
