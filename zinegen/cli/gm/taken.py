"""What became of messages, as the GM reads it: each line's reading, and a table of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import click

from zinegen.archive.closing.progress import last_moment
from zinegen.archive.mail.taking import NOT_SEALED, OpenGame, Taken
from zinegen.board.board import Power
from zinegen.cli.exits import print_error
from zinegen.notation.findings import as_text, count_findings, show_invisible
from zinegen.play.deadlines import powers_to_order
from zinegen.play.mails.mail_orders import MailOrders
from zinegen.play.mails.message_lines import ReceivedMessage
from zinegen.play.mails.reading_rows import ReadingRow, list_rows
from zinegen.play.names import power_slug

WIDTH = 40
"""Characters of a message's line in the table of readings."""
_CELL = 32


def print_taken(one: Taken, now: datetime, told: set[str]) -> bool:
    """Say what became of a message; return whether nothing is left to see to.

    ``told`` are sentences about games that were said before, and are not said again.
    """
    if one.game is not None and one.power is not None and one.received is not None:
        if one.orders is not None:
            _print_reading(one.game, one.received, one.orders)
        else:
            opens = {
                True: "it opens",
                False: "it does not open",
                None: "there is no key here to try it",
            }
            title = f"{one.game.slug}, {one.game.season.slug}: sealed orders of {one.power}"
            click.echo(f"{title}; {opens[one.opens]}")
    if one.why_not:
        _print_refusal(one)
        return False
    if one.newer:
        click.echo(f"{show_invisible(one.newer)} is newer, and counts in its place")
    if one.press:
        click.echo(one.press)
    is_late = False
    if one.done is not None:
        if not one.done.is_new:
            click.echo(f"{one.done.path} holds these orders already")
        else:
            click.echo(f"{one.done.path} is written")
            click.echo(f"its digest: sha256:{one.done.sha256}")
            if one.done.kept:
                click.echo(f"what lay there is kept as {one.done.kept}")
    if one.done is not None and one.game is not None and one.power is not None:
        is_late = _print_lateness(one.game, one.power, now, told)
    is_clean = one.orders is None or one.orders.is_clean
    return (is_clean or bool(one.newer)) and not is_late


def _print_refusal(one: Taken) -> None:
    if not one.is_unkind:
        print_error(f"{show_invisible(one.message)}: {show_invisible(_explain(one))}")
        print_error("nothing was written")
    elif one.why_not == NOT_SEALED:
        print_error(_explain(one))
    else:
        print_error(f"nothing was written: {one.why_not}")
        print_error(one.hint)


def _explain(one: Taken) -> str:
    """Return why a message was refused, with what can be typed then."""
    return f"{one.why_not}; {one.hint}" if one.hint else one.why_not


def _print_reading(game: OpenGame, message: ReceivedMessage, found: MailOrders) -> None:
    """Print whose the orders are, how each line was read, and what is wrong with it."""
    season, current = game.season, game.current
    click.echo(f"{game.slug}, {season.slug}: orders of {found.power} ({found.how})")
    for row in list_rows(found.lines):
        click.echo(_show_row(row))
    for what, several in (("goes", found.gone), ("kept", found.kept)):
        for one in several:
            click.echo(f"{what:>9}  {show_invisible(one.text):<{WIDTH}}  {one.section}")
    for name in message.passed_over:
        click.echo(f"  attached, and not read: {show_invisible(name)}")
    if found.content and found.power not in powers_to_order(
        season.variant, current.state, season.deadline.phases
    ):
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


def _print_lateness(game: OpenGame, power: Power, now: datetime, told: set[str]) -> bool:
    """Say that a deadline has passed; return whether the orders count only by a ruling."""
    season = game.season
    if season.closing is not None:
        ruling = f'about = "{power_slug(power)}", do = "accept"'
        print_error(f"{season.slug} is closed: these orders count only by a ruling: {ruling}")
        return True
    last = last_moment(game.current.game, season)
    if last is not None and now > last:
        what = f"the deadline of {season.slug} has passed; whether they count is yours to say"
        _say_once(f"{game.slug}: {what}", told)
    if game.current.game.settings.secrecy.orders == "by-gm":
        alone = "orders come to you alone in this game: publish the file after the deadline only"
        _say_once(f"{game.slug}: {alone}", told)
    return False


def _say_once(sentence: str, told: set[str]) -> None:
    if sentence not in told:
        told.add(sentence)
        print_error(sentence)


def list_table(found: Sequence[Taken]) -> Iterator[str]:
    """Yield a table of all messages: power, file, what was read, what was left out, from whom."""
    rows = [("game, power", "message", "read", "left out", "from", "what became of it")]
    rows += [_list_cells(one) for one in found]
    widths = [min(_CELL, max(len(row[at]) for row in rows)) for at in range(len(rows[0]) - 1)]
    for row in rows:
        cells = (f"{_cut(cell):<{width}}" for cell, width in zip(row, widths, strict=False))
        yield f"{'  '.join(cells)}  {row[-1]}".rstrip()


def _cut(cell: str) -> str:
    return cell if len(cell) <= _CELL else f"{cell[: _CELL - 1]}…"


def _list_cells(one: Taken) -> tuple[str, str, str, str, str, str]:
    place = (
        f"{one.game.slug}, {one.power}" if one.game is not None and one.power is not None else "?"
    )
    read = left = ""
    if one.orders is not None:
        rows = [*list_rows(one.orders.lines)]
        read = str(sum(row.is_order for row in rows))
        left = str(sum(row.is_left_out for row in rows))
    elif one.sealed:
        read = {True: "opens", False: "does not open", None: "not tried"}[one.opens]
    if one.why_not:
        became = f"nothing: {show_invisible(_explain(one))}"
    elif one.newer:
        became = f"{show_invisible(one.newer)} is newer"
    elif one.done is None:
        became = one.press
    else:
        became = "written" if one.done.is_new else "there already"
    return place, show_invisible(one.message), read, left, show_invisible(one.sender), became
