"""Scenarios: a rules question as data, played phase by phase and compared with what it expects.

Format: the contract's page on scenario files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.archive.folder.toml_files import LONGEST_LINE
from zinegen.archive.scenarios.expectations import Lines, Outcome, Value, list_differences
from zinegen.archive.starts import SecretSetup, Setup, apply_event_lines, start_board, start_state
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.game.orders import CoastChoice, Order, Sheet
from zinegen.game.state import GameState, Phase, PhaseKind
from zinegen.game.variant import OptionValue, Variant
from zinegen.game.verdicts import Report
from zinegen.notation.conditions import Played, choose_orders, choose_retreats
from zinegen.notation.grammar.names import names_for
from zinegen.notation.reading.context import BUILDS, COASTS, EVENTS, ORDERS, RETREATS
from zinegen.notation.reading.line_reader import split_lines
from zinegen.notation.reading.reader import read_conditions, read_orders
from zinegen.rules.compose import adjudicate
from zinegen.rules.provisional_adjustments import find_provisional_adjustments
from zinegen.rules.secrets import facts_for
from zinegen.variants import find_variant

LIMIT = 256 * 1024
"""The longest scenario file in bytes."""
_QUOTED = re.compile(r'"[^"\\\n]*"\s*,?\s*')
"""A text in a list."""

TOP = {"title", "variant", "source", "options", "start", "phase"}
START = {"units", "centres", "events", "visits", "secret", "known"}
SECRET = {"centres", "ranges"}
PHASE = {"name", "orders", "events", "coasts", "retreats", "builds", "throws", "expect"}

Table = Mapping[str, Value]
Given = Mapping[Power, tuple[Order, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario as read: the position at its start, and its phases still as tables."""

    title: str
    variant: Variant
    start: GameState
    phases: tuple[Table, ...]


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield scenario files: files as they are, of folders all TOML files below, in order of name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*.toml") if found.is_file())
        else:
            yield path


def read_scenario(path: Path) -> Scenario:
    """Return the scenario of a file.

    Raises GameFolderError when it cannot be read, with the file's name and, where known, the line.
    """
    try:
        return parse_scenario(read_plain(path, LIMIT).decode("utf-8-sig"))
    except (ZinegenError, ValueError, RecursionError, OSError) as problem:
        raise GameFolderError(f"{path}: {str(problem) or 'too deeply nested'}") from problem


def parse_scenario(text: str) -> Scenario:
    """Return the scenario that a text is; raises ZinegenError, ValueError or RecursionError if it is none."""
    _check_lines(text)
    return _scenario(tomllib.loads(text))


def _check_lines(text: str) -> None:
    """Raise GameFolderError for a line whose keys would take `tomllib` seconds; lists may be long."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(_QUOTED.sub("", line)) > LONGEST_LINE:
            raise GameFolderError(
                f"line {number} has more than {LONGEST_LINE:,} characters outside quotation marks"
            )


def _scenario(table: dict[str, Value]) -> Scenario:
    check_keys(table, TOP, "a scenario")
    options = table_of(table.get("options", {}), "[options]")
    variant = find_variant(str(table.get("variant", ""))).with_options(
        {name: _option(value) for name, value in options.items()}
    )
    start = table_of(table.get("start", {}), "[start]")
    check_keys(start, START, "[start]")
    phases = table.get("phase", [])
    if not isinstance(phases, list):
        raise GameFolderError("[[phase]] is a list of tables")
    tables = tuple(table_of(phase, "[[phase]]") for phase in phases)
    first = Phase.parse(str(tables[0].get("name", ""))) if tables else variant.start.phase
    board = apply_event_lines(variant, start_board(variant), _texts(start.get("events", [])))
    setup = Setup(
        units=_lists(start, "units"),
        centres=_lists(start, "centres"),
        visits=_lists(start, "visits"),
        phase=first,
        secret=_secret(start),
    )
    return Scenario(
        title=str(table.get("title", "")),
        variant=variant,
        start=start_state(variant, setup, board=board),
        phases=tables,
    )


def _secret(start: Table) -> SecretSetup | None:
    """Return what a start says of secrets; None when it says nothing."""
    if not {"secret", "known"} & {*start}:
        return None
    secret = table_of(start.get("secret", {}), "[start.secret]")
    check_keys(secret, SECRET, "[start.secret]")
    return SecretSetup(
        centres=_lists(secret, "centres"),
        ranges=_texts(secret.get("ranges", [])),
        known=_lists(start, "known") or {},
    )


def throws_of(table: Table) -> tuple[int, ...]:
    """Return the throws that a phase's table scripts; raises GameFolderError when they are no numbers."""
    throws = table.get("throws", [])
    if not isinstance(throws, list) or not all(type(throw) is int for throw in throws):
        raise GameFolderError("throws is a list of numbers")
    return tuple(throw for throw in throws if isinstance(throw, int))


def check_keys(table: Table, known: set[str], where: str) -> None:
    """Raise GameFolderError when a table has a key that is not known there."""
    unknown = sorted(set(table) - known)
    if unknown:
        raise GameFolderError(
            f"{where} has no key {unknown[0]!r}; it has {', '.join(sorted(known))}"
        )


def table_of(value: Value, where: str) -> Table:
    """Return a value that is a table; raises GameFolderError, which names the place, when it is none."""
    if not isinstance(value, dict):
        raise GameFolderError(f"{where} is a table, not {value!r}")
    return value


def text_of(value: Value) -> str:
    """Return the lines of a text, or of a list of texts; raises GameFolderError when it is neither."""
    if isinstance(value, str):
        return value
    return "\n".join(_texts(value))


def _texts(value: Value) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise GameFolderError(f"a list of texts is wanted, not {value!r}")
    return tuple(str(item) for item in value)


def _lists(start: Table, key: str) -> dict[Power, tuple[str, ...]] | None:
    if key not in start:
        return None
    return {Power(name): _texts(lines) for name, lines in table_of(start[key], key).items()}


def _option(value: Value) -> OptionValue:
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if isinstance(value, dict):
        raise GameFolderError(f"an option is no table: {value!r}")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioResult:
    """One phase of a scenario, played, and what differs from the expectations."""

    played: Played
    differences: tuple[str, ...]
    """In words, as `expectations.list_differences` returns them."""


def run_scenario(scenario: Scenario) -> Iterator[ScenarioResult]:
    """Play a scenario phase by phase and yield the result of each.

    Raises ZinegenError when a phase cannot be read.
    """
    state = scenario.start
    waiting: dict[str, dict[str, Value]] = {}
    season: list[Played] = []
    for table in scenario.phases:
        check_keys(table, PHASE, "[[phase]]")
        phase = Phase.parse(str(table.get("name", "")))
        state = replace(state, phase=phase)
        variant = _variant_hearing_events(scenario.variant, phase, table, season)
        if phase.kind is PhaseKind.MOVES:
            # A retreat phase that was left out did not happen: nobody waits for it any more.
            state = replace(state, dislodged={}, standoffs=())
            season = []
            waiting = {section: text for section, text in waiting.items() if section == BUILDS}
        waiting |= {
            section: {
                **waiting.get(section, {}),
                **dict(_by_power(_under(section, table), section, state)),
            }
            for section in _for_later(variant)
            if section in table
        }
        due = {EVENTS, COASTS} & {*waiting} if phase.kind is PhaseKind.EVENTS else ()
        given: Table = {**table, **{section: waiting.pop(section) for section in sorted(due)}}
        result = _result(variant, state, given, waiting, season)
        season.append(result.played)
        if phase.kind is PhaseKind.ADJUSTMENTS:
            waiting.pop(BUILDS, None)
        yield result
        state = result.played.after


def _variant_hearing_events(
    variant: Variant, phase: Phase, table: Table, season: list[Played]
) -> Variant:
    """Return the rule set, hearing the events that a file gives with the moves of a phase.

    Where the GM wants events apart and they would come before the moves (Geophysical), a file may still write
    them there, unless it has a phase for them in that season.
    """
    if (
        phase.kind is not PhaseKind.MOVES
        or EVENTS not in table
        or variant.events_with(variant, phase)
    ):
        return variant
    own_phase = replace(phase, kind=PhaseKind.EVENTS)
    if _events_follow(variant) or any(part.before.phase == own_phase for part in season):
        return variant
    return variant.with_options({"event_with_moves": True})


def _events_follow(variant: Variant) -> bool:
    """Tell whether events have a phase of their own after the moves, whenever they are handed in."""
    if PhaseKind.EVENTS not in variant.rules:
        return False
    together = variant.with_options({"event_with_moves": True})
    return PhaseKind.EVENTS in together.rules


def _for_later(variant: Variant) -> tuple[str, ...]:
    """Return the headings whose lines may be handed in with the moves, for a later phase."""
    if not _events_follow(variant):
        return (RETREATS, BUILDS)
    events = (EVENTS,) if variant.option("event_with_moves") else ()
    return (RETREATS, BUILDS, COASTS, *events)


def _result(
    variant: Variant,
    state: GameState,
    table: Table,
    waiting: Mapping[str, Table],
    season: list[Played],
) -> ScenarioResult:
    orders = _read_given(variant, state, table, ORDERS)
    events = _read_given(variant, state, table, EVENTS)
    sheet = Sheet(
        orders={**_due_orders(variant, state, waiting, season), **orders},
        events=events,
        coasts=_coasts(variant, state, table, season, state),
    )
    throws = throws_of(table)
    after, report = _adjudicate(variant, state, sheet, throws)
    if sheet.coasts:
        # Choices may hang on what the phase comes to, which they cannot change but for the coasts.
        played = Played(before=state, report=report, after=after)
        sheet = replace(sheet, coasts=_coasts(variant, state, table, [*season, played], after))
        after, report = _adjudicate(variant, state, sheet, throws)
    outcome = Outcome(
        names=names_for(after.board, after.powers),
        orders=_by_line(table, ORDERS, orders, state),
        events=_by_line(table, EVENTS, events, state),
        before=state,
        report=report,
        after=after,
        variant=variant,
    )
    expected = table_of(table.get("expect", {}), "[phase.expect]")
    return ScenarioResult(
        played=Played(before=state, report=report, after=after),
        differences=tuple(list_differences(expected, outcome)),
    )


def _adjudicate(
    variant: Variant, state: GameState, sheet: Sheet, throws: tuple[int, ...]
) -> tuple[GameState, Report]:
    """Judge a phase with the scripted throws in their order, and after them the first candidate."""
    scripted = iter(throws)
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report
        result = next(scripted, 1)
        if not 1 <= result <= len(report.needs.candidates):
            raise GameFolderError(f"{state.phase}: a throw of {result} for {report.needs.label}")
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: result})


def _read_given(variant: Variant, state: GameState, table: Table, section: str) -> Given:
    given = {
        power: read_orders(
            text_of(text), power=power, state=state, variant=variant, section=section
        ).orders
        for power, text in _by_power(_under(section, table), section, state)
    }
    return dict(sorted(given.items()))


def _under(section: str, table: Table) -> Table:
    return table_of(table.get(section, {}), section)


def _by_power(written: Table, section: str, state: GameState) -> Iterator[tuple[Power, Value]]:
    """Yield what is ``written`` under a heading for each power.

    Raises GameFolderError for a power that stands there twice, spelt in two ways.
    """
    names, seen = names_for(state.board, state.powers), set[Power]()
    for name, value in written.items():
        power = names.power(name)
        if power in seen:
            raise GameFolderError(f"{state.phase}: {power} stands twice under {section}")
        seen.add(power)
        yield power, value


def _by_line(table: Table, section: str, given: Given, state: GameState) -> dict[Power, Lines]:
    """Return the orders that were read from each line of a section's texts."""
    found: dict[Power, Lines] = {}
    for power, text in _by_power(_under(section, table), section, state):
        lines: dict[int, list[Order]] = {
            line.where.line: [] for line, _ in split_lines(text_of(text)) if line.where
        }
        for order in given[power]:
            if order.line is not None and order.line.where is not None:
                lines[order.line.where.line].append(order)
        found[power] = tuple(lines.values())
    return found


def _coasts(
    variant: Variant, state: GameState, table: Table, season: list[Played], now: GameState
) -> dict[Power, tuple[CoastChoice, ...]]:
    """Return the coast choices whose conditions are true ``now``, after the phases played of a season."""
    found: dict[Power, tuple[CoastChoice, ...]] = {}
    for power, text in _by_power(_under(COASTS, table), COASTS, state):
        lines = read_conditions(
            text_of(text), power=power, state=state, variant=variant, section=COASTS
        )
        orders = choose_orders(lines.steps, facts_for(now, season, power))
        found[power] = tuple(order for order in orders if isinstance(order, CoastChoice))
    return dict(sorted(found.items()))


def _due_orders(
    variant: Variant,
    state: GameState,
    waiting: Mapping[str, Table],
    season: list[Played],
) -> Given:
    """Return the orders of this phase from conditional lines that were handed in with the moves."""
    section = {PhaseKind.RETREATS: RETREATS, PhaseKind.ADJUSTMENTS: BUILDS}.get(state.phase.kind)
    if section is None or section not in waiting:
        return {}
    found = {}
    for power, text in _by_power(waiting[section], section, state):
        lines = read_conditions(
            text_of(text), power=power, state=state, variant=variant, section=section
        )
        facts = facts_for(state, season, power)
        found[power] = (
            choose_retreats(lines.steps, facts, power)
            if section == RETREATS
            else find_provisional_adjustments(variant, state, lines.steps, facts, power)
        )
    return found
