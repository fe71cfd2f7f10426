"""Closing a deadline: lock what counts, judge it, record the result, make the next folder ready.

Every step writes whole files and looks first what is there already. So a run that was cut off is finished
by the next one, and a run too many changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypedDict

from zinegen import __version__
from zinegen.archive.chance import Dice, Draw, no_dice, write_draws
from zinegen.archive.closings import Closing, Receipt, Status, written_closing
from zinegen.archive.files import make_folder, read_plain, sweep, write_whole
from zinegen.archive.games import SEASONS, BrokenGame, Game, Season, open_game
from zinegen.archive.handed import Slot
from zinegen.archive.next_files import next_name, owing, write_season
from zinegen.archive.play import Play, play
from zinegen.archive.reading import is_blank
from zinegen.archive.records import Judged, SeasonRecord, Waiting
from zinegen.archive.results import written_record
from zinegen.archive.seals import Identity, SealError, open_sealed
from zinegen.archive.slugs import power_slug
from zinegen.archive.toml_files import SEALED_LIMIT
from zinegen.board.board import Power
from zinegen.errors import GameFolderError, ZinegenError
from zinegen.game.state import GameState
from zinegen.notation.findings import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What the platform knows of a power's file."""

    received: datetime
    by_id: int = 0
    """The number of the account that sent it."""
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What closing needs besides the folder: the time, the GM's key and dice, the platform's knowledge."""

    now: datetime
    """With its offset."""
    identity: Identity | None = None
    """The GM's key; needed where orders are sealed."""
    dice: Dice = no_dice
    arrivals: Mapping[Power, Arrival] = field(default_factory=dict)
    early: bool = False
    """Close although the deadline has not come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """What closing has done."""

    game: str
    records: tuple[SeasonRecord, ...] = ()
    """The seasons recorded in this run, oldest first."""
    waiting: Waiting | None = None
    """Why the deadline that is locked could not be judged."""
    idle: str = ""
    """Why no deadline was locked; empty when one was, or was already."""
    next_season: str = ""
    """The folder for the next orders; empty when the game is over."""
    findings: tuple[Finding, ...] = ()
    """About lines of the order files that were judged."""
    refused: tuple[str, ...] = ()
    """Sealed files that do not open, a sentence each."""


def close_game(folder: Path, desk: Desk) -> Closed:
    """Close the current deadline of a game.

    Raises GameFolderError when the folder cannot be read or written, with the first reason.
    """
    sweep(folder)
    game = _opened(folder)
    current = play(game, desk.dice)
    season = _current(current)
    idle = ""
    refused: tuple[str, ...] = ()
    if season is not None and season.closing is None:
        idle = _why_not(season, current, desk)
        if not idle:
            refused = _lock(game, season, current.state, desk)
    done = _recorded(folder, desk, current.recorded)
    return Closed(
        game=game.slug,
        records=tuple(one.record for one in done.judged),
        waiting=done.end.waiting,
        idle="" if done.judged else idle,
        next_season=_next(done.end) if done.end.waiting is None else "",
        findings=tuple(finding for one in done.judged for finding in one.findings),
        refused=refused,
    )


def _opened(folder: Path) -> Game:
    game = open_game(folder, past_orders=False)
    if isinstance(game, BrokenGame):
        first = game.findings[0]
        raise GameFolderError(f"{first.where}: {first.title}")
    return game


def _current(current: Play) -> Season | None:
    """Return the season whose turn it is: the first without a record, while the game goes on."""
    game, done = current.game, len(current.recorded)
    over = current.recorded and current.recorded[-1].after.winners is not None
    return None if over or done >= len(game.seasons) else game.seasons[done]


def _why_not(season: Season, current: Play, desk: Desk) -> str:
    """Return why a deadline is not to be locked now; empty when it is."""
    deadline = season.deadline.deadline
    if season.deadline.ready or desk.early:
        return ""
    if deadline is not None:
        return f"{season.slug} is open until {deadline}" if desk.now < deadline else ""
    state, variant = current.state, current.game.settings.variant
    given = any(not is_blank(file, state, variant) for file in season.files.values())
    if given or season.sealed or not owing(state, season.deadline.phases):
        return ""
    return f"{season.slug} has no deadline yet, and nobody has handed in orders"


def _lock(game: Game, season: Season, state: GameState, desk: Desk) -> tuple[str, ...]:
    """Open what is sealed and write ``close.toml``; return what was refused."""
    clerk = _Clerk(game=game, season=season, state=state, desk=desk)
    receipts = {power: clerk.receipt(power) for power in state.powers}
    closing = Closing(closed=desk.now, engine=__version__, receipts=receipts)
    write_whole(season.folder / "close.toml", written_closing(closing))
    return tuple(clerk.refused)


class _Arrived(TypedDict):
    by_id: int
    received: str
    commit: str


@dataclass(slots=True)
class _Clerk:
    """Takes in the files of one deadline."""

    game: Game
    season: Season
    state: GameState
    desk: Desk
    refused: list[str] = field(default_factory=list)

    def receipt(self, power: Power) -> Receipt:
        """Return what became of a power's file; a sealed one is opened first."""
        if power in self.season.sealed:
            return self._sealed(power)
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
        return Receipt(status=status, file=file.name, sha256=file.sha256, **self._arrival(power))

    def _sealed(self, power: Power) -> Receipt:
        slot = Slot(
            game=self.game.slug, season=self.season.slug, power=power, shown=self.season.shown
        )
        name = f"{slot.name}.age"
        if self.desk.identity is None:
            raise GameFolderError(f"{self.season.shown}/{name} is sealed: the GM's key is needed")
        try:
            sealed = read_plain(self.season.folder / name, SEALED_LIMIT)
            opened = open_sealed(sealed, slot, self.desk.identity)
        except ZinegenError as error:
            code = error.code if isinstance(error, SealError) else "S06"
            self.refused.append(f"{name}: {error}" if code == "S06" else str(error))
            return Receipt(status=Status.UNREADABLE, file=name, **self._arrival(power))
        make_folder(self.season.folder / "opened")
        target = self.season.folder / "opened" / f"{power_slug(power)}.toml"
        write_whole(target, opened.content)
        return Receipt(
            status=self._status(power),
            file=name,
            sealed_sha256=opened.sealed_sha256,
            opened_sha256=opened.opened_sha256,
            open_key=opened.open_key,
            **self._arrival(power),
        )

    def _status(self, power: Power) -> Status:
        """Return whether a file came in time, and from the account that it should come from."""
        arrival = self.desk.arrivals.get(power)
        player = self.game.settings.players.get(power)
        deadlines = self.game.settings.deadlines
        if arrival is None:
            return Status.ACCEPTED
        if player is not None and player.id and arrival.by_id not in {0, player.id}:
            return Status.VOID
        deadline = self.season.deadline.deadline
        grace = timedelta(minutes=deadlines.grace_minutes)
        late = deadline is not None and arrival.received > deadline + grace
        return Status.LATE if late and deadlines.late_orders != "until-opened" else Status.ACCEPTED

    def _arrival(self, power: Power) -> _Arrived:
        arrival = self.desk.arrivals.get(power)
        if arrival is None:
            return {"by_id": 0, "received": "", "commit": ""}
        received = arrival.received.isoformat()
        return {"by_id": arrival.by_id, "received": received, "commit": arrival.commit}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    """The seasons recorded, and how far the game has come with them."""

    judged: tuple[Judged, ...]
    end: Play


def _recorded(folder: Path, desk: Desk, known: tuple[SeasonRecord, ...] = ()) -> _Done:
    """Judge and record one season after the other until none is due."""
    judged: list[Judged] = []
    while True:
        current = play(_opened(folder), desk.dice, known)
        known = current.recorded
        if not current.judged:
            return _Done(judged=tuple(judged), end=current)
        if record_season(current, current.judged[0]):
            judged.append(current.judged[0])
            known = (*known, current.judged[0].record)


def record_season(current: Play, judged: Judged) -> bool:
    """Write the record of a season just judged; return whether it was written.

    It is not when throws had to be made for it: they are written down first, and the season is judged
    again with them, so that the record tells what it was made from.
    """
    season = next(one for one in current.game.seasons if one.slug == judged.record.season)
    draws = {draw.label: draw for phase in judged.record.phases for draw in phase.draws}
    known = {draw.label for draw in season.draws}
    if draws.keys() - known:
        merged: Iterable[Draw] = {**draws, **{draw.label: draw for draw in season.draws}}.values()
        write_draws(season.folder / "chance.toml", merged)
        return False
    write_whole(season.result, written_record(judged.record))
    return True


def record_due(folder: Path) -> tuple[SeasonRecord, ...]:
    """Record every season that is ready and can be judged without the GM; for `zinegen build`.

    Raises GameFolderError when the folder cannot be read or written.
    """
    epoch = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return tuple(one.record for one in _recorded(folder, Desk(now=epoch)).judged)


def _next(current: Play) -> str:
    """Make the folder for the next orders ready, if it is not; return its name."""
    game = current.game
    if current.state.winners is not None:
        return ""
    if current.open_season is not None:
        return current.open_season.slug
    before = game.seasons[-1].name if game.seasons else None
    variant = game.settings.variant
    name = str(next_name(variant, current.state, before))
    write_season(game.folder / SEASONS / name, game.slug, variant, current.state)
    return name
