"""Checking a pull request: the whole tree of it against main's, and each file as main would read it.

A pull request is only data. Whose a file is, and which season is open, is what main says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from zinegen.archive.closing.check import SEARCHED, check_order_file, secret_key_error
from zinegen.archive.closing.progress import GameProgress, last_moment, play
from zinegen.archive.files import FileError, FileFault
from zinegen.archive.folder.game_file import Settings
from zinegen.archive.folder.games import BrokenGame, SeasonFolder, open_game
from zinegen.archive.folder.press_files import (
    PRESS_LIMIT,
    PressNameFault,
    no_press_error,
    parse_press_name,
    press_error,
    read_press_item,
)
from zinegen.archive.folder.toml_files import read_toml_with
from zinegen.archive.seals import SEALED_LIMIT, holds_secret_key, is_armoured
from zinegen.archive.tree_changes import (
    GIT,
    Checkout,
    PathChange,
    PathKind,
    TreeEntry,
    list_changes,
    open_checkouts,
)
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, Where
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Finding, error_finding
from zinegen.play.names import power_of
from zinegen.play.order_findings import CheckResult
from zinegen.play.read_orders import is_blank
from zinegen.play.texts.order_file import parse_order_file
from zinegen.play.texts.toml_text import ORDERS

PLAYERS_FILE = re.compile(
    r"games/(?P<game>[a-z0-9][a-z0-9-]{0,39})/seasons/(?P<season>[0-9]{4}-[0-9]{1,2}-[a-z]+(?:-[a-z]+)*)/"
    r"(?:orders/(?P<power>[a-z-]+)\.toml|press/(?P<press>[a-z-]+)-[0-9]\.md)(?:\.age)?"
)
"""The paths that a player's pull request may touch."""
FOREIGN = "Files that are not yours to change"
DOUBT_HINT = "commit it, or check once more in a fresh clone: only what is committed was looked at"
NOT_TAKEN_IN = "what you propose cannot be taken in"


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
        work.refused += [
            error_finding("O08", GIT, one.doubt, DOUBT_HINT, if_left=NOT_TAKEN_IN)
            for one in (before, after)
            if one.doubt
        ]
    refused = CheckResult(title=FOREIGN, findings=tuple(work.refused))
    return (*([refused] if work.refused else []), *work.own)


def check_handed_in(
    base: Path, path: str, content: bytes, author: int, received: datetime
) -> tuple[CheckResult, ...]:
    """Return what is wrong with one file that came otherwise than by a pull request, as for one that did.

    ``received`` is when the platform got it.
    """
    entry = TreeEntry(PathKind.FILE, "")
    work = _ProposalCheck(base=base, tree=_OneFile(content), author=author, now=received)
    work.check(PathChange(path=path, entry=entry))
    refused = CheckResult(title=FOREIGN, findings=tuple(work.refused))
    return (*([refused] if work.refused else []), *work.own)


@dataclass(frozen=True, slots=True)
class _OneFile:
    """A tree of which one file alone is asked."""

    content: bytes
    doubt: str = ""

    def list_entries(self) -> Mapping[str, TreeEntry]:
        return {}

    def read(self, change: PathChange, limit: int) -> bytes:
        if len(self.content) > limit:
            raise FileError(Path(change.path), FileFault.TOO_LARGE, f"at most {limit} bytes")
        return self.content


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
        own = find_own_file(path, self.author, self._play)
        if isinstance(own, Finding):
            return own
        if change.entry is None:
            what = gettext("what was handed in is not taken away")
            return _refuse(
                path,
                what,
                gettext("write other orders instead; a file without orders counts as none"),
            )
        if change.entry.kind is not PathKind.FILE:
            return _refuse(
                path,
                gettext("this is {kind}", kind=change.entry.kind),
                gettext("put a plain file here"),
            )
        found = self._check_content(change, own)
        late = _find_lateness(path, own, self.now)
        return CheckResult(title=own.power, findings=(*late, *found.findings), read=found.read)

    def _play(self, game: str) -> GameProgress | None:
        """Return how far a game of main has come; None when there is none that can be played."""
        if game not in self.games:
            self.games[game] = play_folder(self.base / "games" / game)
        return self.games[game]

    def _check_content(self, change: PathChange, own: OwnFile) -> CheckResult:
        """Check one of the author's files as main would read it."""
        current, season, power = own.current, own.season, own.power
        name = Path(change.path).name
        if own.is_press and season.no_press:
            refused = no_press_error(change.path, season.no_press)
            return CheckResult(title=power, findings=(refused,))
        if change.path.endswith(".age"):
            return CheckResult(title=power, findings=self._check_sealed(change, current))
        if own.is_press:
            powers = current.game.settings.powers
            slot = parse_press_name(name, season.game, season.slug, season.shown, powers)
            where = Where(file=change.path)
            if isinstance(slot, PressNameFault):
                wrong = press_error(slot.fault, where, slot.title)
                return CheckResult(title=power, findings=(wrong,))
            item = read_press_item(self._reader(change, PRESS_LIMIT), where, slot, powers)
            told = (item,) if isinstance(item, Finding) else item.remarks
            return CheckResult(title=power, findings=told)
        reading = read_toml_with(self._reader(change, ORDERS.limit), change.path, ORDERS)
        return check_order_file(current, parse_order_file(reading, season.slot(power)))

    def _reader(self, change: PathChange, limit: int) -> Callable[[], bytes]:
        return partial(self.tree.read, change, limit)

    def _check_sealed(self, change: PathChange, current: GameProgress) -> tuple[Finding, ...]:
        """Check what can be seen of a sealed file without a key."""
        hint, is_sealed = gettext("seal the file again with `zinegen seal`"), False
        if not current.game.settings.secrecy.gm_keys:
            what = gettext("nothing is sealed in this game, and nobody could open this")
            hint = gettext("hand in {file} itself", file=Path(change.path).stem)
        else:
            try:
                is_sealed = is_armoured(self.tree.read(change, SEALED_LIMIT))
                what = gettext("this is no sealed file: it is not one armoured block")
            except FileError as error:
                is_large = error.fault is FileFault.TOO_LARGE
                what = gettext(error.fault.value)
                if is_large:
                    what += ": " + gettext("at most {limit} bytes", limit=SEALED_LIMIT)
        if is_sealed:
            return ()
        left = gettext("it does not count, and the game waits for the GM")
        return (error_finding("S06", change.path, what, hint, if_left=left),)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFile:
    """The place of an author's own file: orders or press of a power for the open season."""

    current: GameProgress
    season: SeasonFolder
    power: Power
    is_press: bool


def find_own_file(
    path: str, author: int, play_game: Callable[[str], GameProgress | None]
) -> OwnFile | Finding:
    """Return what an author's own file is for, or why a path is not the author's to change.

    ``play_game`` returns how far a game of main has come, by its name. Only the place and the name of a game
    in what is returned are words of whoever wrote the path.
    """
    match = PLAYERS_FILE.fullmatch(path)
    if match is None:
        return _refuse(
            path, gettext("a player changes only the own orders and press of an open season")
        )
    current = play_game(match["game"])
    if current is None:
        return _refuse(
            path, gettext("there is no game {game} that could be played", game=match["game"])
        )
    if current.game.settings.secrecy.is_anonymous:
        why = gettext(
            "this game is anonymous: whoever hands in here shows everybody whose power it is"
        )
        return _refuse(path, why, gettext("send orders and press to the GM by mail"))
    power = power_of(match["power"] or match["press"], current.game.settings.powers)
    person = current.game.settings.players.get(power) if power is not None else None
    if power is None or person is None or person.id != author or not author:
        return _refuse(
            path, gettext("this file belongs to another player, or to no power of the game")
        )
    season = current.open_season
    if season is None or season.slug != match["season"] or season.closing is not None:
        return _season_error(path, current.game.settings, season)
    return OwnFile(current=current, season=season, power=power, is_press=match["power"] is None)


def play_folder(folder: Path) -> GameProgress | None:
    """Return how far a game has come; None when there is none in the folder that can be played."""
    opened = open_game(folder)
    return None if isinstance(opened, BrokenGame) else play(opened)


def _refuse(path: str, why: str, hint: str = "") -> Finding:
    hint = hint or gettext(
        "take this out of what you propose; what else is to be changed is the GM's to change"
    )
    return error_finding("O08", path, why, hint, if_left=NOT_TAKEN_IN)


def _season_error(path: str, settings: Settings, season: SeasonFolder | None) -> Finding:
    what = gettext("this season is closed or has not begun")
    if season is None:
        hint = gettext("the game is over")
    elif season.closing is not None:
        hint = gettext(
            "{season} was closed on {moment}; write to the GM",
            season=season.slug,
            moment=settings.deadlines.say(season.closing.closed),
        )
    else:
        hint = gettext("orders are wanted for {season}", season=season.slug)
    return error_finding("O07", path, what, hint, if_left=gettext("these orders do not count"))


_LATE = {
    "gm": "the GM rules on it: it counts with `accept`, and not with `refuse`",
    "void": "it does not count",
    "until-opened": "it counts if it comes before the GM opens the season's files",
}
"""What happens with a late file, by the policy ``late_orders``."""
_LATE_CHANGE = {"gm": _LATE["gm"], "void": "it does not count, and what came in time does"}
"""What happens where orders lie there already, by the policy ``late_changes``."""


def _find_lateness(path: str, own: OwnFile, now: datetime) -> Iterator[Finding]:
    """Yield the error that a file comes after the deadline."""
    last = last_moment(own.current.game, own.season)
    until, settings = own.season.deadline.deadline, own.current.game.settings
    if last is not None and until is not None and now > last:
        what = gettext("the deadline, {moment}, has passed", moment=settings.deadlines.say(until))
        policy = settings.deadlines
        is_change = not own.is_press and _has_orders(own)
        left = _LATE_CHANGE[policy.late_changes] if is_change else _LATE[policy.late_orders]
        yield error_finding("O07", path, what, gettext("write to the GM"), if_left=left)


def _has_orders(own: OwnFile) -> bool:
    """Tell whether orders of the author's power lie on main."""
    file, current = own.season.files.get(own.power), own.current
    is_written = file is not None and not is_blank(file, current.turn(own.season))
    return is_written or own.power in own.season.sealed
