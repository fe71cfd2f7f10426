"""The command that gives a power to another player: seat."""

from __future__ import annotations

from collections.abc import Callable
from shlex import quote

import click

from zinegen.archive.closing.progress import play
from zinegen.archive.edits.seat_edits import SeatChange, seat_player
from zinegen.archive.edits.toml_edits import FileEdit
from zinegen.archive.files import lock_folder
from zinegen.archive.folder.game_file import Person
from zinegen.archive.folder.games import Game, open_sound_game
from zinegen.board.board import Power
from zinegen.cli.exits import DONE, print_error
from zinegen.cli.find_games import find_game_folder, find_power
from zinegen.cli.gm.deadlines import show_edit
from zinegen.errors import GameFolderError
from zinegen.play.names import power_slug


@click.command()
@click.argument("game")
@click.argument("power")
@click.option("--player", default="", metavar="NAME", help="Who plays it from the open season on.")
@click.option("--vacant", is_flag=True, help="Nobody plays it until somebody is found.")
@click.option("--id", "number", type=click.IntRange(1), help="The number of the player's account.")
@click.option(
    "--mail",
    default="",
    metavar="ADDRESS",
    help="By which mailed orders are known; no page shows it.",
)
@click.option(
    "--key", default="", metavar="KEY", help="The player's public key, for private reports."
)
def seat(
    *, game: str, power: str, player: str, vacant: bool, number: int | None, mail: str, key: str
) -> int:
    """Give a power to another player, from the season on that is open now.

    Who played it before stays in the records, and on the pages of the seasons that were theirs.
    """
    if bool(player) == vacant:
        raise click.UsageError("say who plays it: --player NAME, or --vacant for nobody")
    if vacant and (number or mail or key):
        raise click.UsageError("--id, --mail and --key go with --player")
    person = Person(name=player, id=number or 0, mail=mail, key=key) if player else None
    found, whose, change = change_seat(game, power, person, show_edit)
    _explain(found.slug, whose, person, change)
    asks_numbers = any(one.id for one in found.settings.players.values())
    if person is not None and change.is_new and asks_numbers and not person.id:
        print_error(
            f"no account's number of {player}: until --id says it, only you can hand in for {whose}"
        )
    return DONE


def change_seat(
    name: str, power: str, person: Person | None, see: Callable[[FileEdit], None]
) -> tuple[Game, Power, SeatChange]:
    """Give a power of a game to a person; return the game as it was, the power, and what changed.

    ``see`` is shown the change before it is written; what it raises keeps it from being.
    Raises GameFolderError when nobody can be seated there, or the disk does not take it.
    """
    folder = find_game_folder(name)
    with lock_folder(folder, wait=True):
        found = open_sound_game(folder, past_orders=False)
        current = play(found, draws_maps=False)
        if current.state.winners is not None:
            raise GameFolderError(f"{found.slug} is over: nobody is seated any more")
        whose = find_power(power, current)
        if not current.state.is_alive(whose):
            raise GameFolderError(f"{whose} is eliminated: there is nothing to play")
        change = seat_player(found, whose, person)
        see(change.edit)
        change.edit.write()
    return found, whose, change


def undo_seating(game: str, power: Power, before: Person | None) -> str:
    """Return the command that gives a power back to whom it belonged to."""
    seat_of = f"zinegen seat {game} {power_slug(power)}"
    if before is None:
        return f"{seat_of} --vacant"
    more = "".join(
        f" --{option} {quote(str(value))}"
        for option, value in (("id", before.id), ("mail", before.mail), ("key", before.key))
        if value
    )
    return f"{seat_of} --player {quote(before.name)}{more}"


def _explain(game: str, power: Power, person: Person | None, change: SeatChange) -> None:
    """Say who plays, and how it is taken back."""
    now = person.name if person is not None else "nobody"
    if not change.is_new:
        click.echo(f"{game}: {now} plays {power} already")
        return
    former = (
        f"; {change.before.name} did until {change.until}" if change.until and change.before else ""
    )
    click.echo(f"{game}: {now} plays {power}{former}")
    click.echo(f"to take it back: {undo_seating(game, power, change.before)}")
