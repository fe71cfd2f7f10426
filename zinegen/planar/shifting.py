"""Shifting: where points between the lines come to lie when a net of triangles has moved."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from zinegen.planar.draft import Array, Rows
from zinegen.planar.elastic import determinants, edges_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A net of triangles before and after it moved, in drawing units."""

    before: Array
    after: Array
    triangles: Rows
    """The numbers of three points each."""

    def moved(self, points: Array) -> Array:
        """Return points carried along by the triangles they lie in; others stay."""
        corners = self.before[self.triangles]
        tree = shapely.STRtree(np.asarray(shapely.polygons(corners), dtype=np.object_))
        rows, found = tree.query(shapely.points(points), predicate="intersects")
        edges = edges_of(self.before, self.triangles)[found]
        good = determinants(edges) > 0
        rows, found, edges = rows[good], found[good], edges[good]
        away = points[rows] - corners[found, 0]
        shares = np.linalg.solve(edges, away[:, :, None])
        goal = self.after[self.triangles[found, 0]]
        result = points.copy()
        result[rows] = goal + (edges_of(self.after, self.triangles)[found] @ shares)[:, :, 0]
        return result
