"""What the platform knows of the players' files: who sent each, when it came, what came in time before it.

It is written by `inbox --receipts` and read by `close`: a JSON file with, for every season that is due, by
power, the account's number, the moment of arrival and the commit of what lies there::

    {"ode-21/1901-1-spring":
      {"england": {"by_id": 583231, "received": "2026-12-02T06:00:00Z", "commit": "3c0f…",
                   "in_time": {"file": "orders/england.toml", "content": "…in base64…",
                               "by_id": 583231, "received": "2026-11-30T18:04:11Z", "commit": "9a41…"}}}}

Where what lies there came late, or from somebody else, ``in_time`` is the last version that did not. The
GM's own versions have neither an account nor a moment.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from zinegen.archive.files import read_plain, write_atomically
from zinegen.board.board import Power
from zinegen.errors import GameFolderError
from zinegen.play.names import power_of, power_slug
from zinegen.play.records.codec import Json, canonical, parse_json
from zinegen.play.texts.toml_text import KILOBYTE

LIMIT = 4096 * KILOBYTE
"""Bytes of a file of receipts: an order file of each power in all games that are due."""
_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_FILE = re.compile(r"orders/[a-z0-9-]{1,40}\.toml(?:\.age)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a power's orders as it once lay there."""

    file: str
    """Relative to the season's folder: ``orders/england.toml.age``."""
    content: bytes
    by_id: int = 0
    """The number of the account that sent it; 0 for the GM's own."""
    received: datetime | None = None
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What the platform says about the file of a power's orders that lies there."""

    received: datetime
    by_id: int = 0
    """The number of the account that sent it."""
    commit: str = ""
    in_time: Version | None = None
    """The last version that came in time from the power's own player, where this one did not."""


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
    found = _encode_origin(arrival)
    version = arrival.in_time
    if version is not None:
        content = base64.b64encode(version.content).decode()
        found["in_time"] = {**_encode_origin(version), "file": version.file, "content": content}
    return found


def _encode_origin(one: Arrival | Version) -> dict[str, Json]:
    received = one.received.isoformat().replace("+00:00", "Z") if one.received else ""
    return {"by_id": one.by_id, "received": received, "commit": one.commit}


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
    if not isinstance(table, dict):
        return None
    origin = {name: value for name, value in table.items() if name != "in_time"}
    by_id, received, commit = _decode_origin(origin) or (0, None, "")
    if received is None:
        return None
    version = _decode_version(table["in_time"]) if "in_time" in table else None
    if version is None and "in_time" in table:
        return None
    return Arrival(received=received, by_id=by_id, commit=commit, in_time=version)


def _decode_version(table: Json) -> Version | None:
    if not isinstance(table, dict):
        return None
    origin = {name: value for name, value in table.items() if name not in {"file", "content"}}
    read, file, content = _decode_origin(origin), table.get("file"), table.get("content")
    if read is None or not isinstance(file, str) or not isinstance(content, str):
        return None
    try:
        raw = base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        return None
    if _FILE.fullmatch(file) is None:
        return None
    return Version(file=file, content=raw, by_id=read[0], received=read[1], commit=read[2])


def _decode_origin(table: Mapping[str, Json]) -> tuple[int, datetime | None, str] | None:
    """Return account, moment and commit; None when the table does not hold these three."""
    if table.keys() != {"by_id", "received", "commit"}:
        return None
    by_id, received, commit = table["by_id"], table["received"], table["commit"]
    moment = parse_moment(received)
    if not isinstance(by_id, int) or isinstance(by_id, bool) or by_id < 0:
        return None
    if (moment is None and received != "") or not isinstance(commit, str):
        return None
    if commit and _COMMIT.fullmatch(commit) is None:
        return None
    return by_id, moment, commit


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
