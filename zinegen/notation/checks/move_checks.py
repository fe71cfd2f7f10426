"""Warnings on moves, supports, convoys and retreats, judged on the board as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from zinegen.board.passage import Place
from zinegen.game.orders import Convoy, Move, Order, Retreat, SupportHold, SupportMove, UnitOrder
from zinegen.game.units import Kind, Named, Unit
from zinegen.geometry.mesh import Face
from zinegen.notation.checks.context import MEANT, Desk
from zinegen.notation.findings import Code, Finding
from zinegen.notation.grammar.forms import ORDERS
from zinegen.notation.grammar.writer import write, write_unit


def move_advice(desk: Desk) -> tuple[Finding, ...]:
    """Return the warnings on the orders of a movement phase."""
    found: list[Finding] = []
    for order in desk.orders:
        unit = desk.unit_at(order.unit.at.province) if isinstance(order, UnitOrder) else None
        if unit is None or unit.power != desk.power:
            continue
        match order:
            case Move():
                found += _move(desk, order, unit)
            case SupportHold():
                found += _support(desk, order, unit, order.of, order.of.at.province)
            case SupportMove():
                found += _support(desk, order, unit, order.of, order.to.province)
            case Convoy():
                found += _convoy(desk, order, unit)
            case _:
                pass
    return tuple(found)


def _move(desk: Desk, order: Move, unit: Unit) -> Iterable[Finding]:
    to = order.to.province
    targets = desk.targets(unit)
    if to == unit.province:
        yield _cannot_reach(desk, order, unit, targets)
    elif to in targets:
        yield from desk.coasts_reached(order, unit, order.to)
    elif unit.kind is not Kind.ARMY or not _ports(desk, unit.province) or not _ports(desk, to):
        yield _cannot_reach(desk, order, unit, targets)
    elif not _routes(desk, unit.province, to, _willing(desk, order)):
        yield _no_route(desk, order, unit)


def _cannot_reach(desk: Desk, order: Order, unit: Unit, targets: frozenset[Face]) -> Finding:
    told = ", ".join(sorted(desk.short(face) for face in targets))
    to = order.to.province if isinstance(order, Move) else unit.province
    return desk.say(
        Code.O22,
        order,
        f"{write_unit(unit, desk.board)} cannot reach {desk.name(to)}",
        hint=f"it can go to {told}" if told else "it can go nowhere",
        if_left=f"the order fails and the unit stands {MEANT}",
    )


def _no_route(desk: Desk, order: Move, unit: Unit) -> Finding:
    everyone = frozenset(_afloat(desk))
    if _routes(desk, unit.province, order.to.province, everyone):
        return desk.say(
            Code.O23,
            order,
            f"{write_unit(unit, desk.board)} needs a convoy, and your fleets are ordered otherwise",
            hint=f"order them to convoy: F ENG C {write(order, desk.board).removesuffix(' via convoy')}",
            if_left=f"the order fails and the unit stands {MEANT}",
        )
    return desk.say(
        Code.O24,
        order,
        f"there are no fleets that could carry {write_unit(unit, desk.board)} to"
        f" {desk.name(order.to.province)}",
        if_left=f"the order fails and the unit stands {MEANT}",
    )


def _ports(desk: Desk, face: Face) -> frozenset[Face]:
    return desk.passage.ports(desk.board, face) if desk.board.is_ground(face) else frozenset()


def _afloat(desk: Desk) -> Iterable[Face]:
    """Yield the waters in which a fleet lies."""
    for face, unit in desk.state.units.items():
        if unit.kind is Kind.FLEET and desk.board.is_water(face):
            yield face


def _willing(desk: Desk, move: Move) -> frozenset[Face]:
    """Return the waters with a fleet that may convoy a move: own ones unless ordered something else."""
    other = {
        order.unit.at.province
        for order in desk.orders
        if isinstance(order, UnitOrder)
        and not (
            isinstance(order, Convoy)
            and order.army.at.province == move.unit.at.province
            and order.to.province == move.to.province
        )
    }
    own = {unit.province for unit in desk.own_units()}
    return frozenset(face for face in _afloat(desk) if face not in other & own)


def _routes(desk: Desk, start: Face, end: Face, waters: frozenset[Face]) -> bool:
    """Tell whether a chain of waters leads from the shore of one province to that of another."""
    reached = set(_ports(desk, start) & waters)
    last = _ports(desk, end)
    edge = set(reached)
    while edge:
        edge = {
            water
            for face in sorted(edge)
            for water in desk.passage.steps(desk.board, Place(face))
            if water in waters and water not in reached
        }
        reached |= edge
    return bool(reached & last)


def _support(
    desk: Desk, order: SupportHold | SupportMove, unit: Unit, of: Named, to: Face
) -> Iterable[Finding]:
    if to not in desk.targets(unit):
        told = ", ".join(sorted(desk.short(face) for face in desk.targets(unit)))
        yield desk.say(
            Code.O22,
            order,
            f"{write_unit(unit, desk.board)} cannot support into {desk.name(to)}: it could not go there",
            hint=f"it can go to {told}" if told else "it can go nowhere",
            if_left=f"the support fails and the unit stands {MEANT}",
        )
        return
    helped = desk.state.units.get(of.at.province)
    if helped is None:
        yield desk.say(
            Code.O20,
            order,
            f"there is no unit in {desk.name(of.at.province)} to support",
            if_left=f"the support fails {MEANT}",
        )
    elif of.power not in {None, helped.power}:
        yield desk.say(
            Code.O20,
            order,
            f"{write_unit(helped, desk.board)} belongs to {helped.power}, not to {of.power}",
            if_left="the rules decide whether the order counts",
        )
    elif helped.power != desk.power and of.power is None:
        yield desk.say(
            Code.O33,
            order,
            f"{write_unit(helped, desk.board)} belongs to {helped.power}",
            hint="name the nationality, if you mean a foreign unit",
            if_left="the support counts as it is written",
        )
    elif helped.power == desk.power:
        yield from _mismatch(desk, order, of)


def _mismatch(desk: Desk, order: SupportHold | SupportMove, of: Named) -> Iterable[Finding]:
    """Say that an own supported unit is ordered something else (O23)."""
    orders = [
        one
        for one in desk.orders
        if isinstance(one, UnitOrder) and one.unit.at.province == of.at.province
    ]
    wanted = order.to.province if isinstance(order, SupportMove) else None
    going = {one.to.province if isinstance(one, Move) else None for one in orders} or {None}
    if wanted not in going:
        told = write(orders[0], desk.board) if orders else "nothing"
        yield desk.say(
            Code.O23,
            order,
            f"the supported unit is ordered otherwise: {told}",
            hint="make the two orders match",
            if_left=f"the support does nothing {MEANT}",
        )


def _convoy(desk: Desk, order: Convoy, unit: Unit) -> Iterable[Finding]:
    start, end = order.army.at.province, order.to.province
    at_sea = unit.kind is Kind.FLEET and desk.board.is_water(unit.province)
    if not at_sea or not _ports(desk, start) or not _ports(desk, end):
        yield desk.say(
            Code.O24,
            order,
            f"{write_unit(unit, desk.board)} cannot convoy from {desk.name(start)} to {desk.name(end)}",
            hint="fleets at sea convoy armies from shore to shore",
            if_left=f"the order fails and the fleet stands {MEANT}",
        )
        return
    army = desk.state.units.get(start)
    if army is None:
        yield desk.say(
            Code.O20,
            order,
            f"there is no army in {desk.name(start)} to convoy",
            if_left=f"the order fails {MEANT}",
        )
    elif army.power == desk.power:
        stand_in = SupportMove(
            power=order.power, line=order.line, unit=order.unit, of=order.army, to=order.to
        )
        for one in _mismatch(desk, stand_in, order.army):
            yield replace(
                one,
                title=one.title.replace("the supported unit", "the army"),
                if_left=f"the convoy does nothing {MEANT}",
            )


def retreat_advice(desk: Desk) -> tuple[Finding, ...]:
    """Return the warnings on retreats: to where nobody can go (O29)."""
    found = []
    for order in desk.orders:
        if not isinstance(order, Retreat):
            continue
        lost = desk.state.dislodged.get(order.unit.at.province) if desk.retreating else None
        unit = desk.unit_at(order.unit.at.province)
        if unit is None or unit.power != desk.power:
            continue
        # Before the moves nobody knows who will be dislodged; what is too far is too far all the same.
        open_to = {place.province for place in lost.retreats} if lost else desk.targets(unit)
        if order.to.province in open_to:
            continue
        told = ", ".join(sorted(desk.short(face) for face in open_to))
        found.append(
            desk.say(
                Code.O29,
                order,
                f"{write_unit(unit, desk.board)} cannot retreat to {desk.name(order.to.province)}",
                hint=f"it can go to {told}" if told else "it can go nowhere: it must disband",
                if_left="the unit will be disbanded"
                if desk.context.section == ORDERS
                else "the line is passed over",
            )
        )
    return tuple(found)
