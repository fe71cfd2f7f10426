"""Locking a deadline: sealed files are opened, and ``close.toml`` says which files lay there in time.

What the platform knows of players' files is written by `inbox --receipts` and read by `close`: a JSON file
with, for every season that is due, by power, the account's number, the moment of arrival and the commit::

    {"ode-21/1901-1-spring":
      {"england": {"by_id": 583231, "received": "2026-11-30T18:04:11Z", "commit": "3c0f…"}}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from zinegen.archive.closing.read_orders import is_blank
from zinegen.archive.files import (
    digest,
    make_folder,
    power_of,
    power_slug,
    read_plain,
    write_atomically,
)
from zinegen.archive.folder.chance import NO_DICE, Dice
from zinegen.archive.folder.close_file import (
    Closing,
    PressReceipt,
    Receipt,
    Status,
    encode_close_file,
)
from zinegen.archive.folder.games import Game, Season
from zinegen.archive.folder.player_files import OPENED, PressSlot
from zinegen.archive.records.codec import Json, canonical, parse_json
from zinegen.archive.sealing.reports import PRIVATE, write_private
from zinegen.archive.sealing.sealed_files import open_orders, open_press
from zinegen.archive.sealing.sealed_records import is_placement
from zinegen.archive.seals import Identity, SealError
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.game.state import GameState
from zinegen.version import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What the platform says about the arrival of a power's file."""

    received: datetime
    by_id: int = 0
    """The number of the account that sent it."""
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseOptions:
    """What closing needs besides the folder: the time, the GM's key and dice, when files arrived."""

    now: datetime
    """With its offset."""
    identity: Identity | None = None
    """The GM's key; needed where orders are sealed."""
    dice: Dice = NO_DICE
    arrivals: Mapping[Power, Arrival] = field(default_factory=dict)
    early: str = ""
    """The season to close although its deadline has not come, or it has none; empty for none."""
    begun: int = 0
    """When this run began, in nanoseconds of the disk's clock; 0 where nobody else can be at work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockResult:
    """The result of locking a deadline, for the GM."""

    refused: tuple[str, ...] = ()
    """Sealed files that do not open, a sentence each."""
    to_pass_on: tuple[str, ...] = ()
    """Press to some powers only, a sentence each."""


def lock_deadline(
    game: Game, season: Season, state: GameState, options: CloseOptions
) -> LockResult:
    """Open what is sealed and write ``close.toml``.

    Raises GameFolderError when something is sealed and there is no key, or the disk does not take it.
    """
    work = _DeadlineLock(game=game, season=season, state=state, options=options)
    receipts = {power: work.receipt(power) for power in state.powers}
    press = {slot.key: work.press(slot) for slot in season.sealed_press}
    closing = Closing(closed=options.now, engine=__version__, receipts=receipts, press=press)
    write_atomically(season.folder / "close.toml", encode_close_file(closing))
    return LockResult(refused=tuple(work.refused), to_pass_on=tuple(work.to_pass_on))


@dataclass(slots=True)
class _DeadlineLock:
    """Writes a receipt for every file of one deadline, and opens what is sealed."""

    game: Game
    season: Season
    state: GameState
    options: CloseOptions
    refused: list[str] = field(default_factory=list)
    to_pass_on: list[str] = field(default_factory=list)

    def receipt(self, power: Power) -> Receipt:
        """Return the receipt for a power's file; a sealed one is opened first."""
        if power in self.season.sealed:
            return self._open_orders(power)
        file = self.season.files.get(power)
        if file is None:
            return Receipt(status=Status.NONE)
        status = self._status(power)
        if not file.is_readable:
            status = Status.UNREADABLE
        elif is_blank(file, self.state, self.game.settings.variant):
            return Receipt(status=Status.NONE)
        elif self.game.settings.secrecy.orders == "sealed":
            status = Status.VOID
        receipt = Receipt(status=status, file=file.name, sha256=file.sha256)
        return self._add_arrival(power, receipt)

    def press(self, slot: PressSlot) -> PressReceipt:
        """Open a sealed item of press: for everybody beside the orders, for some where only the GM has it."""
        name = f"{slot.name}.age"
        identity, powers = self._identity(name), self.game.settings.powers
        content = b""
        try:
            content = self.season.read_sealed(slot)
            opened = open_press(content, slot, identity, powers)
        except ZinegenError as error:
            self._refuse(name, error)
            return PressReceipt(sealed_sha256=digest(content))
        open_key = opened.open_key
        if opened.inside.to:
            where = f"{self.season.slug}/{slot.key}.md"
            write_private(self.game.folder, where, opened.content)
            whom = ", ".join(opened.inside.to)
            self.to_pass_on.append(f"{self.game.shown}/{PRIVATE}/{where} is press for {whom} only")
            open_key = ""
        else:
            self._publish(f"{slot.key}.md", opened.content)
        return PressReceipt(
            sealed_sha256=opened.sealed_sha256,
            opened_sha256=opened.opened_sha256,
            open_key=open_key,
        )

    def _identity(self, name: str) -> Identity:
        if self.options.identity is None:
            raise GameFolderError(f"{self.season.shown}/{name} is sealed: the GM's key is needed")
        return self.options.identity

    def _refuse(self, name: str, error: ZinegenError) -> None:
        plain = not isinstance(error, SealError) or error.code == "S06"
        self.refused.append(f"{name}: {error}" if plain else str(error))

    def _publish(self, name: str, content: bytes) -> None:
        make_folder(self.season.folder / OPENED)
        write_atomically(self.season.folder / OPENED / name, content)

    def _open_orders(self, power: Power) -> Receipt:
        slot = self.season.slot(power)
        name = f"{slot.name}.age"
        identity = self._identity(name)
        try:
            opened = open_orders(self.season.read_sealed(slot), slot, identity)
        except ZinegenError as error:
            self._refuse(name, error)
            return self._add_arrival(power, Receipt(status=Status.UNREADABLE, file=name))
        stays_secret = is_placement(self.season) and self.state.secrets is not None
        if not stays_secret:
            self._publish(f"{power_slug(power)}.toml", opened.content)
        receipt = Receipt(
            status=self._status(power),
            file=name,
            sealed_sha256=opened.sealed_sha256,
            opened_sha256=opened.opened_sha256,
            open_key="" if stays_secret else opened.open_key,
        )
        return self._add_arrival(power, receipt)

    def _status(self, power: Power) -> Status:
        """Return whether a file came in time, and from the account that it should come from."""
        arrival = self.options.arrivals.get(power)
        player = self.game.settings.players.get(power)
        deadlines = self.game.settings.deadlines
        if arrival is None:
            return Status.ACCEPTED
        if player is not None and player.id and arrival.by_id not in {0, player.id}:
            return Status.VOID
        deadline = self.season.deadline.deadline
        late = deadline is not None and arrival.received > deadline + deadlines.grace
        return Status.LATE if late and deadlines.late_orders != "until-opened" else Status.ACCEPTED

    def _add_arrival(self, power: Power, receipt: Receipt) -> Receipt:
        arrival = self.options.arrivals.get(power)
        if arrival is None:
            return receipt
        received = arrival.received.isoformat()
        return replace(receipt, by_id=arrival.by_id, received=received, commit=arrival.commit)


LIMIT = 1 << 20
_COMMIT = re.compile(r"[0-9a-f]{7,64}")

Arrivals = Mapping[str, Mapping[Power, Arrival]]
"""By game and season, written ``ode-21/1901-1-spring``."""


def write_arrivals(path: Path, arrivals: Arrivals) -> None:
    """Write receipts.

    Raises GameFolderError when the disk does not take them.
    """
    data: dict[str, Json] = {
        season: {
            power_slug(power): _encode_arrival(arrival) for power, arrival in sorted(given.items())
        }
        for season, given in sorted(arrivals.items())
    }
    write_atomically(path, canonical(data))


def _encode_arrival(arrival: Arrival) -> Json:
    return {
        "by_id": arrival.by_id,
        "received": arrival.received.isoformat().replace("+00:00", "Z"),
        "commit": arrival.commit,
    }


def read_arrivals(path: Path, season: str, powers: tuple[Power, ...]) -> Mapping[Power, Arrival]:
    """Return the receipts for one season (``ode-21/1901-1-spring``); nothing where it has none.

    Raises GameFolderError when the file is not what `inbox --receipts` writes.
    """
    content = read_plain(path, LIMIT)
    try:
        data = parse_json(content)
    except (UnicodeDecodeError, GameFolderError):
        raise _no_receipts(path) from None
    given = data.get(season, {}) if isinstance(data, dict) else None
    if not isinstance(given, dict):
        raise _no_receipts(path)
    found: dict[Power, Arrival] = {}
    for slug, table in given.items():
        power = power_of(slug, powers)
        arrival = _decode_arrival(table)
        if power is None or arrival is None:
            raise _no_receipts(path)
        found[power] = arrival
    return dict(sorted(found.items()))


def _decode_arrival(table: Json) -> Arrival | None:
    if not isinstance(table, dict) or table.keys() - {"by_id", "received", "commit"}:
        return None
    by_id, received, commit = (table.get(name) for name in ("by_id", "received", "commit"))
    moment = parse_moment(received)
    if not isinstance(by_id, int) or isinstance(by_id, bool) or moment is None or by_id < 0:
        return None
    if not isinstance(commit, str) or (commit and _COMMIT.fullmatch(commit) is None):
        return None
    return Arrival(received=moment, by_id=by_id, commit=commit)


def parse_moment(text: Json) -> datetime | None:
    """Return the moment that a text is, if it is one with its offset."""
    if not isinstance(text, str):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


def _no_receipts(path: Path) -> GameFolderError:
    return GameFolderError(
        f"{path.name} holds no receipts as `zinegen inbox --receipts` writes them"
    )
