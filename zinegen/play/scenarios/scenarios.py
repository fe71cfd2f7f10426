"""Scenarios: a rules question as data, played phase by phase and compared with what it expects.

Format: the contract's page on scenario files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zinegen.board.board import Power
from zinegen.errors import GameFolderError, reading_key
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Phase, PhaseKind, Throw
from zinegen.game.variant import OptionValue, Variant
from zinegen.notation.conditions import Played
from zinegen.notation.grammar.names import names_for, suggest
from zinegen.notation.reading.context import (
    BUILDS,
    COASTS,
    EVENTS,
    LATER_SECTIONS,
    ORDERS,
    SECTIONS,
)
from zinegen.notation.reading.line_reader import split_lines
from zinegen.play.calendar import check_phase
from zinegen.play.deadlines import deadline_phases
from zinegen.play.read_orders import SheetContext
from zinegen.play.scenarios.expectations import list_differences
from zinegen.play.scenarios.outcomes import Lines, PlayedOutcome, Value, texts_of
from zinegen.play.scenarios.untaken_events import rule_on_untaken_events
from zinegen.play.season import PhaseOutcome, Thrower, play_phase, record_throw
from zinegen.play.setups import SecretSetup, Setup, apply_event_lines, start_board, start_state
from zinegen.play.texts.chance_file import Draw
from zinegen.play.texts.order_file import OrderFile, write_order_file
from zinegen.play.texts.toml_text import LONGEST_LINE
from zinegen.variants import find_variant

_QUOTED = re.compile(r'"[^"\\\n]*"\s*,?\s*')
"""A text in a list."""

TOP = {"title", "variant", "source", "options", "start", "phase"}
START = {"units", "centres", "events", "visits", "secret", "known"}
SECRET = {"centres", "ranges"}
PHASE = {"name", *SECTIONS, "throws", "expect"}

Table = Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario as read: the position at its start, and its phases still as tables."""

    title: str
    variant: Variant
    start: GameState
    phases: tuple[Table, ...]


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
    variant = _read_variant(table)
    phases = table.get("phase", [])
    with reading_key("phase"):
        if not isinstance(phases, list):
            raise GameFolderError("[[phase]] is a list of tables")
        tables = tuple(table_of(phase, "[[phase]]") for phase in phases)
    names = [_read_name(variant, table, number) for number, table in enumerate(tables)]
    with reading_key("start"):
        first = names[0] if names else variant.start.phase
        start = _read_start(variant, table_of(table.get("start", {}), "[start]"), first)
    title = str(table.get("title", ""))
    return Scenario(title=title, variant=variant, start=start, phases=tables)


def _read_variant(table: Table) -> Variant:
    if "variant" not in table:
        raise GameFolderError('variant is missing: it names the rule set, such as "standard"')
    with reading_key("variant"):
        variant = find_variant(str(table["variant"]))
    with reading_key("options"):
        options = table_of(table.get("options", {}), "[options]")
    for name, value in options.items():
        with reading_key("options", name):
            variant = variant.with_options({name: _option(value)})
    return variant


def _read_name(variant: Variant, table: Table, number: int) -> Phase:
    """Return the phase that a table is for, by its number in the list; raises ZinegenError for none."""
    with reading_key("phase", number):
        check_keys(table, PHASE, "[[phase]]")
        if "name" not in table:
            raise GameFolderError("[[phase]] has no name, such as S1901M")
        with reading_key("name"):
            phase = Phase.parse(str(table["name"]))
            check_phase(variant, phase)
    return phase


def _read_start(variant: Variant, start: Table, first: Phase) -> GameState:
    check_keys(start, START, "[start]")
    with reading_key("events"):
        events = texts_of(start.get("events", []))
        board = apply_event_lines(variant, start_board(variant), events)
    setup = Setup(
        units=_lists(start, "units"),
        centres=_lists(start, "centres"),
        visits=_lists(start, "visits"),
        phase=first,
        secret=read_secret(start, "[start.secret]"),
    )
    return start_state(variant, setup, board=board)


def read_secret(start: Table, where: str) -> SecretSetup | None:
    """Return what a start says of secrets, under ``secret`` and ``known``; None when it says nothing.

    Raises GameFolderError, which says ``where`` the secrets stand, for what cannot be read.
    """
    if not {"secret", "known"} & {*start}:
        return None
    with reading_key("secret"):
        secret = table_of(start.get("secret", {}), where)
        check_keys(secret, SECRET, where)
        centres = _lists(secret, "centres")
        with reading_key("ranges"):
            ranges = tuple(texts_of(secret.get("ranges", [])))
    return SecretSetup(centres=centres, ranges=ranges, known=_lists(start, "known") or {})


def throws_of(table: Table) -> tuple[int, ...]:
    """Return the throws that a phase's table scripts; raises GameFolderError when they are no numbers."""
    throws = table.get("throws", [])
    if not isinstance(throws, list) or not all(type(throw) is int for throw in throws):
        raise GameFolderError("throws is a list of numbers")
    return tuple(throw for throw in throws if isinstance(throw, int))


def check_keys(
    table: Table, known: set[str], where: str, elsewhere: Mapping[str, str] | None = None
) -> None:
    """Raise GameFolderError when a table has keys that are not known there.

    ``elsewhere`` tells of keys that others have which known one stands for them here.
    """
    unknown, keys = sorted(set(table) - known), tuple(sorted(known))
    if unknown:
        plain = {key: key.strip().lower() for key in unknown}
        meant = {key: (elsewhere or {}).get(word, word) for key, word in plain.items()}
        near = {key: suggest(word, keys, "") for key, word in meant.items()}
        told = [f"{key!r} ({hint})" if hint else repr(key) for key, hint in near.items()]
        with reading_key(unknown[0]):
            raise GameFolderError(f"{where} has no key {', '.join(told)}; it has {', '.join(keys)}")


def table_of(value: Value, where: str) -> Table:
    """Return a value that is a table; raises GameFolderError, which names the place, when it is none."""
    if not isinstance(value, dict):
        raise GameFolderError(f"{where} is a table, not {value!r}")
    return value


def text_of(value: Value) -> str:
    """Return the lines of a text, or of a list of texts; raises GameFolderError when it is neither."""
    if isinstance(value, str):
        return value
    return "\n".join(texts_of(value))


def _lists(start: Table, key: str) -> dict[Power, list[str]] | None:
    if key not in start:
        return None
    found = dict[Power, list[str]]()
    with reading_key(key):
        for name, lines in table_of(start[key], key).items():
            with reading_key(name):
                found[Power(name)] = texts_of(lines)
    return found


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
    season = _Season()
    for number, table in enumerate(scenario.phases):
        with reading_key("phase", number):
            phase = Phase.parse(str(table.get("name", "")))
            state = replace(state, phase=phase)
            variant = _variant_hearing_events(scenario.variant, phase, table, season.played)
            if phase.kind is PhaseKind.MOVES:
                # A retreat phase that was left out did not happen: nobody waits for it any more.
                state = replace(state, dislodged={}, standoffs=())
                season = season.begin_next()
            heard = _is_events_phase_ahead(scenario.phases[number + 1 :])
            context = season.fill_context(variant, state, table, heard=heard)
            with reading_key("throws"):
                throws = throws_of(table)
            outcome = play_phase(context, throw=_script_throws(throws))
            season.played.append(outcome.record.played)
            season.spend(phase.kind)
            result = _compare(context, outcome, table)
        yield result
        state = outcome.record.after


def _is_events_phase_ahead(tables: Sequence[Table]) -> bool:
    """Tell whether no moves follow before a phase of events; where the file ends it may still come."""
    kinds = (Phase.parse(str(table.get("name", ""))).kind for table in tables)
    ahead = (kind for kind in kinds if kind in {PhaseKind.EVENTS, PhaseKind.MOVES})
    return next(ahead, PhaseKind.EVENTS) is PhaseKind.EVENTS


@dataclass(slots=True, kw_only=True)
class _Season:
    """What has been handed in and played since the last moves.

    Retreats, builds and, where they follow the moves, events and coast choices may stand with the moves; what
    stands under ``orders`` with a later phase is for that phase alone. Builds wait for the next adjustments.
    """

    given: dict[str, dict[Power, str]] = field(default_factory=dict)
    """Texts by heading and power that are not for one phase alone."""
    played: list[Played] = field(default_factory=list)

    def begin_next(self) -> _Season:
        """Return the season that begins with the next moves."""
        builds = self.given.get(BUILDS, {})
        return _Season(given={BUILDS: builds} if builds else {})

    def spend(self, kind: PhaseKind) -> None:
        """Forget what was handed in for a phase that has been played: it is for no later one."""
        due = LATER_SECTIONS.get(kind)
        for section in (EVENTS, COASTS) if kind is PhaseKind.EVENTS else (due,) if due else ():
            self.given.pop(section, None)

    def fill_context(
        self, variant: Variant, state: GameState, table: Table, *, heard: bool
    ) -> SheetContext:
        """Return what the sheet of a phase is filled in from: its own table, and what was handed in before.

        Events wait for their phase where the file has it, that is, where they are ``heard`` later.
        Raises GameFolderError for a power that stands there twice, spelt in two ways.
        """
        written = {
            section: dict(_by_power(_under(section, table), section, state)) for section in SECTIONS
        }
        later, kind = _for_later(variant), state.phase.kind
        for section in later:
            self.given[section] = {**self.given.get(section, {}), **written[section]}
        due = LATER_SECTIONS.get(kind)
        orders = frozenset(written[ORDERS])
        alone = written[due] if due and self._is_apart(variant, state) else {}
        counting = {**written, **{section: self.given[section] for section in later}}
        if EVENTS in later and kind is not PhaseKind.EVENTS:
            counting[EVENTS] = {} if heard else written[EVENTS]
        powers = sorted({power for texts in counting.values() for power in texts})
        return SheetContext(
            variant=variant,
            state=state,
            phases=(*(one.before.phase for one in self.played), state.phase),
            files={
                power: write_order_file(
                    power,
                    {
                        name: texts[power]
                        for name, texts in counting.items()
                        if power in texts and not (name == due and power in orders)
                    },
                )
                for power in powers
            },
            played=tuple(self.played),
            alone=orders.union(alone),
        )

    def _is_apart(self, variant: Variant, state: GameState) -> bool:
        """Tell whether a phase has a deadline of its own in the rhythm of the game."""
        return bool(self.played) and state.phase not in deadline_phases(
            variant, self.played[0].before
        )


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
    later = tuple(LATER_SECTIONS.values())
    if not _events_follow(variant):
        return later
    events = (EVENTS,) if variant.option("event_with_moves") else ()
    return (*later, COASTS, *events)


def _script_throws(throws: Sequence[int]) -> Thrower:
    """Return throws that give scripted results in their order, and after them the first candidate."""

    def throw(phase: Phase, throw: Throw, made: int) -> Draw:
        with reading_key("throws", made):
            return record_throw(phase, throw, throws[made] if made < len(throws) else 1)

    return throw


def _compare(context: SheetContext, played: PhaseOutcome, table: Table) -> ScenarioResult:
    """Return what came of a phase with what differs from the expectations of its table."""
    sheet, phase = played.filled.sheet, rule_on_untaken_events(played)
    outcome = PlayedOutcome(
        names=names_for(phase.after.board, phase.after.powers),
        orders=_by_line(context.files, ORDERS, sheet.orders),
        events=_by_line(context.files, EVENTS, sheet.events),
        before=phase.before,
        report=phase.report,
        after=phase.after,
        variant=context.variant,
    )
    with reading_key("expect"):
        expected = table_of(table.get("expect", {}), "[phase.expect]")
        differences = tuple(list_differences(expected, outcome))
    return ScenarioResult(played=phase.played, differences=differences)


def _under(section: str, table: Table) -> Table:
    with reading_key(section):
        return table_of(table.get(section, {}), section)


def _by_power(written: Table, section: str, state: GameState) -> Iterator[tuple[Power, str]]:
    """Yield what is ``written`` under a heading for each power.

    Raises GameFolderError for a power that stands there twice, spelt in two ways.
    """
    names, seen = names_for(state.board, state.powers), set[Power]()
    for name, value in written.items():
        with reading_key(section, name):
            power = names.power(name)
            if power in seen:
                raise GameFolderError(f"{state.phase}: {power} stands twice under {section}")
            text = text_of(value)
        seen.add(power)
        yield power, text


def _by_line(
    files: Mapping[Power, OrderFile], section: str, given: Mapping[Power, Sequence[Order]]
) -> dict[Power, Lines]:
    """Return the orders that were read from each line under a heading."""
    found: dict[Power, Lines] = {}
    for power, file in files.items():
        if section in file.sections:
            text = file.sections[section].text
            lines: dict[int, list[Order]] = {
                line.where.line: [] for line, _ in split_lines(text) if line.where
            }
            for order in given.get(power, ()):
                if order.line is not None and order.line.where is not None:
                    lines[order.line.where.line].append(order)
            found[power] = tuple(lines.values())
    return found
