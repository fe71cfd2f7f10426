"""Commands that close a deadline, and that open it again: close, reopen."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.closing.arrivals import Arrival, read_arrivals
from zinegen.archive.closing.close import CloseResult, close_game, find_waiting
from zinegen.archive.closing.judge import draw_record
from zinegen.archive.closing.next_season import NextSeason
from zinegen.archive.closing.progress import is_ready, play
from zinegen.archive.closing.receipts import CloseOptions
from zinegen.archive.closing.reopen import reopen_season
from zinegen.archive.closing.trial import DryRun, try_close
from zinegen.archive.edits.ruling_edits import RULINGS_FILE
from zinegen.archive.folder.games import SEASONS, Game, open_game, open_sound_game
from zinegen.board.board import Power
from zinegen.cli.exits import DONE, GAMES, WRONG, print_error
from zinegen.cli.find_games import find_game_folder, list_due_games, list_games
from zinegen.cli.keys import KEY, describe_missing_key, find_dice, find_identity
from zinegen.errors import ZinegenError
from zinegen.notation.findings import as_text, sort_findings
from zinegen.pages.words.happenings import explain_end
from zinegen.pages.words.outcomes import describe_defaults, describe_outcome
from zinegen.play.records.public_records import public_record
from zinegen.play.records.records import Waiting


@click.command()
@click.argument("game", required=False)
@click.option(
    "--early",
    metavar="SEASON",
    default="",
    help="Close this season before its deadline, or without.",
)
@click.option(
    "--due", "several", flag_value="due", help="Close every game whose deadline has passed."
)
@click.option(
    "--ready",
    "several",
    flag_value="ready",
    help="Close every game whose season.toml says ready = true, or that was locked and waits no longer.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Print what would come of it, and record nothing; with --due only name the games, and on stderr"
    " those that wait for their GM.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With --dry-run: a file for the map after it, .svg or .png.",
)
@click.option(
    "--receipts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What `inbox --receipts` wrote: who sent each file, and when.",
)
@KEY
def close(
    *,
    game: str | None,
    early: str,
    several: str | None,
    dry_run: bool,
    output: Path | None,
    receipts: Path | None,
    key: tuple[Path, ...],
) -> int:
    """Lock the current deadline, adjudicate what is due, record it, write the next order files."""
    if (several is None) == (game is None) or (several and (early or output)):
        raise click.UsageError(
            "name a game, or say --due or --ready for all that are; --early and -o go with a game"
        )
    if output and not dry_run:
        raise click.UsageError("-o goes with --dry-run")
    if game is not None and dry_run:
        return _try_one(find_game_folder(game), receipts, key, output)
    if game is not None:
        return _close_one(find_game_folder(game), receipts, key, early)
    folders, all_answer = list_due_games(is_ready) if several == "ready" else list_due_games()
    codes = [DONE if all_answer else WRONG]
    if dry_run:
        _name_due_games(folders)
    else:
        codes += [_close_or_report(folder, receipts, key) for folder in folders]
    return max(codes)


def _name_due_games(due: Sequence[Path]) -> None:
    """Name the games that are to be closed; apart from them those that only wait for their GM."""
    now = datetime.now(UTC)
    for folder in list_games():
        game = open_game(folder, past_orders=False)
        try:
            current = play(game, now=now, draws_maps=False) if isinstance(game, Game) else None
            waiting = find_waiting(current, now) if current is not None else None
        except ZinegenError:
            continue  # `list_due_games` has told of it
        if waiting is not None:
            why = f"`zinegen close {folder.name} --dry-run` says for what"
            print_error(f"{folder.name}: {waiting.season} waits for the GM; {why}")
        elif folder in due:
            click.echo(folder.name)


def _close_or_report(folder: Path, receipts: Path | None, key: tuple[Path, ...]) -> int:
    """Close one of several games; what goes wrong with it does not keep the others from being closed."""
    try:
        return _close_one(folder, receipts, key)
    except ZinegenError as problem:
        print_error(f"{folder.name}: {problem}")
        return WRONG


def _close_one(folder: Path, receipts: Path | None, key: tuple[Path, ...], early: str = "") -> int:
    """Close one game."""
    game = open_sound_game(folder, past_orders=False)
    options = find_close_options(game, receipts, key, early)
    closed = close_game(folder, options)
    _print_closing(closed)
    if options.dice.missing and not closed.waiting and not os.environ.get("CI"):
        what = f"{options.dice.missing} is missing: put your copy back before a throw is needed"
        print_error(f"{closed.game}: the secret for its throws is not here: {what}")
    is_wrong = closed.waiting is not None or closed.refused or closed.unheard
    return WRONG if is_wrong else DONE


def find_close_options(
    game: Game, receipts: Path | None, key: tuple[Path, ...], early: str = ""
) -> CloseOptions:
    """Return what closing a game needs: the key, the dice, and what the platform knows of the files."""
    begun = time.time_ns()
    return CloseOptions(
        now=datetime.now(UTC),
        identity=find_identity(key),
        no_key=describe_missing_key(game.slug),
        dice=find_dice(game),
        arrivals=_read_receipts(game, receipts),
        early=early,
        begun=begun,
    )


def _try_one(
    folder: Path, receipts: Path | None, key: tuple[Path, ...], output: Path | None
) -> int:
    """Print what would come of closing a game now; draw the map after it if a file is named."""
    if output is not None:
        from zinegen.cli.draw import check_picture_name  # noqa: PLC0415  (what draws is slow to load)

        check_picture_name(output)
    game = open_sound_game(folder, past_orders=False)
    options = find_close_options(game, receipts, key)
    tried = try_close(play(game, now=options.now, draws_maps=False), options)
    if tried.waiting is not None:
        _print_waiting(tried.game, tried.waiting)
    elif tried.findings:
        print_error(as_text(tried.findings).rstrip())
    for record in tried.records:
        click.echo(f"{tried.game}: {record.season} as things stand; nothing is recorded")
        for phase in record.phases:
            click.echo(f"  {phase.phase}")
            for line in describe_outcome(phase.played):
                click.echo(f"    {line}")
    if not tried.records and tried.waiting is None:
        click.echo(f"{tried.game}: there is nothing to judge")
    if output is not None and tried.records:
        _draw(tried, output)
    return WRONG if tried.waiting is not None else DONE


def _draw(tried: DryRun, output: Path) -> None:
    from zinegen.cli.draw import write_picture  # noqa: PLC0415
    from zinegen.drawing import draw_after  # noqa: PLC0415

    record = draw_record(tried.records[-1])
    write_picture(draw_after(record.after, earlier=record.before, title=tried.game), output)
    click.echo(f"the map after it is in {output}")


def _read_receipts(game: Game, receipts: Path | None) -> Mapping[Power, Arrival]:
    season = play(game, draws_maps=False).open_season if receipts is not None else None
    if receipts is None or season is None:
        return {}
    return read_arrivals(receipts, f"{game.slug}/{season.slug}", game.settings.powers)


def _print_closing(closed: CloseResult) -> None:
    for record in closed.records:
        phases = ", ".join(str(phase.phase) for phase in record.phases)
        click.echo(f"{closed.game}: {record.season} is recorded ({phases})")
        for power in record.missing:
            click.echo(f"{closed.game}: no orders from {power}")
        for phase in public_record(record).phases:
            for line in describe_defaults(phase.played):
                click.echo(f"{closed.game}: {phase.phase}: {line}")
    for sentence in (*closed.refused, *closed.to_pass_on):
        print_error(sentence)
    if closed.findings or closed.unheard:
        print_error(as_text((*closed.unheard, *closed.findings)).rstrip())
    if closed.waiting is not None:
        _print_waiting(closed.game, closed.waiting)
    if closed.last is not None:
        again = "" if closed.records else "nothing to close: "
        click.echo(
            f"{closed.game}: {again}the game is over. {explain_end(public_record(closed.last))}"
        )
    elif closed.idle:
        click.echo(f"{closed.game}: nothing to close: {closed.idle}")
    if closed.next_season:
        _print_next_season(closed.game, closed.following)


def _print_next_season(game: str, following: NextSeason) -> None:
    folder = f"{GAMES}/{game}/{SEASONS}/{following.slug}"
    for name in following.renewed:
        click.echo(
            f"{game}: {folder}/{name} was made anew: it was for another position, and untouched"
        )
    if following.kept:
        powers = ", ".join(following.kept)
        click.echo(f"{game}: what {powers} wrote for {following.slug} stays; ask for another look")
    if following.findings:
        print_error(as_text(following.findings).rstrip())
    click.echo(f"{game}: next orders go to {folder}")


def _print_waiting(game: str, waiting: Waiting) -> None:
    print_error(f"{game}: {waiting.season} waits for the GM")
    print_error(as_text((*waiting.reasons, *waiting.remarks)).rstrip())
    _print_rulings(game, waiting)


def _print_rulings(game: str, waiting: Waiting) -> None:
    """Show all rulings that help, as they are written."""
    asked = dict.fromkeys(one.ruling for one in sort_findings(waiting.reasons) if one.ruling)
    if asked:
        place = f"{GAMES}/{game}/seasons/{waiting.season}/rulings.toml"
        if click.get_current_context().find_root().invoked_subcommand != "week":
            print_error(
                "\n`zinegen week` asks for your reason, writes what helps, and closes; by hand"
            )
        print_error(f"\n{place} would say, and then close again:")
    for lines in asked:
        print_error("\n".join(("\n[[ruling]]", *lines, 'reason = "…"')))


@click.command()
@click.argument("game")
@click.argument("season")
@click.option("--why", required=True, metavar="TEXT", help="Printed in the report.")
def reopen(*, game: str, season: str, why: str) -> int:
    """Take the last record back: SEASON is judged again by the next close, and the page says why.

    Nothing that a person wrote is deleted.
    """
    found = reopen_season(find_game_folder(game), season, why, datetime.now(UTC).date())
    place = f"{GAMES}/{found.game}/{SEASONS}/{found.season}"
    what = "its record is taken back" if found.is_new else "its record was taken back before"
    click.echo(f"{found.game}: {found.season} is open again: {what}, and {RULINGS_FILE} says why")
    click.echo(
        f"{found.game}: write what has to be decided into {place}/{RULINGS_FILE}, and close again"
    )
    if found.following:
        click.echo(
            f"{found.game}: of {found.following}, closing makes anew what nobody has touched; "
            "what players have written stays, and is held against the new position"
        )
    return DONE
