"""Checks of moves, supports, convoys, retreats and builds against the board as it is."""

from __future__ import annotations

from collections.abc import Iterable

from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.game.orders import (
    Build,
    Convoy,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOrder,
)
from zinegen.game.units import FLEETS, Kind, Unit, UnitName
from zinegen.geometry.mesh import BorderId, ProvinceKey
from zinegen.languages.names import PowerInSentence
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Code, Finding
from zinegen.notation.grammar.writer import write_order, write_place, write_unit
from zinegen.notation.reading.context import ORDERS, OrderCheckContext


def _if_meant(consequence: str) -> str:
    """Return a consequence for somebody who may have wished it."""
    return gettext("{consequence} (if you mean it so, leave it)", consequence=consequence)


def check_move(order: Move, context: OrderCheckContext) -> Iterable[Finding]:
    """Yield why a move cannot reach its goal, or which coast it must name (O22 to O25)."""
    unit = context.own_unit(order.unit)
    if unit is None:
        return
    to = order.to.province
    reach = context.reach(unit)
    if to == unit.province:
        yield _cannot_reach(context, order, unit, reach)
    elif to in reach:
        yield from _check_coast(context, order, unit)
    elif (
        unit.kind is not Kind.ARMY
        or not _ports_of(context, unit.province)
        or not _ports_of(context, to)
    ):
        yield _cannot_reach(context, order, unit, reach)
    elif not _is_connected_by(context, unit.province, to, _waters_that_may_convoy(context, order)):
        yield _no_route(context, order, unit)


def _check_coast(context: OrderCheckContext, order: Move, unit: Unit) -> Iterable[Finding]:
    """Yield whether a fleet can reach the coast it is sent to (O22), or has to name it (O25)."""
    if unit.kind not in FLEETS:
        return
    to = order.to
    reached = [
        place
        for place in context.passage.fleets(context.board, unit.at)
        if place.province == to.province and place.coast
    ]
    if to.coast is None:
        if len(reached) > 1:
            yield _which_coast(context, order, to.province, [place.coast for place in reached])
        return
    meant = {coast.borders for coast in find(context.board, to.province, to.coast)}
    if reached and meant and not meant & {place.coast for place in reached}:
        open_to = gettext(" or ").join(
            write_place(place, context.board) for place in sorted(reached)
        )
        name = context.name(to.province)
        yield context.finding_for(
            Code.O22,
            order,
            gettext(
                "{unit} cannot reach that coast of {place}",
                unit=write_unit(unit, context.board),
                place=name,
            ),
            hint=gettext("it can reach {places}", places=open_to),
            if_left=_if_meant(gettext("the order fails and the unit stands")),
        )


def _which_coast(
    context: OrderCheckContext,
    order: Order,
    face: ProvinceKey,
    borders: Iterable[tuple[BorderId, ...]],
) -> Finding:
    places = [write_place(Place(face, one), context.board) for one in sorted(borders)]
    unnamed = context.variant.unnamed_coast(context.variant, context.state, context.kind)
    return context.finding_for(
        Code.O25,
        order,
        gettext("{place} has more than one coast that can be meant", place=context.name(face)),
        hint=gettext("name one: {places}", places=gettext(" or ").join(places)),
        if_left=_if_meant(gettext(unnamed)),
    )


def _cannot_reach(
    context: OrderCheckContext, order: Order, unit: Unit, targets: frozenset[ProvinceKey]
) -> Finding:
    to = order.to.province if isinstance(order, Move) else unit.province
    return context.finding_for(
        Code.O22,
        order,
        gettext(
            "{unit} cannot reach {place}",
            unit=write_unit(unit, context.board),
            place=context.name(to),
        ),
        hint=_list_targets(context, targets),
        if_left=_if_meant(gettext("the order fails and the unit stands")),
    )


def _list_targets(
    context: OrderCheckContext,
    targets: Iterable[ProvinceKey],
    nowhere: str = N_("it can go nowhere"),
) -> str:
    """Return the hint where a unit can go."""
    reach = ", ".join(sorted(context.short(face) for face in targets))
    return gettext("it can go to {places}", places=reach) if reach else gettext(nowhere)


def _no_route(context: OrderCheckContext, order: Move, unit: Unit) -> Finding:
    everyone = frozenset(_waters_with_fleets(context))
    if _is_connected_by(context, unit.province, order.to.province, everyone):
        text = write_order(order, context.board)
        return context.finding_for(
            Code.O23,
            order,
            gettext(
                "{unit} needs a convoy, and your fleets are ordered otherwise",
                unit=write_unit(unit, context.board),
            ),
            hint=gettext(
                "order them to convoy: {line}", line=f"F ENG C {text.removesuffix(' via convoy')}"
            ),
            if_left=_if_meant(gettext("the order fails and the unit stands")),
        )
    return context.finding_for(
        Code.O24,
        order,
        gettext(
            "there are no fleets that could carry {unit} to {place}",
            unit=write_unit(unit, context.board),
            place=context.name(order.to.province),
        ),
        if_left=_if_meant(gettext("the order fails and the unit stands")),
    )


def _ports_of(context: OrderCheckContext, face: ProvinceKey) -> frozenset[ProvinceKey]:
    return (
        context.passage.ports(context.board, face) if context.board.is_ground(face) else frozenset()
    )


def _waters_with_fleets(context: OrderCheckContext) -> Iterable[ProvinceKey]:
    """Yield the waters in which a fleet lies."""
    for face, unit in context.state.units.items():
        if unit.kind is Kind.FLEET and context.board.is_water(face):
            yield face


def _waters_that_may_convoy(context: OrderCheckContext, move: Move) -> frozenset[ProvinceKey]:
    """Return the waters with a fleet that may convoy a move: own ones unless ordered something else."""
    other = {
        order.unit.at.province
        for order in context.orders
        if isinstance(order, UnitOrder)
        and not (
            isinstance(order, Convoy)
            and order.army.at.province == move.unit.at.province
            and order.to.province == move.to.province
        )
    }
    own = {unit.province for unit in context.own_units()}
    return frozenset(face for face in _waters_with_fleets(context) if face not in other & own)


def _is_connected_by(
    context: OrderCheckContext, start: ProvinceKey, end: ProvinceKey, waters: frozenset[ProvinceKey]
) -> bool:
    """Tell whether a chain of waters leads from the shore of one province to that of another."""
    reached = set(_ports_of(context, start) & waters)
    last = _ports_of(context, end)
    edge = set(reached)
    while edge:
        edge = {
            water
            for face in sorted(edge)
            for water in context.passage.steps(context.board, Place(face))
            if water in waters and water not in reached
        }
        reached |= edge
    return bool(reached & last)


def check_support_to_hold(order: SupportHold, context: OrderCheckContext) -> Iterable[Finding]:
    """Yield why a support of a unit that stays is of no use (O20, O22, O23, O33)."""
    yield from _check_support(order, context, order.of.at.province, None)


def check_support_to_move(order: SupportMove, context: OrderCheckContext) -> Iterable[Finding]:
    """Yield why a support of a move is of no use (O20, O22, O23, O33)."""
    yield from _check_support(order, context, order.to.province, order.to.province)


def _check_support(
    order: SupportHold | SupportMove,
    context: OrderCheckContext,
    into: ProvinceKey,
    goes: ProvinceKey | None,
) -> Iterable[Finding]:
    unit = context.own_unit(order.unit)
    if unit is None:
        return
    if into not in context.reach(unit):
        yield context.finding_for(
            Code.O22,
            order,
            gettext(
                "{unit} cannot support into {place}: it could not go there",
                unit=write_unit(unit, context.board),
                place=context.name(into),
            ),
            hint=_list_targets(context, context.reach(unit)),
            if_left=_if_meant(gettext("the support fails and the unit stands")),
        )
        return
    yield from _check_helped(order, context, goes)


def _check_helped(
    order: SupportHold | SupportMove, context: OrderCheckContext, goes: ProvinceKey | None
) -> Iterable[Finding]:
    """Yield what is wrong with the unit that an order supports (O20, O23, O33)."""
    of = order.of
    helped = context.state.units.get(of.at.province)
    shown = write_unit(helped, context.board) if helped is not None else ""
    if helped is None:
        yield context.finding_for(
            Code.O20,
            order,
            gettext("there is no unit in {place} to support", place=context.name(of.at.province)),
            if_left=_if_meant(gettext("the support fails")),
        )
    elif of.power not in {None, helped.power}:
        yield context.finding_for(
            Code.O20,
            order,
            gettext(
                "{unit} belongs to {power:to}, not to {other:to}",
                unit=shown,
                power=PowerInSentence(helped.power),
                other=PowerInSentence(of.power or ""),
            ),
            if_left=gettext("the rules decide whether the order counts"),
        )
    elif helped.power != context.power and of.power is None:
        yield context.finding_for(
            Code.O33,
            order,
            gettext(
                "{unit} belongs to {power:to}",
                unit=shown,
                power=PowerInSentence(helped.power),
            ),
            hint=gettext("name the nationality, if you mean a foreign unit"),
            if_left=gettext("the support counts as it is written"),
        )
    elif helped.power == context.power:
        yield from _check_match(
            context,
            order,
            of,
            goes,
            N_("the supported unit is ordered otherwise: {ordered}"),
            _if_meant(gettext("the support does nothing")),
        )


def _check_match(  # noqa: PLR0917  (two facts and two phrases)
    context: OrderCheckContext,
    order: Order,
    helped: UnitName,
    goes: ProvinceKey | None,
    text: str,
    if_left: str,
) -> Iterable[Finding]:
    """Yield that an own unit is ordered otherwise than the support or convoy for it says (O23)."""
    orders = [
        one
        for one in context.orders
        if isinstance(one, UnitOrder) and one.unit.at.province == helped.at.province
    ]
    going = {one.to.province if isinstance(one, Move) else None for one in orders} or {None}
    if goes not in going and not any(one.goes_on for one in orders):
        ordered = write_order(orders[0], context.board) if orders else gettext("nothing")
        yield context.finding_for(
            Code.O23,
            order,
            gettext(text, ordered=ordered),
            hint=gettext("make the two orders match"),
            if_left=if_left,
        )


def check_convoy(order: Convoy, context: OrderCheckContext) -> Iterable[Finding]:
    """Yield why a fleet cannot convoy, or why what it does is of no use (O20, O23, O24)."""
    unit = context.own_unit(order.unit)
    if unit is None:
        return
    start, end = order.army.at.province, order.to.province
    at_sea = unit.kind is Kind.FLEET and context.board.is_water(unit.province)
    if not at_sea or not _ports_of(context, start) or not _ports_of(context, end):
        yield context.finding_for(
            Code.O24,
            order,
            gettext(
                "{unit} cannot convoy from {start} to {end}",
                unit=write_unit(unit, context.board),
                start=context.name(start),
                end=context.name(end),
            ),
            hint=gettext("fleets at sea convoy armies from shore to shore"),
            if_left=_if_meant(gettext("the order fails and the fleet stands")),
        )
        return
    army = context.state.units.get(start)
    if army is None:
        yield context.finding_for(
            Code.O20,
            order,
            gettext("there is no army in {place} to convoy", place=context.name(start)),
            if_left=_if_meant(gettext("the order fails")),
        )
    elif army.power == context.power:
        yield from _check_match(
            context,
            order,
            order.army,
            end,
            N_("the army is ordered otherwise: {ordered}"),
            _if_meant(gettext("the convoy does nothing")),
        )


def check_retreat(order: Retreat, context: OrderCheckContext) -> Iterable[Finding]:
    """Yield that a unit cannot retreat to where it is ordered (O29)."""
    unit = context.own_unit(order.unit)
    if unit is None:
        return
    lost = context.state.dislodged.get(unit.province) if context.retreating else None
    # Before the moves nobody knows who will be dislodged; what is too far is too far all the same.
    open_to = {place.province for place in lost.retreats} if lost else context.reach(unit)
    if order.to.province in open_to:
        return
    yield context.finding_for(
        Code.O29,
        order,
        gettext(
            "{unit} cannot retreat to {place}",
            unit=write_unit(unit, context.board),
            place=context.name(order.to.province),
        ),
        hint=_list_targets(context, open_to, N_("it can go nowhere: it must disband")),
        if_left=gettext("the unit will be disbanded")
        if context.section == ORDERS
        else gettext("the line is passed over"),
    )


def check_build(order: Build, context: OrderCheckContext) -> Iterable[Finding]:
    """Yield that the coast must be named on which a fleet is built (O25)."""
    here = coasts(context.board, order.at.province)
    if order.kind is Kind.FLEET and order.at.coast is None and len(here) > 1:
        yield _which_coast(context, order, order.at.province, [coast.borders for coast in here])
