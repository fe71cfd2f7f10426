"""In which provinces a line lies: asked of decoration when a map is loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from zinegen.planar.mesh import Face
from zinegen.planar.shape import Line, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    """A closed line with the box round it, which spares most of the counting."""

    line: Line
    box: tuple[int, int, int, int]
    """Left, top, right and bottom, in tenths."""

    @classmethod
    def of(cls, line: Line) -> Framed:
        """Return a line with its box."""
        xs, ys = [x for x, _ in line], [y for _, y in line]
        return cls(line=line, box=(min(xs), min(ys), max(xs), max(ys)))


def provinces_under(outlines: Mapping[Face, Iterable[Framed]], line: Line) -> tuple[Face, ...]:
    """Return the provinces in which some point of a line lies, in the order of the outlines."""
    left, top, right, bottom = Framed.of(line).box
    found = []
    for face, rings in outlines.items():
        near = tuple(
            ring
            for ring in rings
            if ring.box[0] <= right
            and left <= ring.box[2]
            and ring.box[1] <= bottom
            and top <= ring.box[3]
        )
        if near and _is_under(near, line):
            found.append(face)
    return tuple(found)


@cache
def _is_under(rings: tuple[Framed, ...], line: Line) -> bool:
    """Tell whether some point of a line lies inside rings; the maps of the rule sets have most in common."""
    return any(is_inside(rings, point) for point in line)


def is_inside(rings: Iterable[Framed], point: Point) -> bool:
    """Tell whether a point lies inside rings with holes, by counting the lines it meets to its east."""
    x, y = point
    crossed = False
    for ring in rings:
        left, top, right, bottom = ring.box
        if not (left <= x <= right and top <= y <= bottom):
            continue
        for (ax, ay), (bx, by) in pairwise(ring.line):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                crossed = not crossed
    return crossed
