"""Reading of conditional lines: ``if ... then <line>``, and blocks to ``endif``, nested once.

Behind or below a conditional line there may be ``else <line>``. In a condition ``and`` binds before ``or``;
brackets may group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from zinegen.errors import Where
from zinegen.game.orders import Line, Order
from zinegen.game.state import PhaseKind
from zinegen.languages.texts import N_, gettext
from zinegen.notation.conditions import (
    All,
    Branch,
    CameTo,
    Changed,
    Condition,
    Conditional,
    HasLost,
    IsCentre,
    IsEmpty,
    Not,
    Owns,
    Plain,
    Some,
    Stands,
    Step,
    Succeeded,
    WasDislodged,
)
from zinegen.notation.findings import Code, Finding, at_columns, finding
from zinegen.notation.grammar.names import find_invisible, split_words, tokenise
from zinegen.notation.grammar.patterns import MatchProgress, match_at, parse_pattern
from zinegen.notation.reading.context import EVENTS, ORDERS, LineContext
from zinegen.notation.reading.forms import Form, OrderForm, Read, forms_for
from zinegen.notation.reading.line_findings import suggest_provinces
from zinegen.notation.reading.line_reader import (
    MOST_EXPLAINED,
    cut_line,
    make_unreadable,
    read_line,
    split_lines,
)

_FACT_PATTERNS: tuple[tuple[str, Callable[[Read], Condition]], ...] = (
    (
        "{power} in {at:province}",
        lambda r: Stands(power=r.power_in("power"), at=r.province("at")),
    ),
    (
        "{kind} {power} in {at:province} | {power} {kind} in {at:province}",
        lambda r: Stands(power=r.power_in("power"), kind=r.kind("kind"), at=r.province("at")),
    ),
    ("{unit} [is] in {at:province}", lambda r: CameTo(unit=r.unit("unit"), at=r.province("at"))),
    ("{unit} [is|was] dislodged", lambda r: WasDislodged(unit=r.unit("unit"))),
    ("i (own|hold) {at:province}", lambda r: Owns(power=r.power, at=r.province("at"))),
    (
        "{power} (owns|own|holds) {at:province}",
        lambda r: Owns(power=r.power_in("power"), at=r.province("at")),
    ),
    ("[i] (lost|lose) {at:province}", lambda r: HasLost(power=r.power, at=r.province("at"))),
    ("{at:province} [is] (empty|vacant)", lambda r: IsEmpty(at=r.province("at"))),
    ("changed {at:province} | {at:province} [has] changed", lambda r: Changed(at=r.province("at"))),
    ("(centre|center) {at:province}", lambda r: IsCentre(at=r.province("at"))),
)
"""The facts that a condition may name, as the patterns of `patterns`."""

_AFTER_FACT = frozenset({"and", "or", "then", ")"})
_EXAMPLES = N_(
    "facts are written like these: France in ENG | A Mun in Bur | A Mun dislodged | I own Nwy | lost Edi"
    " | A Par - Bur succeeded | Wal empty | changed Mun"
)
_PLACEMENT_EXAMPLE = N_(
    "the only fact is: centre Mun, of a province in which a unit of yours starts"
)


_MOST_NESTED_FACTS = 10
"""Brackets and denials before a fact; each is a call within a call."""


@dataclass(slots=True)
class _Expression:
    """Reads facts joined by ``not``, ``and``, ``or``; each method yields every reading."""

    progress: MatchProgress
    context: LineContext
    line: Line

    def read_any(self, at: int) -> Iterator[tuple[Condition, int]]:
        """Yield every condition that begins at a word, and the place behind it."""
        yield from self._read_operands(at, "or")

    def _read_operands(self, at: int, word: str) -> Iterator[tuple[Condition, int]]:
        part = self._read_operand if word == "and" else self._read_all
        for first, middle in part(at):
            if self.progress.text(middle) == word:
                for rest, end in self._read_operands(middle + 1, word):
                    yield _flat(word, first, rest), end
            else:
                yield first, middle

    def _read_all(self, at: int) -> Iterator[tuple[Condition, int]]:
        yield from self._read_operands(at, "and")

    def _read_operand(self, at: int) -> Iterator[tuple[Condition, int]]:
        text = self.progress.text(at)
        if (
            sum(self.progress.text(before) in {"not", "("} for before in range(at))
            > _MOST_NESTED_FACTS
        ):
            self.progress.miss(at, word="then")
            return
        if text == "not":
            for test, end in self._read_operand(at + 1):
                yield Not(of=test), end
            return
        if text == "(":
            for test, end in self.read_any(at + 1):
                if self.progress.text(end) == ")":
                    yield test, end + 1
        for test, end in self._read_facts(at):
            if self.progress.text(end) in _AFTER_FACT:
                yield test, end
                return
            self.progress.miss(end, word="then")

    def _read_facts(self, at: int) -> Iterator[tuple[Condition, int]]:
        for text, build in _FACT_PATTERNS:
            for end, values in match_at(parse_pattern(text), self.progress, at):
                yield build(self._read(values)), end
        for form in self._forms_of_facts():
            for end, values in match_at(parse_pattern(form.pattern), self.progress, at):
                orders = form.orders(self._read(values))
                if self.progress.text(end) not in {"succeeded", "succeeds"}:
                    self.progress.miss(end, word="succeeded")
                elif len(orders) == 1:
                    yield Succeeded(order=orders[0]), end + 1

    def _forms_of_facts(self) -> Iterator[OrderForm]:
        """Yield the forms of the orders whose success a condition may name: of units, and of events."""
        variant = self.context.variant
        events = PhaseKind.EVENTS if PhaseKind.EVENTS in variant.rules else PhaseKind.MOVES
        for section, kind in ((ORDERS, PhaseKind.MOVES), (EVENTS, events)):
            for form in forms_for(variant, section, kind):
                if isinstance(form, OrderForm) and not form.of.goes_with:
                    yield form

    def _read(self, values: Sequence[tuple[str, object]]) -> Read:
        return Read(power=self.context.power, line=self.line, values=dict(values))


def _flat(word: str, first: Condition, rest: Condition) -> Condition:
    if word == "and":
        return All(of=(first, *(rest.of if isinstance(rest, All) else (rest,))))
    return Some(of=(first, *(rest.of if isinstance(rest, Some) else (rest,))))


_MOST_NESTED_LINES = 2
"""How deep conditions may stand in each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """The lines of a section that may hold conditions, as read."""

    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]


def read_steps(text: str, context: LineContext, where: Where) -> Conditions:
    """Return the lines of a section that may hold conditions."""
    reader = _Reader(
        lines=tuple(split_lines(text, where)),
        context=context,
        forms=forms_for(context.variant, context.section, context.kind),
    )
    steps: list[Step] = []
    while not reader.is_at_end():
        steps += reader.read_block(0)
        if not reader.is_at_end():
            reader.add_finding(
                gettext('there is no "if" that this "{word}" could end', word=reader.words[0])
            )
            reader.at += 1
    return Conditions(steps=tuple(steps), findings=tuple(reader.findings))


def read_conditional(
    lines: tuple[tuple[Line, str], ...], context: LineContext
) -> tuple[tuple[Order, ...], tuple[Finding, ...], int]:
    """Return the order of a condition that the rule set judges as a whole, what is wrong, and its lines.

    ``lines`` begin with the ``if`` and go on to the end of the text; the number is how many of them belong
    to the condition. Only the placement before the first year knows such orders.
    """
    line, raw = lines[0]
    if context.kind is not PhaseKind.PLACEMENT:
        wrong = finding(
            Code.O15,
            at_columns(line, 0, 2),
            raw,
            gettext('nothing under "{section}" can depend on a condition', section=context.section),
            hint=gettext('only retreats, builds and coasts can; or ask the GM in the "note"'),
            if_left=gettext("the line does not count"),
        )
        return (make_unreadable(line, context),), (wrong,), 1
    reader = _Reader(
        lines=lines,
        context=context,
        forms=forms_for(context.variant, context.section, context.kind),
    )
    orders = tuple(_orders((reader.read_branch(0),), line, context))
    if not reader.findings and len(orders) == 1:
        return orders, (), reader.at
    return (make_unreadable(line, context),), tuple(reader.findings[:1]), reader.at


def _orders(steps: tuple[Step, ...], line: Line, context: LineContext) -> Iterator[Order]:
    """Yield the orders of a conditional line; a condition in a condition is an order as well."""
    for step in steps:
        if isinstance(step, Plain):
            yield from step.orders
        elif step.test is not None and (step.then or step.otherwise):
            yield Conditional(
                power=context.power,
                line=line,
                test=step.test,
                then=tuple(_orders(step.then, line, context)),
                otherwise=tuple(_orders(step.otherwise, line, context)),
            )


@dataclass(slots=True)
class _Reader:
    """Reads conditional lines from first to last."""

    lines: tuple[tuple[Line, str], ...]
    context: LineContext
    forms: tuple[Form, ...]
    at: int = 0
    findings: list[Finding] = field(default_factory=list)

    def is_at_end(self) -> bool:
        return self.at >= len(self.lines)

    @property
    def words(self) -> tuple[str, ...]:
        return split_words(self.lines[self.at][0].text)

    def add_finding(self, title: str, line: int | None = None) -> None:
        """Add a finding on a line of a condition that makes no sense."""
        here, raw = self.lines[self.at if line is None else line]
        self.findings.append(
            finding(
                Code.O15,
                at_columns(here, 0, len(here.text)),
                raw,
                title,
                hint=gettext('write "if ... then <line>", or a block: if ... then / else / endif'),
                if_left=gettext("what stands under this condition does not count"),
            )
        )

    def read_block(self, depth: int) -> tuple[Step, ...]:
        """Read lines up to the end of the text or of the block."""
        found: list[Step] = []
        while not self.is_at_end():
            first = self.words[:2]
            if first[:1] in {("else",), ("endif",)} or first == ("end", "if"):
                break
            if first[:1] == ("if",) and find_invisible(self.lines[self.at][0].text) is None:
                found.append(self.read_branch(depth))
            else:
                found += self._read_line(*self.lines[self.at])
                self.at += 1
        return tuple(found)

    def _read_line(self, line: Line, raw: str) -> tuple[Step, ...]:
        explain = len(self.findings) < MOST_EXPLAINED
        orders, wrong = read_line(line, raw, self.forms, self.context, explain=explain)
        self.findings += wrong
        return (Plain(orders=orders),) if orders else ()

    def read_branch(self, depth: int, start: int = 0) -> Branch:
        """Read an ``if`` that begins at a character of the line, and everything that belongs to it."""
        header = self.at
        if depth == _MOST_NESTED_LINES:
            self.add_finding(
                gettext(
                    "conditions can stand in each other only {count} deep", count=_MOST_NESTED_LINES
                )
            )
        line, raw = self.lines[header]
        test, behind = self._read_header(cut_line(line, start, len(line.text)), raw)
        self.at += 1
        if test is None and behind is None:
            # Whether it was a line or a block tells the last word alone.
            behind = None if split_words(line.text)[-1:] == ("then",) else cut_line(line, 0, 0)
            if behind is not None:
                return self._read_else_below(Branch(test=None, then=()), depth)
        if behind is not None:
            return self._read_else_below(self._read_inline(test, behind, raw, depth), depth)
        then = self.read_block(depth + 1)
        return Branch(test=test, then=then, otherwise=self._read_otherwise(depth, header))

    def _read_header(self, line: Line, raw: str) -> tuple[Condition | None, Line | None]:
        """Read ``if <test> then``; return the test and what stands behind it on the line, if anything."""
        progress = MatchProgress(line=tokenise(line.text), names=self.context.names)
        expression = _Expression(progress=progress, context=self.context, line=line)
        for test, end in expression.read_any(1):
            if progress.text(end) == "then":
                rest = progress.line[end + 1 :]
                if not rest:
                    return test, None
                return test, cut_line(line, rest[0].start, len(line.text))
            progress.miss(end, word="then")
        self.findings.append(self._wrong_test(line, raw, progress))
        return None, None

    def _wrong_test(self, line: Line, raw: str, progress: MatchProgress) -> Finding:
        at = progress.furthest
        if at >= len(progress.line):
            place, title = (
                at_columns(line, len(line.text) - 1, len(line.text)),
                gettext("this condition breaks off here"),
            )
        else:
            token = progress.line[at]
            place = at_columns(line, token.start, token.end)
            word = line.text[token.start : token.end]
            title = gettext('this condition makes no sense at "{word}"', word=word)
        hint = (
            gettext('between the condition and the line stands "then"')
            if progress.words == {"then"}
            else gettext(_PLACEMENT_EXAMPLE)
            if self.context.kind is PhaseKind.PLACEMENT
            else gettext(_EXAMPLES)
        )
        meant = ""
        near = progress.names.near(progress.text(at)) if "province" in progress.slots else ()
        if near:
            hint, meant = suggest_provinces(near, self.context.board)
        return finding(
            Code.O15,
            place,
            raw,
            title,
            hint=hint,
            meant=meant,
            if_left=gettext("what stands under this condition does not count"),
        )

    def _read_inline(self, test: Condition | None, behind: Line, raw: str, depth: int) -> Branch:
        """Read ``<line> [else <line>]`` behind ``then``."""
        cut = next((token for token in tokenise(behind.text) if token.text == "else"), None)
        first = cut_line(behind, 0, cut.start if cut else len(behind.text))
        then = self._read_rest(first, raw, depth)
        otherwise: tuple[Step, ...] = ()
        if cut is not None:
            otherwise = self._read_rest(cut_line(behind, cut.end, len(behind.text)), raw, depth)
        return Branch(test=test, then=then, otherwise=otherwise)

    def _read_else_below(self, found: Branch, depth: int) -> Branch:
        """Add ``else <line>`` on the next line to a branch, where it can belong to no other."""
        first = () if self.is_at_end() else self.words[:2]
        if depth or found.otherwise or first[:1] != ("else",) or len(first) == 1:
            return found
        line, raw = self.lines[self.at]
        start = tokenise(line.text)[1].start
        if first == ("else", "if"):
            return replace(found, otherwise=(self.read_branch(depth, start),))
        self.at += 1
        return replace(found, otherwise=self._read_line(cut_line(line, start, len(line.text)), raw))

    def _read_rest(self, line: Line, raw: str, depth: int) -> tuple[Step, ...]:
        """Read what stands behind ``then`` or ``else`` on one line: an order, or another condition."""
        if split_words(line.text)[:1] != ("if",):
            return self._read_line(line, raw) if line.text else ()
        inner = _Reader(
            lines=((line, raw),), context=self.context, forms=self.forms, findings=self.findings
        )
        if depth + 1 == _MOST_NESTED_LINES:
            inner.add_finding(
                gettext(
                    "conditions can stand in each other only {count} deep", count=_MOST_NESTED_LINES
                )
            )
            return ()
        return (inner.read_branch(depth + 1),)

    def _read_otherwise(self, depth: int, header: int) -> tuple[Step, ...]:
        """Read from ``else`` or ``endif`` to the end of the block that began at a line."""
        if self.is_at_end():
            self.add_finding(gettext('this "if" has no "endif"'), header)
            return ()
        line, raw = self.lines[self.at]
        first = self.words
        if first[0] != "else":
            self.at += 1
            return ()
        if first[1:2] == ("if",):
            start = tokenise(line.text)[1].start
            return (self.read_branch(depth, start),)
        found: tuple[Step, ...] = ()
        if len(first) > 1:
            found = self._read_line(
                cut_line(line, tokenise(line.text)[1].start, len(line.text)), raw
            )
        self.at += 1
        found += self.read_block(depth + 1)
        if not self.is_at_end() and self.words[0] == "else":
            self.add_finding(gettext('there is an "else" here already'))
        if self.is_at_end():
            self.add_finding(gettext('this "if" has no "endif"'), header)
        self.at += 1
        return found
