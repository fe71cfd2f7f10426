"""Ways for arrows: from a unit to its goal, round the units in between, beside those who come back."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zinegen.drawing.geometry import Rect
from zinegen.drawing.orders.point_location import PointLocation
from zinegen.drawing.symbols import UNIT
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point

Array = npt.NDArray[np.float64]
"""Points as rows of x and y, in tenths; chains of cubic curves as the points that they are made of."""

BENDS = np.array([0.0, 0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4, 0.6, -0.6])
"""How far a way may swing out, as a part of its length; to the left first."""
SWING = 1.33 * 2 / 3
"""How far a curve's handles are aside for a swing of one."""
HANDLES = np.array([(3, 0), (2, 1), (1, 2), (0, 3)]) / 3
"""The handles of a straight curve, as parts of its start and end."""
CLEAR = 185
"""Least distance from the middle of a unit that has nothing to do with the arrow."""
LANE = 80
"""Distance that two ways should keep, and at least half of what two that meet head-on have."""
STRAY = 16
"""The harm of each of 36 points of a way that lies in a province it has nothing to do with."""
BEYOND = 100
"""The harm of each of them that lies beyond the frame of the map."""
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
class CurveChain:
    """A chain of cubic curves."""

    points: tuple[Point, ...]

    def sample(self, count: int = SAMPLES) -> list[complex]:
        """Return points along the way, evenly in each of its curves; x is the real part."""
        points = _sample(np.array(self.points, dtype=np.float64), count)
        return [complex(x, y) for x, y in points.tolist()]

    def at(self, parts: Array) -> Array:
        """Return the points at some parts of the way's length."""
        points = _sample(np.array(self.points, dtype=np.float64), SAMPLES)
        along = np.append(0.0, np.hypot(*np.diff(points, axis=0).T).cumsum())
        where = parts * along[-1]
        return np.column_stack([np.interp(where, along, points[:, axis]) for axis in (0, 1)])

    def list_points(self) -> Line:
        """Return points along the way, at the most `STEP` apart."""
        longest = max(map(math.dist, self.points, self.points[1:]))
        chain = np.array(self.points, dtype=np.float64)
        points = np.rint(_sample(chain, 2 + int(3 * longest / STEP))).astype(int).tolist()
        return tuple((x, y) for x, y in points)

    def nearest(self, to: Point, *, low: float, high: float) -> Point:
        """Return the point of the way that is nearest to another, between two parts of it."""
        points = self.sample()
        points = points[int(low * len(points)) : int(high * len(points))] or points
        return _whole(min(points, key=lambda one: abs(one - complex(*to))))

    def trim(self, start: float, end: float) -> CurveChain:
        """Return the way without what is nearer than so much to its start, and to its end."""
        chain = [complex(x, y) for x, y in self.points]
        first, last = chain[0], chain[-1]
        if end > 0:
            chain = _cut(chain, last, end)
        if start > 0:
            chain = _cut(chain[::-1], first, start)[::-1]
        return CurveChain(tuple([_whole(point) for point in chain]))


def _whole(point: complex) -> Point:
    return round(point.real), round(point.imag)


def _cut(chain: list[complex], end: complex, room: float) -> list[complex]:
    """Return a chain that stops where it comes nearer than ``room`` to its end."""
    while len(chain) > 4 and abs(chain[-4] - end) < room:
        chain = chain[:-3]
    a, b, c, d = chain[-4:]
    low, high = 0.0, 1.0
    for _ in range(12):
        t = (low + high) / 2
        u = 1 - t
        if abs(u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d - end) > room:
            low = t
        else:
            high = t
    t = low
    ab, bc, cd = a + (b - a) * t, b + (c - b) * t, c + (d - c) * t
    abc, bcd = ab + (bc - ab) * t, bc + (cd - bc) * t
    return [*chain[:-4], a, ab, abc, abc + (bcd - abc) * t]


class WantedWay(NamedTuple):
    """What a way is wanted for."""

    start: Point
    end: Point
    concerned: frozenset[ProvinceKey] = frozenset()
    """The provinces that it may run through; any where there are none."""
    oncoming: bool = False
    """It keeps on its own side, because another unit comes the other way."""

    @property
    def swings(self) -> Array:
        """How far the ways to choose from swing out, the straightest first."""
        if not self.oncoming:
            return BENDS
        length = max(1.0, math.dist(self.start, self.end))
        swings: Array = np.abs(BENDS) + max(0.12, LANE / length)
        return swings


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The ways with one bend that a journey may take, the straightest first."""

    chains: Array
    points: Array
    """Some of each."""
    costs: Array
    """How bad it is to swing out so far."""
    harms: Array
    """The harm that each does, but for that done to other ways; perhaps of the first alone."""


@dataclass(slots=True)
class RoutePlanner:
    """Plans the ways of one picture's arrows: each keeps clear of the units and of the ways before it."""

    units: Sequence[Point]
    names: tuple[Rect, ...] = ()
    """What had better stay free: names, which are drawn above the arrows all the same."""
    ground: PointLocation | None = None
    """Which provinces a way runs through."""
    frame: Rect | None = None
    """The map's, which no way should leave."""
    taken: Array = field(default_factory=lambda: np.empty((ROUGH, 0, 2)))
    """Points of the curves before: the first of each, the second of each and so on."""
    signs: list[Point] = field(default_factory=list)
    """Where signs stand on the ways."""
    spots: Array = field(init=False)
    """Where the units are."""
    edges: Array = field(init=False)
    """Left, top, right and bottom edges of the names."""
    known: dict[WantedWay, _Choice] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Note where the units and the names are."""
        self.spots = np.array(self.units, dtype=np.float64).reshape(-1, 2)
        boxes = [(box.left, box.top, box.right, box.bottom) for box in self.names]
        self.edges = np.array(boxes, dtype=np.float64).reshape(-1, 4).T

    def plan_direct(self, journey: WantedWay, *, arriving: bool = True) -> CurveChain:
        """Return a way with one bend.

        ``arriving`` tells that it ends in the middle of a province, where others may end too.
        """
        if journey not in self.known:
            self.foresee([journey])
        choice = self.known[journey]
        points, costs, harms = choice.points, choice.costs, choice.harms
        lanes = self._rate_lanes(points[:1], arriving=arriving)
        total = harms[:1] + (lanes + costs[:1])
        rivals = int(np.searchsorted(costs, total[0]))  # the others cost more than the first does
        if rivals > 1:
            more = (
                harms[1:rivals]
                if len(harms) > 1
                else self._rate(choice.chains[1:rivals], [journey])
            )
            more = more + self._rate_lanes(points[1:rivals], arriving=arriving) + costs[1:rivals]
            total = np.append(total, more)
        best = _find_least(total)
        return self._take(choice.chains[best], points[best])

    def foresee(self, journeys: Sequence[WantedWay]) -> None:
        """Rate the ways of journeys all at once, as far as that does not depend on the others."""
        if not journeys:
            return
        swings = np.array([one.swings for one in journeys])
        chains, costs = _bend(journeys, swings), 260 * np.abs(swings) ** 1.5
        points = _sample(chains, ROUGH)
        harms = [*self._rate(chains[:, 0], journeys)[:, None]]
        far = [row for row, harm in enumerate(harms) if harm[0] + costs[row, 0] > costs[row, 1]]
        if far:
            others = chains[far, 1:].reshape(-1, *chains.shape[2:])
            more = self._rate(others, [journeys[row] for row in far]).reshape(len(far), -1)
            for row, its in zip(far, more, strict=True):
                harms[row] = np.append(harms[row], its)
        for journey, *choice in zip(journeys, chains, points, costs, harms, strict=True):
            self.known[journey] = _Choice(*choice)

    def plan_through(self, journey: WantedWay, stops: Sequence[Point]) -> CurveChain:
        """Return a smooth way that passes beside each of the stops, as a convoyed army goes.

        Of the ways that leave the stops on one side or the other, the one that does least harm.
        """
        a, b = complex(*journey.start), complex(*journey.end)
        path = [a, *(complex(*stop) for stop in stops), b]
        choices = list(product((1, -1), repeat=min(len(stops), 4)))
        chains = []
        for sides in choices:
            near = [
                _find_point_beside(fleet, before, after, side, alone=len(stops) == 1)
                for before, fleet, after, side in zip(
                    path, path[1:], path[2:], (*sides, *([1] * len(stops))), strict=False
                )
            ]
            chains.append(_smooth([a, *near, b]))
        far_sides = np.array([40.0 * sides.count(-1) for sides in choices])
        every = np.stack(chains)
        points = _sample(every, ROUGH)
        harms = self._rate(every, [journey]) + self._rate_lanes(points, arriving=True)
        best = _find_least(harms + far_sides)
        return self._take(chains[best], points[best])

    def find_sign_point(self, way: CurveChain) -> Point:
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
                gaps = np.sqrt(_measure_squares(spots[:, None], np.array(others, dtype=np.float64)))
                harm += np.maximum(0.0, room - gaps).sum(axis=1)
        x, y = spots[int(np.argmin(harm))].tolist()
        self.signs.append((round(x), round(y)))
        return self.signs[-1]

    def find_end_point(self, way: CurveChain) -> Point:
        """Return a place for a sign at the end of a way, a little before it where another sign is there."""
        (bx, by), (x, y) = way.points[-2:]
        far = max(1.0, math.dist((x, y), (bx, by)))
        spots = [
            (round(x + (bx - x) * back / far), round(y + (by - y) * back / far))
            for back in range(0, 2 * SIGN, SIGN // 2)
        ]
        near = [one for one in self.signs if math.dist(one, (x, y)) < 4 * SIGN]
        free = (at for at in spots if all(math.dist(at, other) >= 1.6 * SIGN for other in near))
        self.signs.append(next(free, spots[-1]))
        return self.signs[-1]

    def _take(self, chain: Array, points: Array) -> CurveChain:
        """Return a chain of curves as the way that was chosen, of which those to come keep clear."""
        pieces = points.reshape(-1, ROUGH, 2).swapaxes(0, 1)
        self.taken = np.concatenate((self.taken, pieces), axis=1)
        return CurveChain(tuple((round(x), round(y)) for x, y in chain.tolist()))

    def _rate(self, chains: Array, journeys: Sequence[WantedWay]) -> Array:
        """Return the harm of each of some chains of as many curves, but for that done to other ways.

        There are as many of them for each journey, those of one after those of the other.
        """
        each = len(chains) // len(journeys)
        fine = _sample(chains, 3 * ROUGH)
        low, high = chains.min(axis=1)[..., None] - 1, chains.max(axis=1)[..., None] + 1
        harms = 7.0 * self._count_covered(_sample(chains, ROUGH), low, high)
        harms += 8 * self._measure_crowding(fine, low, high, journeys).sum(axis=1)
        if self.frame is not None:
            x, y = np.moveaxis(fine, -1, 0)
            out = (x < self.frame.left) | (x > self.frame.right)
            out |= (y < self.frame.top) | (y > self.frame.bottom)
            harms += BEYOND * np.count_nonzero(out, axis=1)
        if self.ground is not None:
            found = self.ground.find_provinces(fine)
            concerned = _mark_concerned(journeys, self.ground.numbers)
            rows = np.repeat(np.arange(len(journeys)), each)[:, None]
            harms += STRAY * np.count_nonzero(~concerned[rows, found], axis=1)
        return harms

    def _rate_lanes(self, points: Array, *, arriving: bool) -> Array:
        """Return the harm that each of some ways, given as points, does to the ways before."""
        inner = points[:, 2:-4] if arriving else points[:, 2:-2]
        gaps = np.sqrt(_measure_squares(inner[:, :, None, None], self.taken).min(axis=2))
        harms: Array = 0.5 * np.maximum(0.0, LANE - gaps).sum(axis=(1, 2))
        return harms

    def _measure_crowding(
        self, points: Array, low: Array, high: Array, journeys: Sequence[WantedWay]
    ) -> Array:
        """Return how much too near each way comes to each unit, but for those at its ends."""
        x, y = self.spots.T
        near = (low[:, 0] - CLEAR < x) & (x < high[:, 0] + CLEAR)
        near &= (low[:, 1] - CLEAR < y) & (y < high[:, 1] + CLEAR)
        ends = np.array([(one.start, one.end) for one in journeys], dtype=np.float64)
        far = _measure_squares(self.spots, ends[:, :, None]).min(axis=1) > 40**2
        near &= np.repeat(far, len(points) // len(journeys), axis=0)
        ways, units = np.nonzero(near)
        gaps = np.sqrt(_measure_squares(points[ways], self.spots[units, None]).min(axis=1))
        found: Array = np.zeros(near.shape)
        found[ways, units] = np.maximum(0.0, CLEAR - gaps)
        return found

    def _count_covered(self, points: Array, low: Array, high: Array) -> Array:
        """Return how many points of each way lie on names."""
        left, top, right, bottom = self.edges
        near = (left < high[:, 0]) & (low[:, 0] < right) & (top < high[:, 1]) & (low[:, 1] < bottom)
        ways, names = np.nonzero(near)
        x, y = np.moveaxis(points[ways], -1, 0)
        left, top, right, bottom = self.edges[:, names, None]
        covered = (left < x) & (x < right) & (top < y) & (y < bottom)
        counts = np.count_nonzero(covered, axis=1)
        found: Array = np.bincount(ways, counts, len(points)).astype(np.float64)
        return found


def _mark_concerned(
    journeys: Sequence[WantedWay], numbers: Mapping[ProvinceKey, int]
) -> npt.NDArray[np.bool_]:
    """Return of each province's number whether each way may run through it: any if it concerns none."""
    marks = np.zeros((len(journeys), len(numbers)), dtype=np.bool_)
    for row, journey in enumerate(journeys):
        faces = [numbers[face] for face in journey.concerned if face in numbers]
        marks[row, faces if journey.concerned else ...] = True
    return marks


def _find_least(harms: Array) -> int:
    """Return the place of the least harm, the first of those that are as good as equal."""
    best, least = 0, math.inf
    for place, harm in enumerate(harms.tolist()):
        if harm < least - 1e-9:
            best, least = place, harm
    return best


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


def _measure_squares(some: Array, others: Array) -> Array:
    """Return the squares of the distances between points."""
    across = some[..., 0] - others[..., 0]
    down = some[..., 1] - others[..., 1]
    found: Array = across * across + down * down
    return found


def _sample(chains: Array, count: int) -> Array:
    """Return points along chains of cubic curves, evenly in each curve."""
    weights, last = _weights(count), chains.shape[-2] - 1
    pieces = [weights @ chains[..., place : place + 4, :] for place in range(0, last, 3)]
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces, axis=-2)


@cache
def _weights(count: int) -> Array:
    """Return the weights of a cubic curve's four points at evenly spaced parameters."""
    t = np.linspace(0, 1, count)[:, None]
    u = 1 - t
    return np.hstack([u**3, 3 * u * u * t, 3 * u * t * t, t**3])


def _bend(journeys: Sequence[WantedWay], swings: Array) -> Array:
    """Return for each journey and swing, as a part of the length, the chain of a curve that swings so far."""
    ends = np.array([(one.start, one.end) for one in journeys], dtype=np.float64)
    along = (ends[:, 1] - ends[:, 0]) * SWING
    aside = np.zeros((len(journeys), 4, 2))
    aside[:, 1:3] = np.stack((-along[:, 1], along[:, 0]), axis=-1)[:, None]
    chains: Array = np.rint((HANDLES @ ends)[:, None] + swings[..., None, None] * aside[:, None])
    return chains


def _smooth(knots: Sequence[complex]) -> Array:
    """Return a smooth chain of curves through some points."""
    chain = [knots[0]]
    for place, (a, b) in enumerate(pairwise(knots)):
        before = knots[place - 1] if place else a
        after = knots[place + 2] if place + 2 < len(knots) else b
        chain += [a + (b - before) / 5, b - (after - a) / 5, b]
    return np.rint([(one.real, one.imag) for one in chain])
