"""Commands of a running game: check, close, verify."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.closing.arrivals import Arrival, read_arrivals
from zinegen.archive.closing.check import CheckResult, check_folder, find_games
from zinegen.archive.closing.close import CloseResult, close_game
from zinegen.archive.closing.lock import CloseOptions
from zinegen.archive.closing.play import play
from zinegen.archive.closing.proposal import check_proposal
from zinegen.archive.closing.verify import VerifyResult, verify_game
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.records.records import Waiting
from zinegen.archive.seals import Identity, SealError
from zinegen.board.board import Power
from zinegen.cli.exits import (
    DONE,
    GAMES,
    WRONG,
    find_game_folder,
    list_due_games,
    list_games,
    print_error,
)
from zinegen.cli.keys import KEY, find_dice, find_identity
from zinegen.errors import ZinegenError
from zinegen.notation.findings import FORMATS, Level, as_markdown, as_text, count_findings, render

_TEXT = r'"(?:[^"\\]|\\.)*"'
_ASKED = re.compile(
    rf"(?:(about = {_TEXT}), )?(do = {_TEXT})(?:, (?P<line>line = {_TEXT}))?(?:, (as = {_TEXT}))?"
)
"""The lines of a ruling, in the hint that asks for one."""


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--strict", is_flag=True, help="Warnings and notes count as errors.")
@click.option(
    "--base",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A checkout of main: PATH is then a pull request, held against its players and open seasons.",
)
@click.option(
    "--author-id", type=int, default=0, help="With --base: the account number of its author."
)
def check(
    *, paths: tuple[Path, ...], form: str, strict: bool, base: Path | None, author_id: int
) -> int:
    """Say everything that is wrong with games and orders, in one go.

    PATHS are games, files of a game, or folders of games; without any, all games.
    """
    if base is not None:
        if not paths:
            raise click.UsageError("with --base, PATH is the folder of the pull request")
        now = datetime.now(UTC)
        found = [one for path in paths for one in check_proposal(path, base, author_id, now)]
    else:
        folders = find_games(paths) if paths else list_games()
        found = [one for folder in folders for one in check_folder(folder)]
    findings = tuple(finding for one in found for finding in one.findings)
    shown = _render_markdown(found) if form == "markdown" else render(findings, form)
    if shown:
        click.echo(shown, nl=not shown.endswith("\n"))
    print_error(count_findings(findings))
    grave = {Level.ERROR} if not strict else set(Level)
    return WRONG if any(finding.level in grave for finding in findings) else 0


def _render_markdown(found: Iterable[CheckResult]) -> str:
    return "\n".join(as_markdown(one.title, one.findings, one.read) for one in found)


@click.command()
@click.argument("game", required=False)
@click.option(
    "--early",
    metavar="SEASON",
    default="",
    help="Close this season before its deadline, or without.",
)
@click.option("--due", is_flag=True, help="Close every game whose deadline has passed.")
@click.option("--dry-run", is_flag=True, help="With --due: only name the games, and close nothing.")
@click.option(
    "--receipts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What `inbox --receipts` wrote: who sent each file, and when.",
)
def close(*, game: str | None, early: str, due: bool, dry_run: bool, receipts: Path | None) -> int:
    """Lock the current deadline, adjudicate what is due, record it, write the next order files."""
    if due == (game is not None) or (dry_run and not due) or (early and due):
        raise click.UsageError("name a game, or say --due for all that are; --dry-run goes with it")
    if game is not None:
        return _close_one(find_game_folder(game), receipts, early=early)
    folders, all_answer = list_due_games()
    codes = [DONE if all_answer else WRONG]
    for folder in folders:
        if dry_run:
            click.echo(folder.name)
        else:
            codes.append(_close_or_report(folder, receipts))
    return max(codes)


def _close_or_report(folder: Path, receipts: Path | None) -> int:
    """Close one of several games; what goes wrong with it does not keep the others from being closed."""
    try:
        return _close_one(folder, receipts, early="")
    except ZinegenError as problem:
        print_error(f"{folder.name}: {problem}")
        return WRONG


def _close_one(folder: Path, receipts: Path | None, *, early: str) -> int:
    """Close one game, with what the platform knows of its files."""
    begun = time.time_ns()
    closed = close_game(
        folder,
        CloseOptions(
            now=datetime.now(UTC),
            identity=find_identity(),
            dice=find_dice(folder),
            arrivals=_read_receipts(folder, receipts),
            early=early,
            begun=begun,
        ),
    )
    _print_closing(closed)
    return WRONG if closed.waiting is not None or closed.refused else DONE


def _read_receipts(folder: Path, receipts: Path | None) -> Mapping[Power, Arrival]:
    game = open_game(folder, past_orders=False) if receipts is not None else None
    season = play(game).open_season if isinstance(game, Game) else None
    if receipts is None or season is None or not isinstance(game, Game):
        return {}
    return read_arrivals(receipts, f"{game.slug}/{season.slug}", game.settings.powers)


def _print_closing(closed: CloseResult) -> None:
    for record in closed.records:
        phases = ", ".join(str(phase.phase) for phase in record.phases)
        click.echo(f"{closed.game}: {record.season} is recorded ({phases})")
        for power in record.missing:
            click.echo(f"{closed.game}: no orders from {power}")
    for sentence in (*closed.refused, *closed.to_pass_on):
        print_error(sentence)
    if closed.findings:
        print_error(as_text(closed.findings).rstrip())
    if closed.waiting is not None:
        print_error(f"{closed.game}: {closed.waiting.season} waits for the GM")
        print_error(as_text(closed.waiting.reasons).rstrip())
        _print_ruling(closed.game, closed.waiting)
    if closed.idle:
        click.echo(f"{closed.game}: nothing to close: {closed.idle}")
    if closed.next_season:
        click.echo(
            f"{closed.game}: next orders go to {GAMES}/{closed.game}/seasons/{closed.next_season}"
        )


def _print_ruling(game: str, waiting: Waiting) -> None:
    """Show the rulings that help, as they are written: on each line, or about the first power in question."""
    found = [match for one in waiting.reasons if (match := _ASKED.search(one.hint)) is not None]
    asked = [match for match in found if match["line"]] or found[:1]
    if asked:
        place = f"{GAMES}/{game}/seasons/{waiting.season}/rulings.toml"
        print_error(f"\n{place} would say, and then close again:")
    for match in asked:
        lines = (line for line in match.groups() if line)
        print_error("\n".join(("\n[[ruling]]", *lines, 'reason = "…"')))


@click.command()
@click.argument("game", required=False)
@KEY
def verify(game: str | None, key: tuple[Path, ...]) -> int:
    """Adjudicate every recorded season again and compare with what was recorded.

    Seasons judged in secret need the GM's key, or the game's own once it is published; without one, digests
    are compared.
    """
    folders = [find_game_folder(game)] if game else list_games()
    identity = find_identity(key)
    sound = [_verify_one(folder, identity, must_open=bool(key)) for folder in folders]
    return DONE if all(sound) else WRONG


def _verify_one(folder: Path, identity: Identity | None, *, must_open: bool) -> bool:
    try:
        found = _verify_with_key(folder, identity, must_open=must_open)
    except ZinegenError as problem:
        print_error(f"{folder.name}: {problem}")
        return False
    for difference in found.differences:
        print_error(f"{folder.name}: {difference.text}")
    judged = found.seasons - found.unjudged
    if found.is_sound and (judged or not found.unjudged):
        click.echo(f"{folder.name}: {judged} seasons, each comes out as recorded")
    if found.is_sound and found.unjudged:
        what = "seasons were judged in secret: their digests agree, and no more was compared"
        click.echo(f"{folder.name}: {found.unjudged} {what}")
    if found.unchecked:
        what = "throws cannot be made again before the GM's secret is published"
        click.echo(f"{folder.name}: {found.unchecked} {what}")
    return found.is_sound


def _verify_with_key(folder: Path, identity: Identity | None, *, must_open: bool) -> VerifyResult:
    """Check a game with a key; without it where the key that lies here anyway is of another game."""
    try:
        return verify_game(folder, identity)
    except SealError as problem:
        if must_open or problem.code != "S07":
            raise
        return verify_game(folder)
