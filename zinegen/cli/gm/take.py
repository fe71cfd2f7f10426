"""The commands for players without git: take and restore."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.closing.progress import play
from zinegen.archive.files import lock_folder
from zinegen.archive.folder.games import open_sound_game
from zinegen.archive.mail.imap import fetch_messages, read_mailbox_settings
from zinegen.archive.mail.messages import LIMIT
from zinegen.archive.mail.order_files import Replacement, restore_orders
from zinegen.archive.mail.sources import FoundMessage, list_messages, sort_by_time
from zinegen.archive.mail.taking import MailTaker, OpenGame, Taken
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.cli.find_games import find_game_folder, find_power, list_games
from zinegen.cli.gm.taken import list_table, print_taken
from zinegen.cli.keys import KEY, find_configuration_folder, find_identity
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.play.mails.occasion import HOW_TO_KEEP

IMAP = "imap:"
"""What the name of a mailbox on a server begins with."""


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[GAME] SOURCE...")
@click.option("--all", "is_for_all", is_flag=True, help="Find game and power in each message.")
@click.option("--power", default="", help="Whose orders they are, if the message does not say so.")
@click.option(
    "--anyway",
    is_flag=True,
    help="Take it although season, game, sender or units do not fit, or lines cannot be read.",
)
@click.option(
    "--amend",
    is_flag=True,
    help="Change the orders that it names, and keep the rest of those there.",
)
@KEY
def take(
    *,
    words: tuple[str, ...],
    is_for_all: bool,
    power: str,
    anyway: bool,
    amend: bool,
    key: tuple[Path, ...],
) -> int:
    """Make mails and chat messages order files, and show how each line is read.

    SOURCE is a mail saved as .eml, text as it was copied, a sealed file, a mailbox (mbox), a Maildir, a
    folder of mails, - for what is pasted, or imap:NAME for a mailbox on a server. What lay in a power's
    place is kept beside it; where orders are sealed, they are sealed to the GM's key at once. Of several
    messages of a power the newest counts. Press in them goes to the season's press.

    A message that says so ("F Ank - Con, the rest as before") changes only what it names. One with lines that
    cannot be read takes the place of no good orders.
    """
    if not is_for_all and len(words) < 2:
        raise click.UsageError("name a game and what to take, or say --all and what to take")
    if is_for_all and power:
        raise click.UsageError("--power goes with a game: with --all each message says whose it is")
    folders = list_games() if is_for_all else [find_game_folder(words[0])]
    messages = [one for word in words[not is_for_all :] for one in _list_messages(word)]
    now = datetime.now(UTC)
    how = TakeHow(is_for_all=is_for_all, power=power, anyway=anyway, amend=amend, keys=key)
    found = take_messages(folders, messages, how, now)
    told: set[str] = set()
    clean = [print_taken(one, now, told) for one in found]
    if len(found) > 1:
        click.echo("")
        for line in list_table(found):
            click.echo(line)
    if not found:
        click.echo("there is no message")
    return DONE if all(clean) else WRONG


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeHow:
    """How messages are taken."""

    is_for_all: bool = False
    """Game and power are found in each message; a broken game stops no other."""
    power: str = ""
    """Whose orders they are, as it was typed; empty where each message says so."""
    anyway: bool = False
    amend: bool = False
    keys: tuple[Path, ...] = ()
    how_to_keep: str = HOW_TO_KEEP
    """What is told of orders that a message takes the place of and does not name."""


def take_messages(
    folders: Sequence[Path], messages: Sequence[FoundMessage], how: TakeHow, now: datetime
) -> Sequence[Taken]:
    """Make messages order files of some games, and return what became of each.

    Raises GameFolderError where no orders are wanted, or the disk does not take a file.
    """
    with ExitStack() as locks:
        for folder in folders:
            locks.enter_context(lock_folder(folder, wait=True))
        games = [*_open_games(folders, is_for_all=how.is_for_all)]
        whose = find_power(how.power, games[0].current) if how.power else None
        taker = MailTaker(
            games=games,
            identity=find_identity(how.keys) if any(one.is_sealed for one in games) else None,
            power=whose,
            anyway=how.anyway,
            amend=how.amend,
            how_to_keep=how.how_to_keep,
        )
        return taker.take(sort_by_time(messages), now)


def _list_messages(word: str) -> Sequence[FoundMessage]:
    """Return the messages that a word of the command line means."""
    if word == "-":
        return [FoundMessage(name="message", content=sys.stdin.buffer.read(LIMIT + 1))]
    if word.startswith(IMAP):
        settings = read_mailbox_settings(word.removeprefix(IMAP), find_configuration_folder())
        return fetch_messages(settings)
    path = Path(word).expanduser()
    if not path.exists():
        raise click.BadParameter(f"there is no file or folder {word}")
    return list_messages(path)


def _open_games(folders: Sequence[Path], *, is_for_all: bool) -> Iterator[OpenGame]:
    """Yield the games that orders can come in for; one that is broken stops no other.

    Raises GameFolderError where none is.
    """
    is_any = False
    for folder in folders:
        try:
            current = play(open_sound_game(folder, past_orders=False), draws_maps=False)
        except ZinegenError as problem:
            if not is_for_all:
                raise
            print_error(f"{folder.name}: {problem}")
            continue
        if current.open_season is not None:
            is_any = True
            yield OpenGame(current, current.open_season)
    if not is_any:
        name = "any game" if is_for_all else folders[0].name
        raise GameFolderError(f"{name}: no orders are wanted")


@click.command()
@click.argument("game")
@click.argument("power")
def restore(*, game: str, power: str) -> int:
    """Bring back a power's order file, plain or sealed, as it was before the last take.

    Once more goes back to the take before that. What lies there now is kept beside it.
    """
    done = restore_power(find_game_folder(game), power)
    if not done.is_new:
        click.echo(f"{done.path} stays as it is: no older orders are kept")
        return DONE
    click.echo(f"{done.path} is as it was before the last take")
    click.echo(f"what lay there is kept as {done.kept}")
    return DONE


def restore_power(folder: Path, power: str) -> Replacement:
    """Bring back a power's order file as it was before the last take.

    Raises GameFolderError where no orders are wanted, or the disk does not take it.
    """
    with lock_folder(folder, wait=True):
        current = play(open_sound_game(folder, past_orders=False))
        season = current.open_season
        if season is None:
            raise GameFolderError(f"{folder.name}: no orders are wanted")
        return restore_orders(current, season, find_power(power, current))
