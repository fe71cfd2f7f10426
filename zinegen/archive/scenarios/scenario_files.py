"""Scenario files into positions and phases still as tables.

Format: the contract's page on scenario files.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.archive.scenarios.map_expectations import Value
from zinegen.archive.starts import SecretSetup, Setup, carry_out_events, start_board, start_state
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.game.state import GameState, Phase
from zinegen.game.variant import OptionValue, Variant
from zinegen.variants import find_variant

LIMIT = 256 * 1024
"""The longest scenario file in bytes."""

TOP = {"title", "variant", "source", "options", "start", "phase"}
START = {"units", "centres", "events", "visits", "secret", "known"}
SECRET = {"centres", "ranges"}
PHASE = {"name", "orders", "events", "coasts", "retreats", "builds", "throws", "expect"}

Table = Mapping[str, Value]


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
        table = tomllib.loads(read_plain(path, LIMIT).decode("utf-8-sig"))
        return _scenario(table)
    except (ZinegenError, ValueError, RecursionError, OSError) as problem:
        message = f"{path}: {str(problem) or 'too deeply nested'}"
        raise GameFolderError(message) from problem


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
        message = "[[phase]] is a list of tables"
        raise GameFolderError(message)
    tables = tuple(table_of(phase, "[[phase]]") for phase in phases)
    first = Phase.parse(str(tables[0].get("name", ""))) if tables else variant.start.phase
    board = carry_out_events(variant, start_board(variant), _texts(start.get("events", [])))
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
        message = "throws is a list of numbers"
        raise GameFolderError(message)
    return tuple(throw for throw in throws if isinstance(throw, int))


def check_keys(table: Table, known: set[str], where: str) -> None:
    """Raise GameFolderError when a table has a key that is not known there."""
    unknown = sorted(set(table) - known)
    if unknown:
        message = f"{where} has no key {unknown[0]!r}; it has {', '.join(sorted(known))}"
        raise GameFolderError(message)


def table_of(value: Value, where: str) -> Table:
    """Return a value that is a table; raises GameFolderError, which names the place, when it is none."""
    if not isinstance(value, dict):
        message = f"{where} is a table, not {value!r}"
        raise GameFolderError(message)
    return value


def text_of(value: Value) -> str:
    """Return the lines of a text, or of a list of texts; raises GameFolderError when it is neither."""
    if isinstance(value, str):
        return value
    return "\n".join(_texts(value))


def _texts(value: Value) -> tuple[str, ...]:
    if not isinstance(value, list):
        message = f"a list of texts is wanted, not {value!r}"
        raise GameFolderError(message)
    return tuple(str(item) for item in value)


def _lists(start: Table, key: str) -> dict[Power, tuple[str, ...]] | None:
    if key not in start:
        return None
    return {Power(name): _texts(lines) for name, lines in table_of(start[key], key).items()}


def _option(value: Value) -> OptionValue:
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if isinstance(value, dict):
        message = f"an option is no table: {value!r}"
        raise GameFolderError(message)
    return value
