"""How commands end and speak: exit codes, where games lie, what goes to standard error."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.due import due_season
from zinegen.archive.games import Game, Season, game_folder, open_game

DONE, WRONG, CANNOT = 0, 1, 2
"""Done and clean; done, and something is wrong with the input; could not do it (contract)."""

GAMES = Path("games")
"""The folder of the games, below the folder a command is run in."""


def told(sentence: str) -> None:
    """Say something on standard error."""
    click.echo(sentence, err=True)


def folder_of(game: str) -> Path:
    """Return the folder of a game that is there, named as itself or as ``games/itself``.

    Raises GameFolderError for a name that is none, or of no game.
    """
    return game_folder(GAMES, game.rstrip("/").removeprefix(f"{GAMES}/"))


def season_due(folder: Path) -> Season | None:
    """Return the season of a game that is to be closed now; None when none is, or it is broken."""
    game = open_game(folder, past_orders=False)
    return due_season(game, datetime.now(UTC)) if isinstance(game, Game) else None
