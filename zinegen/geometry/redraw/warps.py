"""Motions of the ground that make room where it is too tight for a strip.

In a motion all points near by follow a velocity field for a time. It is continuous, one-to-one and can
be run backwards, whatever its strength: it can change where provinces lie and how large they are, but
never who touches whom. The field of a swell points along the radius; it is zero outside its reach and on
the frame. Lengths are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from zinegen.geometry.draft import Array, Draft, Mask, Rows
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Flow, FlowKind

Key = TypeVar("Key", bound=Hashable)

HOLD = 15.0
"""A swell leaves the frame alone, but is felt at this distance from it."""

STEP = 5.0
"""Longer stretches get points added before they are moved."""

STRAIGHT = 0.06
"""A stretch that bends by no more than this has stayed straight."""

TRIFLE = 0.3
"""A point whose triangle with its neighbours is smaller (in square units) can be dropped."""


def swell(at: Array, reach: float, amount: float) -> Flow:
    """Return the flow that blows up the place round a point."""
    return Flow(
        kind=FlowKind.SWELL,
        centre=(float(at[0]), float(at[1])),
        axis=(1.0, 0.0),
        reach=reach,
        amount=amount,
    )


def shorten(flow: Flow, fraction: float) -> Flow:
    """Return a flow stopped before its time."""
    return replace(flow, amount=flow.amount * fraction)


def move_points(points: Array, flow: Flow, size: tuple[float, float]) -> Array:
    """Return points carried along by a flow on a board of a size (classical Runge-Kutta)."""
    inside = np.hypot(*(points - flow.centre).T) < flow.reach
    if not inside.any():
        return points
    at = points[inside]
    steps = max(4, math.ceil(abs(flow.amount) * 9))
    h = flow.amount / steps
    for _ in range(steps):
        k1 = _velocity(at, flow, size)
        k2 = _velocity(at + h / 2 * k1, flow, size)
        k3 = _velocity(at + h / 2 * k2, flow, size)
        k4 = _velocity(at + h * k3, flow, size)
        at = at + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    result = points.copy()
    result[inside] = at
    return result


def _velocity(points: Array, flow: Flow, size: tuple[float, float]) -> Array:
    away = points - flow.centre
    bump = np.clip(1 - (away**2).sum(axis=1) / flow.reach**2, 0, None)
    return np.asarray(away * (bump**2)[:, None] * _frame_hold(points, size))


def _frame_hold(points: Array, size: tuple[float, float]) -> Array:
    """Return factors for x and y that grow from 0 on the two sides of the frame across it to 1 inside."""
    depth = np.clip(np.minimum(points, np.array(size) - points), 0, None)
    return np.asarray(1 - np.exp(-depth / HOLD))


def boxes_of(lines: Sequence[Array]) -> Array:
    """Return for each line the least and greatest x and y: [[x, y], [x, y]]."""
    points = np.vstack(lines)
    first = np.cumsum([0, *map(len, lines[:-1])])
    least, most = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    return np.stack([least, most], axis=1)


def near_flows(boxes: Array, flows: Sequence[Flow]) -> list[int]:
    """Return which of some boxes come within reach of any of some flows, by the boxes round these."""
    low = np.array([np.subtract(flow.centre, flow.reach) for flow in flows])
    high = np.array([np.add(flow.centre, flow.reach) for flow in flows])
    meets = np.asarray(((boxes[:, None, 0] < high) & (boxes[:, None, 1] > low)).all(axis=2))
    return [row for row, meeting in enumerate(meets.tolist()) if any(meeting)]


def move_lines(
    lines: Mapping[Key, Array], flow: Flow, size: tuple[float, float]
) -> dict[Key, Array]:
    """Return the lines that a flow moves, as they are after it; lines out of its reach are left out.

    Points are added where a long stretch would bend. Points that hardly matter are dropped, else a
    crooked line that is squeezed would turn into a comb whose teeth cross.
    """
    keys = list(lines)
    found = near_flows(boxes_of([lines[key] for key in keys]), [flow]) if keys else []
    near = [keys[row] for row in found]
    return dict(zip(near, _move_all([lines[key] for key in near], flow, size), strict=True))


def move_draft(draft: Draft, flow: Flow) -> Draft:
    """Return a draft carried along by a flow."""
    borders = list(draft.lines)
    boxes = np.array([draft.box(border) for border in borders])
    near = [borders[row] for row in near_flows(boxes, [flow])]
    after = _move_all([draft.lines[border] for border in near], flow, draft.size)
    return draft.replace_lines(
        {
            border: line
            for border, line in zip(near, after, strict=True)
            if line is not draft.lines[border]
        }
    )


def _move_all(lines: Sequence[Array], flow: Flow, size: tuple[float, float]) -> list[Array]:
    """Return the lines after a flow; a line that it does not reach is returned itself."""
    if not lines:
        return []
    points = np.vstack(lines)
    counts = np.array([len(line) for line in lines])
    last = np.cumsum(counts) - 1
    first = last - counts + 1
    dense, marks = _add_points(points, last, flow)
    after = move_points(dense, flow, size)
    inside = np.hypot(*(dense - flow.centre).T) < flow.reach
    if not inside.any():
        return list(lines)
    reached = np.logical_or.reduceat(inside, marks[first])
    keep = _on_bent_stretches(after, marks)
    ends = np.zeros(len(dense), dtype=bool)
    ends[marks[first]] = ends[marks[last]] = True
    old = np.zeros(len(dense), dtype=bool)
    old[marks] = True
    keep = (keep & inside) | old
    after, ends, inside = after[keep], ends[keep], inside[keep]
    keep = _matters(after, ends | ~inside)
    after, ends = after[keep], ends[keep]
    bounds = np.flatnonzero(ends)
    return [
        after[a : b + 1] if near else line
        for line, near, a, b in zip(lines, reached, bounds[::2], bounds[1::2], strict=True)
    ]


def _add_points(points: Array, last: Rows, flow: Flow) -> tuple[Array, Rows]:
    """Return the points with others added on long stretches within reach, and where the old ones are.

    ``last`` are the rows at which a line ends: no stretch leads on from there.
    """
    start, step = points[:-1], np.diff(points, axis=0)
    length = np.hypot(*step.T)
    away = flow.centre - start
    foot = np.clip((away * step).sum(axis=1) / np.maximum(length**2, 1e-12), 0, 1)
    distance = np.hypot(*(away - foot[:, None] * step).T)
    pieces = np.maximum(1, np.ceil(length / STEP).astype(int))
    pieces[distance >= flow.reach] = 1
    pieces[last[:-1]] = 1
    marks = np.concatenate([[0], np.cumsum(pieces)])
    where = np.repeat(np.arange(len(pieces)), pieces)
    share = (np.arange(marks[-1]) - marks[where]) / pieces[where]
    dense = start[where] + share[:, None] * step[where]
    return np.vstack([dense, points[-1:]]), marks


def _on_bent_stretches(points: Array, marks: Rows) -> Mask:
    """Tell which of the added points are needed: those of stretches that are straight no longer."""
    which = np.repeat(np.arange(len(marks) - 1), np.diff(marks))
    chord = (points[marks[1:]] - points[marks[:-1]])[which]
    away = points[:-1] - points[marks[:-1]][which]
    span = np.maximum(np.hypot(*chord.T), 1e-9)
    off = np.abs(chord[:, 0] * away[:, 1] - chord[:, 1] * away[:, 0]) / span
    bent = np.maximum.reduceat(off, marks[:-1]) > STRAIGHT
    return np.append(bent[which], True)


def _matters(points: Array, fixed: Mask, rounds: int = 3) -> Mask:
    """Tell which points matter by Visvalingam's measure; fixed ones always do."""
    keep = np.ones(len(points), dtype=bool)
    for _ in range(rounds):
        rows = np.flatnonzero(keep)
        a, b, c = points[rows[:-2]], points[rows[1:-1]], points[rows[2:]]
        area = np.abs(
            (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        )
        size = np.concatenate([[np.inf], area / 2, [np.inf]])
        size[fixed[rows]] = np.inf
        # Of neighbours only the lesser goes in one round.
        least = (size[1:-1] <= size[:-2]) & (size[1:-1] < size[2:]) & (size[1:-1] < TRIFLE)
        if not least.any():
            break
        keep[rows[1:-1][least]] = False
    return keep


def list_changed_faces(draft: Draft, before: Draft) -> list[ProvinceKey]:
    """Return the provinces with a line that is not the same as before, in order of names."""
    changed = draft.changed_lines(before)
    return sorted({face for border in changed for face in draft.mesh.sides(border)})
