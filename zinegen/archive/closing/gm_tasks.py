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
from zinegen.game.wording import join_powers
from zinegen.languages.names import SeasonInSentence
from zinegen.languages.texts import gettext
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
    waiting = find_waiting(current, now)
    tasks = [
        GmTask(
            urgency=Urgency.NOW,
            what=one.title,
            command=f"zinegen close {game.slug}",
            if_left=gettext("the site shows what would come of it, the game does not go on"),
        )
        for one in find_unrecorded(current)
    ]
    bare = GameStatus(game=game.slug, text=gettext("the game is over"), tasks=tuple(tasks))
    if season is None:
        return (
            bare
            if current.state.winners is not None
            else replace(bare, text=gettext("no season is open"))
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
        if_left=gettext("the game stays as it was last published"),
    )
    unreadable = gettext("it cannot be read")
    return GameStatus(game=game, text=unreadable, tasks=(task,), is_readable=False)


def _describe_waiting(game: Game, season: str, reasons: list[str]) -> GmTask:
    return GmTask(
        urgency=Urgency.NOW,
        what=gettext(
            "{season} waits for you: {why}",
            season=SeasonInSentence(season),
            why=_name_first(reasons[0], len(reasons)),
        ),
        command=f"zinegen close {game.slug}",
        if_left=gettext("the game stands still; the command shows the rulings that help"),
    )


def _name_first(first: str, count: int) -> str:
    """Return the first of several things, and how many more there are."""
    return (
        gettext("{first} (and {number} more)", first=first, number=count - 1)
        if count > 1
        else first
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
            what=gettext("paused since {moment}: {why}", moment=since, why=pause.why),
            command=f"zinegen resume {slug}",
            if_left=gettext("no deadline passes"),
        )
    elif last is not None and last <= now:
        yield GmTask(
            urgency=Urgency.NOW,
            what=gettext(
                "the deadline of {season} has passed; {orders}",
                season=SeasonInSentence(season.slug),
                orders=_say_missing(missing),
            ),
            command=f"zinegen close {slug}",
            if_left=gettext("the game stands still"),
        )
    elif not missing and season.closing is None:
        yield GmTask(
            urgency=Urgency.LATER,
            what=gettext("all orders of {season} are in", season=SeasonInSentence(season.slug)),
            command=by_name,
            if_left=gettext("it is judged at the deadline")
            if until
            else gettext("the game stands still"),
        )
    elif until is None:
        yield GmTask(
            urgency=Urgency.SOON,
            what=gettext(
                "{season} has no deadline; {orders}",
                season=SeasonInSentence(season.slug),
                orders=_say_missing(missing),
            ),
            command=f'zinegen extend {slug} DATE --why "the first deadline"',
            if_left=gettext("nobody knows when orders are due"),
        )
    elif until - now <= SOON:
        yield _describe_reminder(game, until, missing)


def _describe_reminder(game: Game, until: datetime, missing: tuple[Power, ...]) -> GmTask:
    return GmTask(
        urgency=Urgency.SOON,
        what=gettext(
            "orders are due {moment}; {orders}",
            moment=game.settings.deadlines.say(until),
            orders=_say_missing(missing),
        ),
        command=f"zinegen remind {game.slug}",
        if_left=gettext("units of who is missing hold")
        if game.settings.policy.no_orders == "hold"
        else gettext("the game waits for you after the deadline"),
    )


def _say_missing(missing: tuple[Power, ...]) -> str:
    if not missing:
        return gettext("all orders are in")
    return gettext("there are no orders of {powers}", powers=join_powers(missing))


def _list_file_tasks(game: Game, season: SeasonFolder) -> Iterator[GmTask]:
    """Yield what is wrong with the files of the open season, once for all of them."""
    wrong = [
        one
        for one in game.findings
        if one.level is Level.ERROR and one.where.file.startswith(f"{season.shown}/")
    ]
    if wrong:
        yield GmTask(
            urgency=Urgency.SOON,
            what=_name_first(f"{wrong[0].where}: {wrong[0].title}", len(wrong)),
            command=f"zinegen check {game.slug}",
            if_left=wrong[0].if_left or gettext("it is not looked at"),
        )


def _list_vacant_seats(current: GameProgress) -> Iterator[GmTask]:
    """Yield the powers in play that nobody plays, in a game that says who plays any."""
    players, slug = current.game.settings.players, current.game.slug
    alive = filter(current.state.is_alive, current.state.powers)
    vacant = [power for power in alive if power not in players]
    if players and vacant:
        yield GmTask(
            urgency=Urgency.LATER,
            what=gettext("nobody plays {powers}", powers=join_powers(vacant)),
            command=f"zinegen seat {slug} {power_slug(vacant[0])} --player NAME",
            if_left=gettext("no orders come, and units hold"),
        )


def _describe_open_season(
    current: GameProgress, season: SeasonFolder, missing: tuple[Power, ...]
) -> str:
    wanted = len(powers_to_order(season.variant, current.state, season.deadline.phases))
    until, deadlines = season.deadline.deadline, current.game.settings.deadlines
    if season.deadline.paused is not None:
        stands = gettext("{season} is paused", season=SeasonInSentence(season.slug))
    elif until:
        moment = deadlines.say(until)
        stands = gettext(
            "{season} is open until {moment}", season=SeasonInSentence(season.slug), moment=moment
        )
    else:
        stands = gettext(
            "{season} is open without a deadline", season=SeasonInSentence(season.slug)
        )
    return gettext(
        "{stands}; orders of {number} of {all} are in",
        stands=stands,
        number=wanted - len(missing),
        all=wanted,
    )
