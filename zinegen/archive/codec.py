"""Frozen records to plain data and back, told by their type hints.

Whatever a rule set adds to the domain (an order, a change, a field of the state) is a frozen dataclass
made of names, numbers, enumerations, tuples and mappings; it needs no code here. What equals its
default is left out. Of a family (orders, changes) the member's name is written under ``is``.
"""

from __future__ import annotations

import dataclasses
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TypeVar, Union, get_args, get_origin, get_type_hints

from zinegen.archive.canonical import Json
from zinegen.board import board, passage
from zinegen.errors import GameFolderError
from zinegen.game import changes, orders, state, variant, verdicts
from zinegen.planar import mesh, shape

Record = TypeVar("Record")

_KIND = "is"
_UNIONS = {types.UnionType, Union}
_POINTS = tuple[tuple[int, int], ...]
_SURROUNDINGS = (shape, mesh, board, passage, variant, verdicts, changes, state, orders)
"""Modules whose names appear in type hints elsewhere, under ``TYPE_CHECKING`` only."""


class RecordError(GameFolderError):
    """Data that is no record of the type it should be."""


def encode(value: object, hint: object) -> Json:
    """Return a value of the type that ``hint`` names as plain data.

    Raises TypeError when the value is not of that type, which is a fault of the program.
    """
    hint = _plain(hint)
    members = _members(hint)
    if members:
        return _encode_record(value, tagged=len(members) > 1)
    if get_origin(hint) in _UNIONS:
        return _encode_union(value, hint)
    return _encode_many(value, hint)


def _encode_union(value: object, hint: object) -> Json:
    if value is None:
        return None
    rest = [part for part in get_args(hint) if part is not types.NoneType]
    if len(rest) == 1:
        return encode(value, rest[0])
    if isinstance(value, tuple):
        return [_encode_leaf(part) for part in value]
    return _encode_leaf(value)


def _encode_many(value: object, hint: object) -> Json:
    arguments = get_args(hint)
    if hint == _POINTS and isinstance(value, tuple):
        return " ".join(f"{x},{y}" for x, y in value)
    if isinstance(value, tuple):
        parts = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
        return [encode(part, of) for part, of in zip(value, parts, strict=True)]
    if isinstance(value, frozenset):
        return sorted((encode(part, arguments[0]) for part in value), key=str)
    if isinstance(value, Mapping):
        return {_key(key): encode(part, arguments[1]) for key, part in value.items()}
    return _encode_leaf(value)


def _encode_leaf(value: object) -> Json:
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
    tag: dict[str, Json] = {_KIND: type(value).__name__} if tagged else {}
    return {**tag, **encode_fields(value)}


def encode_fields(value: object, without: tuple[str, ...] = ()) -> dict[str, Json]:
    """Return the fields of a record as plain data, some of them left out."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} is no record")
    hints, found = hints_of(type(value)), dict[str, Json]()
    for field in dataclasses.fields(value):
        part: object = getattr(value, field.name)
        if field.name not in without and part != _default(field):
            found[field.name] = encode(part, hints[field.name])
    return found


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
        found = _DECODERS[hint] = _new_decoder(_plain(hint))
    return found


def _new_decoder(hint: object) -> Decoder:
    members = _members(hint)
    if members:
        return _decoder_of_records(members)
    origin, arguments = get_origin(hint) or hint, get_args(hint)
    if hint == _POINTS:
        return _points
    if origin in _UNIONS:
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
        found = {_unkeyed(key, keys): inner(part) for key, part in _table(data).items()}
        return dict(sorted(found.items()))

    return mapping


def _decoder_of_leaf(kind: object) -> Decoder:
    if not isinstance(kind, type):
        raise TypeError(f"{kind} cannot be recorded")
    if issubclass(kind, Enum):
        named = {str(_encode_leaf(member)): member for member in kind}
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
        return fields[str(table.pop(_KIND))](table)

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


def _plain(hint: object) -> object:
    """Return what a NewType stands for."""
    while (deeper := getattr(hint, "__supertype__", None)) is not None:
        hint = deeper
    return hint


def _members(hint: object) -> tuple[type, ...]:
    """Return the records that a hint allows, none when it is no hint of a record."""
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return (hint, *_below(hint))
    if get_origin(hint) in _UNIONS:
        parts = get_args(hint)
        if all(isinstance(part, type) and dataclasses.is_dataclass(part) for part in parts):
            return tuple(member for part in parts for member in _members(part))
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
    """Return the types of a record's fields.

    Names that its module imports for the type checker alone are found in the modules around it.
    """
    if kind not in _KNOWN:
        names: dict[str, object] = {"Mapping": Mapping, "Iterable": Iterable}
        for module in (*_SURROUNDINGS, sys.modules[kind.__module__]):
            names.update(vars(module))
        _KNOWN[kind] = get_type_hints(kind, globalns=names)
    return _KNOWN[kind]


def _default(field: dataclasses.Field[object]) -> object:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _key(key: object) -> str:
    if isinstance(key, tuple):
        return "/".join(map(str, key))
    return str(key)


def _unkeyed(key: str, hint: object) -> str | int | tuple[str, ...]:
    hint = _plain(hint)
    if hint is int:
        return int(key)
    return tuple(key.split("/")) if get_origin(hint) is tuple else key


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
        gone: list[Json] = [_key(key) for key in sorted(then.keys() - now.keys())]
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
    keys = get_args(_plain(hint))[0]
    left = {_unkeyed(str(key), keys) for key in gone}
    kept = {key: part for key, part in then.items() if key not in left}
    return dict(sorted({**kept, **put}.items()))
