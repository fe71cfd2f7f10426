"""Taking in a pull request that does nothing but hand in one sealed file of its author.

Everything is held against main: the players and the open season come from there, the author is known by the
account's number. What is merged is exactly the commit that was looked at.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.archive.canonical import Json
from zinegen.archive.checking import PLAYERS_FILE
from zinegen.archive.due import due_season
from zinegen.archive.games import Game, open_game
from zinegen.archive.play import play
from zinegen.archive.seals import is_armoured
from zinegen.archive.slugs import power_of
from zinegen.archive.toml_files import SEALED_LIMIT
from zinegen.cli.github import Platform, field

MAIN = "main"
_COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What became of a pull request."""

    is_taken: bool
    text: str
    """In one sentence, without a word of the pull request's."""


def take_in(platform: Platform, number: int, sha: str, games: Path, now: datetime) -> Taken:
    """Merge a pull request if it is one sealed file of its author for an open season; say what became of it.

    Raises GameFolderError when the platform gives no answer.
    """
    why = _why_not(platform, number, sha, games, now)
    if why:
        return Taken(is_taken=False, text=f"left to the GM: {why}")
    platform.put(f"pulls/{number}/merge", {"sha": sha, "merge_method": "merge"})
    return Taken(is_taken=True, text="taken in")


def _why_not(platform: Platform, number: int, sha: str, games: Path, now: datetime) -> str:
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
    return _of_file(path, field(pull, "user", "id"), games, now) or _of_content(
        platform.get(f"contents/{path}?ref={sha}")
    )


def _of_file(path: str, author: Json, games: Path, now: datetime) -> str:
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


def _of_content(data: Json) -> str:
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
