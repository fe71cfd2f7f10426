"""The lines of a map as arrays of numbered points: what the foam moves.

Every border is a chain of points, and borders share the points at their junctions. All else is
derived: the stretches of all borders, the corners of all provinces' rims, and the triangles that fill
the provinces. Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely

from zinegen.geometry.draft import Array, Mask, Rows
from zinegen.geometry.mesh import BorderId, Mesh, ProvinceKey, border_of
from zinegen.geometry.shape import OUTSIDE

LEAST = 1
"""A border keeps as many points between its junctions: two that join the same never lie on each other."""

LEAST_RING = 6
"""A border without junctions keeps as many."""

SHARP = 0.6
"""Of two stretches whose directions differ by more than the angle with this cosine the point goes."""


@dataclass(frozen=True, kw_only=True)
class CoarsePlan:
    """What a skeleton is made for: provinces and borders by number, in order."""

    mesh: Mesh
    faces: tuple[ProvinceKey, ...]
    """Those that are filled with triangles; the outside never is."""
    borders: tuple[BorderId, ...]
    sides: Rows
    """For each border the numbers of the provinces right and left of it; one too many for any other."""
    is_ring: Mask
    size: tuple[float, float]

    @classmethod
    def of(cls, mesh: Mesh, faces: Iterable[ProvinceKey], size: tuple[float, float]) -> CoarsePlan:
        """Return the plan of some provinces of a mesh, their outer rims included."""
        faces = tuple(face for face in sorted(faces) if face != OUTSIDE)
        number = {face: row for row, face in enumerate(faces)}
        borders = tuple(b for b in mesh.borders if not number.keys().isdisjoint(mesh.sides(b)))
        sides = [[number.get(face, len(faces)) for face in mesh.sides(b)] for b in borders]
        return cls(
            mesh=mesh,
            faces=faces,
            borders=borders,
            sides=np.array(sides),
            is_ring=np.array([mesh.is_ring(border) for border in borders]),
            size=size,
        )

    @cached_property
    def outer(self) -> Mask:
        """Tell of each border whether it is a rim: some province beside it is not of the plan."""
        return np.asarray((self.sides == len(self.faces)).any(axis=1))

    @cached_property
    def row_of(self) -> Mapping[BorderId, int]:
        """The row of each border."""
        return {border: row for row, border in enumerate(self.borders)}


@dataclass(frozen=True, kw_only=True)
class Triangles:
    """Triangles that fill all provinces."""

    corners: Rows
    """Rows of three corners each (see `Skeleton.corner_points`), clockwise on the map."""
    points: Rows
    """The points of these corners."""


@dataclass(frozen=True, kw_only=True)
class Skeleton:
    """Points, and the chains of them that the borders are."""

    plan: CoarsePlan
    at: Array
    chain: Rows
    """The points of all borders one after the other, each from the start of its even dart."""
    first: Rows
    """Where each border begins in the chain, and where the last one ends."""
    held: Mask
    """Points that must not move."""

    @classmethod
    def of(cls, plan: CoarsePlan, at: Array, chains: Sequence[Rows], held: Mask) -> Skeleton:
        """Return a skeleton of chains, one for each border; points that none of them has are dropped."""
        flat = np.concatenate(list(chains))
        used, chain = np.unique(flat, return_inverse=True)
        first = np.concatenate([[0], np.cumsum([len(each) for each in chains])])
        return cls(plan=plan, at=at[used], chain=chain, first=first, held=held[used])

    def move(self, at: Array) -> Skeleton:
        """Return the same skeleton with its points elsewhere."""
        after = Skeleton(plan=self.plan, at=at, chain=self.chain, first=self.first, held=self.held)
        # What only depends on which point follows which is the same.
        for name in ("stretches", "rims", "on_frame", "ends"):
            if name in self.__dict__:
                after.__dict__[name] = self.__dict__[name]
        return after

    @cached_property
    def stretches(self) -> Stretches:
        """The pieces of all borders from one point to the next."""
        begins = np.ones(len(self.chain), dtype=bool)
        begins[self.first[1:] - 1] = False
        rows = np.flatnonzero(begins)
        border = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first) - 1)
        sides = self.plan.sides[border]
        return Stretches(
            start=self.chain[rows],
            end=self.chain[rows + 1],
            border=border,
            right=sides[:, 0],
            left=sides[:, 1],
            first=self.first[:-1] - np.arange(len(self.first) - 1),
        )

    @cached_property
    def ends(self) -> tuple[Rows, Rows]:
        """The first and the last point of every border."""
        return self.chain[self.first[:-1]], self.chain[self.first[1:] - 1]

    @cached_property
    def lengths(self) -> Array:
        """The length of every stretch."""
        along = self.at[self.stretches.end] - self.at[self.stretches.start]
        return np.asarray(np.hypot(along[:, 0], along[:, 1]))

    @cached_property
    def border_lengths(self) -> Array:
        """The length of every border."""
        return np.asarray(np.bincount(self.stretches.border, self.lengths, len(self.plan.borders)))

    @cached_property
    def along(self) -> Array:
        """How far each entry of the chain is from the start of its border."""
        found = np.zeros(len(self.chain))
        begins = np.ones(len(self.chain), dtype=bool)
        begins[self.first[:-1]] = False
        found[begins] = self.lengths
        total = np.cumsum(found)
        return np.asarray(total - np.repeat(total[self.first[:-1]], np.diff(self.first)))

    @cached_property
    def from_end(self) -> Array:
        """How far each entry of the chain is from the nearer end of its border; a ring has none."""
        counts = np.diff(self.first)
        near = np.minimum(self.along, np.repeat(self.border_lengths, counts) - self.along)
        return np.where(np.repeat(self.plan.is_ring, counts), 1e3, near)

    @cached_property
    def areas(self) -> Array:
        """The area of every province."""
        one, two = self.at[self.stretches.start], self.at[self.stretches.end]
        return self.sum_by_face((one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]) / 2)

    @cached_property
    def middles(self) -> Array:
        """The centre of gravity of every province."""
        one, two = self.at[self.stretches.start], self.at[self.stretches.end]
        turn = (one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]) / 6
        moments = [self.sum_by_face((one[:, k] + two[:, k]) * turn) for k in (0, 1)]
        return np.column_stack(moments) / self.areas[:, None]

    @cached_property
    def perimeters(self) -> Array:
        """The length of every province's rim."""
        return self.sum_by_face(self.lengths, signed=False)

    def sum_by_face(self, values: Array, *, signed: bool = True) -> Array:
        """Return sums of values of stretches, for each province; those on its left count as less."""
        count = len(self.plan.faces) + 1
        right = np.bincount(self.stretches.right, values, count)
        left = np.bincount(self.stretches.left, values, count)
        return np.asarray((right - left if signed else right + left)[:-1])

    @cached_property
    def on_frame(self) -> tuple[Mask, Mask]:
        """Tell which points lie on the left or right side of the frame, and which on its top or bottom."""
        outer = np.zeros(len(self.at), dtype=bool)
        outer[self.chain[np.repeat(self.plan.outer, np.diff(self.first))]] = True
        width, height = self.plan.size
        x, y = self.at[:, 0], self.at[:, 1]
        return (
            outer & ((x < 1e-6) | (x > width - 1e-6)),
            outer & ((y < 1e-6) | (y > height - 1e-6)),
        )

    @cached_property
    def rims(self) -> Rims:
        """The corners of all provinces, ring by ring."""
        plan = self.plan
        forward = [self.chain[a:b] for a, b in zip(self.first[:-1], self.first[1:], strict=True)]
        points: list[Rows] = []
        counts, faces = [], []
        for number, face in enumerate(plan.faces):
            for ring in plan.mesh.rings[face]:
                size = 0
                for dart in ring:
                    course = forward[plan.row_of[border_of(dart)]]
                    course = course[:0:-1] if dart % 2 else course[:-1]
                    points.append(course)
                    size += len(course)
                counts.append(size)
                faces.append(number)
        return Rims.of(np.concatenate(points), np.array(counts), np.array(faces), len(self.at))

    def polygons(self) -> list[shapely.Polygon]:
        """Return the ground of every province."""
        rims = self.rims
        at = self.at[rims.point]
        turn = at[:, 0] * at[rims.next, 1] - at[rims.next, 0] * at[:, 1]
        area = np.bincount(rims.ring, turn)
        order = np.lexsort((-area, rims.face_of_ring))
        rings = np.asarray(shapely.linearrings(at, indices=rims.ring))[order]
        grounds = np.asarray(shapely.polygons(rings, indices=rims.face_of_ring[order]))
        return list(grounds)

    def triangulate(self) -> Triangles:
        """Return constrained Delaunay triangles of all provinces."""
        found = shapely.constrained_delaunay_triangles(self.polygons())
        parts, face = shapely.get_parts(found, return_index=True)
        at = shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]
        own = self.at[:, 0] + 1j * self.at[:, 1]
        order = np.argsort(own)
        points = order[np.searchsorted(own[order], at[..., 0] + 1j * at[..., 1])]
        turned = doubled_areas(self.at, points) < 0
        points[turned] = points[turned][:, ::-1]
        return Triangles(corners=self.rims.find(face[:, None], points), points=points)

    def resample(self, step: float, triangles: Triangles) -> Skeleton:
        """Return the skeleton with points about a step apart on every border.

        A point goes where the triangle with its neighbours is one of the triangles that fill the
        provinces, or flat: no line can be crossed then.
        """
        return self._drop_points(step, triangles).add_points(step)

    def add_points(self, step: float) -> Skeleton:
        """Return the skeleton with points added where they are farther than a step apart, and may move."""
        lengths, edges = self.lengths, self.stretches
        more = (lengths / (1.5 * step)).astype(int)
        # A lone point that stands beside a junction gets company, so that it can go.
        lone = (np.diff(self.first) == 3)[edges.border]
        lone &= lengths > 0.8 * self.border_lengths[edges.border]
        more = np.maximum(more, lone)
        more[self.held[edges.start] & self.held[edges.end]] = 0
        row = np.repeat(np.arange(len(more)), more)
        nth = np.arange(len(row)) - np.repeat(np.cumsum(more) - more, more) + 1
        share = (nth / (more[row] + 1))[:, None]
        fresh = (1 - share) * self.at[edges.start[row]] + share * self.at[edges.end[row]]
        # The new points of a stretch come after the entry of the chain that it starts at.
        entry = np.flatnonzero(np.isin(np.arange(len(self.chain)), self.first[1:] - 1, invert=True))
        chain = np.insert(self.chain, entry[row] + 1, len(self.at) + np.arange(len(row)))
        added = np.bincount(edges.border[row], minlength=len(self.first) - 1)
        first = self.first + np.concatenate([[0], np.cumsum(added)])
        return Skeleton(
            plan=self.plan,
            at=np.vstack([self.at, fresh]),
            chain=chain,
            first=first,
            held=np.concatenate([self.held, np.zeros(len(row), dtype=bool)]),
        )

    def _drop_points(self, step: float, triangles: Triangles) -> Skeleton:
        """Return the skeleton without points that stand too close, never two neighbours at once."""
        chain, at = self.chain, self.at
        inner = np.ones(len(chain), dtype=bool)
        inner[self.first[:-1]] = inner[self.first[1:] - 1] = False
        rows = np.flatnonzero(inner)
        before, here, after = at[chain[rows - 1]], at[chain[rows]], at[chain[rows + 1]]
        one, two = here - before, after - here
        long_one, long_two = np.hypot(*one.T), np.hypot(*two.T)
        close = (long_one + long_two < 1.4 * step) | (np.minimum(long_one, long_two) < 0.4 * step)
        close |= -(one * two).sum(axis=1) > SHARP * long_one * long_two
        x, y = self.on_frame
        close &= ~(x & y)[chain[rows]] & ~self.held[chain[rows]]
        flat = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) < 1e-9
        straight = (x | y)[chain[rows]] & flat
        ears = np.sort(np.column_stack([chain[rows - 1], chain[rows], chain[rows + 1]]), axis=1)
        free = straight | _is_among(ears, np.sort(triangles.points, axis=1), len(at))
        others = np.flatnonzero(close & ~free)
        free[others] = _are_empty(at, ears[others])
        close &= free
        border = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))[rows]
        least = np.where(self.plan.is_ring, LEAST_RING, LEAST)
        spare = np.diff(self.first) - 2 - least
        drop = _every_other(close, rows, border, spare)
        if not drop.any():
            return self
        keep = np.ones(len(chain), dtype=bool)
        keep[rows[drop]] = False
        gone = np.bincount(border[drop], minlength=len(self.first) - 1)
        first = self.first - np.concatenate([[0], np.cumsum(gone)])
        used, renumbered = np.unique(chain[keep], return_inverse=True)
        return Skeleton(
            plan=self.plan, at=at[used], chain=renumbered, first=first, held=self.held[used]
        )

    def lines(self) -> dict[BorderId, Array]:
        """Return the course of every border."""
        at = self.at[self.chain]
        return dict(zip(self.plan.borders, np.split(at, self.first[1:-1]), strict=True))


@dataclass(frozen=True, kw_only=True)
class Stretches:
    """Pieces of borders from one point to the next: points, border, provinces right and left."""

    start: Rows
    end: Rows
    border: Rows
    right: Rows
    left: Rows
    first: Rows
    """The first stretch of each border."""


@dataclass(frozen=True, kw_only=True)
class Rims:
    """The corners of provinces: a point is a corner of every province that it lies on."""

    point: Rows
    ring: Rows
    next: Rows
    """The corner that follows clockwise."""
    first: Rows
    """The first corner of each ring, and their number."""
    face_of_ring: Rows
    key: Rows
    """Province and point of each corner as one number, sorted."""
    by_key: Rows
    points: int

    @classmethod
    def of(cls, point: Rows, counts: Rows, faces: Rows, points: int) -> Rims:
        """Return the corners of rings with so many points each, of some provinces."""
        first = np.concatenate([[0], np.cumsum(counts)])
        ring = np.repeat(np.arange(len(counts)), counts)
        following = np.arange(len(point)) + 1
        following[first[1:] - 1] = first[:-1]
        key = faces[ring] * points + point
        order = np.argsort(key)
        return cls(
            point=point,
            ring=ring,
            next=following,
            first=first,
            face_of_ring=faces,
            key=key[order],
            by_key=order,
            points=points,
        )

    def find(self, face: Rows, point: Rows) -> Rows:
        """Return the corners of some provinces at some points."""
        return self.by_key[np.searchsorted(self.key, face * self.points + point)]


def doubled_areas(at: Array, triangles: Rows) -> Array:
    """Return twice the areas of triangles; less than nothing for one that is turned over."""
    one, two, three = (at[triangles[:, k]] for k in range(3))
    a, b = two - one, three - one
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])


def _is_among(some: Rows, all_: Rows, count: int) -> Mask:
    """Tell which rows of three numbers below a count are among others."""

    def key(rows: Rows) -> Rows:
        return np.asarray((rows[:, 0] * count + rows[:, 1]) * count + rows[:, 2])

    return np.isin(key(some), key(all_))


def _are_empty(at: Array, ears: Rows) -> Mask:
    """Tell which triangles have no other points in them: no line can run through these."""
    tree = shapely.STRtree(np.asarray(shapely.points(at)))
    near, _ = tree.query(np.asarray(shapely.polygons(at[ears])), predicate="intersects")
    return np.asarray(np.bincount(near, minlength=len(ears)) <= 3)


def _every_other(close: Mask, rows: Rows, border: Rows, spare: Rows) -> Mask:
    """Return which entries of the chain go, so that no two neighbours do and each border keeps some."""
    drop = np.zeros(len(close), dtype=bool)
    last, left = -5, spare.tolist()
    for row in np.flatnonzero(close).tolist():
        if rows[row] - last >= 2 and left[border[row]] > 0:
            drop[row] = True
            last = int(rows[row])
            left[border[row]] -= 1
    return drop
