"""Checking a pull request: the whole tree of it against main's, and each file as main would read it.

A pull request is only data. Whose a file is, and which season is open, is what main says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from zinegen.archive.closing.check import SEARCHED, CheckResult, check_order_file, secret_key_error
from zinegen.archive.closing.play import GameProgress, play
from zinegen.archive.files import Fault, FileError, power_of
from zinegen.archive.folder.games import BrokenGame, Season, open_game
from zinegen.archive.folder.player_files import (
    LEFT_OUT,
    PRESS_LIMIT,
    parse_order_file,
    parse_press_name,
    read_press_item,
)
from zinegen.archive.folder.toml_files import ORDERS, read_toml_with
from zinegen.archive.seals import SEALED_LIMIT, holds_secret_key, is_armoured
from zinegen.archive.tree_changes import (
    Checkout,
    PathChange,
    PathKind,
    list_changes,
    open_checkouts,
)
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, Where
from zinegen.notation.findings import Finding, error_finding

PLAYERS_FILE = re.compile(
    r"games/(?P<game>[a-z0-9][a-z0-9-]{0,39})/seasons/(?P<season>[0-9]{4}-[0-9]{1,2}-[a-z]+(?:-[a-z]+)*)/"
    r"(?:orders/(?P<power>[a-z-]+)\.toml|press/(?P<press>[a-z-]+)-[0-9]\.md)(?:\.age)?"
)
"""The paths that a player's pull request may touch."""
FOREIGN = "Files that are not yours to change"
NOT_TAKEN_IN = "the pull request cannot be taken in"


def check_proposal(
    proposal: Path, base: Path, author: int, now: datetime
) -> tuple[CheckResult, ...]:
    """Return what is wrong with a pull request: a checkout of it, one of main, the author's number.

    Every path that differs from main and is not the author's own file of an open season is refused by name.
    Nothing is written. Raises GameFolderError when ``base`` has no games or a checkout cannot be read.
    """
    if not any((base / "games").glob("*/game.toml")):
        raise GameFolderError(f"there are no games in {base.name}")
    with open_checkouts(base, proposal) as (before, after):
        work = _ProposalCheck(base=base, tree=after, author=author, now=now)
        for change in list_changes(before, after):
            work.check(change)
    refused = CheckResult(title=FOREIGN, findings=tuple(work.refused))
    return (*([refused] if work.refused else []), *work.own)


@dataclass(slots=True, kw_only=True)
class _ProposalCheck:
    """Goes through the paths of a pull request."""

    base: Path
    tree: Checkout
    author: int
    now: datetime
    refused: list[Finding] = field(default_factory=list)
    own: list[CheckResult] = field(default_factory=list)
    games: dict[str, GameProgress | None] = field(default_factory=dict)

    def check(self, change: PathChange) -> None:
        """Check one path, or refuse it."""
        self.refused += self._find_secret_keys(change)
        found = self._check_own(change)
        if isinstance(found, CheckResult):
            self.own.append(found)
        else:
            self.refused.append(found)

    def _find_secret_keys(self, change: PathChange) -> Iterator[Finding]:
        if change.entry is None or change.entry.kind not in {PathKind.FILE, PathKind.PROGRAM}:
            return
        try:
            content = self.tree.read(change, SEARCHED)
        except FileError:
            return
        if holds_secret_key(content):
            yield secret_key_error(change.path)

    def _check_own(self, change: PathChange) -> CheckResult | Finding:
        path = change.path
        match = PLAYERS_FILE.fullmatch(path)
        if match is None:
            what = "a player changes only the own orders and press of an open season"
            return _refuse(path, what, code="O08")
        current = self._play(match["game"])
        if current is None:
            return _refuse(path, f"there is no game {match['game']} that could be played")
        power = power_of(match["power"] or match["press"], current.game.settings.powers)
        person = current.game.settings.players.get(power) if power is not None else None
        if power is None or person is None or person.id != self.author or not self.author:
            return _refuse(path, "this file belongs to another player, or to no power of the game")
        season = current.open_season
        if season is None or season.slug != match["season"] or season.closing is not None:
            return _season_error(path, season)
        if change.entry is None:
            what = "what was handed in is not taken away"
            return _refuse(
                path, what, "write other orders instead; a file without orders counts as none"
            )
        if change.entry.kind is not PathKind.FILE:
            return _refuse(path, f"this is {change.entry.kind}", "put a plain file here")
        found = self._check_content(change, current, season, power, is_press=match["power"] is None)
        late = _lateness(path, current, season, self.now)
        return CheckResult(title=power, findings=(*late, *found.findings), read=found.read)

    def _play(self, game: str) -> GameProgress | None:
        """Return how far a game of main has come; None when there is none that can be played."""
        if game not in self.games:
            opened = open_game(self.base / "games" / game)
            self.games[game] = None if isinstance(opened, BrokenGame) else play(opened)
        return self.games[game]

    def _check_content(
        self,
        change: PathChange,
        current: GameProgress,
        season: Season,
        power: Power,
        *,
        is_press: bool,
    ) -> CheckResult:
        """Check one of the author's files as main would read it."""
        name = Path(change.path).name
        if change.path.endswith(".age"):
            return CheckResult(title=power, findings=self._check_sealed(change, current))
        if is_press:
            powers = current.game.settings.powers
            slot = parse_press_name(name, season.game, season.slug, season.shown, powers)
            where = Where(file=change.path)
            if isinstance(slot, str):
                return CheckResult(
                    title=power, findings=(error_finding("P03", where, slot, if_left=LEFT_OUT),)
                )
            item = read_press_item(self._reader(change, PRESS_LIMIT), where, slot, powers)
            return CheckResult(title=power, findings=(item,) if isinstance(item, Finding) else ())
        reading = read_toml_with(self._reader(change, ORDERS.limit), change.path, ORDERS)
        return check_order_file(current, parse_order_file(reading, season.slot(power)))

    def _reader(self, change: PathChange, limit: int) -> Callable[[], bytes]:
        return partial(self.tree.read, change, limit)

    def _check_sealed(self, change: PathChange, current: GameProgress) -> tuple[Finding, ...]:
        """Check what can be seen of a sealed file without a key."""
        hint, is_sealed = "seal the file again with `zinegen seal`", False
        if not current.game.settings.secrecy.gm_keys:
            what = "nothing is sealed in this game, and nobody could open this"
            hint = f"hand in {Path(change.path).stem} itself"
        else:
            try:
                is_sealed = is_armoured(self.tree.read(change, SEALED_LIMIT))
                what = "this is no sealed file: it is not one armoured block"
            except FileError as error:
                is_large = error.fault is Fault.TOO_LARGE
                what = f"{error.fault.value}{f': at most {SEALED_LIMIT} bytes' if is_large else ''}"
        if is_sealed:
            return ()
        left = "it does not count, and the game waits for the GM"
        return (error_finding("S06", change.path, what, hint, if_left=left),)


def _refuse(path: str, why: str, hint: str = "", *, code: str = "O08") -> Finding:
    hint = (
        hint
        or "take this out of the pull request; what else is to be changed is the GM's to change"
    )
    return error_finding(code, path, why, hint, if_left=NOT_TAKEN_IN)


def _season_error(path: str, season: Season | None) -> Finding:
    what = "this season is closed or has not begun"
    if season is None:
        hint = "the game is over"
    elif season.closing is not None:
        hint = f"{season.slug} was closed at {season.closing.closed}; write to the GM"
    else:
        hint = f"orders are wanted for {season.slug}"
    return error_finding("O07", path, what, hint, if_left="these orders do not count")


_LATE = {
    "gm": "the GM rules on it: it counts with `accept`, and not with `refuse`",
    "void": "it does not count",
    "until-opened": "it counts if it comes before the GM opens the season's files",
}
"""What happens with a late file, by the policy ``late_orders``."""


def _lateness(path: str, current: GameProgress, season: Season, now: datetime) -> Iterator[Finding]:
    """Yield the error that a file comes after the deadline."""
    deadlines, deadline = current.game.settings.deadlines, season.deadline.deadline
    if deadline is not None and now > deadline + timedelta(minutes=deadlines.grace_minutes):
        what = f"the deadline, {deadline}, has passed"
        hint = "write to the GM"
        yield error_finding("O07", path, what, hint, if_left=_LATE[deadlines.late_orders])
