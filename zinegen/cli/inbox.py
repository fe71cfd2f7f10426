"""The command by which the GM sees what has come in: inbox."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.closing.check import PLAYERS_FILE
from zinegen.archive.closing.inbox import list_inbox
from zinegen.archive.closing.play import due_season, play
from zinegen.archive.closing.receipts import write_arrivals
from zinegen.archive.files import power_of
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.records.codec import Json
from zinegen.archive.seals import SEALED_LIMIT, Identity, is_armoured
from zinegen.cli.exits import (
    DONE,
    GAMES,
    WRONG,
    find_due_season,
    find_game_folder,
    list_due_games,
    list_games,
    print_error,
)
from zinegen.cli.github import GitHub, Platform, field, list_arrivals
from zinegen.cli.keys import KEY, find_identity
from zinegen.errors import ZinegenError


class _Options(TypedDict):
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
def inbox(*, game: str | None, key: Path | None, **asked: Unpack[_Options]) -> int:
    """Say which orders are there and whether they open, and never what stands in them."""
    if asked["number"] is not None:
        taken = take_in_file(GitHub(), asked["number"], asked["sha"], GAMES, datetime.now(UTC))
        click.echo(taken.text)
        return DONE if taken.is_taken else WRONG
    if asked["receipts"] is not None:
        return _write_receipts(game, asked["receipts"], due=asked["due"])
    identity = find_identity(key)
    folders, all_answer = _list_folders(game, due=asked["due"])
    open_ends = sum(_print_inbox(folder, identity) for folder in folders)
    if open_ends:
        print_error("1 thing needs the GM" if open_ends == 1 else f"{open_ends} things need the GM")
    return WRONG if open_ends or not all_answer else DONE


def _list_folders(game: str | None, *, due: bool) -> tuple[list[Path], bool]:
    """Return the folders of a game or of all, and whether all of them could be asked if they are due."""
    folders = [find_game_folder(game)] if game else list_games()
    if not due:
        return folders, True
    waiting, all_answer = list_due_games()
    return [one for one in folders if one in waiting], all_answer


def _print_inbox(folder: Path, identity: Identity | None) -> int:
    """Say what is there; return how many things the GM has to see to."""
    game = open_game(folder)
    if not isinstance(game, Game):
        click.echo(f"{folder.name}: {game.findings[0].where}: {game.findings[0].title}")
        return 1
    try:
        words = list_inbox(game, identity)
    except ZinegenError as problem:
        click.echo(f"{folder.name}: {problem}")
        return 1
    for word in words:
        click.echo(f"{folder.name}: {word.text}")
    return sum(not word.is_good for word in words)


def _write_receipts(name: str | None, target: Path, *, due: bool) -> int:
    """Ask the platform about the orders of the open seasons, or of those that are due."""
    folders, _ = _list_folders(
        name, due=due
    )  # what is wrong with others keeps nobody from closing these
    platform = GitHub()
    found = {}
    for folder in folders:
        game = open_game(folder)
        if not isinstance(game, Game):
            continue
        try:
            season = find_due_season(folder) if due else play(game).open_season
        except ZinegenError as problem:
            print_error(f"{folder.name}: {problem}")
            continue
        if season is not None:
            found[f"{game.slug}/{season.slug}"] = list_arrivals(platform, game, season)
    write_arrivals(target, found)
    for place, arrivals in found.items():
        click.echo(f"{place}: receipts for {len(arrivals)} files")
    return DONE


MAIN = "main"
_COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """What became of a pull request."""

    is_taken: bool
    text: str
    """In one sentence, without a word of the pull request's."""


def take_in_file(platform: Platform, number: int, sha: str, games: Path, now: datetime) -> Intake:
    """Merge a pull request if it is one sealed file of its author for an open season; say what became of it.

    Raises GameFolderError when the platform gives no answer.
    """
    why = _find_obstacle(platform, number, sha, games, now)
    if why:
        return Intake(is_taken=False, text=f"left to the GM: {why}")
    platform.put(f"pulls/{number}/merge", {"sha": sha, "merge_method": "merge"})
    return Intake(is_taken=True, text="taken in")


def _find_obstacle(platform: Platform, number: int, sha: str, games: Path, now: datetime) -> str:
    """Return why a pull request is not to be taken in without the GM; nothing when it is."""
    if _COMMIT.fullmatch(sha) is None:
        return "this is no commit"
    pull = platform.get(f"pulls/{number}")
    if field(pull, "state") != "open" or field(pull, "draft") is not False:
        return "it is a draft, or closed"
    if field(pull, "head", "sha") != sha or field(pull, "base", "ref") != MAIN:
        return "there is a later commit, or it is not for main"
    files = platform.get(f"pulls/{number}/files?per_page=100")
    if not isinstance(files, list) or len(files) != 1:
        return "it is not exactly one file"
    path = field(files[0], "filename")
    if not isinstance(path, str) or field(files[0], "status") not in {"added", "modified"}:
        return "it does not add or change a file"
    return _find_obstacle_in_path(
        path, field(pull, "user", "id"), games, now
    ) or _find_obstacle_in_file(platform.get(f"contents/{path}?ref={sha}"))


def _find_obstacle_in_path(path: str, author: Json, games: Path, now: datetime) -> str:
    """Return why a path is not the author's for an open season; nothing when it is."""
    match = PLAYERS_FILE.fullmatch(path)
    if match is None or not path.endswith(".age"):
        return "it is no sealed file of a player"
    game = open_game(games / match["game"], past_orders=False)
    if not isinstance(game, Game):
        return "there is no such game"
    power = power_of(match["power"] or match["press"], game.settings.powers)
    player = game.settings.players.get(power) if power is not None else None
    if player is None or not player.id or player.id != author:
        return "it is not the author's own file"
    season = play(game).open_season
    if season is None or season.slug != match["season"] or season.is_due:
        return "the season is not open"
    return "the deadline has passed" if due_season(game, now) is not None else ""


def _find_obstacle_in_file(data: Json) -> str:
    """Return why a file is not a plain sealed one; nothing when it is."""
    size, content = field(data, "size"), field(data, "content")
    if field(data, "type") != "file" or not isinstance(size, int) or size > SEALED_LIMIT:
        return "it is no plain file, or too large"
    if field(data, "encoding") != "base64" or not isinstance(content, str):
        return "it cannot be read"
    try:
        raw = base64.b64decode(content)
    except (binascii.Error, ValueError):
        return "it cannot be read"
    return "" if is_armoured(raw) else "it is not sealed"
