"""The small language in which the forms of orders are written, and how a line is matched against it.

===================== ===========================================================================
``support``           this word (without case and accents); signs ``- & / , ; :`` stand for themselves
``&``                 also ``and`` and ``+``; ``-`` is also ``to`` and every dash and arrow
``~``                 a joint: nothing, or any of ``, ; : & and ( )``
``(s|support)``       one of these
``[...]``             may be left out
``<via ...>``         remember under the name ``via`` that this was there
``{at:province}``     a slot (`SLOTS`), its value remembered under the name ``at``
``{unit}``            a slot of the kind that its name says
``{way=keep|delete}`` one of these words, remembered
``{list:spot+}``      several, with ``,`` between them
===================== ===========================================================================

A line may be read in several ways, and so may a slot; `match_whole_line` yields them all. The progress keeps
what was expected where the match that came furthest broke off, so every form gives good messages by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from zinegen.board.board import Power
from zinegen.game.units import BorderName, Kind, PlaceName, UnitName
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import (
    COAST_WORDS,
    DISBAND,
    KINDS,
    NUMBERS,
    Names,
    Token,
    match_spelling,
)

_Read = TypeVar("_Read")

_AND = frozenset({"&", "and"})
"""What joins the two provinces of a border and stands nowhere else in it."""


_BETWEEN = frozenset({",", *_AND})
_MOST_LISTED, _MOST_WATERS = 50, 20
"""Things in a list, and waters in a coast's name, each of which is a call within a call."""


@dataclass(slots=True)
class MatchProgress:
    """How far the forms came in matching a line, and what they expected there."""

    line: Sequence[Token]
    names: Names
    furthest: int = 0
    words: set[str] = field(default_factory=set)
    """Words and signs that would have fitted at ``furthest``."""
    slots: set[str] = field(default_factory=set)
    """Kinds of things (``province``, ``coast``) that would have fitted there."""
    read: dict[tuple[str, int], tuple[tuple[int, object], ...]] = field(default_factory=dict)
    """What each kind of slot has come to at each place: many forms ask the same of a line."""

    def miss(self, at: int, *, word: str = "", slot: str = "") -> None:
        """Record that something else was expected at a place."""
        if at < self.furthest:
            return
        if at > self.furthest:
            self.furthest = at
            self.words.clear()
            self.slots.clear()
        if word:
            self.words.add(word)
        if slot:
            self.slots.add(slot)

    def text(self, at: int) -> str:
        """Return the word or sign at a place; empty behind the end."""
        return self.line[at].text if at < len(self.line) else ""


def _match_or_miss(
    readings: Iterator[tuple[int, _Read]], progress: MatchProgress, at: int, slot: str
) -> Iterator[tuple[int, _Read]]:
    """Yield the readings of a slot; where there is none, record that it was expected."""
    found = False
    for reading in readings:
        found = True
        yield reading
    if not found:
        progress.miss(at, slot=slot)


def match_province(progress: MatchProgress, at: int) -> Iterator[tuple[int, ProvinceKey]]:
    """Match the name of a province, bare or in brackets."""
    found = False
    for end, face in progress.names.provinces_at(progress.line, at):
        found = True
        yield end, face
    in_brackets = progress.text(at) == "("
    if in_brackets:
        for end, face in progress.names.provinces_at(progress.line, at + 1):
            if progress.text(end) == ")":
                found = True
                yield end + 1, face
    if not found:
        progress.miss(at + in_brackets, slot="province")


def match_coast(progress: MatchProgress, at: int) -> Iterator[tuple[int, str]]:
    """Match a coast: ``nc``, ``south coast``, ``GOL`` or ``{GOL,WES}``; in canonical writing."""
    yield from _match_or_miss(_coasts_at(progress, at), progress, at, "coast")


def _coasts_at(progress: MatchProgress, at: int) -> Iterator[tuple[int, str]]:
    yield from match_spelling(COAST_WORDS, 3, progress.line, at)
    for end, face in progress.names.provinces_at(progress.line, at):
        yield end, str(face)
    if progress.text(at) == "{":
        for end, waters in _match_waters(progress, at + 1):
            yield end, "{" + ",".join(sorted(waters)) + "}"


def _match_waters(
    progress: MatchProgress, at: int, most: int = _MOST_WATERS
) -> Iterator[tuple[int, tuple[ProvinceKey, ...]]]:
    for end, face in match_province(progress, at) if most else ():
        if progress.text(end) == "}":
            yield end + 1, (face,)
        after = end + (progress.text(end) == ",")
        if progress.text(end) != "}":
            for last, rest in _match_waters(progress, after, most - 1):
                yield last, (face, *rest)


def _match_direction(progress: MatchProgress, at: int) -> Iterator[tuple[int, str]]:
    """Match a coast that may stand bare behind its province: only ``sc`` and its like."""
    for end, coast in match_spelling(COAST_WORDS, 2, progress.line, at):
        if end == at + 2 or progress.text(at) == coast:
            yield end, coast


def _match_coast_behind(
    progress: MatchProgress, at: int, *, of_border: bool
) -> Iterator[tuple[int, str]]:
    """Match the coast behind a province: ``/sc``, ``(sc)``, `` sc``, ``/GOL``, ``{GOL,WES}``.

    In a border ``Bre/ENG`` is the pair, unless ``&`` or ``and`` comes next, as in ``Bre/ENG & MAO``.
    """
    sign = progress.text(at)
    if sign == "(":
        for end, found in match_coast(progress, at + 1):
            if progress.text(end) == ")":
                yield end + 1, found
            else:
                progress.miss(end, word=")")
    elif sign == "/" and not of_border:
        yield from match_coast(progress, at + 1)
    elif sign == "/":
        yield from _match_direction(progress, at + 1)
        if progress.text(at + 1) == "{":
            yield from match_coast(progress, at + 1)
        for end, face in progress.names.provinces_at(progress.line, at + 1):
            if progress.text(end) in _AND:
                yield end, str(face)
    elif sign == "{":
        yield from match_coast(progress, at)
    yield from _match_direction(progress, at)


def _match_place(
    progress: MatchProgress, at: int, *, of_border: bool
) -> Iterator[tuple[int, PlaceName]]:
    if progress.text(at) == "(":
        if {progress.text(at + more) for more in range(4)} == {"("}:  # each is a call within a call
            return progress.miss(at, slot="province")
        for end, inner in _match_place(progress, at + 1, of_border=of_border):
            if progress.text(end) == ")":
                yield from _match_coast_of(progress, end + 1, inner, of_border=of_border)
            else:
                progress.miss(end, word=")")
        return
    for end, face in match_province(progress, at):
        yield from _match_coast_of(progress, end, PlaceName(province=face), of_border=of_border)


def _match_coast_of(
    progress: MatchProgress, at: int, bare: PlaceName, *, of_border: bool
) -> Iterator[tuple[int, PlaceName]]:
    if bare.coast is None:
        for end, found in _match_coast_behind(progress, at, of_border=of_border):
            yield end, PlaceName(province=bare.province, coast=found)
    yield at, bare


def match_spot(progress: MatchProgress, at: int) -> Iterator[tuple[int, PlaceName]]:
    """Match a place: a province, perhaps with a coast in any of its forms, perhaps in brackets."""
    yield from _match_place(progress, at, of_border=False)


def match_kind(progress: MatchProgress, at: int) -> Iterator[tuple[int, Kind]]:
    """Match the kind of a unit."""
    yield from _match_or_miss(match_spelling(KINDS, 3, progress.line, at), progress, at, "kind")


def match_power(progress: MatchProgress, at: int) -> Iterator[tuple[int, Power]]:
    """Match a power's name or nationality."""
    found = progress.names.powers_at(progress.line, at)
    yield from _match_or_miss(found, progress, at, "power")


def match_typed_unit(progress: MatchProgress, at: int) -> Iterator[tuple[int, UnitName]]:
    """Match a unit whose kind is named: ``F StP/nc``."""
    yield from _match_unit_of(progress, at, None)


def match_unit(progress: MatchProgress, at: int) -> Iterator[tuple[int, UnitName]]:
    """Match a unit: kind, nationality and brackets may be left out."""
    yield from _match_unit_of(progress, at, None)
    for end, place in match_spot(progress, at):
        yield end, UnitName(at=place)
    for start, owner in progress.names.powers_at(progress.line, at):
        yield from _match_unit_of(progress, start, owner)
        for end, place in match_spot(progress, start):
            yield end, UnitName(at=place, power=owner)


def _match_unit_of(
    progress: MatchProgress, at: int, owner: Power | None
) -> Iterator[tuple[int, UnitName]]:
    for start, sort in match_kind(progress, at):
        for end, place in match_spot(progress, start):
            yield end, UnitName(at=place, kind=sort, power=owner)


def match_border(progress: MatchProgress, at: int) -> Iterator[tuple[int, BorderName]]:
    """Match a border: ``Mun/Bur``, ``Por & Spa``, ``Spa(nc) and MAO``, ``Nwy & Out no. 2``."""
    for middle, one in _match_place(progress, at, of_border=True):
        if progress.text(middle) not in {"/", "-", *_AND}:
            progress.miss(middle, word="&")
            continue
        of_border = progress.text(middle) not in _AND
        for end, other in _match_place(progress, middle + 1, of_border=of_border):
            yield from _match_border_number(progress, end, one, other)


def _match_border_number(
    progress: MatchProgress, at: int, one: PlaceName, other: PlaceName
) -> Iterator[tuple[int, BorderName]]:
    if progress.text(at) in {"no", "number", "nr"}:
        for end, which in match_number(progress, at + 1):
            yield end, BorderName(one=one, other=other, number=which)
    yield at, BorderName(one=one, other=other)


def match_number(progress: MatchProgress, at: int) -> Iterator[tuple[int, int]]:
    """Match a number of at most two digits, or a word up to nine."""
    word = progress.text(at)
    if word.isdigit() and len(word) <= 2:
        yield at + 1, int(word)
    elif word in NUMBERS:
        yield at + 1, NUMBERS[word]
    else:
        progress.miss(at, slot="number")


def match_refuge(progress: MatchProgress, at: int) -> Iterator[tuple[int, PlaceName | None]]:
    """Match where a dislodged unit goes: a place, or None for ``disband``."""
    if progress.text(at) in {DISBAND, "disbands", "otb"}:
        yield at + 1, None
    else:
        progress.miss(at, word=DISBAND)
        yield from match_spot(progress, at)


def match_choice(progress: MatchProgress, at: int) -> Iterator[tuple[int, str]]:
    """Match what becomes of a fleet whose coast changes: a coast, ``disband`` or ``trapped``."""
    if progress.text(at) in {DISBAND, "trapped"}:
        yield at + 1, progress.text(at)
    else:
        progress.miss(at, word=DISBAND)
        yield from match_coast(progress, at)


SlotReader = Callable[[MatchProgress, int], Iterator[tuple[int, object]]]

SLOTS: Mapping[str, SlotReader] = {
    "border": match_border,
    "choice": match_choice,
    "coast": match_coast,
    "kind": match_kind,
    "number": match_number,
    "power": match_power,
    "province": match_province,
    "refuge": match_refuge,
    "spot": match_spot,
    "typed": match_typed_unit,
    "unit": match_unit,
}
"""The slots that patterns know, by the names they have there."""


_JOINTS = frozenset({",", ";", ":", "&", "and", "(", ")"})
_SYNONYMS: Mapping[str, frozenset[str]] = {
    "&": frozenset({"&", "and"}),
    "-": frozenset({"-", "to"}),
}

Values = tuple[tuple[str, object], ...]
"""What the slots of a pattern were filled with, by name."""


@dataclass(frozen=True, slots=True)
class Joint:
    """Any signs between two parts, or none."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Something to be read and remembered."""

    name: str
    kind: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words, remembered."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """A part whose presence is remembered."""

    name: str
    part: Node


@dataclass(frozen=True, slots=True)
class Optional:
    """A part that may be left out."""

    part: Node


@dataclass(frozen=True, slots=True)
class Either:
    """One of several parts."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Parts one after the other."""

    parts: tuple[Node, ...]


Node = str | Joint | Slot | Choice | Flag | Optional | Either | Chain

_PIECE = re.compile(r"\{[^}]*\}|<\w+|[()\[\]|>]|[^\s()\[\]|<>{}]+")
_SLOT = re.compile(r"\{(?P<name>\w+)(?::(?P<kind>\w+)(?P<many>\+?)|=(?P<words>[^}]+))?\}")
_CLOSING = {"(": ")", "[": "]"}


@cache
def parse_pattern(text: str) -> Node:
    """Return the pattern of a text; raises ValueError when the text is no pattern."""
    pieces = _PIECE.findall(text)
    node, rest = _either(pieces, 0)
    if rest != len(pieces) or "".join(pieces) != "".join(text.split()):
        message = f"something is out of place in the pattern {text!r}"
        raise ValueError(message)
    return node


def _either(pieces: Sequence[str], at: int) -> tuple[Node, int]:
    chain, at = _chain(pieces, at)
    parts = [chain]
    while at < len(pieces) and pieces[at] == "|":
        chain, at = _chain(pieces, at + 1)
        parts.append(chain)
    return (parts[0] if len(parts) == 1 else Either(tuple(parts))), at


def _chain(pieces: Sequence[str], at: int) -> tuple[Node, int]:
    parts: list[Node] = []
    while at < len(pieces) and pieces[at] not in {"|", ")", "]", ">"}:
        piece = pieces[at]
        if piece in {"(", "["} or piece.startswith("<"):
            inner, at = _either(pieces, at + 1)
            if at == len(pieces) or pieces[at] != _CLOSING.get(piece, ">"):
                message = f"{piece!r} is not closed"
                raise ValueError(message)
            if piece.startswith("<"):
                inner = Flag(piece[1:], inner)
            parts.append(Optional(inner) if piece == "[" else inner)
        else:
            parts.append(_leaf(piece))
        at += 1
    return (parts[0] if len(parts) == 1 else Chain(tuple(parts))), at


def _leaf(piece: str) -> Node:
    if not piece.startswith("{"):
        return Joint() if piece == "~" else piece
    match = _SLOT.fullmatch(piece)
    if match is None or ((match["kind"] or match["name"]) not in SLOTS and not match["words"]):
        message = f"{piece} is no slot"
        raise ValueError(message)
    if match["words"]:
        return Choice(match["name"], tuple(match["words"].split("|")))
    return Slot(match["name"], match["kind"] or match["name"], bool(match["many"]))


def match_whole_line(node: Node, progress: MatchProgress, at: int = 0) -> Iterator[Values]:
    """Yield every way in which the whole rest of a line can be read by a pattern."""
    for end, values in match_at(node, progress, at):
        if end == len(progress.line):
            yield values
        else:
            progress.miss(end)


def match_at(node: Node, progress: MatchProgress, at: int) -> Iterator[tuple[int, Values]]:
    """Yield the places behind what a pattern can match from a place on, and the slots' values."""
    match node:
        case str():
            yield from _match_word(node, progress, at)
        case Joint():
            yield from _match_joint(progress, at)
        case Slot():
            yield from _match_slot(node, progress, at)
        case Choice():
            for word in node.words:
                for end, _ in _match_word(word, progress, at):
                    yield end, ((node.name, word),)
        case Flag():
            for end, values in match_at(node.part, progress, at):
                yield end, ((node.name, True), *values)
        case Optional():
            yield from match_at(node.part, progress, at)
            yield at, ()
        case Either():
            for part in node.parts:
                yield from match_at(part, progress, at)
        case Chain():
            yield from _match_chain(node.parts, progress, at)


def _match_chain(
    parts: tuple[Node, ...], progress: MatchProgress, at: int
) -> Iterator[tuple[int, Values]]:
    if not parts:
        yield at, ()
        return
    for middle, first in match_at(parts[0], progress, at):
        for end, rest in _match_chain(parts[1:], progress, middle):
            yield end, (*first, *rest)


def _match_word(word: str, progress: MatchProgress, at: int) -> Iterator[tuple[int, Values]]:
    if progress.text(at) in _SYNONYMS.get(word, (word,)):
        yield at + 1, ()
    else:
        progress.miss(at, word=word)


def _match_joint(progress: MatchProgress, at: int) -> Iterator[tuple[int, Values]]:
    end = at
    while progress.text(end) in _JOINTS:
        end += 1
    yield end, ()


def _match_slot(node: Slot, progress: MatchProgress, at: int) -> Iterator[tuple[int, Values]]:
    if not node.many:
        for end, value in _read_slot(node, progress, at):
            yield end, ((node.name, value),)
        return
    lists: list[tuple[int, tuple[object, ...]]] = [(at - 1, ())]
    for end, values in lists:  # it grows
        if not values or (progress.text(end) in _BETWEEN and len(values) < _MOST_LISTED):
            more = _read_slot(node, progress, end + 1)
            lists += [(last, (*values, value)) for last, value in more]
    for end, values in reversed(lists[1:]):
        yield end, ((node.name, values),)


def _read_slot(node: Slot, progress: MatchProgress, at: int) -> tuple[tuple[int, object], ...]:
    if (node.kind, at) not in progress.read:
        progress.read[node.kind, at] = tuple(SLOTS[node.kind](progress, at))
    return progress.read[node.kind, at]
