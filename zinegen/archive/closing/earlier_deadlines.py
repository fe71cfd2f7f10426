"""Deadlines that were put earlier without a note of the former one: calendars would keep that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.folder.season_folder import read_deadline
from zinegen.archive.sealing.plain_files import find_plain_file
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, Level, error_finding
from zinegen.play.texts.toml_text import SETTINGS, parse_toml

UNNOTED = "G23"
FILE = "season.toml"
VERSIONS = 12
"""So many committed versions of a season's file are looked at."""


def find_unnoted_moves(game: Game, season: SeasonFolder) -> Iterator[Finding]:
    """Yield the warning that a season's deadline is earlier than git knows it, and nothing says so."""
    deadline = season.deadline
    if deadline.deadline is None:
        return
    noted = max((*deadline.moved_from, deadline.deadline))
    former = max(_list_former(season), default=noted)
    if former <= noted:
        return
    moments = ", ".join(map(_write, (*deadline.moved_from, former)))
    found = error_finding(
        UNNOTED,
        f"{season.shown}/{FILE}",
        gettext(
            "the deadline is earlier than it was: {moment}",
            moment=game.settings.deadlines.say(former),
        ),
        gettext(
            "write moved_from = [{moments}], or let `zinegen extend` move deadlines",
            moments=moments,
        ),
        if_left=gettext("calendars that have the former one keep it"),
    )
    yield replace(found, level=Level.WARNING)


def _list_former(season: SeasonFolder) -> Iterator[datetime]:
    """Yield the deadlines that were committed."""
    file = find_plain_file(season.folder / FILE)
    for version in islice(file.list_versions() if file is not None else (), VERSIONS):
        reading = parse_toml(version.content, FILE, SETTINGS)
        if reading.document is not None:
            found, _ = read_deadline(reading.document, season.slug)
            if found is not None and found.deadline is not None:
                yield found.deadline


def _write(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S}Z"
