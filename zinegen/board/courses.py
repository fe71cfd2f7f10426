"""Where borders run: as printed, and from there by fixed rules through whatever happens to the map.

Rules ask courses in which direction a coast lies, and in which order links arrive at a border; they never
ask a drawing, which another version or machine may draw otherwise. All is in whole numbers: points in
tenths of a drawing unit, lengths in 256ths of a tenth. Source: docs/rules/common.md,
"2.6 Where a border runs".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from zinegen.geometry.mesh import BorderId, Dart, border_of, twin
from zinegen.geometry.shape import Line, Point
from zinegen.geometry.surgery import Surgery

Courses = Mapping[BorderId, Line]
"""For each border where it runs, as its even dart does; that of a ring ends where it starts."""


def follow(courses: Courses, surgery: Surgery) -> Courses:
    """Return the courses after an event; none of a map that has none."""
    if not courses:
        return courses
    after = dict(courses)
    if surgery.joined is not None:
        _release(after, surgery, surgery.joined)
    elif surgery.cut is not None:
        _separate(after, surgery, surgery.cut)
    return dict(sorted(after.items()))


def _separate(courses: dict[BorderId, Line], surgery: Surgery, cut: BorderId) -> None:
    """Take a border away: the new one lies across it, or else its neighbours grow together along it."""
    start, *_, end = courses[cut]
    if surgery.made is not None:
        courses[surgery.made] = _turn(start, end)
    else:
        for side in (Dart(2 * cut), Dart(2 * cut + 1)):
            first, second = surgery.before.prev[side], surgery.before.next[side]
            run = _run(courses, first)
            rest = _run(courses, second) if first != second else run[:1]
            joined = (*run, *_run(courses, side), *rest)
            kept = min(first, second)
            courses.pop(border_of(max(first, second)))
            courses[border_of(kept)] = _along(kept, joined)
    del courses[cut]


def _release(
    courses: dict[BorderId, Line], surgery: Surgery, joined: tuple[BorderId, BorderId]
) -> None:
    """Split two borders where each is nearest to the middle of the other; the new one lies between."""
    points = _find_ends(courses, joined)
    halves = dict(surgery.split)
    for border, point in zip(joined, points, strict=True):
        even = Dart(2 * border)
        dart = even if surgery.before.face[even] == surgery.across else twin(even)
        first, second = _split(_run(courses, dart), point)
        if border in halves:
            courses[border] = _along(dart, first)
            courses[halves[border]] = _along(dart, second)
        else:
            courses[border] = _along(dart, (*second, *first[1:]))
    if surgery.made is not None:
        courses[surgery.made] = _turn(*points)


def _find_ends(courses: Courses, joined: tuple[BorderId, BorderId]) -> tuple[Point, Point]:
    """Return where a link arrives at two borders: at each where it is nearest to the middle of the other."""
    a, c = (courses[border] for border in joined)
    return find_nearest(a, find_middle((c,))).point, find_nearest(c, find_middle((a,))).point


def _turn(start: Point, end: Point) -> Line:
    """Return the straight line between two points turned by a right angle, the start on its right hand."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    x, y = ax + bx, ay + by
    return ((x + dy) // 2, (y - dx) // 2), ((x - dy) // 2, (y + dx) // 2)


def _run(courses: Courses, dart: Dart) -> Line:
    """Return a course as one side of its border runs."""
    return _along(dart, courses[border_of(dart)])


def _along(dart: Dart, line: Line) -> Line:
    """Return a line turned round for the odd dart of a border; the same again turns it back."""
    return line[::-1] if dart % 2 else line


def _split(line: Line, point: Point) -> tuple[Line, Line]:
    """Return the parts of a line before and after the point of it that is nearest to a point."""
    near = find_nearest(line, point)
    return (*line[: near.index + 1], near.point), (near.point, *line[near.index + 1 :])


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """The point of a line that is nearest to another."""

    point: Point
    index: int
    """Of the stretch that it lies on: that behind the point of this number."""
    share: Fraction
    """How far along the line it is: 0 at the start, 1 at the end."""


def find_nearest(line: Line, to: Point) -> Nearest:
    """Return the point of a line that is nearest to another; the first of several."""
    best, found, run = -1, (0, line[0], 0), 0
    for index, ((ax, ay), (bx, by)) in enumerate(pairwise(line)):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy or 1
        along = min(square, max(0, (to[0] - ax) * dx + (to[1] - ay) * dy))
        x, y = ax + dx * along // square, ay + dy * along // square
        away = (to[0] - x) ** 2 + (to[1] - y) ** 2
        length = _length((ax, ay), (bx, by))
        if best < 0 or away < best:
            best, found = away, (index, (x, y), run + length * along // square)
        run += length
    index, point, at = found
    return Nearest(point=point, index=index, share=Fraction(at, run))


def _length(one: Point, other: Point) -> int:
    """Return the distance of two points in 256ths of a tenth, never 0."""
    return isqrt(((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2) << 16) or 1


def weigh(lines: Iterable[Line]) -> tuple[int, int, int]:
    """Return what x and y of some lines add up to, each stretch weighing by its length; and the weight.

    Divided by the weight they are the middle of the lines, in tenths. Without lines all are 0.
    """
    weight = x = y = 0
    for line in lines:
        for (ax, ay), (bx, by) in pairwise(line):
            length = _length((ax, ay), (bx, by))
            weight += 2 * length
            x += length * (ax + bx)
            y += length * (ay + by)
    return x, y, weight


def measure_ring(courses: Courses, ring: Iterable[Dart]) -> int:
    """Return the area inside courses that follow each other, in tenths squared; negative for a hole."""
    line = [point for dart in ring for point in _run(courses, dart)]
    closed = pairwise((*line, line[0]))
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in closed) // 2


def find_middle(lines: Iterable[Line]) -> Point:
    """Return the middle of lines, of which there is one at least, in whole tenths."""
    x, y, weight = weigh(lines)
    return x // weight, y // weight
