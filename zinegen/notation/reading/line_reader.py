"""One line of an order file as orders, or as an `Unreadable` and the finding that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.orders import Line, Order, Unreadable
from zinegen.game.state import PhaseKind
from zinegen.game.units import Named
from zinegen.geometry.mesh import Face
from zinegen.notation.findings import Code, Finding, at_columns, finding
from zinegen.notation.grammar import slots
from zinegen.notation.grammar.forms import Combination, Form, OrderForm, Read, all_forms, forms_for
from zinegen.notation.grammar.names import (
    Names,
    Token,
    count_slips,
    find_invisible,
    find_nearest,
    strip_remark,
    tokenise,
)
from zinegen.notation.grammar.patterns import match_whole_line, parse_pattern
from zinegen.notation.grammar.slots import MatchProgress
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.reading.context import ORDERS, SECTIONS, LineContext
from zinegen.notation.reading.line_memory import line_memory_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A line to be read: its words, whose it is, and the names that count."""

    tokens: Sequence[Token]
    line: Line
    power: Power
    names: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """The readings of a line."""

    found: tuple[tuple[Order, ...], ...]
    """Every different reading; one when all is well, none when it is no order."""
    progress: MatchProgress
    """How far the forms came, for the message."""
    by: tuple[Form, Mapping[str, object]] | None = None
    """The form of the first reading, and what stood in its slots."""


def parse_line(text: Text, forms: Iterable[Form]) -> Parsed:
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
    text: Text, form: OrderForm, progress: MatchProgress, start: int = 0
) -> Iterable[tuple[Mapping[str, object], tuple[Order, ...]]]:
    """Yield what may stand in the slots of a form, from a word on, and the orders that it makes."""
    for found in match_whole_line(parse_pattern(form.pattern), progress, start):
        values = dict(found)
        yield values, form.orders(Read(power=text.power, line=text.line, values=values))


def _read_combination(
    text: Text, form: Combination, progress: MatchProgress
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


NOWHERE = Where(file="")
"""The place of a text that came from no file."""


def split_lines(text: str, where: Where = NOWHERE) -> Iterator[tuple[Line, str]]:
    """Yield every line that holds more than a remark, with its place, and the whole line as written.

    ``where`` is the place of the text's first character.
    """
    file, shift = where.file, max(where.column, 1)
    for number, full in enumerate(text.split("\n"), max(where.line, 1)):
        raw = full.rstrip("\r")
        body = strip_remark(raw) if "#" in raw else raw.rstrip()
        bare = body.lstrip()
        if bare:
            end = shift + len(body)
            place = Where(file, number, end - len(bare), end)
            whole = " " * (shift - 1) + raw if shift > 1 else raw
            yield Line(bare, place), whole
        shift = 1


def cut_line(line: Line, start: int, end: int) -> Line:
    """Return a part of a line with its own place; ``start`` and ``end`` count from 0 in its text."""
    text = line.text[start:end]
    begin = start + len(text) - len(text.lstrip())
    text = text.strip()
    where = at_columns(line, begin, begin + len(text)) if line.where is not None else None
    return Line(text=text, where=where)


def read_line(
    line: Line, raw: str, forms: tuple[Form, ...], context: LineContext
) -> tuple[tuple[Order, ...], tuple[Finding, ...]]:
    """Return the orders of one line and what is wrong with it; no orders for a line that is only a unit."""
    names = context.names
    memory = line_memory_for(context.board, names, forms)
    known = memory.orders(line, context.power)
    if known is not None:
        return known, ()
    hidden = find_invisible(line.text)
    if hidden is not None:
        return (make_unreadable(line, context),), (_invisible_finding(line, raw, hidden, context),)
    text = Text(tokens=_tokens_without_end(line), line=line, power=context.power, names=names)
    parsed = parse_line(text, forms)
    if len(parsed.found) == 1:
        if parsed.by is not None:
            memory.learn(line.text, *parsed.by)
        return parsed.found[0], ()
    if not parsed.found and _is_mere_unit(text):
        return (), ()
    broken = make_unreadable(line, context)
    if parsed.found:
        return (broken,), (_ambiguity_finding(line, raw, parsed.found, context),)
    return (broken,), (_diagnose(text, raw, parsed.progress, context, broken.unit),)


def _tokens_without_end(line: Line) -> tuple[Token, ...]:
    """Return the words and signs of a line without commas and semicolons at its end."""
    found = tokenise(line.text)
    while found and found[-1].text in {",", ";"}:
        found = found[:-1]
    return found


def list_subjects(line: Line, names: Names) -> frozenset[Face]:
    """Return where the units stand that a line orders: the unit named first in each of its parts."""
    found = tokenise(line.text)
    progress = MatchProgress(line=found, names=names)
    starts = [0, *(at + 1 for at, token in enumerate(found) if token.text == ";")]
    first = (
        next((unit for _, unit in slots.match_unit(progress, start)), None) for start in starts
    )
    return frozenset(unit.at.province for unit in first if unit is not None)


def _is_mere_unit(text: Text) -> bool:
    progress = MatchProgress(line=text.tokens, names=text.names)
    return any(end == len(text.tokens) for end, _ in slots.match_unit(progress, 0))


def make_unreadable(line: Line, context: LineContext) -> Unreadable:
    """Return the order that stands for a line that is none, with the unit its beginning names."""
    progress = MatchProgress(line=tokenise(line.text), names=context.names)
    first: Named | None = next((unit for _, unit in slots.match_unit(progress, 0)), None)
    return Unreadable(power=context.power, line=line, unit=first)


_MAP_WORDS = frozenset(
    {
        *("separate", "connect", "isthmus", "strait", "canal"),
        *("erode", "raise", "uplift", "mountain", "orogenesis", "earthquake", "seal", "ice"),
        *("glaciate", "melt", "create", "stabilise", "stabilize", "open", "close"),
        *("becomes", "destroy"),
    }
)
"""Words of the rule sets that change the map; a rule set that has no form with one says so."""


def _consequence(context: LineContext, unit: Named | None) -> str:
    """Return what happens in the game if a line stays unreadable."""
    board = context.board
    called = "its unit"
    if unit is not None:
        kind = unit.kind
        standing = context.state.units.get(unit.at.province)
        if standing is not None and standing.power == context.power:
            kind = standing.kind
        called = (
            f"{kind} {board[unit.at.province].abbreviation}"
            if kind
            else board[unit.at.province].abbreviation
        )
    match context.section, context.kind:
        case ("events", _):
            return "this line does nothing to the map"
        case ("coasts", _):
            return f"the rule set chooses the coast for {called}"
        case (_, PhaseKind.RETREATS):
            return f"{called} will be disbanded"
        case (_, PhaseKind.ADJUSTMENTS):
            return "the line does not count"
        case (_, PhaseKind.PLACEMENT):
            return "the line does not count"
        case (_, PhaseKind.MOVES | PhaseKind.EVENTS):
            return f"{called} will hold"


def _invisible_finding(
    line: Line, raw: str, hidden: tuple[int, str], context: LineContext
) -> Finding:
    """Return the finding for a line with a character that nobody can see."""
    at, name = hidden
    return finding(
        Code.O16,
        at_columns(line, at, at + 1),
        raw,
        f"there is an invisible character here ({name})",
        hint="take it out; typing the line anew is the surest way",
        if_left=_consequence(context, None),
    )


def _ambiguity_finding(
    line: Line, raw: str, found: tuple[tuple[Order, ...], ...], context: LineContext
) -> Finding:
    """Return the finding for a line that means two things."""
    board = context.board
    meant = [", ".join(write_order(order, board) for order in orders) for orders in found[:3]]
    return finding(
        Code.O14,
        at_columns(line, 0, len(line.text)),
        raw,
        "this can be read in more than one way",
        hint="write one of: " + " | ".join(meant),
        if_left=_consequence(context, None),
    )


def _diagnose(
    text: Text, raw: str, progress: MatchProgress, context: LineContext, unit: Named | None
) -> Finding:
    """Return the one finding for a line that is no order."""
    line = text.line
    elsewhere = _find_where_it_belongs(text, context)
    if elsewhere is not None:
        code, (title, hint) = Code.O13, elsewhere
        place = at_columns(line, 0, len(line.text))
    elif progress.furthest >= len(text.tokens):
        code, title, hint = Code.O11, "the line breaks off here", _suggest_examples(context, text)
        place = at_columns(line, len(line.text) - 1, len(line.text))
    else:
        token = text.tokens[progress.furthest]
        place = at_columns(line, token.start, token.end)
        code, title, hint = _diagnose_word(text, progress, context, unit)
    return finding(code, place, raw, title, hint=hint, if_left=_consequence(context, unit))


def _diagnose_word(
    text: Text, progress: MatchProgress, context: LineContext, unit: Named | None
) -> tuple[Code, str, str]:
    """Return code, title and hint for a line that makes sense up to a word."""
    token = text.tokens[progress.furthest]
    word = text.line.text[token.start : token.end]
    meant = find_nearest(token.text, tuple(sorted(w for w in progress.words if w.isalpha())))
    is_name = token.is_word and len(token.text) > 1
    if is_name and "province" in progress.slots and not _is_likelier(meant, text, token, context):
        hint = _suggest_provinces(text, progress.furthest, unit, context)
        return Code.O10, f'there is no province called "{word}"', hint
    if token.is_word and "coast" in progress.slots:
        return Code.O12, f'there is no coast called "{word}"', _COASTS
    title = f'this is not an order: "{word}" makes no sense here'
    return Code.O11, title, _suggest_word(text, progress, context, meant)


_COASTS = "coasts are nc, ec, sc, wc, or a water that lies on that coast only: Spa/sc, Spa/GOL"


def _suggest_word(
    text: Text, progress: MatchProgress, context: LineContext, meant: str | None
) -> str:
    """Return the hint for a word that makes no sense where it stands."""
    at = progress.furthest
    token, line = text.tokens[at], text.line.text
    before = text.tokens[at - 1].text if at else ""
    if before in {"a", "f"} and token.text in {"a", "f", "m"}:
        return "write the nationality out: S FRENCH A Par - Bur"
    if {before, token.text} & {",", ";"} and context.section == ORDERS:
        return "write one order on each line"
    powers = tuple(sorted(str(power).lower() for power in context.state.powers))
    if "power" in progress.slots and (power := find_nearest(token.text, powers)):
        return f"did you mean {power.capitalize()}?"
    if meant is not None:
        return f"did you mean {meant}?"
    if "-" in progress.words and next(text.names.provinces_at(text.tokens, at), None):
        return f'did you mean "{line[: token.start].rstrip()} - {line[token.start :]}"?'
    return _suggest_examples(context, text)


def _is_likelier(meant: str | None, text: Text, token: Token, context: LineContext) -> bool:
    """Tell whether a word of the forms is likelier to have been meant than any province."""
    if meant is None:
        return False
    typed = token.text
    near = text.names.near(typed)
    if not near:
        return True
    name = min(
        count_slips(typed, str(near[0]).lower()),
        count_slips(typed, context.board[near[0]].name.lower()),
    )
    return count_slips(typed, meant) < name or (
        len(typed) > 4 >= len(str(near[0])) and count_slips(typed, meant) <= name
    )


def _find_where_it_belongs(text: Text, context: LineContext) -> tuple[str, str] | None:
    """Return title and hint for a line that is an order, but not here, or not in this rule set."""
    known: set[str] = set()
    for form in all_forms(context.variant):
        if isinstance(form, OrderForm):
            known.update(re.findall(r"\w+", form.pattern))
        here = context.section in form.sections and context.kind in form.kinds
        if not here and parse_line(text, (form,)).found:
            return _say_where_it_belongs(form, context)
    for token in text.tokens:
        if token.text in _MAP_WORDS - known:
            word = text.line.text[token.start : token.end]
            return f'{context.variant.title} has no order "{word}"', _suggest_examples(
                context, text
            )
    return None


def _say_where_it_belongs(form: Form, context: LineContext) -> tuple[str, str]:
    """Return title and hint for a line that is an order of a form that has no place here."""
    if context.section not in form.sections:
        section = [name for name in SECTIONS if name in form.sections][-1]
        title = f'{_article(form)} {form.name} has no place under "{context.section}"'
        return title, f'write it under "{section}"'
    kinds = " and ".join(_PHASES[kind] for kind in PhaseKind if kind in form.kinds)
    title = f"{_article(form)} {form.name} has no place in this phase"
    return title, f"it belongs to {kinds}"


def _article(form: Form) -> str:
    return "an" if form.name.startswith(("a", "e", "i", "o")) else "a"


_PHASES = {
    PhaseKind.MOVES: "movement phases",
    PhaseKind.RETREATS: "retreat phases",
    PhaseKind.EVENTS: "phases of events",
    PhaseKind.ADJUSTMENTS: "adjustment phases",
    PhaseKind.PLACEMENT: "the placement before the first year",
}


_SUPPORTING = {"s", "support", "supports", "supporting"}
_CONVOYING = {"c", "convoy", "convoys", "convoying"}


def _suggest_examples(context: LineContext, text: Text) -> str:
    """Return the hint that shows orders as they are written here, with words of the line if possible."""
    forms = tuple(forms_for(context.variant, context.section, context.kind))
    if not forms:
        return f'nothing can be ordered under "{context.section}" in this phase'
    written = {token.text for token in text.tokens if token.is_word and len(token.text) > 1}
    akin = [form for form in forms if written.intersection(_words_of(form))]
    shown = [form.example for form in akin or forms]
    return "write it like one of these: " + " | ".join(shown[:5])


def _words_of(form: Form) -> list[str]:
    parts = form.parts if isinstance(form, Combination) else (form,)
    return [word for part in parts for word in re.findall(r"\w+", part.pattern)]


def _suggest_provinces(text: Text, at: int, unit: Named | None, context: LineContext) -> str:
    """Return the hint for a wrong name: what the unit can reach or, failing that, what is near."""
    board = context.board
    typed = text.tokens[at].text
    near = text.names.near(typed, _provinces_that_fit(text, at, unit, context))
    if not near:
        return "provinces are written like Mun, NTH, StP, or with their full names"
    meant = [f"{board[face].abbreviation} ({board[face].name})" for face in near[:2]]
    return "did you mean " + " or ".join(meant) + "?"


def _provinces_that_fit(
    text: Text, at: int, unit: Named | None, context: LineContext
) -> frozenset[Face]:
    """Return the provinces that make sense at a place of the line, for the unit at its beginning."""
    state = context.state
    own = frozenset(face for face, one in state.units.items() if one.power == context.power)
    own |= {face for face, one in state.dislodged.items() if one.unit.power == context.power}
    before = [token.text for token in text.tokens[:at]]
    if context.kind is PhaseKind.ADJUSTMENTS:
        return frozenset(state.centres_of(context.power)) | own
    if unit is None:
        return own
    verb = next((word for word in before if word in _SUPPORTING | _CONVOYING), None)
    behind_dash = bool({"-", "to"} & set(before))
    if verb in _CONVOYING and behind_dash:
        return frozenset()
    if verb is not None and not behind_dash:
        return frozenset(state.units) - {unit.at.province}
    here = unit.at.province
    dislodged = state.dislodged.get(here) if context.kind is PhaseKind.RETREATS else None
    standing = dislodged.unit if dislodged else state.units.get(here)
    return frozenset({here}) | (context.reach(standing) if standing else frozenset())
