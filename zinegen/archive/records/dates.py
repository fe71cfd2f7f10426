"""When a zine was last made: the newest closing in its records, not the time of day.

The same records give the same site, to the byte; whatever in a site bears a date bears this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from zinegen.archive.files import list_folder
from zinegen.archive.folder.season_folder import RESULT
from zinegen.archive.folder.tables import Table
from zinegen.archive.folder.toml_files import SETTINGS, read_toml

BEFORE_ALL = datetime(1980, 1, 1, tzinfo=UTC)
"""The date of a zine without any record: the oldest that every archive of files can bear."""


def newest_closing(games: Path) -> datetime:
    """Return when the last deadline of all games was closed.

    A season that was recorded without a closing counts from its deadline. What cannot be read is passed
    over: it has no part in the date.
    """
    moments = (when for game in list_folder(games) for when in _closings(game / "seasons"))
    return max(moments, default=BEFORE_ALL)


def _closings(seasons: Path) -> Iterator[datetime]:
    for season in list_folder(seasons):
        found = _moment(season / "close.toml", "closed")
        if found is None and (season / RESULT).is_file():
            found = _moment(season / "season.toml", "deadline")
        if found is not None:
            yield found


def _moment(path: Path, key: str) -> datetime | None:
    if not path.is_file():
        return None
    document = read_toml(path, path.name, SETTINGS).document
    return Table.of(document).moment(key) if document is not None else None
