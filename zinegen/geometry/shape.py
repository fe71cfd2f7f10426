"""The drawn lines of a mesh: one polyline for every border, and what lies between the borders.

A shape is plain data in whole tenths of a drawing unit, x to the right and y down. Provinces are
not stored: their outlines are read off the lines of their borders, so neighbours share their points
exactly and no gap can arise. No rule ever asks a shape for who touches whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of

Point = tuple[int, int]
"""x and y in whole tenths of a drawing unit."""

Line = tuple[Point, ...]
"""Two points or more. A ring is closed: its last point is its first."""

OUTSIDE = ProvinceKey("Out")
"""Everything off the board: it has no outer rim, and the frame cuts it off."""

TENTHS = 10
"""Steps of a coordinate in one drawing unit."""


class DecorationKind(StrEnum):
    """What a piece of decoration shows."""

    ISLAND = "island"
    LAKE = "lake"
    WATER = "water"
    """Water inside a land province: the Belts, the Sea of Marmara."""
    CANAL = "canal"
    """A line, not an area."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoration:
    """Something that is drawn but has no meaning in the game."""

    kind: DecorationKind
    line: Line
    """The outline as a ring; of a canal its course."""
    within: tuple[ProvinceKey, ...]
    """The provinces it lies in; what a strip of other ground runs over is clipped away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettering:
    """A province's name as it stands on the map."""

    at: Point
    """The middle of the whole block of lines."""
    size: int
    """Size of the letters in tenths of a drawing unit."""
    lines: tuple[str, ...]
    beside: bool = False
    """True when the name stands outside its province, as that of a small island does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the things that lie on a province go."""

    label: Lettering
    unit: Point
    """Centre of the counter of the unit in it."""
    second: Point | None = None
    """Centre of the counter of a dislodged unit; none until it has been placed."""
    centre: Point | None = None
    """The mark of a supply centre."""


class FlowKind(StrEnum):
    """The motions that points follow."""

    SQUEEZE = "squeeze"
    """Shorter along an axis, longer across it; every area stays."""
    SWELL = "swell"
    """The middle of a disc is blown up at the cost of its rim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """A motion of all points within reach; followed back with the amount's sign turned."""

    kind: FlowKind
    centre: tuple[float, float]
    """In drawing units, as is the reach."""
    axis: tuple[float, float]
    """A vector of length 1: along it a squeeze shortens; of no account to a swell."""
    reach: float
    amount: float
    """The time for which the velocity field is followed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scar:
    """What an event needs to be undone: the borders it cut as they were, and its flows."""

    healed_by: tuple[BorderId, ...]
    """What undoes the event: the border whose separation does, or the two that a release joins."""
    depends: tuple[BorderId, ...]
    """The borders that the event touched and no other has changed since: they are put back whole."""
    sides: tuple[ProvinceKey, ProvinceKey] | None
    """The provinces that part by a separation; none when the event was a release."""
    lines: tuple[Line, ...]
    """With sides A and B: the border A|B, the borders before and after it round A, those round B,
    each as its dart in A or B runs. Without: the two rims, as their even darts run."""
    rims: tuple[BorderId, ...]
    """The two borders that the release opened; none when there are sides."""
    flows: tuple[Flow, ...]
    """Oldest first."""
    old: Mapping[BorderId, Line] = field(default_factory=dict)
    """Other borders that were not only carried along by the flows, as their even darts ran."""
    drawn: tuple[Line, ...] = ()
    """``lines`` as they were drawn, if they have been carried elsewhere since."""
    exact: bool = False
    """Of no account any more: records of earlier versions say with it that flows are not run backwards."""


@dataclass(frozen=True, kw_only=True)
class PrintedMap:
    """A map before anything happened to it: what it should go on looking like."""

    mesh: Mesh
    lines: Mapping[BorderId, Line]
    waters: tuple[ProvinceKey, ...]
    """The provinces that are water then, in alphabetical order: their common borders have no coast.

    A set would be written in another order by every run, and maps are found by what they are written as."""

    @cached_property
    def homes(self) -> Mapping[ProvinceKey, tuple[float, float, float]]:
        """For each province the area and the x and y of its centroid, in drawing units; holes count in."""
        found = {}
        for face in self.mesh.rings:
            rim = max(self._rings(face), key=area_of)
            x, y = centroid_of(rim)
            found[face] = area_of(rim) / TENTHS**2, x / TENTHS, y / TENTHS
        return found

    def _rings(self, face: ProvinceKey) -> list[Line]:
        courses = {
            dart: self.lines[border_of(dart)][:: -1 if dart % 2 else 1]
            for ring in self.mesh.rings[face]
            for dart in ring
        }
        return [join_courses(courses[dart] for dart in ring) for ring in self.mesh.rings[face]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The drawing of a mesh; every key is a number or name of that mesh."""

    width: int
    """In tenths, as the height: the frame runs from (0, 0) to (width, height)."""
    height: int
    lines: Mapping[BorderId, Line]
    """For each border its course, from the start to the end of its even dart."""
    places: Mapping[ProvinceKey, Places] = field(default_factory=dict)
    coasts: Mapping[BorderId, Point] = field(default_factory=dict)
    """Where a fleet stands on the coast that this border belongs to."""
    decoration: tuple[Decoration, ...] = ()
    scars: tuple[Scar, ...] = ()
    """Oldest first."""
    start: PrintedMap | None = None
    relaid: int = 0
    """How often the whole map has been drawn anew."""

    def line(self, dart: Dart) -> Line:
        """Return the course of a border as this side of it runs."""
        course = self.lines[border_of(dart)]
        return course[::-1] if dart % 2 else course


def ring_line(shape: Shape, ring: Iterable[Dart]) -> Line:
    """Return one ring of darts as a closed line."""
    return join_courses(shape.line(dart) for dart in ring)


def join_courses(courses: Iterable[Line]) -> Line:
    """Return courses that follow each other as one closed line."""
    points: list[Point] = []
    for course in courses:
        points += course[:-1]
    return (*points, points[0])


def area_of(ring: Line) -> float:
    """Return the area inside a closed line in tenths squared; negative for the rim of a hole."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(ring)) / 2


def centroid_of(ring: Line) -> tuple[float, float]:
    """Return the centroid of the ground inside a closed line, in tenths."""
    area = area_of(ring)
    if not area:
        return ring[0]
    x = y = 0.0
    for (ax, ay), (bx, by) in pairwise(ring):
        cross = ax * by - bx * ay
        x += (ax + bx) * cross
        y += (ay + by) * cross
    return x / (6 * area), y / (6 * area)


def outline(mesh: Mesh, shape: Shape, face: ProvinceKey) -> tuple[Line, ...]:
    """Return the rings of a province as closed lines: the outer rim, then its holes by size.

    The outer rim runs clockwise as seen on the map, the holes the other way. The outside of the
    board has holes only: one for each part of the map that it surrounds.
    """
    rings = tuple(ring_line(shape, ring) for ring in mesh.rings[face])
    return rings if len(rings) == 1 else tuple(sorted(rings, key=area_of, reverse=True))


def polygons(mesh: Mesh, shape: Shape) -> dict[ProvinceKey, tuple[Line, ...]]:
    """Return the rings of every province, in order of names; see `outline`."""
    return {face: outline(mesh, shape, face) for face in mesh.rings}


Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in tenths of a drawing unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """All lines round an area and its holes, in any order, with the boxes round each and round all."""

    lines: tuple[tuple[Line, Box], ...]
    box: Box
    """The boxes spare most of the counting."""

    @classmethod
    def of(cls, lines: Iterable[Line]) -> Outline:
        """Return lines, one at least, with their boxes."""
        boxed = tuple((line, _box(line)) for line in lines)
        corners = (corner for _, box in boxed for corner in (box[:2], box[2:]))
        return cls(lines=boxed, box=_box(corners))


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
        and _holds_some(outline, line)
    )


def _holds_some(outline: Outline, line: Line) -> bool:
    left, top, right, bottom = outline.box
    near = ((x, y) for x, y in line if left <= x <= right and top <= y <= bottom)
    return any(_is_within(outline, point) for point in near)


def _is_within(outline: Outline, point: Point) -> bool:
    """Tell the same as `is_inside`; of a line that lies wholly to the east only the ends count."""
    x, y = point
    crossed, met = False, []
    for line, (left, top, right, bottom) in outline.lines:
        if right < x or not top <= y <= bottom:
            continue  # to the west, or with both ends on one side
        if left > x:
            crossed ^= (line[0][1] > y) != (line[-1][1] > y)
        else:
            met.append(line)
    return crossed ^ is_inside(met, point)


def is_inside(lines: Iterable[Line], point: Point) -> bool:
    """Tell whether a point lies in the area within some lines, by counting those it meets to its east."""
    x, y = point
    crossed = False
    for line in lines:
        (ax, ay), below = line[0], line[0][1] > y
        for bx, by in line:
            if (by > y) != below:
                below = not below
                if x < (bx - ax) * (y - ay) / (by - ay) + ax:
                    crossed = not crossed
            ax, ay = bx, by
    return crossed
