"""One line held against the forms it may have: every reading, and how far the best progress came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from zinegen.board.board import Power
from zinegen.game.orders import Line, Order
from zinegen.notation.grammar.forms import Combination, Form, OrderForm, Read
from zinegen.notation.grammar.names import Names
from zinegen.notation.grammar.patterns import pattern, readings
from zinegen.notation.grammar.slots import MatchProgress
from zinegen.notation.grammar.tokens import Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A line to be read: its words, whose it is, and the names that count."""

    tokens: Sequence[Token]
    line: Line
    power: Power
    names: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What a line comes to."""

    found: tuple[tuple[Order, ...], ...]
    """Every different reading; one when all is well, none when it is no order."""
    progress: MatchProgress
    """How far the forms came, for the message."""
    by: tuple[Form, Mapping[str, object]] | None = None
    """The form of the first reading, and what stood in its slots."""


def parse(text: Text, forms: Iterable[Form]) -> Parsed:
    """Return every reading of a line by the forms it may have."""
    progress = MatchProgress(line=text.tokens, names=text.names)
    found: list[tuple[Order, ...]] = []
    by: tuple[Form, Mapping[str, object]] | None = None
    for form in forms:
        for values, built in _built(text, form, progress):
            if built not in found:
                found.append(built)
                by = by or (form, values)
    return Parsed(found=tuple(found), progress=progress, by=by)


def _built(
    text: Text, form: Form, progress: MatchProgress
) -> Iterable[tuple[Mapping[str, object], tuple[Order, ...]]]:
    """Yield what may stand in the slots of a form, and the orders that it makes."""
    if isinstance(form, Combination):
        for built in _joined(text, form, progress):
            yield {}, built
        return
    for found in readings(pattern(form.pattern), progress):
        values = dict(found)
        read = Read(power=text.power, line=text.line, values=values)
        yield values, form.orders(read)


def _joined(text: Text, form: Combination, progress: MatchProgress) -> Iterable[tuple[Order, ...]]:
    """Yield the combination of the parts between the semicolons, when each can be read in one way."""
    pieces = _pieces(text.tokens, form.openings)
    if len(pieces) < 2:
        return
    parts: list[Order] = []
    for start, stop in pieces:
        inner = MatchProgress(line=text.tokens[:stop], names=text.names)
        orders = [order for part in form.parts for order in _part(text, part, inner, start)]
        if not orders or any(order != orders[0] for order in orders):
            for word in inner.words or {";"}:
                progress.miss(inner.furthest, word=word)
            for slot in inner.slots:
                progress.miss(inner.furthest, slot=slot)
            return
        parts.append(orders[0])
    read = Read(power=text.power, line=text.line, values={})
    joined = form.join(read, tuple(parts))
    yield joined if isinstance(joined, tuple) else (joined,)


def _part(text: Text, form: OrderForm, progress: MatchProgress, start: int) -> Iterable[Order]:
    for values in readings(pattern(form.pattern), progress, start):
        read = Read(power=text.power, line=text.line, values=dict(values))
        yield from form.orders(read)


def _pieces(tokens: Sequence[Token], openings: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """Return the stretches between semicolons, empty ones left out.

    With ``openings`` only a semicolon or comma before one of these words divides them.
    """
    cuts = [at for at, token in enumerate(tokens) if token.text == ";"]
    if openings:
        cuts = [
            at
            for at, (token, after) in enumerate(pairwise(tokens))
            if token.text in {";", ","} and after.text in openings
        ]
    bounds = zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(tokens)], strict=True)
    return tuple((start, stop) for start, stop in bounds if stop > start)
