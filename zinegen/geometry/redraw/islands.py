"""Islands of the outside that are to be linked to a shore from where no way leads to them: they move there.

All ground outside is one by the rules, but on paper other provinces reach the frame in between. So a bay
is taken from the shore, and the island goes there, smaller and turned if need be. Lengths are drawing units.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import Point, Polygon

from zinegen.geometry.draft import Array, Draft, Motion
from zinegen.geometry.mesh import Dart, border_of, twin
from zinegen.geometry.redraw.corridor import remaining_rings, stretch_between
from zinegen.geometry.shape import OUTSIDE
from zinegen.geometry.strips import barrier, densify

MOAT = 12.0
"""Between an island and the shore of its bay there is at least so much room."""

BANK = 12.0
"""The shore keeps so much ground round the bay."""

EDGE = 4.0
"""So far it stays off the frame."""

SIZES = (1.0, 0.85, 0.7, 0.55, 0.4, 0.3)
"""So much of its width an island keeps, as much as there is room for."""

SMALLEST = 700.0
"""No province on it becomes smaller than this by moving, in square units."""

STEP = 12.0
"""Bays are tried at points of the shore of about this distance."""

SIDEWAYS = math.pi / 2
"""The border that is to be linked looks at most so far away from the land, in radians."""


@dataclass(frozen=True)
class _Journey:
    """How an island moves: turned and made smaller round its middle, and carried away."""

    island: Polygon
    goal: Array
    turn: float
    """In radians."""
    size: float

    @cached_property
    def middle(self) -> Array:
        """The middle of the island before."""
        return np.array(self.island.centroid.coords[0])

    def move(self, points: Array) -> Array:
        """Return where points of the island go."""
        sine, cosine = math.sin(self.turn), math.cos(self.turn)
        turn = np.array([[cosine, sine], [-sine, cosine]])
        return np.asarray(self.goal + self.size * (points - self.middle) @ turn)

    def __call__(self, points: Array) -> Array:
        """Return where points go: all others stay."""
        inside = shapely.intersects_xy(self.island, points)
        return np.where(inside[:, None], self.move(points), points)


def bring_island(draft: Draft, darts: tuple[Dart, Dart]) -> tuple[Draft, Motion] | None:
    """Return the drawing with the island at one of two shores moved to the other, and how points move.

    ``darts`` are the outside's sides of the two shores. None where there is no room for a bay.
    """
    rings = {dart: ring for ring in draft.mesh.rings[OUTSIDE] for dart in darts if dart in ring}
    grounds = {dart: Polygon(draft.ring(rings[dart])) for dart in darts}
    shore, coast = sorted(darts, key=lambda dart: -grounds[dart].area)
    island, faces = grounds[coast], draft.mesh.behind(rings[coast])
    middle = np.array(island.centroid.coords[0])
    reach = float(np.hypot(*(np.array(island.exterior.coords) - middle).T).max())
    least = math.sqrt(SMALLEST / min(draft.ground(face).area for face in faces))
    for size in (size for size in SIZES if size >= min(least, 1.0)):
        radius = size * reach + MOAT
        bay = _find_bay(draft, shore, radius)
        if bay is not None:
            break
    else:
        return None
    goal, inland = bay
    way = draft.line(coast).mean(axis=0) - middle
    journey = _Journey(island=island, goal=goal, turn=_find_turn(way, inland), size=size)
    course = _dig_bay(draft, shore, Point(goal).buffer(radius))
    if course is None:
        return None
    lines = {
        border: journey.move(line)
        for border, line in draft.lines.items()
        if not faces.isdisjoint(draft.mesh.sides(border))
    }
    lines[border_of(shore)] = course
    return draft.replace_lines(lines), journey


def _find_bay(draft: Draft, shore: Dart, radius: float) -> tuple[Array, Array] | None:
    """Return the middle of a bay and the way inland there, where the land behind a shore has most room.

    None where it has too little.
    """
    line = densify(draft.line(shore), STEP)
    along = line[2:] - line[:-2]
    along = along / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    inland = np.column_stack([along[:, 1], -along[:, 0]])
    middles = line[1:-1] + (radius - MOAT / 2) * inland
    behind = draft.ground(draft.mesh.across(shore))
    others = barrier(other for border, other in draft.lines.items() if border != border_of(shore))
    room = shapely.distance(shapely.points(middles), others) - radius - BANK
    edge = radius - MOAT + EDGE
    fits = (room > 0) & shapely.contains_xy(behind, middles)
    fits &= ((middles > edge) & (middles < np.subtract(draft.size, edge))).all(axis=1)
    best = int(np.where(fits, room, -np.inf).argmax())
    return (middles[best], inland[best]) if fits[best] else None


def _find_turn(way: Array, inland: Array) -> float:
    """Return by how much an island is turned so that its border looks towards the land, or sideways."""
    angle = math.atan2(way[0] * inland[1] - way[1] * inland[0], float(way @ inland))
    return math.copysign(max(abs(angle) - SIDEWAYS, 0.0), angle)


def _dig_bay(draft: Draft, shore: Dart, bay: Polygon) -> Array | None:
    """Return the course of a shore's border round a bay; None where the bay would cut land off."""
    pieces = remaining_rings(draft, draft.mesh.across(shore), bay)
    if len(pieces) != 1:
        return None
    line = draft.line(twin(shore))
    path = stretch_between(pieces[0], line[0], line[-1])
    return path[::-1] if path is not None and twin(shore) % 2 else path
