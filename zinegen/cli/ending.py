"""How commands end and speak: exit codes, where games lie, what goes to standard error."""

from __future__ import annotations

from pathlib import Path

import click

DONE, WRONG, CANNOT = 0, 1, 2
"""Done and clean; done, and something is wrong with the input; could not do it (contract)."""

GAMES = Path("games")
"""The folder of the games, below the folder a command is run in."""


def told(sentence: str) -> None:
    """Say something on standard error."""
    click.echo(sentence, err=True)
