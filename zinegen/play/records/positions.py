"""Positions as data: what differs from another position, of the same game or of a rule set's start."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar, get_args

from zinegen.board.board import Board
from zinegen.board.courses import Courses, follow
from zinegen.game.state import GameState, OwnFacts, Phase
from zinegen.play.records.codec import (
    FAULTS,
    Json,
    RecordError,
    decode,
    decode_fields,
    encode,
    encode_fields,
    encode_key,
    fields_of,
    key_reader,
    misplaced,
)

Record = TypeVar("Record")


def difference(new: Record, old: Record) -> dict[str, Json]:
    """Return, field by field, what of one record differs from another of the same type.

    Of a mapping the entries that are new or other (``put``) and the keys that are gone (``gone``); of a
    list of records the new ones and, as ``"3-17"``, the stretches that stay (``list``); of a record in a
    field its own difference (``in``); of everything else the whole.
    """
    if new == old or not dataclasses.is_dataclass(new):
        return {}
    found: dict[str, Json] = {}
    for key, field in fields_of(type(new)).items():
        now: object = getattr(new, field.name)
        then: object = getattr(old, field.name)
        if now != then:
            found[key] = _encode_change(now, then, field.hint)
    return found


def _encode_change(now: object, then: object, hint: object) -> Json:
    if isinstance(now, Mapping) and isinstance(then, Mapping):
        put = {key: part for key, part in now.items() if key not in then or then[key] != part}
        gone: list[Json] = [encode_key(key) for key in sorted(then.keys() - now.keys())]
        parts = {"put": encode(put, hint) if put else None, "gone": gone or None}
        return {name: part for name, part in parts.items() if part is not None}
    if type(now) is type(then) and dataclasses.is_dataclass(now):
        return {"in": difference(now, then)}
    if isinstance(now, tuple) and isinstance(then, tuple) and _is_list_of_records(hint):
        return {"list": [*_encode_list(now, then, get_args(hint)[0])]}
    return {"whole": encode(now, hint)}


def _is_list_of_records(hint: object) -> bool:
    arguments = get_args(hint)
    is_list = len(arguments) == 2 and arguments[1] is Ellipsis
    return is_list and dataclasses.is_dataclass(arguments[0])


def _encode_list(now: tuple[object, ...], then: tuple[object, ...], hint: object) -> Iterator[Json]:
    """Yield a list as what stays of another, by first and last number, and what is new."""
    here = 0
    while here < len(now):
        first = next((number for number, one in enumerate(then) if one == now[here]), None)
        if first is None:
            yield encode(now[here], hint)
            here += 1
            continue
        last = first
        while (
            last + 1 < len(then)
            and here + 1 + last - first < len(now)
            and then[last + 1] == now[here + 1 + last - first]
        ):
            last += 1
        yield f"{first}-{last}"
        here += last - first + 1


def apply_difference(old: Record, data: Json) -> Record:
    """Return a record made of another and what differs from it; the inverse of `difference`.

    Where nothing differs it is the other one itself, with all that has been derived from it.
    Raises RecordError when the data is no such difference.
    """
    if data == {}:
        return old
    fields = fields_of(type(old))
    try:
        if not isinstance(data, dict):
            raise TypeError("no table")
        changed = {
            fields[key].name: _decode_change(getattr(old, fields[key].name), part, fields[key].hint)
            for key, part in data.items()
        }
        made: Record = dataclasses.replace(old, **changed)  # type: ignore[type-var]
    except FAULTS:
        raise misplaced(data) from None
    return made


def _decode_change(then: object, data: Json, hint: object) -> object:
    if not isinstance(data, dict):
        raise TypeError("no table")
    if "whole" in data:
        return decode(data["whole"], hint)
    if "in" in data:
        return apply_difference(then, data["in"])
    if "list" in data:
        return tuple(_decode_list(then, data["list"], get_args(hint)[0]))
    if not isinstance(then, Mapping):
        raise TypeError("no mapping")
    put = decode(data.get("put", {}), hint)
    gone = data.get("gone", [])
    if not isinstance(put, Mapping) or not isinstance(gone, list):
        raise TypeError("no entries")
    read_key = key_reader(hint)
    left = {read_key(str(key)) for key in gone}
    kept = {key: part for key, part in then.items() if key not in left}
    return dict(sorted({**kept, **put}.items()))


def _decode_list(then: object, data: Json, hint: object) -> Iterator[object]:
    if not isinstance(then, tuple) or not isinstance(data, list):
        raise TypeError("no list")
    for part in data:
        if isinstance(part, str):
            first, last = map(int, part.split("-"))
            if not 0 <= first <= last < len(then):
                raise ValueError("no such stretch")
            yield from then[first : last + 1]
        else:
            yield decode(part, hint)


def encode_position(state: GameState, before: GameState) -> dict[str, Json]:
    """Return a position: in full, but of the board only what differs from the position before."""
    same_powers = state.powers == before.powers
    left_out = ("board", "extra", "powers") if same_powers else ("board", "extra")
    found = encode_fields(state, without=left_out)
    found["phase"] = str(state.phase)
    _put_extra(found, state.extra)
    board = difference(state.board, before.board)
    if not says_courses(state.board, before.board):
        board.pop("courses", None)
    return {**found, "board": board} if board else found


def says_courses(board: Board, before: Board) -> bool:
    """Tell whether a position says where its borders run; those of earlier versions do not."""
    return board.courses != _find_drawn_courses(board, before)


def _find_drawn_courses(board: Board, before: Board) -> Courses:
    """Return where borders run in a position that says only how they are drawn.

    Where the drawing could not follow, they are followed from the position before.
    """
    if board.shape is not None and not board.pending_surgeries:
        return board.shape.lines
    courses = before.courses
    for surgery in board.pending_surgeries[len(before.pending_surgeries) :]:
        courses = follow(courses, surgery)
    return courses


def decode_position(data: Json, before: GameState) -> GameState:
    """Return the position that data stand for; ``before`` is the one that they were compared with.

    Raises RecordError when the data is no such position, NotationError when its phase is none.
    """
    if not isinstance(data, dict) or "extra" in data:
        raise RecordError("a position is a table")
    board = _decode_board(data.get("board", {}), before.board)
    rest = {name: part for name, part in data.items() if name != "board"}
    phase = Phase.parse(str(rest.pop("phase", None)))
    kind = type(before.extra)
    extra = decode_fields(_take_extra(rest, kind), kind)
    known = {"board": board, "phase": phase, "extra": extra}
    return decode_fields({"powers": [*before.powers], **rest}, GameState, known)


def _decode_board(data: Json, before: Board) -> Board:
    board = apply_difference(before, data)
    if isinstance(data, dict) and "mesh" in data and "courses" not in data:
        try:
            board = dataclasses.replace(board, courses=_find_drawn_courses(board, before))
        except KeyError as border:
            raise RecordError(f"nothing says where border {border} runs") from None
    return board


def _put_extra(position: dict[str, Json], extra: OwnFacts) -> None:
    """Write what a rule set keeps for itself into a position."""
    fields = fields_of(type(extra))
    for key, part in encode_fields(extra).items():
        _table_at(position, fields[key].keys[:-1])[key] = part


def _take_extra(position: dict[str, Json], kind: type[OwnFacts]) -> dict[str, Json]:
    """Take what a rule set keeps for itself out of a position; return it as a table of its own."""
    found: dict[str, Json] = {}
    for key, field in fields_of(kind).items():
        tables = field.keys[:-1]
        if all(step in position for step in tables[:1]):
            table = _table_at(position, tables)
            if key in table:
                found[key] = table.pop(key)
    return found


def _table_at(position: dict[str, Json], keys: Iterable[str]) -> dict[str, Json]:
    """Return the table to which keys lead; those on the way are made anew, so that the old ones stay."""
    for key in keys:
        inner = position.get(key, {})
        if not isinstance(inner, dict):
            raise RecordError(f"{key} is a table")
        position[key] = position = {**inner}
    return position


def forget_optional_labels(state: GameState) -> GameState:
    """Return the position that a record is compared with, without labels that hang on optional provinces.

    So a record says whether it has them, and those that were made before they were printed keep their bytes.
    """
    printed = tuple(one for one in state.board.printed if not one.optional)
    if printed == state.board.printed:
        return state
    return dataclasses.replace(state, board=dataclasses.replace(state.board, printed=printed))
