"""Frozen records as plain data, told by their type hints; `decoding` is the way back.

Whatever a rule set adds to the domain (an order, a change, a field of the state) is a frozen dataclass
made of names, numbers, enumerations, tuples and mappings; it needs no code here. What equals its
default is left out. Of a family (orders, changes) the member's name is written under ``is``.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from enum import Enum
from typing import get_args, get_origin

from zinegen.archive.canonical import Json
from zinegen.archive.hints import UNIONS, default_of, hints_of, members_of, plain
from zinegen.game import orders

KIND = "is"
"""The key under which the member of a family is named."""
POINTS = tuple[tuple[int, int], ...]
"""Pairs of numbers, such as the lines of a map, are written as one text: ``1,2 3,4``."""


def encode(value: object, hint: object) -> Json:
    """Return a value of the type that ``hint`` names as plain data.

    Raises TypeError when the value is not of that type, which is a fault of the program.
    """
    hint = plain(hint)
    members = members_of(hint)
    if members:
        return _encode_record(value, tagged=len(members) > 1)
    if get_origin(hint) in UNIONS:
        return _encode_union(value, hint)
    return _encode_many(value, hint)


def _encode_union(value: object, hint: object) -> Json:
    if value is None:
        return None
    rest = [part for part in get_args(hint) if part is not types.NoneType]
    if len(rest) == 1:
        return encode(value, rest[0])
    if isinstance(value, tuple):
        return [encode_leaf(part) for part in value]
    return encode_leaf(value)


def _encode_many(value: object, hint: object) -> Json:
    arguments = get_args(hint)
    if hint == POINTS and isinstance(value, tuple):
        return " ".join(f"{x},{y}" for x, y in value)
    if isinstance(value, tuple):
        parts = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
        return [encode(part, of) for part, of in zip(value, parts, strict=True)]
    if isinstance(value, frozenset):
        return sorted((encode(part, arguments[0]) for part in value), key=str)
    if isinstance(value, Mapping):
        return {key_text(key): encode(part, arguments[1]) for key, part in value.items()}
    return encode_leaf(value)


def encode_leaf(value: object) -> Json:
    """Return a value without parts: a member of an enumeration, a number, a text, a fraction as text."""
    match value:
        case Enum():
            return str(value.value[0] if isinstance(value.value, tuple) else value.value)
        case None | bool() | int() | str():
            return value
        case float():
            return repr(value)
        case _:
            pass
    raise TypeError(f"{type(value).__name__} cannot be recorded")


def _encode_record(value: object, *, tagged: bool) -> Json:
    if isinstance(value, orders.Line):
        return value.text
    tag: dict[str, Json] = {KIND: type(value).__name__} if tagged else {}
    return {**tag, **encode_fields(value)}


def encode_fields(value: object, without: tuple[str, ...] = ()) -> dict[str, Json]:
    """Return the fields of a record as plain data, some of them left out."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} is no record")
    hints, found = hints_of(type(value)), dict[str, Json]()
    for field in dataclasses.fields(value):
        part: object = getattr(value, field.name)
        if field.name not in without and part != default_of(field):
            found[field.name] = encode(part, hints[field.name])
    return found


def key_text(key: object) -> str:
    """Return the text of a key of a mapping: of a pair both its parts, with a stroke between them."""
    if isinstance(key, tuple):
        return "/".join(map(str, key))
    return str(key)
