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
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Line, Point

Array = npt.NDArray[np.float64]
"""Points as rows of x and y, in tenths; chains of cubic curves as the points that they are made of."""

BENDS = np.array([0.0, 0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4, 0.55, -0.55])
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


class Journey(NamedTuple):
    """What a way is wanted for."""

    start: Point
    end: Point
    concerned: frozenset[Face] = frozenset()
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


@dataclass(slots=True)
class RoutePlanner:
    """Plans the ways of one picture's arrows: each keeps clear of the units and of the ways before it."""

    units: Sequence[Point]
    names: tuple[Rect, ...] = ()
    """What had better stay free: names, which are drawn above the arrows all the same."""
    ground: PointLocation | None = None
    """Which provinces a way runs through."""
    taken: Array = field(default_factory=lambda: np.empty((ROUGH, 0, 2)))
    """Points of the curves before: the first of each, the second of each and so on."""
    signs: list[Point] = field(default_factory=list)
    """Where signs stand on the ways."""
    spots: Array = field(init=False)
    """Where the units are."""
    edges: Array = field(init=False)
    """Left, top, right and bottom edges of the names."""
    known: dict[Journey, float] = field(default_factory=dict)
    """The harm that the straightest ways of journeys do, but for that done to other ways."""

    def __post_init__(self) -> None:
        """Note where the units and the names are."""
        self.spots = np.array(self.units, dtype=np.float64).reshape(-1, 2)
        boxes = [(box.left, box.top, box.right, box.bottom) for box in self.names]
        self.edges = np.array(boxes, dtype=np.float64).reshape(-1, 4).T

    def plan_direct(self, journey: Journey, *, arriving: bool = True) -> Way:
        """Return a way with one bend.

        ``arriving`` tells that it ends in the middle of a province, where others may end too.
        """
        swings = journey.swings
        costs = 260 * np.abs(swings) ** 1.5
        chains = _bend(journey, swings)
        known = self.known.get(journey)
        harms = self._rate(chains[:1], [journey]) if known is None else np.array([known])
        harms += self._rate_lanes(chains[:1], arriving=arriving) + costs[0]
        rivals = int(np.searchsorted(costs, harms[0]))  # the others cost more than the first does
        if rivals > 1:
            rest = chains[1:rivals]
            more = self._rate(rest, [journey]) + self._rate_lanes(rest, arriving=arriving)
            harms = np.append(harms, more + costs[1:rivals])
        return self._take(chains[_find_least(harms)])

    def foresee(self, journeys: Sequence[Journey]) -> None:
        """Rate the straightest ways of journeys all at once, as far as that does not depend on the others."""
        if journeys:
            chains = np.concatenate([_bend(one, one.swings[:1]) for one in journeys])
            harms = self._rate(chains, journeys).tolist()
            self.known = dict(zip(journeys, harms, strict=True))

    def plan_through(self, journey: Journey, stops: Sequence[Point]) -> Way:
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
        harms = self._rate(every, [journey])
        harms += self._rate_lanes(every, arriving=True)
        return self._take(chains[_find_least(harms + far_sides)])

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
                gaps = np.sqrt(_measure_squares(spots[:, None], np.array(others, dtype=np.float64)))
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

    def _take(self, chain: Array) -> Way:
        """Return a chain of curves as the way that was chosen, of which those to come keep clear."""
        pieces = _sample(chain, ROUGH).reshape(-1, ROUGH, 2).swapaxes(0, 1)
        self.taken = np.concatenate((self.taken, pieces), axis=1)
        return Way(tuple((round(x), round(y)) for x, y in chain.tolist()))

    def _rate(self, chains: Array, journeys: Sequence[Journey]) -> Array:
        """Return the harm of each of some chains of as many curves, but for that done to other ways.

        There is a journey for each of them, or one for all.
        """
        points, fine = _sample(chains, ROUGH), _sample(chains, 3 * ROUGH)
        harms = 7.0 * self._count_covered(points)
        gaps = np.sqrt(_measure_squares(fine[:, :, None], self.spots).min(axis=1))
        harms += 8 * np.where(self._mark_others(journeys), np.maximum(0.0, CLEAR - gaps), 0.0).sum(
            axis=1
        )
        if self.ground is not None:
            found = self.ground.find_provinces(fine)
            concerned = _mark_concerned(journeys, self.ground.numbers)
            strays = ~concerned[np.arange(len(journeys))[:, None], found]
            harms += STRAY * np.count_nonzero(strays, axis=1)
        return harms

    def _rate_lanes(self, chains: Array, *, arriving: bool) -> Array:
        """Return the harm that each of some chains of as many curves does to the ways before."""
        points = _sample(chains, ROUGH)
        inner = points[:, 2:-4] if arriving else points[:, 2:-2]
        gaps = np.sqrt(_measure_squares(inner[:, :, None, None], self.taken).min(axis=2))
        harms: Array = 0.5 * np.maximum(0.0, LANE - gaps).sum(axis=(1, 2))
        return harms

    def _mark_others(self, journeys: Sequence[Journey]) -> npt.NDArray[np.bool_]:
        """Return of each unit whether each way must keep clear of it: not of those at its ends."""
        ends = np.array([(one.start, one.end) for one in journeys], dtype=np.float64)
        gaps = _measure_squares(self.spots, ends[:, :, None]).min(axis=1)
        far: npt.NDArray[np.bool_] = gaps > 40**2
        return far

    def _count_covered(self, points: Array) -> Array:
        """Return how many points of each way lie on names."""
        x, y = points[..., :1], points[..., 1:]
        left, top, right, bottom = self.edges
        covered = (left < x) & (x < right) & (top < y) & (y < bottom)
        found: Array = np.count_nonzero(covered, axis=(1, 2)).astype(np.float64)
        return found


def _mark_concerned(
    journeys: Sequence[Journey], numbers: Mapping[Face, int]
) -> npt.NDArray[np.bool_]:
    """Return of each province's number whether each way may run through it: any if it concerns none."""
    marks = np.zeros((len(journeys), len(numbers)), dtype=np.bool_)
    for row, journey in enumerate(journeys):
        faces = [numbers[face] for face in journey.concerned if face in numbers]
        marks[row, faces if journey.concerned else ...] = True
    return marks


def _find_least(harms: Array) -> int:
    """Return the place of the least harm, the first of those that are as good as equal."""
    best = 0
    for place, harm in enumerate(harms.tolist()):
        if harm < harms[best] - 1e-9:
            best = place
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


def _bend(journey: Journey, swings: Array) -> Array:
    """Return for each swing, as a part of the length, the chain of one curve that swings out so far."""
    ends = np.array((journey.start, journey.end), dtype=np.float64)
    dx, dy = (ends[1] - ends[0]) * SWING
    aside = np.array(((0.0, 0.0), (-dy, dx), (-dy, dx), (0.0, 0.0)))
    chains: Array = np.rint(HANDLES @ ends + swings[:, None, None] * aside)
    return chains


def _smooth(knots: Sequence[complex]) -> Array:
    """Return a smooth chain of curves through some points."""
    chain = [knots[0]]
    for place, (a, b) in enumerate(pairwise(knots)):
        before = knots[place - 1] if place else a
        after = knots[place + 2] if place + 2 < len(knots) else b
        chain += [a + (b - before) / 5, b - (after - a) / 5, b]
    return np.rint([(one.real, one.imag) for one in chain])
