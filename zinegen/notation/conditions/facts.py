"""What a condition may ask, and how facts are joined: ``not``, ``and``, ``or`` (``and`` binds first)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from zinegen.game.orders import Line
from zinegen.game.state import PhaseKind
from zinegen.notation.conditions.conditions import (
    All,
    CameTo,
    Changed,
    HasLost,
    IsCentre,
    IsEmpty,
    Not,
    Owns,
    Some,
    Stands,
    Succeeded,
    Test,
    WasDislodged,
)
from zinegen.notation.grammar.forms import OrderForm, Read
from zinegen.notation.grammar.patterns import match_at, pattern
from zinegen.notation.grammar.slots import MatchProgress
from zinegen.notation.grammar.standard_forms import forms_for
from zinegen.notation.reading.context import EVENTS, ORDERS, LineContext

FACTS: tuple[tuple[str, Callable[[Read], Test]], ...] = (
    (
        "{power} in {at:province}",
        lambda r: Stands(power=r.named_power("power"), at=r.province("at")),
    ),
    (
        "{kind} {power} in {at:province} | {power} {kind} in {at:province}",
        lambda r: Stands(power=r.named_power("power"), kind=r.kind("kind"), at=r.province("at")),
    ),
    ("{unit} [is] in {at:province}", lambda r: CameTo(unit=r.unit("unit"), at=r.province("at"))),
    ("{unit} [is|was] dislodged", lambda r: WasDislodged(unit=r.unit("unit"))),
    ("i (own|hold) {at:province}", lambda r: Owns(power=r.power, at=r.province("at"))),
    (
        "{power} (owns|own|holds) {at:province}",
        lambda r: Owns(power=r.named_power("power"), at=r.province("at")),
    ),
    ("[i] (lost|lose) {at:province}", lambda r: HasLost(power=r.power, at=r.province("at"))),
    ("{at:province} [is] (empty|vacant)", lambda r: IsEmpty(at=r.province("at"))),
    ("changed {at:province} | {at:province} [has] changed", lambda r: Changed(at=r.province("at"))),
    ("(centre|center) {at:province}", lambda r: IsCentre(at=r.province("at"))),
)
"""The facts that a condition may name, as the patterns of `patterns`."""

_AFTER_FACT = frozenset({"and", "or", "then", ")"})
EXAMPLES = (
    "facts are written like these: France in ENG | A Mun in Bur | A Mun dislodged | I own Nwy | lost Edi"
    " | A Par - Bur succeeded | Wal empty | changed Mun"
)
PLACEMENT_EXAMPLE = "the only fact is: centre Mun, of a province in which a unit of yours starts"


DEEPEST = 40
"""Brackets and denials before a fact; each is a call within a call."""


@dataclass(slots=True)
class Expression:
    """Reads facts joined by ``not``, ``and``, ``or``; each method yields every reading."""

    progress: MatchProgress
    context: LineContext
    line: Line

    def some(self, at: int) -> Iterator[tuple[Test, int]]:
        """Yield every condition that begins at a word, and the place behind it."""
        yield from self._joined(at, "or")

    def _joined(self, at: int, word: str) -> Iterator[tuple[Test, int]]:
        part = self._one if word == "and" else self._all
        for first, middle in part(at):
            if self.progress.text(middle) == word:
                for rest, end in self._joined(middle + 1, word):
                    yield _flat(word, first, rest), end
            else:
                yield first, middle

    def _all(self, at: int) -> Iterator[tuple[Test, int]]:
        yield from self._joined(at, "and")

    def _one(self, at: int) -> Iterator[tuple[Test, int]]:
        text = self.progress.text(at)
        if sum(self.progress.text(before) in {"not", "("} for before in range(at)) > DEEPEST:
            self.progress.miss(at, word="then")
            return
        if text == "not":
            for test, end in self._one(at + 1):
                yield Not(of=test), end
            return
        if text == "(":
            for test, end in self.some(at + 1):
                if self.progress.text(end) == ")":
                    yield test, end + 1
        for test, end in self._facts(at):
            if self.progress.text(end) in _AFTER_FACT:
                yield test, end
                return
            self.progress.miss(end, word="then")

    def _facts(self, at: int) -> Iterator[tuple[Test, int]]:
        for text, build in FACTS:
            for end, values in match_at(pattern(text), self.progress, at):
                yield build(self._read(values)), end
        for form in self._forms():
            for end, values in match_at(pattern(form.pattern), self.progress, at):
                orders = form.orders(self._read(values))
                if self.progress.text(end) not in {"succeeded", "succeeds"}:
                    self.progress.miss(end, word="succeeded")
                elif len(orders) == 1:
                    yield Succeeded(order=orders[0]), end + 1

    def _forms(self) -> Iterator[OrderForm]:
        """Yield the forms of the orders whose success a condition may name: of units, and of events."""
        variant = self.context.variant
        events = PhaseKind.EVENTS if PhaseKind.EVENTS in variant.rules(variant) else PhaseKind.MOVES
        for section, kind in ((ORDERS, PhaseKind.MOVES), (EVENTS, events)):
            for form in forms_for(variant, section, kind):
                if isinstance(form, OrderForm) and not form.of.goes_with:
                    yield form

    def _read(self, values: Sequence[tuple[str, object]]) -> Read:
        return Read(power=self.context.power, line=self.line, values=dict(values))


def _flat(word: str, first: Test, rest: Test) -> Test:
    if word == "and":
        return All(of=(first, *(rest.of if isinstance(rest, All) else (rest,))))
    return Some(of=(first, *(rest.of if isinstance(rest, Some) else (rest,))))
