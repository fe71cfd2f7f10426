"""Strips: a line, how wide the strip along it can be, and its ground; lengths in drawing units."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString, MultiPoint, Point
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import Array, Draft, Mask, is_sound, length_of
from zinegen.geometry.shape import OUTSIDE

FLARE = 1.7
"""A strip is so many times wider at its ends: provinces reach out like bays, not like pipes."""

SLOPE = 0.25
"""It opens up by so much of its length, so that it tapers from its ends to its middle."""

CLEAR = 0.45
"""A strip takes no more than this share of the way to any border that stays."""

NOWHERE = Point(-9e3, 0)
"""Far from everything: with it no barrier is empty."""

SPARE = 4.0
"""Straightened, a border is no nearer to others than this, where there is so much room."""

KEPT = 0.7
"""Straightening a border leaves its provinces so much of their ground."""

EVEN = 4.0
"""Distance of points on a line that is being smoothed."""


def densify(points: Array, step: float = EVEN) -> Array:
    """Return a line with points added so that no stretch is longer than a step."""
    return np.asarray(shapely.get_coordinates(shapely.segmentize(LineString(points), step)))


def smooth_line(points: Array, strength: float, fixed: Mask | None = None) -> Array:
    """Return a line smoothed: each point drawn to the middle of its neighbours, ends and fixed stay.

    A strength of s smooths away what is shorter than about the root of s points.
    """
    count = len(points)
    pull = [strength] * count
    pull[0] = pull[-1] = 0.0
    if fixed is not None:
        pull = [0.0 if still else value for value, still in zip(pull, fixed.tolist(), strict=True)]
    # A tridiagonal system, solved by elimination downwards and substitution upwards.
    factors, xs, ys = [], [], []
    factor = x = y = 0.0
    for (px, py), value in zip(points.tolist(), pull, strict=True):
        scale = 1 / (1 + 2 * value - value * factor)
        x, y = (px + value * x) * scale, (py + value * y) * scale
        factor = value * scale
        factors.append(factor)
        xs.append(x)
        ys.append(y)
    for row in range(count - 2, -1, -1):
        xs[row] += factors[row] * xs[row + 1]
        ys[row] += factors[row] * ys[row + 1]
    return np.column_stack([xs, ys])


def straighten(draft: Draft, border: int) -> Array:
    """Return the smoothest course of a border between its two provinces, clear of all others."""
    one, two = draft.mesh.sides(border)
    dense = densify(draft.lines[border])
    others = barrier(
        draft.lines[other]
        for face in (one, two)
        for other in sorted({dart // 2 for ring in draft.mesh.rings[face] for dart in ring})
        if other != border
    )
    length = LineString(dense).length
    for strength in (3000.0, 300.0, 75.0, 20.0, 6.0, 2.0):
        points = smooth_line(dense, strength)
        inner = shapely.ops.substring(LineString(points), 0.12, 0.88, normalized=True)
        if shapely.distance(inner, others) < min(SPARE, 0.1 * length):
            continue
        tried = draft.replace_lines({border: points})
        if all(
            is_sound(tried, face)
            and (face == OUTSIDE or tried.ground(face).area > KEPT * draft.ground(face).area)
            for face in (one, two)
        ):
            return points
    return draft.lines[border]


def barrier(lines: Iterable[Array], points: Iterable[Array] = ()) -> BaseGeometry:
    """Return lines and points as one geometry to keep clear of; never an empty one."""
    parts: list[BaseGeometry] = [LineString(line) for line in lines]
    parts.append(MultiPoint([NOWHERE, *(Point(point) for point in points)]))
    gathered = shapely.geometrycollections(parts)
    shapely.prepare(gathered)
    return gathered


def ideal_widths(way: Array, width: float, spare: float) -> Array:
    """Return the half-widths that look best, at even marks along a way.

    In the middle it is as wide as asked for, towards the ends wider. ``spare`` is the area by which it
    may open up on either side, from its middle to its ends.
    """
    length = length_of(way)
    count = max(9, int(length / 6) | 1)
    marks = np.abs(np.linspace(-1, 1, count))
    opening = min(SLOPE * length / 2, 2 * spare / max(length, 1e-9))
    return np.asarray(width * (1 + (FLARE - 1) * marks**1.5) + opening * marks)


def fitting_widths(way: Array, wish: Array, stay: BaseGeometry) -> Array:
    """Return half-widths as wished for, but clear of what stays."""
    marks = np.linspace(0, 1, len(wish))
    centres = shapely.line_interpolate_point(LineString(way), marks, normalized=True)
    return np.asarray(np.minimum(wish, CLEAR * shapely.distance(centres, stay)))


def point_at_width(way: Array, widths: Array, number: int) -> Array:
    """Return the point of a way at which one of its half-widths was taken."""
    share = number / (len(widths) - 1)
    return np.asarray(LineString(way).interpolate(share, normalized=True).coords[0])


def strip_polygon(way: Array, widths: Array) -> BaseGeometry:
    """Return the ground of a strip: discs along the way, each joined to the next."""
    marks = np.linspace(0, 1, len(widths))
    centres = shapely.line_interpolate_point(LineString(way), marks, normalized=True)
    discs = shapely.buffer(centres, widths, quad_segs=6)
    links = shapely.convex_hull(
        shapely.geometrycollections([[a, b] for a, b in pairwise(discs.tolist())])
    )
    return shapely.union_all(links)


def round_corners(draft: Draft, path: Array, ground: BaseGeometry, depth: float) -> Array:
    """Return a path with the corners rounded where a strip met old borders.

    Its ends, the frame and what is farther than *depth* from the strip's rim stay put.
    """
    rim = ground.boundary
    near = np.flatnonzero(shapely.distance(shapely.points(path), rim) <= depth)
    if depth <= 0 or not len(near):
        return path
    first, last = max(near[0] - 1, 0), near[-1] + 2
    dense = densify(path[first:last], 3.0)
    fixed: Mask = np.asarray(shapely.distance(shapely.points(dense), rim) > depth)
    fixed |= ((dense < 0.01) | (dense > np.array(draft.size) - 0.01)).any(axis=1)
    return np.vstack([path[:first], smooth_line(dense, 1.2, fixed), path[last:]])
