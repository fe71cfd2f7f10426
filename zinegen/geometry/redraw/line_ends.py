"""Join the old course of a border to the one that is drawn now, where other events have changed its end.

Lengths are drawing units.
"""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.ops import substring

from zinegen.geometry.draft import Array
from zinegen.geometry.strips import densify

SAME = 0.5
"""Courses that are no farther apart than this are the same."""

EASE = 40.0
"""Where a course has to move at its end, it does so less and less over this length."""


def splice(old: Array, now: Array) -> Array:
    """Return a line that starts as the old course does and ends as that of now.

    It changes from the one to the other where they first come together, or else are nearest to each other.
    """
    points, course = densify(old, 1.0), LineString(now)
    away = shapely.distance(shapely.points(points), course)
    same = np.flatnonzero(away <= SAME)
    row = int(same[0] if len(same) else away.argmin())
    at = course.project(Point(points[row]))
    if at > course.length - SAME:
        return bend_end(points, now[-1])
    rest = shapely.get_coordinates(substring(course, at, course.length))
    return np.vstack([points[:row], bend_start(densify(rest, 3.0), points[row])])


def bend_start(line: Array, goal: Array) -> Array:
    """Return a line that starts at another point; the way there is spread over its beginning."""
    if np.array_equal(line[0], goal):
        return line
    way = goal - line[0]
    along = np.append(0.0, np.cumsum(np.hypot(*np.diff(line, axis=0).T)))
    ease = min(max(EASE, 3 * float(np.hypot(*way))), float(along[-1]))
    return np.asarray(line + np.clip(1 - along / ease, 0.0, 1.0)[:, None] * way)


def bend_end(line: Array, goal: Array) -> Array:
    """Return a line that ends at another point; the way there is spread over its end."""
    return bend_start(line[::-1], goal)[::-1]
