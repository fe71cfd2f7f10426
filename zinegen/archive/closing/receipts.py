"""Receipts: what the platform knows of players' files, written by `inbox --receipts`, read by `close`.

A JSON file: for every season that is due, by power, the account's number, the moment of arrival and the
commit::

    {"ode-21/1901-1-spring":
      {"england": {"by_id": 583231, "received": "2026-11-30T18:04:11Z", "commit": "3c0f…"}}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from zinegen.archive.closing.lock import Arrival
from zinegen.archive.files import power_of, power_slug, read_plain, write_atomically
from zinegen.archive.records.codec import Json, canonical, parse_json
from zinegen.board.board import Power
from zinegen.errors import GameFolderError

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
