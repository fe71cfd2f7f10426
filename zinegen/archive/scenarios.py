"""Scenario files: a rules question as data, judged and compared with what it expects.

Format: the contract's page on scenario files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from zinegen.archive.expectations import differences
from zinegen.archive.files import read_plain
from zinegen.archive.outcomes import Outcome, Value
from zinegen.archive.starts import SecretSetup, Setup, carried_out, start_board, start_state
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.game.orders import CoastChoice, Order, Sheet
from zinegen.game.state import GameState, Phase, PhaseKind, Report
from zinegen.game.variant import OptionValue, Variant
from zinegen.notation.forms import BUILDS, COASTS, EVENTS, ORDERS, RETREATS
from zinegen.notation.names import names_for
from zinegen.notation.provisional import retreat_orders
from zinegen.notation.reader import read_conditions, read_orders
from zinegen.notation.season_facts import Played
from zinegen.rules.compose import adjudicate
from zinegen.rules.secrets import facts_for
from zinegen.rules.wanted import wanted_adjustments
from zinegen.variants import find_variant

LIMIT = 256 * 1024
"""The longest scenario file in bytes."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One phase of a scenario, and what differs from the expectations."""

    played: Played
    differences: tuple[str, ...]
    """In words, as `expectations.differences` returns them."""


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
        table = tomllib.loads(read_plain(path, LIMIT).decode("utf-8-sig"))
        return _scenario(table)
    except (ZinegenError, ValueError, RecursionError, OSError) as problem:
        message = f"{path}: {str(problem) or 'too deeply nested'}"
        raise GameFolderError(message) from problem


def _scenario(table: dict[str, Value]) -> Scenario:
    _only(table, TOP, "a scenario")
    options = _table(table.get("options", {}), "[options]")
    variant = find_variant(str(table.get("variant", ""))).with_options(
        {name: _option(value) for name, value in options.items()}
    )
    start = _table(table.get("start", {}), "[start]")
    _only(start, START, "[start]")
    phases = table.get("phase", [])
    if not isinstance(phases, list):
        message = "[[phase]] is a list of tables"
        raise GameFolderError(message)
    tables = tuple(_table(phase, "[[phase]]") for phase in phases)
    first = Phase.parse(str(tables[0].get("name", ""))) if tables else variant.start.phase
    board = carried_out(variant, start_board(variant), _texts(start.get("events", [])))
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
    """Return the tables of a start that speak of secrets; None when there are none."""
    if not {"secret", "known"} & {*start}:
        return None
    secret = _table(start.get("secret", {}), "[start.secret]")
    _only(secret, SECRET, "[start.secret]")
    return SecretSetup(
        centres=_lists(secret, "centres"),
        ranges=_texts(secret.get("ranges", [])),
        known=_lists(start, "known") or {},
    )


def run(scenario: Scenario) -> Iterator[Result]:
    """Play a scenario phase by phase and yield what came of each.

    Raises ZinegenError when a phase cannot be read.
    """
    state = scenario.start
    waiting: dict[str, dict[str, Value]] = {}
    season: list[Played] = []
    for table in scenario.phases:
        _only(table, PHASE, "[[phase]]")
        phase = Phase.parse(str(table.get("name", "")))
        state = replace(state, phase=phase)
        if phase.kind is PhaseKind.MOVES:
            # A retreat phase that was left out did not happen: nobody waits for it any more.
            state = replace(state, dislodged={}, standoffs=())
            season = []
            waiting = {section: text for section, text in waiting.items() if section == BUILDS}
        waiting |= {
            section: {**waiting.get(section, {}), **_table(table[section], section)}
            for section in _for_later(scenario.variant)
            if section in table
        }
        due = {EVENTS, COASTS} & {*waiting} if phase.kind is PhaseKind.EVENTS else ()
        given: Table = {**table, **{section: waiting.pop(section) for section in sorted(due)}}
        result = _result(scenario.variant, state, given, waiting, season)
        season.append(result.played)
        if phase.kind is PhaseKind.ADJUSTMENTS:
            waiting.pop(BUILDS, None)
        yield result
        state = result.played.after


def _for_later(variant: Variant) -> tuple[str, ...]:
    """Return what may be handed in with the moves and is used when its phase comes."""
    waits = PhaseKind.EVENTS in variant.rules(variant) and variant.option("event_with_moves")
    return (RETREATS, BUILDS, EVENTS, COASTS) if waits else (RETREATS, BUILDS)


def _result(
    variant: Variant,
    state: GameState,
    table: Table,
    waiting: Mapping[str, Table],
    season: list[Played],
) -> Result:
    orders = _given(variant, state, table, ORDERS)
    events = _given(variant, state, table, EVENTS)
    sheet = Sheet(
        orders={**_waited(variant, state, waiting, season), **orders},
        events=events,
        coasts=_coasts(variant, state, table),
    )
    after, report = _judged(variant, state, sheet, _throws(table))
    outcome = Outcome(
        names=names_for(after.board, after.powers),
        orders=orders,
        events=events,
        before=state,
        report=report,
        after=after,
        variant=variant,
    )
    expected = _table(table.get("expect", {}), "[phase.expect]")
    return Result(
        played=Played(before=state, report=report, after=after),
        differences=tuple(differences(expected, outcome)),
    )


def _judged(
    variant: Variant, state: GameState, sheet: Sheet, throws: tuple[int, ...]
) -> tuple[GameState, Report]:
    """Judge a phase, giving the scripted throws in the order in which they fall, then the first candidate."""
    scripted = iter(throws)
    while True:
        after, report = adjudicate(variant, state, sheet)
        if report.needs is None:
            return after, report
        result = next(scripted, 1)
        if not 1 <= result <= len(report.needs.candidates):
            message = f"{state.phase}: a throw of {result} for {report.needs.label}"
            raise GameFolderError(message)
        sheet = replace(sheet, throws={**sheet.throws, report.needs.label: result})


def _given(variant: Variant, state: GameState, table: Table, section: str) -> Given:
    names = names_for(state.board, state.powers)
    given = {}
    for name, text in _table(table.get(section, {}), section).items():
        power = names.power(name)
        given[power] = read_orders(
            str(text), power=power, state=state, variant=variant, section=section
        ).orders
    return dict(sorted(given.items()))


def _coasts(
    variant: Variant, state: GameState, table: Table
) -> dict[Power, tuple[CoastChoice, ...]]:
    return {
        power: tuple(order for order in orders if isinstance(order, CoastChoice))
        for power, orders in _given(variant, state, table, COASTS).items()
    }


def _waited(
    variant: Variant,
    state: GameState,
    waiting: Mapping[str, Table],
    season: list[Played],
) -> Given:
    """Return the orders that conditional lines, handed in with the moves, come to in this phase."""
    section = {PhaseKind.RETREATS: RETREATS, PhaseKind.ADJUSTMENTS: BUILDS}.get(state.phase.kind)
    if section is None or section not in waiting:
        return {}
    names = names_for(state.board, state.powers)
    found = {}
    for name, text in waiting[section].items():
        power = names.power(name)
        lines = read_conditions(
            str(text), power=power, state=state, variant=variant, section=section
        )
        facts = facts_for(state, season, power)
        found[power] = (
            retreat_orders(lines.steps, facts, power)
            if section == RETREATS
            else wanted_adjustments(variant, state, lines.steps, facts, power)
        )
    return found


def _throws(table: Table) -> tuple[int, ...]:
    throws = table.get("throws", [])
    if not isinstance(throws, list) or not all(type(throw) is int for throw in throws):
        message = "throws is a list of numbers"
        raise GameFolderError(message)
    return tuple(throw for throw in throws if isinstance(throw, int))


def _only(table: Table, known: set[str], where: str) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        message = f"{where} has no key {unknown[0]!r}; it has {', '.join(sorted(known))}"
        raise GameFolderError(message)


def _table(value: Value, where: str) -> Table:
    if not isinstance(value, dict):
        message = f"{where} is a table, not {value!r}"
        raise GameFolderError(message)
    return value


def _texts(value: Value) -> tuple[str, ...]:
    if not isinstance(value, list):
        message = f"a list of texts is wanted, not {value!r}"
        raise GameFolderError(message)
    return tuple(str(item) for item in value)


def _lists(start: Table, key: str) -> dict[Power, tuple[str, ...]] | None:
    if key not in start:
        return None
    return {Power(name): _texts(lines) for name, lines in _table(start[key], key).items()}


def _option(value: Value) -> OptionValue:
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if isinstance(value, dict):
        message = f"an option is no table: {value!r}"
        raise GameFolderError(message)
    return value
