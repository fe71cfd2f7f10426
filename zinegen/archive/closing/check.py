"""Checking games, orders handed in, and pull requests of players before the deadline.

Orders are checked in the position that their season begins in. A pull request is only data: its files
are read in the place of those on main, and whose they may be is what main says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from zinegen.archive.closing.judge import wrong_phases_finding
from zinegen.archive.closing.play import GameProgress, play
from zinegen.archive.closing.read_orders import is_blank
from zinegen.archive.files import FileError, power_of, read_plain
from zinegen.archive.folder.games import BrokenGame, Season, open_game
from zinegen.archive.folder.order_file import OrderFile, read_order_file
from zinegen.archive.folder.toml_files import ORDERS_LIMIT
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, Where
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.notation.checks.order_checks import check_orders
from zinegen.notation.findings import Code, Finding, ReadAs, error_finding, finding, sort_findings
from zinegen.notation.grammar.writer import write_order

PLAYERS_FILE = re.compile(
    r"games/(?P<game>[a-z0-9][a-z0-9-]{0,39})/seasons/(?P<season>[0-9]{4}-[0-9]{1,2}-[a-z]+(?:-[a-z]+)*)/"
    r"(?:orders/(?P<power>[a-z-]+)\.toml|press/(?P<press>[a-z-]+)-[0-9]\.md)(?:\.age)?"
)
"""The paths that a player's pull request may touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What is wrong with one game, or with one power's file."""

    title: str
    findings: tuple[Finding, ...]
    read: tuple[ReadAs, ...] = ()
    """How each line was read, where orders were."""


def check_folder(folder: Path) -> tuple[CheckResult, ...]:
    """Return the findings on one game: its files, then each power's orders for the open season."""
    game = open_game(folder)
    if isinstance(game, BrokenGame):
        return (CheckResult(title=game.slug, findings=game.findings),)
    found = [CheckResult(title=game.settings.title, findings=sort_findings(game.findings))]
    try:
        current = play(game)
    except GameFolderError as problem:
        broken = error_finding("G20", game.shown, str(problem))
        return (*found, CheckResult(title=game.slug, findings=(broken,)))
    season = current.open_season
    if season is not None:
        found += [
            _check_orders(current, file, is_bare=file.power not in season.sealed)
            for file in season.files.values()
            if file.is_readable
        ]
        if current.waiting is None and current.state.phase not in season.deadline.phases:
            turn = wrong_phases_finding(season, current.state)
            found.append(CheckResult(title=game.settings.title, findings=(turn,)))
    if current.waiting is not None:
        reasons = tuple(one for one in current.waiting.reasons if one not in game.findings)
        found.append(CheckResult(title=game.settings.title, findings=reasons))
    return tuple(found)


def _check_orders(current: GameProgress, file: OrderFile, *, is_bare: bool = True) -> CheckResult:
    """Check the lines of one file in the position that they are written for.

    ``is_bare`` says that nothing sealed lies beside it: then it must not be where everybody can read it.
    """
    if is_blank(file, current.state, current.game.settings.variant):
        what = f"{file.power} has handed in nothing yet"
        found = finding(Code.O30, Where(file=file.file), "", what)
        return CheckResult(title=file.power, findings=(found,) if is_bare else ())
    findings: list[Finding] = []
    if is_bare and current.game.settings.secrecy.orders == "sealed":
        findings.append(_plain_orders_error(file))
    read: list[ReadAs] = []
    for name, section in file.sections.items():
        reading = check_orders(
            section.text,
            power=file.power,
            state=current.state,
            variant=current.game.settings.variant,
            section=name,
            where=section.where,
        )
        findings += reading.findings
        read += _list_readings(reading.orders, current.state)
    if file.note:
        findings.append(finding(Code.O32, Where(file=file.file), "", "there is a note for the GM"))
    return CheckResult(title=file.power, findings=sort_findings(findings), read=tuple(read))


def _plain_orders_error(file: OrderFile) -> Finding:
    """Return the error that orders are not sealed in a game in which they must be."""
    name = Path(file.file).name
    what = "these orders are not sealed, and in this game they have to be"
    hint = f"run `zinegen seal` with this file, hand in {name}.age, and keep {name} to yourself"
    left = "none of its orders count, and the game waits for the GM"
    return error_finding("O09", file.file, what, hint, if_left=left)


def _list_readings(orders: Iterable[Order], state: GameState) -> Iterator[ReadAs]:
    for order in orders:
        if order.line is not None and order.line.where is not None:
            yield ReadAs(
                line=order.line.where.line,
                text=order.line.text,
                canonical=write_order(order, state.board),
            )


def check_proposal(proposal: Path, base: Path, author: int) -> tuple[CheckResult, ...]:
    """Return what is wrong with a pull request: a checkout of it, one of main, the author's number.

    Only what differs from main is looked at; every path that is not the author's is refused. Nothing is
    written. Raises GameFolderError when one of the checkouts has no games.
    """
    found = []
    for path in _list_changed_paths(proposal, base):
        match = PLAYERS_FILE.fullmatch(path)
        if match is None:
            found.append(_refuse(path, "players hand in only their own orders and press"))
            continue
        found.append(_check_proposed_file(proposal, base, path, match, author))
    return tuple(found)


def _list_changed_paths(proposal: Path, base: Path) -> Iterator[str]:
    """Yield the paths below ``games`` that a proposal adds, changes or takes away."""
    here, there = _list_files(proposal), _list_files(base)
    if not there:
        raise GameFolderError(f"there are no games in {base.name}")
    for path in sorted(here | there):
        if (
            path not in here
            or path not in there
            or _read_or_none(proposal / path) != _read_or_none(base / path)
        ):
            yield path


def _list_files(root: Path) -> set[str]:
    return {
        str(path.relative_to(root))
        for path in (root / "games").rglob("*")
        if path.is_symlink() or not path.is_dir()
    }


def _read_or_none(path: Path) -> bytes | None:
    """Return a file's bytes; None when it is no plain file or too long, which is reported later."""
    try:
        return read_plain(path, 16 * ORDERS_LIMIT)
    except FileError:
        return None


def _refuse(path: str, why: str) -> CheckResult:
    hint = "take this file out of the pull request"
    found = error_finding("O08", path, why, hint, if_left="the pull request cannot be taken in")
    return CheckResult(title=path, findings=(found,))


def _check_proposed_file(
    proposal: Path, base: Path, path: str, match: re.Match[str], author: int
) -> CheckResult:
    game = open_game(base / "games" / match["game"])
    if isinstance(game, BrokenGame):
        return _refuse(path, f"there is no game {match['game']} that could be played")
    power = power_of(match["power"] or match["press"], game.settings.variant.start.powers)
    person = game.settings.players.get(power) if power is not None else None
    if power is None or person is None or person.id != author or not author:
        return _refuse(path, "this file belongs to another player, or to no power of the game")
    current = play(game)
    season = current.open_season
    if season is None or season.slug != match["season"]:
        return _report_closed(path, season)
    if not (proposal / path).exists():
        return _refuse(path, "what was handed in is not taken away; write other orders instead")
    if match["power"] is None or path.endswith(".age"):
        return CheckResult(title=power, findings=())
    return _check_file_in_place(proposal / path, current, season, power)


def _report_closed(path: str, season: Season | None) -> CheckResult:
    what = "this season is closed or has not begun"
    hint = f"orders are wanted for {season.slug}" if season else "the game is over"
    found = error_finding("O07", path, what, hint, if_left="these orders do not count")
    return CheckResult(title=path, findings=(found,))


def _check_file_in_place(
    path: Path, current: GameProgress, season: Season, power: Power
) -> CheckResult:
    file = read_order_file(path, season.slot(power))
    if not file.is_readable:
        return CheckResult(title=power, findings=file.findings)
    checked = _check_orders(current, file)
    return replace(checked, findings=sort_findings((*file.findings, *checked.findings)))


def find_games(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the game folders that paths stand for: a game's folder, one of its files, or a folder of games.

    Raises GameFolderError for a path that lies in no game.
    """
    seen: set[Path] = set()
    for path in paths:
        folder = next((one for one in (path, *path.parents) if (one / "game.toml").is_file()), None)
        inside = [folder] if folder else sorted(_list_game_folders(path))
        if not inside:
            raise GameFolderError(f"{path} is no game and holds none")
        yield from (one for one in inside if one not in seen)
        seen.update(inside)


def _list_game_folders(path: Path) -> Iterator[Path]:
    root = path / "games" if (path / "games").is_dir() else path
    if root.is_dir():
        yield from (one for one in root.iterdir() if one.is_dir() and not one.name.startswith("."))
