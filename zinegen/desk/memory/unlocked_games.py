"""Sealed orders before their deadline: nobody sees them, not the GM either, unless the log says so.

Unlocking a game holds for a while, in this desk only. When it was done and why stays in a log beside the GM's
keys.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from zinegen.archive.edits.deadline_edits import read_reason
from zinegen.archive.files import FileError, read_plain

HOLDS = timedelta(minutes=10)
"""So long a game stays unlocked."""
LOG = "unlocked.log"
_LIMIT = 1 << 20


@dataclass(slots=True, kw_only=True)
class UnlockedGames:
    """The games whose sealed orders the GM may see now."""

    home: Path
    """The folder of the GM's keys."""
    until: dict[Path, datetime] = field(default_factory=dict)

    def unlock(self, folder: Path, season: str, why: str) -> None:
        """Let the sealed orders of a game be seen for a while, after noting it.

        Raises GameFolderError for no reason, OSError where the log cannot be written.
        """
        now, reason = datetime.now(UTC), read_reason(why)
        self.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        moment = now.strftime("%Y-%m-%dT%H:%M:%SZ")
        line = f"{moment} {folder.resolve()} {season}: {reason}\n"
        handle = os.open(self.home / LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(line)
        self.until[folder] = now + HOLDS

    def lock(self, folder: Path) -> None:
        """Let nobody see them any more."""
        self.until.pop(folder, None)

    def is_unlocked(self, folder: Path) -> bool:
        """Tell whether the sealed orders of a game may be seen now."""
        return datetime.now(UTC) < self.until.get(folder, datetime.min.replace(tzinfo=UTC))

    def list_log(self, folder: Path) -> Sequence[str]:
        """Return what the log says of a game, the newest last: moment, season and reason."""
        try:
            text = read_plain(self.home / LOG, _LIMIT).decode(errors="replace")
        except FileError:
            return ()
        mark = f" {folder.resolve()} "
        return [line.replace(mark, " ", 1) for line in text.splitlines() if mark in line]
