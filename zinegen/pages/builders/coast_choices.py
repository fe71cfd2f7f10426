"""What came of the coast choices that powers handed in: which were used, and which could not be."""

from collections.abc import Iterator, Mapping

from zinegen.archive.records.records import PhaseRecord, SeasonRecord
from zinegen.board.board import Power
from zinegen.game.orders import CoastChoice
from zinegen.game.units import Kind
from zinegen.game.verdicts import Word
from zinegen.notation.grammar.writer import write, write_unit
from zinegen.pages.views.views import OrdersOfPower, OrderView, PowerView

IN_VAIN = "not used: it names no single coast that the fleet could be given"


def choices_made(
    record: SeasonRecord, powers: Mapping[Power, PowerView]
) -> tuple[OrdersOfPower, ...]:
    """Return the coast choices that a season asked for, by power, each with what came of it.

    Of a choice that was not needed nothing is told.
    """
    found: dict[Power, list[OrderView]] = {}
    for power, view in _views(record):
        found.setdefault(power, []).append(view)
    return tuple(
        OrdersOfPower(power=powers[power], orders=tuple(dict.fromkeys(views)))
        for power, views in sorted(found.items())
    )


def _views(record: SeasonRecord) -> Iterator[tuple[Power, OrderView]]:
    for phase in record.phases:
        for ruling in phase.report.rulings:
            order = ruling.order
            if isinstance(order, CoastChoice):
                used = ruling.verdict.word is Word.SUCCEEDS
                yield (
                    order.power,
                    OrderView(
                        text=write(order, phase.before.board),
                        word=ruling.verdict.word,
                        sentence=_used(phase, order) if used else IN_VAIN,
                        given=ruling.given,
                    ),
                )


def _used(phase: PhaseRecord, choice: CoastChoice) -> str:
    """Return that a choice was used, and what the fleet is called now, if it still is where it was."""
    unit = phase.after.units.get(choice.unit.at.province)
    if unit is None or unit.power != choice.power or unit.kind is Kind.ARMY:
        return "used"
    return f"used: it is {write_unit(unit, phase.after.board)} now"
