"""Letters as data: widths and outlines of the one typeface that all maps are lettered in.

The typeface is Libre Caslon Text (SIL Open Font License 1.1), kept in ``zinegen/data/glyphs.json``
as outlines on a grid of 128 steps an em. So a map looks the same on every machine, whatever fonts it
has, and placing and drawing agree about the width of a name.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TypedDict

from zinegen.drawing.scene import Anchor, Typeface, Words

EM = 128
"""Steps of the grid in the size of a letter."""

UNKNOWN = "?"
"""Drawn for a letter that the typeface does not have."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter on the grid."""

    letter: str
    width: int
    x: int
    """Where the outline starts, y down from the base line."""
    y: int
    outline: str
    """The rest of the outline in relative path commands; empty for a space."""


class _Cut(TypedDict):
    glyphs: dict[str, tuple[int, int, int, str]]
    kern: dict[str, int]


class _Font(TypedDict):
    em: int
    faces: dict[str, _Cut]


@cache
def _font() -> _Font:
    text = files("zinegen").joinpath("data", "glyphs.json").read_text(encoding="utf-8")
    found: _Font = json.loads(text)
    return found


@cache
def glyph(letter: str, face: Typeface) -> Glyph:
    """Return a letter; without its accents, or a question mark, where the typeface lacks it."""
    known = _font()["faces"][face]["glyphs"]
    bare = unicodedata.normalize("NFD", letter)[:1]
    for candidate in (letter, bare, UNKNOWN):
        if candidate in known:
            width, x, y, outline = known[candidate]
            return Glyph(candidate, width, x, y, outline)
    return Glyph(" ", EM // 4, 0, 0, "")


@cache
def list_steps(letter: Glyph) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return a letter's outline as commands ``m``, ``l``, ``c`` and ``z``, each with its steps."""
    spaced = letter.outline.replace("-", " -")
    for command in "mlhvcz":
        spaced = spaced.replace(command, f"|{command} ")
    found: list[tuple[str, tuple[int, ...]]] = []
    for command, *words in map(str.split, spaced.split("|")[1:]):
        numbers = tuple(map(int, words))
        if command in "hv":
            found += (("l", (one, 0) if command == "h" else (0, one)) for one in numbers)
        elif command == "z":
            found.append((command, ()))
        else:
            size = 6 if command == "c" else 2
            places = range(0, len(numbers), size)
            found += ((command, numbers[place : place + size]) for place in places)
    return tuple(found)


@cache
def line(text: str, face: Typeface, spacing: int = 0) -> tuple[tuple[Glyph, int], ...]:
    """Return the letters of a text with the step of the grid where each begins."""
    kern = _font()["faces"][face]["kern"]
    found = []
    at = 0
    letters = unicodedata.normalize("NFC", text)
    for place, letter in enumerate(letters):
        shape = glyph(letter, face)
        found.append((shape, at))
        at += shape.width + kern.get(letters[place : place + 2], 0) + spacing
    return tuple(found)


Word = tuple[str, Typeface, int]
"""A word that looks alike at any size and place: its letters, their cut, and the steps added after each."""


def list_words(words: Words) -> tuple[tuple[Word, int], ...]:
    """Return the words of a line of text, each with the step of the grid where it begins."""
    return _list_words(words.text, words.face, words.spacing * EM // words.size)


@lru_cache(maxsize=2048)
def _list_words(text: str, face: Typeface, spacing: int) -> tuple[tuple[Word, int], ...]:
    steps = [at for _, at in line(text, face, spacing)]
    found = re.finditer("[^ ]+", unicodedata.normalize("NFC", text))
    return tuple(((one[0], face, spacing), steps[one.start()]) for one in found)


def visible_letters(words: Words) -> tuple[tuple[Glyph, int], ...]:
    """Return the letters of a line of text that are not blank, with the step where each begins."""
    letters = line(words.text, words.face, words.spacing * EM // words.size)
    return tuple((letter, at) for letter, at in letters if letter.outline)


def width(text: str, face: Typeface, size: int, spacing: int = 0) -> float:
    """Return how wide a line of text is, in the unit of ``size`` and ``spacing``."""
    if not text:
        return 0.0
    steps = spacing * EM // size
    last, at = line(text, face, steps)[-1]
    return (at + last.width) * size / EM


def start(words: Words) -> int:
    """Return the x at which a line of text begins, in tenths."""
    x, _ = words.at
    if words.anchor is Anchor.START:
        return x
    wide = width(words.text, words.face, words.size, words.spacing)
    return round(x - (wide / 2 if words.anchor is Anchor.MIDDLE else wide))
