"""What is known of lines that were read, so that none is read twice, and none that is like another.

What a line says depends on its words, the names of the board and the forms alone; so a line that was read
once is known for good. And lines that differ only in plain names of provinces are read alike: ``A Bur - Mun``
tells how to read ``A Gas - Par``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from zinegen.board.board import Board, Power, cache_on_board
from zinegen.game.orders import UNNUMBERED, Line, Order, OrderNumber, number_orders
from zinegen.game.state import PhaseKind
from zinegen.game.units import BorderName, Kind, PlaceName, UnitName
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.grammar.names import DIRECTIONS, RESERVED, Names, names_for
from zinegen.notation.reading.forms import Combination, Form, OrderForm, Read, forms_for

MOST_LINES = 20_000
"""How many lines are remembered for one board."""

_SIMPLE = re.compile(r"[A-Za-z /-]+")
_WORD = re.compile(r"[a-z]+|/|-+")

Row = tuple[Power, str, int, int, str, int]
"""A row of a text: its power, file, line, column, what is written, and how many orders stand before it."""

Shape = tuple[str | int, ...]
"""The words of a line; for each plain name of a province its number in the line."""


@dataclass(frozen=True, slots=True)
class KnownLine:
    """How a line is read: the form that fits, and what stands in its slots."""

    form: OrderForm
    values: Mapping[str, object]

    def orders(
        self, power: Power, line: Line, first: OrderNumber = UNNUMBERED
    ) -> tuple[Order, ...]:
        """Return the orders that the line gives to a power's units."""
        return self.form.orders(Read(power=power, line=line, values=self.values, first=first))


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A line that was read, and its provinces in the sequence in which they first appear."""

    read: KnownLine
    faces: tuple[ProvinceKey, ...]


class LineMemory:
    """How lines are read under given names and forms, as far as it is known."""

    def __init__(self, names: Names, forms: Sequence[Form]) -> None:
        self.words = frozenset(_words_of(forms))
        """The words that the forms are made of."""
        used = self.words | RESERVED
        used |= {word for spelling in names.powers for word in spelling}
        longer = (spelling for spelling in names.provinces if len(spelling) > 1)
        parts = {word for spelling in longer for word in spelling if word.isalpha()}
        single = {spelling[0]: at for spelling, at in names.provinces.items() if len(spelling) == 1}
        self._plain = {word: at for word, at in single.items() if word not in used | parts}
        """The words that can be nothing but the name of one province, wherever they stand."""
        self._names = (parts - used) | (used & single.keys())
        """The words of other names: a line with one of them is like no other."""
        self._lines: dict[str, KnownLine] = {}
        self._shapes: dict[Shape, _Pattern] = {}
        self.rows: dict[Row, tuple[Order, ...]] = {}
        """The orders of rows that were read before."""

    def recall_like(self, row: Row, line: Line) -> tuple[Order, ...] | None:
        """Return the orders of a row that holds a line, or None when only the forms can tell."""
        known = self.find(line.text)
        if known is None:
            return None
        if len(self.rows) >= MOST_LINES:
            self.rows.clear()
        power, first = row[0], row[-1]
        given = number_orders(known.orders(power, line, OrderNumber(first)), first)
        self.rows[row] = given
        return given

    def find(self, text: str) -> KnownLine | None:
        """Return how a line is read, or None when only the forms can tell."""
        known = self._lines.get(text)
        if known is None and self._shapes:
            shape, faces = self._shape_of(text)
            pattern = self._shapes.get(shape)
            if pattern is not None:
                known = _adapt(pattern, faces)
                self._keep(text, known)
        return known

    def learn(self, text: str, form: Form, values: Mapping[str, object]) -> None:
        """Remember how a line was read that can be read in one way only."""
        if isinstance(form, OrderForm):
            read = KnownLine(form, values)
            self._keep(text, read)
            shape, faces = self._shape_of(text)
            if shape and not any(map(_has_water_for_coast, values.values())):
                self._shapes[shape] = _Pattern(read, faces)

    def _keep(self, text: str, read: KnownLine) -> None:
        if len(self._lines) >= MOST_LINES:
            self._lines.clear()
        self._lines[text] = read

    def _shape_of(self, text: str) -> tuple[Shape, tuple[ProvinceKey, ...]]:
        """Return a line's shape and its provinces; an empty shape when no other can be like it."""
        if _SIMPLE.fullmatch(text) is None:
            return (), ()
        faces: dict[ProvinceKey, int] = {}
        shape: list[str | int] = []
        for word in _WORD.findall(text.lower()):
            face = self._plain.get(word)
            if face is None and word in self._names:
                return (), ()
            shape.append(word if face is None else faces.setdefault(face, len(faces)))
        return tuple(shape), tuple(faces)


@cache_on_board
def line_memory_for(
    board: Board, powers: tuple[Power, ...], variant: Variant, section: str, kind: PhaseKind
) -> LineMemory:
    """Return the memory of lines of a section and a kind of phase on a board."""
    names = names_for(board, powers, variant.languages)
    return LineMemory(names, forms_for(variant, section, kind))


def _words_of(forms: Sequence[Form]) -> set[str]:
    """Return the words that forms are made of."""
    return {word for pattern in _patterns(forms) for word in re.findall(r"[a-z]+", pattern)}


def _patterns(forms: Sequence[Form]) -> Iterator[str]:
    for form in forms:
        if isinstance(form, Combination):
            yield from _patterns(form.parts)
        else:
            yield form.pattern


def _adapt(pattern: _Pattern, faces: tuple[ProvinceKey, ...]) -> KnownLine:
    """Return how a line is read that differs from another in its provinces alone."""
    now = dict(zip(pattern.faces, faces, strict=True))
    values = {name: _with_provinces(value, now) for name, value in pattern.read.values.items()}
    return KnownLine(pattern.read.form, values)


def _with_provinces(value: object, now: Mapping[ProvinceKey, ProvinceKey]) -> object:
    """Return the value of a slot with other provinces."""
    match value:
        case UnitName(at=at, kind=kind, power=power):
            return _make_unit(_spot_with_provinces(at, now), kind, power)
        case PlaceName():
            return _spot_with_provinces(value, now)
        case BorderName():
            one = _spot_with_provinces(value.one, now)
            return replace(value, one=one, other=_spot_with_provinces(value.other, now))
        case tuple():
            return tuple(_with_provinces(part, now) for part in value)
        case str():
            return now.get(ProvinceKey(value), value)
        case _:
            return value


def _has_water_for_coast(value: object) -> bool:
    """Tell whether a unit's coast is named by its water: it may be another's dash."""
    coast = value.at.coast if isinstance(value, UnitName) else None
    return coast is not None and coast not in DIRECTIONS


def _spot_with_provinces(spot: PlaceName, now: Mapping[ProvinceKey, ProvinceKey]) -> PlaceName:
    coast = spot.coast
    province = now.get(spot.province, spot.province)
    return _make_spot(province, None if coast is None else now.get(ProvinceKey(coast), coast))


@lru_cache(maxsize=4096)
def _make_spot(face: ProvinceKey, coast: str | None) -> PlaceName:
    return PlaceName(province=face, coast=coast)


@lru_cache(maxsize=8192)
def _make_unit(at: PlaceName, kind: Kind | None, power: Power | None) -> UnitName:
    return UnitName(at=at, kind=kind, power=power)
