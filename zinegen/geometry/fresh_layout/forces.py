"""The foam: steps by which borders become short, provinces round, and narrow places wide.

Borders pull, provinces press towards the area they wish for and towards their home; narrow places,
sharp corners and short borders push; a border that existed at the start pulls into its old course.
All forces but the pressure are implicit: each step solves one sparse system. Then the points go as
far along their way as no triangle turns over, so **no step can make lines cross**. Lengths are drawing
units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from zinegen.geometry.draft import Array, Mask, Rows
from zinegen.geometry.fresh_layout.coarse_map import Skeleton, Triangles, doubled_areas
from zinegen.geometry.fresh_layout.sparse import solve_springs
from zinegen.geometry.legibility import measure_middles

NECK = 14.0
"""Ground that is narrower pushes its banks apart."""

CONTACT = 24.0
"""A border that is shorter would like to be so long."""

CORNER = 0.9
"""Two borders that leave a junction less than this apart, per unit of length, push each other away."""

GRIP = 30.0
"""How stiff edges of triangles are that are shorter than `TINY`."""

TINY = 6.0

STEP = 15.0
"""The time of a step."""

FARTHEST = 10.0
"""A point goes no farther in one step."""

OWN_TENSION = 7.0
"""Keeps provinces far below their wish from being pressed together by their own border."""

CIRCLE, ROUGH = 0.5, 3.0
"""So exactly is the widest place of a province found; a rough one spares time."""

PUSH = 0.12
"""How stiffly it is blown up there, for each unit of length."""

OUTER = 0.3
"""The share of its tension that a border has on the frame."""

BESIDE = 25.0
"""A border whose points are on average no farther from its old course is near to it."""

COURSE = 0.35
"""The share of its tension that such a border has."""

HOPELESS = 200.0
"""A province about so far from home pulls less: others are in its way."""

SAMPLES = 65
"""The points of an old course that are compared with the new one."""


@dataclass(frozen=True, kw_only=True)
class Targets:
    """What provinces and borders would like."""

    areas: Array
    """In square units, for each province."""
    homes: Array
    """Where the middle of each province would like to be."""
    courses: Array
    """For each border `SAMPLES` points of its old course."""
    has_course: Rows
    """The rows of the borders that have one."""
    cramped: tuple[int, ...] = ()
    """The rows of the provinces that are to be blown up where they are widest."""


@dataclass(frozen=True, kw_only=True)
class Strengths:
    """How strongly each thing pulls."""

    tension: float = 1.0
    pressure: float = 0.4
    home: float = 0.02
    course: float = 0.0
    nearest: bool = False
    """Points pull to the nearest point of the old course, not to that at the same share of its length."""
    neck: float = NECK
    contact: float = CONTACT
    room: float = 0.0
    """What is blown up would like room for a circle of this radius."""


@dataclass(frozen=True, kw_only=True)
class Anchors:
    """Where the points of a drawing are that is to change no more than it must."""

    at: Array
    anchors: Array
    """How strongly each point is held there."""
    keeps: Array
    """For each border how stiffly it keeps its form; where this is nothing it pulls itself straight."""


@dataclass(kw_only=True)
class _Springs:
    """Springs from points to goals: the sum of their stiffness, and of stiffness times goal."""

    mass: Array
    """Of the points: half the length of the stretches that meet there."""
    stiffness: Array
    pull: Array

    @classmethod
    def of(cls, skeleton: Skeleton) -> _Springs:
        edges, count = skeleton.stretches, len(skeleton.at)
        mass = sum(
            np.bincount(ends, skeleton.lengths / 2, count) for ends in (edges.start, edges.end)
        )
        return cls(
            mass=np.maximum(mass, 1e-3), stiffness=np.zeros(count), pull=np.zeros((count, 2))
        )

    def add(self, points: Rows, stiffness: Array, goals: Array) -> None:
        """Add a spring for each of some points."""
        count = len(self.stiffness)
        self.stiffness += np.bincount(points, stiffness, count)
        for axis in (0, 1):
            self.pull[:, axis] += np.bincount(points, stiffness * goals[:, axis], count)


def step_foam(
    skeleton: Skeleton,
    wishes: Targets,
    strengths: Strengths,
    triangles: Triangles,
    rest: Anchors | None = None,
) -> Skeleton:
    """Return the skeleton after one step; the triangles that fill it fill it afterwards as well."""
    force = _press(skeleton, wishes, strengths)
    springs = _Springs.of(skeleton)
    clear = _part_banks(skeleton, triangles, springs, strengths.neck)
    eased = np.zeros(len(skeleton.plan.borders), dtype=bool)
    if strengths.course:
        eased = _pull_into_courses(skeleton, wishes, strengths, springs, clear)
    _blow_up(skeleton, wishes, springs, strengths.room)
    _lengthen_contacts(skeleton, springs, strengths.contact)
    _open_corners(skeleton, springs)
    if rest is not None:
        springs.add(np.arange(len(rest.at)), rest.anchors * springs.mass, rest.at)
    bonds = [_bind_borders(skeleton, eased, strengths, rest), _grip(skeleton.at, triangles.points)]
    wanted = _solve(skeleton, bonds, force, springs)
    return skeleton.move(advance(skeleton.at, wanted, triangles.points))


class _Bonds(NamedTuple):
    """Springs between points, and the vectors from the second to the first at which they rest."""

    one: Rows
    two: Rows
    stiffness: Array
    spans: Array


def _bind_borders(
    skeleton: Skeleton, eased: Mask, strengths: Strengths, rest: Anchors | None
) -> _Bonds:
    """Return the springs along all borders, even along each of them, so that its points spread evenly."""
    edges, plan = skeleton.stretches, skeleton.plan
    counts = np.bincount(edges.border, minlength=len(plan.borders))
    mean = np.maximum(skeleton.border_lengths / counts, 0.05)
    pull = strengths.tension * np.where(plan.outer, OUTER, 1.0)
    pull = np.where(eased, COURSE * pull, pull)
    spans = np.zeros((len(edges.start), 2))
    if rest is not None:
        pull = np.where(rest.keeps > 0, rest.keeps, pull)
        spans = rest.at[edges.start] - rest.at[edges.end]
        spans = spans * (rest.keeps > 0)[edges.border][:, None]
    return _Bonds(edges.start, edges.end, STEP * (pull / mean)[edges.border], spans)


def _press(skeleton: Skeleton, wishes: Targets, strengths: Strengths) -> Array:
    """Return the forces by which provinces press and pull home."""
    edges, at, count = skeleton.stretches, skeleton.at, len(skeleton.at)
    lack = np.clip(wishes.areas / skeleton.areas - 1, -0.7, 2.0) * strengths.pressure
    # The smaller a province, the harder its own border presses it together.
    lack = np.maximum(lack, np.minimum(lack, 1.0) * OWN_TENSION / np.sqrt(skeleton.areas))
    lack = np.append(lack, 0.0)
    along = at[edges.end] - at[edges.start]
    normal = np.column_stack([along[:, 1], -along[:, 0]]) / 2
    on_edge = (lack[edges.right] - lack[edges.left])[:, None] * normal
    off = wishes.homes - skeleton.middles
    far = np.hypot(off[:, 0], off[:, 1])
    pull = strengths.home * np.minimum(far / 20, 1.0) / (1 + (far / HOPELESS) ** 2)
    pull = off * (pull / np.maximum(far, 1e-9))[:, None]
    pull = np.vstack([pull, np.zeros(2)])
    on_edge = on_edge + (pull[edges.right] + pull[edges.left]) * (skeleton.lengths / 2)[:, None]
    return np.column_stack(
        [
            np.bincount(edges.start, on_edge[:, k], count)
            + np.bincount(edges.end, on_edge[:, k], count)
            for k in (0, 1)
        ]
    )


def _part_banks(skeleton: Skeleton, triangles: Triangles, springs: _Springs, neck: float) -> Array:
    """Add springs that widen narrow places; return how clear of other banks each point is.

    Narrow is a triangle whose one side is a stretch of a rim and whose opposite corner is near to that,
    though far along the rim. Near junctions it may be narrower: no angle need be wider than 20 degrees.
    """
    rims, at = skeleton.rims, skeleton.at
    along, total = _walk_rims(skeleton)
    clear = np.full(len(at), 99.0)
    corners = triangles.corners
    one = np.concatenate([corners[:, k] for k in range(3)])
    two = np.concatenate([corners[:, (k + 1) % 3] for k in range(3)])
    top = np.concatenate([corners[:, (k + 2) % 3] for k in range(3)])
    rim = (rims.next[one] == two) | (rims.next[two] == one)
    one, two, top = one[rim], two[rim], top[rim]
    a, b, c = at[rims.point[one]], at[rims.point[two]], at[rims.point[top]]
    base = b - a
    share = np.clip(((c - a) * base).sum(axis=1) / np.maximum((base**2).sum(axis=1), 1e-12), 0, 1)
    way = c - (a + share[:, None] * base)
    height = np.hypot(way[:, 0], way[:, 1])
    gap = np.full(len(one), 1e9)
    for end in (one, two):
        between = np.abs(along[top] - along[end])
        ring = rims.ring[end]
        between = np.minimum(between, total[ring] - between)
        gap = np.minimum(gap, np.where(rims.ring[top] == ring, between, 1e9))
    far = (height < 1.6 * neck) & (gap > 2.5 * neck)
    for end in (one, two, top):
        np.minimum.at(clear, rims.point[end[far]], height[far])
    need = np.minimum(neck, 0.35 * gap)
    rows = np.flatnonzero(height < need)
    one, two, top = (rims.point[each[rows]] for each in (one, two, top))
    share, height = share[rows], height[rows]
    stiffness = 0.12 * np.clip(springs.mass[top], 3.0, 12.0)
    way = way[rows] * (0.5 * (need[rows] - height) / np.maximum(height, 1e-9))[:, None]
    springs.add(top, stiffness, at[top] + way)
    springs.add(one, stiffness * (1 - share), at[one] - way)
    springs.add(two, stiffness * share, at[two] - way)
    return clear


def _walk_rims(skeleton: Skeleton) -> tuple[Array, Array]:
    """Return how far each corner is along its ring, and the length of each ring."""
    rims, at = skeleton.rims, skeleton.at
    step = at[rims.point[rims.next]] - at[rims.point]
    lengths = np.hypot(step[:, 0], step[:, 1])
    before = np.cumsum(lengths) - lengths
    total = np.bincount(rims.ring, lengths)
    return np.asarray(before - before[rims.first[:-1]][rims.ring]), np.asarray(total)


def _blow_up(skeleton: Skeleton, wishes: Targets, springs: _Springs, room: float) -> None:
    """Add springs that widen provinces where they are widest, if that is too narrow for a circle."""
    if not wishes.cramped:
        return
    rims, at = skeleton.rims, skeleton.at
    cramped = np.array(wishes.cramped)
    circles = _find_widest(skeleton, cramped, CIRCLE)
    middles = np.full((len(skeleton.plan.faces), 2), np.inf)
    middles[cramped] = shapely.get_coordinates(circles)[::2]
    face = rims.face_of_ring[rims.ring]
    way = at[rims.point] - middles[face]
    far = np.hypot(way[:, 0], way[:, 1])
    rows = np.flatnonzero(far < room)
    points, way, far = rims.point[rows], way[rows], far[rows]
    goals = middles[face[rows]] + way * (room / np.maximum(far, 1e-9))[:, None]
    springs.add(points, PUSH * np.clip(springs.mass[points], 3.0, 12.0), goals)


def find_cramped(skeleton: Skeleton, room: float) -> tuple[int, ...]:
    """Return the rows of the provinces without room for a circle."""
    grounds = np.array(skeleton.polygons(), dtype=object)
    rows = np.flatnonzero(measure_middles(grounds) < room + CIRCLE)  # spares most circles
    for tolerance in (ROUGH, CIRCLE):
        rows = rows[shapely.length(_find_widest(skeleton, rows, tolerance)) < room]
    return tuple(rows.tolist())


def _find_widest(skeleton: Skeleton, faces: Rows, tolerance: float) -> npt.NDArray[np.object_]:
    """Return radii of the largest circles in some provinces, as lines from their middles."""
    grounds = np.array(skeleton.polygons(), dtype=object)[faces]
    return np.asarray(shapely.maximum_inscribed_circle(grounds, tolerance=tolerance))


def _lengthen_contacts(skeleton: Skeleton, springs: _Springs, contact: float) -> None:
    """Add springs that draw the ends of short borders apart."""
    start, end = skeleton.ends
    chord = skeleton.at[end] - skeleton.at[start]
    span = np.hypot(chord[:, 0], chord[:, 1])
    short = np.maximum(span, 0.6 * skeleton.border_lengths) < contact
    rows = np.flatnonzero(short & ~skeleton.plan.is_ring)
    start, end, chord, span = start[rows], end[rows], chord[rows], span[rows]
    middle = (skeleton.at[start] + skeleton.at[end]) / 2
    half = chord * (contact / 2 / np.maximum(span, 1e-9))[:, None]
    springs.add(end, np.ones(len(rows)), middle + half)
    springs.add(start, np.ones(len(rows)), middle - half)


def _open_corners(skeleton: Skeleton, springs: _Springs) -> None:
    """Add springs that part borders which leave their junction at a sharp angle."""
    at = skeleton.at
    one, two, here = _corners(skeleton)
    first, second = at[one] - at[here], at[two] - at[here]
    long_first, long_second = np.hypot(*first.T), np.hypot(*second.T)
    way = (
        first / np.maximum(long_first, 1e-9)[:, None]
        - second / np.maximum(long_second, 1e-9)[:, None]
    )
    apart = np.hypot(way[:, 0], way[:, 1])
    rows = np.flatnonzero(apart < CORNER)
    reach = 0.5 * (CORNER - apart[rows]) * np.minimum(long_first, long_second)[rows]
    push = way[rows] * (reach / np.maximum(apart[rows], 1e-9))[:, None]
    one, two = one[rows], two[rows]
    stiffness = np.full(len(rows), 1.5)
    springs.add(one, stiffness, at[one] + push)
    springs.add(two, stiffness, at[two] - push)


def _corners(skeleton: Skeleton) -> tuple[Rows, Rows, Rows]:
    """Return the points beside each junction on two borders that follow each other, and the junction."""
    rims = skeleton.rims
    is_end = np.zeros(len(skeleton.at), dtype=bool)
    for ends in skeleton.ends:
        is_end[ends[~skeleton.plan.is_ring]] = True
    before = np.empty_like(rims.next)
    before[rims.next] = np.arange(len(rims.next))
    rows = np.flatnonzero(is_end[rims.point])
    return rims.point[before[rows]], rims.point[rims.next[rows]], rims.point[rows]


def _pull_into_courses(
    skeleton: Skeleton,
    wishes: Targets,
    strengths: Strengths,
    springs: _Springs,
    clear: Array,
) -> Mask:
    """Add springs that pull borders into their old courses; return which are near to them.

    The courses move along with their provinces. They hold less near junctions, where it is narrow, and
    for points that are far off.
    """
    plan, counts = skeleton.plan, np.diff(skeleton.first)
    border = np.repeat(np.arange(len(plan.borders)), counts)
    entries = np.flatnonzero(np.isin(border, wishes.has_course))
    border, points = border[entries], skeleton.chain[entries]
    drift = _drift(skeleton, wishes)[border]
    old = wishes.courses[border]
    at, ends = skeleton.at[points], skeleton.from_end[entries]
    is_ring = plan.is_ring[border]
    if strengths.nearest:
        away = ((old + drift[:, None] - at[:, None]) ** 2).sum(axis=2)
        near = away.argmin(axis=1)
        near = np.where(
            (ends == 0) & ~is_ring, np.where(skeleton.along[entries] == 0, 0, SAMPLES - 1), near
        )
        goal = old[np.arange(len(near)), near] + drift
    else:
        share = (
            skeleton.along[entries]
            / np.maximum(skeleton.border_lengths[border], 1e-9)
            * (SAMPLES - 1)
        )
        row = np.minimum(share.astype(int), SAMPLES - 2)
        part = (share - row)[:, None]
        every = np.arange(len(row))
        goal = (1 - part) * old[every, row] + part * old[every, row + 1] + drift
    off = goal - at
    away = np.hypot(off[:, 0], off[:, 1])
    hold = strengths.course * np.minimum(1.0, 25 / np.maximum(away, 1e-9))
    hold = hold * np.exp(-np.maximum(away - 60, 0) / 40)
    hold = hold * np.clip((clear[points] - 9.0) / 9.0, 0.0, 1.0)
    hold = hold * np.where(ends == 0, 0.15, np.clip((ends - 4) / 12, 0, 1))
    if strengths.nearest:
        hold = hold * np.clip((30 - away) / 15, 0, 1)
    else:
        worst = np.zeros(len(plan.borders))
        np.maximum.at(worst, border, np.where(ends == 0, away, 0.0))
        hold = hold * np.exp(-np.maximum(worst[border] - 25, 0) / 30)
    springs.add(points, hold * springs.mass[points], goal)
    count = np.maximum(np.bincount(border, minlength=len(plan.borders)), 1)
    mean = np.bincount(border, away, len(plan.borders)) / count
    known = np.zeros(len(plan.borders), dtype=bool)
    known[wishes.has_course] = True
    return known & (mean < BESIDE)


def _drift(skeleton: Skeleton, wishes: Targets) -> Array:
    """Return how far each border's old course is to be moved: with its provinces, all but a little."""
    off = np.vstack([skeleton.middles - wishes.homes, np.zeros(2)])
    weight = np.append(1.0 / np.sqrt(wishes.areas), 0.0)
    sides = skeleton.plan.sides
    total = weight[sides].sum(axis=1)
    drift = (off[sides] * weight[sides][..., None]).sum(axis=1) / np.maximum(total, 1e-12)[:, None]
    far = np.hypot(drift[:, 0], drift[:, 1])
    return np.asarray(drift * np.maximum(0.0, 1 - 12 / np.maximum(far, 1e-9))[:, None])


def _solve(skeleton: Skeleton, bonds: Sequence[_Bonds], force: Array, springs: _Springs) -> Array:
    """Return where the points would be after a step, if nothing were in their way.

    Points on the frame slide along it first, the others then follow all at once.
    """
    at, count = skeleton.at, len(skeleton.at)
    one, two, weight, spans = (np.concatenate(each) for each in zip(*bonds, strict=True))
    more = springs.mass + STEP * springs.stiffness
    right = springs.mass[:, None] * at + STEP * (force + springs.pull)
    spans = spans * weight[:, None]
    for axis in (0, 1):
        right[:, axis] += np.bincount(one, spans[:, axis], count)
        right[:, axis] -= np.bincount(two, spans[:, axis], count)
    upright, level = skeleton.on_frame
    free = ~(upright | level | skeleton.held)
    new = at
    for slides, axis in ((upright & ~level, 1), (level & ~upright, 0)):
        chosen = slides & ~skeleton.held
        if not chosen.any():
            continue
        moved = new.copy()
        only = slice(axis, axis + 1)
        moved[:, only] = solve_springs(
            (one, two), weight, more, right=right[:, only], at=new[:, only], free=chosen
        )
        new = moved
    new = solve_springs((one, two), weight, more, right=right, at=new, free=free)
    way = new - at
    far = np.hypot(way[:, 0], way[:, 1])
    return np.asarray(at + way * np.minimum(1.0, FARTHEST / np.maximum(far, 1e-12))[:, None])


def _grip(at: Array, triangles: Rows) -> _Bonds:
    """Return springs that keep short edges of triangles as they are: tiny triangles move as one."""
    pairs = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    span = at[pairs[:, 1]] - at[pairs[:, 0]]
    length = np.hypot(span[:, 0], span[:, 1])
    rows = length < TINY
    pairs, length = np.sort(pairs[rows], axis=1), length[rows]
    _, once = np.unique(pairs[:, 0] * len(at) + pairs[:, 1], return_index=True)
    one, two = pairs[once].T
    return _Bonds(one, two, GRIP / np.maximum(length[once], 1e-7), at[one] - at[two])


def advance(at: Array, wanted: Array, triangles: Rows) -> Array:
    """Return points moved towards where they would be, as far as no triangle comes near to turning over."""
    way = wanted - at
    share = np.ones(len(at))
    least = 0.2 * doubled_areas(at, triangles)
    for times in range(40):
        bad = doubled_areas(at + share[:, None] * way, triangles) < least
        if not bad.any():
            return np.asarray(at + share[:, None] * way)
        share[np.unique(triangles[bad])] *= 0.5 if times < 14 else 0.0
    return at
