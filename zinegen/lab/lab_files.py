"""The folder of a lab: each game is kept as soon as it is played, and a run that was stopped is gone on with.

``lab.json`` says what is played, ``results.jsonl`` has a line a game with what came of it, ``games.jsonl``
all that was handed in. A game counts when its result is written: what a stopped run left of one is cut off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from zinegen.archive.files import lock_folder, make_folder, report_disk_errors, write_atomically
from zinegen.errors import GameFolderError
from zinegen.lab.lab_games import LabPlan, LabResult, PlayedLabGame, read_result, write_result
from zinegen.version import __version__

PLAN, RESULTS, GAMES = "lab.json", "results.jsonl", "games.jsonl"


@dataclass(slots=True)
class LabFolder:
    """The files of a lab, open to be written."""

    folder: Path
    results: list[LabResult]
    """Of the games played so far, by number."""

    def add(self, played: PlayedLabGame) -> None:
        """Write a game down; its result last."""
        with (self.folder / GAMES).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in played.lines)
        with (self.folder / RESULTS).open("a", encoding="utf-8") as file:
            end = (self.folder / GAMES).stat().st_size
            file.write(f"{end} {write_result(played.result)}\n")
        self.results.append(played.result)


@contextmanager
def open_lab_folder(folder: Path, plan: LabPlan) -> Iterator[LabFolder]:
    """Give the folder of a lab, with what was played in it before.

    Raises GameFolderError when it holds anything else, another plan, or games of another version.
    """
    make_folder(folder)
    with lock_folder(folder), report_disk_errors(folder):
        said = json.loads(json.dumps({**asdict(plan), "engine": __version__}))
        path = folder / PLAN
        if path.exists():
            if _read_json(path) != said:
                raise GameFolderError(
                    f"{folder} holds games of another lab ({PLAN} says which): name another folder"
                )
        elif any(folder.iterdir()):
            raise GameFolderError(f"{folder} holds something else: name another folder")
        else:
            write_atomically(path, f"{json.dumps(said, indent=1, sort_keys=True)}\n".encode())
        yield LabFolder(folder=folder, results=_read_results(folder))


def _read_json(path: Path) -> object:
    try:
        found: object = json.loads(path.read_text("utf-8"))
    except ValueError:
        return None
    return found


def _read_results(folder: Path) -> list[LabResult]:
    """Return the results that are there, in sequence; what is half-written behind them is cut off."""
    results: list[LabResult] = []
    size = length = 0
    path = folder / RESULTS
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
        try:
            end, text = line.decode().split(" ", 1)
            result = read_result(text)
        except (ValueError, KeyError, TypeError):
            break
        if not line.endswith(b"\n") or result.number != len(results):
            break
        results.append(result)
        size, length = int(end), length + len(line)
    _cut(path, length)
    _cut(folder / GAMES, size)
    return results


def _cut(path: Path, size: int) -> None:
    if path.exists() and path.stat().st_size > size:
        with path.open("r+b") as file:
            file.truncate(size)
