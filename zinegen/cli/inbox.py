"""The command by which the GM sees what has come in: inbox.

Who sent a file, when, and in which pull request, the platform's own program `gh` tells. No word of a pull
request is run, and nothing of it is written to the disk.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from zinegen.archive.closing.arrivals import write_arrivals
from zinegen.archive.closing.inbox import list_inbox
from zinegen.archive.closing.progress import due_season, last_moment, play
from zinegen.archive.closing.proposal import find_own_file, play_folder
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.seals import SEALED_LIMIT, Identity, is_armoured
from zinegen.cli.arrivals import list_arrivals
from zinegen.cli.exits import DONE, GAMES, WRONG, print_error
from zinegen.cli.find_games import find_game_folder, list_due_games, list_games
from zinegen.cli.github import (
    COMMIT,
    MAIN,
    GitHub,
    PlatformInterface,
    get_field,
    list_field,
    read_content,
)
from zinegen.cli.gm.issue_answer import answer_issue
from zinegen.cli.keys import KEY, find_identity
from zinegen.errors import ZinegenError
from zinegen.notation.findings import Finding
from zinegen.play.records.codec import Json

PLAIN = "100644"
"""The mode that git's trees have for a file that is neither a link nor to be run."""


class _Options(TypedDict):
    """What is asked of the platform."""

    due: bool
    receipts: Path | None
    number: int | None
    sha: str
    issue: Path | None
    answer: Path | None


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
@click.option(
    "--issue",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="EVENT",
    help="Take in the orders of a new issue, as the platform's file of its event describes it.",
)
@click.option(
    "--answer",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --issue: a file for what its author is told, in Markdown.",
)
def inbox(*, game: str | None, key: tuple[Path, ...], **asked: Unpack[_Options]) -> int:
    """Say which orders are there and whether they open, and never what stands in them."""
    if asked["issue"] is not None:
        return answer_issue(asked["issue"], asked["answer"])
    if asked["number"] is not None:
        why = take_in_file(GitHub(), asked["number"], asked["sha"], GAMES, datetime.now(UTC))
        click.echo(f"left to the GM: {why}" if why else "taken in")
        return WRONG if why else DONE
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
    # What is wrong with others keeps nobody from closing these.
    folders, _ = _list_folders(name, due=due)
    platform = GitHub()
    found = {}
    for folder in folders:
        game = open_game(folder)
        if not isinstance(game, Game):
            continue
        try:
            season = due_season(game, datetime.now(UTC)) if due else play(game).open_season
        except ZinegenError as problem:
            print_error(f"{folder.name}: {problem}")
            continue
        if season is not None:
            found[f"{game.slug}/{season.slug}"] = list_arrivals(platform, game, season)
    write_arrivals(target, found)
    for place, arrivals in found.items():
        click.echo(f"{place}: receipts for {len(arrivals)} files")
    return DONE


def take_in_file(
    platform: PlatformInterface, number: int, sha: str, games: Path, now: datetime
) -> str:
    """Merge a pull request if it is one sealed file of its author for an open season.

    Everything is asked of the commit ``sha``, and this commit only is merged: whoever moves the branch in
    between is refused by the platform. What comes to main is the net difference, as one commit, and nothing
    of what the branch held on its way.
    Return why it was left to the GM, without a word of the pull request's; nothing when it was merged.
    Raises GameFolderError when the platform gives no answer.
    """
    why = _find_obstacle(platform, number, sha, games, now)
    if not why:
        platform.put(f"pulls/{number}/merge", {"sha": sha, "merge_method": "squash"})
    return why


def _find_obstacle(
    platform: PlatformInterface, number: int, sha: str, games: Path, now: datetime
) -> str:
    """Return why a pull request is not to be taken in without the GM; nothing when it is."""
    if COMMIT.fullmatch(sha) is None:
        return "this is no commit"
    pull = platform.get(f"pulls/{number}")
    if get_field(pull, "state") != "open" or get_field(pull, "draft") is not False:
        return "it is a draft, or closed"
    if get_field(pull, "head", "sha") != sha or get_field(pull, "base", "ref") != MAIN:
        return "there is a later commit, or it is not for main"
    file = _find_only_change(platform.get(f"compare/{MAIN}...{sha}"))
    if isinstance(file, str):
        return file
    path, author = str(get_field(file, "filename")), get_field(pull, "user", "id")
    why = _find_obstacle_in_path(path, author, games, now)
    if why:
        return why
    blob = get_field(file, "sha")
    return _find_obstacle_in_tree(
        platform.get(f"git/trees/{sha}?recursive=1"), path, blob
    ) or _find_obstacle_in_file(platform.get(f"contents/{path}?ref={sha}"), blob)


def _find_only_change(comparison: Json) -> dict[str, Json] | str:
    """Return the one file that a commit brings to main, or why it is not exactly one.

    With a merge in its history two commits can both be the newest that it shares with main, and what the
    platform compares with is then not all that a merge goes by.
    """
    commits = list(list_field(comparison, "commits"))
    if not commits or get_field(comparison, "total_commits") != len(commits):
        return "its commits cannot be listed"
    if any(len(list(list_field(one, "parents"))) != 1 for one in commits):
        return "there are merges in its history"
    files = list(list_field(comparison, "files"))
    if len(files) != 1 or not isinstance(files[0], dict):
        return "it is not exactly one file"
    if files[0].get("status") not in {"added", "modified"}:
        return "it does not add or change a file"
    return files[0]


def _find_obstacle_in_path(path: str, author: Json, games: Path, now: datetime) -> str:
    """Return why a path is not the author's for an open season; nothing when it is."""
    if not path.endswith(".age"):
        return "it is no sealed file of a player"
    number = author if isinstance(author, int) else 0
    own = find_own_file(path, number, lambda game: play_folder(games / game))
    if isinstance(own, Finding):
        return own.title
    last = last_moment(own.current.game, own.season)
    if own.season.is_due(now) or (last is not None and now >= last):
        return "the deadline has passed"
    return ""


def _find_obstacle_in_tree(data: Json, path: str, blob: Json) -> str:
    """Return why a commit has no plain file under a path, by the mode in its tree; nothing when it has."""
    listed = list(list_field(data, "tree"))
    if len({str(get_field(one, "path")) for one in listed}) != len(listed):
        return "its commit has one name twice"
    found = [one for one in listed if get_field(one, "path") == path]
    is_plain = [(get_field(one, "mode"), get_field(one, "sha")) for one in found] == [(PLAIN, blob)]
    return "" if is_plain and get_field(data, "truncated") is False else "it is no plain file"


def _find_obstacle_in_file(data: Json, blob: Json) -> str:
    """Return why a file is not a plain sealed one; nothing when it is.

    ``blob`` is its git object. Of a link the platform shows what it leads to, which is another object.
    """
    content = read_content(data, SEALED_LIMIT)
    if content is None or not isinstance(blob, str) or get_field(data, "sha") != blob:
        return "it is no plain file, or too large"
    return "" if is_armoured(content) else "it is not sealed"
