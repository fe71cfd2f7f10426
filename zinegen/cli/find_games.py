"""The games that a command is about, found by name or by what is due."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path, PurePath

import click

from zinegen.archive.closing.progress import GameProgress, due_season
from zinegen.archive.folder.games import Game, game_folder, game_folders, open_sound_game
from zinegen.board.board import Power
from zinegen.cli.exits import BEGIN, CONFIG, GAMES, print_error
from zinegen.errors import GameFolderError, NotationError, ZinegenError
from zinegen.notation.grammar.names import names_for, suggest
from zinegen.pages.site.copied_files import is_older
from zinegen.play.names import power_slug


def need_zine() -> None:
    """Raise GameFolderError outside a zine's own folder."""
    if not Path(CONFIG).is_file():
        raise GameFolderError(
            f"there is no {CONFIG} here: go to the zine's own folder, or {BEGIN} in an empty one"
        )


def find_game_folder(game: str) -> Path:
    """Return the folder of a game that is there, named as itself or as ``games/itself``.

    Raises GameFolderError for a name that is none, or of no game; OriginsError as `is_older`.
    """
    is_older(Path())
    name = strip_games(game)
    if "/" in name or name == "..":
        is_there = Path(game).exists()
        raise GameFolderError(
            f"{game} is no game of this zine" if is_there else f"there is no file or folder {game}"
        )
    folder = game_folder(GAMES, name)
    if not folder.exists() and not folder.is_symlink():
        known = tuple(one.name for one in list_games())
        hint = suggest(name, known, f"there are {', '.join(known)}")
        raise GameFolderError(f"there is no game {name}; {hint}")
    return folder


def strip_games(game: str) -> str:
    """Return a game's name, which may have been written as its folder, from here or from the root."""
    if not game:
        return ""
    try:
        folder = PurePath(os.path.relpath(game))
    except ValueError:  # on another drive
        folder = PurePath(game)
    if folder.parent != PurePath(GAMES):
        folder = PurePath(game)
    return folder.as_posix().removeprefix(f"{GAMES}/")


def list_games() -> list[Path]:
    """Return the folders of all games, by name, one at least.

    Raises GameFolderError where there is none; OriginsError as `is_older`.
    """
    is_older(Path())
    found = list(game_folders(GAMES))
    if not found:
        if Path(CONFIG).is_file():
            raise GameFolderError(f"there is no game in {GAMES}; {BEGIN}")
        here = f"there is no game in {GAMES}, and this is no zine's folder"
        around = find_zine_around(Path())
        do = BEGIN if around is None else f"that of the zine is {around}: go there"
        raise GameFolderError(f"{here}; {do}")
    return found


def find_zine_around(folder: Path) -> Path | None:
    """Return the folder of the zine among whose games a folder lies; None where it lies among none."""
    inner = folder.resolve()
    return next(
        (one for one in inner.parents if inner.is_relative_to(one / GAMES) and _is_zine(one)), None
    )


def _is_zine(folder: Path) -> bool:
    return (folder / CONFIG).is_file()


def list_due_games(
    is_due: Callable[[Game, datetime], object] = due_season,
) -> tuple[list[Path], bool]:
    """Return the folders of the games that are to be closed now, and whether every game could be asked.

    One that could not is told of; it stops no other.
    """
    found, all_answer = [], True
    now = datetime.now(UTC)
    for folder in list_games():
        try:
            game = open_sound_game(folder, past_orders=False)
            found += [folder] if is_due(game, now) else []
        except ZinegenError as problem:
            print_error(f"{folder.name}: {problem}")
            all_answer = False
    return found, all_answer


def find_power(text: str, current: GameProgress) -> Power:
    """Return the power of a name, however it is written; raises BadParameter where there is none."""
    powers = current.game.settings.powers
    names = names_for(current.state.board, powers)
    slugs = {power_slug(power): power for power in powers}
    if text.lower() in slugs:
        return slugs[text.lower()]
    hint = suggest(text.lower(), tuple(slugs), f"there are {', '.join(slugs)}")
    try:
        return names.power(text)
    except NotationError:
        raise click.BadParameter(f"there is no power called {text[:40]}; {hint}") from None
