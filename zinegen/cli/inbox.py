"""The command by which the GM sees what has come in: inbox."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.arrivals import write_arrivals
from zinegen.archive.games import Game, open_game
from zinegen.archive.inbox import inbox_of
from zinegen.archive.play import play
from zinegen.archive.seals import Identity
from zinegen.cli.ending import (
    DONE,
    GAMES,
    WRONG,
    all_games,
    folder_of,
    games_due,
    season_due,
    told,
)
from zinegen.cli.github import GitHub, arrivals_of
from zinegen.cli.keys import KEY, gm_identity
from zinegen.cli.taking_in import take_in
from zinegen.errors import ZinegenError


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
        return DONE if taken.is_taken else WRONG
    if asked["receipts"] is not None:
        return _write_receipts(game, asked["receipts"], due=asked["due"])
    identity = gm_identity(key)
    folders, all_answer = _asked_for(game, due=asked["due"])
    open_ends = sum(_told_of(folder, identity) for folder in folders)
    if open_ends:
        told("1 thing needs the GM" if open_ends == 1 else f"{open_ends} things need the GM")
    return WRONG if open_ends or not all_answer else DONE


def _asked_for(game: str | None, *, due: bool) -> tuple[list[Path], bool]:
    """Return the folders of a game or of all, and whether all of them could be asked if they are due."""
    folders = [folder_of(game)] if game else all_games()
    if not due:
        return folders, True
    waiting, all_answer = games_due()
    return [one for one in folders if one in waiting], all_answer


def _told_of(folder: Path, identity: Identity | None) -> int:
    """Say what is there; return how many things the GM has to see to."""
    game = open_game(folder)
    if not isinstance(game, Game):
        click.echo(f"{folder.name}: {game.findings[0].where}: {game.findings[0].title}")
        return 1
    try:
        words = inbox_of(game, identity)
    except ZinegenError as problem:
        click.echo(f"{folder.name}: {problem}")
        return 1
    for word in words:
        click.echo(f"{folder.name}: {word.text}")
    return sum(not word.is_good for word in words)


def _write_receipts(name: str | None, target: Path, *, due: bool) -> int:
    """Ask the platform about the orders of the open seasons, or of those that are due."""
    folders, _ = _asked_for(
        name, due=due
    )  # what is wrong with others keeps nobody from closing these
    platform = GitHub()
    found = {}
    for folder in folders:
        game = open_game(folder)
        if not isinstance(game, Game):
            continue
        try:
            season = season_due(folder) if due else play(game).open_season
        except ZinegenError as problem:
            told(f"{folder.name}: {problem}")
            continue
        if season is not None:
            found[f"{game.slug}/{season.slug}"] = arrivals_of(platform, game, season)
    write_arrivals(target, found)
    for place, arrivals in found.items():
        click.echo(f"{place}: receipts for {len(arrivals)} files")
    return DONE
