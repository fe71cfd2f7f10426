"""Strips: the way of a link across a province, how wide the strip along it can be, and its ground.

Lengths are drawing units.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
import shapely.ops
from shapely.geometry import LineString, MultiPoint, Point
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import Array, Draft, Mask, is_sound, length_of
from zinegen.geometry.mesh import BorderId, Dart, border_of
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


def straighten(draft: Draft, border: BorderId) -> Array:
    """Return the smoothest course of a border between its two provinces, clear of all others."""
    one, two = draft.mesh.sides(border)
    dense = densify(draft.lines[border])
    others = barrier(
        draft.lines[other]
        for face in (one, two)
        for other in sorted({border_of(dart) for ring in draft.mesh.rings[face] for dart in ring})
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
    if depth <= 0 or not len(near) or len(path) < 3:
        return path
    first, last = max(near[0] - 1, 0), near[-1] + 2
    dense = densify(path[first:last], 3.0)
    fixed: Mask = np.asarray(shapely.distance(shapely.points(dense), rim) > depth)
    fixed |= ((dense < 0.01) | (dense > np.array(draft.size) - 0.01)).any(axis=1)
    return np.vstack([path[:first], smooth_line(dense, 1.2, fixed), path[last:]])


ASIDE = 0.1
"""In its middle a straight way is so far from the coasts it joins, as a share of its length."""

NARROW = 20.0
"""A way rather goes round than through a gap narrower than this."""


def link_obstacles(draft: Draft, darts: tuple[Dart, Dart], *, ends: bool = True) -> BaseGeometry:
    """Return what a way between two borders of a province must keep clear of: all its other borders.

    With ``ends`` also the junctions of the two.
    """
    mesh = draft.mesh
    others = [
        draft.line(dart)
        for ring in mesh.rings[mesh.face[darts[0]]]
        for dart in ring
        if dart not in darts
    ]
    points = [
        point
        for dart in darts
        if ends and not mesh.is_ring(border_of(dart))
        for point in draft.line(dart)[[0, -1]]
    ]
    if mesh.face[darts[0]] == OUTSIDE:
        others.append(np.array(shapely.box(0, 0, *draft.size).exterior.coords))
    return barrier(others, points)


def find_link_path(draft: Draft, darts: tuple[Dart, Dart]) -> Array | None:
    """Return the shortest good way across a province between two of its borders, or None.

    ``darts`` are the province's sides of the two borders. A straight way that is clear of everything
    is best; else the way goes through the wider gaps of a triangulation of the province. There is
    none only on the ground outside, where provinces that reach the frame are in the way.
    """
    one, two = (_middle_part(draft, dart) for dart in darts)
    body = _inside(draft, darts[0])
    starts = shapely.points(densify(np.array(one.coords), 6.0))
    fan = np.atleast_1d(np.asarray(shapely.shortest_line(starts, two)))
    order = np.argsort(shapely.length(fan), kind="stable")[::3][:40]
    lines = np.array([shapely.shortest_line(one, two), *fan[order]])
    hull = shapely.buffer(body, 0.01)
    shapely.prepare(hull)
    lines = lines[shapely.covers(hull, lines) & (shapely.length(lines) > 0.5)]
    clear = shapely.distance(lines, link_obstacles(draft, darts, ends=False))
    clear[~leaves_coasts(lines, [draft.line(dart) for dart in darts])] = 0.0
    for wish in (15.0, 2.5):
        if (clear > wish).any():
            return np.array(lines[np.flatnonzero(clear > wish)[0]].coords)
    return find_path_inside(body, one, two)


def leaves_coasts(ways: npt.NDArray[np.object_], coasts: Iterable[Array]) -> Mask:
    """Tell which ways stay clear of the coasts they join, but for their ends.

    The strip along any other would cut off ground there.
    """
    inner = shapely.line_interpolate_point(ways[:, None], [0.3, 0.5, 0.7], normalized=True)
    away = shapely.distance(inner, barrier(coasts)).min(axis=1)
    return np.asarray(away >= ASIDE * shapely.length(ways))


def _middle_part(draft: Draft, dart: Dart) -> LineString:
    """Return the part of a border at which a way may begin: not near its ends."""
    line = LineString(draft.line(dart))
    if draft.mesh.is_ring(border_of(dart)):
        return line
    return LineString(shapely.ops.substring(line, 0.12, 0.88, normalized=True).coords)


def _inside(draft: Draft, dart: Dart) -> BaseGeometry:
    """Return the ground that a way may cross; of the outside what lies within the frame."""
    face = draft.mesh.face[dart]
    body: BaseGeometry = draft.ground(face)
    if face == OUTSIDE:
        body = body.intersection(shapely.box(0, 0, *draft.size))
    return body


def find_path_inside(body: BaseGeometry, one: LineString, two: LineString) -> Array | None:
    """Return a way from one line on a body's rim to another, through gaps as wide as can be.

    None where no way leads there.
    """
    triangles = shapely.get_parts(
        shapely.constrained_delaunay_triangles(shapely.segmentize(body, 12.0))
    )
    corners = np.array([shapely.get_coordinates(triangle)[:3] for triangle in triangles])
    sides = corners.take([1, 2, 0], axis=1)
    middles = (corners + sides) / 2
    lengths = np.hypot(*np.moveaxis(sides - corners, 2, 0))
    gaps: dict[tuple[float, ...], list[int]] = {}
    keys = np.sort(
        np.concatenate([corners.reshape(-1, 2), sides.reshape(-1, 2)], axis=1).view("f8,f8"), axis=1
    )
    for number, key in enumerate(keys.tolist()):
        gaps.setdefault((*key[0], *key[1]), []).append(number)
    flat, widths = middles.reshape(-1, 2), lengths.reshape(-1)
    rim = [there[0] for there in gaps.values() if len(there) == 1]
    near = [shapely.distance(shapely.points(flat[rim]), line) < 0.02 for line in (one, two)]
    doors = [{gap for gap, there in zip(rim, on.tolist(), strict=True) if there} for on in near]
    partner = {
        gap: other
        for there in gaps.values()
        if len(there) == 2
        for gap, other in (there, there[::-1])
    }
    path = _search(flat, widths, partner, doors)
    if not path:
        return None
    return _smooth_path(body, densify(flat[path]))


def _search(at: Array, widths: Array, partner: dict[int, int], doors: list[set[int]]) -> list[int]:
    """Return the cheapest path of gaps from one door to the other (Dijkstra); none without a way.

    Gaps are numbered by triangle and side; a gap's partner is the same gap in the next triangle.
    """
    waiting = [(0.0, gap) for gap in sorted(doors[0])]
    best = dict.fromkeys(sorted(doors[0]), 0.0)
    came: dict[int, int] = {}
    while waiting:
        price, here = heapq.heappop(waiting)
        if price > best[here]:
            continue
        if here in doors[1]:
            path = [here]
            while here in came:
                here = came[here]
                path.append(here)
            return path[::-1]
        triangle = 3 * (here // 3)
        for gap in range(triangle, triangle + 3):
            onward = gap if gap in doors[1] else partner.get(gap)
            if gap == here or onward is None:
                continue
            step = math.hypot(*(at[gap] - at[here]))
            total = price + step * (1 + NARROW / max(float(widths[gap]), 0.1))
            if total < best.get(onward, math.inf):
                best[onward] = total
                came[onward] = here
                heapq.heappush(waiting, (total, onward))
    return []


def _smooth_path(body: BaseGeometry, way: Array) -> Array:
    """Return a way as smooth as it can be on its ground and not much nearer to the shore."""
    hull = shapely.buffer(body, 0.01)
    rim = body.boundary
    inner = slice(2, -2)
    least = 0.6 * min(float(shapely.distance(shapely.points(way[inner]), rim).min(initial=9)), 9.0)
    for strength in (200.0, 50.0, 15.0, 5.0, 1.5):
        points = smooth_line(way, strength)
        line = LineString(points)
        if (
            line.is_simple
            and hull.covers(line)
            and shapely.distance(shapely.points(points[inner]), rim).min(initial=9) >= least
        ):
            return points
    return way


LOOP = 60.0
"""A loop whose line is longer than this is more than a trifle."""

LOOPS = 40
"""So many loops are dropped from one line at most."""


SPIKE = 4.0
"""A line that turns back within less than this has a spike, in drawing units."""

BACK = -0.3
"""It turns back where its direction changes by more than the angle with this cosine."""


def drop_spikes(line: Array) -> Array:
    """Return a line without the tiny spikes that are left of its detail where ground was pressed together."""
    while len(line) > 3:
        step = np.diff(line, axis=0)
        lengths = np.hypot(step[:, 0], step[:, 1])
        one, two = lengths[:-1], lengths[1:]
        sharp = (step[:-1] * step[1:]).sum(axis=1) < BACK * one * two
        sharp &= np.minimum(one, two) < SPIKE
        # Of two neighbours only the first goes at once.
        sharp[1:] &= ~sharp[:-1]
        if not sharp.any():
            break
        line = np.delete(line, np.flatnonzero(sharp) + 1, axis=0)
    return line


def drop_loops(line: Array) -> Array:
    """Return a line without the small loops and spikes in which it meets itself.

    Fine detail comes to cross itself when it is moved and rounded.
    """
    for _ in range(LOOPS):
        if shapely.is_simple(LineString(line)):
            break
        shorter = _drop_loop(line)
        if shorter is None:
            break
        line = shorter
    return line


def _drop_loop(line: Array) -> Array | None:
    """Return a line without the shortest of its loops; None where that is too long."""
    stretches = [LineString(each) for each in np.stack([line[:-1], line[1:]], axis=1)]
    one, two = shapely.STRtree(stretches).query(stretches, predicate="intersects")
    closing = (one == 0) & (two == len(stretches) - 1) & np.array_equal(line[0], line[-1])
    apart = (two > one + 1) & ~closing
    if not apart.any():
        step = np.diff(line, axis=0)
        lengths = np.hypot(step[:, 0], step[:, 1])
        back = (step[:-1] * step[1:]).sum(axis=1) / (lengths[:-1] * lengths[1:])
        return np.delete(line, int(back.argmin()) + 1, axis=0) if len(line) > 3 else None
    first = one[apart]
    second = two[apart]
    least = int((second - first).argmin())
    head, tail = line[: int(first[least]) + 1], line[int(second[least]) + 1 :]
    if length_of(line[len(head) : len(line) - len(tail)]) > LOOP:
        return None
    return np.vstack([head, tail])
