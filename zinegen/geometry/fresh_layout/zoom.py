"""Zoom: blow up the places where junctions crowd, as they do in a first drawing.

About the shortest border everything within reach moves outwards along its radius, by a map that is
one-to-one. Lengths are drawing units.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import shapely

from zinegen.geometry.draft import Array, Rows
from zinegen.geometry.fresh_layout.coarse_map import Skeleton
from zinegen.geometry.fresh_layout.forces import advance

SHORT = 5.0
"""A shorter border is blown up."""

SMALL = 12.0
"""So is a province that is smaller than the square of this."""

REACH = 80.0
"""How far a zoom is felt, at most."""

BESIDE = 24.0
"""A place is blown up from the frame if it is nearer to it than this."""

POWER = 0.4
"""A radius grows to this power of its share of the reach."""

GENTLE, CREEPS = 0.7, 3
"""Where that would make lines cross, this power is tried so often, as far as each point can go."""

FINENESS = (0.5, 0.15)
"""Stretches get points at distances of this share of their own from the middle, the second if they must."""

AT_ONCE = 4
"""So many places are tried each time."""


def zoom_in(skeleton: Skeleton) -> Skeleton:
    """Return the skeleton with room where its smallest borders and provinces are, if no lines cross then."""
    for middle, size in _crowded_places(skeleton):
        place, reach = _place(middle, skeleton.plan.size)
        if reach < 3 * size:
            continue
        for fineness in FINENESS:
            after = _blow_up(_refine(skeleton, (place, reach, size), fineness), place, reach)
            if shapely.is_valid(after.polygons()).all():
                skeleton = after
                break
        else:
            skeleton = _creep(_refine(skeleton, (place, reach, size), FINENESS[0]), place, reach)
    return skeleton


def _crowded_places(skeleton: Skeleton) -> list[tuple[Array, float]]:
    """Return the middles and sizes of borders and provinces that are too small, the smallest first."""
    found: list[tuple[float, Array]] = []
    lengths = np.where(skeleton.plan.outer, np.inf, skeleton.border_lengths)
    for border in np.flatnonzero(lengths < SHORT).tolist():
        chain = skeleton.chain[skeleton.first[border] : skeleton.first[border + 1]]
        found.append((float(lengths[border]), skeleton.at[chain].mean(axis=0)))
    sizes = np.sqrt(skeleton.areas)
    small = np.flatnonzero(sizes < SMALL).tolist()
    found += [(float(sizes[face]), skeleton.middles[face]) for face in small]
    found.sort(key=lambda each: each[0])
    return [(middle, size) for size, middle in found[:AT_ONCE]]


def _place(middle: Array, size: tuple[float, float]) -> tuple[Array, float]:
    """Return the centre and reach of a zoom near a point: near the frame its centre lies on that.

    A point on the frame then stays on it.
    """
    place = middle.copy()
    edges = []
    for axis in (0, 1):
        for edge in (0.0, size[axis]):
            if abs(place[axis] - edge) < BESIDE:
                place[axis] = edge
            else:
                edges.append(abs(float(place[axis]) - edge))
    return place, 0.98 * min(REACH, *edges)


def _creep(skeleton: Skeleton, middle: Array, reach: float) -> Skeleton:
    """Return the skeleton blown up as far as no triangle turns over."""
    for _ in range(CREEPS):
        triangles = skeleton.triangulate()
        wanted = _blow_up(skeleton, middle, reach, GENTLE)
        skeleton = skeleton.move(advance(skeleton.at, wanted.at, triangles.points))
    return skeleton


def _blow_up(skeleton: Skeleton, middle: Array, reach: float, power: float = POWER) -> Skeleton:
    way = skeleton.at - middle
    far = np.hypot(way[:, 0], way[:, 1])
    near = (far > 0) & (far < reach)
    factor = np.ones(len(far))
    factor[near] = (reach / far[near]) ** (1 - power)
    return skeleton.move(middle + way * factor[:, None])


def _refine(skeleton: Skeleton, zone: tuple[Array, float, float], fineness: float) -> Skeleton:
    """Return the skeleton with so many more points near a place that its lines bend as the zoom does."""
    at = skeleton.at.tolist()
    middle, reach, size = zone
    cx, cy = middle.tolist()

    def split(one: int, two: int, depth: int) -> list[int]:
        (ax, ay), (bx, by) = at[one], at[two]
        x, y = (ax + bx) / 2, (ay + by) / 2
        long = math.dist((ax, ay), (bx, by))
        away = math.dist((x, y), (cx, cy))
        if away - long / 2 > reach or depth > 12 or long < fineness * max(away, 0.3 * size):
            return []
        at.append([x, y])
        new = len(at) - 1
        return [*split(one, new, depth + 1), new, *split(new, two, depth + 1)]

    chains: list[Rows] = []
    for first, last in zip(skeleton.first[:-1].tolist(), skeleton.first[1:].tolist(), strict=True):
        old = skeleton.chain[first:last].tolist()
        new = old[:1]
        for one, two in pairwise(old):
            new += [*split(one, two, 0), two]
        chains.append(np.array(new))
    held = np.concatenate([skeleton.held, np.zeros(len(at) - len(skeleton.at), dtype=bool)])
    return Skeleton.of(skeleton.plan, np.array(at), chains, held)
