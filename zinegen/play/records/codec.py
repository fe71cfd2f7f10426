"""Frozen records as JSON and back, told by their type hints; the one module that knows cattrs.

A record is a table of its fields, those left out that equal their defaults. Where a hint allows several
kinds of record, the table names the one it is, by `zinegen.play.records.names`.

The same data has the same bytes for ever: JSON with sorted keys, ASCII escapes, no floats and no sets, a line
feed at the end. What fits into one line stands on one line, so that one fact changes one line.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache, partial
from json.encoder import encode_basestring_ascii
from operator import eq
from typing import NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError, StructureHandlerNotFoundError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.strategies import configure_tagged_union

from zinegen.errors import GameFolderError
from zinegen.game.orders import Line
from zinegen.game.variant import OptionValue
from zinegen.geometry.mesh import BorderId
from zinegen.play.records.names import KINDS
from zinegen.recorded_as import RECORDED_AS

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
"""Data as JSON knows it, without floats."""

SHOWN = 60
"""Characters of data that a message shows."""
LINE = 120
"""Up to so many characters, a list or table is written on one line."""


def canonical(value: Json) -> bytes:
    """Return the canonical bytes of some data.

    Raises TypeError when there is a float, a set or anything else that JSON has no one way to write.
    """
    text, _ = _write_indented(value, 0)
    return f"{text}\n".encode("ascii")


def _write_indented(value: Json, depth: int) -> tuple[str, bool]:
    """Return data as text, and whether all of it stands on one line: if not, nothing around it does."""
    if isinstance(value, str):
        return encode_basestring_ascii(value), True
    if value is None or isinstance(value, int):
        return json.dumps(value), True
    if isinstance(value, list):
        opening, closing = "[]"
        found = [("", *_write_indented(part, depth + 1)) for part in value]
    elif isinstance(value, dict):
        opening, closing = "{}"
        if not all(isinstance(key, str) for key in value):
            raise TypeError("the keys of a table are texts")
        found = [
            (f"{encode_basestring_ascii(key)}: ", *_write_indented(part, depth + 1))
            for key, part in sorted(value.items())
        ]
    else:
        raise TypeError(f"{type(value).__name__} has no canonical form")
    parts = [f"{key}{text}" for key, text, _ in found]
    if not parts or (depth and all(is_short for *_, is_short in found)):
        short = f"{opening}{', '.join(parts)}{closing}"
        if not parts or depth + len(short) <= LINE:
            return short, True
    pad = " " * (depth + 1)
    lines = ",\n".join([f"{pad}{part}" for part in parts])
    return f"{opening}\n{lines}\n{' ' * depth}{closing}", False


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


TAG = "is"
"""The key under which a record is named where several kinds may stand."""
POINTS = (tuple[tuple[int, int], ...], tuple[tuple[BorderId, BorderId], ...])
"""Pairs of numbers, such as the lines of a map, are written as one text: ``1,2 3,4``."""

Record = TypeVar("Record")
Reader = Callable[[Json], object]
Writer = Callable[[object], Json]
RecordWriter = Callable[[object], dict[str, Json]]
Hook = Callable[[Json, object], object]
"""A reader as cattrs calls it: with data, and the type that is wanted."""


class RecordError(GameFolderError):
    """Data that is no record of the type it should be."""


FAULTS = (
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    ForbiddenExtraKeysError,
    StructureHandlerNotFoundError,
)
"""What is raised for data of another type than was expected."""


def encode(value: object, hint: object) -> Json:
    """Return a value of the type that ``hint`` names as plain data."""
    return _writer(hint)(value)


def encode_fields(value: object, without: tuple[str, ...] = ()) -> dict[str, Json]:
    """Return the fields of a record as plain data, some of them left out."""
    kind: type = type(value)
    return _fields_writer(kind, without)(value)


def decode(data: Json, hint: object) -> object:
    """Return the value of the type that ``hint`` names; the inverse of `encode`.

    Raises RecordError when the data cannot stand for such a value.
    """
    try:
        return _reader(hint)(data)
    except FAULTS:
        raise misplaced(data) from None


def decode_fields(
    data: Mapping[str, Json], kind: type[Record], known: Mapping[str, object] | None = None
) -> Record:
    """Return a record of the data of its fields; ``known`` are fields that are there already.

    Raises RecordError when the data is not that of such a record.
    """
    fields = fields_of(kind)
    try:
        given = {fields[key].name: _reader(fields[key].hint)(part) for key, part in data.items()}
        return kind(**{**given, **(known or {})})
    except FAULTS:
        raise RecordError(_say_wrong_field(data, fields)) from None


def _say_wrong_field(data: Mapping[str, Json], fields: Mapping[str, RecordField]) -> str:
    """Return what is wrong with the data of a record: a key, what stands there, or what is missing."""
    for key, part in data.items():
        if key not in fields:
            return f"nothing is called {key[:60]!r} there"
        try:
            _reader(fields[key].hint)(part)
        except FAULTS:
            return f"{key!r} cannot be {_shorten(part)}"
    return "something is missing there"


def misplaced(data: Json) -> RecordError:
    """Return the error that some data stands where data of its form makes no sense."""
    return RecordError(f"{_shorten(data)} stands where something else belongs")


def _shorten(data: Json) -> str:
    """Return the beginning of some data, as people are shown it."""
    text = json.dumps(data)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def encode_key(key: object) -> str:
    """Return the text of a key of a mapping: of a pair both its parts, with a stroke between them."""
    return "/".join(map(str, key)) if isinstance(key, tuple) else str(key)


Key: TypeAlias = "str | int | tuple[str, ...]"


def key_reader(hint: object) -> Callable[[str], Key]:
    """Return what reads keys of a mapping ``hint`` out of their texts; the inverse of `encode_key`."""
    keys = get_args(hint)[0]
    if get_origin(keys) is tuple:
        return _split_key
    return int if getattr(keys, "__supertype__", keys) is int else str


def _split_key(key: str) -> Key:
    return tuple(key.split("/"))


class RecordField(NamedTuple):
    """A field of a kind of record."""

    name: str
    keys: tuple[str, ...]
    """The keys that lead to it: one, but for some fields of an `Extra`."""
    hint: object


_FIELDS: dict[type, Mapping[str, RecordField]] = {}


def fields_of(kind: type) -> Mapping[str, RecordField]:
    """Return the fields of a kind of record, by the last of the keys that lead to them."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind)
        found = [
            RecordField(one.name, one.metadata.get(RECORDED_AS, (one.name,)), hints[one.name])
            for one in dataclasses.fields(kind)
        ]
        _FIELDS[kind] = {one.keys[-1]: one for one in found if one.keys}
    return _FIELDS[kind]


_CONVERTER = Converter(
    omit_if_default=True,
    forbid_extra_keys=True,
    detailed_validation=False,
    unstruct_collection_overrides={tuple: list, frozenset: partial(sorted, key=str)},
)
"""What follows teaches it how records write what JSON has no word for, and to make no data fit."""


@cache
def _reader(hint: object) -> Reader:
    """Return what reads data of a type; made once, since records are many and types are few."""
    hook: Hook = _CONVERTER.get_structure_hook(hint)
    return lambda data: hook(data, hint)


@cache
def _writer(hint: object) -> Writer:
    """Return what writes values of a type."""
    writer: Writer = _CONVERTER.get_unstructure_hook(hint)
    return writer


def _check_list(data: Json) -> list[Json]:
    if not isinstance(data, list):
        raise TypeError("no list")
    return data


def _check_table(data: Json) -> dict[str, Json]:
    if not isinstance(data, dict):
        raise TypeError("no table")
    return data


def _strict_reader(kind: type, as_written: type) -> Hook:
    def read(data: Json, _hint: object) -> object:
        if type(data) is not as_written:
            raise TypeError(f"{type(data).__name__} in place of {kind.__name__}")
        return data if as_written is kind else kind(data)

    return read


for _kind in (bool, int, str):
    _CONVERTER.register_structure_hook(_kind, _strict_reader(_kind, _kind))
_CONVERTER.register_structure_hook(float, _strict_reader(float, str))
_CONVERTER.register_unstructure_hook(float, repr)
_CONVERTER.register_structure_hook(StrEnum, lambda data, kind: kind(data))
_CONVERTER.register_unstructure_hook(StrEnum, str)
_CONVERTER.register_structure_hook(Line, lambda data, _: Line(text=str(data)))
_CONVERTER.register_unstructure_hook(Line, lambda line: line.text)


def _is_option(hint: object) -> bool:
    return hint == OptionValue


@_CONVERTER.register_structure_hook_factory(_is_option)
def _option_reader(_hint: object) -> Hook:
    return lambda data, _: tuple(data) if isinstance(data, list) else data


@_CONVERTER.register_unstructure_hook_factory(_is_option)
def _option_writer(_hint: object) -> Callable[[OptionValue], Json]:
    return lambda value: [*value] if isinstance(value, tuple) else value


def _is_tuple(hint: object) -> bool:
    return get_origin(hint) is tuple


@_CONVERTER.register_structure_hook_factory(_is_tuple)
def _tuple_reader(hint: object) -> Hook:
    arguments = get_args(hint)
    readers = [_reader(part) for part in arguments if part is not Ellipsis]
    if arguments[-1] is Ellipsis:
        return lambda data, _: tuple(map(readers[0], _check_list(data)))
    return lambda data, _: tuple(
        read(part) for read, part in zip(readers, _check_list(data), strict=True)
    )


def _is_points(hint: object) -> bool:
    return hint in POINTS


@_CONVERTER.register_structure_hook_factory(_is_points)
def _points_reader(_hint: object) -> Hook:
    def read(data: Json, _hint: object) -> object:
        if not isinstance(data, str):
            raise TypeError("no points")
        return _read_points(data)

    return read


@lru_cache(maxsize=8192)  # the boards of a game have most lines in common
def _read_points(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (point.split(",") for point in text.split())
    return tuple((int(x), int(y)) for x, y in pairs)


@_CONVERTER.register_unstructure_hook_factory(_is_points)
def _points_writer(_hint: object) -> Callable[[Iterable[tuple[int, int]]], Json]:
    return lambda points: " ".join(f"{x},{y}" for x, y in points)


def _is_set(hint: object) -> bool:
    return get_origin(hint) is frozenset


@_CONVERTER.register_structure_hook_factory(_is_set)
def _set_reader(hint: object) -> Hook:
    read = _reader(get_args(hint)[0])
    return lambda data, _: frozenset(map(read, _check_list(data)))


def _is_mapping(hint: object) -> bool:
    return get_origin(hint) is Mapping


@_CONVERTER.register_structure_hook_factory(_is_mapping)
def _mapping_reader(hint: object) -> Hook:
    read_key, read = key_reader(hint), _reader(get_args(hint)[1])

    def mapping(data: Json, _hint: object) -> object:
        found = {read_key(key): read(part) for key, part in _check_table(data).items()}
        return dict(sorted(found.items()))

    return mapping


@_CONVERTER.register_unstructure_hook_factory(_is_mapping)
def _mapping_writer(hint: object) -> Callable[[Mapping[object, object]], Json]:
    write = _writer(get_args(hint)[1])
    return lambda value: {encode_key(key): write(part) for key, part in value.items()}


def _is_record(hint: object) -> bool:
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)


@_CONVERTER.register_structure_hook_factory(_is_record)
def _record_reader(kind: type) -> Hook:
    return lambda data, _: _fields_reader(kind)(data, kind)


def _list_keys(kind: type) -> Mapping[str, str]:
    """Return the last of the keys that lead to each field of a kind of record; empty if it stands nowhere."""
    keys = {field.name: key for key, field in fields_of(kind).items()}
    return {one.name: keys.get(one.name, "") for one in dataclasses.fields(kind)}


@cache
def _fields_reader(kind: type) -> Hook:
    """Return what reads a kind of record; made when the first of it comes, since most never do."""
    keys = {name: override(rename=key, omit=not key) for name, key in _list_keys(kind).items()}
    hook: Hook = make_dict_structure_fn(kind, _CONVERTER, **keys)  # type: ignore[arg-type, assignment]
    return hook


@_CONVERTER.register_unstructure_hook_factory(_is_record)
def _record_writer(_kind: type) -> Writer:
    return encode_fields


@cache
def _fields_writer(kind: type, without: tuple[str, ...]) -> RecordWriter:
    """Return what writes a kind of record, but for some of its fields."""
    keys = {
        name: override(rename=key, omit=not key or name in without)
        for name, key in _list_keys(kind).items()
    }
    return make_dict_unstructure_fn(kind, _CONVERTER, _cattrs_omit_if_default=True, **keys)  # type: ignore[arg-type]


def _tell_kinds_by_name(hint: object, kinds: Mapping[str, type]) -> None:
    """Teach the converter the names of all kinds of record that a hint allows."""
    names = {kind: name for name, kind in kinds.items()}
    union: object = Union[tuple(names)]  # noqa: UP007 - of as many as there are
    configure_tagged_union(union, _CONVERTER, names.__getitem__, TAG)
    is_meant = partial(eq, hint)
    _CONVERTER.register_structure_hook_func(is_meant, _CONVERTER.get_structure_hook(union))
    _CONVERTER.register_unstructure_hook_func(is_meant, _CONVERTER.get_unstructure_hook(union))


for _hint, _kinds in KINDS.items():
    _tell_kinds_by_name(_hint, _kinds)
