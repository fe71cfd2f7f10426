"""Putting a power's order file in its place; what lay there is kept beside it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.archive.closing.next_season import write_blank_orders
from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError, make_folder, read_plain, write_atomically
from zinegen.archive.folder.games import SeasonFolder
from zinegen.archive.sealing.sealed_files import open_orders, seal_orders
from zinegen.archive.seals import SEALED_LIMIT, Identity, SealError
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.play.texts.close_file import Status
from zinegen.play.texts.order_file import OrderSlot
from zinegen.play.texts.toml_text import ORDERS_LIMIT

MOST_KEPT = 999


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """What became of the file in a power's place."""

    path: str
    """As people see it."""
    is_new: bool
    """False: the same orders lay there already."""
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
    closing = season.closing
    receipt = closing.receipts.get(power) if closing is not None else None
    if receipt is not None and receipt.status is not Status.NONE:
        raise GameFolderError(f"{season.slug} is closed, and the orders of {power} are locked")
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
    shown = f"{season.shown}/orders"
    if lies_there:
        return Replacement(path=f"{shown}/{path.name}", is_new=False)
    make_folder(path.parent)
    kept = _keep(path, write_blank_orders(current, season, power))
    write_atomically(path, new)
    return Replacement(
        path=f"{shown}/{path.name}", is_new=True, kept=f"{shown}/{kept}" if kept else ""
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
    """Copy what somebody wrote beside its place under a name that is free, and return the name.

    Raises FileError when it cannot be read, GameFolderError when no name is free.
    """
    if not path.exists() and not path.is_symlink():
        return ""
    content = read_plain(path, SEALED_LIMIT)
    if content == blank:
        return ""
    stem, endings = path.name.split(".", 1)
    for number in range(1, MOST_KEPT + 1):
        kept = path.with_name(f"{stem}.before-{number}.{endings}")
        if not kept.exists() and not kept.is_symlink():
            write_atomically(kept, content)
            return kept.name
        if not kept.is_symlink() and read_plain(kept, SEALED_LIMIT) == content:
            return kept.name
    raise GameFolderError(f"{path} was replaced {MOST_KEPT} times; clear away what is not needed")
