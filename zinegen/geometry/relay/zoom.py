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
from zinegen.geometry.relay.skeleton import Skeleton

SHORT = 5.0
"""A shorter border is blown up."""

REACH = 80.0
"""How far a zoom is felt, at most."""

BESIDE = 24.0
"""A place is blown up from the frame if it is nearer to it than this."""

POWER = 0.4
"""A radius grows to this power of its share of the reach."""

AT_ONCE = 6
"""So many places are tried each time."""


def zoom_in(skeleton: Skeleton) -> Skeleton:
    """Return the skeleton with room where its shortest borders are, as far as no line crosses another."""
    lengths = np.where(skeleton.plan.outer, np.inf, skeleton.border_lengths)
    for border in np.argsort(lengths, kind="stable")[:AT_ONCE].tolist():
        length = float(skeleton.border_lengths[border])
        if lengths[border] > SHORT:
            break
        chain = skeleton.chain[skeleton.first[border] : skeleton.first[border + 1]]
        middle = skeleton.at[chain].mean(axis=0)
        middle, reach = _place(middle, skeleton.plan.size)
        if length < SHORT and reach > 3 * length:
            after = _blow_up(_refine(skeleton, middle, reach, length), middle, reach)
            if shapely.is_valid(after.polygons()).all():
                skeleton = after
    return skeleton


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


def _blow_up(skeleton: Skeleton, middle: Array, reach: float) -> Skeleton:
    way = skeleton.at - middle
    far = np.hypot(way[:, 0], way[:, 1])
    near = (far > 0) & (far < reach)
    factor = np.ones(len(far))
    factor[near] = (reach / far[near]) ** (1 - POWER)
    return skeleton.move(middle + way * factor[:, None])


def _refine(skeleton: Skeleton, middle: Array, reach: float, size: float) -> Skeleton:
    """Return the skeleton with so many more points near a place that its lines bend as the zoom does."""
    at = skeleton.at.tolist()
    cx, cy = middle.tolist()

    def split(one: int, two: int, depth: int) -> list[int]:
        (ax, ay), (bx, by) = at[one], at[two]
        x, y = (ax + bx) / 2, (ay + by) / 2
        long = math.dist((ax, ay), (bx, by))
        away = math.dist((x, y), (cx, cy))
        if away - long / 2 > reach or depth > 12 or long < 0.5 * max(away, 0.3 * size):
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
