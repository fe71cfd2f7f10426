"""What became of what the GM did, kept until the next page shows it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

MOST = 64
"""So many are kept; the oldest go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedOutcome:
    """What became of an action, in sentences, and the command that would have done it."""

    command: str = ""
    """Such as ``zinegen close winter``."""
    said: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    """What is to be seen to; empty where all went well."""
    keeps_drafts: bool = False
    """Nothing came of what was typed: it stays in its form."""
    onward: tuple[str, str] | None = None
    """What is mostly done next: the words of a link, and where it leads."""
    undo: str = ""
    """The command that takes it back."""
    template: str = ""
    """The part of a page that shows more of it; empty where the sentences are all."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What that part prints."""


@dataclass(slots=True)
class OutcomeMemory:
    """Outcomes by a name that nobody guesses."""

    kept: dict[str, DeedOutcome] = field(default_factory=dict)

    def keep(self, outcome: DeedOutcome) -> str:
        """Keep an outcome and return its name."""
        name = secrets.token_urlsafe(9)
        self.kept[name] = outcome
        for old in [*self.kept][:-MOST]:
            del self.kept[old]
        return name

    def find(self, name: str) -> DeedOutcome | None:
        """Return the outcome of a name; None where it is forgotten."""
        return self.kept.get(name)
