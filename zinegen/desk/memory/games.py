"""Games as they lie in their folders, read again only when something in a folder has changed.

A folder is known by the names, sizes and times of what lies in it: looking at these takes a hundredth of what
reading it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread

from zinegen.archive.closing.gm_tasks import GameStatus, describe_game, describe_progress
from zinegen.archive.closing.progress import GameProgress, play
from zinegen.archive.folder.games import BrokenGame, BrokenGameError, Game, open_game
from zinegen.desk.file_marks import FileMark, list_marks
from zinegen.errors import ZinegenError
from zinegen.languages.texts import spoken_language
from zinegen.play.records.records import SeasonRecord

FEW = 4
"""So many games are read while somebody waits for the page."""


@dataclass(slots=True, kw_only=True)
class _Kept:
    """A game as it was when its folder had some marks."""

    marks: tuple[FileMark, ...]
    language: str
    """The code of the one in which it is told what is wrong with it."""
    game: Game | BrokenGame
    recorded: tuple[SeasonRecord, ...] = ()
    """None as long as nobody has asked for them."""
    status: GameStatus | None = None
    lock: Lock = field(default_factory=Lock)


@dataclass(slots=True)
class GameMemory:
    """The games of a zine, as they are now."""

    kept: dict[Path, _Kept] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)
    reader: Thread | None = None
    """Reads games in the background."""

    def read_ahead(self, folders: Sequence[Path], patience: float, few: int = FEW) -> int:
        """Read games in the background that were not read yet, and return how many are left.

        It waits ``patience`` seconds, and leaves ``few`` games to those who look at them. What is wrong
        with a game is told there.
        """
        left = [one for one in folders if not self._is_read(one)]
        if len(left) <= few:
            return 0
        with self.lock:
            reader = self.reader
            if reader is None or not reader.is_alive():
                reader = Thread(target=copy_context().run, args=(self._read, left), daemon=True)
                reader.start()
                self.reader = reader
        reader.join(patience)
        return sum(not self._is_read(one) for one in folders) if reader.is_alive() else 0

    def _is_read(self, folder: Path) -> bool:
        return folder in self.kept and self.kept[folder].status is not None

    def _read(self, folders: Sequence[Path]) -> None:
        for folder in folders:
            with suppress(ZinegenError, OSError):
                self.look(folder, datetime.now(UTC))

    def open(self, folder: Path) -> Game | BrokenGame:
        """Return a game, without the order files of recorded seasons."""
        return self._find(folder).game

    def play(self, folder: Path, now: datetime) -> GameProgress:
        """Return how far a game has come; maps after what is not recorded yet are not drawn.

        Raises GameFolderError when it cannot be played.
        """
        kept = self._find(folder)
        if isinstance(kept.game, BrokenGame):
            first = kept.game.findings[0]
            raise BrokenGameError(f"{first.where}: {first.title}")
        with kept.lock:
            current = play(kept.game, known=kept.recorded, now=now, draws_maps=False)
            kept.recorded = current.recorded
        return current

    def look(self, folder: Path, now: datetime) -> tuple[Game | BrokenGame, GameStatus]:
        """Return a game, where it stands, and what it waits for."""
        kept = self._find(folder)
        status = kept.status
        if status is not None and (status.holds_until is None or now < status.holds_until):
            return kept.game, status
        try:
            status = describe_progress(self.play(folder, now), now)
        except ZinegenError:
            status = describe_game(folder, now)
        kept.status = status
        return kept.game, status

    def _find(self, folder: Path) -> _Kept:
        marks, language = tuple(sorted(list_marks(folder))), spoken_language().code
        with self.lock:
            kept = self.kept.get(folder)
        if kept is None or (kept.marks, kept.language) != (marks, language):
            game = open_game(folder, past_orders=False)
            kept = _Kept(marks=marks, language=language, game=game)
            with self.lock:
                self.kept[folder] = kept
        return kept
