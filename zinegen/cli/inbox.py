"""The command by which the GM sees what has come in: inbox."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.arrivals import write_arrivals
from zinegen.archive.checking import games_in
from zinegen.archive.games import Game, open_game
from zinegen.archive.inbox import inbox_of
from zinegen.archive.play import play
from zinegen.archive.seals import Identity
from zinegen.cli.ending import GAMES, WRONG, folder_of, season_due
from zinegen.cli.github import GitHub, arrivals_of
from zinegen.cli.keys import KEY, gm_identity
from zinegen.cli.taking_in import take_in


class _Asked(TypedDict):
    """What is asked of the platform."""

    due: bool
    receipts: Path | None
    number: int | None
    sha: str


@click.command()
@click.argument("game", required=False)
@KEY
@click.option("--due", is_flag=True, help="Only games whose deadline has passed.")
@click.option(
    "--receipts",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Ask the platform who sent each file and when, and write that for `close --receipts`.",
)
@click.option(
    "--take-in",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Merge pull request N if it is one sealed file of its author, for an open season.",
)
@click.option("--sha", default="", metavar="SHA", help="With --take-in: the commit it ends with.")
def inbox(*, game: str | None, key: Path | None, **asked: Unpack[_Asked]) -> int:
    """Say which orders are there and whether they open, and never what stands in them."""
    if asked["number"] is not None:
        taken = take_in(GitHub(), asked["number"], asked["sha"], GAMES, datetime.now(UTC))
        click.echo(taken.text)
        return 0 if taken.is_taken else WRONG
    if asked["receipts"] is not None:
        return _write_receipts(game, asked["receipts"], due=asked["due"])
    identity = gm_identity(key)
    folders = [folder_of(game)] if game else list(games_in((GAMES,)))
    if asked["due"]:
        folders = [folder for folder in folders if season_due(folder) is not None]
    words = [_told_of(folder, identity) for folder in folders]
    return WRONG if not all(words) else 0


def _told_of(folder: Path, identity: Identity | None) -> bool:
    game = open_game(folder)
    if not isinstance(game, Game):
        click.echo(f"{folder.name}: game.toml cannot be read: {game.findings[0].title}")
        return False
    words = inbox_of(game, identity)
    for word in words:
        click.echo(f"{folder.name}: {word.text}")
    return all(word.is_good for word in words)


def _write_receipts(name: str | None, target: Path, *, due: bool) -> int:
    """Ask the platform about the orders of the open seasons, or of those that are due."""
    folders = [folder_of(name)] if name else list(games_in((GAMES,)))
    platform = GitHub()
    found = {}
    for folder in folders:
        game = open_game(folder)
        if not isinstance(game, Game):
            continue
        season = season_due(folder) if due else play(game).open_season
        if season is not None:
            found[f"{game.slug}/{season.slug}"] = arrivals_of(platform, game, season)
    write_arrivals(target, found)
    for place, arrivals in found.items():
        click.echo(f"{place}: receipts for {len(arrivals)} files")
    return 0
