"""What closing a season would come to, kept while the GM looks at it, with its maps."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from zinegen.archive.closing.trial import DryRun

MOST = 8
"""So many are kept; the oldest go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A season judged on trial."""

    name: str
    folder: Path
    """The game's."""
    title: str
    tried: DryRun
    seen: str
    """The digest of all files that it was made from."""
    early: str
    """The season, where it is closed before its deadline or without one."""


@dataclass(slots=True)
class PreviewList:
    """The previews that were shown last."""

    kept: dict[str, Preview] = field(default_factory=dict)

    def keep(self, folder: Path, title: str, tried: DryRun, seen: str, early: str) -> Preview:
        """Keep what was tried under a name that nobody guesses."""
        name = secrets.token_urlsafe(9)
        found = Preview(name=name, folder=folder, title=title, tried=tried, seen=seen, early=early)
        self.kept[name] = found
        for old in [*self.kept][:-MOST]:
            del self.kept[old]
        return found

    def find(self, name: str, folder: Path) -> Preview | None:
        """Return a preview of a game; None where it is forgotten, or of another game."""
        found = self.kept.get(name)
        return found if found is not None and found.folder == folder else None
