"""Warnings on builds and removals: more than are due, or where none can be made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zinegen.game.orders import Build, Order, Remove, Sheet
from zinegen.game.state import PhaseKind
from zinegen.game.verdicts import OrderResult, Reason, Word
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.notation.conditions import adjustments_due
from zinegen.notation.findings import Code, Finding
from zinegen.notation.reading.context import OrderCheckContext


def check_adjustment_counts(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield which builds or removals are more than due (O26): those that the rule set passes over for that.

    Before the winter it is a list of priorities, from which as many are taken as are due; where something is
    secret, nobody but the GM can tell what is due.
    """
    if context.state.phase.kind is not PhaseKind.ADJUSTMENTS or context.state.secrets is not None:
        return
    due = adjustments_due(context.variant, context.state, context.power)
    for sort, most in ((Build, max(due, 0)), (Remove, max(-due, 0))):
        given = tuple(order for order in context.orders if isinstance(order, sort))
        over = (
            ruling.order
            for ruling in _judge_adjustments(context, given)
            if ruling.verdict.reason is Reason.NOT_DUE and ruling.order in given
        )
        for order in {one.line: one for one in over}.values():
            yield context.finding_for(
                Code.O26,
                order,
                _count_written(sort, len(given), most),
                hint=gettext(_take_out(sort, most)),
                if_left=gettext("what is over does not count"),
            )


def _count_written(sort: type[Build | Remove], given: int, most: int) -> str:
    """Return how many builds or removals are written, and how many are due."""
    if sort is Build:
        written = ngettext("a build is written", "{number} builds are written", given)
    else:
        written = ngettext("a removal is written", "{number} removals are written", given)
    if not most:
        return gettext("{written}, and none are due", written=written)
    return ngettext(
        "{written}, and {number} is due", "{written}, and {number} are due", most, written=written
    )


def _take_out(sort: type[Build | Remove], most: int) -> str:
    if most:
        return N_("take out what is over")
    return N_("take the build out") if sort is Build else N_("take the removal out")


_REPORTED_ELSEWHERE = {Reason.NOT_DUE, Reason.COAST_UNCLEAR, Reason.UNREADABLE}


_WHY_NOT_BUILT: Mapping[Reason, str] = {
    Reason.NOT_YOUR_CENTRE: N_("{place} is not a centre of yours"),
    Reason.NOT_HOME: N_("{place} is none of your home centres"),
    Reason.OCCUPIED: N_("{place} is occupied"),
    Reason.NO_SHORE: N_("{place} has no coast for a fleet"),
    Reason.NO_SUCH_COAST: N_("{place} has no such coast"),
    Reason.NO_SUCH_KIND: N_("no such unit is built in this game"),
    Reason.IS_ICED: N_("{place} lies under ice"),
}


def check_builds(context: OrderCheckContext) -> Iterable[Finding]:
    """Yield which builds of an open winter cannot be made where they are ordered (O27).

    Nothing is reported before the winter, when nobody knows; where it is secret who owns what, only what
    everybody can see.
    """
    state = context.state
    builds = tuple(order for order in context.orders if type(order) is Build)
    if state.phase.kind is not PhaseKind.ADJUSTMENTS:
        return
    if state.secrets is not None:
        yield from _check_builds_abroad(context, builds)
        return
    for ruling in _judge_adjustments(context, builds):
        order, reason = ruling.order, ruling.verdict.reason
        if not ruling.given or not isinstance(order, Build) or order not in builds:
            continue
        if ruling.verdict.word is Word.VOID and reason not in _REPORTED_ELSEWHERE:
            place = context.name(order.at.province)
            told = _WHY_NOT_BUILT.get(reason, N_("nothing can be built in {place} by this line"))
            yield context.finding_for(
                Code.O27,
                order,
                gettext(told, place=place),
                if_left=gettext("the line does nothing"),
            )


def _judge_adjustments(
    context: OrderCheckContext, orders: tuple[Order, ...]
) -> tuple[OrderResult, ...]:
    """Return what the rule set makes of some builds or removals in a winter."""
    rule = context.variant.rules.get(PhaseKind.ADJUSTMENTS)
    if rule is None or not orders:
        return ()
    return tuple(rule(context.state, Sheet(orders={context.power: orders})).rulings)


def _check_builds_abroad(context: OrderCheckContext, builds: Iterable[Build]) -> Iterable[Finding]:
    for order in builds:
        province = context.board[order.at.province]
        if province.home != context.power:
            told = gettext(
                "{place} is no home province of yours", place=name_province(province.name)
            )
            yield context.finding_for(
                Code.O27, order, told, if_left=gettext("the line does nothing")
            )
