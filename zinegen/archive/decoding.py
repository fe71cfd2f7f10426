"""Plain data back into frozen records, told by their type hints; the inverse of `encoding`."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import Enum
from typing import TypeVar, get_args, get_origin

from zinegen.archive.canonical import Json
from zinegen.archive.encoding import KIND, POINTS, encode_leaf
from zinegen.archive.hints import UNIONS, hints_of, members_of, plain
from zinegen.errors import GameFolderError
from zinegen.game import orders

Record = TypeVar("Record")


class RecordError(GameFolderError):
    """Data that is no record of the type it should be."""


Decoder = Callable[[Json], object]


def decode(data: Json, hint: object) -> object:
    """Return the value of the type that ``hint`` names; the inverse of `encode`.

    Raises RecordError when the data cannot stand for such a value.
    """
    try:
        return _decoder(hint)(data)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise RecordError(f"{str(data)[:60]!r} stands for no {hint}: {error}") from None


def decode_fields(
    data: Mapping[str, Json], kind: type[Record], known: Mapping[str, object] | None = None
) -> Record:
    """Return a record of the data of its fields; ``known`` are fields that are there already.

    Raises RecordError when the data is not that of such a record.
    """
    hints = hints_of(kind)
    try:
        given = {name: _decoder(hints[name])(part) for name, part in data.items()}
        return kind(**{**given, **(known or {})})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise RecordError(f"this is no {kind.__name__}: {error}") from None


_DECODERS: dict[object, Decoder] = {}


def _decoder(hint: object) -> Decoder:
    """Return what reads data of a type; made once, since records are many and types are few."""
    found = _DECODERS.get(hint)
    if found is None:
        found = _DECODERS[hint] = _new_decoder(plain(hint))
    return found


def _new_decoder(hint: object) -> Decoder:
    members = members_of(hint)
    if members:
        return _decoder_of_records(members)
    origin, arguments = get_origin(hint) or hint, get_args(hint)
    if hint == POINTS:
        return _points
    if origin in UNIONS:
        return _decoder_of_union(arguments)
    if origin is tuple:
        return _decoder_of_tuple(arguments)
    if origin is frozenset:
        one = _decoder(arguments[0])
        return lambda data: frozenset(map(one, _list(data)))
    if origin is Mapping:
        return _decoder_of_mapping(arguments[0], _decoder(arguments[1]))
    return _decoder_of_leaf(origin)


def _list(data: Json) -> list[Json]:
    if not isinstance(data, list):
        raise TypeError("no list")
    return data


def _table(data: Json) -> dict[str, Json]:
    if not isinstance(data, dict):
        raise TypeError("no table")
    return data


def _points(data: Json) -> object:
    if not isinstance(data, str):
        raise TypeError("no points")
    pairs = (point.split(",") for point in data.split())
    return tuple((int(x), int(y)) for x, y in pairs)


def _decoder_of_union(arguments: tuple[object, ...]) -> Decoder:
    rest = [part for part in arguments if part is not types.NoneType]
    if len(rest) == 1:
        inner = _decoder(rest[0])
        return lambda data: None if data is None else inner(data)
    return lambda data: tuple(data) if isinstance(data, list) else data


def _decoder_of_tuple(arguments: tuple[object, ...]) -> Decoder:
    if arguments[-1] is Ellipsis:
        one = _decoder(arguments[0])
        return lambda data: tuple(map(one, _list(data)))
    parts = tuple(_decoder(part) for part in arguments)
    return lambda data: tuple(part(value) for part, value in zip(parts, _list(data), strict=True))


def _decoder_of_mapping(keys: object, inner: Decoder) -> Decoder:
    def mapping(data: Json) -> object:
        found = {key_of(key, keys): inner(part) for key, part in _table(data).items()}
        return dict(sorted(found.items()))

    return mapping


def _decoder_of_leaf(kind: object) -> Decoder:
    if not isinstance(kind, type):
        raise TypeError(f"{kind} cannot be recorded")
    if issubclass(kind, Enum):
        named = {str(encode_leaf(member)): member for member in kind}
        return lambda data: named[str(data)]

    def leaf(data: Json) -> object:
        if kind is float and isinstance(data, str):
            return float(data)
        if type(data) is not kind:
            raise TypeError(f"{type(data).__name__} in place of {kind.__name__}")
        return data

    return leaf


def _decoder_of_records(members: tuple[type, ...]) -> Decoder:
    if members == (orders.Line,):
        return lambda data: orders.Line(text=str(data))
    if len(members) == 1:
        return _Fields(members[0])
    fields = {member.__name__: _Fields(member) for member in members}

    def family(data: Json) -> object:
        table = dict(_table(data))
        return fields[str(table.pop(KIND))](table)

    return family


class _Fields:
    """Reads records of one kind; its fields are looked up at the first one, so kinds may nest."""

    def __init__(self, kind: type) -> None:
        self.kind = kind
        self.fields: Mapping[str, Decoder] = {}

    def __call__(self, data: Json) -> object:
        if not self.fields:
            self.fields = {name: _decoder(hint) for name, hint in hints_of(self.kind).items()}
        fields = self.fields
        made: object = self.kind(**{n: fields[n](part) for n, part in _table(data).items()})
        return made


def key_of(key: str, hint: object) -> str | int | tuple[str, ...]:
    """Return the key of a mapping that a text stands for; the inverse of `encoding.key_text`."""
    hint = plain(hint)
    if hint is int:
        return int(key)
    return tuple(key.split("/")) if get_origin(hint) is tuple else key
