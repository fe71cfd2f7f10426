"""What tells that this machine's clock is wrong: something in a game that has not happened yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from zinegen.archive.folder.arrivals_file import read_handed
from zinegen.archive.folder.games import Game
from zinegen.languages.texts import gettext

TOLERANCE = timedelta(minutes=10)
"""So far clocks of two machines may differ."""


def find_clock_fault(game: Game, now: datetime) -> str:
    """Return a sentence where the newest of what a game dates lies ahead of the clock; else an empty text."""
    newest = max(_list_moments(game), default=now)
    if newest <= now + TOLERANCE:
        return ""
    say = game.settings.deadlines.say
    return gettext(
        "The clock of this machine is wrong, or was: it says {now}, and {game} has something of {when}."
        " Put it right before you close anything: deadlines are judged by it.",
        now=say(now),
        game=game.settings.title,
        when=say(newest),
    )


def _list_moments(game: Game) -> Iterator[datetime]:
    """Yield when seasons were closed, and when orders came in for the open one."""
    for season in game.seasons:
        if season.closing is not None:
            yield season.closing.closed
        else:
            yield from (one.received for one in read_handed(season.folder).values())
