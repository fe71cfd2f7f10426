"""Arms of provinces, in which the name is not seen: there the short name is lettered again, along them.

What is followed is the middle of the ground between its shores, as the triangles between points of its rim
give it. Lengths are in tenths of a drawing unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.drawing import lettering
from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.drawing.geometry import Rect, to_point
from zinegen.drawing.placement import FRAME, LETTERS, cut_of
from zinegen.drawing.placement_search import SMALLEST
from zinegen.drawing.scene import Sight, Words
from zinegen.drawing.short_names import CAPITAL, NamePlan, find_middles, find_size_on
from zinegen.drawing.symbols import CENTRE, UNIT
from zinegen.drawing.unit_points import find_unit_point
from zinegen.geometry.mesh import ProvinceKey

Array = npt.NDArray[np.float64]

SIZE = round(SMALLEST * LETTERS)
"""Of the letters where names are written in full; elsewhere they are as large as all others."""
AIR = 16
"""Least distance of the letters from the rim, and from all that they must not cover."""
SPACING = 110
"""Distance of the points of a rim between which the middle is looked for."""
SEEN = 1400
"""As far from a name one still knows an arm for that province's, if the way there is straight."""
NEAR = 450
"""As far one knows it in any case."""
OPEN = 300
"""Half the width of open ground, which needs no more than one name as far as it has no neck."""
CORNER = 1.3
"""How far open ground reaches into corners, in radii of the circles in it."""
REACH = 450
"""Of an arm so much to either side counts as lettered by a name in it."""
LEAST = 750
"""How long an arm is at least."""
COARSE = 25
"""How far the rim may be from the true one while the middle is looked for."""
SLENDER = 4
"""A province has arms only if some of it is farther from its name than so many times its mean width."""


@dataclass(frozen=True, slots=True)
class _Middle:
    """Points half way between the shores of a province."""

    points: Array
    rooms: Array
    """How far the shores are from each."""
    turns: Array
    """The direction in which the ground runs there, in degrees: upwards to the right is negative."""

    def __getitem__(self, which: npt.NDArray[np.bool_]) -> _Middle:
        return _Middle(self.points[which], self.rooms[which], self.turns[which])

    def find_open_round(self, name: Rect) -> npt.NDArray[np.bool_]:
        """Tell which points lie in the open ground round a name, without a neck between."""
        wide = self.rooms > OPEN
        points, rooms = self.points[wide], self.rooms[wide]
        found: npt.NDArray[np.bool_] = _measure_way(name, points) < rooms
        if not found.any():
            return np.zeros(len(self.points), dtype=np.bool_)
        joined = _measure_gaps(points, points) < np.maximum.outer(rooms, rooms)
        more = found
        while more.any():
            more = np.logical_and(more @ joined, ~found)
            found = np.logical_or(found, more)
        gaps = _measure_gaps(self.points, points[found])
        return np.asarray((gaps < CORNER * rooms[found]).any(axis=1))


@dataclass(frozen=True, slots=True)
class ArmName:
    """The short name in an arm, and the upright rectangle that it lies in."""

    words: Words
    box: Rect


ArmNames = Mapping[ProvinceKey, tuple[ArmName, ...]]


@cache_on_map
def letter_arms(drawn: DrawnMap, sight: Sight) -> ArmNames:
    """Return the short names along the arms of each province that has any, at one size of the picture."""
    # Larger letters have no room where smaller ones have none.
    faces = drawn.places if sight is Sight.WIDE else letter_arms(drawn, Sight.WIDE)
    boxes, taken = _find_boxes(drawn, sight), shapely.STRtree([*_list_taken(drawn, sight)])
    arms = (_Arms(drawn, sight, face, boxes[face], taken) for face in faces)
    found = ((one.face, tuple(one.letter())) for one in arms)
    return {face: names for face, names in found if names}


def letter_free_arms(drawn: DrawnMap, sight: Sight, plan: NamePlan, lines: Array) -> ArmNames:
    """Return those that no point of a line strikes, given as rows of x and y, and no name has moved onto."""
    boxes = _find_boxes(drawn, sight)
    moved = [boxes[face].shift(by) for face, by in plan.shifts.items()]

    def is_free(box: Rect) -> bool:
        x, y = lines
        struck = (x > box.left) & (x < box.right) & (y > box.top) & (y < box.bottom)
        return not struck.any() and not any(map(box.overlaps, moved))

    found = letter_arms(drawn, sight)
    return {face: tuple(one for one in names if is_free(one.box)) for face, names in found.items()}


@cache_on_map
def _find_boxes(drawn: DrawnMap, sight: Sight) -> Mapping[ProvinceKey, Rect]:
    """Return what the name of each province covers."""
    if sight is Sight.WIDE:
        return dict(zip(drawn.places, drawn.name_boxes, strict=True))
    found, high = {}, find_size_on(drawn, sight) * CAPITAL / 2
    for face, (x, y) in find_middles(drawn, sight).items():
        half = _measure_name(drawn, sight, face) / 2
        found[face] = Rect(x - half, y - high, x + half, y + high)
    return found


def _find_size(drawn: DrawnMap, sight: Sight) -> int:
    """Return the size of the letters in arms."""
    return SIZE if sight is Sight.WIDE else find_size_on(drawn, sight)


def _measure_name(drawn: DrawnMap, sight: Sight, face: ProvinceKey) -> float:
    """Return the width of the short name of a province."""
    cut = cut_of(is_water=drawn.board.is_water(face))
    return lettering.width(drawn.board[face].abbreviation, cut, _find_size(drawn, sight))


def _list_taken(drawn: DrawnMap, sight: Sight) -> Iterator[shapely.Geometry]:
    """Yield what no name may cover: names, units wherever they may stand, centres, islands."""
    yield from (box.grow(AIR).area for box in _find_boxes(drawn, sight).values())
    yield from (shapely.Polygon(line) for line in drawn.islands)
    grounds = [
        Place(face, one.borders) for face in drawn.places for one in coasts(drawn.board, face)
    ]
    units = [find_unit_point(drawn, place) for place in (*map(Place, drawn.places), *grounds)]
    centres = [spots.centre for spots in drawn.places.values() if spots.centre]
    for points, radius in ((units, UNIT), (centres, CENTRE)):
        yield from shapely.buffer(
            shapely.points(np.reshape(points, (-1, 2))), radius + AIR, quad_segs=4
        )


class _Arms:
    """The search for the arms of one province."""

    def __init__(
        self, drawn: DrawnMap, sight: Sight, face: ProvinceKey, box: Rect, taken: shapely.STRtree
    ) -> None:
        self.drawn, self.face, self.box, self.taken = drawn, face, box, taken
        self.ground, self.size = drawn.polygons[face], _find_size(drawn, sight)
        self.half = _measure_name(drawn, sight, face) / 2
        self.high = self.size * CAPITAL / 2

    def letter(self) -> Iterator[ArmName]:
        """Yield the names, the one that most of an arm lacks first."""
        middle = _find_middle(self.drawn, self.face)
        middle = middle[middle.rooms > self.high + AIR]
        if len(middle.points):
            middle = middle[~self._is_known(middle, self.box)]
        if not len(middle.points):
            return
        spots, turns = self._list_free(middle)
        near = _measure_gaps(spots, middle.points) < REACH
        while near.any():
            lengths = near.sum(axis=1) * SPACING / 2
            best = int(lengths.argmax())
            if lengths[best] < LEAST:
                return
            x, y = spots[best]
            box = Rect(
                *shapely.bounds(self._cover(spots[best : best + 1], turns[best : best + 1]))[0]
            )
            yield ArmName(self._write(x, y, turns[best]), box)
            near[:, self._is_known(middle, Rect(x, y, x, y))] = False
            near[np.hypot(*(spots - spots[best]).T) < NEAR] = False

    def _is_known(self, middle: _Middle, name: Rect) -> npt.NDArray[np.bool_]:
        """Tell which points are known for the province's by a name."""
        gaps = _measure_way(name, middle.points)
        known: npt.NDArray[np.bool_] = (gaps < NEAR) | middle.find_open_round(name)
        rest = np.flatnonzero(~known & (gaps < SEEN))
        if not len(rest):
            return known
        ends = middle.points[rest]
        starts = np.clip(ends, (name.left, name.top), (name.right, name.bottom))
        ways = shapely.linestrings(np.stack([starts, ends], axis=1))
        known[rest] = shapely.covers(self.ground, ways)
        return known

    def _list_free(self, middle: _Middle) -> tuple[Array, Array]:
        """Return the places where the name has room, level where it can be, with the turn of each."""
        areas = self._cover(middle.points, np.zeros(len(middle.points)))
        level = shapely.contains(self.ground, areas)
        turns = np.where(level, 0, middle.turns)
        areas[~level] = self._cover(middle.points[~level], turns[~level])
        free = shapely.contains(self.ground, areas)
        left, _, right, _ = shapely.bounds(areas).T
        free &= (left > FRAME) & (right < self.drawn.board.current_shape.width - FRAME)
        free[np.unique(self.taken.query(areas, predicate="intersects")[0])] = False
        return middle.points[free], turns[free]

    def _cover(self, spots: Array, turns: Array) -> npt.NDArray[np.object_]:
        """Return the ground that the name covers at some places, turned by some degrees."""
        wide, high = self.half + AIR, self.high + AIR
        corners = np.array([complex(x, y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        corners = (corners.real * wide + 1j * corners.imag * high) * np.exp(
            1j * np.radians(turns)[:, None]
        )
        points = spots[:, None] + np.stack([corners.real, corners.imag], axis=-1)
        return np.asarray(shapely.polygons(points))

    def _write(self, x: float, y: float, turn: float) -> Words:
        """Return the name with its middle at a point."""
        along = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        low = self.size * 0.34
        begin = (
            x - along[0] * self.half - along[1] * low,
            y - along[1] * self.half + along[0] * low,
        )
        return Words(
            text=self.drawn.board[self.face].abbreviation,
            at=to_point(begin),
            size=self.size,
            face=cut_of(is_water=self.drawn.board.is_water(self.face)),
            turned=round(turn),
            data=(("province", self.face),),
        )


def _measure_gaps(ones: Array, others: Array) -> Array:
    """Return how far each of some points, one in a row, is from each of others."""
    gaps: Array = np.abs(np.subtract.outer(ones @ (1, 1j), others @ (1, 1j)))
    return gaps


def _measure_way(box: Rect, points: Array) -> Array:
    """Return how far points are from a rectangle."""
    beyond = np.maximum((box.left, box.top) - points, points - (box.right, box.bottom))
    gaps: Array = np.hypot(*np.maximum(0.0, beyond).T)
    return gaps


@cache_on_map
def _find_middle(drawn: DrawnMap, face: ProvinceKey) -> _Middle:
    """Return the middles of the triangles between points of a rim; none where a province has no arms.

    The shortest side of a triangle between two shores runs along one of them.
    """
    ground, (x, y) = drawn.polygons[face], drawn.places[face].label.at
    rim = shapely.simplify(shapely.boundary(ground), COARSE, preserve_topology=False)
    way = _measure_way(Rect(x, y, x, y), shapely.get_coordinates(rim)).max()
    if way < SLENDER * 2 * shapely.area(ground) / shapely.length(rim):
        return _Middle(np.empty((0, 2)), np.empty(0), np.empty(0))
    shapely.prepare(ground)
    triangles = shapely.delaunay_triangles(shapely.segmentize(rim, SPACING))
    corners = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    a, (b, c) = corners[:, 0], np.moveaxis(corners[:, 1:] - corners[:, :1], 1, 0)
    twice = 2 * (b[:, 0] * c[:, 1] - b[:, 1] * c[:, 0])
    twice[twice == 0] = 1  # a triangle that is a line
    bb, cc = (b * b).sum(axis=1), (c * c).sum(axis=1)
    right = (c[:, 1] * bb - b[:, 1] * cc) / twice
    down = (b[:, 0] * cc - c[:, 0] * bb) / twice
    points, rooms = a + np.column_stack([right, down]), np.hypot(right, down)
    sides = corners - corners[:, [2, 0, 1]]
    shortest = np.hypot(sides[..., 0], sides[..., 1]).argmin(axis=1)
    dx, dy = sides[np.arange(len(sides)), shortest].T
    turns = np.degrees(np.arctan2(dy, dx))
    turns = np.round((turns + 90) % 180 - 90)
    within = shapely.contains_xy(ground, points[:, 0], points[:, 1])
    return _Middle(points, rooms, turns)[within]
