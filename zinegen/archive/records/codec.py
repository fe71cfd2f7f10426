"""Frozen records as plain data and back, told by their type hints."""

from __future__ import annotations

import dataclasses
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from zinegen.archive.records.canonical import Json
from zinegen.errors import GameFolderError
from zinegen.game.orders import Line

UNIONS = {types.UnionType, Union}


def plain(hint: object) -> object:
    """Return what a NewType stands for."""
    while (deeper := getattr(hint, "__supertype__", None)) is not None:
        hint = deeper
    return hint


def members_of(hint: object) -> tuple[type, ...]:
    """Return the records that a hint allows, none when it is no hint of a record."""
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return (hint, *_below(hint))
    if get_origin(hint) in UNIONS:
        parts = get_args(hint)
        if all(isinstance(part, type) and dataclasses.is_dataclass(part) for part in parts):
            return tuple(member for part in parts for member in members_of(part))
    return ()


def _below(kind: type) -> Iterable[type]:
    children: list[type] = kind.__subclasses__()
    for child in children:
        # A record with slots is made twice; the first draft may still hang on the family.
        if getattr(sys.modules[child.__module__], child.__name__, None) is child:
            yield child
            yield from _below(child)


_KNOWN: dict[type, Mapping[str, object]] = {}


def hints_of(kind: type) -> Mapping[str, object]:
    """Return the types of a record's fields."""
    if kind not in _KNOWN:
        hints = get_type_hints(kind).items()
        _KNOWN[kind] = {name: hint for name, hint in hints if get_origin(hint) is not ClassVar}
    return _KNOWN[kind]


def default_of(field: dataclasses.Field[object]) -> object:
    """Return what a field has when nothing is said; a mark that equals no value if it has to be said."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


KIND = "is"
"""The key under which the member of a family is named."""
POINTS = tuple[tuple[int, int], ...]
"""Pairs of numbers, such as the lines of a map, are written as one text: ``1,2 3,4``."""


def encode(value: object, hint: object) -> Json:
    """Return a value of the type that ``hint`` names as plain data.

    Raises TypeError when the value is not of that type, which is a fault of the program.
    """
    hint = plain(hint)
    if isinstance(value, Line):
        return value.text
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
    if hint is Line:
        return lambda data: Line(text=str(data))
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
