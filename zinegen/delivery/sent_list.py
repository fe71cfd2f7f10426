"""What was sent to whom: a line is written before a mail goes out, and another when it has.

So nobody gets a mail twice, whenever a run is cut off: of what was begun and not ended nobody knows whether
it arrived, and it is not sent again by itself. The file lies outside repositories, for it holds addresses.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from zinegen.archive.files import make_folder, read_text, report_disk_errors

LIMIT = 64 << 20
"""Bytes of the list."""


class State(StrEnum):
    """What is known of something that was to be sent."""

    BEGUN = "begun"
    """It was about to be sent, and nobody knows whether it was."""
    SENT = "sent"
    REFUSED = "refused"
    """The other side does not take it, today or tomorrow."""
    PUT_OFF = "put off"
    """It was not sent, and can be sent later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentEntry:
    """What became of something for one receiver."""

    number: str
    """What it was about, as of a letter."""
    to: str
    """An address, or the name of a channel."""
    state: State
    digest: str = ""
    """What it said."""
    at: str = ""
    """When: ``2026-12-01T22:00:00Z``."""
    why: str = ""


@dataclass(slots=True, kw_only=True)
class SentList:
    """The list in a file; entries are added behind those that are there."""

    path: Path
    entries: dict[tuple[str, str], SentEntry] = field(default_factory=dict)
    """The last one of each thing and receiver."""

    @classmethod
    def read(cls, path: Path) -> SentList:
        """Return the list in a file, which need not be there; half a line at its end is passed over.

        Raises FileError for a file that is none.
        """
        text = read_text(path, LIMIT) if path.exists() else ""
        found = cls(path=path)
        for line in text.splitlines():
            entry = _parse_entry(line)
            if entry is not None:
                found.entries[entry.number, entry.to] = entry
        return found

    def find(self, number: str, to: str) -> SentEntry | None:
        """Return what became of something for somebody; None where it was never begun."""
        return self.entries.get((number, to))

    def add(self, entries: Iterable[SentEntry], now: datetime | None = None) -> None:
        """Write entries down, and on to the disk; raises GameFolderError when it does not take them."""
        at = (now or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
        make_folder(self.path.parent)
        with report_disk_errors(self.path.parent):
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "ab") as file:
                # Behind half a line of a run that was cut off a new one begins.
                start = b"" if _ends_whole(self.path) else b"\n"
                for one in entries:
                    file.write(start + _write_entry(one, at))
                    self.entries[one.number, one.to] = one
                    start = b""
                file.flush()
                os.fsync(file.fileno())


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        return file.read(1) in {b"", b"\n"}


def _write_entry(entry: SentEntry, at: str) -> bytes:
    told = {
        "number": entry.number,
        "to": entry.to,
        "state": entry.state.value,
        "digest": entry.digest,
        "at": entry.at or at,
        "why": entry.why,
    }
    kept = {key: value for key, value in told.items() if value}
    return (json.dumps(kept, ensure_ascii=False) + "\n").encode()


def _parse_entry(line: str) -> SentEntry | None:
    try:
        data = json.loads(line)
    except ValueError:
        return None
    if not isinstance(data, dict) or not all(isinstance(one, str) for one in data.values()):
        return None
    known: Mapping[str, str] = data
    try:
        return SentEntry(
            number=known["number"],
            to=known["to"],
            state=State(known["state"]),
            digest=known.get("digest", ""),
            at=known.get("at", ""),
            why=known.get("why", ""),
        )
    except (KeyError, ValueError):
        return None
