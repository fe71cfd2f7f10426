"""Putting a power's order file in its place, and back; what lay there is kept beside it.

What lay there before is kept as ``france.before-1.toml``, what a restored file took the place of as
``france.undone-1.toml``, of the same number; an empty file stands for no orders.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.archive.closing.next_season import write_blank_orders
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import (
    FileError,
    list_folder,
    make_folder,
    read_plain,
    write_atomically,
)
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.sealing.sealed_files import open_orders, seal_orders
from zinegen.archive.seals import SEALED_LIMIT, Identity, SealError
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.languages.names import PowerInSentence, SeasonInSentence
from zinegen.languages.texts import gettext
from zinegen.play.names import digest
from zinegen.play.texts.close_file import Status
from zinegen.play.texts.order_file import OrderSlot
from zinegen.play.texts.toml_text import ORDERS_LIMIT

MOST_KEPT = 999
BEFORE, UNDONE = "before", "undone"
"""What the names of kept files say of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """What became of the file in a power's place."""

    path: str
    """As people see it."""
    is_new: bool
    """False: the same orders lay there already."""
    sha256: str = ""
    """Of the file's bytes, for its player to keep: it tells nothing, and can be compared at the deadline."""
    kept: str = ""
    """Where what lay there is now, as people see it; empty when nothing of anybody's did."""


def replace_orders(
    current: GameProgress,
    season: SeasonFolder,
    power: Power,
    content: bytes,
    *,
    now: datetime,
    identity: Identity | None,
) -> Replacement:
    """Put an order file in a power's place, sealed to the GM's keys where orders are sealed.

    Where the same orders lie there already nothing is written; with ``identity`` this is known of sealed
    ones too. Raises GameFolderError when the season is closed and the power's orders are locked, or the disk
    does not take the file, SealError when it cannot be sealed.
    """
    _refuse_locked(season, power)
    slot, secrecy = season.slot(power), current.game.settings.secrecy
    if secrecy.orders == "sealed":
        path = season.folder / f"{slot.name}.age"
        before = _read_sealed(path, slot, identity)
        lies_there = before is not None and before.partition(b"\n\n[seal]\n")[0] == content.rstrip()
        written = now.strftime("%Y-%m-%dT%H:%M:%SZ")
        new = b"" if lies_there else seal_orders(content.decode(), slot, secrecy.gm_keys, written)
    else:
        path, new = season.folder / slot.name, content
        lies_there = path.exists() and read_plain(path, ORDERS_LIMIT) == content
    if lies_there:
        return Replacement(path=f"{season.shown}/orders/{path.name}", is_new=False)
    return _put(current, season, power, path, new)


def replace_sealed_file(
    current: GameProgress, season: SeasonFolder, power: Power, content: bytes
) -> Replacement:
    """Put a sealed file, as it is, in a power's place; where it lies there already nothing is written.

    Raises GameFolderError as `replace_orders` does.
    """
    _refuse_locked(season, power)
    path = season.folder / f"{season.slot(power).name}.age"
    if path.exists() and read_plain(path, SEALED_LIMIT).strip() == content.strip():
        return Replacement(path=f"{season.shown}/orders/{path.name}", is_new=False)
    return _put(current, season, power, path, content)


def _put(
    current: GameProgress, season: SeasonFolder, power: Power, path: Path, content: bytes
) -> Replacement:
    """Write a file in a power's place, and keep what lies there."""
    shown = f"{season.shown}/orders"
    make_folder(path.parent)
    kept = _keep(path, write_blank_orders(current, season, power))
    write_atomically(path, content)
    return Replacement(
        path=f"{shown}/{path.name}",
        is_new=True,
        sha256=digest(content),
        kept=f"{shown}/{kept}" if kept else "",
    )


def restore_orders(current: GameProgress, season: SeasonFolder, power: Power) -> Replacement:
    """Put back what lay in a power's place before the last take that was not undone, byte for byte.

    What lies there now is kept. Of files of which nothing older is kept nothing is written; only a first take
    leads back to no orders. Raises GameFolderError as `replace_orders` does.
    """
    _refuse_locked(season, power)
    is_sealed = current.game.settings.secrecy.orders == "sealed"
    slot, shown = season.slot(power), f"{season.shown}/orders"
    path = season.folder / (f"{slot.name}.age" if is_sealed else slot.name)
    undone, before = _list_numbers(path, UNDONE), _list_numbers(path, BEFORE)
    number = max(before - undone, default=0)
    blank = write_blank_orders(current, season, power)
    now = read_plain(path, SEALED_LIMIT) if path.exists() or path.is_symlink() else b""
    if (number == 0 and (undone or before)) or (now in {b"", blank} and not number):
        return Replacement(path=f"{shown}/{path.name}", is_new=False)
    old = read_plain(_place(path, BEFORE, number), SEALED_LIMIT) if number else b""
    kept = _place(path, UNDONE, number)
    write_atomically(kept, b"" if now == blank else now)
    if old or not is_sealed:
        write_atomically(path, old or blank)
    else:
        path.unlink(missing_ok=True)
    return Replacement(path=f"{shown}/{path.name}", is_new=True, kept=f"{shown}/{kept.name}")


def _refuse_locked(season: SeasonFolder, power: Power) -> None:
    """Raise GameFolderError when the season is closed, and the power's orders are locked."""
    receipt = season.closing.receipts.get(power) if season.closing is not None else None
    if receipt is not None and receipt.status is not Status.NONE:
        raise GameFolderError(
            gettext(
                "{season} is closed, and the orders of {power} are locked",
                season=SeasonInSentence(season.slug),
                power=PowerInSentence(power),
            )
        )


def _read_sealed(path: Path, slot: OrderSlot, identity: Identity | None) -> bytes | None:
    """Return what is inside the sealed file in a power's place; None where nobody here can tell."""
    if identity is None or not path.exists():
        return None
    try:
        return open_orders(read_plain(path, SEALED_LIMIT), slot, identity).content
    except (SealError, FileError):
        return None


def _keep(path: Path, blank: bytes) -> str:
    """Copy what lies in a place beside it under the next number, and return the name.

    No orders are kept only where something was kept before, so that the sequence is whole. Raises FileError
    when what lies there cannot be read, GameFolderError when it was replaced too often.
    """
    content = read_plain(path, SEALED_LIMIT) if path.exists() or path.is_symlink() else b""
    numbers = _list_numbers(path, BEFORE) | _list_numbers(path, UNDONE)
    if content in {b"", blank}:
        if not numbers:
            return ""
        content = b""
    number = max(numbers, default=0) + 1
    if number > MOST_KEPT:
        raise GameFolderError(
            gettext(
                "{path} was replaced {number} times; clear away what is not needed",
                path=path,
                number=MOST_KEPT,
            )
        )
    kept = _place(path, BEFORE, number)
    write_atomically(kept, content)
    return kept.name if content else ""


def _place(path: Path, word: str, number: int) -> Path:
    """Return the path of what is kept of an order file under a word and a number."""
    stem, endings = path.name.split(".", 1)
    return path.with_name(f"{stem}.{word}-{number}.{endings}")


def _list_numbers(path: Path, word: str) -> set[int]:
    """Return the numbers under which something is kept beside an order file."""
    stem, endings = path.name.split(".", 1)
    begins, ends = f"{stem}.{word}-", f".{endings}"
    middles = (
        one.name.removeprefix(begins).removesuffix(ends)
        for one in list_folder(path.parent)
        if one.name.startswith(begins) and one.name.endswith(ends)
    )
    return {int(one) for one in middles if one.isascii() and one.isdigit()}
