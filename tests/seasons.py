"""Whole games of plausible orders in any rule set: moves, events, retreats, builds, removals.

The generator knows no rule set: what a rule set offers (events near a power, units that may retreat, centres
that may build) it asks the rule set and the position, and it writes lines as players would.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tests.sheets import candidates
from zinegen.board import Power
from zinegen.board.coasts import coasts, label
from zinegen.game import GameState, Order, PhaseKind, Report, Season, Sheet, Variant
from zinegen.geometry import ProvinceKey
from zinegen.notation import EVENTS, read_orders, write_order, write_place, write_unit
from zinegen.play import start_state
from zinegen.rules import adjudicate

Lines = Mapping[Power, tuple[str, ...]]
EXTRA = ("Stabilise {0}", "2 Stabilise {0}", "Support stabilise {0} ({1})")
"""Lines beside a power's event, for the rule sets that can read them."""
RULED_OTHERWISE = {("cold-front", "F1904M"): {"France: A Spa H", "Italy: F WES - Spa/sc"}}
"""Lines of the example zine's games that an earlier version ruled otherwise: to a coast in two parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A phase that was judged, with what was handed in."""

    before: GameState
    orders: Lines
    events: Lines
    sheet: Sheet
    report: Report
    after: GameState


def judged(variant: Variant, state: GameState, sheet: Sheet) -> tuple[GameState, Report, Sheet]:
    """Judge a phase; every throw it needs gives the last candidate."""
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report, sheet
        assert report.needs.label not in sheet.throws, "the same throw is asked for twice"
        throws = {**sheet.throws, report.needs.label: len(report.needs.candidates)}
        sheet = replace(sheet, throws=throws)


def seasons(variant: Variant, seed: int, number: int) -> Iterator[tuple[Played, ...]]:
    """Yield the phases of one deadline after another, until as many springs and autumns are over.

    Nobody wins: a game that is won goes on, since only what happens to the map and the units is looked at.
    """
    dice = random.Random(seed)
    state = start_state(variant)
    done: list[Played] = []
    while number:
        phase = state.phase
        done.append(one_phase(variant, state, dice))
        state = replace(done[-1].after, winners=None)
        if (state.phase.year, state.phase.season) != (phase.year, phase.season):
            number -= phase.season is not Season.WINTER
            yield tuple(done)
            done = []


def one_phase(variant: Variant, state: GameState, dice: random.Random) -> Played:
    """Judge a phase of plausible orders."""
    orders, events = orders_for(variant, state, dice), events_for(variant, state, dice)
    sheet = read_sheet(variant, state, orders, events)
    after, report, sheet = judged(variant, state, sheet)
    return Played(
        before=state, orders=orders, events=events, sheet=sheet, report=report, after=after
    )


def read_sheet(variant: Variant, state: GameState, orders: Lines, events: Lines) -> Sheet:
    """Return what the lines of all powers come to."""
    return Sheet(
        orders=_read(variant, state, orders, "orders"),
        events=_read(variant, state, events, "events"),
    )


def _read(
    variant: Variant, state: GameState, lines: Lines, section: str
) -> dict[Power, tuple[Order, ...]]:
    return {
        power: read_orders(
            "\n".join(texts), power=power, state=state, variant=variant, section=section
        ).orders
        for power, texts in lines.items()
        if texts
    }


def orders_for(variant: Variant, state: GameState, dice: random.Random) -> Lines:
    """Return lines for the units of every power, or for its builds and removals."""
    match state.phase.kind:
        case PhaseKind.MOVES:
            return _moves(variant, state, dice)
        case PhaseKind.RETREATS:
            return _retreats(state, dice)
        case PhaseKind.ADJUSTMENTS:
            return {power: tuple(_adjustments(state, power, dice)) for power in state.powers}
        case PhaseKind.EVENTS | PhaseKind.PLACEMENT:
            return {}


def _moves(variant: Variant, state: GameState, dice: random.Random) -> Lines:
    found: dict[Power, tuple[str, ...]] = {}
    for at, choices in candidates(state, variant.passage).items():
        if dice.random() < 0.92:
            power = state.units[at].power
            line = write_order(dice.choice(choices), state.board)
            found[power] = (*found.get(power, ()), line)
    return found


def _retreats(state: GameState, dice: random.Random) -> Lines:
    found: dict[Power, tuple[str, ...]] = {}
    for _, lost in sorted(state.dislodged.items()):
        if not lost.retreats or dice.random() < 0.2:
            continue
        to = dice.choice(lost.retreats)
        line = f"{write_unit(lost.unit, state.board)} - {write_place(to, state.board)}"
        found[lost.unit.power] = (*found.get(lost.unit.power, ()), line)
    return found


def _adjustments(state: GameState, power: Power, dice: random.Random) -> Iterator[str]:
    due = len(state.centres_of(power)) - len(state.units_of(power))
    if due < 0:
        for unit in dice.sample(state.units_of(power), -due):
            yield f"remove {write_unit(unit, state.board)}"
    free = [face for face in state.centres_of(power) if face not in state.units]
    for face in dice.sample(free, len(free))[: max(due, 0)]:
        yield _build(state, face, dice)


def _build(state: GameState, face: ProvinceKey, dice: random.Random) -> str:
    here = coasts(state.board, face)
    if not here or dice.random() < 0.5:
        return f"build A {face}"
    at = f"/{label(state.board, dice.choice(here))}" if len(here) > 1 else ""
    return f"build F {face}{at}"


def events_for(variant: Variant, state: GameState, dice: random.Random) -> Lines:
    """Return an event near most powers where this phase hears any, and what may stand beside it."""
    if not hears_events(variant, state):
        return {}
    found: dict[Power, tuple[str, ...]] = {}
    for power in state.powers:
        nearby = variant.nearby_events(state, power)
        lines = (
            [write_order(dice.choice(nearby), state.board)]
            if dice.random() < 0.85 and nearby
            else []
        )
        own = state.centres_of(power)
        for pattern in EXTRA if own else ():
            extra = pattern.format(dice.choice(own), dice.choice(state.powers))
            if dice.random() < 0.5 and _is_known(variant, state, power, extra):
                lines.append(extra)
        found[power] = tuple(lines)
    return found


def hears_events(variant: Variant, state: GameState) -> bool:
    """Tell whether a phase takes events: its own kind where the rule set has one, else the moves."""
    if PhaseKind.EVENTS in variant.rules:
        return state.phase.kind is PhaseKind.EVENTS
    return state.phase.kind is PhaseKind.MOVES


def _is_known(variant: Variant, state: GameState, power: Power, line: str) -> bool:
    reading = read_orders(line, power=power, state=state, variant=variant, section=EVENTS)
    return not reading.findings
