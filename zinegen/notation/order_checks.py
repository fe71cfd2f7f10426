"""Warnings and notes on orders that can be read: what will not work on the board as it is.

Ordering the impossible on purpose is an old trick of the hobby, so nothing here changes an order: the order
stands as written, and fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.orders import CoastChoice, Line, Order
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Kind, Unit
from zinegen.game.variant import Variant
from zinegen.game.wording import join_words
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import PowerInSentence
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.notation.adjustment_checks import check_adjustment_counts, check_builds
from zinegen.notation.conditions import Condition, Conditional
from zinegen.notation.findings import Code, Finding, at_columns, finding, sort_findings
from zinegen.notation.grammar.names import tokenise
from zinegen.notation.grammar.usual_names import MISTAKEN
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.notation.reading.context import (
    COASTS,
    EVENTS,
    ORDERS,
    LineContext,
    OrderCheckContext,
)
from zinegen.notation.reading.forms import Limit, OrderForm, all_forms
from zinegen.notation.reading.line_reader import NOWHERE, list_subjects, split_lines
from zinegen.notation.reading.reader import Reading, kind_of, read_orders


def check_orders(
    text: str,
    *,
    power: Power,
    state: GameState,
    variant: Variant,
    section: str = ORDERS,
    where: Where = NOWHERE,
    kind: PhaseKind | None = None,
) -> Reading:
    """Return the orders of a text with all findings on them: errors, warnings, notes.

    The arguments are those of `reader.read_orders`.
    """
    reading = read_orders(
        text,
        power=power,
        state=state,
        variant=variant,
        section=section,
        where=where,
        kind=kind,
    )
    context = OrderCheckContext(
        power=power,
        state=state,
        variant=variant,
        section=section,
        kind=kind or kind_of(section, state),
        orders=reading.orders,
        lines={line.where.line: raw for line, raw in split_lines(text, where) if line.where},
        where=where,
    )
    return Reading(
        orders=reading.orders, findings=sort_findings((*reading.findings, *_check(context)))
    )


def _check(context: OrderCheckContext) -> Iterable[Finding]:
    yield from check_forms(context)
    yield from _check_mistaken_names(context)
    if context.section == EVENTS:
        return
    yield from _check_units(context)
    if context.section == COASTS:
        return
    moves = context.kind is PhaseKind.MOVES
    if moves or (context.kind is PhaseKind.RETREATS and context.section == ORDERS):
        yield from _check_double_orders(context)
    if moves or context.retreating:
        yield from _check_missing_orders(context)
        yield from _check_bare_units(context)
    if context.kind is PhaseKind.ADJUSTMENTS:
        yield from check_adjustment_counts(context)
        yield from check_builds(context)


def _check_units(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield which orders are for units that are not there (O20)."""
    for order in context.orders:
        if order.subject is None:
            continue
        unit, name = (
            context.unit_at(order.subject.at.province),
            context.name(order.subject.at.province),
        )
        if unit is None:
            title = gettext(_no_unit(context), place=name)
        elif unit.power != context.power:
            power = PowerInSentence(unit.power)
            title = gettext("the unit in {place} belongs to {power:to}", place=name, power=power)
        else:
            yield from _check_kind(context, order, unit)
            continue
        left, hint = gettext("the line does nothing"), _own_units(context)
        yield context.finding_for(Code.O20, order, title, hint=hint, if_left=left)


def _check_kind(context: OrderCheckContext, order: Order, unit: Unit) -> Iterable[Finding]:
    """Yield that an own unit is of another kind than its order takes it for (O20)."""
    kind, shown = order.subject.kind if order.subject else None, write_unit(unit, context.board)
    if isinstance(order, CoastChoice) and unit.kind is Kind.ARMY and kind is not Kind.FLEET:
        yield context.finding_for(
            Code.O20,
            order,
            gettext("{unit} is an army, and has no coast to choose", unit=shown),
            if_left=gettext("the line does nothing"),
        )
    elif kind not in {None, unit.kind} and Kind.ARMY_ABOARD not in {kind, unit.kind}:
        place = context.name(unit.province)
        yield context.finding_for(
            Code.O20,
            order,
            gettext(
                "the unit in {place} is {unit}, not {kind}", place=place, unit=shown, kind=kind
            ),
            hint=gettext("write {unit}", unit=shown),
            if_left=gettext("the GM's rules decide whether the order counts"),
        )


def _no_unit(context: OrderCheckContext) -> str:
    now = context.kind is PhaseKind.RETREATS and context.state.phase.kind is PhaseKind.RETREATS
    return N_("you have no dislodged unit in {place}") if now else N_("you have no unit in {place}")


def _own_units(context: OrderCheckContext) -> str:
    units = ", ".join(write_unit(unit, context.board) for unit in context.own_units())
    return gettext("your units: {units}", units=units) if units else ""


def _check_double_orders(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield which units have two different orders (O21)."""
    first: dict[ProvinceKey, Order] = {}
    for order in context.orders:
        if order.subject is not None:
            face = order.subject.at.province
            yield from check_conflict(
                context, order, first.setdefault(face, order), face, context.default_of(face)
            )


def _check_missing_orders(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield in one note which own units nothing was ordered for (O30)."""
    named = {order.subject.at.province for order in context.orders if order.subject is not None}
    for order in context.orders:
        if order.line is not None:
            named |= list_subjects(order.line, context.names)
    missing = [unit for unit in context.own_units() if unit.province not in named]
    if missing:
        units = join_words([write_unit(unit, context.board) for unit in missing])
        yield finding(
            Code.O30,
            Where(file=context.where.file, line=context.where.line),
            "",
            ngettext("{units} has no order", "{units} have no order", len(missing), units=units),
            hint=gettext("add one, or leave it so"),
            if_left=context.default_of(missing[0].province)
            if len(missing) == 1
            else gettext(
                N_("they will be disbanded")
                if context.kind is PhaseKind.RETREATS
                else N_("they will hold")
            ),
        )


def _check_bare_units(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield which lines without an order name a unit that is not there (O20)."""
    ordered = {order.line.where.line for order in context.orders if order.line and order.line.where}
    own = {unit.province for unit in context.own_units()}
    for number, raw in context.lines.items():
        line = Line(text=raw.strip(), where=Where(context.where.file, number, 1))
        strange = () if number in ordered else list_subjects(line, context.names) - own
        for face in sorted(strange):
            yield finding(
                Code.O20,
                at_columns(line, 0, len(raw)),
                raw,
                gettext(_no_unit(context), place=context.name(face)),
                hint=_own_units(context),
                if_left=gettext("the line does nothing"),
            )


def _check_mistaken_names(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield which names others read otherwise, with how they are read here (O34)."""
    for order in {one.line: one for one in context.orders if one.line is not None}.values():
        for token in tokenise(order.line.text) if order.line is not None else ():
            face = context.names.provinces.get((token.text,))
            others = [ProvinceKey(one) for one in MISTAKEN.get(token.text, ()) if one != face]
            others = [one for one in others if one in context.board.provinces]
            if face is None or not others or order.line is None:
                continue
            word = order.line.text[token.start : token.end]
            place = at_columns(order.line, token.start, token.end)
            names = gettext(" or ").join(
                f"{context.short(one)} ({context.name(one)})" for one in others
            )
            yield finding(
                Code.O34,
                place,
                context.lines.get(place.line, order.line.text),
                gettext(
                    '"{word}" is read as {place}',
                    word=word,
                    place=f"{context.short(face)} ({context.name(face)})",
                ),
                hint=gettext("write {names} if you mean that", names=names),
            )


def check_coast_choices(
    readings: Mapping[str, Sequence[Order]], context: LineContext, where: Where = NOWHERE
) -> tuple[Finding, ...]:
    """Return notes on fleets without a coast choice whose coast an own event may change (O31).

    ``readings`` holds the orders of each section; `OrderForm.touches` tells what an event may change.
    """
    forms = [form for form in all_forms(context.variant) if isinstance(form, OrderForm)]
    touched = {
        face
        for event in readings.get(EVENTS, ())
        for form in forms
        if form.touches is not None and form.makes(event)
        for face in form.touches(event, context.state)
    }
    told = {
        order.unit.at.province
        for order in readings.get(COASTS, ())
        if isinstance(order, CoastChoice)
    }
    return tuple(
        finding(
            Code.O31,
            Where(file=where.file, line=where.line),
            "",
            gettext(
                "the coast of {unit} may change by your event",
                unit=write_unit(unit, context.state.board),
            ),
            hint=gettext(
                'say under "{section}" where it goes, best first: F Bre: nc, sc', section=COASTS
            ),
            if_left=gettext("the rule set chooses"),
        )
        for unit in context.state.units_of(context.power)
        if unit.at.coast and unit.province in touched - told
    )


def check_forms(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield what the forms find impossible (O27), too many (O28), or of no use."""
    counted: Counter[str] = Counter()
    first: dict[ProvinceKey, Order] = {}
    for order in context.orders:
        strange = _find_strange_condition(context, order)
        objections = [(part, _find_objection(context, part)) for part in _parts(order)]
        for part, objection in ((order, strange), *objections):
            if objection is not None:
                yield context.finding_for(
                    Code.O27,
                    part,
                    objection,
                    if_left=gettext("nothing comes of this line (if you mean it so, leave it)"),
                )
        form = form_of(context, order)
        if form is not None and form.warn is not None:
            yield from form.warn(order, context) or ()
        if form is not None and form.alone is not None:
            face = form.alone(order)
            yield from check_conflict(
                context,
                order,
                first.setdefault(face, order),
                face,
                gettext("the regular one starts"),
            )
        limit = _find_limit(context, order)
        if limit is not None and strange is None and (more := _count(context, order, limit)):
            counted[limit.name] += more
            most = limit.most(context.state, context.power)
            if counted[limit.name] > most:
                yield _too_many(context, order, limit, most)


def _find_limit(context: OrderCheckContext, order: Order) -> Limit | None:
    """Return the limit under which an order falls, or one of those in a conditional order."""
    forms = (form_of(context, part) for part in _parts(order))
    return next((form.limit for form in forms if form is not None and form.limit is not None), None)


def _count(context: OrderCheckContext, order: Order, limit: Limit) -> int:
    """Return how much of a limit an order takes up; a conditional one whatever comes of its condition."""
    if isinstance(order, Conditional):
        ways = (order.then, order.otherwise)
        return min(sum(_count(context, one, limit) for one in way) for way in ways)
    if limit.only_possible and _find_objection(context, order) is not None:
        return 0
    return order.weight if _find_limit(context, order) is limit else 0


def _find_strange_condition(context: OrderCheckContext, order: Order) -> str | None:
    """Return why the rule set does not hear the condition on which an order hangs."""
    if not isinstance(order, Conditional):
        return None
    forms = [form_of(context, part) for part in _parts(order)]
    hang_on = [form.hang_on for form in forms if form is not None and form.hang_on is not None]
    found = (say(test, context) for test in _tests(order) for say in hang_on)
    return next((objection for objection in found if objection is not None), None)


def _tests(order: Order) -> Iterable[Condition]:
    """Yield the condition of an order, and those of the orders in it."""
    if isinstance(order, Conditional):
        yield order.test
        for one in (*order.then, *order.otherwise):
            yield from _tests(one)


def form_of(context: OrderCheckContext, order: Order) -> OrderForm | None:
    """Return the form of the rule set that makes orders of this kind; its own before the standard ones."""
    for form in all_forms(context.variant):
        if isinstance(form, OrderForm) and form.makes(order):
            return form
    return None


def _find_objection(context: OrderCheckContext, order: Order) -> str | None:
    """Return why an order is impossible on the board as it is, as far as its form can tell."""
    form = form_of(context, order)
    if form is None:
        return None
    objection = form.check(order, context.state) if form.check is not None else None
    partners = order.goes_with
    if (
        objection is None
        and partners
        and not any(isinstance(one, partners) for one in context.orders)
    ):
        return gettext("this goes with an event, and you have ordered none")
    return objection


def _parts(order: Order) -> tuple[Order, ...]:
    """Return the orders in a conditional order; any other order alone."""
    if not isinstance(order, Conditional):
        return (order,)
    return tuple(part for one in (*order.then, *order.otherwise) for part in _parts(one))


def _too_many(context: OrderCheckContext, order: Order, limit: Limit, most: int) -> Finding:
    return context.finding_for(
        Code.O28,
        order,
        gettext(
            "these are too many {things}: you have {most}",
            things=gettext(limit.name),
            most=most or gettext("none"),
        ),
        hint=gettext("take {things} out", things=gettext(limit.name)),
        if_left=gettext(limit.if_over),
    )


def check_conflict(
    context: OrderCheckContext, order: Order, earlier: Order, face: ProvinceKey, default: str
) -> Iterable[Finding]:
    """Yield that an order differs from an earlier one for the same unit (O21)."""
    if write_order(order, context.board) != write_order(earlier, context.board):
        line = earlier.line.where.line if earlier.line and earlier.line.where else 0
        yield context.finding_for(
            Code.O21,
            order,
            gettext(
                "the unit in {place} has two orders (the first on line {line})",
                place=context.name(face),
                line=line,
            ),
            hint=gettext("take one of them out"),
            if_left=gettext("neither counts: {default}", default=default),
        )
