"""Ways for arrows: from a unit to its goal, round the units in between, beside those who come back."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from zinegen.drawing.geometry import Rect
from zinegen.drawing.orders.point_location import PointLocation
from zinegen.drawing.symbols import UNIT
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Line, Point

Array = npt.NDArray[np.float64]
"""Points as rows of x and y, in tenths."""

BENDS = (0.0, 0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4, 0.55, -0.55)
"""How far a way may swing out, as a part of its length; to the left first."""
CLEAR = 185
"""Least distance from the middle of a unit that has nothing to do with the arrow."""
LANE = 80
"""Distance that two ways should keep, and at least half of what two that meet head-on have."""
STRAY = 16
"""The harm of each of 36 points of a way that lies in a province it has nothing to do with."""
SAMPLES = 16
"""Points at which a curve is measured."""
SPOTS = np.array([0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74])
"""Parts of a way where a sign may stand, the best first."""
SIGN = 80
"""Radius of a sign, with some air round it."""
STEP = 90
"""Distance of points that stand for a way, in tenths."""
ROUGH = 12
"""Points at which a curve is held against others; a way through stops has as many in each piece."""


@dataclass(frozen=True, slots=True)
class Way:
    """A chain of cubic curves."""

    points: tuple[Point, ...]

    def sample(self, count: int = SAMPLES) -> list[complex]:
        """Return points along the way, evenly in each of its curves; x is the real part."""
        chain = [complex(x, y) for x, y in self.points]
        return [
            _on(chain[place : place + 4], step / (count - 1))
            for place in range(0, len(chain) - 1, 3)
            for step in range(count)
        ]

    def at(self, parts: Array) -> Array:
        """Return the points at some parts of the way's length."""
        points = _sample(self, SAMPLES)
        along = np.append(0.0, np.hypot(*np.diff(points, axis=0).T).cumsum())
        where = parts * along[-1]
        return np.column_stack([np.interp(where, along, points[:, axis]) for axis in (0, 1)])

    def list_points(self) -> Line:
        """Return points along the way, at the most `STEP` apart."""
        longest = max(map(math.dist, self.points, self.points[1:]))
        points = np.rint(_sample(self, 2 + int(3 * longest / STEP))).astype(int).tolist()
        return tuple((x, y) for x, y in points)

    def nearest(self, to: Point, *, low: float, high: float) -> Point:
        """Return the point of the way that is nearest to another, between two parts of it."""
        points = self.sample()
        points = points[int(low * len(points)) : int(high * len(points))] or points
        return _whole(min(points, key=lambda one: abs(one - complex(*to))))

    def trim(self, start: float, end: float) -> Way:
        """Return the way without what is nearer than so much to its start, and to its end."""
        chain = [complex(x, y) for x, y in self.points]
        first, last = chain[0], chain[-1]
        chain = _cut(chain, last, end)
        chain = _cut(chain[::-1], first, start)[::-1]
        return Way(tuple(_whole(point) for point in chain))


def _on(curve: Sequence[complex], t: float) -> complex:
    a, b, c, d = curve
    u = 1 - t
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d


def _whole(point: complex) -> Point:
    return round(point.real), round(point.imag)


def _cut(chain: list[complex], end: complex, room: float) -> list[complex]:
    """Return a chain that stops where it comes nearer than ``room`` to its end."""
    if room <= 0:
        return chain
    while len(chain) > 4 and abs(chain[-4] - end) < room:
        chain = chain[:-3]
    a, b, c, d = chain[-4:]
    low, high = 0.0, 1.0
    for _ in range(12):
        t = (low + high) / 2
        low, high = (t, high) if abs(_on((a, b, c, d), t) - end) > room else (low, t)
    t = low
    ab, bc, cd = a + (b - a) * t, b + (c - b) * t, c + (d - c) * t
    abc, bcd = ab + (bc - ab) * t, bc + (cd - bc) * t
    return [*chain[:-4], a, ab, abc, abc + (bcd - abc) * t]


@dataclass(slots=True)
class RoutePlanner:
    """Plans the ways of one picture's arrows: each keeps clear of the units and of the ways before it."""

    units: Sequence[Point]
    names: tuple[Rect, ...] = ()
    """What had better stay free: names, which are drawn above the arrows all the same."""
    ground: PointLocation | None = None
    """Which provinces a way runs through."""
    taken: list[Array] = field(default_factory=list)
    signs: list[Point] = field(default_factory=list)
    """Where signs stand on the ways."""
    edges: Array = field(init=False)
    """Left, top, right and bottom edges of the names."""

    def __post_init__(self) -> None:
        """Note where the names are."""
        boxes = [(box.left, box.top, box.right, box.bottom) for box in self.names]
        self.edges = np.array(boxes, dtype=np.float64).reshape(-1, 4).T

    def plan_direct(
        self,
        start: Point,
        end: Point,
        *,
        concerned: Collection[Face] = (),
        oncoming: bool = False,
        arriving: bool = True,
    ) -> Way:
        """Return a way with one bend.

        It had better not run through other provinces than those ``concerned``, where there are any.

        ``oncoming`` keeps it on its own side, because another unit comes the other way.
        ``arriving`` tells that it ends in the middle of a province, where others may end too.
        """
        a, b = complex(*start), complex(*end)
        length = max(1.0, abs(b - a))
        aside = (b - a) / length * 1j
        least = max(0.12, LANE / length) if oncoming else 0.0
        swings = [least + abs(bend) if oncoming else bend for bend in BENDS]
        others = self._others(start, end)
        best: tuple[float, Way] | None = None
        for swing in swings:
            cost = 260 * abs(swing) ** 1.5
            if best is not None and best[0] <= cost:
                break  # those that swing farther cost more than the best does
            way = _bend(a, (a + b) / 2 + aside * swing * length * 1.33, b)
            harm = self._harm(way, others, arriving=arriving)
            harm += STRAY * self._count_strays(way, concerned)
            if best is None or harm + cost < best[0] - 1e-9:
                best = harm + cost, way
        way = best[1] if best else _bend(a, (a + b) / 2, b)
        self.taken.append(_sample(way, ROUGH))
        return way

    def plan_through(self, start: Point, stops: Sequence[Point], end: Point) -> Way:
        """Return a smooth way that passes beside each of the stops, as a convoyed army goes.

        Of the ways that leave the stops on one side or the other, the one that does least harm.
        """
        a, b = complex(*start), complex(*end)
        others = self._others(start, end)
        best: tuple[float, Way] | None = None
        for sides in product((1, -1), repeat=min(len(stops), 4)):
            path = [a, *(complex(*stop) for stop in stops), b]
            near = [
                _find_point_beside(fleet, before, after, side, alone=len(stops) == 1)
                for before, fleet, after, side in zip(
                    path, path[1:], path[2:], (*sides, *([1] * len(stops))), strict=False
                )
            ]
            way = _smooth([a, *near, b])
            harm = self._harm(way, others, arriving=True)
            value = harm + 40 * sides.count(-1)
            if best is None or value < best[0] - 1e-9:
                best = value, way
        way = best[1] if best else _bend(a, (a + b) / 2, b)
        points = _sample(way, ROUGH)
        self.taken += [points[place : place + ROUGH] for place in range(0, len(points), ROUGH)]
        return way

    def find_sign_point(self, way: Way) -> Point:
        """Return a place for a sign on a way: near its middle, off the names, the units, other signs."""
        spots = way.at(SPOTS)
        harm = 12.0 * np.arange(len(SPOTS))
        if self.names:
            x, y = spots[:, :1], spots[:, 1:]
            left, top, right, bottom = self.edges
            across = np.maximum(np.maximum(left - x, x - right), 0.0)
            down = np.maximum(np.maximum(top - y, y - bottom), 0.0)
            harm += np.maximum(0.0, SIGN - np.hypot(across, down)).sum(axis=1)
        for others, room in ((self.units, SIGN + UNIT), (self.signs, 2 * SIGN)):
            if others:
                gaps = _measure_gaps(spots, np.array(others, dtype=np.float64))
                harm += np.maximum(0.0, room - gaps).sum(axis=1)
        x, y = spots[int(np.argmin(harm))].tolist()
        self.signs.append((round(x), round(y)))
        return self.signs[-1]

    def find_end_point(self, way: Way) -> Point:
        """Return a place for a sign at the end of a way, a little before it where another sign is there."""
        (bx, by), (x, y) = way.points[-2:]
        far = max(1.0, math.dist((x, y), (bx, by)))
        spots = [
            (round(x + (bx - x) * back / far), round(y + (by - y) * back / far))
            for back in range(0, 2 * SIGN, SIGN // 2)
        ]
        free = (
            at for at in spots if all(math.dist(at, other) >= 1.6 * SIGN for other in self.signs)
        )
        self.signs.append(next(free, spots[-1]))
        return self.signs[-1]

    def _others(self, start: Point, end: Point) -> Array:
        """Return the units that a way must keep clear of: all but those at its ends."""
        far = [
            unit for unit in self.units if min(math.dist(unit, start), math.dist(unit, end)) > 40
        ]
        return np.array(far, dtype=np.float64).reshape(-1, 2)

    def _harm(self, way: Way, others: Array, *, arriving: bool) -> float:
        harm = 0.0
        points = _sample(way, ROUGH)
        if len(others):
            gaps = _measure_gaps(_sample(way, 3 * ROUGH), others).min(axis=0)
            harm += float((np.maximum(0.0, CLEAR - gaps) * 8).sum())
        harm += 7 * self._count_covered(points)
        inner = points[2:-4] if arriving else points[2:-2]
        if self.taken:
            gaps = _measure_gaps(inner, np.vstack(self.taken)).reshape(
                len(inner), len(self.taken), -1
            )
            harm += float(np.maximum(0.0, LANE - gaps.min(axis=2)).sum()) * 0.5
        return harm

    def _count_strays(self, way: Way, concerned: Collection[Face]) -> int:
        """Return how many points of a way lie in provinces that it does not concern."""
        if self.ground is None or not concerned:
            return 0
        found = self.ground.find_provinces(_sample(way, 3 * ROUGH))
        numbers = [self.ground.numbers[face] for face in concerned if face in self.ground.numbers]
        return int(np.isin(found, numbers, invert=True).sum())

    def _count_covered(self, points: Array) -> int:
        """Return how many points lie on names."""
        if not self.names:
            return 0
        x, y = points[:, :1], points[:, 1:]
        left, top, right, bottom = self.edges
        return int(((left < x) & (x < right) & (top < y) & (y < bottom)).sum())


def _find_point_beside(
    fleet: complex, a: complex, b: complex, side: int, *, alone: bool
) -> complex:
    """Return a point beside a fleet: towards the straight line of the journey, or on its far side.

    A fleet that carries alone from far off is not visited, only approached.
    """
    aside = (b - a) / max(1.0, abs(b - a)) * 1j
    off = ((fleet - a) * aside.conjugate()).real
    towards = -aside if off > 0 else aside
    room = max(CLEAR, 0.4 * abs(off)) if alone and side > 0 else CLEAR
    return fleet + towards * room * side


def _measure_gaps(some: Array, others: Array) -> Array:
    """Return all distances between two sets of points."""
    across = some[:, None, 0] - others[None, :, 0]
    down = some[:, None, 1] - others[None, :, 1]
    found: Array = np.hypot(across, down)
    return found


def _sample(way: Way, count: int) -> Array:
    """Return points along a way, evenly in each of its curves."""
    chain = np.array(way.points, dtype=np.float64)
    pieces = [_weights(count) @ chain[place : place + 4] for place in range(0, len(chain) - 1, 3)]
    return pieces[0] if len(pieces) == 1 else np.vstack(pieces)


@cache
def _weights(count: int) -> Array:
    """Return the weights of a cubic curve's four points at evenly spaced parameters."""
    t = np.linspace(0, 1, count)[:, None]
    u = 1 - t
    return np.hstack([u**3, 3 * u * u * t, 3 * u * t * t, t**3])


def _bend(a: complex, middle: complex, b: complex) -> Way:
    handles = (a, a + (middle - a) * 2 / 3, b + (middle - b) * 2 / 3, b)
    return Way(tuple(_whole(point) for point in handles))


def _smooth(knots: Sequence[complex]) -> Way:
    chain = [knots[0]]
    for place, (a, b) in enumerate(pairwise(knots)):
        before = knots[place - 1] if place else a
        after = knots[place + 2] if place + 2 < len(knots) else b
        chain += [a + (b - before) / 5, b - (after - a) / 5, b]
    return Way(tuple(_whole(point) for point in chain))
