"""Scenario files on the disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.errors import GameFolderError, NotationError, Where, ZinegenError
from zinegen.notation.findings import Finding
from zinegen.play.scenarios.scenarios import (
    Scenario,
    ScenarioResult,
    parse_scenario,
    run_scenario,
)
from zinegen.play.texts.toml_places import find_key_places
from zinegen.play.texts.toml_text import (
    KILOBYTE,
    WRONG_KIND,
    FileKind,
    decode_text,
    parse_toml,
)

SCENARIOS = FileKind(letter="Q", limit=256 * KILOBYTE, if_left="nothing of the file is judged")


class ScenarioFileError(GameFolderError):
    """A scenario file that cannot be read, and why."""

    def __init__(self, found: Finding) -> None:
        self.finding = found
        at = found.where
        place = f" (line {at.line}, column {at.column})" if at.line else ""
        self.why = f"{found.title}{place}"
        super().__init__(f"{at}: {found.title}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedScenario:
    """A scenario of a file and what came of each of its phases."""

    scenario: Scenario
    results: tuple[ScenarioResult, ...]


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield scenario files: files as they are, of folders all TOML files below, in order of name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*.toml") if found.is_file())
        else:
            yield path


def read_scenario(path: Path) -> Scenario:
    """Return the scenario of a file.

    Raises ScenarioFileError when it cannot be read, with the file's name and, where known, the line.
    """
    return _read(path)[0]


def play_scenario(path: Path) -> PlayedScenario:
    """Return the scenario of a file, played to its end.

    Raises ScenarioFileError when it cannot be read, with the file's name and, where known, the line.
    """
    scenario, text = _read(path)
    try:
        return PlayedScenario(scenario=scenario, results=tuple(run_scenario(scenario)))
    except ZinegenError as problem:
        raise _place_error(path, text, problem) from problem


def _read(path: Path) -> tuple[Scenario, str]:
    content, text = b"", ""
    try:
        content = read_plain(path, SCENARIOS.limit)
        text = decode_text(content)
        return parse_scenario(text), text
    except (ZinegenError, OSError) as problem:
        raise _place_error(path, text, problem) from problem
    except (ValueError, RecursionError) as problem:
        found = parse_toml(content, str(path), SCENARIOS).findings
        whole = SCENARIOS.error(WRONG_KIND, Where(file=str(path)), str(problem))
        raise ScenarioFileError(found[0] if found else whole) from problem


def _place_error(path: Path, text: str, problem: Exception) -> ScenarioFileError:
    """Return an error with the place of the key that is to blame, or of the nearest one around it."""
    where, lines = Where(file=str(path)), text.split("\n")
    key = problem.key if isinstance(problem, ZinegenError) else ()
    try:
        places = find_key_places(text)
    except (NotationError, RecursionError):
        places = {}
    for length in range(len(key), 0, -1):
        place = places.get(key[:length])
        if place is not None:
            where = place.key.where(str(path))
            break
    line = lines[where.line - 1] if where.line else ""
    return ScenarioFileError(SCENARIOS.error(WRONG_KIND, where, str(problem), line=line))
