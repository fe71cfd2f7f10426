"""Motions of the ground, and the room they make where a province or border has become too tight.

In a motion all points near by follow a velocity field for a time. It is continuous, one-to-one and can
be run backwards, whatever its strength: it can change where provinces lie and how large they are, but
never who touches whom. The field of a squeeze is the curl of a stream function, so it keeps every area;
that of a swell points along the radius. Both are zero outside their reach and on the frame. Lengths
are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import shapely
from shapely.geometry import Polygon

from zinegen.geometry.draft import (
    ROOM,
    SHORTEST,
    Array,
    Draft,
    Mask,
    Rows,
    is_sound,
    largest_circle,
    length_of,
    simplify_ground,
)
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import OUTSIDE, Flow, FlowKind

Key = TypeVar("Key", bound=Hashable)

GATE = 45.0
"""Flows die away over about this distance from the frame."""

HOLD = 15.0
"""A swell leaves the frame alone, but is felt at this distance from it."""

STEP = 5.0
"""Longer stretches get points added before they are moved."""

STRAIGHT = 0.06
"""A stretch that bends by no more than this has stayed straight."""

TRIFLE = 0.3
"""A point whose triangle with its neighbours is smaller (in square units) can be dropped."""


def squeeze(line: Array, target: float, most: float = 0.5) -> Flow:
    """Return the flow that brings the ends of a line nearer to each other.

    It has nothing to do where they are *target* apart.
    """
    chord = line[-1] - line[0]
    span = max(float(np.hypot(*chord)), 1e-9)
    middle = (line[0] + line[-1]) / 2
    return Flow(
        kind=FlowKind.SQUEEZE,
        centre=(float(middle[0]), float(middle[1])),
        axis=(float(chord[0]) / span, float(chord[1]) / span),
        reach=1.1 * span + 40,
        amount=min(max(math.log(max(span, 1.0) / target), 0.0), most),
    )


def swell(at: Array, reach: float, amount: float) -> Flow:
    """Return the flow that blows up the place round a point."""
    return Flow(
        kind=FlowKind.SWELL,
        centre=(float(at[0]), float(at[1])),
        axis=(1.0, 0.0),
        reach=reach,
        amount=amount,
    )


def reverse(flow: Flow) -> Flow:
    """Return the flow that undoes a flow."""
    return replace(flow, amount=-flow.amount)


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
    gated = _near_frame(flow, size)
    for _ in range(steps):
        k1 = _velocity(at, flow, size, gated=gated)
        k2 = _velocity(at + h / 2 * k1, flow, size, gated=gated)
        k3 = _velocity(at + h / 2 * k2, flow, size, gated=gated)
        k4 = _velocity(at + h * k3, flow, size, gated=gated)
        at = at + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    result = points.copy()
    result[inside] = at
    return result


def _near_frame(flow: Flow, size: tuple[float, float]) -> bool:
    """Tell whether the frame can be felt within the reach of a flow."""
    depth = flow.reach + 4 * GATE
    return any(
        at < depth or at > extent - depth for at, extent in zip(flow.centre, size, strict=True)
    )


def _velocity(points: Array, flow: Flow, size: tuple[float, float], *, gated: bool) -> Array:
    away = points - flow.centre
    bump = np.clip(1 - (away**2).sum(axis=1) / flow.reach**2, 0, None)
    if flow.kind is FlowKind.SWELL:
        hold = _frame_hold(points, size) if gated else 1.0
        return np.asarray(away * (bump**2)[:, None] * hold)
    gate, slope = (
        _frame_gate(points, size) if gated else (np.ones(len(points)), np.zeros_like(points))
    )
    along = np.array(flow.axis)
    across = np.array([-along[1], along[0]])
    s, t = away @ along, away @ across
    # The gradient of s * t * bump^2 * gate, turned by a right angle.
    flat = (bump**2 * gate)[:, None] * (t[:, None] * along + s[:, None] * across)
    fade = (-4 / flow.reach**2 * s * t * bump * gate)[:, None] * away
    slide = (s * t * bump**2)[:, None] * slope
    x, y = (flat + fade + slide).T
    return np.column_stack([-y, x])


def _frame_hold(points: Array, size: tuple[float, float]) -> Array:
    """Return factors for x and y that grow from 0 on the two sides of the frame across it to 1 inside."""
    depth = np.clip(np.minimum(points, np.array(size) - points), 0, None)
    return np.asarray(1 - np.exp(-depth / HOLD))


def _frame_gate(points: Array, size: tuple[float, float]) -> tuple[Array, Array]:
    """Return a factor that grows from 0 on the frame to 1 inside, and its gradient."""
    gates, slopes = [], []
    for values, extent in zip(points.T, size, strict=True):
        low, high = np.clip(values, 0, None), np.clip(extent - values, 0, None)
        fall, rise = np.exp(-((low / GATE) ** 2)), np.exp(-((high / GATE) ** 2))
        gates.append((1 - fall) * (1 - rise))
        slopes.append(2 / GATE**2 * (low * fall * (1 - rise) - high * rise * (1 - fall)))
    return gates[0] * gates[1], np.column_stack([slopes[0] * gates[1], gates[0] * slopes[1]])


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


def move_flows(flows: Sequence[Flow], by: Flow, size: tuple[float, float]) -> list[Flow]:
    """Return flows that have themselves been moved along by a later one."""
    if not flows:
        return []
    centres = np.array([flow.centre for flow in flows])
    arms = np.array([np.multiply(flow.axis, flow.reach / 4) for flow in flows])
    handles = np.vstack([centres, centres + arms])
    after = move_points(handles, by, size)
    if after is handles:
        return list(flows)
    centres, tips = after[: len(flows)], after[len(flows) :]
    axes = (tips - centres) / np.maximum(np.hypot(*(tips - centres).T), 1e-9)[:, None]
    return [
        replace(flow, centre=(x, y), axis=(u, v))
        for flow, (x, y), (u, v) in zip(flows, centres.tolist(), axes.tolist(), strict=True)
    ]


NECK = 8.0
"""Where a province gets narrower than this, the place is blown up."""

PINCH = 3.0
"""Where a province is narrower than this the place is blown up, even far from the cut."""

THREAD = 4.0
"""What is narrower than this and more than four times as long is a thread."""

PATIENCE = 3
"""Threads that are still there after so many rounds are left as they are."""

CORNER = 60.0
"""What is nearer to the frame than this is made longer by a swell."""

WIDE = 1.3 * SHORTEST
"""A border shorter than this is made longer."""


def ensure_clearance(
    draft: Draft, cut: Iterable[Face], before: Draft, rounds: int = 7
) -> tuple[Draft, list[Flow]]:
    """Return the draft with room made where it is needed, and the flows that made it.

    Necks are looked for above all in the provinces that were cut, small provinces and short borders wherever
    lines are not those of the draft *before* the event.
    """
    flows: list[Flow] = []
    faces = sorted(set(cut) - {OUTSIDE})
    known: _Known = {}
    for turn in range(rounds):
        wide = _swell_necks_and_threads if turn < PATIENCE else _swell_necks
        wanted = [
            _lengthen_short_borders(draft, before),
            [
                *(flow for face in faces for flow in _ask(known, draft, face, wide)),
                *_relieve_tight_faces(draft, before, faces, known),
            ],
        ]
        together = [flow for some in wanted for flow in some]
        # Lines that run close together may cross when much is moved: then rather less of it.
        for some in (together, *wanted, *([flow] for flow in wanted[0])):
            after = _apply_flows(draft, some)
            if some and all(is_sound(after, face) for face in list_changed_faces(after, draft)):
                draft = after
                flows += some
                break
        else:
            break
    return draft, flows


def _apply_flows(draft: Draft, flows: Iterable[Flow]) -> Draft:
    for flow in flows:
        draft = move_draft(draft, flow)
    return draft


def list_changed_faces(draft: Draft, before: Draft) -> list[Face]:
    """Return the provinces with a line that is not the same as before, in order of names."""
    changed = draft.changed_lines(before)
    return sorted({face for border in changed for face in draft.mesh.sides(border)})


_Known = dict[tuple[Face, Callable[[Polygon], list[Flow]]], tuple[Polygon, list[Flow]]]
"""What was asked of a province's ground, for which polygon, and the answer."""


def _ask(
    known: _Known, draft: Draft, face: Face, question: Callable[[Polygon], list[Flow]]
) -> list[Flow]:
    """Return the flows that a province needs; worked out once for each of its polygons."""
    ground = draft.ground(face)
    found = known.get((face, question))
    if found is None or found[0] is not ground:
        found = known[face, question] = (ground, question(ground))
    return found[1]


def _relieve_tight_faces(draft: Draft, before: Draft, cut: list[Face], known: _Known) -> list[Flow]:
    """Return flows for provinces that have become too small, or all but fallen apart without being cut."""
    flows = []
    for face in list_changed_faces(draft, before):
        if face not in (*cut, OUTSIDE):
            flows += _ask(known, draft, face, _swell_pinches)
        if face != OUTSIDE:
            flows += _ask(known, draft, face, _swell_small_face)
    return flows


def _swell_necks_and_threads(ground: Polygon) -> list[Flow]:
    return [swell(at, 30.0, 0.3) for at in (*necks(ground), *threads(ground))]


def _swell_necks(ground: Polygon) -> list[Flow]:
    return [swell(at, 30.0, 0.3) for at in necks(ground)]


def _swell_pinches(ground: Polygon) -> list[Flow]:
    return [swell(at, 30.0, 0.4) for at in necks(ground, PINCH)]


def _swell_small_face(ground: Polygon) -> list[Flow]:
    at, radius = largest_circle(ground)
    if radius >= ROOM:
        return []
    amount = min(0.4, 1.3 * math.log(ROOM / max(radius, 0.1)) + 0.03)
    return [swell(at, 4.5 * ROOM, amount)]


def necks(ground: Polygon, width: float = NECK) -> list[Array]:
    """Return the places where a province is so narrow that it nearly falls apart."""
    plain = simplify_ground(ground, 0.5)
    cores = shapely.get_parts(plain.buffer(-width / 2, quad_segs=3))
    if len(cores) < 2:
        return []
    bodies = shapely.buffer(cores, width / 2 + 0.6, quad_segs=3)
    lost = shapely.get_parts(plain.difference(shapely.union_all(bodies)))
    return [
        np.array(point.coords[0])
        for point in shapely.point_on_surface(lost)
        if np.count_nonzero(shapely.distance(bodies, point) < 1) > 1
    ]


def threads(ground: Polygon) -> list[Array]:
    """Return a few places in those parts of a province that are long and next to nothing wide."""
    plain = simplify_ground(ground, 0.5)
    body = plain.buffer(-THREAD / 2, quad_segs=2).buffer(THREAD / 2 + 0.3, quad_segs=2)
    lost = [part for part in shapely.get_parts(plain.difference(body)) if part.area > 4 * THREAD**2]
    return [
        np.array(part.exterior.interpolate(share, normalized=True).coords[0])
        for part in lost[:3]
        for share in (0.0, 0.25, 0.5)
    ]


def _lengthen_short_borders(draft: Draft, before: Draft) -> list[Flow]:
    flows = []
    for line in draft.changed_lines(before).values():
        length = max(length_of(line), 0.1)
        if length < WIDE:
            amount = min(math.log(1.5 * SHORTEST / length), 0.5)
            middle = line.mean(axis=0)
            depth = min(*middle, *(np.array(draft.size) - middle))
            if depth < CORNER:
                # A squeeze would not be felt so near the frame.
                flows.append(swell(middle, 45.0, amount))
            else:
                stretch = squeeze(line, 70.0)
                centre = (float(middle[0]), float(middle[1]))
                flows.append(replace(stretch, centre=centre, reach=45.0, amount=-amount))
    return flows
