"""The small language in which the forms of orders are written, and how a line is matched against it.

===================== ===========================================================================
``support``           this word (without case and accents); signs ``- & / , ; :`` stand for themselves
``&``                 also ``and`` and ``+``; ``-`` is also ``to`` and every dash and arrow
``~``                 a joint: nothing, or any of ``, ; : & and ( )``
``(s|support)``       one of these
``[...]``             may be left out
``<via ...>``         remember under the name ``via`` that this was there
``{at:province}``     a slot (`slots.SLOTS`), its value remembered under the name ``at``
``{unit}``            a slot of the kind that its name says
``{way=keep|delete}`` one of these words, remembered
``{list:spot+}``      several, with ``,`` between them
===================== ===========================================================================

A line may be read in several ways; `match_whole_line` yields them all. The progress keeps what was expected
where the match that came furthest broke off, so every form gives good messages by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from zinegen.notation.grammar.slots import SLOTS, MatchProgress

_JOINTS = frozenset({",", ";", ":", "&", "and", "(", ")"})
_SYNONYMS: Mapping[str, frozenset[str]] = {
    "&": frozenset({"&", "and"}),
    "-": frozenset({"-", "to"}),
}

Values = tuple[tuple[str, object], ...]
"""What the slots of a pattern were filled with, by name."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign that must stand there."""

    text: str


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


Node = Word | Joint | Slot | Choice | Flag | Optional | Either | Chain

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
        return Joint() if piece == "~" else Word(piece)
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
        case Word():
            yield from _match_word(node, progress, at)
        case Joint():
            yield from _match_joint(progress, at)
        case Slot():
            yield from _match_slot(node, progress, at)
        case Choice():
            for word in node.words:
                for end, _ in _match_word(Word(word), progress, at):
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


def _match_word(node: Word, progress: MatchProgress, at: int) -> Iterator[tuple[int, Values]]:
    if progress.text(at) in _SYNONYMS.get(node.text, (node.text,)):
        yield at + 1, ()
    else:
        progress.miss(at, word=node.text)


def _match_joint(progress: MatchProgress, at: int) -> Iterator[tuple[int, Values]]:
    end = at
    while progress.text(end) in _JOINTS:
        end += 1
    yield end, ()


def _match_slot(node: Slot, progress: MatchProgress, at: int) -> Iterator[tuple[int, Values]]:
    known = progress.read.get((node.kind, at))
    if known is None:
        known = progress.read[node.kind, at] = tuple(SLOTS[node.kind](progress, at))
    for end, value in known:
        if not node.many:
            yield end, ((node.name, value),)
            continue
        if progress.text(end) in {",", "&", "and"}:
            for last, rest in _match_slot(node, progress, end + 1):
                others = rest[0][1]
                if isinstance(others, tuple):
                    yield last, ((node.name, (value, *others)),)
        yield end, ((node.name, (value,)),)
