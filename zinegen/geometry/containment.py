"""Which areas a point or a line lies in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from zinegen.geometry.shape import Line, Point

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in tenths of a drawing unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """All lines round an area and its holes, in any order, with the box round them."""

    lines: tuple[Line, ...]
    box: Box
    """It spares most of the counting."""

    @classmethod
    def of(cls, lines: Iterable[Line]) -> Outline:
        """Return lines, one at least, with their box."""
        lines = tuple(lines)
        return cls(lines=lines, box=_box(point for line in lines for point in line))


def _box(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def areas_under(outlines: Mapping[str, Outline], line: Line) -> tuple[str, ...]:
    """Return the areas in which some point of a line lies, in the order of the outlines."""
    return tuple(name for name, outline in outlines.items() if _holds_some(outline, line))


def _holds_some(outline: Outline, line: Line) -> bool:
    left, top, right, bottom = outline.box
    near = ((x, y) for x, y in line if left <= x <= right and top <= y <= bottom)
    return any(is_inside(outline.lines, point) for point in near)


def is_inside(lines: Iterable[Line], point: Point) -> bool:
    """Tell whether a point lies in the area within some lines, by counting those it meets to its east."""
    x, y = point
    crossed = False
    for line in lines:
        for (ax, ay), (bx, by) in pairwise(line):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                crossed = not crossed
    return crossed
