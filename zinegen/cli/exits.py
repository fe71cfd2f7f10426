"""What commands share: exit codes, places, messages on standard error. It is loaded before any command."""

from __future__ import annotations

from pathlib import Path

import click

DONE, WRONG, CANNOT = 0, 1, 2
"""Done and clean; done, and something is wrong with the input; could not do it (contract)."""

GAMES = Path("games")
"""The folder of the games, below the folder a command is run in."""
CONFIG = "mkdocs.yml"
"""The zine's own settings, in that folder."""
BEGIN = "begin one with `zinegen new NAME`"
"""What to do where there is no game."""


def print_error(sentence: str) -> None:
    """Print a message on standard error."""
    click.echo(sentence, err=True)
