"""Text into orders, by the forms of a rule set: one order for every line, and a finding for what is wrong.

Lenient where exactly one thing can be meant; a name that is no name is never corrected, only suggested.
Orders that cannot work are read like all others: whether they can is for `advice` and for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.errors import NotationError, Where
from zinegen.game.orders import Kind, Line, Order, Spot, Unit, Unreadable
from zinegen.game.state import PhaseKind
from zinegen.notation import slots
from zinegen.notation.diagnosis import Context, diagnosed, two_readings, unseen
from zinegen.notation.forms import BUILDS, ORDERS, RETREATS, forms_for
from zinegen.notation.lines import Text, parse
from zinegen.notation.names import names_for
from zinegen.notation.patterns import Attempt
from zinegen.notation.tokens import invisible, tokens, without_remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zinegen.board.board import Board, Power
    from zinegen.game.orders import Named
    from zinegen.game.state import GameState
    from zinegen.game.variant import Variant
    from zinegen.notation.findings import Finding
    from zinegen.notation.forms import Form
    from zinegen.notation.names import Names

NOWHERE = Where(file="")
"""The place of a text that came from no file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text comes to."""

    orders: tuple[Order, ...]
    """An order for every line, in the sequence written; several for a line that is a list."""
    findings: tuple[Finding, ...]


def kind_of(section: str, state: GameState) -> PhaseKind:
    """Return the kind of phase for which the lines of a section are meant, as things stand."""
    return {RETREATS: PhaseKind.RETREATS, BUILDS: PhaseKind.ADJUSTMENTS}.get(
        section, state.phase.kind
    )


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
    """
    context = Context(
        power=power,
        state=state,
        variant=variant,
        section=section,
        kind=kind or kind_of(section, state),
    )
    forms = forms_for(variant, section, context.kind)
    orders: list[Order] = []
    findings: list[Finding] = []
    for line, raw in lines_of(text, where):
        read, wrong = read_line(line, raw, forms, context)
        orders += read
        findings += wrong
    return Reading(orders=tuple(orders), findings=tuple(findings))


def lines_of(text: str, where: Where = NOWHERE) -> Iterator[tuple[Line, str]]:
    """Yield every line that holds more than a remark, with its place, and the whole line as written."""
    for number, full in enumerate(text.split("\n")):
        raw = full.rstrip("\r")
        body = without_remark(raw)
        if not body.strip():
            continue
        shift = max(where.column, 1) if number == 0 else 1
        indent = len(body) - len(body.lstrip())
        place = Where(
            file=where.file,
            line=max(where.line, 1) + number,
            column=shift + indent,
            end_column=shift + len(body),
        )
        yield Line(text=body.strip(), where=place), " " * (shift - 1) + raw


def read_line(
    line: Line, raw: str, forms: tuple[Form, ...], context: Context
) -> tuple[tuple[Order, ...], tuple[Finding, ...]]:
    """Return the orders of one line and what is wrong with it."""
    names = names_for(context.state.board, context.state.powers)
    hidden = invisible(line.text)
    if hidden is not None:
        return (_unreadable(line, context, names),), (unseen(line, raw, hidden, context),)
    text = Text(tokens=tokens(line.text), line=line, power=context.power, names=names)
    parsed = parse(text, forms)
    if len(parsed.found) == 1:
        return parsed.found[0], ()
    if not parsed.found and _is_mere_unit(text):
        return (), ()
    broken = _unreadable(line, context, names)
    if parsed.found:
        return (broken,), (two_readings(line, raw, parsed.found, context),)
    return (broken,), (diagnosed(text, raw, parsed.attempt, context, broken.unit),)


def _is_mere_unit(text: Text) -> bool:
    attempt = Attempt(line=text.tokens, names=text.names)
    return any(end == len(text.tokens) for end, _ in slots.unit(attempt, 0))


def _unreadable(line: Line, context: Context, names: Names) -> Unreadable:
    """Return the order that stands for a line that is none, with the unit its beginning names."""
    attempt = Attempt(line=tokens(line.text), names=names)
    first: Named | None = next((unit for _, unit in slots.unit(attempt, 0)), None)
    return Unreadable(power=context.power, line=line, unit=first)


def read_unit(text: str, board: Board, power: Power) -> Unit:
    """Return the unit of a line such as ``F StP/nc`` or ``A/F AEG``.

    Raises NotationError when it is none, or when a fleet's coast is wrong or missing.
    """
    attempt = Attempt(line=tokens(text), names=names_for(board))
    for end, unit in slots.typed(attempt, 0):
        if end == len(attempt.line) and unit.kind is not None:
            at = find_place(board, unit.at, unit.kind)
            return Unit(power=power, kind=unit.kind, at=at)
    message = f"{text!r} is no unit; they are written like A Mun, F StP/nc"
    raise NotationError(message)


def read_spot(text: str, names: Names) -> Spot:
    """Return the place of a text such as ``Bur`` or ``Spa/sc``; raises NotationError when it is none."""
    attempt = Attempt(line=tokens(text), names=names)
    for end, spot in slots.spot(attempt, 0):
        if end == len(attempt.line):
            return spot
    if len(attempt.line) <= 1 or "coast" not in attempt.slots:
        return Spot(province=names.province(text))
    message = f"{text!r} is no place; they are written like Bur or Spa/sc"
    raise NotationError(message)


def find_place(board: Board, spot: Spot, kind: Kind) -> Place:
    """Return the place on this board that a spot means for a kind of unit.

    Armies and mutants need no coast, and one that is named is not looked at. A fleet at a shore lies on
    a coast: on the only one if none is named; in a province without any it lies on none.
    Raises NotationError when the coast is not there, or when there are several and none is named.
    """
    face = spot.province
    here = coasts(board, face)
    if kind in {Kind.ARMY, Kind.MUTANT} or not here:
        return Place(face)
    if spot.coast is None:
        if len(here) == 1:
            return Place(face, here[0].borders)
        message = f"{board[face].name} has {len(here)} coasts: name one of them"
        raise NotationError(message)
    meant = find(board, face, spot.coast)
    if len(meant) != 1:
        wrong = "has no coast" if not meant else "has more than one coast that could be"
        message = f"{board[face].name} {wrong} {spot.coast!r}"
        raise NotationError(message)
    return Place(face, meant[0].borders)
