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

    found, season = _change_season(game, edit)
    until, now = season.deadline.deadline, _open_season(found).deadline.deadline
    if now is not None:
        click.echo(f"{found.slug}: {season.slug} is open until {found.settings.deadlines.say(now)}")
    if until is not None and until != now:
        undo = f"zinegen extend {found.slug} {_write(until)} --why {quote('as it was')}"
        click.echo(f"to take it back: {undo}")
    return DONE


@click.command()
@click.argument("game")
@WHY
def pause(*, game: str, why: str) -> int:
    """Let a game rest: no deadline passes until `resume`. Orders may still come in."""
    found, season = _change_season(game, lambda _, one: pause_game(one, why, datetime.now(UTC)))
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
    found, season = _change_season(game, lambda one, two: resume_game(one, two, datetime.now(UTC)))
    pause = season.deadline.paused
    if pause is None:
        click.echo(f"{found.slug}: it is not paused")
        return DONE
    until = _open_season(found).deadline.deadline
    ends = f"until {found.settings.deadlines.say(until)}" if until else "without a deadline"
    click.echo(f"{found.slug}: {season.slug} is open {ends}")
    click.echo(f"to take it back: zinegen pause {found.slug} --why {quote(pause.why)}")
    return DONE


def _change_season(
    name: str, edit: Callable[[Game, SeasonFolder], FileEdit]
) -> tuple[Game, SeasonFolder]:
    """Show and write what becomes of the open season's own file; return the game now, the season before."""
    folder = find_game_folder(name)
    with lock_folder(folder, wait=True):
        game = open_sound_game(folder, past_orders=False)
        season = _open_season(game)
        changed = edit(game, season)
        show_edit(changed)
        changed.write()
        return open_sound_game(folder, past_orders=False), season


def _open_season(game: Game) -> SeasonFolder:
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
