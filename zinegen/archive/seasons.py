"""``season.toml``: one deadline, its phases, and what the GM says of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from zinegen.archive.tables import Table
from zinegen.archive.toml_files import Document
from zinegen.errors import NotationError
from zinegen.game.state import Phase
from zinegen.notation.findings import Finding

BAD_PHASES = "11"
LONGEST_NOTES = 20_000
MOST_PHASES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """What a season's own file says."""

    season: str
    """The folder's name."""
    phases: tuple[Phase, ...]
    """In the order of play, one at least; retreats that nobody needs are passed over."""
    deadline: datetime | None = None
    """With its offset; None while the GM has not said."""
    ready: bool = False
    """The next build adjudicates and records it."""
    headline: str = ""
    notes: str = ""
    """The GM's, in Markdown."""
    sha256: str = ""


def deadline_of(document: Document, slug: str) -> tuple[Deadline | None, tuple[Finding, ...]]:
    """Read a ``season.toml``; without phases there is no deadline."""
    top = Table.of(document)
    top.same("season", slug)
    phases = _phases(top)
    found = Deadline(
        season=slug,
        phases=phases,
        deadline=top.moment("deadline"),
        ready=top.flag("ready"),
        headline=top.text("headline", most=120) or "",
        notes=top.text("notes", most=LONGEST_NOTES) or "",
        sha256=document.sha256,
    )
    top.close()
    return found if phases else None, tuple(top.findings)


def _phases(top: Table) -> tuple[Phase, ...]:
    names = top.texts("phases", needed=True)
    try:
        phases = tuple(Phase.parse(name) for name in names)
    except NotationError as error:
        top.complain(BAD_PHASES, "phases", str(error))
        return ()
    if not phases and top.raw("phases") == []:
        top.complain(BAD_PHASES, "phases", "a season needs a phase", 'such as phases = ["S1901M"]')
    if len(set(phases)) < len(phases) or len(phases) > MOST_PHASES:
        top.complain(BAD_PHASES, "phases", "a phase stands there twice")
        return ()
    if any(later.year < earlier.year for earlier, later in pairwise(phases)):
        top.complain(BAD_PHASES, "phases", "the phases are not in the order of play")
        return ()
    return phases
