"""Which games have a deadline behind them that nobody has closed."""

from __future__ import annotations

from datetime import datetime, timedelta

from zinegen.archive.games import Game, Season
from zinegen.archive.play import play


def due_season(game: Game, now: datetime) -> Season | None:
    """Return the season of a game that is to be closed now; None when there is none.

    It is when its deadline and the time of grace have passed and it has not been closed, or when the time to
    say where fleets go is over. Raises GameFolderError when a record cannot be read.
    """
    current = play(game)
    done = len(current.records)
    if current.state.winners is not None or done >= len(game.seasons):
        return None
    season = game.seasons[done]
    if season.closing is not None:
        waiting = current.waiting
        is_over = waiting is not None and waiting.until is not None and now >= waiting.until
        return season if is_over else None
    deadline = season.deadline.deadline
    grace = timedelta(minutes=game.settings.deadlines.grace_minutes)
    return season if deadline is not None and now >= deadline + grace else None
