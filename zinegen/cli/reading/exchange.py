"""Commands by which pages and whole games go out to other programs and come in from them: export, import."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import click

from zinegen.archive.exchange.game_json import ExportedGame, export_game, list_kept_back
from zinegen.archive.exchange.import_games import (
    BuiltGame,
    Imported,
    NothingTakenError,
    PlayedGameJob,
    build_played_game,
    import_exported_game,
    put_built_game,
)
from zinegen.archive.exchange.played_games import PlayedGame
from zinegen.archive.exchange.saved_games import Found, read_games
from zinegen.archive.files import write_atomically
from zinegen.archive.folder.games import game_folder, open_sound_game
from zinegen.cli.cluster_option import ON
from zinegen.cli.exits import CANNOT, DONE, GAMES, WRONG, print_error, progress_line
from zinegen.cli.find_games import find_game_folder, need_zine
from zinegen.cluster import working_at
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.game.wording import join_words
from zinegen.workers import IN_PROCESS, find_workers

MOST_LISTED = 50
"""Differences of one game that are printed; the rest is counted."""


@click.command()
@click.argument("target", metavar="DIR|GAME")
@click.option("--json", "as_json", is_flag=True, help="Of GAME one JSON file with all that it is.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The JSON file; standard output if none is named.",
)
@click.option("--no-press", is_flag=True, help="With --json: leave press out.")
@click.option(
    "--everything",
    is_flag=True,
    help="With --json: also what is for the GM alone: orders and press that are in, names in an"
    " anonymous game.",
)
def export(
    *, target: str, as_json: bool, output: Path | None, no_press: bool, everything: bool
) -> int:
    """Write the pages as plain Markdown and SVG, for any other site generator, or a game as JSON.

    DIR is made, or was exported into before; Zensical and Hugo find their settings in it. Ends with 1 when a
    page leads to something that is not there. With `--json` the name of a game stands in its place, and what
    comes out can be read in again by `zinegen import`, byte for byte.
    """
    if as_json:
        return _export_json(target, output, with_press=not no_press, everything=everything)
    if output is not None or no_press or everything:
        raise click.UsageError("-o, --no-press and --everything go with --json")
    return _export_pages(Path(target))


def _export_pages(folder: Path) -> int:
    from zinegen.pages.site.export import export_zine  # noqa: PLC0415  (jinja2 and maps only when asked)

    need_zine()
    if folder.exists() and not folder.is_dir():
        raise GameFolderError(f"{folder} is no folder")
    wrong: list[str] = []
    with progress_line(wanted=True):
        written = export_zine(Path.cwd(), folder, tell=wrong.append)
    for line in wrong:
        print_error(line)
    click.echo(f"{written} files are in {folder}", file=sys.stdout)
    return WRONG if wrong else DONE


def _export_json(name: str, output: Path | None, *, with_press: bool, everything: bool) -> int:
    game = open_sound_game(find_game_folder(name))
    content = export_game(game, with_press=with_press, everything=everything)
    kept = list_kept_back(game, everything=everything)
    if kept:
        print_error(
            f"{game.slug}: not for everybody, and left out: {join_words(kept[:3])}"
            + (f" and {len(kept) - 3} more" if len(kept) > 3 else "")
            + (
                ""
                if everything
                else "; `--everything` takes what came in for the open season along"
            )
        )
    if output is None:
        click.echo(content, nl=False)
    else:
        write_atomically(output, content)
        click.echo(f"{output}: {_count_seasons(len(game.recorded))}, {len(content) / 1e6:.1f} MB")
    return DONE


@click.command("import")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--as", "name", default="", metavar="NAME", help="What its folder is called.")
@click.option(
    "--no-players", is_flag=True, help="Leave out who played, where another program says so."
)
@ON
def import_games(*, files: tuple[Path, ...], name: str, no_players: bool, on: str | None) -> int:
    """Take whole games in: exported ones byte for byte, those of other programs judged anew.

    FILE is what `export --json` wrote, a saved game of the package diplomacy, or JSON Lines. What was decided
    otherwise there is listed, order by order, and ends with 1; so does a file of which only a part can be
    read. What was good stays.
    """
    need_zine()
    if name:
        game_folder(GAMES, name)
    now, code = datetime.now(UTC), DONE
    with working_at(on):
        workers = IN_PROCESS if on is None else find_workers()
        for file in files:
            jobs = (
                PlayedGameJob(game=found, name=name, with_players=not no_players, now=now)
                if isinstance(found, PlayedGame)
                else found
                for found in _only_one_named(_read(file), name)
            )
            for built in workers.stream(_build, jobs):
                code = max(code, _take_in(file, built, name, with_players=not no_players))
    return code


def _only_one_named(games: Iterator[Found], name: str) -> Iterator[Found]:
    for number, found in enumerate(games):
        if name and number:
            raise click.UsageError("--as goes with a file that holds one game")
        yield found


def _read(file: Path) -> Iterator[Found]:
    try:
        yield from read_games(file)
    except GameFolderError as problem:
        yield problem


_Job: TypeAlias = "PlayedGameJob | ExportedGame | GameFolderError"
_Built: TypeAlias = "BuiltGame | ExportedGame | GameFolderError | UnplayableGame"


@dataclass(frozen=True, slots=True)
class UnplayableGame:
    """Why a game of another program cannot be taken in."""

    why: str
    differences: tuple[str, ...] = ()
    """What was decided otherwise, a line each."""


def _build(job: _Job) -> _Built:
    """Judge a game of another program anew, wherever that is; everything else comes back as it is."""
    if not isinstance(job, PlayedGameJob):
        return job
    try:
        return build_played_game(job)
    except NothingTakenError as problem:
        return UnplayableGame(str(problem), problem.differences)
    except ZinegenError as problem:
        return UnplayableGame(str(problem))


def _take_in(file: Path, built: _Built, name: str, *, with_players: bool) -> int:
    """Put what was found in a file into the zine; return what of it the command ends with."""
    match built:
        case GameFolderError():
            print_error(f"{file}: {built}")
            return WRONG
        case UnplayableGame():
            print_error(f"{file}: {built.why}")
            _list_differences(built.differences)
            return WRONG
        case _:
            try:
                done = _put(built, name, with_players=with_players)
            except ZinegenError as problem:
                print_error(f"{file}: {problem}")
                return CANNOT
            return _tell(file, done)


def _put(game: BuiltGame | ExportedGame, name: str, *, with_players: bool) -> Imported:
    if isinstance(game, BuiltGame):
        return put_built_game(Path.cwd(), game)
    if not with_players:
        raise GameFolderError(
            "its records say who played, and records stay as they are: without --no-players"
        )
    if name and name != game.slug:
        raise GameFolderError(
            f"it is called {game.slug} in all its files: import it so, then `zinegen rename`"
        )
    return import_exported_game(Path.cwd(), game)


def _tell(file: Path, done: Imported) -> int:
    already = "" if done.is_new else ", which is there already with the same bytes"
    click.echo(f"{file}: {GAMES}/{done.slug}, {_count_seasons(done.seasons)}{already}")
    if done.press:
        click.echo(
            f"  {done.press} messages of its players stay where they are: they were not for all"
        )
    _list_differences(done.notes)
    _list_differences(done.differences)
    if done.stopped:
        print_error(f"  {done.stopped}; what comes before that is in, the rest is left out")
    return WRONG if done.differences or done.stopped else DONE


def _list_differences(lines: tuple[str, ...]) -> None:
    for line in lines[:MOST_LISTED]:
        print_error(f"  {line}")
    if len(lines) > MOST_LISTED:
        print_error(f"  and {len(lines) - MOST_LISTED} more")


def _count_seasons(number: int) -> str:
    return "1 season" if number == 1 else f"{number} seasons"
