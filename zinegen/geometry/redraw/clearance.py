"""Minimum clearance: room is made where a province or a border has become too tight to be seen or used.

All of it is flows, so it never changes who touches whom. Lengths are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import shapely
from shapely.geometry import Polygon

from zinegen.geometry.agreement import SHORTEST
from zinegen.geometry.draft import (
    ROOM,
    Array,
    Draft,
    is_sound,
    largest_circle,
    length_of,
    simplify_ground,
)
from zinegen.geometry.mesh import Face
from zinegen.geometry.redraw.flows import move_draft, squeeze, swell
from zinegen.geometry.shape import OUTSIDE, Flow

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
    return sorted(
        {
            face
            for border, line in draft.lines.items()
            if before.lines.get(border) is not line
            for face in draft.mesh.sides(border)
        }
    )


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
    for border, line in draft.lines.items():
        if before.lines.get(border) is line:
            continue
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
