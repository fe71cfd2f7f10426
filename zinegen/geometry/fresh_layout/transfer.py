"""Where what lies on a province goes when the province is drawn anew elsewhere.

Points on borders keep their share of the border's length, and those inside follow them: their mean
value coordinates stay (M. S. Floater, Mean value coordinates, 2003). So the motion is continuous from
province to province. Lengths are drawing units.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import Array, Draft
from zinegen.geometry.mesh import Dart, ProvinceKey
from zinegen.geometry.shape import OUTSIDE

INSIDE = 2.0
"""A point that lies so far within its province does so afterwards, if there is room."""

ON_BORDER = 1e-6


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """A motion: every point goes to the like place in its own province."""

    before: Draft
    after: Draft
    _rims: dict[ProvinceKey, tuple[tuple[Array, Array], ...] | None] = field(
        default_factory=dict, repr=False, compare=False
    )
    _cores: dict[ProvinceKey, tuple[BaseGeometry, BaseGeometry]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @cached_property
    def faces(self) -> list[ProvinceKey]:
        """The provinces."""
        return [face for face in self.before.mesh.rings if face != OUTSIDE]

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Their grounds before, to find those in which points lie."""
        grounds = [self.before.ground(face) for face in self.faces]
        shapely.prepare(grounds)
        return shapely.STRtree(grounds)

    def __call__(self, points: Array) -> Array:
        """Return points of the one drawing as they lie in the other."""
        faces = self.faces
        which = self.tree.nearest(shapely.points(points))
        found = points.copy()
        for row in np.unique(which).tolist():
            face, mine = faces[row], np.flatnonzero(which == row)
            if face in self.after.mesh.rings:
                found[mine] = self._place(face, points[mine])
        return found

    def _place(self, face: ProvinceKey, points: Array) -> Array:
        before, after = self.before.ground(face), self.after.ground(face)
        if face not in self._rims:
            self._rims[face] = self._match_rims(face)
        rims = self._rims[face]
        found = _scale(points, before, after) if rims is None else _carry(points, rims)
        if face not in self._cores:
            self._cores[face] = before.buffer(-INSIDE), after.buffer(-INSIDE)
            shapely.prepare(self._cores[face])
        old, core = self._cores[face]
        deep = shapely.contains_xy(old, points)
        if core.is_empty:
            return found
        for row in np.flatnonzero(deep & ~shapely.contains_xy(core, found)).tolist():
            found[row] = shapely.shortest_line(core, Point(found[row])).coords[0]
        return found

    def _match_rims(self, face: ProvinceKey) -> tuple[tuple[Array, Array], ...] | None:
        """Return the rings of a province before and after, point by point; none if it has others now."""
        rings = self.before.mesh.rings[face]
        if set(rings) != set(self.after.mesh.rings[face]):
            return None
        found = []
        for ring in rings:
            pairs = [self._match(dart) for dart in ring]
            one, two = (np.vstack([pair[k][:-1] for pair in pairs]) for k in (0, 1))
            found.append((one, two))
        return tuple(found)

    def _match(self, dart: Dart) -> tuple[Array, Array]:
        """Return the courses of a dart before and after with points at the same shares of their lengths."""
        lines = self.before.line(dart), self.after.line(dart)
        shares = [_shares(line) for line in lines]
        both = np.unique(np.concatenate(shares).round(9))
        one, two = (
            np.column_stack([np.interp(both, share, line[:, k]) for k in (0, 1)])
            for share, line in zip(shares, lines, strict=True)
        )
        return one, two


def _shares(line: Array) -> Array:
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    return np.asarray(along / along[-1])


def _scale(points: Array, before: Polygon, after: Polygon) -> Array:
    """Return points as far from the middle of another polygon as they are from that of the one."""
    size = math.sqrt(after.area / before.area)
    middle, new = (np.array(each.centroid.coords[0]) for each in (before, after))
    return np.asarray(new + (points - middle) * size)


def _carry(points: Array, rims: tuple[tuple[Array, Array], ...]) -> Array:
    """Return points with the mean value coordinates that they have between some rings, between others."""
    total, found = np.zeros(len(points)), np.zeros_like(points)
    exact = np.full(len(points), -1)
    goals = np.zeros_like(points)
    for start, goal in rims:
        way = start[None] - points[:, None]
        far = np.hypot(way[..., 0], way[..., 1])
        next_way, next_far = np.roll(way, -1, axis=1), np.roll(far, -1, axis=1)
        turn = way[..., 0] * next_way[..., 1] - way[..., 1] * next_way[..., 0]
        along = (way * next_way).sum(axis=2)
        spread = far * next_far + along
        # On the border itself the two points beside tell all.
        edge = spread < ON_BORDER * np.maximum(far * next_far, ON_BORDER)
        edge |= far < ON_BORDER
        rows, corners = np.nonzero(edge)
        share = far[rows, corners] / np.maximum(far + next_far, ON_BORDER)[rows, corners]
        here, there = goal[corners], np.roll(goal, -1, axis=0)[corners]
        exact[rows] = 1
        goals[rows] = here + share[:, None] * (there - here)
        half = turn / np.where(edge, 1.0, spread)
        weight = (half + np.roll(half, 1, axis=1)) / np.maximum(far, ON_BORDER)
        total += weight.sum(axis=1)
        found += weight @ goal
    inside = found / np.where(total == 0, 1.0, total)[:, None]
    return np.where((exact > 0)[:, None], goals, inside)


def transfer(before: Draft, after: Draft) -> Transfer:
    """Return the motion from one drawing to another of the same provinces."""
    return Transfer(before=before, after=after)
