"""Settling: the drawing follows the events on the mesh.

Each event is attempted with the effort that looks best, then with less flow and a narrower strip,
until it comes out; one that undoes another heals its scar. Everything that lies between the borders
moves with the flows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.errors import MapError
from zinegen.geometry.agreement import drafted
from zinegen.geometry.draft import Draft, to_line
from zinegen.geometry.net.neighbourhood import peeled, redrawn
from zinegen.geometry.redraw.attempts import (
    Effort,
    Outcome,
    attempted,
    cut_faces,
    shortfall,
)
from zinegen.geometry.redraw.move_labels import carried_along
from zinegen.geometry.redraw.undo import healed, with_scars
from zinegen.geometry.shape import OUTSIDE, Shape
from zinegen.geometry.surgery import Surgery

EFFORTS = (
    Effort(flow=1.0, width=1.0, rounds=8),
    Effort(flow=0.7, width=0.75, rounds=8),
)
"""First as it looks best, then as it fits."""

AFRESH = ((120.0, 1.2), (120.0, 4.0), (400.0, 4.0), (math.inf, 4.0))
"""How far round an event the map may be drawn anew, and how much plainer its lines may become."""


def update_geometry(shape: Shape, surgeries: Iterable[Surgery]) -> Shape:
    """Return the drawing after some events, one after the other; see `draw_surgery`."""
    for surgery in surgeries:
        shape = draw_surgery(shape, surgery)
    return shape


def draw_surgery(shape: Shape, surgery: Surgery) -> Shape:
    """Return the drawing after an event on the mesh that it shows.

    Raises MapError when the shape does not show the mesh from before the event.
    """
    if set(shape.lines) != set(surgery.before.borders):
        message = "the drawing is not that of the map on which the event happened"
        raise MapError(message)
    draft = drafted(surgery.before, shape)
    outcome = healed(draft, shape, surgery) or _best(draft, surgery)
    after = outcome.draft
    lines = {
        border: shape.lines[border]
        if after.lines[border] is draft.lines.get(border)
        else to_line(after.lines[border])
        for border in surgery.mesh.borders
    }
    after_all = carried_along(replace(shape, lines=lines), outcome, surgery)
    return with_scars(after_all, shape, outcome, surgery)


def _best(draft: Draft, surgery: Surgery) -> Outcome:
    """Return the first outcome that shows everything, or else the one that falls least short of it.

    Where no effort is enough, the neighbourhood is drawn anew: a part of it first, then more.
    """
    found: list[tuple[float, Outcome]] = []
    for outcome in _outcomes(draft, surgery):
        short = shortfall(outcome.draft, draft)
        if not short:
            return outcome
        found.append((short, outcome))
    if not found:
        message = "there is no way to draw the event"
        raise MapError(message)
    return min(found, key=lambda each: each[0])[1]


def _outcomes(draft: Draft, surgery: Surgery) -> Iterator[Outcome]:
    for effort in EFFORTS:
        outcome = attempted(draft, surgery, effort)
        if outcome is not None:
            yield outcome
    for reach, coarseness in AFRESH:
        outcome = _redraw(draft, surgery, reach, coarseness)
        if outcome is not None:
            yield outcome


def _redraw(draft: Draft, surgery: Surgery, reach: float, coarseness: float) -> Outcome | None:
    """Return the outcome of a redrawing; where the frame is in the way, the map is peeled off it first."""
    faces = cut_faces(surgery)
    made = redrawn(draft, surgery, faces, reach=reach, coarseness=coarseness)
    if made is not None:
        return Outcome(draft=made.draft, flows=(), carved=0, shifts=(made.shift,))
    if surgery.across != OUTSIDE or surgery.joined is None:
        return None
    peel = peeled(draft, surgery.joined)
    if peel is None:
        return None
    made = redrawn(peel.draft, surgery, faces, reach=reach, coarseness=coarseness)
    if made is None:
        return None
    return Outcome(draft=made.draft, flows=(), carved=0, shifts=(peel.shift, made.shift))
