"""Let the ground around an event settle: a few steps of the foam, near it only.

The steps move a coarse skeleton of the lines. Between its points the ground moves evenly, triangle by
triangle, and all that lies there goes along: the lines with their whole detail, names, decoration.
Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import ROOM, Array, Draft, Mask, Motion, Rows
from zinegen.geometry.fresh_layout.coarse_map import LEAST, LEAST_RING, CoarsePlan, Skeleton
from zinegen.geometry.fresh_layout.forces import (
    SAMPLES,
    Anchors,
    Strengths,
    Targets,
    find_cramped,
    step_foam,
)
from zinegen.geometry.fresh_layout.frame import join_pieces
from zinegen.geometry.fresh_layout.fresh_layout import SMALLEST, balance
from zinegen.geometry.fresh_layout.outside_pockets import open_bays
from zinegen.geometry.mesh import BorderId
from zinegen.geometry.shape import OUTSIDE, PrintedMap
from zinegen.geometry.strips import drop_spikes

STEPS = 4
"""So many steps are taken each time that the ground is divided into triangles."""

STILL = 1e-6
"""What moves by less has not moved."""

FINE = 0.2
"""Stretches of lines get points added before they bend, at this share of the skeleton's spacing."""

STRAIGHT = 0.05
"""Points that are no farther than this from a straight line are dropped again."""

THIN = 0.25
"""The borders of a province that is less compact than this pull themselves straight."""

KEEPS, ANCHOR = 0.6, 0.01
"""How stiffly other borders keep their form, and how strongly all are held where they are."""


ROOMY = ROOM + 2.0
"""Settled ground has room for a unit and a little more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelaxEffort:
    """How the ground settles."""

    reach: float = 110.0
    """What is farther from the place stays where it is."""
    coarse: float = 3.0
    """How far lines may be from those of the skeleton."""
    spacing: float = 16.0
    """Longer stretches of the skeleton get points added."""
    neck: float = 14.0
    """Ground that is narrower pushes its banks apart."""
    tension: float = 0.3
    """How strongly the borders of ribbons pull themselves straight."""
    room: float = ROOMY
    """Provinces without room for a circle of this radius are blown up."""
    rounds: int = 3
    """How often the ground is divided into triangles."""
    is_free: bool = False
    """Nothing is held where it is, and what ribbons are wound round gives them ground."""


@dataclass(frozen=True, kw_only=True)
class TriangleMotion:
    """Ground that moves triangle by triangle."""

    before: Array
    """For each triangle its three corners."""
    after: Array

    @classmethod
    def of(cls, before: Array, after: Array, triangles: Rows) -> TriangleMotion:
        """Return the triangles that move, as they were and as they are."""
        moves = (before != after).any(axis=1)[triangles].any(axis=1)
        rows = triangles[moves]
        return cls(before=before[rows], after=after[rows])

    @cached_property
    def tree(self) -> shapely.STRtree:
        """The triangles as they were, to find those that hold a point."""
        return shapely.STRtree(np.asarray(shapely.polygons(self.before)))

    @cached_property
    def box(self) -> tuple[Array, Array]:
        """The least and the greatest x and y of the triangles as they were."""
        if not len(self.before):
            return np.zeros(2), np.full(2, -1.0)
        return self.before.min(axis=(0, 1)), self.before.max(axis=(0, 1))

    def __call__(self, points: Array) -> Array:
        """Return where points go."""
        low, high = self.box
        near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
        spots = shapely.points(points[near])
        rows, found = self.tree.query(spots, predicate="intersects")
        rows, first = np.unique(rows, return_index=True)
        rows = near[rows]
        before, after = self.before[found[first]], self.after[found[first]]
        one, two = before[:, 1] - before[:, 0], before[:, 2] - before[:, 0]
        away = points[rows] - before[:, 0]
        size = _cross(one, two)
        shares = np.column_stack([_cross(away, two) / size, _cross(one, away) / size])
        shares = np.column_stack([1 - shares.sum(axis=1), shares])
        moved = points.copy()
        moved[rows] += ((after - before) * shares[..., None]).sum(axis=1)
        return moved


@dataclass(frozen=True, kw_only=True)
class TriangleMotions:
    """A motion in several parts; what lies on the frame stays on it."""

    parts: tuple[TriangleMotion, ...]
    size: tuple[float, float]

    def __call__(self, points: Array) -> Array:
        """Return where points go."""
        on_frame = (points == 0) | (points == self.size)
        edges = points[on_frame]
        for part in self.parts:
            points = part(points)
            points[on_frame] = edges
        return points


def _cross(one: Array, two: Array) -> Array:
    return np.asarray(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0])


def settle(
    draft: Draft, place: BaseGeometry, start: PrintedMap | None, effort: RelaxEffort
) -> Iterator[tuple[Draft, Motion]]:
    """Yield drawings with the ground around a place settled, and how it moved there; the best first.

    The lines that move are not rounded yet; all others are the very same.
    """
    if place.is_empty:
        return
    framed, pieces = open_bays(draft)
    tries = (replace(effort, coarse=coarse) for coarse in (effort.coarse, 0.5))
    found = (_skeleton_near(framed, place, one) for one in tries)
    skeleton = next((one for one in found if shapely.is_valid(one.polygons()).all()), None)
    if skeleton is None:
        return
    wishes, rest = _wishes(skeleton, start), _rest(skeleton, 0.0 if effort.is_free else ANCHOR)
    first = wishes.areas
    strengths = Strengths(
        tension=effort.tension, pressure=0.3, home=0.02, neck=effort.neck, room=effort.room
    )
    sheets = []
    for _ in range(effort.rounds):
        before, triangles = skeleton, skeleton.triangulate()
        if effort.is_free:
            wishes = balance(skeleton, wishes, first)
        wishes = replace(wishes, cramped=find_cramped(skeleton, effort.room))
        for _ in range(STEPS):
            skeleton = step_foam(skeleton, wishes, strengths, triangles, rest)
        sheets.append(TriangleMotion.of(before.at, skeleton.at, triangles.points))
    for count in range(len(sheets), 0, -1):
        motion = TriangleMotions(parts=tuple(sheets[:count]), size=draft.size)
        moved = _carry_lines(framed, skeleton.plan, motion, effort)
        now = {**framed.lines, **moved}
        lines = {
            border: join_pieces(now, pieces, border)
            for border in draft.mesh.borders
            if not moved.keys().isdisjoint(pieces.get(border, (border,)))
        }
        yield draft.replace_lines(lines), motion


def _skeleton_near(draft: Draft, place: BaseGeometry, effort: RelaxEffort) -> Skeleton:
    """Return a coarse skeleton of the provinces near a place, held fast where it is not near."""
    faces = [face for face in draft.mesh.rings if face != OUTSIDE]
    shapely.prepare(place)
    near = shapely.dwithin(place, [draft.ground(face) for face in faces], effort.reach)
    plan = CoarsePlan.of(draft.mesh, [faces[row] for row in np.flatnonzero(near)], draft.size)
    plain = shapely.coverage_simplify([draft.ground(face) for face in plan.faces], effort.coarse)
    known = np.unique(_as_complex(shapely.get_coordinates(plain)))
    whole = [draft.lines[border] for border in plan.borders]
    stops = np.cumsum([len(line) for line in whole])[:-1]
    kept = np.split(np.isin(_as_complex(np.vstack(whole)), known), stops)
    lines = [_thin_out(line, keep) for line, keep in zip(whole, kept, strict=True)]
    counts = [len(line) for line in lines]
    _, first, which = np.unique(
        _as_complex(np.vstack(lines)), return_index=True, return_inverse=True
    )
    at = np.vstack(lines)[first]
    chains = np.split(which, np.cumsum(counts)[:-1])
    held = np.asarray(~shapely.dwithin(place, shapely.points(at), effort.reach))
    return Skeleton.of(plan, at, chains, held).add_points(effort.spacing)


def _as_complex(points: Array) -> Array:
    return points[:, 0] + 1j * points[:, 1]


def _thin_out(line: Array, keep: Mask) -> Array:
    """Return a line with only those points that are to be kept, and as many as a border needs."""
    keep[[0, -1]] = True
    need = 2 + (LEAST_RING if np.array_equal(line[0], line[-1]) else LEAST)
    if np.count_nonzero(keep) < need:
        keep[np.linspace(0, len(line) - 1, need).astype(int)] = True
    return line[keep]


def _wishes(skeleton: Skeleton, start: PrintedMap | None) -> Targets:
    """Return what provinces and borders near a place would like: to be as they are, and were at the start."""
    plan = skeleton.plan
    areas, homes = skeleton.areas, skeleton.middles
    if start is not None:
        now = zip(plan.faces, areas.tolist(), homes.tolist(), strict=True)
        known = np.array([start.homes.get(face, (area, *home)) for face, area, home in now])
        areas, homes = np.sqrt(areas * known[:, 0]), known[:, 1:]
    return Targets(
        areas=np.maximum(areas, SMALLEST),
        homes=homes,
        courses=np.zeros((len(plan.borders), SAMPLES, 2)),
        has_course=np.zeros(0, dtype=int),
    )


def _rest(skeleton: Skeleton, anchor: float) -> Anchors:
    """Return how lines are held: where they are and in their form, but not those of ribbons.

    What is small already keeps its form, or the pull of a ribbon round it would press it together.
    """
    thin = 4 * np.pi * skeleton.areas / skeleton.perimeters**2 < THIN
    small = skeleton.areas < SMALLEST
    sides = skeleton.plan.sides
    slack = np.append(thin, False)[sides].any(axis=1) & ~np.append(small, False)[sides].any(axis=1)
    return Anchors(
        at=skeleton.at,
        anchors=np.full(len(skeleton.at), anchor),
        keeps=np.where(slack, 0.0, KEEPS),
    )


def _carry_lines(
    draft: Draft, plan: CoarsePlan, motion: Motion, effort: RelaxEffort
) -> dict[BorderId, Array]:
    """Return the lines that move, carried along."""
    whole = [shapely.LineString(draft.lines[border]) for border in plan.borders]
    lines = shapely.segmentize(whole, FINE * effort.spacing)
    at, which = shapely.get_coordinates(lines, return_index=True)
    after = motion(at)
    after = np.where(np.abs(after - at) < STILL, at, after)
    moves = np.bincount(which, (at != after).any(axis=1)) > 0
    # Lines that came to cross would be seen by whoever checks the drawing.
    carried = shapely.linestrings(after, indices=which)
    found = np.asarray(shapely.simplify(carried, STRAIGHT, preserve_topology=False))
    return {
        border: drop_spikes(shapely.get_coordinates(line))
        for border, line, moved in zip(plan.borders, found, moves.tolist(), strict=True)
        if moved
    }
