"""The short names that maps bear at small sizes, and names that go where no order's line strikes them.

Short names are the three letters that orders use. At small sizes they are larger than many provinces have
room for, so they may reach over borders; they keep clear of units and of each other, and lie on their own
ground for the most part. Lengths are in tenths of a drawing unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt
import shapely

from zinegen.board.passage import Place
from zinegen.drawing import lettering
from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.drawing.geometry import Outline, make_polygons
from zinegen.drawing.placement import cut_of, find_label_box
from zinegen.drawing.scene import GROWTH, Sight
from zinegen.drawing.symbols import CENTRE, ROSE, UNIT
from zinegen.drawing.unit_points import find_unit_point
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point

Array = npt.NDArray[np.float64]
"""Rows of numbers; of points, x and y."""

SIZES = {Sight.MIDDLE: 255, Sight.NARROW: 395}
"""Sizes of short names' letters: nine pixels where a map is 586 wide, eight and a half at 360."""
FLOOR = 371
"""The least size in the smallest pictures: eight pixels where a map is 358 wide, on a phone of 390."""
ROOM = 2_500_000
"""Square tenths of a map for each province, below which there is no room for the largest of them."""
CAPITAL = 0.74
"""Height of a capital letter, as a part of its size."""
AROUND = np.array([(x, y) for x in (-1, -0.5, 0, 0.5, 1) for y in (-1, 1)] + [(-1, 0), (1, 0)])
"""Where a name may stand beside a unit: to the left or right, above or below."""
WITHIN = np.array([(x, y) for x in (-0.92, -0.46, 0.0, 0.46, 0.92) for y in (-0.9, 0.9)])
"""Points of a name, as parts of half its width and height, that tell how much of it lies on its ground."""
STEPS = {
    sight: (np.stack(np.meshgrid(range(count), range(count)), axis=-1).reshape(-1, 2) + 0.5) / count
    for sight, count in ((Sight.WIDE, 11), (Sight.MIDDLE, 5), (Sight.NARROW, 5))
}
"""A grid of places in a province, as parts of its width and height."""
PLATE = (50, 45)
"""How far the plate of a centre reaches beyond its name, across and down, in the smallest pictures."""
GAP = 12
"""Air round a name."""
UNITS = {Sight.WIDE: UNIT + 13.0, Sight.MIDDLE: UNIT, Sight.NARROW: UNIT * GROWTH[Sight.NARROW]}
"""Half of the width of counters, the widest with its edge where there is most room."""
LINE = 30
"""How near a name's edge a line of an order strikes it."""
OUT = {Sight.WIDE: 40.0, Sight.MIDDLE: 3.0, Sight.NARROW: 2.0}
"""How bad it is for a name to lie off its ground, all of it."""
ABROAD, ON_NAME, ON_LINE = 10.0, 14.0, 4.0
"""How bad it is for its middle to lie off its ground, to cover another name, to be struck by a line."""
ON_UNIT, BESIDE_UNIT, ON_CENTRE = 14.0, 6.0, 1.0
"""How bad it is to cover its own unit, another's, a centre."""
FAR, BEYOND = 0.0006, 0.1
"""How bad each tenth is that a name has moved, and that it sticks out of the map."""


def find_size(sight: Sight, size: tuple[int, int], count: int) -> int:
    """Return the size of short names on a map of some width and height with so many provinces.

    In the smallest pictures it goes down to `FLOOR` where there are many; what has no room then is left out.
    """
    room = size[0] * size[1] / count
    return (
        max(FLOOR, round(SIZES[sight] * min(1.0, math.sqrt(room / ROOM))))
        if sight is Sight.NARROW
        else SIZES[sight]
    )


def find_size_on(drawn: DrawnMap, sight: Sight) -> int:
    """Return the size of short names on an up-to-date board."""
    shape = drawn.board.current_shape
    return find_size(sight, (shape.width, shape.height), len(drawn.places))


@dataclass(frozen=True, slots=True)
class _Place:
    """What a province brings into the search."""

    rings: Outline
    unit: Point
    centre: Point | None
    home: Point
    """Where its name is to stand best."""
    half: Point
    """Half of the width and height of its name."""


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """What a name may choose from, whatever lies there in one picture."""

    spots: Array
    """Places for it."""
    axes: Array
    """The same, as a row of x and one of y."""
    harm: Array
    """How bad each is by itself."""
    near: npt.NDArray[np.int64]
    """The other names that it may ever cover, by their numbers."""
    rooms: Array
    """How far off the middles of those must be, across and down."""


@dataclass(frozen=True)
class _Search:
    """The search for places of names at one size of the picture."""

    sight: Sight
    places: tuple[_Place, ...]
    islands: tuple[Line, ...]
    """Outlines of islands that are no provinces, which no name should cover either."""
    known: dict[int, _Choice] = field(default_factory=dict)
    """The choice for a name, by its number."""
    settled: dict[int, tuple[frozenset[int], Array]] = field(default_factory=dict)
    """The others that a name may cover, and how bad its places are as long as those stand where they do."""

    @cached_property
    def grounds(self) -> npt.NDArray[np.object_]:
        """The provinces."""
        found = make_polygons([one.rings for one in self.places])
        shapely.prepare(found)
        return found

    @cached_property
    def islets(self) -> shapely.MultiPolygon:
        """The islands that are no provinces."""
        found = shapely.MultiPolygon([shapely.Polygon(line) for line in self.islands])
        shapely.prepare(found)
        return found

    @cached_property
    def units(self) -> Array:
        """Where units stand, or would."""
        return np.array([one.unit for one in self.places], dtype=np.float64)

    @cached_property
    def centres(self) -> Array:
        """Where the marks of centres are."""
        found = [one.centre for one in self.places if one.centre]
        return np.array(found, dtype=np.float64).reshape(-1, 2)

    @cached_property
    def halves(self) -> Array:
        """Half of the width and height of each name."""
        return np.array([one.half for one in self.places], dtype=np.float64)

    @cached_property
    def at(self) -> Array:
        """The place of each name: its home where names are as large as given, else the best found."""
        homes = np.array([one.home for one in self.places], dtype=np.float64)
        if self.sight is Sight.WIDE:
            return homes
        everyone = range(len(self.places))
        self._learn(everyone)
        order = np.argsort(shapely.area(self.grounds), kind="stable").tolist()
        found = np.full_like(homes, np.nan)
        for _ in range(2):
            for one in order:
                best = int(self._rate_among(one, found).argmin())
                found[one] = self.known[one].spots[best]
        return found

    def _learn(self, wanted: Sequence[int]) -> None:
        """Note what some names may choose from."""
        lots = [self._list_candidates(one) for one in wanted]
        counts = [len(spots) for spots in lots]
        harms = self._rate(np.repeat(wanted, counts), np.vstack(lots))
        for one, spots, harm in zip(
            wanted, lots, np.split(harms, np.cumsum(counts)[:-1]), strict=True
        ):
            near = self.neighbours[one]
            rooms = (self.halves[near] + self.halves[one] + GAP).T[:, None]
            axes = np.ascontiguousarray(spots.T[:, :, None])
            self.known[one] = _Choice(spots, axes, harm, near, np.ascontiguousarray(rooms))

    def move_off(self, struck: Sequence[int], lines: Array) -> Array:
        """Return the places of all names where those that points of lines strike move off if they can."""
        at = self.at.copy()
        if new := [one for one in struck if one not in self.known]:
            self._learn(new)
        lots = [self.known[one].spots for one in struck]
        counts = [len(spots) for spots in lots]
        met = _find_met(np.vstack(lots), np.repeat(self.halves[struck], counts, axis=0), lines)
        strikes = ON_LINE * np.minimum(1.0, np.bincount(met, minlength=sum(counts)) / 3)
        moved: set[int] = set()
        for one, spots, its in zip(
            struck, lots, np.split(strikes, np.cumsum(counts)[:-1]), strict=True
        ):
            if one not in self.settled:
                self.settled[one] = frozenset(self.neighbours[one]), self._rate_among(one, self.at)
            near, harm = self.settled[one]
            if not near.isdisjoint(moved):
                harm = self._rate_among(one, at)
            best = spots[int((harm + its).argmin())]
            if (best != at[one]).any():
                moved.add(one)
                at[one] = best
        return at

    def _list_candidates(self, one: int) -> Array:
        place, half = self.places[one], self.halves[one]
        left, top, right, bottom = self.grounds[one].bounds
        grid = STEPS[self.sight] * (right - left, bottom - top) + (left, top)
        grid = grid[shapely.contains_xy(self.grounds[one], grid[:, 0], grid[:, 1])]
        room = UNITS[self.sight] + GAP
        beside = np.where(AROUND[:, 1:] == 0, half + room, half + np.array([0.0, room])) * AROUND
        return np.vstack([[place.home], place.unit + beside, grid])

    def _rate(self, owners: npt.NDArray[np.int64], spots: Array) -> Array:
        """Return how bad places of names are by themselves; ``owners`` are the names' numbers."""
        halves, grounds = self.halves[owners], self.grounds[owners]
        points = spots[:, None] + WITHIN * halves[:, None]
        on = shapely.contains_xy(grounds[:, None], points[..., 0], points[..., 1])
        on &= ~shapely.contains_xy(self.islets, points[..., 0], points[..., 1])
        harm = OUT[self.sight] * (1.0 - on.mean(axis=1))
        harm += ABROAD * ~shapely.contains_xy(grounds, spots[:, 0], spots[:, 1])
        room = UNITS[self.sight] + GAP
        rows, units, covered = _find_covered(spots, halves, self.units, room)
        covered *= np.where(owners[rows] == units, ON_UNIT, BESIDE_UNIT)
        harm += np.bincount(rows, covered, len(spots))
        if self.sight is not Sight.NARROW:
            rows, _, covered = _find_covered(spots, halves, self.centres, CENTRE)
            harm += ON_CENTRE * np.bincount(rows, covered, len(spots))
        bounds = shapely.bounds(self.grounds)
        over = np.maximum(bounds[:, :2].min(axis=0) - (spots - halves), 0.0)
        over += np.maximum(spots + halves - bounds[:, 2:].max(axis=0), 0.0)
        harm += BEYOND * over.sum(axis=1)
        homes = np.array([one.home for one in self.places])[owners]
        rated: Array = harm + FAR * np.hypot(*(spots - homes).T)
        return rated

    @cached_property
    def neighbours(self) -> list[npt.NDArray[np.int64]]:
        """The other names that each may ever cover, by their numbers."""
        units, halves = self.units, self.halves
        homes = np.array([one.home for one in self.places], dtype=np.float64)
        beside = halves + UNITS[self.sight] + GAP
        bounds = shapely.bounds(self.grounds)
        low = np.minimum(np.minimum(homes, units - beside), bounds[:, :2]) - halves - GAP / 2
        high = np.maximum(np.maximum(homes, units + beside), bounds[:, 2:]) + halves + GAP / 2
        near: npt.NDArray[np.bool_] = np.all((low[:, None] < high) & (low < high[:, None]), axis=2)
        near &= ~np.eye(len(near), dtype=np.bool_)
        return [np.flatnonzero(row) for row in near]

    def _rate_among(self, one: int, at: Array) -> Array:
        """Return how bad the places of a name are among others that stand already."""
        choice = self.known[one]
        gaps = np.abs(at[choice.near].T[:, None] - choice.axes)
        shared = np.fmax(0.0, choice.rooms - gaps) / (2 * self.halves[one])[:, None, None]
        across, down = np.minimum(1.0, shared)
        rated: Array = choice.harm + ON_NAME * (across * down).sum(axis=1)
        return rated

    def list_struck(self, at: Array, lines: Array, among: Sequence[int]) -> list[int]:
        """Return those of some names, by their numbers, that points of lines meet."""
        struck = set(_find_met(at[among], self.halves[among], lines).tolist())
        return [one for place, one in enumerate(among) if place in struck]


def _find_met(spots: Array, halves: Array, lines: Array) -> npt.NDArray[np.int64]:
    """Return the place of each name, with its half width and height, as often as points of lines meet it."""
    halves = halves + LINE
    (x, y), (wide, high) = spots.T, halves.T
    first, last = np.searchsorted(lines[1], (y - high - 1, y + high + 1))
    counts = last - first
    rows = np.repeat(np.arange(len(spots)), counts)
    near = np.arange(len(rows)) + np.repeat(first - (np.cumsum(counts) - counts), counts)
    met = np.abs(lines[0][near] - x[rows]) < wide[rows]
    met &= np.abs(lines[1][near] - y[rows]) < high[rows]
    found: npt.NDArray[np.int64] = rows[met]
    return found


def _find_covered(
    spots: Array, halves: Array, others: Array, room: float
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Array]:
    """Return which other points names cover at some places, all or in part.

    In turn the numbers of the places, those of the points, and how much of the room round each is covered.
    """
    across, down = (
        np.abs(others[:, axis] - spots[:, axis, None]) - halves[:, axis, None] for axis in (0, 1)
    )
    rows, columns = np.nonzero((across < room) & (down < room))
    gaps = np.hypot(np.maximum(0.0, across[rows, columns]), np.maximum(0.0, down[rows, columns]))
    return rows, columns, np.maximum(0.0, 1 - gaps / room)


@lru_cache(maxsize=32)
def _search(sight: Sight, places: tuple[_Place, ...], islands: tuple[Line, ...]) -> _Search:
    """Return the search of before for the same places, whatever board they are of."""
    return _Search(sight, places, islands)


@cache_on_map
def _search_on(drawn: DrawnMap, sight: Sight) -> _Search:
    return _search(sight, tuple(_list_places(drawn, sight)), drawn.islands)


def _list_places(drawn: DrawnMap, sight: Sight) -> Iterator[_Place]:
    board = drawn.board
    rings = drawn.outlines
    for face, spots in drawn.places.items():
        if sight is Sight.WIDE:
            box = find_label_box(board, face, spots.label)
            home = round((box.left + box.right) / 2), round((box.top + box.bottom) / 2)
            half = round((box.right - box.left) / 2), round((box.bottom - box.top) / 2)
        else:
            text, size = board[face].abbreviation, find_size_on(drawn, sight)
            wide = lettering.width(text, cut_of(is_water=board.is_water(face)), size)
            home = spots.label.at
            half = round(wide / 2), round(size * CAPITAL / 2)
            if sight is Sight.NARROW and spots.centre:
                half = half[0] + PLATE[0], half[1] + PLATE[1]
        yield _Place(rings[face], find_unit_point(drawn, Place(face)), spots.centre, home, half)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePlan:
    """Where names stand at one size of the picture."""

    shifts: Mapping[ProvinceKey, Point]
    """How far from where they stand without any orders; only those that have moved."""
    struck: frozenset[ProvinceKey]
    """Those that a line strikes all the same."""
    hidden: frozenset[ProvinceKey]
    """Those that are left out, as they would cover another."""


@cache_on_map
def plan_without_lines(drawn: DrawnMap, sight: Sight) -> NamePlan:
    """Return where the names stand that no line strikes."""
    _, hidden = _leave_out(_search_on(drawn, sight), _search_on(drawn, sight).at)
    return NamePlan(shifts={}, struck=frozenset(), hidden=_name(drawn, hidden))


def _leave_out(search: _Search, at: Array) -> tuple[Array, list[int]]:
    """Return places of names in which none covers another in the smallest pictures, and those without any.

    Names of centres and of large ground come first; what has moved goes back if it has room there alone.
    """
    if search.sight is not Sight.NARROW:
        return at, []
    areas = shapely.area(search.grounds)
    first = sorted(
        range(len(areas)), key=lambda one: (not search.places[one].centre, -areas[one], one)
    )
    found, kept, hidden = at.copy(), list[int](), list[int]()
    for one in first:
        room = search.halves[kept] + search.halves[one]
        for spot in (at[one], search.at[one]):
            if not np.any(np.all(np.abs(found[kept] - spot) < room, axis=1)):
                found[one] = spot
                kept.append(one)
                break
        else:
            hidden.append(one)
    return found, hidden


def _name(drawn: DrawnMap, numbers: Iterable[int]) -> frozenset[ProvinceKey]:
    faces = list(drawn.places)
    return frozenset(faces[one] for one in numbers)


@cache_on_map
def find_middles(drawn: DrawnMap, sight: Sight) -> Mapping[ProvinceKey, Point]:
    """Return the middles of all names on an up-to-date board at one size of the picture."""
    found = np.rint(_search_on(drawn, sight).at).astype(int).tolist()
    return {face: (x, y) for face, (x, y) in zip(drawn.places, found, strict=True)}


def list_points(lines: Sequence[Line]) -> Array:
    """Return the points of lines from top to bottom, in a row of x and one of y."""
    points = np.array([*chain.from_iterable(lines)], dtype=np.float64)
    return np.ascontiguousarray(points[np.argsort(points[:, 1], kind="stable")].T)


def surround(at: Point, radius: int) -> Line:
    """Return points round a sign, by which a name that lies under it counts as struck."""
    x, y = at
    near = radius - LINE
    return tuple((round(x + near * dx), round(y + near * dy)) for dx, dy in ROSE)


def move_off_lines(drawn: DrawnMap, sight: Sight, lines: Array) -> NamePlan:
    """Return where the names stand that the lines of orders would strike; see `list_points`."""
    search = _search_on(drawn, sight)
    faces = list(drawn.places)
    struck = search.list_struck(search.at, lines, range(len(faces)))
    at, hidden = _leave_out(search, search.move_off(struck, lines) if struck else search.at)
    steps = np.rint(at - search.at).astype(int).tolist()
    return NamePlan(
        shifts={face: (x, y) for face, (x, y) in zip(faces, steps, strict=True) if x or y},
        struck=_name(drawn, search.list_struck(at, lines, struck)),
        hidden=_name(drawn, hidden),
    )
