"""One way to write data as bytes, so that the same result has the same bytes for ever.

JSON with sorted keys, ASCII escapes, no floats and no sets, a line feed at the end. What fits into
one line stands on one line, so that a change of one fact is a change of one line.
"""

from __future__ import annotations

import json
from typing import TypeAlias

from zinegen.errors import GameFolderError

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""Data as JSON knows it, without floats."""

LINE = 120
"""Up to so many characters, a list or table is written on one line."""


def canonical(value: Json) -> bytes:
    """Return the canonical bytes of some data.

    Raises TypeError when there is a float, a set or anything else that JSON has no one way to write.
    """
    return "".join((_write_indented(value, 0), "\n")).encode("ascii")


def _write_indented(value: Json, depth: int) -> str:
    short = _write_on_one_line(value)
    if not isinstance(value, list | dict) or not value or (depth and depth + len(short) <= LINE):
        return short
    pad = " " * (depth + 1)
    if isinstance(value, list):
        parts = [pad + _write_indented(part, depth + 1) for part in value]
    else:
        parts = [
            f"{pad}{json.dumps(key)}: {_write_indented(part, depth + 1)}"
            for key, part in sorted(value.items())
        ]
    opening, closing = "[]" if isinstance(value, list) else "{}"
    return "\n".join((opening, ",\n".join(parts), " " * depth + closing))


def _write_on_one_line(value: Json) -> str:
    match value:
        case None | bool() | int() | str():
            return json.dumps(value)
        case list():
            return f"[{', '.join(map(_write_on_one_line, value))}]"
        case dict():
            if not all(isinstance(key, str) for key in value):
                raise TypeError("the keys of a table are texts")
            pairs = (
                f"{json.dumps(key)}: {_write_on_one_line(value[key])}" for key in sorted(value)
            )
            return f"{{{', '.join(pairs)}}}"
    raise TypeError(f"{type(value).__name__} has no canonical form")


def parse_json(content: bytes) -> Json:
    """Return the data of canonical bytes.

    Raises GameFolderError when they are no JSON, hold a float, or name a key twice.
    """
    try:
        found: Json = json.loads(
            content,
            object_pairs_hook=_refuse_doubles,
            parse_float=_refuse_fraction,
            parse_constant=_refuse_fraction,
        )
    except (ValueError, RecursionError) as error:
        raise GameFolderError(f"it is no recorded result: {error}") from None
    return found


def _refuse_doubles(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _refuse_fraction(text: str) -> Json:
    raise ValueError(f"{text} is no whole number")
