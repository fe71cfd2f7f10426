"""What waits for the GM: of each game the things to do, the urgent first, each with its command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum
from pathlib import Path

from zinegen.archive.closing.close import find_waiting
from zinegen.archive.closing.progress import GameProgress, find_unrecorded, last_moment, play
from zinegen.archive.folder.games import BrokenGame, Game, SeasonFolder, open_game
from zinegen.board.board import Power
from zinegen.errors import ZinegenError
from zinegen.game.wording import join_words
from zinegen.notation.findings import Level
from zinegen.play.deadlines import powers_to_order
from zinegen.play.names import power_slug

SOON = timedelta(days=3)
"""So long before a deadline it is time to remind who is missing."""


class Urgency(IntEnum):
    """How long a thing can wait."""

    NOW = 0
    """The game stands still until it is done."""
    SOON = 1
    """Orders may be lost, or a deadline pass, if it is left."""
    LATER = 2
    """Nothing is lost meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GmTask:
    """One thing to do in a game."""

    urgency: Urgency
    what: str
    command: str
    if_left: str
    """What happens if nothing is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStatus:
    """Where a game stands, and what it waits for."""

    game: str
    season: str = ""
    """The folder of the open season; empty when the game is over or cannot be read."""
    deadline: datetime | None = None
    """None without one, and in a pause."""
    text: str = ""
    """In a sentence."""
    tasks: tuple[GmTask, ...] = ()
    """The urgent first."""
    is_readable: bool = True
    holds_until: datetime | None = None
    """When it has to be looked at again though no file has changed; None where only files change it."""

    @property
    def urgency(self) -> tuple[int, float]:
        """Where it stands in a list: by its most urgent task, then by its deadline."""
        first = self.tasks[0].urgency if self.tasks else len(Urgency)
        return first, self.deadline.timestamp() if self.deadline else float("inf")


def describe_game(folder: Path, now: datetime) -> GameStatus:
    """Return where a game stands; one that cannot be read is told of like any other task."""
    game = open_game(folder, past_orders=False)
    if isinstance(game, BrokenGame):
        return _describe_broken(folder.name, f"{game.findings[0].where}: {game.findings[0].title}")
    try:
        current = play(game, now=now, draws_maps=False)
        return describe_progress(current, now)
    except ZinegenError as problem:
        return _describe_broken(folder.name, str(problem))


def describe_progress(current: GameProgress, now: datetime) -> GameStatus:
    """Return where a game stands that was played as of now.

    Raises GameFolderError when what would come of closing it cannot be told.
    """
    game, season = current.game, current.open_season
    waiting = find_waiting(game, now, current.recorded)
    tasks = [
        GmTask(
            urgency=Urgency.NOW,
            what=one.title,
            command=f"zinegen close {game.slug}",
            if_left="the site shows what would come of it, the game does not go on",
        )
        for one in find_unrecorded(current)
    ]
    bare = GameStatus(game=game.slug, text="the game is over", tasks=tuple(tasks))
    if season is None:
        return (
            bare if current.state.winners is not None else replace(bare, text="no season is open")
        )
    missing = current.list_missing(season)
    if waiting is not None:
        tasks.append(
            _describe_waiting(game, waiting.season, [one.title for one in waiting.reasons])
        )
    elif not tasks:
        tasks += _list_deadline_tasks(current, season, missing, now)
    tasks += _list_file_tasks(game, season)
    tasks += _list_vacant_seats(current)
    return GameStatus(
        game=game.slug,
        season=season.slug,
        deadline=season.deadline.deadline if season.deadline.paused is None else None,
        text=_describe_open_season(current, season, missing),
        holds_until=_find_next_moment(current, season, now),
        tasks=tuple(sorted(tasks, key=lambda one: one.urgency)),
    )


def _find_next_moment(
    current: GameProgress, season: SeasonFolder, now: datetime
) -> datetime | None:
    """Return when something changes about the open season by itself."""
    until = season.deadline.deadline
    moments = [last_moment(current.game, season), until and until - SOON]
    moments += [current.waiting.until] if current.waiting is not None else []
    return min((one for one in moments if one is not None and one > now), default=None)


def _describe_broken(game: str, why: str) -> GameStatus:
    task = GmTask(
        urgency=Urgency.NOW,
        what=why,
        command=f"zinegen check {game}",
        if_left="the game stays as it was last published",
    )
    return GameStatus(game=game, text="it cannot be read", tasks=(task,), is_readable=False)


def _describe_waiting(game: Game, season: str, reasons: list[str]) -> GmTask:
    more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
    return GmTask(
        urgency=Urgency.NOW,
        what=f"{season} waits for you: {reasons[0]}{more}",
        command=f"zinegen close {game.slug}",
        if_left="the game stands still; the command shows the rulings that help",
    )


def _list_deadline_tasks(
    current: GameProgress, season: SeasonFolder, missing: tuple[Power, ...], now: datetime
) -> Iterator[GmTask]:
    """Yield what is to be done about the deadline of the open season."""
    game, slug = current.game, current.game.slug
    pause, until = season.deadline.paused, season.deadline.deadline
    last = last_moment(game, season)
    by_name = f"zinegen close {slug} --early {season.slug}"
    if pause is not None:
        since = game.settings.deadlines.say(pause.since)
        yield GmTask(
            urgency=Urgency.LATER,
            what=f"paused since {since}: {pause.why}",
            command=f"zinegen resume {slug}",
            if_left="no deadline passes",
        )
    elif last is not None and last <= now:
        yield GmTask(
            urgency=Urgency.NOW,
            what=f"the deadline of {season.slug} has passed; {_say_missing(missing)}",
            command=f"zinegen close {slug}",
            if_left="the game stands still",
        )
    elif not missing and season.closing is None:
        yield GmTask(
            urgency=Urgency.LATER,
            what=f"all orders of {season.slug} are in",
            command=by_name,
            if_left="it is judged at the deadline" if until else "the game stands still",
        )
    elif until is None:
        yield GmTask(
            urgency=Urgency.SOON,
            what=f"{season.slug} has no deadline; {_say_missing(missing)}",
            command=f'zinegen extend {slug} DATE --why "the first deadline"',
            if_left="nobody knows when orders are due",
        )
    elif until - now <= SOON:
        yield GmTask(
            urgency=Urgency.SOON,
            what=f"orders are due {game.settings.deadlines.say(until)}; {_say_missing(missing)}",
            command=f"zinegen remind {slug}",
            if_left="units of who is missing hold"
            if game.settings.policy.no_orders == "hold"
            else "the game waits for you after the deadline",
        )


def _say_missing(missing: tuple[Power, ...]) -> str:
    return f"there are no orders of {join_words(missing)}" if missing else "all orders are in"


def _list_file_tasks(game: Game, season: SeasonFolder) -> Iterator[GmTask]:
    """Yield what is wrong with the files of the open season, once for all of them."""
    wrong = [
        one
        for one in game.findings
        if one.level is Level.ERROR and one.where.file.startswith(f"{season.shown}/")
    ]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        yield GmTask(
            urgency=Urgency.SOON,
            what=f"{wrong[0].where}: {wrong[0].title}{more}",
            command=f"zinegen check {game.slug}",
            if_left=wrong[0].if_left or "it is not looked at",
        )


def _list_vacant_seats(current: GameProgress) -> Iterator[GmTask]:
    """Yield the powers in play that nobody plays, in a game that says who plays any."""
    players, slug = current.game.settings.players, current.game.slug
    alive = filter(current.state.is_alive, current.state.powers)
    vacant = [power for power in alive if power not in players]
    if players and vacant:
        yield GmTask(
            urgency=Urgency.LATER,
            what=f"nobody plays {join_words(vacant)}",
            command=f"zinegen seat {slug} {power_slug(vacant[0])} --player NAME",
            if_left="no orders come, and units hold",
        )


def _describe_open_season(
    current: GameProgress, season: SeasonFolder, missing: tuple[Power, ...]
) -> str:
    wanted = len(powers_to_order(current.state, season.deadline.phases))
    until, deadlines = season.deadline.deadline, current.game.settings.deadlines
    if season.deadline.paused is not None:
        ends = "is paused"
    else:
        ends = f"is open until {deadlines.say(until)}" if until else "is open without a deadline"
    return f"{season.slug} {ends}; orders of {wanted - len(missing)} of {wanted} are in"
