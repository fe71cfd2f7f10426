"""Ways: where a link will run across a province, from one of its borders to another.

Lengths are drawing units.
"""

from __future__ import annotations

import heapq
import math

import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import Array, Draft
from zinegen.geometry.mesh import Dart, border_of
from zinegen.geometry.shape import OUTSIDE
from zinegen.geometry.strips import barrier, densify, smooth_line

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
    for wish in (15.0, 2.5):
        if (clear > wish).any():
            return np.array(lines[np.flatnonzero(clear > wish)[0]].coords)
    return _path_through_gaps(body, one, two)


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


def _path_through_gaps(body: BaseGeometry, one: LineString, two: LineString) -> Array | None:
    """Return a way from one line on a body's rim to another, through gaps as wide as can be."""
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
