"""How names are set: where they may be split, at which sizes, and how wide they come out.

Widths are those of Libre Caslon Text, so they are the same on every machine. Names of seas are set
in italics and a little wider apart than names of land.
"""

from __future__ import annotations

from dataclasses import dataclass

from tools.map_pipeline import inputs

LEADING = 1.08
"""Distance of base lines, as a part of the size."""

_SEA_SIZES = (20, 18, 16, 15, 14, 13, 12, 11, 10.5, 10)
_LAND_SIZES = (17, 15, 14, 13, 12, 11, 10.5, 10, 9.5)
_SEA_LIMITS = ((14000, 14), (60000, 16))
_LAND_LIMITS = ((5500, 11), (9000, 12), (22000, 14), (60000, 15))
"""Areas in square units, and the largest size in a province smaller than that."""

_LONG = 16
"""Names of seas longer than this are never set in one line."""

_BROAD = 9
"""Names longer than this are split over two lines where they stand beside an island."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A name in lines, at a size; ``is_sea`` tells italics and spacing."""

    size: float
    lines: tuple[str, ...]
    is_sea: bool

    @property
    def width(self) -> float:
        """The longest line's width in drawing units."""
        spacing = 0.6 if self.is_sea else 0.2
        letters = inputs.letter_widths()["italic" if self.is_sea else "roman"]
        return max(
            sum(letters[letter] for letter in line) * self.size / 1000 + spacing * (len(line) - 1)
            for line in self.lines
        )

    @property
    def height(self) -> float:
        """The height of all lines in drawing units."""
        return self.size * LEADING * len(self.lines)


def settings(name: str, abbreviation: str, area: int, *, is_sea: bool) -> list[Setting]:
    """Return all ways to write a province's name in its area, the best first.

    Falling sizes and line splits of the whole name, then the abbreviation.
    """
    limits = _SEA_LIMITS if is_sea else _LAND_LIMITS
    limit = next((size for below, size in limits if area < below), 99)
    sizes = [size for size in (_SEA_SIZES if is_sea else _LAND_SIZES) if size <= limit]
    out = [Setting(size, lines, is_sea) for size in sizes for lines in _splits(name, is_sea=is_sea)]
    short = (13, 12, 11) if is_sea else (11.5, 11, 10)
    return out + [Setting(size, (abbreviation,), is_sea) for size in short]


def beside_island(name: str) -> Setting:
    """Return how an island's name is set in the sea beside it."""
    lines = tuple(name.split(" ")) if len(name) > _BROAD else (name,)
    return Setting(11, lines, is_sea=False)


def _splits(name: str, *, is_sea: bool) -> list[tuple[str, ...]]:
    """Return the line splits of a name; two lines suit a sea, one suits land."""
    words = tuple(name.split(" "))
    match words:
        case (first, second) if is_sea:
            return [(first, second)] if len(name) > _LONG else [(first, second), (name,)]
        case (first, second):
            return [(name,), (first, second)]
        case (first, second, third):
            return [(f"{first} {second}", third), (first, f"{second} {third}"), words, (name,)]
        case _:
            return [(name,)]
