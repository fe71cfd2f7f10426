"""Ways for arrows: from a unit to its goal, round the units in between, beside those who come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from zinegen.planar.shape import Point

Array = npt.NDArray[np.float64]
"""Points as rows of x and y, in tenths."""

BENDS = (0.0, 0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4, 0.55, -0.55)
"""How far a way may swing out, as a part of its length; to the left first."""
CLEAR = 185
"""Least distance from the middle of a unit that has nothing to do with the arrow."""
LANE = 80
"""Distance that two ways should keep, and at least half of what two that meet head-on have."""
SAMPLES = 25


@dataclass(frozen=True, slots=True)
class Way:
    """A chain of cubic curves."""

    points: tuple[Point, ...]

    def sampled(self, count: int = SAMPLES) -> Array:
        """Return points along the way, evenly in each of its curves."""
        chain = np.array(self.points, dtype=np.float64)
        t = np.linspace(0, 1, count)[:, None]
        pieces = []
        for place in range(0, len(chain) - 1, 3):
            a, b, c, d = chain[place : place + 4]
            pieces.append(
                (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
            )
        return np.vstack(pieces)

    def at(self, part: float) -> Point:
        """Return the point at a part of the way's length."""
        points = self.sampled()
        length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
        wanted = part * length[-1]
        return (
            round(float(np.interp(wanted, length, points[:, 0]))),
            round(float(np.interp(wanted, length, points[:, 1]))),
        )

    def nearest(self, to: Point, *, low: float = 0.0, high: float = 1.0) -> Point:
        """Return the point of the middle of the way that is nearest to another point."""
        points = self.sampled()
        points = points[int(low * len(points)) : max(1, int(high * len(points)))]
        x, y = points[int(np.argmin(np.hypot(*(points - np.array(to)).T)))]
        return round(float(x)), round(float(y))

    def trimmed(self, start: float, end: float) -> Way:
        """Return the way without what is nearer than so much to its start, and to its end."""
        first, last = self.points[0], self.points[-1]
        chain = [np.array(point, dtype=np.float64) for point in self.points]
        chain = _cut(chain, np.array(last, dtype=np.float64), end)
        chain = _cut(chain[::-1], np.array(first, dtype=np.float64), start)[::-1]
        return Way(tuple((round(float(x)), round(float(y))) for x, y in chain))


def _cut(chain: list[Array], end: Array, room: float) -> list[Array]:
    """Return a chain that stops where it comes nearer than ``room`` to its end."""
    if room <= 0:
        return chain
    while len(chain) > 4 and np.hypot(*(chain[-4] - end)) < room:
        chain = chain[:-3]
    a, b, c, d = chain[-4:]
    low, high = 0.0, 1.0
    for _ in range(20):
        t = (low + high) / 2
        point = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
        low, high = (t, high) if np.hypot(*(point - end)) > room else (low, t)
    t = low
    ab, bc, cd = a + (b - a) * t, b + (c - b) * t, c + (d - c) * t
    abc, bcd = ab + (bc - ab) * t, bc + (cd - bc) * t
    return [*chain[:-4], a, ab, abc, abc + (bcd - abc) * t]


@dataclass(slots=True)
class Roads:
    """The ways of one picture: every new one keeps clear of the units and of the ways so far."""

    units: Sequence[Point]
    taken: list[Array] = field(default_factory=list)

    def direct(
        self, start: Point, end: Point, *, oncoming: bool = False, arriving: bool = True
    ) -> Way:
        """Return a way with one bend.

        ``oncoming`` keeps it on its own side of the road, because another comes the other way.
        ``arriving`` tells that it ends in the middle of a province, where others may end too.
        """
        a, b = np.array(start, dtype=np.float64), np.array(end, dtype=np.float64)
        length = max(1.0, float(np.hypot(*(b - a))))
        aside = np.array([a[1] - b[1], b[0] - a[0]]) / length
        others = self._others(start, end)
        least = max(0.12, LANE / length) if oncoming else 0.0
        best: tuple[float, Way] | None = None
        for bend in BENDS:
            swing = bend if not oncoming else least + abs(bend)
            middle = (a + b) / 2 + aside * swing * length * 1.33
            way = _bent(a, middle, b)
            points = way.sampled()
            value = self._harm(points, others, arriving=arriving) + 260 * abs(swing) ** 1.5
            if best is None or value < best[0] - 1e-9:
                best = value, way
        way = best[1] if best else _bent(a, (a + b) / 2, b)
        self.taken.append(way.sampled())
        return way

    def through(self, start: Point, stops: Sequence[Point], end: Point) -> Way:
        """Return a smooth way that passes beside each of the stops, as a convoyed army goes."""
        before = np.array(start, dtype=np.float64)
        goal = np.array(end, dtype=np.float64)
        knots = [before]
        for stop in stops:
            at = np.array(stop, dtype=np.float64)
            ahead = goal - before
            aside = np.array([-ahead[1], ahead[0]]) / max(1.0, float(np.hypot(*ahead)))
            sides = [at + aside * CLEAR, at - aside * CLEAR]
            knots.append(min(sides, key=lambda one: float(np.hypot(*(one - before)))))
            before = knots[-1]
        knots.append(goal)
        way = _smooth(knots)
        self.taken.append(way.sampled())
        return way

    def _others(self, start: Point, end: Point) -> Array:
        """Return the units that a way must keep clear of: all but those at its ends."""
        far = [unit for unit in self.units if min(_gap(unit, start), _gap(unit, end)) > 40]
        return np.array(far, dtype=np.float64).reshape(-1, 2)

    def _harm(self, points: Array, others: Array, *, arriving: bool) -> float:
        harm = 0.0
        if len(others):
            gaps = np.hypot(*(points[:, None, :] - others[None]).transpose(2, 0, 1)).min(axis=0)
            harm += float((np.maximum(0.0, CLEAR - gaps) * 4).sum())
        inner = points[3:-6] if arriving else points[3:-3]
        for road in self.taken:
            gaps = np.hypot(*(inner[:, None, :] - road[None]).transpose(2, 0, 1)).min(axis=1)
            harm += float(np.maximum(0.0, LANE - gaps).sum()) * 0.25
        return harm


def _gap(one: Point, other: Point) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _bent(a: Array, middle: Array, b: Array) -> Way:
    handles = (a, a + (middle - a) * 2 / 3, b + (middle - b) * 2 / 3, b)
    return Way(tuple((round(float(x)), round(float(y))) for x, y in handles))


def _smooth(knots: Sequence[Array]) -> Way:
    chain = [knots[0]]
    for place, (a, b) in enumerate(zip(knots, knots[1:], strict=False)):
        before = knots[place - 1] if place else a
        after = knots[place + 2] if place + 2 < len(knots) else b
        chain += [a + (b - before) / 5, b - (after - a) / 5, b]
    return Way(tuple((round(float(x)), round(float(y))) for x, y in chain))
