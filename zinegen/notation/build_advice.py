"""Warnings on builds that come to nothing where they are ordered, by the rule of the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.game.orders import Build, Sheet
from zinegen.game.state import PhaseKind
from zinegen.game.verdicts import Reason, Word
from zinegen.notation.findings import Code

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from zinegen.notation.desk import Desk
    from zinegen.notation.findings import Finding

_TOLD_ELSEWHERE = {Reason.NOT_DUE, Reason.COAST_UNCLEAR, Reason.UNREADABLE}

_WHY: Mapping[Reason, str] = {
    Reason.NOT_YOUR_CENTRE: "{place} is not a centre of yours",
    Reason.NOT_HOME: "{place} is none of your home centres",
    Reason.OCCUPIED: "{place} is occupied",
    Reason.NO_SHORE: "{place} has no coast for a fleet",
    Reason.NO_SUCH_COAST: "{place} has no such coast",
    Reason.NO_SUCH_KIND: "no such unit is built in this game",
    Reason.IS_ICED: "{place} lies under ice",
}


def build_advice(desk: Desk) -> Iterable[Finding]:
    """Say which builds of an open winter cannot be made where they are ordered (O27).

    Nothing is said before the winter, when nobody knows; in games that keep secret who owns what, only
    what everybody can see.
    """
    state, variant = desk.state, desk.context.variant
    rule = variant.rules(variant).get(PhaseKind.ADJUSTMENTS)
    builds = tuple(order for order in desk.orders if type(order) is Build)
    if state.phase.kind is not PhaseKind.ADJUSTMENTS or rule is None or not builds:
        return
    if state.secrets is not None:
        yield from _abroad(desk, builds)
        return
    for ruling in rule(state, Sheet(orders={desk.power: builds})).rulings:
        order, reason = ruling.order, ruling.verdict.reason
        if not ruling.given or not isinstance(order, Build) or order not in builds:
            continue
        if ruling.verdict.word is Word.VOID and reason not in _TOLD_ELSEWHERE:
            place = desk.name(order.at.province)
            told = _WHY.get(reason, "nothing can be built in {place} by this line")
            yield desk.say(
                Code.O27, order, told.format(place=place), if_left="the line does nothing"
            )


def _abroad(desk: Desk, builds: Iterable[Build]) -> Iterable[Finding]:
    for order in builds:
        province = desk.board[order.at.province]
        if province.home != desk.power:
            told = f"{province.name} is no home province of yours"
            yield desk.say(Code.O27, order, told, if_left="the line does nothing")
