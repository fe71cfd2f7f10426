"""The command for players without git: take."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import click

from zinegen.archive.closing.progress import GameProgress, last_moment, play
from zinegen.archive.files import lock_folder, read_plain
from zinegen.archive.folder.games import SeasonFolder, open_sound_game
from zinegen.archive.mail.mail_orders import (
    LineReading,
    MailOrders,
    RefusalError,
    TakeOptions,
    read_mail_orders,
)
from zinegen.archive.mail.messages import LIMIT, ReceivedMessage, read_message
from zinegen.archive.mail.order_files import Replacement, replace_orders
from zinegen.board.board import Power
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.cli.find_games import find_game_folder
from zinegen.cli.keys import KEY, find_identity
from zinegen.errors import GameFolderError, NotationError
from zinegen.notation.findings import as_text, count_findings, has_errors, show_invisible
from zinegen.notation.grammar.names import names_for, suggest
from zinegen.play.deadlines import powers_to_order
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
    help="Take it although season, game, sender or units do not fit, and seal lines that cannot be read.",
)
@KEY
def take(*, game: str, file: Path, power: str, anyway: bool, key: tuple[Path, ...]) -> int:
    """Make a mail or chat message a power's order file, and show how each line is read.

    FILE is a mail saved as .eml, or text as it was copied; - reads what is pasted. What lay in the power's
    place is kept beside it; where orders are sealed, they are sealed to the GM's key at once.
    """
    folder = find_game_folder(game)
    message = read_message(_read_file(file))
    name = "message" if str(file) == "-" else file.name
    with lock_folder(folder, wait=True):
        current = play(open_sound_game(folder, past_orders=False))
        season = current.open_season
        if season is None:
            raise GameFolderError(f"{folder.name}: no orders are wanted")
        whose = _parse_power(power, current) if power else None
        options = TakeOptions(name=name, power=whose, anyway=anyway)
        try:
            found = read_mail_orders(current, season, message, options)
        except RefusalError as problem:
            print_error(f"{name}: {show_invisible(str(problem))}")
            print_error("nothing was written")
            return WRONG
        _print_reading(current, season, message, found)
        is_sealed = current.game.settings.secrecy.orders == "sealed"
        if is_sealed and has_errors(found.findings) and not anyway:
            print_error("nothing was sealed; `--anyway` seals the lines as they stand")
            return WRONG
        now, identity = datetime.now(UTC), find_identity(key) if is_sealed else None
        done = replace_orders(
            current, season, found.power, found.content, now=now, identity=identity
        )
    _print_replacement(done)
    is_late = _print_lateness(current, season, found.power, now)
    return WRONG if has_errors(found.findings) or is_late else DONE


def _read_file(file: Path) -> bytes:
    return sys.stdin.buffer.read(LIMIT + 1) if str(file) == "-" else read_plain(file, LIMIT)


def _parse_power(text: str, current: GameProgress) -> Power:
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
    for line in _list_readings(found.lines):
        click.echo(line)
    for name in message.passed_over:
        click.echo(f"  attached, and not read: {show_invisible(name)}")
    if found.power not in powers_to_order(current.state, season.deadline.phases):
        print_error(f"nothing is wanted of {found.power} for {season.slug}")
    if found.findings:
        print_error(as_text(found.findings).rstrip())
    print_error(count_findings(found.findings))


def _list_readings(lines: Sequence[LineReading]) -> Iterator[str]:
    """Yield a line for each line that was read; those that nobody will miss together."""
    for (matters, remark), group in groupby(lines, lambda one: (one.matters, one.remark)):
        several = list(group)
        if not matters and len(several) > 1:
            span = f"{several[0].number}-{several[-1].number}"
            yield f"{span:>9}  {remark}"
            continue
        for one in several:
            words = show_invisible(" ".join(one.text.split()))
            shown = words if len(words) <= WIDTH else f"{words[: WIDTH - 1]}…"
            yield f"{one.number:>9}  {shown:<{WIDTH}}  {_describe(one)}".rstrip()


def _describe(line: LineReading) -> str:
    if not line.section:
        return line.remark
    return f"{line.section}: {'; '.join(line.read_as) or 'cannot be read, see below'}"


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
