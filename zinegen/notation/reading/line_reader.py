"""One line of an order file into orders, or into a finding and an order that says it could not be read."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.errors import Where
from zinegen.game.orders import Line, Order, Unreadable
from zinegen.game.units import Named
from zinegen.geometry.mesh import Face
from zinegen.notation.findings import Finding
from zinegen.notation.grammar import slots
from zinegen.notation.grammar.forms import Form
from zinegen.notation.grammar.match_line import Text, parse
from zinegen.notation.grammar.names import Names, names_for
from zinegen.notation.grammar.slots import MatchProgress
from zinegen.notation.grammar.tokens import Token, invisible, tokens, without_remark
from zinegen.notation.reading.context import LineContext
from zinegen.notation.reading.diagnosis import ambiguity_finding, diagnose, invisible_finding
from zinegen.notation.reading.line_memory import line_memory_for

NOWHERE = Where(file="")
"""The place of a text that came from no file."""


def lines_of(text: str, where: Where = NOWHERE) -> Iterator[tuple[Line, str]]:
    """Yield every line that holds more than a remark, with its place, and the whole line as written.

    ``where`` is the place of the text's first character.
    """
    file, shift = where.file, max(where.column, 1)
    for number, full in enumerate(text.split("\n"), max(where.line, 1)):
        raw = full.rstrip("\r")
        body = without_remark(raw) if "#" in raw else raw.rstrip()
        bare = body.lstrip()
        if bare:
            end = shift + len(body)
            place = Where(file, number, end - len(bare), end)
            whole = " " * (shift - 1) + raw if shift > 1 else raw
            yield Line(bare, place), whole
        shift = 1


def part_of(line: Line, start: int, end: int) -> Line:
    """Return a part of a line with its own place; ``start`` and ``end`` count from 0 in its text."""
    text = line.text[start:end]
    begin = start + len(text) - len(text.lstrip())
    text = text.strip()
    if line.where is None:
        return Line(text=text)
    column = line.where.column + begin
    place = Where(
        file=line.where.file,
        line=line.where.line,
        column=column,
        end_column=column + max(len(text), 1),
    )
    return Line(text=text, where=place)


def read_line(
    line: Line, raw: str, forms: tuple[Form, ...], context: LineContext
) -> tuple[tuple[Order, ...], tuple[Finding, ...]]:
    """Return the orders of one line and what is wrong with it; no orders for a line that is only a unit."""
    names = names_for(context.state.board, context.state.powers)
    memory = line_memory_for(context.state.board, names, forms)
    known = memory.orders(line, context.power)
    if known is not None:
        return known, ()
    hidden = invisible(line.text)
    if hidden is not None:
        return (unreadable(line, context),), (invisible_finding(line, raw, hidden, context),)
    text = Text(tokens=_bare(line), line=line, power=context.power, names=names)
    parsed = parse(text, forms)
    if len(parsed.found) == 1:
        if parsed.by is not None:
            memory.learn(line.text, *parsed.by)
        return parsed.found[0], ()
    if not parsed.found and _is_mere_unit(text):
        return (), ()
    broken = unreadable(line, context)
    if parsed.found:
        return (broken,), (ambiguity_finding(line, raw, parsed.found, context),)
    return (broken,), (diagnose(text, raw, parsed.progress, context, broken.unit),)


def _bare(line: Line) -> tuple[Token, ...]:
    """Return the words and signs of a line without commas and semicolons at its end."""
    found = tokens(line.text)
    while found and found[-1].text in {",", ";"}:
        found = found[:-1]
    return found


def subjects(line: Line, names: Names) -> frozenset[Face]:
    """Return where the units stand that a line gives orders to: the one named first in each of its parts."""
    found = tokens(line.text)
    progress = MatchProgress(line=found, names=names)
    starts = [0, *(at + 1 for at, token in enumerate(found) if token.text == ";")]
    first = (next((unit for _, unit in slots.unit(progress, start)), None) for start in starts)
    return frozenset(unit.at.province for unit in first if unit is not None)


def _is_mere_unit(text: Text) -> bool:
    progress = MatchProgress(line=text.tokens, names=text.names)
    return any(end == len(text.tokens) for end, _ in slots.unit(progress, 0))


def unreadable(line: Line, context: LineContext) -> Unreadable:
    """Return the order that stands for a line that is none, with the unit its beginning names."""
    names = names_for(context.state.board, context.state.powers)
    progress = MatchProgress(line=tokens(line.text), names=names)
    first: Named | None = next((unit for _, unit in slots.unit(progress, 0)), None)
    return Unreadable(power=context.power, line=line, unit=first)
