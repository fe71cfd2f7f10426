"""Lines of a report: orders and coast choices with their results in words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TypeAlias

from zinegen.board.board import Power
from zinegen.derived import derive_once
from zinegen.game.orders import Build, CoastChoice, Order, UnitOrder, Unreadable, Unused, Waive
from zinegen.game.state import GameState, Phase
from zinegen.game.units import Kind
from zinegen.game.verdicts import OrderResult, Word
from zinegen.languages.texts import N_, gettext
from zinegen.notation.conditions import Conditional
from zinegen.notation.grammar.writer import write_order, write_unit
from zinegen.pages.views import OrdersOfPower, OrderView, PowerView
from zinegen.pages.words.phrases import phrase
from zinegen.pages.words.visible_text import one_line
from zinegen.play.records.records import PhaseRecord, SeasonRecord
from zinegen.play.texts.rulings_file import GmRuling, RulingKind

IN_VAIN = N_("not used: it names no single coast that the fleet could be given")


Anchors: TypeAlias = Mapping[tuple[Phase, Order], str]
"""What a link to an order ends in, by the phase it was given for and the order."""

LONGEST_ANCHOR = 60
"""Characters of an order that its anchor is made from."""


def is_event(order: Order) -> bool:
    """Tell whether an order is about the map, not about a unit."""
    if isinstance(order, Conditional):
        return any(is_event(one) for one in (*order.then, *order.otherwise))
    return not isinstance(order, UnitOrder | Build | Waive | Unreadable | Unused | CoastChoice)


def order_anchors(phases: Iterable[PhaseRecord]) -> Anchors:
    """Return an anchor for every order of a season, such as ``a-bur-mun``; no two are the same."""
    found: dict[tuple[Phase, Order], str] = {}
    taken: set[str] = set()
    for phase in phases:
        for ruling in phase.report.rulings:
            key = (phase.phase, ruling.order)
            if key not in found:
                found[key] = _make_anchor(ruling.order, phase, taken)
                taken.add(found[key])
    return found


@derive_once
def season_anchors(record: SeasonRecord) -> Anchors:
    """Return the anchors of all orders of a season."""
    return order_anchors(record.phases)


def _make_anchor(order: Order, phase: PhaseRecord, taken: set[str]) -> str:
    # What nobody could read is a stranger's text, and might be the name of another part of the page.
    text = "" if isinstance(order, Unreadable) else write_order(order, phase.before.board)
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()[:LONGEST_ANCHOR]).strip("-")
    stem = plain if "-" in plain else f"order-{plain}".strip("-")
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(name for name in names if name not in taken)


def order_view(
    ruling: OrderResult, before: GameState, anchor: str, decisions: Sequence[GmRuling] = ()
) -> OrderView:
    """Return one order with its result in words; ``decisions`` tell which lines the GM read otherwise."""
    order = ruling.order
    text = write_order(order, before.board)
    sentence = phrase(ruling, before)
    if not ruling.given:
        sentence = (
            gettext("was not ordered; {result}", result=sentence)
            if sentence
            else gettext("was not ordered")
        )
    return OrderView(
        text=one_line(text) if isinstance(order, Unreadable) else text,
        word=ruling.verdict.word,
        anchor=anchor,
        sentence=sentence,
        as_written=_read_otherwise(ruling, decisions),
        is_ordered=ruling.given,
    )


def _read_otherwise(ruling: OrderResult, decisions: Sequence[GmRuling]) -> str:
    """Return what a player wrote where the GM has it read as something else; empty elsewhere."""
    line = ruling.order.line
    if line is None:
        return ""
    return next(
        (
            one_line(decision.line)
            for decision in decisions
            if decision.kind is RulingKind.READ_AS
            and decision.about == ruling.order.power
            and one_line(decision.instead).casefold() == one_line(line.text).casefold()
        ),
        "",
    )


def coast_choice_views(
    record: SeasonRecord, powers: Mapping[Power, PowerView]
) -> tuple[OrdersOfPower, ...]:
    """Return the coast choices that a season asked for, by power, each with what came of it.

    Of a choice that was not needed nothing is told.
    """
    anchors = season_anchors(record)
    found: dict[Power, list[OrderView]] = {}
    for phase in record.phases:
        for ruling in phase.report.rulings:
            order = ruling.order
            if isinstance(order, CoastChoice):
                used = ruling.verdict.word is Word.SUCCEEDS
                view = OrderView(
                    text=write_order(order, phase.before.board),
                    word=ruling.verdict.word,
                    anchor=anchors[phase.phase, order],
                    sentence=_describe_use(phase, order) if used else gettext(IN_VAIN),
                    is_ordered=ruling.given,
                )
                found.setdefault(order.power, []).append(view)
    return tuple(
        OrdersOfPower(power=powers[power], orders=tuple(dict.fromkeys(views)))
        for power, views in sorted(found.items())
    )


def _describe_use(phase: PhaseRecord, choice: CoastChoice) -> str:
    """Return that a choice was used, and what the fleet is called now, if it still is where it was."""
    unit = phase.after.units.get(choice.unit.at.province)
    if unit is None or unit.power != choice.power or unit.kind is Kind.ARMY:
        return gettext("used")
    return gettext("used: it is {unit} now", unit=write_unit(unit, phase.after.board))
