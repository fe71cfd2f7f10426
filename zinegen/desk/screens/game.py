"""A game: what waits, who is in and who is missing, how each line is read, and all that is done to it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.folder.games import BrokenGame, SeasonFolder
from zinegen.cli.keys import find_identity
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder, find_power
from zinegen.desk.game_views.orders import PowerAtDesk, view_powers, write_form
from zinegen.desk.game_views.tasks import view_task
from zinegen.desk.routes import Asked, DeskPage, Screen, show
from zinegen.desk.versions import read_version
from zinegen.errors import ZinegenError
from zinegen.languages.texts import N_
from zinegen.pages.words.dates import season_title

SEASON_FILE = "season.toml"


def _look(desk: Desk, asked: Asked) -> DeskPage:
    folder, now = find_folder(asked), datetime.now(UTC)
    game, status = desk.games.look(folder, now)
    values: dict[str, object] = {
        "slug": folder.name,
        "title": folder.name if isinstance(game, BrokenGame) else game.settings.title,
        "status": status,
        "tasks": [view_task(folder.name, task) for task in status.tasks],
        "season": None,
        "findings": game.findings,
        "past": () if isinstance(game, BrokenGame) else _list_past(game.recorded),
    }
    try:
        current = desk.games.play(folder, now)
    except ZinegenError:
        return DeskPage(template="game.html", values=values)
    season = current.open_season
    if season is not None:
        values |= _view_season(current, season)
    return DeskPage(template="game.html", values=values)


def _list_past(recorded: tuple[SeasonFolder, ...]) -> list[tuple[str, str]]:
    """Return the recorded seasons, the newest first: folder and title."""
    return [(one.slug, season_title(one.name)) for one in reversed(recorded)]


def _view_season(current: GameProgress, season: SeasonFolder) -> Mapping[str, object]:
    """Return what the page shows of the open season."""
    settings = current.game.settings
    identity = find_identity() if settings.secrecy.orders == "sealed" else None
    powers = [*view_powers(current, season, identity)]
    deadline = season.deadline
    return {
        "season": season,
        "season_title": season_title(season.name),
        "powers": powers,
        "missing": [one for one in powers if one.state == "missing"],
        "is_sealed": settings.secrecy.orders == "sealed",
        "is_private": settings.secrecy.orders != "open",
        "is_locked": season.closing is not None,
        "is_paused": deadline.paused is not None,
        "until": settings.deadlines.say(deadline.deadline) if deadline.deadline else "",
        "people": _list_people(current, powers),
        "season_digest": read_version(season.folder / SEASON_FILE).digest,
        "game_digest": read_version(current.game.folder / "game.toml").digest,
    }


def _list_people(
    current: GameProgress, powers: list[PowerAtDesk]
) -> list[tuple[PowerAtDesk, str, str]]:
    """Return who plays each power: the power, the name and the address by which mails are known."""
    players = {power.lower(): one for power, one in current.game.settings.players.items()}
    found = []
    for view in powers:
        person = players.get(view.slug)
        found.append((view, person.name if person else "", person.mail if person else ""))
    return found


def _look_at_orders(desk: Desk, asked: Asked) -> DeskPage:
    """Show the form in which a power's orders are typed."""
    folder = find_folder(asked)
    current = desk.games.play(folder, datetime.now(UTC))
    season, power = current.open_season, find_power(asked, current)
    if season is None:
        return _look(desk, asked)
    identity = find_identity() if current.game.settings.secrecy.orders == "sealed" else None
    views = {one.slug: one for one in view_powers(current, season, identity)}
    values = {
        "slug": folder.name,
        "title": current.game.settings.title,
        "season_title": season_title(season.name),
        "power": views[asked.path["power"]],
        "text": write_form(current, season, power),
        "is_private": current.game.settings.secrecy.orders != "open",
    }
    return DeskPage(template="orders.html", values=values)


SCREEN = Screen(
    key="game",
    title=N_("A game"),
    routes=(
        show("/games/{game}", _look),
        show("/games/{game}/orders/{power}", _look_at_orders),
    ),
)
