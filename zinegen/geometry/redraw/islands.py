"""Islands of the outside that are to be linked to a shore from where no way leads to them: they move there.

All ground outside is one by the rules, but on paper other provinces reach the frame in between. So a bay
is taken from the shore, and the island goes there, smaller and turned if need be. Lengths are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.polygon import orient

from zinegen.geometry.draft import Array, Draft, Motion
from zinegen.geometry.mesh import Dart, Face, Mesh, border_of, twin
from zinegen.geometry.redraw.carving import stretch_between
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
    shore, coast = sorted(darts, key=lambda dart: -_island_of(draft, dart).area)
    island, faces = _island_of(draft, coast), _faces_of(draft.mesh, coast)
    middle = np.array(island.centroid.coords[0])
    reach = float(np.hypot(*(np.array(island.exterior.coords) - middle).T).max())
    least = math.sqrt(SMALLEST / min(draft.ground(face).area for face in faces))
    sizes = [size for size in SIZES if size >= min(least, 1.0)]
    bays = (bay for size in sizes for bay in _list_bays(draft, shore, size * reach + MOAT))
    bay = next(bays, None)
    if bay is None:
        return None
    goal, inland, radius = bay
    journey = _Journey(
        island=island,
        goal=goal,
        turn=_find_turn(draft.line(coast).mean(axis=0) - middle, inland),
        size=(radius - MOAT) / reach,
    )
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


def _island_of(draft: Draft, dart: Dart) -> Polygon:
    """Return the ground that one of the outside's rings goes round."""
    (ring,) = (ring for ring in draft.mesh.rings[OUTSIDE] if dart in ring)
    return orient(Polygon(draft.ring(ring)), 1.0)


def _faces_of(mesh: Mesh, dart: Dart) -> set[Face]:
    """Return the provinces of the island that a dart of the outside lies on."""
    seen: set[Face] = {OUTSIDE}
    waiting = [mesh.across(dart)]
    while waiting:
        face = waiting.pop()
        if face not in seen:
            seen.add(face)
            waiting += mesh.adjacent(face) - seen
    return seen - {OUTSIDE}


def _list_bays(draft: Draft, shore: Dart, radius: float) -> Iterator[tuple[Array, Array, float]]:
    """Yield the middles of bays that the land behind a shore has room for, and the way inland there.

    The one that leaves most room round it comes first.
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
    order = np.argsort(-room, kind="stable")
    yield from ((middles[row], inland[row], radius) for row in order if fits[row])


def _find_turn(way: Array, inland: Array) -> float:
    """Return by how much an island is turned so that its border looks towards the land, or sideways."""
    angle = math.atan2(way[0] * inland[1] - way[1] * inland[0], float(way @ inland))
    return math.copysign(max(abs(angle) - SIDEWAYS, 0.0), angle)


def _dig_bay(draft: Draft, shore: Dart, bay: Polygon) -> Array | None:
    """Return the course of a shore's border round a bay; None where the bay would cut land off."""
    land = draft.ground(draft.mesh.across(shore)).difference(bay)
    if not isinstance(land, Polygon):
        return None
    land = orient(land, 1.0)
    loops = [np.array(ring.coords) for ring in (land.exterior, *land.interiors)]
    line = draft.line(twin(shore))
    path = stretch_between(loops, line[0], line[-1])
    return path[::-1] if path is not None and twin(shore) % 2 else path
