"""Locking a deadline: sealed files are opened, and ``close.toml`` says which files lay there in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from zinegen.archive.closing.arrivals import Arrival, Version
from zinegen.archive.closing.progress import last_moment
from zinegen.archive.files import FileError, make_folder, write_atomically
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.folder.press_files import PressSlot
from zinegen.archive.folder.toml_files import encode_toml
from zinegen.archive.sealing.reports import PRIVATE, write_private
from zinegen.archive.sealing.sealed_files import open_orders, open_press
from zinegen.archive.sealing.sealed_records import is_placement
from zinegen.archive.seals import Identity, SealError, is_any_for, say_reason
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.game.state import GameState
from zinegen.languages.texts import N_, gettext
from zinegen.play.chance import NO_DICE, Dice
from zinegen.play.names import digest
from zinegen.play.read_orders import is_blank
from zinegen.play.texts.close_file import Closing, PressReceipt, Receipt, Status, close_data
from zinegen.play.texts.order_file import OPENED, OrderFile, OrderSlot, parse_order_file
from zinegen.play.texts.rulings_file import RulingKind
from zinegen.play.texts.toml_text import ORDERS, parse_toml
from zinegen.play.votes import VotesTold
from zinegen.version import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseOptions:
    """What closing needs besides the folder: the time, the GM's key and dice, when files arrived."""

    now: datetime
    """With its offset."""
    identity: Identity | None = None
    """The GM's key; needed where orders are sealed."""
    no_key: str = ""
    """Where that was looked for, and what helps where it is not there."""
    dice: Dice = NO_DICE
    arrivals: Mapping[Power, Arrival] = field(default_factory=dict)
    early: str = ""
    """The season to close although its deadline has not come, or it has none; empty for none."""
    begun: int = 0
    """When this run began, in nanoseconds of the disk's clock; 0 where nobody else can be at work."""

    def say_missing_key(self) -> str:
        """Return that the GM's key is needed, and what helps."""
        return "; ".join(filter(None, (gettext("the GM's key is needed"), self.no_key)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LockResult:
    """The result of locking a deadline, for the GM."""

    refused: tuple[str, ...] = ()
    """Sealed files that do not open, a sentence each."""
    to_pass_on: tuple[str, ...] = ()
    """Press to some powers only, a sentence each."""


def lock_deadline(
    game: Game, season: SeasonFolder, state: GameState, options: CloseOptions
) -> LockResult:
    """Open what is sealed and write ``close.toml``.

    Raises GameFolderError when something is sealed and there is no key, or the disk does not take it.
    """
    work = _DeadlineLock(game=game, season=season, state=state, options=options)
    receipts = {power: work.receipt(power) for power in state.powers}
    press = {slot.key: work.press(slot) for slot in season.sealed_press}
    closing = Closing(
        closed=options.now,
        engine=__version__,
        receipts=receipts,
        press=press,
        refused_press=season.refused_press,
        votes="" if game.settings.policy.votes == VotesTold.NONE else game.settings.policy.votes,
    )
    write_close_file(season, closing)
    return LockResult(refused=tuple(work.refused), to_pass_on=tuple(work.to_pass_on))


def write_close_file(season: SeasonFolder, closing: Closing) -> None:
    """Write a season's ``close.toml``."""
    head = "# Written by `zinegen close`. Decisions go into rulings.toml, not in here.\n"
    write_atomically(season.folder / "close.toml", encode_toml(close_data(closing), head=head))


def open_mended_files(
    game: Game, season: SeasonFolder, state: GameState, options: CloseOptions
) -> LockResult:
    """Open the sealed files of a locked deadline that were void and that the GM now accepts.

    Raises GameFolderError when the disk does not take what is inside.
    """
    work = _DeadlineLock(game=game, season=season, state=state, options=options)
    closing = season.closing
    if closing is None or work.identity is None:
        return LockResult()
    accepted = {one.about for one in season.decisions if one.kind is RulingKind.ACCEPT}
    mended = {
        power: work.receipt(power)
        for power, receipt in closing.receipts.items()
        if power in season.sealed
        and not receipt.opened_sha256
        and (receipt.status is Status.NONE or receipt.file.endswith(".age"))
        and (power in accepted or work.is_renamed(power, receipt))
    }
    if mended:
        closing = replace(closing, receipts={**closing.receipts, **mended})
        write_close_file(season, closing)
    return LockResult(refused=tuple(work.refused))


RULED = frozenset(
    {RulingKind.ACCEPT, RulingKind.REFUSE, RulingKind.PROCEED, RulingKind.CIVIL_DISORDER}
)
"""Rulings that say what becomes of a power's file, so that nobody need open it."""
MISNAMED = N_("a file lay there under a name that no order file has")
FOREIGN = N_("it came from another account than its player's")


@dataclass(slots=True)
class _DeadlineLock:
    """Writes a receipt for every file of one deadline, and opens what is sealed."""

    game: Game
    season: SeasonFolder
    state: GameState
    options: CloseOptions
    refused: list[str] = field(default_factory=list)
    to_pass_on: list[str] = field(default_factory=list)

    def receipt(self, power: Power) -> Receipt:
        """Return the receipt for a power's file; a sealed one is opened first."""
        arrival = self.options.arrivals.get(power)
        found = _add_origin(self._receive(power), arrival)
        if arrival is None:
            return found
        is_foreign = self._is_foreign(power, arrival)
        if is_foreign and found.file:
            found = replace(found, status=Status.VOID, reason=found.reason or FOREIGN)
        kept = self._keep(power, arrival.in_time) if arrival.in_time is not None else None
        if kept is None:
            return found
        if not is_foreign and self.game.settings.deadlines.late_changes == "gm":
            is_sound = kept.status is Status.ACCEPTED
            kept = replace(kept, status=Status.LATE) if is_sound else kept
        return replace(found, status=Status.VOID if is_foreign else Status.LATE, in_time=kept)

    def is_renamed(self, power: Power, receipt: Receipt) -> bool:
        """Tell whether a sealed file lay there under a wrong name when the deadline was locked."""
        try:
            content = self.season.read_sealed(self.season.slot(power))
        except FileError:
            return False
        return digest(content) == receipt.sha256

    def _receive(self, power: Power) -> Receipt:
        """Return the receipt for the file that lies there."""
        slot = self.season.slot(power)
        if power in self.season.sealed:
            read = partial(self.season.read_sealed, slot)
            name, status = f"{slot.name}.age", self._status(power)
            return self._open_orders(slot, name, slot.opened_name, status, read)
        file = self.season.files.get(power)
        found = Receipt(status=Status.NONE)
        if file is not None:
            found = self._receive_plain(file, self._status(power))
        strays = self.season.strays_of(power)
        if found.status is Status.NONE and strays:
            # Renamed after the lock it is known again, and counts.
            return replace(found, sha256=strays[0].sha256, reason=MISNAMED)
        return found

    def _receive_plain(self, file: OrderFile, status: Status) -> Receipt:
        """Return the receipt for a file that is not sealed."""
        if not file.is_readable:
            status = Status.UNREADABLE
        elif is_blank(file, self.season.turn(self.season.variant, self.state)):
            return Receipt(status=Status.NONE)
        elif self.game.settings.secrecy.orders == "sealed":
            reason = N_("it lies open, and in this game orders are sealed")
            return Receipt(status=Status.VOID, file=file.name, sha256=file.sha256, reason=reason)
        return Receipt(status=status, file=file.name, sha256=file.sha256)

    def _keep(self, power: Power, version: Version) -> Receipt | None:
        """Put the version that came in time beside what was opened; None where it holds no orders."""
        slot = self.season.slot(power)
        if version.file.endswith(".age"):
            name, target = f"{slot.in_time_name}.age", slot.in_time_name
            self._publish(name, version.content)
            read = partial(self.season.read_sealed_file, name)
            receipt = self._open_orders(slot, name, target, Status.ACCEPTED, read)
            return _add_origin(receipt, version)
        reading = parse_toml(version.content, f"{slot.shown}/{slot.in_time_name}", ORDERS)
        file = parse_order_file(reading, slot, slot.in_time_name)
        receipt = self._receive_plain(file, Status.ACCEPTED)
        if receipt.status in {Status.NONE, Status.VOID}:
            return None
        self._publish(slot.in_time_name, version.content)
        return _add_origin(receipt, version)

    def press(self, slot: PressSlot) -> PressReceipt:
        """Open a sealed item of press: for everybody beside the orders, for some where only the GM has it."""
        content = b""
        try:
            content = self.season.read_sealed(slot)
            identity = self._require_key(f"{slot.name}.age", slot.author)
            opened = open_press(content, slot, identity, self.game.settings.powers)
        except (SealError, FileError) as error:
            self._refuse(f"{slot.name}.age", error)
            return PressReceipt(sealed_sha256=digest(content))
        open_key = opened.open_key
        if opened.inside.to:
            where = f"{self.season.slug}/{slot.key}.md"
            write_private(self.game.folder, where, opened.content)
            kept, sealed = f"{self.game.shown}/{PRIVATE}/{where}", f"{slot.path}.age"
            self.to_pass_on.append(
                gettext(
                    "{sealed} is press for some powers only: pass on {kept}, or what `zinegen open` shows",
                    sealed=sealed,
                    kept=kept,
                )
            )
            open_key = ""
        else:
            self._publish(f"{OPENED}/{slot.key}.md", opened.content)
        return PressReceipt(
            sealed_sha256=opened.sealed_sha256,
            opened_sha256=opened.opened_sha256,
            open_key=open_key,
        )

    @property
    def identity(self) -> Identity | None:
        """The GM's key; None where only keys of other games are here."""
        identity, keys = self.options.identity, self.game.settings.secrecy.gm_keys
        return identity if identity is not None and is_any_for(identity, keys) else None

    def _require_key(self, name: str, power: Power | None) -> Identity:
        """Return the GM's key.

        Raises SealError S07 where there is none and the GM has ruled on the file, GameFolderError where not.
        """
        if self.identity is not None:
            return self.identity
        file = f"{self.season.shown}/{name}"
        if any(one.about == power and one.kind in RULED for one in self.season.decisions):
            raise SealError("S07", file)
        raise GameFolderError(
            gettext(
                "{file} is sealed: {hint}. Where it is lost, the game goes on when rulings.toml says "
                "of every sealed file what becomes of it: accept (a plain file), refuse or proceed",
                file=file,
                hint=self.options.say_missing_key(),
            )
        )

    def _refuse(self, name: str, error: SealError | FileError) -> str:
        """Note that a file does not open; return the reason."""
        reason = error.reason if isinstance(error, SealError) else error.fault.value
        self.refused.append(f"{self.season.shown}/{name}: {say_reason(reason)}")
        return reason

    def _publish(self, name: str, content: bytes) -> None:
        make_folder(self.season.folder / OPENED)
        write_atomically(self.season.folder / name, content)

    def _open_orders(
        self,
        slot: OrderSlot,
        name: str,
        target: str,
        status: Status,
        read: Callable[[], bytes],
    ) -> Receipt:
        """Open the sealed file of a name and put what is inside under ``target``."""
        content = b""
        try:
            content = read()
            opened = open_orders(content, slot, self._require_key(name, slot.power), name)
        except (SealError, FileError) as error:
            return Receipt(
                status=Status.VOID,
                file=name,
                sealed_sha256=digest(content) if content else "",
                reason=self._refuse(name, error),
            )
        stays_secret = is_placement(self.season) and self.state.secrets is not None
        if not stays_secret:
            self._publish(target, opened.content)
        return Receipt(
            status=status,
            file=name,
            sealed_sha256=opened.sealed_sha256,
            opened_sha256=opened.opened_sha256,
            open_key="" if stays_secret else opened.open_key,
        )

    def _status(self, power: Power) -> Status:
        """Return whether a file came in time."""
        arrival = self.options.arrivals.get(power)
        if arrival is None:
            return Status.ACCEPTED
        last = last_moment(self.game, self.season)
        late = last is not None and arrival.received > last
        counts = self.game.settings.deadlines.late_orders == "until-opened"
        return Status.LATE if late and not counts else Status.ACCEPTED

    def _is_foreign(self, power: Power, arrival: Arrival) -> bool:
        """Tell whether a file came from another account than its player's."""
        player = self.game.settings.players.get(power)
        return player is not None and player.id != 0 and arrival.by_id not in {0, player.id}


def _add_origin(receipt: Receipt, origin: Arrival | Version | None) -> Receipt:
    """Return a receipt with what the platform says of the file, if there is one."""
    if origin is None or not receipt.file:
        return receipt
    received = origin.received.isoformat() if origin.received is not None else ""
    return replace(receipt, by_id=origin.by_id, received=received, commit=origin.commit)
