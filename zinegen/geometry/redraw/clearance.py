"""Breathing: room is made where a province or a border has become too tight to be seen or used.

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
from zinegen.geometry.draft import Array, Draft, is_sound, length_of, plainer
from zinegen.geometry.mesh import Face
from zinegen.geometry.redraw.flows import flowed, squeeze, swell
from zinegen.geometry.shape import OUTSIDE, Flow

ROOM = 13.0
"""Every province keeps room for a circle of this radius: a unit's counter."""

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


def breathing(
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
        wide = _widened if turn < PATIENCE else _unnecked
        wanted = [
            _lengthened(draft, before),
            [
                *(flow for face in faces for flow in _asked(known, draft, face, wide)),
                *_eased(draft, before, faces, known),
            ],
        ]
        together = [flow for some in wanted for flow in some]
        # Lines that run close together may cross when much is moved: then rather less of it.
        for some in (together, *wanted, *([flow] for flow in wanted[0])):
            after = _blown(draft, some)
            if some and all(is_sound(after, face) for face in changed_faces(after, draft)):
                draft = after
                flows += some
                break
        else:
            break
    return draft, flows


def _blown(draft: Draft, flows: Iterable[Flow]) -> Draft:
    for flow in flows:
        draft = flowed(draft, flow)
    return draft


def changed_faces(draft: Draft, before: Draft) -> list[Face]:
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


def _asked(
    known: _Known, draft: Draft, face: Face, question: Callable[[Polygon], list[Flow]]
) -> list[Flow]:
    """Return the flows that a province needs; worked out once for each of its polygons."""
    ground = draft.ground(face)
    found = known.get((face, question))
    if found is None or found[0] is not ground:
        found = known[face, question] = (ground, question(ground))
    return found[1]


def _eased(draft: Draft, before: Draft, cut: list[Face], known: _Known) -> list[Flow]:
    """Return flows for provinces that have become too small, or all but fallen apart without being cut."""
    flows = []
    for face in changed_faces(draft, before):
        if face not in (*cut, OUTSIDE):
            flows += _asked(known, draft, face, _unpinched)
        if face != OUTSIDE:
            flows += _asked(known, draft, face, _enlarged)
    return flows


def _widened(ground: Polygon) -> list[Flow]:
    return [swell(at, 30.0, 0.3) for at in (*necks(ground), *threads(ground))]


def _unnecked(ground: Polygon) -> list[Flow]:
    return [swell(at, 30.0, 0.3) for at in necks(ground)]


def _unpinched(ground: Polygon) -> list[Flow]:
    return [swell(at, 30.0, 0.4) for at in necks(ground, PINCH)]


def _enlarged(ground: Polygon) -> list[Flow]:
    at, radius = room(ground)
    if radius >= ROOM:
        return []
    amount = min(0.4, 1.3 * math.log(ROOM / max(radius, 0.1)) + 0.03)
    return [swell(at, 4.5 * ROOM, amount)]


def necks(ground: Polygon, width: float = NECK) -> list[Array]:
    """Return the places where a province is so narrow that it nearly falls apart."""
    plain = plainer(ground, 0.5)
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
    plain = plainer(ground, 0.5)
    body = plain.buffer(-THREAD / 2, quad_segs=2).buffer(THREAD / 2 + 0.3, quad_segs=2)
    lost = [part for part in shapely.get_parts(plain.difference(body)) if part.area > 4 * THREAD**2]
    return [
        np.array(part.exterior.interpolate(share, normalized=True).coords[0])
        for part in lost[:3]
        for share in (0.0, 0.25, 0.5)
    ]


def _lengthened(draft: Draft, before: Draft) -> list[Flow]:
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


def room(ground: Polygon) -> tuple[Array, float]:
    """Return the middle and radius of the largest circle in a province.

    Where the province is clearly large enough the answer is not worked out: its radius is infinite.
    """
    if ground.area > ROOM * ground.length:
        return np.zeros(2), math.inf
    plain = plainer(ground, 1.0)
    if plain.area > ROOM * plain.length:
        return np.zeros(2), math.inf
    circle = shapely.maximum_inscribed_circle(plain, tolerance=0.5)
    return np.array(circle.coords[0]), float(circle.length)
