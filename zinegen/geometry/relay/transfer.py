"""Where what lies on a province goes when the province is drawn anew elsewhere.

Lengths are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Point, Polygon

from zinegen.geometry.draft import Array, Draft
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import OUTSIDE

INSIDE = 2.0
"""A point is put at least so far inside its province, if there is room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """A motion: every point goes to the like place in its own province."""

    before: Mapping[Face, Polygon]
    after: Mapping[Face, Polygon]

    def __call__(self, points: Array) -> Array:
        """Return points of the one drawing as they lie in the other."""
        faces = list(self.before)
        tree = shapely.STRtree([self.before[face] for face in faces])
        which = tree.nearest(shapely.points(points))
        found = points.copy()
        for row, face in enumerate(faces):
            mine = np.flatnonzero(which == row)
            if len(mine):
                found[mine] = _place(points[mine], self.before[face], self.after[face])
        return found


def transfer(before: Draft, after: Draft) -> Transfer:
    """Return the motion from one drawing to another with the same provinces."""
    faces = [face for face in before.mesh.rings if face != OUTSIDE and face in after.mesh.rings]
    return Transfer(
        before={face: before.ground(face) for face in faces},
        after={face: after.ground(face) for face in faces},
    )


def _place(points: Array, before: Polygon, after: Polygon) -> Array:
    """Return points in the like place of another polygon: as far from its middle, and within it."""
    size = math.sqrt(after.area / before.area)
    middle, new = (np.array(each.centroid.coords[0]) for each in (before, after))
    found = np.asarray(new + (points - middle) * size)
    core = after.buffer(-INSIDE)
    if core.is_empty:
        core = after
    out = np.flatnonzero(~shapely.contains_xy(core, found))
    for row in out.tolist():
        line = shapely.shortest_line(core, Point(found[row]))
        found[row] = line.coords[0]
    return found
