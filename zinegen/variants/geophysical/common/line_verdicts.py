"""Verdicts on the order lines of a sheet that are about the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from zinegen.game.orders import Order, Sheet, Unreadable
from zinegen.game.verdicts import Reason, Ruling, Verdict


@dataclass(slots=True)
class LineVerdicts:
    """The verdicts found so far on the lines of a sheet, by identity of the line."""

    found: dict[int, Verdict] = field(default_factory=dict)

    def note(self, orders: Iterable[Order], verdict: Verdict) -> None:
        """Note a verdict on some lines; a line is left out of the causes in its own verdict."""
        for order in orders:
            others = tuple(one for one in verdict.because if one is not order)
            self.found[id(order)] = verdict._replace(because=others)

    def rulings(self, sheet: Sheet) -> Iterator[Ruling]:
        """Yield a ruling for every line about the map, by power and in the sequence written."""
        for power in sorted(sheet.events):
            for order in sheet.events[power]:
                unreadable = isinstance(order, Unreadable)
                reason = Reason.UNREADABLE if unreadable else Reason.WRONG_PHASE
                verdict = self.found.get(id(order), Verdict(reason=reason))
                yield Ruling(order=order, verdict=verdict)
