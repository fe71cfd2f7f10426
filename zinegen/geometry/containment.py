"""In which areas a line lies: asked of decoration when a map is loaded."""

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
    left, top, right, bottom = _box(line)
    return tuple(
        name
        for name, outline in outlines.items()
        if outline.box[0] <= right
        and left <= outline.box[2]
        and outline.box[1] <= bottom
        and top <= outline.box[3]
        and any(is_inside(outline, point) for point in line)
    )


def is_inside(outline: Outline, point: Point) -> bool:
    """Tell whether a point lies inside an outline, by counting the lines it meets to its east."""
    x, y = point
    left, top, right, bottom = outline.box
    if not (left <= x <= right and top <= y <= bottom):
        return False
    crossed = False
    for line in outline.lines:
        for (ax, ay), (bx, by) in pairwise(line):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                crossed = not crossed
    return crossed
