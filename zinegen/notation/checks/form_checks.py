"""What the forms of a rule set say of their own orders: impossible, too many, two for one unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from zinegen.game.orders import Order
from zinegen.geometry.mesh import Face
from zinegen.notation.checks.context import Desk
from zinegen.notation.conditions.conditions import Conditional
from zinegen.notation.findings import Code, Finding
from zinegen.notation.grammar.forms import Limit, OrderForm
from zinegen.notation.grammar.writer import write


def form_advice(desk: Desk) -> Iterable[Finding]:
    """Say what the rule set's own forms find impossible (O27) or too many (O28)."""
    counted: Counter[str] = Counter()
    first: dict[Face, Order] = {}
    for order in desk.orders:
        for part in _parts(order):
            form = desk.form_of(part)
            told = _wrong(desk, part, form) if form is not None else None
            if told is not None:
                yield desk.say(
                    Code.O27,
                    part,
                    told,
                    if_left="nothing comes of this line (if you mean it so, leave it)",
                )
        form = desk.form_of(order)
        if form is not None and form.alone is not None:
            face = form.alone(order)
            yield from against(
                desk, order, first.setdefault(face, order), face, "the regular one starts"
            )
        if form is not None and form.limit is not None:
            counted[form.limit.name] += form.limit.count(order)
            most = form.limit.most(desk.state, desk.power)
            if counted[form.limit.name] > most:
                yield _over(desk, order, form.limit, most)


def _wrong(desk: Desk, order: Order, form: OrderForm) -> str | None:
    """Return why an order comes to nothing on the board as it is, as far as its form can tell."""
    told = form.check(order, desk.state) if form.check is not None else None
    partners = order.goes_with
    if told is None and partners and not any(isinstance(one, partners) for one in desk.orders):
        return "this goes with an event, and you have ordered none"
    return told


def _parts(order: Order) -> tuple[Order, ...]:
    """Return the orders in a conditional line; of another, itself."""
    if not isinstance(order, Conditional):
        return (order,)
    return tuple(part for one in (*order.then, *order.otherwise) for part in _parts(one))


def _over(desk: Desk, order: Order, limit: Limit, most: int) -> Finding:
    return desk.say(
        Code.O28,
        order,
        f"these are too many {limit.name}: you have {most or 'none'}",
        hint=f"take {limit.name} out",
        if_left=limit.if_over,
    )


def against(desk: Desk, order: Order, earlier: Order, face: Face, fate: str) -> Iterable[Finding]:
    """Say that an order differs from an earlier one for the same unit (O21)."""
    if write(order, desk.board) != write(earlier, desk.board):
        line = earlier.line.where.line if earlier.line and earlier.line.where else 0
        yield desk.say(
            Code.O21,
            order,
            f"the unit in {desk.name(face)} has two orders (the first on line {line})",
            hint="take one of them out",
            if_left=f"neither counts: {fate}",
        )
