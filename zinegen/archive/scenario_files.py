"""Scenario files on the disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.play.scenarios.scenarios import Scenario, parse_scenario

LIMIT = 256 * 1024
"""The longest scenario file in bytes."""


class ScenarioFileError(GameFolderError):
    """A scenario file that cannot be read, and why."""

    def __init__(self, path: Path, why: str) -> None:
        self.why = why
        super().__init__(f"{path}: {why}")


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
    try:
        return parse_scenario(read_plain(path, LIMIT).decode("utf-8-sig"))
    except (ZinegenError, ValueError, RecursionError, OSError) as problem:
        raise ScenarioFileError(path, str(problem) or "too deeply nested") from problem
