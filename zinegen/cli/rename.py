"""The command that gives a game another name: rename."""

from __future__ import annotations

from pathlib import Path

import click

from zinegen.archive.folder.rename_game import rename_game
from zinegen.cli.exits import DONE, GAMES


@click.command()
@click.argument("game")
@click.argument("new")
def rename(*, game: str, new: str) -> int:
    """Give a game another name: its folder, its open order files, and the issues that name it.

    Closed seasons stay as they were recorded. A folder that was renamed by hand is mended in the same way.
    """
    old, name = (one.rstrip("/").removeprefix(f"{GAMES}/") for one in (game, new))
    changed = rename_game(Path(), old, name)
    for path in changed:
        click.echo(f"{path.as_posix()} says {name} now")
    if not changed:
        click.echo(f"nothing is left to do: {GAMES}/{name} is there, and nothing names {old}")
    return DONE
