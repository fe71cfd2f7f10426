"""``arrivals.toml`` of a season: when each power's file came in, by which way, and its digest.

What hands orders in writes it: a message that the GM takes, an issue of the repository. It tells nothing of
the orders, and whoever has a receipt finds it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.archive.files import FileError, read_plain, write_atomically
from zinegen.archive.folder.toml_files import encode_toml
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import SETTINGS, SETTINGS_LIMIT, Value, parse_toml

ARRIVALS = "arrivals.toml"
HEAD = "# What came in for this season, and when: written by the program. It tells nothing of the orders.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Handed:
    """A file that was handed in."""

    received: datetime
    sha256: str
    """Of the file's bytes as they were put in place."""
    way: str
    """``mail`` or ``issue 12``."""
    by_id: int = 0
    """The number of the account that sent it; 0 where nobody knows."""


def read_handed(season: Path) -> Mapping[str, Handed]:
    """Return what came in for a season last, by the powers' names in files, as far as it can be read."""
    try:
        content = read_plain(season / ARRIVALS, SETTINGS_LIMIT)
    except FileError:
        return {}
    reading = parse_toml(content, ARRIVALS, SETTINGS)
    if reading.document is None:
        return {}
    top, found = Table.of(reading.document), {}
    for power in top.names():
        table = top.table(power)
        received = table.moment("received") if table is not None else None
        if table is not None and received is not None:
            found[power] = Handed(
                received=received,
                sha256=(table.text("sha256") or "")[:64],
                way=(table.text("way") or "")[:40],
                by_id=table.number("by_id", 0, most=1 << 62),
            )
    return found


def write_handed(season: Path, new: Mapping[str, Handed]) -> None:
    """Note what came in for a season, in the place of what these powers handed in before.

    Raises GameFolderError when the disk does not take it.
    """
    joined = {**read_handed(season), **new}
    data: dict[str, Value] = {
        power: {
            "received": one.received,
            "sha256": one.sha256,
            "way": one.way,
            **({"by_id": one.by_id} if one.by_id else {}),
        }
        for power, one in sorted(joined.items())
    }
    write_atomically(season / ARRIVALS, encode_toml(data, head=HEAD))
