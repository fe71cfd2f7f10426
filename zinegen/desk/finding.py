"""What an address of the desk speaks of: a game, a power. Nothing outside the zine is ever found."""

from __future__ import annotations

from pathlib import Path

from zinegen.archive.closing.progress import GameProgress
from zinegen.board.board import Power
from zinegen.cli.exits import GAMES
from zinegen.cli.find_games import find_game_folder
from zinegen.desk.routes import Asked, MissingError
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext
from zinegen.play.names import power_of


def find_folder(asked: Asked) -> Path:
    """Return the folder of the game that an address names; raises MissingError where there is none."""
    try:
        folder = find_game_folder(asked.path["game"])
    except GameFolderError as problem:
        raise MissingError(str(problem)) from None
    if folder.is_symlink() or folder.parent != GAMES:
        raise MissingError(gettext("There is no such game."))
    return folder


def find_power(asked: Asked, current: GameProgress) -> Power:
    """Return the power that an address or a form names; raises MissingError where there is none."""
    slug = asked.path.get("power", "") or asked.get("power")
    power = power_of(slug, current.game.settings.powers)
    if power is None:
        raise MissingError(gettext("There is no such power in this game."))
    return power
