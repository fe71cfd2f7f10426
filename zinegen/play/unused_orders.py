"""Orders handed in ahead that were not used: told with a phase where the GM wants them published.

Source: docs/rules/common.md, "11. Who is told what".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zinegen.game.orders import Order, Unreadable, Unused
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.notation.conditions import All, Branch, Condition, Conditional, Not, Plain, Step
from zinegen.notation.reading.context import LATER_SECTIONS
from zinegen.play.provisional_adjustments import name_units_now
from zinegen.play.read_orders import SheetContext, list_provisional_steps
from zinegen.rules.compose import join_reports
from zinegen.rules.options import PUBLISH_UNUSED_CONDITIONS
from zinegen.rules.secrets import has_secrets


def add_unused_orders(context: SheetContext, report: Report, after: GameState) -> Report:
    """Return a report of a phase with the orders that were handed in ahead for it and not used.

    Nothing is added where centres are secret: such orders would tell of them. Retreats that nobody has
    to make are told with the moves.
    """
    if has_secrets(context.state) or not context.variant.option(PUBLISH_UNUSED_CONDITIONS.name):
        return report
    unused = dict.fromkeys(_list_unused(context, report, after))
    verdict = Verdict(reason=Reason.NOT_CALLED_FOR)
    rulings = tuple(OrderResult(order=order, verdict=verdict) for order in unused)
    return join_reports(report, Report(rulings=rulings))


def _list_unused(context: SheetContext, report: Report, after: GameState) -> Iterator[Order]:
    """Yield the orders on which a report has no ruling, as `Unused` or, with conditions, as `Conditional`."""
    kind = context.state.phase.kind
    if kind is PhaseKind.MOVES and not after.dislodged:
        kind = PhaseKind.RETREATS
    elif kind not in LATER_SECTIONS or (kind is PhaseKind.RETREATS and not context.state.dislodged):
        return
    ruled = {ruling.order for ruling in report.rulings}
    for power, steps, facts in list_provisional_steps(context, kind):
        for order, tests in _list_with_tests(steps):
            asked = name_units_now(order, facts)
            if asked in ruled or isinstance(order, Unreadable):
                continue
            test = tests[0] if len(tests) == 1 else All(of=tests)
            hung = Conditional(power=power, line=order.line, test=test, then=(asked,))
            yield hung if tests else Unused(power=power, line=order.line, of=asked)


def _list_with_tests(
    steps: Iterable[Step], tests: tuple[Condition, ...] = ()
) -> Iterator[tuple[Order, tuple[Condition, ...]]]:
    """Yield the orders of all lines, each with the conditions that must be true for it."""
    for step in steps:
        match step:
            case Plain():
                yield from ((order, tests) for order in step.orders)
            case Branch(test=test, then=then, otherwise=otherwise) if test is not None:
                yield from _list_with_tests(then, (*tests, test))
                yield from _list_with_tests(otherwise, (*tests, Not(of=test)))
            case _:
                pass  # a condition that nobody can read
