"""Reminding who is missing: a text to copy or to mail, and what is told in channels, which is shown first."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from zinegen.cli.keys import find_configuration_folder
from zinegen.cli.reading.channel_settings import SETTINGS, has_channels
from zinegen.cli.remind import remind_players
from zinegen.desk.desk import Desk
from zinegen.desk.finding import find_folder
from zinegen.desk.jobs import Job
from zinegen.desk.routes import Asked, DeskPage, Moved, Screen, do, show
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext

DUE = "--- "
"""What the command prints before each text that it would send."""


def _look(desk: Desk, asked: Asked) -> DeskPage:
    """Show the text that reminds who is missing, and what channels would be told."""
    folder = find_folder(asked)
    current = desk.games.play(folder, datetime.now(UTC))
    season = current.open_season
    text = remind_players(current, season) if season is not None else ""
    missing = current.list_missing(season) if season is not None else ()
    players = current.game.settings.players
    addresses = [players[one].mail for one in missing if one in players and players[one].mail]
    values = {
        "slug": folder.name,
        "title": current.game.settings.title,
        "text": text,
        "addresses": addresses,
        "has_channels": has_channels(),
        "settings": str(find_configuration_folder() / SETTINGS),
        "command": " ".join(("zinegen", *_words(folder.name))),
        **_describe_look(desk, asked, folder.name),
    }
    return DeskPage(template="remind.html", values=values)


def _words(game: str) -> tuple[str, ...]:
    return "announce", game


def _find_look(desk: Desk, name: str, game: str) -> Job | None:
    """Return the work that looked what a game's channels would be told; None where it is forgotten."""
    job = desk.jobs.find(name)
    return job if job is not None and job.words == (*_words(game), "--dry-run") else None


def _describe_look(desk: Desk, asked: Asked, game: str) -> Mapping[str, object]:
    """Return what the page shows of what channels would be told."""
    job = _find_look(desk, asked.query.get("shown", ""), game)
    if job is None:
        return {"shown": ""}
    code = job.code  # once: it may end while the page is made
    is_due = code is not None and _has_texts(job)
    lines = [*job.lines] if is_due or code else []
    return {"shown": job.name, "is_at_work": code is None, "is_due": is_due, "lines": lines}


def _has_texts(look: Job) -> bool:
    """Tell whether a look has shown any text that would be sent."""
    return any(line.startswith(DUE) for line in look.lines)


def _look_what_is_told(desk: Desk, asked: Asked) -> Moved:
    folder = find_folder(asked)
    job = desk.jobs.start((*_words(folder.name), "--dry-run"))
    return Moved(to=f"/games/{folder.name}/remind?shown={job.name}#announce")


def _announce(desk: Desk, asked: Asked) -> Moved:
    """Tell what was shown; what was told before is not told again."""
    folder = find_folder(asked)
    shown = _find_look(desk, asked.get("shown"), folder.name)
    if shown is None or shown.code is None or not _has_texts(shown):
        raise GameFolderError(gettext("look first what would be told: nothing is sent unseen"))
    job = desk.jobs.start(_words(folder.name))
    return Moved(to=f"/jobs/{job.name}?back=/games/{folder.name}/remind")


SCREEN = Screen(
    key="reminding",
    title="",
    routes=(
        show("/games/{game}/remind", _look),
        do("/games/{game}/announce/look", _look_what_is_told, draws=False),
        do("/games/{game}/announce", _announce, draws=False),
    ),
)
