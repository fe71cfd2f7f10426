"""One line of an order file as orders, or as an `Unreadable` and the finding that says what is wrong.

Most lines are known from others (`line_memory`). Whatever is not plain, or could be read in two ways, takes
the long way through `parse_line` each time it is new; what no form fits is reworded first (`rewording`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from zinegen.board.coasts import coasts
from zinegen.errors import Where
from zinegen.game.orders import Build, Line, Order, Unreadable
from zinegen.game.state import PhaseKind
from zinegen.game.units import Kind, UnitName
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.conditions import adjustments_due
from zinegen.notation.findings import Finding, at_columns
from zinegen.notation.grammar.names import (
    KINDS,
    Names,
    Token,
    find_invisible,
    strip_remark,
    tokenise,
)
from zinegen.notation.grammar.patterns import (
    MatchProgress,
    match_unit,
    match_whole_line,
    parse_pattern,
)
from zinegen.notation.grammar.writer import write_unit
from zinegen.notation.reading.context import ORDERS, RETREATS, LineContext, LineText
from zinegen.notation.reading.forms import Combination, Form, OrderForm, Read, all_forms
from zinegen.notation.reading.line_findings import (
    find_ambiguity,
    find_invisible_character,
    find_unexplained,
    find_unreadable_part,
)
from zinegen.notation.reading.line_memory import line_memory_for
from zinegen.notation.reading.rewording import add_dashes, is_numbered, part_slashes, reword_line

MOST_EXPLAINED = 20
"""Unreadable lines of a text for which it is looked up what was meant."""

MOST_PARTS = 20
"""Orders on one line."""
_UNITS = frozenset(spelling[0] for spelling in KINDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """The readings of a line."""

    found: tuple[tuple[Order, ...], ...]
    """Every different reading; one when all is well, none when it is no order."""
    progress: MatchProgress
    """How far the forms came, for the message."""
    by: tuple[Form, Mapping[str, object]] | None = None
    """The form of the first reading, and what stood in its slots."""


def parse_line(text: LineText, forms: Iterable[Form]) -> Parsed:
    """Return every reading of a line by the forms it may have."""
    progress = MatchProgress(line=text.tokens, names=text.names)
    found: list[tuple[Order, ...]] = []
    by: tuple[Form, Mapping[str, object]] | None = None
    for form in forms:
        if isinstance(form, Combination):
            read = _read_combination(text, form, progress)
        else:
            read = _read_form(text, form, progress)
        for values, orders in read:
            if orders not in found:
                found.append(orders)
                by = by or (form, values)
    return Parsed(found=tuple(found), progress=progress, by=by)


def _read_form(
    text: LineText, form: OrderForm, progress: MatchProgress, start: int = 0
) -> Iterable[tuple[Mapping[str, object], tuple[Order, ...]]]:
    """Yield what may stand in the slots of a form, from a word on, and the orders that it makes."""
    for found in match_whole_line(parse_pattern(form.pattern), progress, start):
        values = dict(found)
        yield values, form.orders(Read(power=text.power, line=text.line, values=values))


def _read_combination(
    text: LineText, form: Combination, progress: MatchProgress
) -> Iterable[tuple[Mapping[str, object], tuple[Order, ...]]]:
    """Yield the combination of the parts between the semicolons, when each can be read in one way."""
    pieces = _split_parts(text.tokens, form.openings)
    if len(pieces) < 2:
        return
    parts: list[Order] = []
    for start, stop in pieces:
        inner = MatchProgress(line=text.tokens[:stop], names=text.names)
        read = (_read_form(text, part, inner, start) for part in form.parts)
        orders = [order for one in read for _, found in one for order in found]
        if not orders or any(order != orders[0] for order in orders):
            for word in inner.words or {";"}:
                progress.miss(inner.furthest, word=word)
            for slot in inner.slots:
                progress.miss(inner.furthest, slot=slot)
            return
        parts.append(orders[0])
    joined = form.join(Read(power=text.power, line=text.line, values={}), tuple(parts))
    yield {}, joined if isinstance(joined, tuple) else (joined,)


def _split_parts(tokens: Sequence[Token], openings: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """Return the stretches between semicolons, and between commas before units; empty ones left out.

    With ``openings`` only a semicolon or comma before one of these words divides them.
    """
    cuts = [
        at
        for at, (token, after) in enumerate(pairwise(tokens))
        if token.text in {";", ","}
        and after.text in (openings or (_UNITS if token.text == "," else {after.text}))
    ]
    bounds = zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(tokens)], strict=True)
    return tuple((start, stop) for start, stop in bounds if stop > start)


NOWHERE = Where(file="")
"""The place of a text that came from no file."""


def split_lines(text: str, where: Where = NOWHERE) -> Iterator[tuple[Line, str]]:
    """Yield every line that holds more than a remark, with its place, and the whole line as written.

    ``where`` is the place of the text's first character.
    """
    shift = max(where.column, 1)
    for number, row in enumerate(text.split("\n"), max(where.line, 1)):
        line = cut_row(row, where.file, number, shift)
        if line is not None:
            yield line
        shift = 1


def cut_row(row: str, file: str, number: int, column: int) -> tuple[Line, str] | None:
    """Return the line that a row of a text holds, and the whole row; None where there is only a remark.

    ``number`` and ``column`` say where the row begins in the file, from 1.
    """
    raw = row.rstrip("\r")
    body = strip_remark(raw) if "#" in raw else raw.rstrip()
    bare = body.lstrip()
    if not bare:
        return None
    end = column + len(body)
    place = Where(file, number, end - len(bare), end)
    return Line(bare, place), " " * (column - 1) + raw


def cut_line(line: Line, start: int, end: int) -> Line:
    """Return a part of a line with its own place; ``start`` and ``end`` count from 0 in its text."""
    text = line.text[start:end]
    begin = start + len(text) - len(text.lstrip())
    text = text.strip()
    where = at_columns(line, begin, begin + len(text)) if line.where is not None else None
    return Line(text=text, where=where)


def read_line(
    line: Line,
    raw: str,
    forms: tuple[Form, ...],
    context: LineContext,
    *,
    explain: bool = True,
) -> tuple[tuple[Order, ...], tuple[Finding, ...]]:
    """Return the orders of one line and what is wrong with it; no orders for a line that is only a unit.

    Without ``explain`` nobody looks for what the writer of an unreadable line may have meant.
    """
    memory = line_memory_for(
        context.board, context.state.powers, context.variant, context.section, context.kind
    )
    known = memory.find(line.text)
    if known is not None:
        return known.orders(context.power, line), ()
    hidden = find_invisible(line.text)
    if hidden is not None:
        return (make_unreadable(line, context),), (
            find_invisible_character(line, raw, hidden, context),
        )
    text = LineText(
        tokens=_tokens_without_end(line),
        line=line,
        raw=raw,
        power=context.power,
        names=context.names,
    )
    parsed = parse_line(text, forms)
    doubt = "/" in line.text or line.text[0].isdigit() or context.kind is PhaseKind.ADJUSTMENTS
    others = _find_other_readings(text, parsed, forms, context) if doubt else ()
    if len(parsed.found) == 1 and not others:
        if parsed.by is not None and not (doubt and _is_mere_unit(text)):
            memory.learn(line.text, *parsed.by)
        return parsed.found[0], ()
    if not parsed.found and not others and _is_blank(text, context):
        return (), ()
    if parsed.found or others:
        broken = make_unreadable(line, context)
        found = (*parsed.found, *others)
        return (broken,), (find_ambiguity(text, found, context, broken.unit),)
    return _read_reworded(text, parsed, forms, context, memory.words, explain=explain)


def _read_reworded(
    text: LineText,
    parsed: Parsed,
    forms: tuple[Form, ...],
    context: LineContext,
    words: frozenset[str],
    *,
    explain: bool,
) -> tuple[tuple[Order, ...], tuple[Finding, ...]]:
    """Return what a line comes to that no form fits as it stands."""
    said = reword_line(text, words, context)
    reworded, parsed = _parse_reworded(text, said, parsed, forms, context)
    if len(parsed.found) == 1:
        return parsed.found[0], ()
    if parsed.found:
        broken = make_unreadable(text.line, context, reworded.tokens)
        return (broken,), (find_ambiguity(text, parsed.found, context, broken.unit),)
    if said and _is_blank(reworded, context):
        return (), ()
    apart = _read_parts(text.line, text.raw, forms, context, explain=explain)
    if apart is not None:
        return apart
    broken = make_unreadable(text.line, context, reworded.tokens)
    if not explain:
        return (broken,), (find_unexplained(text, context, broken.unit),)
    elsewhere = None if _is_mere_unit(reworded) else _find_form_elsewhere(reworded, context)
    wrong = find_unreadable_part(reworded, parsed.progress, context, broken.unit, elsewhere)
    return (broken,), (wrong,)


def _find_other_readings(
    text: LineText, parsed: Parsed, forms: tuple[Form, ...], context: LineContext
) -> tuple[tuple[Order, ...], ...]:
    """Return what else a line may mean that the forms read in one way: as a move, or without its number.

    A slash before a water is a coast only where the unit can lie on several. The number of an item in a list
    may stand where a count can. A mere unit is a build, but where removals are due it may be one of these.
    """
    if parsed.found and is_numbered(text):
        words = tuple(text.tokens[1:])
    elif parsed.found and context.kind is PhaseKind.ADJUSTMENTS:
        if not _owes_removals(context) or not isinstance(parsed.found[0][0], Build):
            return ()
        words = (Token("remove", 0, 0), *text.tokens) if _is_mere_unit(text) else ()
    else:
        words = part_slashes(text.tokens, text, context)
        if words and _names_its_coast(text, parsed, context):
            return ()
    if not words:
        return ()
    others = parse_line(replace(text, tokens=words), forms).found
    return tuple(one for one in others if one not in parsed.found)


def _owes_removals(context: LineContext) -> bool:
    """Tell whether the winter has come and a power has to remove units, as far as everybody can tell."""
    state = context.state
    is_open = state.phase.kind is PhaseKind.ADJUSTMENTS and state.secrets is None
    return is_open and adjustments_due(context.variant, state, context.power) < 0


def _names_its_coast(text: LineText, parsed: Parsed, context: LineContext) -> bool:
    """Tell whether a water behind a slash can be nothing but a coast of the fleet before it."""
    if not parsed.found:
        own = context.state.units_of(context.power)
        own += tuple(lost.unit for lost in context.state.dislodged.values())
        return text.line.text in {write_unit(unit, context.board) for unit in own}
    named = [
        value
        for value in (parsed.by[1].values() if parsed.by else ())
        if isinstance(value, UnitName) and value.at.coast is not None
    ]
    return all(
        unit.kind is not Kind.ARMY and len(coasts(context.board, unit.at.province)) > 1
        for unit in named
    )


def _parse_reworded(
    text: LineText,
    said: Sequence[Sequence[Token]],
    parsed: Parsed,
    forms: tuple[Form, ...],
    context: LineContext,
) -> tuple[LineText, Parsed]:
    """Return the readings of a line in other words; with dashes put in where it has none without.

    Returned are as well the words that the line was read by, for messages.
    """
    last = text
    for add in (False, True) if said else (True,):
        found: list[tuple[Order, ...]] = []
        for tokens in said or (text.tokens,):
            words = add_dashes(tuple(tokens), text, context) if add else tuple(tokens)
            if add and words == tuple(tokens):
                continue
            reading = parse_line(replace(text, tokens=words), forms)
            found += [one for one in reading.found if one not in found]
            if not add:
                last, parsed = replace(text, tokens=words), reading
        if found:
            return last, replace(parsed, found=tuple(found))
    return last, parsed


def _read_parts(
    line: Line, raw: str, forms: tuple[Form, ...], context: LineContext, *, explain: bool
) -> tuple[tuple[Order, ...], tuple[Finding, ...]] | None:
    """Return the orders between the semicolons of a line, each with its own place.

    None is returned where there is no semicolon or a great many, and where a part cannot be read and the
    rule set has lines that are one order in several parts.
    """
    cuts = [token for token in tokenise(line.text) if token.text == ";"]
    if not 0 < len(cuts) < MOST_PARTS:
        return None
    starts = (0, *(cut.end for cut in cuts))
    stops = (*(cut.start for cut in cuts), len(line.text))
    parts = (cut_line(line, *ends) for ends in zip(starts, stops, strict=True))
    read = [read_line(part, raw, forms, context, explain=explain) for part in parts if part.text]
    findings = tuple(finding for _, wrong in read for finding in wrong)
    if findings and any(isinstance(form, Combination) or form.in_parts for form in forms):
        return None
    return tuple(order for orders, _ in read for order in orders), findings


def _find_form_elsewhere(text: LineText, context: LineContext) -> Form | None:
    """Return a form that a line has, but that belongs to another section or phase."""
    for form in all_forms(context.variant):
        here = context.section in form.sections and context.kind in form.kinds
        if not here and parse_line(text, (form,)).found:
            return form
    return None


def _tokens_without_end(line: Line) -> tuple[Token, ...]:
    """Return the words and signs of a line without commas and semicolons at its end."""
    found = tokenise(line.text)
    while found and found[-1].text in {",", ";"}:
        found = found[:-1]
    return found


def list_subjects(line: Line, names: Names) -> frozenset[ProvinceKey]:
    """Return where the units stand that a line orders: the unit named first in each of its parts."""
    found = tokenise(line.text)
    progress = MatchProgress(line=found, names=names)
    starts = [0, *(at + 1 for at, token in enumerate(found) if token.text == ";")]
    first = (next((unit for _, unit in match_unit(progress, start)), None) for start in starts)
    return frozenset(unit.at.province for unit in first if unit is not None)


def _is_blank(text: LineText, context: LineContext) -> bool:
    """Tell whether a line is only a unit, as order files list them for their writer to go on.

    They do so under the moves, and under the retreats once somebody has been dislodged.
    """
    listed = context.section == ORDERS or (
        context.section == RETREATS and context.state.phase.kind is PhaseKind.RETREATS
    )
    return listed and _is_mere_unit(text)


def _is_mere_unit(text: LineText) -> bool:
    progress = MatchProgress(line=text.tokens, names=text.names)
    return any(end == len(text.tokens) for end, _ in match_unit(progress, 0))


def make_unreadable(
    line: Line, context: LineContext, tokens: Sequence[Token] | None = None
) -> Unreadable:
    """Return the order that stands for a line that is none, with the unit its beginning names.

    ``tokens`` are its words, without what may stand before a line.
    """
    words = tokenise(line.text) if tokens is None else tokens
    progress = MatchProgress(line=words, names=context.names)
    first: UnitName | None = next((unit for _, unit in match_unit(progress, 0)), None)
    return Unreadable(power=context.power, line=line, unit=first)
