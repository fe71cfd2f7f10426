"""Messages that were refused for what the GM can mend, kept so that nobody has to drop them in again."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from zinegen.archive.mail.sources import FoundMessage

MOST, MOST_BYTES = 64, 32 << 20
"""So many are kept, and so much; the oldest go. They are never written anywhere."""


@dataclass(slots=True)
class RefusedMessages:
    """The messages that were refused last, by a name that nobody guesses."""

    kept: dict[str, tuple[Path, FoundMessage]] = field(default_factory=dict)

    def keep(self, folder: Path, message: FoundMessage) -> str:
        """Keep a message for a game, and return its name."""
        name = next((one for one, held in self.kept.items() if held == (folder, message)), "")
        if not name:
            name = secrets.token_urlsafe(9)
            self.kept[name] = folder, message
        while len(self.kept) > MOST or self._count_bytes() > MOST_BYTES:
            del self.kept[next(iter(self.kept))]
        return name

    def find(self, folder: Path, name: str) -> FoundMessage | None:
        """Return a message for a game; None where it is forgotten, or for another game."""
        held, message = self.kept.get(name, (None, None))
        return message if held == folder else None

    def _count_bytes(self) -> int:
        return sum(len(message.content) for _, message in self.kept.values())
