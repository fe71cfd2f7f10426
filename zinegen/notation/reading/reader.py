"""Reading of texts by the forms of a rule set: an order for every line, a finding for each that is wrong.

Lenient where exactly one thing can be meant; a name that is no name is never corrected, only suggested.
Orders that cannot work are read like all others: whether they can is for `order_checks` and for the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.errors import NoCoastError, NotationError, Where
from zinegen.game.orders import Order, number_orders
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Kind, PlaceName, Unit
from zinegen.game.variant import Variant
from zinegen.languages.names import name_province
from zinegen.languages.texts import gettext
from zinegen.notation.conditions import all_orders
from zinegen.notation.findings import Finding
from zinegen.notation.grammar.names import (
    Names,
    names_for,
    split_words,
    strip_remark,
    tokenise,
)
from zinegen.notation.grammar.patterns import MatchProgress, match_spot, match_typed_unit
from zinegen.notation.reading.condition_reader import Conditions, read_conditional, read_steps
from zinegen.notation.reading.context import CONDITIONAL, ORDERS, SECTIONS, LineContext
from zinegen.notation.reading.forms import forms_for
from zinegen.notation.reading.line_memory import Row, line_memory_for
from zinegen.notation.reading.line_reader import (
    MOST_EXPLAINED,
    NOWHERE,
    cut_row,
    read_line,
    split_lines,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The orders of a text, and what is wrong with it."""

    orders: tuple[Order, ...]
    """An order for every line, in the sequence written; several for a line that is a list."""
    findings: tuple[Finding, ...]


def kind_of(section: str, state: GameState) -> PhaseKind:
    """Return the kind of phase for which the lines of a section are meant, as things stand."""
    kinds = SECTIONS.get(section, ())
    return kinds[0] if len(kinds) == 1 else state.phase.kind


def read_orders(
    text: str,
    *,
    power: Power,
    state: GameState,
    variant: Variant,
    section: str = ORDERS,
    where: Where = NOWHERE,
    kind: PhaseKind | None = None,
) -> Reading:
    """Return the orders of a text, a line each, and what is wrong with those that cannot be read.

    ``section`` is the heading they stand under, ``where`` the place of the text's first character, ``kind``
    the kind of phase when it is not the state's own. Every line that holds more than a remark or a mere
    unit becomes an order, if need be `Unreadable`, with its line and place.

    Lines under ``retreats``, ``builds`` and ``coasts`` may be conditional: then this returns those of all
    branches; `read_conditions` keeps the conditions.
    """
    if section in CONDITIONAL:
        conditions = read_steps(text, _context(power, state, variant, section, kind), where)
        return Reading(
            orders=number_orders(all_orders(conditions.steps)), findings=conditions.findings
        )
    kind = kind or kind_of(section, state)
    forms = forms_for(variant, section, kind)
    memory = line_memory_for(state.board, state.powers, variant, section, kind)
    orders: list[Order] = []
    findings: list[Finding] = []
    rows = text.split("\n")
    recall, file = memory.rows.get, where.file
    at, number, column = 0, max(where.line, 1), max(where.column, 1)
    while at < len(rows):
        row: Row = (power, file, number + at, column, rows[at], len(orders))
        read, used = recall(row), 1
        cut = cut_row(rows[at], file, number + at, column) if read is None else None
        if cut is not None:
            read = memory.recall_like(row, cut[0])
        if cut is not None and read is None:
            context = _context(power, state, variant, section, kind)
            if _is_conditional(cut[0].text):
                place = Where(file, number + at, column)
                read, wrong, used = _read_condition(rows[at:], place, context)
            else:
                explain = len(findings) < MOST_EXPLAINED
                read, wrong = read_line(*cut, forms, context, explain=explain)
            read = number_orders(read, len(orders))
            findings += wrong
        orders += read or ()
        at += used
        column = 1
    return Reading(orders=tuple(orders), findings=tuple(findings))


def _read_condition(
    rows: Sequence[str], where: Where, context: LineContext
) -> tuple[tuple[Order, ...], tuple[Finding, ...], int]:
    """Return the orders of a condition that begins with some rows, what is wrong, and its rows."""
    lines = tuple(split_lines("\n".join(rows), where))
    read, wrong, used = read_conditional(lines, context)
    filled = [number for number, row in enumerate(rows, 1) if strip_remark(row).strip()]
    return read, wrong, filled[used - 1]


def _is_conditional(text: str) -> bool:
    """Tell whether a line begins with ``if``; only where it may is it cut into words."""
    return ("if" in text.lower() or not text.isascii()) and split_words(text)[:1] == ("if",)


def read_conditions(
    text: str,
    *,
    power: Power,
    state: GameState,
    variant: Variant,
    section: str,
    where: Where = NOWHERE,
) -> Conditions:
    """Return the lines of ``retreats``, ``builds`` or ``coasts`` with their conditions.

    The arguments are those of `read_orders`.
    """
    return read_steps(text, _context(power, state, variant, section, None), where)


def _context(
    power: Power, state: GameState, variant: Variant, section: str, kind: PhaseKind | None
) -> LineContext:
    return LineContext(
        power=power,
        state=state,
        variant=variant,
        section=section,
        kind=kind or kind_of(section, state),
    )


def read_unit(text: str, board: Board, power: Power) -> Unit:
    """Return the unit of a line such as ``F StP/nc`` or ``A/F AEG``.

    Raises NotationError when it is none, or when a fleet's coast is wrong or missing.
    """
    known = board.memo.get(("unit", text, power))
    if not isinstance(known, Unit):
        known = board.memo["unit", text, power] = _read_unit(text, board, power)
    return known


def _read_unit(text: str, board: Board, power: Power) -> Unit:
    progress = MatchProgress(line=tokenise(text), names=names_for(board))
    for end, unit in match_typed_unit(progress, 0):
        if end == len(progress.line) and unit.kind is not None:
            at = find_place(board, unit.at, unit.kind)
            return Unit(power=power, kind=unit.kind, at=at)
    message = gettext("{text!r} is no unit; they are written like A Mun, F StP/nc", text=text)
    raise NotationError(message)


def read_spot(text: str, names: Names) -> PlaceName:
    """Return the place of a text such as ``Bur`` or ``Spa/sc``; raises NotationError when it is none."""
    progress = MatchProgress(line=tokenise(text), names=names)
    for end, spot in match_spot(progress, 0):
        if end == len(progress.line):
            return spot
    if len(progress.line) <= 1 or "coast" not in progress.slots:
        return PlaceName(province=names.province(text))
    message = gettext("{text!r} is no place; they are written like Bur or Spa/sc", text=text)
    raise NotationError(message)


def find_place(board: Board, spot: PlaceName, kind: Kind) -> Place:
    """Return the place on this board that a spot means for a kind of unit.

    Armies and mutants need no coast, and one that is named is not looked at. A fleet at a shore lies on
    a coast: on the only one if none is named; in a province without any it lies on none.
    Raises NoCoastError when the coast is not there, or when there are several and none is named.
    """
    face = spot.province
    here = coasts(board, face)
    if kind in {Kind.ARMY, Kind.MUTANT} or not here:
        return Place(face)
    if spot.coast is None:
        if len(here) == 1:
            return Place(face, here[0].borders)
        message = gettext(
            "{province} has {number} coasts: name one of them",
            province=name_province(board[face].name),
            number=len(here),
        )
        raise NoCoastError(message)
    meant = find(board, face, spot.coast)
    if len(meant) != 1:
        wrong = "has no coast" if not meant else "has more than one coast that could be"
        message = f"{board[face].name} {wrong} {spot.coast!r}"
        raise NoCoastError(message)
    return Place(face, meant[0].borders)
