"""Today: all games with what waits, the most urgent on top; news of the week; what is not published yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from zinegen.archive.closing.gm_tasks import GameStatus, Urgency
from zinegen.archive.folder.arrivals_file import read_handed
from zinegen.archive.folder.games import BrokenGame, Game, game_folders
from zinegen.archive.git_command import RepositoryError
from zinegen.archive.repository import open_repository
from zinegen.cli.exits import GAMES
from zinegen.cli.gm.commits import list_commits
from zinegen.cli.init import is_zine
from zinegen.desk.desk import Desk
from zinegen.desk.game_views.clock import find_clock_fault
from zinegen.desk.game_views.tasks import view_task
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, show
from zinegen.languages.names import name_power
from zinegen.languages.texts import N_, gettext, ngettext
from zinegen.pages.words.dates import season_title
from zinegen.play.names import power_of

PATIENCE = 0.08
"""So many seconds a page waits for games that are being read."""
WEEK = timedelta(days=7)
MOST_NEWS = 12
"""So much is listed of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentNews:
    """Something of the last week."""

    when: datetime
    title: str
    address: str
    text: str


def _look(desk: Desk, _: Asked) -> DeskPage | Moved:
    now = datetime.now(UTC)
    folders = [*game_folders(GAMES)] if GAMES.is_dir() else []
    if not folders and not is_zine(desk.root):
        return Moved(to="/new")  # there is only one thing to do
    left = desk.games.read_ahead(folders, PATIENCE)
    if left:
        said = {"done": len(folders) - left, "total": len(folders)}
        return DeskPage(template="reading.html", values=said)
    looked = [desk.games.look(one, now) for one in folders]
    games = {game.slug: game for game, _ in looked}
    found = sorted((status for _, status in looked), key=lambda one: one.urgency)
    unpublished, why = _list_unpublished(desk.root)
    views = [
        {
            "slug": one.game,
            "title": _title(games[one.game]),
            "text": one.text[:1].upper() + one.text[1:],
            "tasks": [view_task(one.game, task) for task in one.tasks],
            "is_over": not one.tasks and not one.season,
        }
        for one in found
    ]
    faults = (find_clock_fault(one, now) for one in games.values() if isinstance(one, Game))
    values = {
        "clock": next(filter(None, faults), ""),
        "lead": _say_lead(found),
        "games": [one for one in views if not one["is_over"]],
        "over": [one for one in views if one["is_over"]],
        "news": _choose_news(games.values(), now),
        "unpublished": unpublished,
        "unpublished_why": why,
    }
    return DeskPage(template="today.html", values=values)


def _title(game: Game | BrokenGame) -> str:
    return game.settings.title if isinstance(game, Game) else game.slug


def _say_lead(found: list[GameStatus]) -> str:
    tasks = [task for one in found for task in one.tasks]
    urgent = sum(task.urgency is Urgency.NOW for task in tasks)
    if not tasks:
        return gettext("Nothing waits for you.")
    waits = ngettext("{number} thing waits for you", "{number} things wait for you", len(tasks))
    if not urgent:
        return gettext("{things}, and none is urgent.", things=waits)
    still = ngettext(
        "for {number} of them a game stands still", "for {number} of them games stand still", urgent
    )
    return f"{waits}; {still}."


def _choose_news(games: Iterable[Game | BrokenGame], now: datetime) -> list[RecentNews]:
    """Return the news of the last week, the newest first."""
    found = [one for game in games if isinstance(game, Game) for one in _list_news(game)]
    recent = [one for one in found if now - one.when < WEEK]
    return sorted(recent, key=lambda one: one.when, reverse=True)[:MOST_NEWS]


def _list_news(game: Game) -> Iterator[RecentNews]:
    """Yield the seasons of a game that were closed in the last week, and the orders that came in."""
    address, say = f"/games/{game.slug}", game.settings.deadlines.say
    for season in game.seasons:
        title = f"{game.settings.title}, {season_title(season.name)}"
        if season.closing is not None:
            when = season.closing.closed
            yield RecentNews(
                when=when,
                title=title,
                address=address,
                text=gettext("was closed on {when}", when=say(when)),
            )
            continue
        for slug, handed in read_handed(season.folder).items():
            power = power_of(slug, game.settings.powers)
            if power is not None:
                when = handed.received
                who = name_power(power)
                text = gettext("orders of {power} came in on {when}", power=who, when=say(when))
                yield RecentNews(when=when, title=title, address=address, text=text)


def _list_unpublished(root: Path) -> tuple[list[str], str]:
    """Return what has changed since it was last committed, and what is said where nothing has."""
    try:
        here = open_repository(root)
        if here is None:
            return [], gettext(
                "This zine is in no repository; it is published by copying it to a folder."
            )
        plans = list_commits(here, root)
    except RepositoryError as problem:
        return [], str(problem)
    found = [
        ngettext(
            "{what}: {number} file", "{what}: {number} files", len(one.paths), what=one.message
        )
        for one in plans
    ]
    if here.ahead:
        found.append(
            ngettext("{number} change is not sent", "{number} changes are not sent", here.ahead)
        )
    return found, gettext("Everything is published.")


SCREEN = Screen(key="today", title=N_("Today"), address="/", routes=(show("/", _look),))
