"""Receipts: which powers' files are in for the open season, when they came, and their digests.

A digest tells nothing of the orders, and whoever has one finds the own file by it after the deadline.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from zinegen.archive.closing.progress import GameProgress
from zinegen.archive.files import FileError
from zinegen.archive.folder.arrivals_file import read_handed
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.board.board import Power
from zinegen.play.names import digest, power_slug
from zinegen.play.verification.receipts import find_receipts, read_digest

BY_GM = "by-gm"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivedFile:
    """A file that is in."""

    power: Power
    sha256: str
    """Of its bytes; empty where orders come to the GM alone: plain orders can be guessed from a digest."""
    received: datetime | None = None
    """None where nothing here says it: then the platform knows."""
    way: str = ""
    """``mail``, ``issue 12``; empty where it came otherwise."""


def list_handed_in(current: GameProgress, season: SeasonFolder) -> tuple[ArrivedFile, ...]:
    """Return what is in for the open season, by power."""
    handed, secrecy = read_handed(season.folder), current.game.settings.secrecy.orders
    missing = current.list_missing(season)
    found = []
    for power in current.game.settings.powers:
        sha256 = "" if secrecy == BY_GM else _digest_file(season, power)
        is_there = power in season.sealed or power in season.files
        if power in missing or not is_there:
            continue
        arrival = handed.get(power_slug(power))
        is_same = arrival is not None and arrival.sha256 == sha256
        found.append(
            ArrivedFile(
                power=power,
                sha256=sha256,
                received=arrival.received if arrival is not None and is_same else None,
                way=arrival.way if arrival is not None and is_same else "",
            )
        )
    return tuple(found)


def _digest_file(season: SeasonFolder, power: Power) -> str:
    """Return the digest of what lies in a power's place; empty where it cannot be read."""
    if power in season.sealed:
        try:
            return digest(season.read_sealed(season.slot(power)))
        except FileError:
            return ""
    file = season.files.get(power)
    return file.sha256 if file is not None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """Where the file of a receipt lies, or lay."""

    season: str
    power: Power
    path: str
    """As people see it."""
    what: str
    """In words: that it counted, or why not."""


def find_receipt(game: Game, text: str) -> Iterator[FoundFile]:
    """Yield the files of all seasons with a digest, or with one that begins so."""
    begin = read_digest(text)
    for season in game.seasons if begin else ():
        for one in find_receipts(season.closing, [begin]) if season.closing is not None else ():
            path = f"{season.shown}/{one.receipt.file}"
            yield FoundFile(season=season.slug, power=one.power, path=path, what=one.what)
        if season.closing is None:
            for power in game.settings.powers:
                if _digest_file(season, power).startswith(begin):
                    path = f"{season.shown}/{season.slot(power).name}"
                    sealed = ".age" if power in season.sealed else ""
                    yield FoundFile(
                        season=season.slug, power=power, path=f"{path}{sealed}", what="is in"
                    )
