"""Walks through trees of choices, as a page walks them, and what must hold of the lines they lead to."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Protocol

from zinegen.board import Power
from zinegen.game import GameState, Order, PhaseKind, Reason, Report, UnitName, Variant, Word
from zinegen.notation import EVENTS, ORDERS, Level, check_orders, name_for, read_orders, write_order
from zinegen.pages.browser.choices import choices
from zinegen.play import Turn, deadline_phases
from zinegen.play.deadlines import advance_to
from zinegen.play.read_orders import find_phase_of

Choices = Mapping[str, Any]


class Phase(Protocol):
    """A phase that was judged, recorded or not."""

    @property
    def before(self) -> GameState:
        """The position in which its orders were given."""
        ...

    @property
    def report(self) -> Report:
        """What came of them."""
        ...


SPEAK_OF_OTHERS = {"O23", "O28"}
"""The warnings that hang on the other lines of a file."""
ONLY_WITH_OTHERS = ("this goes with an event", "no unit of yours starts in ")
"""How findings begin of lines that want another line beside them: an event, where a unit is to start."""


def turn_of(state: GameState, variant: Variant) -> Turn:
    """Return the next deadline of a position."""
    return Turn(variant=variant, phases=deadline_phases(variant, state), state=state)


def list_lines(found: Choices, first: int, *, conditions: bool = False) -> Iterator[str]:
    """Yield every line that the clicks from a node on lead to; those with conditions are a great many."""
    nodes = found["nodes"]
    unfinished: list[tuple[str, tuple[int, ...]]] = [("", (first,))]
    while unfinished:
        text, todo = unfinished.pop()
        if not todo:
            yield text
            continue
        node, rest = nodes[todo[0]], todo[1:]
        if node.get("end"):
            unfinished.append((text, rest))
        for label, more, *after in node.get("buttons", ()):
            if conditions or not label.startswith("if"):
                unfinished.append((text + more, (*after, *rest)))
        for more, *after in node.get("provinces", {}).values():
            unfinished.append((text + more, (*after, *rest)))


def walk_at_random(found: Choices, first: int, dice: random.Random) -> str:
    """Return the line that clicks at random lead to."""
    text, todo = "", [first]
    while todo:
        node = found["nodes"][todo.pop(0)]
        ways: list[list[Any]] = [step[1:] for step in node.get("buttons", ())]
        ways += node.get("provinces", {}).values()
        ways += [[""]] if node.get("end") else []
        more, *after = dice.choice(ways)
        text, todo = text + more, [*after, *todo]
    return text


def find_faults(turn: Turn, number: int, dice: random.Random) -> list[str]:
    """Return what is wrong with some of the lines under each heading that are offered at a deadline."""
    found, faults = choices(turn), []
    kinds = [phase.kind for phase in turn.phases]
    with_moves = {ORDERS, EVENTS} if PhaseKind.MOVES in kinds else set()
    for power, sections in found["powers"].items():
        for section, first in sections.items():
            kind = PhaseKind.MOVES if section in with_moves else None
            state = _position_for(section, turn)
            for _ in range(number):
                line = walk_at_random(found, first, dice)
                reading = check_orders(
                    line,
                    power=Power(power),
                    state=state,
                    variant=turn.variant,
                    section=section,
                    kind=PhaseKind.EVENTS if kinds[0] is PhaseKind.EVENTS else kind,
                )
                faults += [
                    f"{line}: {one.title}"
                    for one in reading.findings
                    if one.level is not Level.NOTE
                    and one.code not in SPEAK_OF_OTHERS
                    and not one.title.startswith(ONLY_WITH_OTHERS)
                ]
                texts = [write_order(order, state.board) for order in reading.orders]
                if not line.startswith("if ") and texts != [line]:
                    faults.append(f"{line}: read as {texts}")
    return faults


def _position_for(section: str, turn: Turn) -> GameState:
    """Return the position for which lines under a heading are written: that in which its phase begins."""
    phase = find_phase_of(section, turn.phases)
    return turn.state if phase is None else advance_to(turn.state, phase, turn.variant)


def find_missing(phase: Phase, variant: Variant) -> list[str]:
    """Return the orders of a recorded phase that are not offered; void ones are not looked for."""
    state = phase.before
    found = choices(Turn(variant=variant, phases=(state.phase,), state=state))
    missing = []
    for power, sections in found["powers"].items():
        lines = {line for first in sections.values() for line in list_lines(found, first)}
        alike = {_name_fleets_alike(line) for line in lines}
        for order in list_given(phase, power):
            text = write_order(_name_in_full(order, state), state.board)
            if _name_fleets_alike(text) not in alike and not any(
                order.is_like(other) for other in _read_like(order, lines, state, variant)
            ):
                missing.append(f"{state.phase} {power}: {text}")
    return missing


def _name_in_full(order: Order, state: GameState) -> Order:
    """Return an order with its units named as they stand: kind, coast, a foreign nationality."""
    units = {**state.units, **{face: lost.unit for face, lost in state.dislodged.items()}}
    full = {}
    for part in fields(order):
        named = getattr(order, part.name)
        unit = units.get(named.at.province) if isinstance(named, UnitName) else None
        if unit is not None and named.kind in {None, unit.kind}:
            full[part.name] = name_for(order.power, unit, state.board)
    return replace(order, **full)


def _name_fleets_alike(line: str) -> str:
    """Return a line in which a fleet is one whether or not an army is aboard."""
    return line.replace("A/F ", "F ")


def _read_like(
    order: Order, lines: Iterable[str], state: GameState, variant: Variant
) -> Iterator[Order]:
    """Yield the events among some lines that name the same provinces."""
    names = [state.board[face].abbreviation for face in order.site]
    near = [line for line in lines if names and all(name in line for name in names)]
    yield from read_orders(
        "\n".join(near), power=order.power, state=state, variant=variant, section=EVENTS
    ).orders


def list_given(phase: Phase, power: str) -> Iterator[Order]:
    """Yield the orders of a power in a phase that were not void; of one that counted in part, that part."""
    for ruling in phase.report.rulings:
        if ruling.given and ruling.order.power == power and ruling.verdict.word is not Word.VOID:
            in_part = ruling.verdict.reason is Reason.COUNTED_IN_PART
            yield from ruling.verdict.because if in_part else (ruling.order,)
