"""Settle the surroundings of an event: what is too narrow or too near gets room, all else stays.

The lines around are moved by some steps of the foam, held where they are now and in the form they
have; those between the provinces of the event are held least. Nothing farther away moves. Lengths are
drawing units.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely

from zinegen.geometry.draft import Array, Draft, Mask, Motion, Rows, is_sound, round_line
from zinegen.geometry.mesh import Face
from zinegen.geometry.relay.foam import SAMPLES, Rest, Strengths, Wishes, step_foam
from zinegen.geometry.relay.skeleton import Plan, Skeleton
from zinegen.geometry.shape import OUTSIDE

ROUNDS, STEPS = 3, 5
"""The provinces are filled with triangles anew so often, for so many steps each time."""

COARSENESS = 1.2
"""Points that matter less than this are only carried along."""

SPACING = 18.0
"""Longer stretches get points between."""

SMALLEST = 1100.0
"""A province of the event would like to have so much ground, in square units."""

ANCHORS, NEAR_ANCHORS = 0.05, 0.004
"""How strongly lines are held, and those between two provinces of the event."""

KEEPS, NEAR_KEEPS = 1.0, 0.4
"""How stiffly they keep their form."""

STRENGTHS = Strengths(pressure=0.3, home=0.0, neck=11.5, contact=15.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Patch:
    """Triangles before and after they have moved: points in them move along."""

    before: Array
    after: Array
    triangles: Rows

    def __call__(self, points: Array) -> Array:
        """Return points carried along; those in no triangle stay."""
        corners = self.before[self.triangles]
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
        if not len(near):
            return points
        tree = shapely.STRtree(np.asarray(shapely.points(points[near])))
        which, row = tree.query(shapely.polygons(corners), predicate="intersects")
        row, first = np.unique(row, return_index=True)
        which = which[first]
        one, two, three = (corners[which, k] for k in range(3))
        here = points[near[row]]
        whole = _cross(two - one, three - one)
        second = _cross(here - one, three - one) / whole
        third = _cross(two - one, here - one) / whole
        new = self.after[self.triangles[which]]
        found = points.copy()
        found[near[row]] = (
            new[:, 0]
            + second[:, None] * (new[:, 1] - new[:, 0])
            + third[:, None] * (new[:, 2] - new[:, 0])
        )
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Motions:
    """Motions one after the other."""

    patches: tuple[_Patch, ...] = ()

    def __call__(self, points: Array) -> Array:
        """Return points carried along by all of them."""
        for patch in self.patches:
            points = patch(points)
        return points


def settle(draft: Draft, faces: Iterable[Face]) -> tuple[Draft, Motion]:
    """Return the drawing with room where it is too tight round some provinces, and how the ground moved.

    Lines that change are rounded to tenths, the others are the very same. Where it would not come out
    sound, everything stays.
    """
    chosen = sorted(face for face in set(faces) if face != OUTSIDE and face in draft.mesh.rings)
    around = {*chosen, *(o for face in chosen for o in draft.mesh.adjacent(face) if o != OUTSIDE)}
    skeleton = _skeleton_of(draft, around)
    patches = _run_foam(skeleton, _mark_inner(skeleton.plan, chosen))
    motion = _Motions(patches=patches)
    lines = _carry(draft, skeleton.plan, motion)
    after = draft.replace_lines(lines)
    touched = sorted({face for border in lines for face in draft.mesh.sides(border)})
    if not all(is_sound(after, face) for face in touched):
        return draft, _Motions()
    return after, motion


def _mark_inner(plan: Plan, faces: Iterable[Face]) -> Mask:
    """Tell which borders lie between two of some provinces."""
    known = {*faces, OUTSIDE}
    return np.array([known.issuperset(plan.mesh.sides(border)) for border in plan.borders])


def _skeleton_of(draft: Draft, faces: Iterable[Face]) -> Skeleton:
    """Return the lines between some provinces with fewer points; their outer rim is held."""
    plan = Plan.of(draft.mesh, faces, draft.size)
    grounds = [draft.ground(face) for face in plan.faces]
    plain = shapely.coverage_simplify(grounds, COARSENESS, simplify_boundary=False)
    kept = {(x, y) for x, y in shapely.get_coordinates(plain).tolist()}
    number: dict[tuple[float, float], int] = {}
    points: list[tuple[float, float]] = []
    held: list[bool] = []
    chains: list[Rows] = []
    for border, outer in zip(plan.borders, plan.outer.tolist(), strict=True):
        line = draft.lines[border].tolist()
        last = len(line) - 1
        picked = [(x, y) for row, (x, y) in enumerate(line) if row in {0, last} or (x, y) in kept]
        chain = []
        for point in _divide(picked, outer=outer):
            if point not in number:
                number[point] = len(points)
                points.append(point)
                held.append(False)
            chain.append(number[point])
        slides = outer and OUTSIDE in draft.mesh.sides(border)
        if outer:
            for row in chain:
                held[row] |= not (slides and _is_on_frame(points[row], draft.size))
        chains.append(np.array(chain))
    return Skeleton.of(plan, np.array(points), chains, np.array(held))


def _is_on_frame(point: tuple[float, float], size: tuple[float, float]) -> bool:
    return point[0] in {0.0, size[0]} or point[1] in {0.0, size[1]}


def _divide(line: list[tuple[float, float]], *, outer: bool) -> list[tuple[float, float]]:
    """Return a line with points between on its long stretches; a rim that is held needs none."""
    at = np.array(line)
    way = np.diff(at, axis=0)
    more = np.zeros(len(way), dtype=int)
    if not outer:
        more = (np.hypot(way[:, 0], way[:, 1]) / SPACING).astype(int)
        while len(at) + int(more.sum()) < 5:
            more[int(np.argmax(np.hypot(way[:, 0], way[:, 1]) / (more + 1)))] += 1
    row = np.repeat(np.arange(len(way)), more)
    nth = np.arange(len(row)) - np.repeat(np.cumsum(more) - more, more) + 1
    fresh = at[row] + way[row] * (nth / (more[row] + 1))[:, None]
    return [(x, y) for x, y in np.insert(at, row + 1, fresh, axis=0).tolist()]


def _run_foam(skeleton: Skeleton, inner: Mask) -> tuple[_Patch, ...]:
    """Return the motions of some steps of the foam."""
    plan, count = skeleton.plan, len(skeleton.at)
    near = np.zeros(count, dtype=bool)
    entries = np.repeat(inner, np.diff(skeleton.first))
    near[skeleton.chain[entries]] = True
    rest = Rest(
        at=skeleton.at,
        anchors=np.where(near, NEAR_ANCHORS, ANCHORS),
        keeps=np.where(inner, NEAR_KEEPS, KEEPS),
    )
    wishes = Wishes(
        areas=np.maximum(skeleton.areas, SMALLEST),
        homes=skeleton.middles,
        courses=np.zeros((len(plan.borders), SAMPLES, 2)),
        has_course=np.zeros(0, dtype=int),
    )
    patches = []
    for _ in range(ROUNDS):
        before = skeleton
        triangles = skeleton.triangulate()
        for _ in range(STEPS):
            skeleton = step_foam(skeleton, wishes, STRENGTHS, triangles, rest)
        moved = (skeleton.at != before.at).any(axis=1)
        chosen = triangles.points[moved[triangles.points].any(axis=1)]
        patches.append(_Patch(before=before.at, after=skeleton.at, triangles=chosen))
    return tuple(patches)


def _carry(draft: Draft, plan: Plan, motion: Motion) -> dict[int, Array]:
    """Return the lines that a motion changes, rounded."""
    borders = [border for border, outer in zip(plan.borders, plan.outer, strict=True) if not outer]
    borders += [b for b in plan.borders if b not in borders and OUTSIDE in draft.mesh.sides(b)]
    old = [draft.lines[border] for border in borders]
    new = np.split(motion(np.vstack(old)), np.cumsum([len(line) for line in old])[:-1])
    found = {}
    for border, before, after in zip(borders, old, new, strict=True):
        line = round_line(after)
        if not np.array_equal(line, before):
            found[border] = line
    return found


def _cross(one: Array, two: Array) -> Array:
    return np.asarray(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0])
