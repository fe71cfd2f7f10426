"""What the forms of a rule set say of their orders: impossible, too many, two for one unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from zinegen.game.orders import Order
from zinegen.geometry.mesh import Face
from zinegen.notation.checks.context import OrderCheckContext
from zinegen.notation.conditions.conditions import Conditional
from zinegen.notation.findings import Code, Finding
from zinegen.notation.grammar.forms import Limit, OrderForm
from zinegen.notation.grammar.standard_forms import all_forms
from zinegen.notation.grammar.writer import write


def check_forms(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield what the forms find impossible (O27), too many (O28), or of no use."""
    counted: Counter[str] = Counter()
    first: dict[Face, Order] = {}
    for order in context.orders:
        for part in _parts(order):
            form = form_of(context, part)
            objection = _objection(context, part, form) if form is not None else None
            if objection is not None:
                yield context.finding_for(
                    Code.O27,
                    part,
                    objection,
                    if_left="nothing comes of this line (if you mean it so, leave it)",
                )
        form = form_of(context, order)
        if form is not None and form.warn is not None:
            yield from form.warn(order, context) or ()
        if form is not None and form.alone is not None:
            face = form.alone(order)
            yield from check_conflict(
                context, order, first.setdefault(face, order), face, "the regular one starts"
            )
        if form is not None and form.limit is not None:
            counted[form.limit.name] += form.limit.count(order)
            most = form.limit.most(context.state, context.power)
            if counted[form.limit.name] > most:
                yield _too_many(context, order, form.limit, most)


def form_of(context: OrderCheckContext, order: Order) -> OrderForm | None:
    """Return the form of the rule set that makes orders of this kind; its own before the standard ones."""
    for form in all_forms(context.variant):
        if isinstance(form, OrderForm) and form.makes(order):
            return form
    return None


def _objection(context: OrderCheckContext, order: Order, form: OrderForm) -> str | None:
    """Return why an order comes to nothing on the board as it is, as far as its form can tell."""
    objection = form.check(order, context.state) if form.check is not None else None
    partners = order.goes_with
    if (
        objection is None
        and partners
        and not any(isinstance(one, partners) for one in context.orders)
    ):
        return "this goes with an event, and you have ordered none"
    return objection


def _parts(order: Order) -> tuple[Order, ...]:
    """Return the orders in a conditional line; of another, itself."""
    if not isinstance(order, Conditional):
        return (order,)
    return tuple(part for one in (*order.then, *order.otherwise) for part in _parts(one))


def _too_many(context: OrderCheckContext, order: Order, limit: Limit, most: int) -> Finding:
    return context.finding_for(
        Code.O28,
        order,
        f"these are too many {limit.name}: you have {most or 'none'}",
        hint=f"take {limit.name} out",
        if_left=limit.if_over,
    )


def check_conflict(
    context: OrderCheckContext, order: Order, earlier: Order, face: Face, default: str
) -> Iterable[Finding]:
    """Yield that an order differs from an earlier one for the same unit (O21)."""
    if write(order, context.board) != write(earlier, context.board):
        line = earlier.line.where.line if earlier.line and earlier.line.where else 0
        yield context.finding_for(
            Code.O21,
            order,
            f"the unit in {context.name(face)} has two orders (the first on line {line})",
            hint="take one of them out",
            if_left=f"neither counts: {default}",
        )
