"""The commands for deadlines: extend, pause, resume. Each shows the lines it writes, then writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from shlex import quote

import click

from zinegen.archive.closing.progress import play
from zinegen.archive.edits.deadline_edits import WAYS, extend_deadline, pause_game, resume_game
from zinegen.archive.edits.toml_edits import FileEdit
from zinegen.archive.files import lock_folder
from zinegen.archive.folder.games import Game, SeasonFolder, open_sound_game
from zinegen.cli.exits import DONE
from zinegen.cli.find_games import find_game_folder
from zinegen.errors import GameFolderError

WHY = click.option("--why", required=True, metavar="TEXT", help="Printed on the game's page.")


@click.command(epilog=f"WHEN is {WAYS}.")
@click.argument("game")
@click.argument("when")
@WHY
def extend(*, game: str, when: str, why: str) -> int:
    """Move the deadline of the open season; the game's page says why, and calendars follow.

    A span counts from the deadline that stands there.
    """

    def edit(found: Game, season: SeasonFolder) -> FileEdit:
        return extend_deadline(found, season, when, why, datetime.now(UTC))

    found, season = change_season(game, edit, show_edit)
    until, now = season.deadline.deadline, find_open_season(found).deadline.deadline
    if now is not None:
        click.echo(f"{found.slug}: {season.slug} is open until {found.settings.deadlines.say(now)}")
    if until is not None and until != now:
        click.echo(f"to take it back: {undo_extension(found.slug, until)}")
    return DONE


@click.command()
@click.argument("game")
@WHY
def pause(*, game: str, why: str) -> int:
    """Let a game rest: no deadline passes until `resume`. Orders may still come in."""
    now = datetime.now(UTC)
    found, season = change_season(game, lambda _, one: pause_game(one, why, now), show_edit)
    if season.deadline.paused is not None:
        since = found.settings.deadlines.say(season.deadline.paused.since)
        click.echo(f"{found.slug}: it is paused already, since {since}")
    else:
        click.echo(f"{found.slug}: paused; no deadline passes")
    click.echo(f"to let it go on: zinegen resume {found.slug}")
    return DONE


@click.command()
@click.argument("game")
def resume(*, game: str) -> int:
    """Let a game go on; its deadline comes later by as many days as it rested."""
    now = datetime.now(UTC)
    found, season = change_season(game, lambda one, two: resume_game(one, two, now), show_edit)
    pause = season.deadline.paused
    if pause is None:
        click.echo(f"{found.slug}: it is not paused")
        return DONE
    until = find_open_season(found).deadline.deadline
    ends = f"until {found.settings.deadlines.say(until)}" if until else "without a deadline"
    click.echo(f"{found.slug}: {season.slug} is open {ends}")
    click.echo(f"to take it back: zinegen pause {found.slug} --why {quote(pause.why)}")
    return DONE


def undo_extension(game: str, before: datetime) -> str:
    """Return the command that puts a deadline back where it was."""
    return f"zinegen extend {game} {_write(before)} --why {quote('as it was')}"


def change_season(
    name: str,
    edit: Callable[[Game, SeasonFolder], FileEdit],
    see: Callable[[FileEdit], None],
) -> tuple[Game, SeasonFolder]:
    """Write what becomes of the open season's own file; return the game now, the season before.

    ``see`` is shown the change before it is written; what it raises keeps it from being.
    Raises GameFolderError as `find_open_season` does, and when the disk does not take it.
    """
    folder = find_game_folder(name)
    with lock_folder(folder, wait=True):
        game = open_sound_game(folder, past_orders=False)
        season = find_open_season(game)
        changed = edit(game, season)
        see(changed)
        changed.write()
        return open_sound_game(folder, past_orders=False), season


def find_open_season(game: Game) -> SeasonFolder:
    """Return the season that orders come in for.

    Raises GameFolderError when the game is over, or when the season's deadline is locked.
    """
    current = play(game, draws_maps=False)
    season = current.open_season
    if season is None:
        why = "the game is over" if current.state.winners is not None else "no season is open"
        raise GameFolderError(f"{game.slug} has no deadline: {why}")
    if season.closing is not None:
        raise GameFolderError(
            f"the deadline of {season.slug} is locked: `zinegen close {game.slug}` goes on"
        )
    return season


def show_edit(edit: FileEdit) -> None:
    """Show the lines of a file that go and that come."""
    if not edit.lines:
        click.echo(f"{edit.shown} stays as it is")
        return
    click.echo(edit.shown)
    for line in edit.lines:
        click.echo(f"  {line}")


def _write(when: datetime) -> str:
    return when.isoformat().replace("+00:00", "Z")
