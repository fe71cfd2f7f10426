"""Arms of provinces, in which the name is not seen: there the short name is lettered again, along them.

What is followed is the middle of the ground between its shores, as the triangles between points of its rim
give it. Lengths are in tenths of a drawing unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
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
SPACING = 160
"""Distance of the points of a rim between which the middle is looked for."""
SEEN = 1400
"""As far from a name one still knows an arm for that province's, if the way there is straight."""
NEAR = {True: 450, False: 1000}
"""As far one knows water, or ground, in any case if it does not go farther before it comes back there.

Seas have few tints, and dashes between them; lands have solid borders, and the colours of powers.
"""
OPEN = 300
"""Half the width of open ground, which needs no more than one name as far as it has no neck."""
CORNER = 1.3
"""How far open ground reaches into corners, in radii of the circles in it."""
APART = 450
"""How far names in arms are from each other at least."""
REACH = 450
"""Of an arm so much to either side counts as lettered by a name in it."""
LEAST = 750
"""How long an arm is at least."""
COARSE = 40
"""How far the rim may be from the true one while the middle is looked for."""
ROUND = 120.0 * np.array([(0, 0), *((x, y) for x in (0, -1, 1) for y in (0, -1, 1) if x or y)])
"""Where larger letters are tried about the middle of smaller ones."""
SLENDER = 4
"""A province has arms only if some of it is farther from its name than so many times its mean width."""


@dataclass(frozen=True, slots=True)
class _Middle:
    """Points half way between the shores of provinces."""

    owners: npt.NDArray[np.int64]
    """The place of its province among all, for each."""
    points: Array
    rooms: Array
    """How far the shores are from each."""
    turns: Array
    """The direction in which the ground runs there, in degrees: upwards to the right is negative."""

    def __getitem__(self, which: npt.NDArray[np.bool_]) -> _Middle:
        return _Middle(self.owners[which], self.points[which], self.rooms[which], self.turns[which])

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
    smaller = None if sight is Sight.WIDE else letter_arms(drawn, Sight.WIDE)
    search = _Search(drawn, sight, _list_rims(drawn) if smaller is None else smaller)
    found = search.find() if smaller is None else search.keep(smaller)
    names: dict[ProvinceKey, tuple[ArmName, ...]] = {}
    for face, name in found:
        names[face] = (*names.get(face, ()), name)
    return names


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
    found, size = {}, find_size_on(drawn, sight)
    high = size * CAPITAL / 2
    for face, (x, y) in find_middles(drawn, sight).items():
        half = _measure_name(drawn, size, face) / 2
        found[face] = Rect(x - half, y - high, x + half, y + high)
    return found


def _find_size(drawn: DrawnMap, sight: Sight) -> int:
    """Return the size of the letters in arms."""
    return SIZE if sight is Sight.WIDE else find_size_on(drawn, sight)


def _measure_name(drawn: DrawnMap, size: int, face: ProvinceKey) -> float:
    """Return the width of the short name of a province in letters of some size."""
    cut = cut_of(is_water=drawn.board.is_water(face))
    return lettering.width(drawn.board[face].abbreviation, cut, size)


@cache_on_map
def _list_marks(drawn: DrawnMap) -> npt.NDArray[np.object_]:
    """Return what no name may cover besides names: islands, units wherever they may stand, centres."""
    corners = np.array([point for line in drawn.islands for point in line]).reshape(-1, 2)
    rings = np.repeat(np.arange(len(drawn.islands)), [len(line) for line in drawn.islands])
    islands = shapely.polygons(shapely.linearrings(corners, indices=rings))
    grounds = [
        Place(face, one.borders) for face in drawn.places for one in coasts(drawn.board, face)
    ]
    units = {find_unit_point(drawn, place) for place in (*map(Place, drawn.places), *grounds)}
    centres = [spots.centre for spots in drawn.places.values() if spots.centre]
    rooms = np.repeat([UNIT + AIR, CENTRE + AIR], [len(units), len(centres)])
    discs = shapely.buffer(shapely.points([*units, *centres]), rooms, quad_segs=4)
    return np.concatenate([islands, discs])


class _Search:
    """The search for the arms of all provinces, for names of one size."""

    def __init__(self, drawn: DrawnMap, sight: Sight, among: Iterable[ProvinceKey]) -> None:
        self.drawn, self.faces = drawn, tuple(drawn.polygons)
        self.grounds = np.array([*drawn.polygons.values()])
        self.boxes = _find_boxes(drawn, sight)
        self.size = _find_size(drawn, sight)
        self.high = self.size * CAPITAL / 2
        self.halves = {face: _measure_name(drawn, self.size, face) / 2 for face in among}
        sides = np.array([box.grow(AIR).sides for box in self.boxes.values()])
        self.taken = shapely.STRtree([*shapely.box(*sides.T), *_list_marks(drawn)])

    def find(self) -> Iterator[tuple[ProvinceKey, ArmName]]:
        """Yield the names, in each province the one that most of an arm lacks first."""
        middle = _trace_middle(self.drawn, self.high + AIR)
        known = np.zeros(len(middle.points), dtype=np.bool_)
        for number in dict.fromkeys(middle.owners.tolist()):
            its = middle.owners == number
            known[its] = self._is_known(middle[its], self.boxes[self.faces[number]])
        middle = middle[~known]
        free, turns = self._find_free(middle.owners, middle.points, middle.turns)
        for number in dict.fromkeys(middle.owners[free].tolist()):
            its = middle.owners == number
            for best in self._choose(middle[its], free[its]):
                yield self._name(number, middle.points[its][best], turns[its][best])

    def keep(self, names: ArmNames) -> Iterator[tuple[ProvinceKey, ArmName]]:
        """Yield those of some names that have room where they stand, in letters of this size."""
        ones = [(self.faces.index(face), one) for face, every in names.items() for one in every]
        if not ones:
            return
        owners = np.repeat([number for number, _ in ones], len(ROUND))
        spots = (np.array([one.box.middle for _, one in ones])[:, None] + ROUND).reshape(-1, 2)
        wanted = np.repeat([float(one.words.turned) for _, one in ones], len(ROUND))
        free, turns = self._find_free(owners, spots, wanted)
        rows = free.reshape(-1, len(ROUND))
        for row in np.flatnonzero(rows.any(axis=1)):
            place = row * len(ROUND) + rows[row].argmax()
            yield self._name(int(owners[place]), spots[place], turns[place])

    def _choose(self, middle: _Middle, free: npt.NDArray[np.bool_]) -> Iterator[int]:
        """Yield places of names among the points of a province that lack one; some have room for it."""
        spots, places = middle.points[free], np.flatnonzero(free)
        near = _measure_gaps(spots, middle.points) < REACH
        while True:
            lengths = near.sum(axis=1) * SPACING / 2
            best = int(lengths.argmax())
            if lengths[best] < LEAST:
                return
            yield int(places[best])
            x, y = spots[best]
            left = np.asarray(near.any(axis=0))
            left[left] = ~self._is_known(middle[left], Rect(x, y, x, y))
            near[:, ~left] = False
            near[np.hypot(*(spots - spots[best]).T) < APART] = False

    def _is_known(self, middle: _Middle, name: Rect) -> npt.NDArray[np.bool_]:
        """Tell which points of a province are known for it by a name."""
        number = int(middle.owners[0])
        near = NEAR[self.drawn.board.is_water(self.faces[number])]
        gaps = _measure_way(name, middle.points)
        known = middle.find_open_round(name)
        rest = np.flatnonzero(~known & (gaps < SEEN))
        if len(rest):
            ends = middle.points[rest]
            starts = np.clip(ends, (name.left, name.top), (name.right, name.bottom))
            ways = shapely.linestrings(np.stack([starts, ends], axis=1))
            known[rest] = shapely.covers(self.grounds[number], ways)
        rest = np.flatnonzero(~known & (gaps < near))
        if len(rest):
            known[rest] = self._is_joined(number, middle.points[rest], name, near)
        return known

    def _is_joined(
        self, number: int, points: Array, name: Rect, near: int
    ) -> npt.NDArray[np.bool_]:
        """Tell which points near a name are joined to it by ground near it."""
        window = name.grow(near)
        round_it = shapely.get_parts(shapely.clip_by_rect(self.grounds[number], *window.sides))
        home = round_it[shapely.distance(round_it, name.area).argmin()]
        return np.asarray(shapely.contains_xy(home, points))

    def _find_free(
        self, owners: npt.NDArray[np.int64], spots: Array, turns: Array
    ) -> tuple[npt.NDArray[np.bool_], Array]:
        """Tell at which places the name has room, level where it can be, with the turn of each."""
        grounds = self.grounds[owners]
        areas = self._cover(owners, spots, np.zeros(len(spots)))
        free = shapely.contains(grounds, areas)
        turns = np.where(free, 0, turns)
        rest = turns != 0
        areas[rest] = self._cover(owners[rest], spots[rest], turns[rest])
        free[rest] = shapely.contains(grounds[rest], areas[rest])
        left, _, right, _ = shapely.bounds(areas).T
        free &= (left > FRAME) & (right < self.drawn.board.current_shape.width - FRAME)
        free[self.taken.query(areas, predicate="intersects")[0]] = False
        return free, turns

    def _cover(
        self, owners: npt.NDArray[np.int64], spots: Array, turns: Array
    ) -> npt.NDArray[np.object_]:
        """Return the ground that names cover at some places, turned by some degrees."""
        halves = np.array([self.halves[self.faces[number]] for number in owners.tolist()])
        wide, high = halves[:, None] + AIR, self.high + AIR
        corners = wide * (-1, 1, 1, -1) + 1j * high * np.array((-1, -1, 1, 1))
        corners = corners * np.exp(1j * np.radians(turns)[:, None])
        points = spots[:, None] + np.stack([corners.real, corners.imag], axis=-1)
        return np.asarray(shapely.polygons(points))

    def _name(self, number: int, spot: Array, turn: float) -> tuple[ProvinceKey, ArmName]:
        """Return a province and its name with its middle at a point."""
        face, (x, y) = self.faces[number], spot
        along = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        low, half = self.size * 0.34, self.halves[face]
        begin = (x - along[0] * half - along[1] * low, y - along[1] * half + along[0] * low)
        words = Words(
            text=self.drawn.board[face].abbreviation,
            at=to_point(begin),
            size=self.size,
            face=cut_of(is_water=self.drawn.board.is_water(face)),
            turned=round(turn),
            data=(("province", face),),
        )
        wide, high = half + AIR, self.high + AIR
        aside = abs(along[0]) * wide + abs(along[1]) * high
        above = abs(along[1]) * wide + abs(along[0]) * high
        return face, ArmName(words, Rect(x - aside, y - above, x + aside, y + above))


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
def _list_rims(drawn: DrawnMap) -> Mapping[ProvinceKey, shapely.Geometry]:
    """Return the rims of those provinces that may have arms: far from their names, and slender."""
    grounds = [*drawn.polygons.values()]
    rims = shapely.simplify(shapely.boundary(grounds), COARSE, preserve_topology=False)
    points, owners = shapely.get_coordinates(rims, return_index=True)
    boxes = _find_boxes(drawn, Sight.WIDE)
    sides = np.array([boxes[face].sides for face in drawn.polygons])[owners]
    beyond = np.maximum(sides[:, :2] - points, points - sides[:, 2:])
    gaps = np.hypot(*np.maximum(0.0, beyond).T)
    far = np.maximum.reduceat(gaps, np.flatnonzero(np.diff(owners, prepend=-1)))
    near = np.array([NEAR[drawn.board.is_water(face)] for face in drawn.polygons])
    width = 2 * shapely.area(grounds) / shapely.length(rims)
    may = (far > near + REACH) & (far > SLENDER * width)
    return {face: rim for face, rim, one in zip(drawn.polygons, rims, may, strict=True) if one}


def _trace_middle(drawn: DrawnMap, least: float) -> _Middle:
    """Return those middles of the triangles between points of rims that are so far from each shore at least.

    The shortest side of a triangle between two shores runs along one of them.
    """
    rims = _list_rims(drawn)
    may = np.flatnonzero([face in rims for face in drawn.polygons])
    triangles = shapely.delaunay_triangles(shapely.segmentize([*rims.values()], SPACING))
    corners, places = shapely.get_coordinates(triangles, return_index=True)
    corners, owners = corners.reshape(-1, 4, 2)[:, :3], may[places[::4]]
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
    middle = _Middle(owners, points, rooms, turns)[rooms > least]
    grounds = np.array([*drawn.polygons.values()])
    shapely.prepare(grounds[may])
    return middle[shapely.contains_xy(grounds[middle.owners], *middle.points.T)]
