"""Verdicts on the events that a phase was given and does not take: none of them goes without a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zinegen.game.orders import Unreadable
from zinegen.game.verdicts import OrderResult, Reason, Verdict
from zinegen.play.records.records import PhaseRecord
from zinegen.play.season import PhaseOutcome


def rule_on_untaken_events(outcome: PhaseOutcome) -> PhaseRecord:
    """Return a phase in which every line about the map that was read has a ruling."""
    record, left = outcome.record, tuple(_list_rulings(outcome))
    if not left:
        return record
    rulings = sorted((*record.report.rulings, *left), key=lambda ruling: ruling.order.power)
    return replace(record, report=replace(record.report, rulings=tuple(rulings)))


def _list_rulings(outcome: PhaseOutcome) -> Iterator[OrderResult]:
    rulings = outcome.record.report.rulings
    known = {(ruling.order.number, ruling.order) for ruling in rulings}
    for _, orders in sorted(outcome.filled.sheet.events.items()):
        for order in orders:
            if (order.number, order) not in known:
                unreadable = isinstance(order, Unreadable)
                reason = Reason.UNREADABLE if unreadable else Reason.WRONG_PHASE
                yield OrderResult(order=order, verdict=Verdict(reason=reason))
