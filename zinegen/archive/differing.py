"""What one record differs by from another of its type, and the way back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TypeVar, get_args

from zinegen.archive.canonical import Json
from zinegen.archive.decoding import RecordError, decode, key_of
from zinegen.archive.encoding import encode, key_text
from zinegen.archive.hints import hints_of, plain

Record = TypeVar("Record")


def difference(new: Record, old: Record) -> dict[str, Json]:
    """Return, field by field, what of one record differs from another of the same type.

    Of a mapping the entries that are new or other (``put``) and the keys that are gone (``gone``); of a
    record in a field its own difference; of everything else the whole.
    """
    if new == old or not dataclasses.is_dataclass(new):
        return {}
    hints, found = hints_of(type(new)), dict[str, Json]()
    for field in dataclasses.fields(new):
        now: object = getattr(new, field.name)
        then: object = getattr(old, field.name)
        if now != then:
            found[field.name] = _change(now, then, hints[field.name])
    return found


def _change(now: object, then: object, hint: object) -> Json:
    if isinstance(now, Mapping) and isinstance(then, Mapping):
        put = {key: part for key, part in now.items() if key not in then or then[key] != part}
        gone: list[Json] = [key_text(key) for key in sorted(then.keys() - now.keys())]
        parts = {"put": encode(put, hint) if put else None, "gone": gone or None}
        return {name: part for name, part in parts.items() if part is not None}
    if type(now) is type(then) and dataclasses.is_dataclass(now):
        return {"in": difference(now, then)}
    return {"whole": encode(now, hint)}


def with_difference(old: Record, data: Json) -> Record:
    """Return a record made of another and what differs from it; the inverse of `difference`.

    Raises RecordError when the data is no such difference.
    """
    hints = hints_of(type(old))
    try:
        if not isinstance(data, dict):
            raise TypeError("no table")  # noqa: TRY301  (told below, with what it is no change of)
        fields = {
            name: _changed(getattr(old, name), part, hints[name]) for name, part in data.items()
        }
        made: Record = dataclasses.replace(old, **fields)  # type: ignore[type-var]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise RecordError(f"this is no change of a {type(old).__name__}: {error}") from None
    return made


def _changed(then: object, data: Json, hint: object) -> object:
    if not isinstance(data, dict):
        raise TypeError("no table")
    if "whole" in data:
        return decode(data["whole"], hint)
    if "in" in data:
        return with_difference(then, data["in"])
    if not isinstance(then, Mapping):
        raise TypeError("no mapping")
    put = decode(data.get("put", {}), hint)
    gone = data.get("gone", [])
    if not isinstance(put, Mapping) or not isinstance(gone, list):
        raise TypeError("no entries")
    keys = get_args(plain(hint))[0]
    left = {key_of(str(key), keys) for key in gone}
    kept = {key: part for key, part in then.items() if key not in left}
    return dict(sorted({**kept, **put}.items()))
