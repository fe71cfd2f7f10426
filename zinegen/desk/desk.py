"""The desk while it runs: who is let in, what is being done, and how it is ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from zinegen.cli.base_maps import MapImport
from zinegen.cli.keys import find_configuration_folder
from zinegen.desk.guard import Guard
from zinegen.desk.jobs import JobList
from zinegen.desk.memory.games import GameMemory
from zinegen.desk.memory.previews import PreviewList
from zinegen.desk.memory.refused_messages import RefusedMessages
from zinegen.desk.memory.unlocked_games import UnlockedGames
from zinegen.desk.outcomes import OutcomeMemory


def _do_nothing() -> None:
    """End nothing: nobody said how."""


@dataclass(slots=True, kw_only=True)
class Desk:
    """One desk over the zine in the folder in which the program runs."""

    guard: Guard
    root: Path = field(default_factory=Path.cwd)
    """The zine's folder; commands and screens call games by their paths from here."""
    games: GameMemory = field(default_factory=GameMemory)
    outcomes: OutcomeMemory = field(default_factory=OutcomeMemory)
    previews: PreviewList = field(default_factory=PreviewList)
    refused: RefusedMessages = field(default_factory=RefusedMessages)
    unlocked: UnlockedGames = field(
        default_factory=lambda: UnlockedGames(home=find_configuration_folder())
    )
    map_imports: dict[str, tuple[tuple[str, ...], MapImport]] = field(default_factory=dict)
    """What came of the last import of each map, and the digests of the `map.toml` and drawing of it."""
    jobs: JobList = field(default_factory=JobList)
    drawing: Lock = field(default_factory=Lock)
    """Held by whoever draws: boards of one map share shapes, and GEOS lets one thread at a time ask these."""
    stop: Callable[[], None] = _do_nothing
    """Ends the program after the answer."""
