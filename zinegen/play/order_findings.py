"""What is wrong with one power's order file, and how its lines are read: from its text and the position.

Nothing here opens a file, so the pages' engine checks as the command does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.orders import Line, Order, Unreadable
from zinegen.game.state import GameState
from zinegen.game.wording import join_words
from zinegen.languages.names import name_power
from zinegen.languages.texts import gettext, ngettext
from zinegen.notation.findings import Code, Finding, ReadAs, finding, sort_findings
from zinegen.notation.grammar.writer import write_order
from zinegen.notation.order_checks import check_coast_choices, check_orders
from zinegen.notation.reading.context import COASTS, CONDITIONAL, EVENTS, LineContext
from zinegen.notation.reading.reader import Reading
from zinegen.play.deadlines import Turn, advance_to
from zinegen.play.policy import Policy, say_what_is_left
from zinegen.play.read_orders import find_phase_of, is_blank
from zinegen.play.texts.order_file import OrderFile
from zinegen.play.unwritten_orders import note_unwritten_orders
from zinegen.play.votes import VotesTold, explain_vote, read_vote


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What is wrong with one game, or with one power's file."""

    title: str
    findings: tuple[Finding, ...]
    read: tuple[ReadAs, ...] = ()
    """How each line was read, where orders were."""
    orders: Mapping[str, tuple[Order, ...]] = field(default_factory=dict)
    """The orders under each heading, as they were read."""


def missing_note(powers: Sequence[Power], shown: str) -> Finding:
    """Return the note that powers have written nothing."""
    names = join_words([name_power(power) for power in powers])
    what = ngettext(
        "{powers} has handed in nothing yet",
        "{powers} have handed in nothing yet",
        len(powers),
        powers=names,
    )
    return finding(Code.O30, Where(file=shown), "", what)


def check_order_lines(file: OrderFile, turn: Turn, policy: Policy) -> CheckResult:
    """Check the lines of one file, each section in the position before its phase, and the votes in it."""
    findings: list[Finding] = []
    read: list[ReadAs] = []
    orders: dict[str, tuple[Order, ...]] = {}
    for name, reading, state in read_sections(file, turn):
        if reading is None:
            findings.append(_useless_section(file.sections[name].where, name))
            continue
        findings += reading.findings
        orders[name] = reading.orders
        read += _list_readings(reading.orders, state)
    findings += _check_coasts(orders, file, turn)
    findings += note_unwritten_orders(orders, file.power, turn, Where(file=file.file))
    findings += _check_votes(file, turn, policy)
    if file.note:
        what = gettext("there is a note for the GM; it is published with the orders")
        findings.append(finding(Code.O32, Where(file=file.file), "", what))
    return CheckResult(
        title=name_power(file.power),
        findings=sort_findings(findings),
        read=tuple(read),
        orders=orders,
    )


def check_order_file(file: OrderFile, turn: Turn, policy: Policy) -> CheckResult:
    """Return what is wrong with one file, as a file and line by line, and what the policy does with it.

    Of lines nothing is said where the file cannot be read, or holds only lines to write on.
    """
    checked = CheckResult(title=name_power(file.power), findings=())
    if file.is_readable and not is_blank(file, turn):
        checked = check_order_lines(file, turn, policy)
    found = (say_what_is_left(one, policy) for one in (*file.findings, *checked.findings))
    return replace(checked, findings=sort_findings(found))


def read_sections(file: OrderFile, turn: Turn) -> Iterator[tuple[str, Reading | None, GameState]]:
    """Yield what each section of a file says, and the position it is written for.

    There is no reading of a section for which the deadline has no phase.
    """
    for name, section in file.sections.items():
        phase = find_phase_of(name, turn.phases)
        if phase is None:
            yield name, None, turn.state
            continue
        state = advance_to(turn.state, phase, turn.variant)
        reading = check_orders(
            section.text,
            power=file.power,
            state=state,
            variant=turn.variant,
            section=name,
            where=section.where,
            kind=None if name in CONDITIONAL else phase.kind,
        )
        yield name, reading, state


def _check_votes(file: OrderFile, turn: Turn, policy: Policy) -> Iterator[Finding]:
    """Yield the votes in a file that count for nothing."""
    left = gettext("it counts for nothing; the orders count all the same")
    where = Where(file=file.file)
    if file.votes and policy.votes == VotesTold.NONE:
        what = gettext("there are no votes in this game")
        hint = gettext("write to the GM, or to the others")
        yield finding(Code.O35, where, "", what, hint=hint, if_left=left)
        return
    for text in file.votes:
        if read_vote(text, turn.state.powers) is None:
            what = gettext('"{text}" is no vote', text=text[:40])
            hint = explain_vote(text, turn.state.powers)
            yield finding(Code.O35, where, "", what, hint=hint, if_left=left)


def _useless_section(where: Where, name: str) -> Finding:
    return finding(
        Code.O27,
        where,
        "",
        gettext(
            'nothing that stands under "{section}" is asked for at this deadline', section=name
        ),
        hint=gettext("season.toml says which phases are played"),
        if_left=gettext("these lines do nothing"),
    )


def _check_coasts(
    orders: Mapping[str, tuple[Order, ...]], file: OrderFile, turn: Turn
) -> tuple[Finding, ...]:
    """Return notes on coasts that the power's own events may change."""
    context = LineContext(
        power=file.power,
        state=turn.state,
        variant=turn.variant,
        section=COASTS,
        kind=turn.state.phase.kind,
    )
    where = file.sections[EVENTS].where if EVENTS in file.sections else Where(file=file.file)
    return check_coast_choices(orders, context, where)


def _list_readings(orders: Iterable[Order], state: GameState) -> Iterator[ReadAs]:
    lines: dict[Line, list[str]] = {}
    for order in orders:
        is_read = not isinstance(order, Unreadable)
        if is_read and order.line is not None and order.line.where is not None:
            lines.setdefault(order.line, []).append(write_order(order, state.board))
    for line, said in lines.items():
        number = line.where.line if line.where is not None else 0
        yield ReadAs(line=number, text=line.text, canonical=", ".join(said))
