"""The commands for players without git: take and restore."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from zinegen.archive.closing.progress import GameProgress, last_moment, play
from zinegen.archive.files import lock_folder, read_plain
from zinegen.archive.folder.games import SeasonFolder, open_sound_game
from zinegen.archive.mail.messages import LIMIT, read_message
from zinegen.archive.mail.order_files import Replacement, replace_orders, restore_orders
from zinegen.archive.mail.season_messages import await_orders, read_standing
from zinegen.board.board import Power
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.cli.find_games import find_game_folder
from zinegen.cli.keys import KEY, find_identity
from zinegen.errors import GameFolderError, NotationError
from zinegen.notation.findings import as_text, count_findings, has_errors, show_invisible
from zinegen.notation.grammar.names import names_for, suggest
from zinegen.play.deadlines import powers_to_order
from zinegen.play.mails.mail_orders import MailOrders, read_mail_orders
from zinegen.play.mails.message_lines import ReceivedMessage
from zinegen.play.mails.occasion import RefusalError, TakeOptions
from zinegen.play.mails.reading_rows import ReadingRow, list_rows
from zinegen.play.names import power_slug

WIDTH = 40
"""Characters of a message's line in the table of readings."""


@click.command()
@click.argument("game")
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
)
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
    *, game: str, file: Path, power: str, anyway: bool, amend: bool, key: tuple[Path, ...]
) -> int:
    """Make a mail or chat message a power's order file, and show how each line is read.

    FILE is a mail saved as .eml, or text as it was copied; - reads what is pasted. What lay in the power's
    place is kept beside it; where orders are sealed, they are sealed to the GM's key at once.

    A message that says so ("F Ank - Con, the rest as before") changes only what it names. One with lines that
    cannot be read takes the place of no good orders.
    """
    folder = find_game_folder(game)
    message = read_message(_read_file(file))
    name = "message" if str(file) == "-" else file.name
    with lock_folder(folder, wait=True):
        current = play(open_sound_game(folder, past_orders=False))
        season = current.open_season
        if season is None:
            raise GameFolderError(f"{folder.name}: no orders are wanted")
        whose = parse_power(power, current) if power else None
        options = TakeOptions(name=name, power=whose, anyway=anyway, amend=amend)
        is_sealed = current.game.settings.secrecy.orders == "sealed"
        identity = find_identity(key) if is_sealed else None
        find_standing = partial(read_standing, current, season, identity=identity)
        try:
            found = read_mail_orders(await_orders(current, season), message, options, find_standing)
        except RefusalError as problem:
            print_error(f"{name}: {show_invisible(str(problem))}")
            print_error("nothing was written")
            return WRONG
        _print_reading(current, season, message, found)
        if is_sealed and has_errors(found.findings) and not anyway:
            print_error("nothing was sealed; `--anyway` seals the lines as they stand")
            return WRONG
        if found.is_worse and not anyway:
            print_error(f"nothing was written: the orders of {found.power} that lie there are good")
            print_error("`--anyway` puts these in their place")
            return WRONG
        now = datetime.now(UTC)
        done = replace_orders(
            current, season, found.power, found.content, now=now, identity=identity
        )
    _print_replacement(done)
    is_late = _print_lateness(current, season, found.power, now)
    return DONE if found.is_clean and not is_late else WRONG


@click.command()
@click.argument("game")
@click.argument("power")
def restore(*, game: str, power: str) -> int:
    """Bring back a power's order file, plain or sealed, as it was before the last take.

    Once more goes back to the take before that. What lies there now is kept beside it.
    """
    folder = find_game_folder(game)
    with lock_folder(folder, wait=True):
        current = play(open_sound_game(folder, past_orders=False))
        season = current.open_season
        if season is None:
            raise GameFolderError(f"{folder.name}: no orders are wanted")
        done = restore_orders(current, season, parse_power(power, current))
    if not done.is_new:
        click.echo(f"{done.path} stays as it is: no older orders are kept")
        return DONE
    click.echo(f"{done.path} is as it was before the last take")
    click.echo(f"what lay there is kept as {done.kept}")
    return DONE


def _read_file(file: Path) -> bytes:
    return sys.stdin.buffer.read(LIMIT + 1) if str(file) == "-" else read_plain(file, LIMIT)


def parse_power(text: str, current: GameProgress) -> Power:
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


def _print_reading(
    current: GameProgress, season: SeasonFolder, message: ReceivedMessage, found: MailOrders
) -> None:
    """Print whose the orders are, how each line was read, and what is wrong with it."""
    title = f"{current.game.slug}, {season.slug}: orders of {found.power} ({found.how})"
    click.echo(title)
    for row in list_rows(found.lines):
        click.echo(_show_row(row))
    for what, several in (("goes", found.gone), ("kept", found.kept)):
        for one in several:
            click.echo(f"{what:>9}  {show_invisible(one.text):<{WIDTH}}  {one.section}")
    for name in message.passed_over:
        click.echo(f"  attached, and not read: {show_invisible(name)}")
    if found.power not in powers_to_order(current.state, season.deadline.phases):
        print_error(f"nothing is wanted of {found.power} for {season.slug}")
    if found.findings:
        print_error(as_text(found.findings).rstrip())
    print_error(count_findings(found.findings))


def _show_row(row: ReadingRow) -> str:
    """Return a row of the table of readings."""
    if not row.text:
        return f"{f'{row.first}-{row.last}':>9}  {row.said}"
    words = show_invisible(row.text)
    shown = words if len(words) <= WIDTH else f"{words[: WIDTH - 1]}…"
    return f"{row.first:>9}  {shown:<{WIDTH}}  {row.said}".rstrip()


def _print_replacement(done: Replacement) -> None:
    if not done.is_new:
        click.echo(f"{done.path} holds these orders already")
        return
    click.echo(f"{done.path} is written")
    if done.kept:
        click.echo(f"what lay there is kept as {done.kept}")


def _print_lateness(
    current: GameProgress, season: SeasonFolder, power: Power, now: datetime
) -> bool:
    """Say that a deadline has passed; return whether the orders count only by a ruling."""
    if season.closing is not None:
        ruling = f'about = "{power_slug(power)}", do = "accept"'
        print_error(f"{season.slug} is closed: these orders count only by a ruling: {ruling}")
        return True
    last = last_moment(current.game, season)
    if last is not None and now > last:
        print_error(f"the deadline of {season.slug} has passed; whether they count is yours to say")
    if current.game.settings.secrecy.orders == "by-gm":
        print_error(
            "orders come to you alone in this game: publish the file after the deadline only"
        )
    return False
