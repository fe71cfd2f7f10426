"""Bring a drawing up to date with the events on its mesh.

Each event is attempted with the effort that looks best, then with less flow and a narrower strip,
until it comes out; one that undoes another restores the old lines (`undo`). What lies between the borders
moves with the flows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.errors import MapError
from zinegen.geometry.agreement import draft_of
from zinegen.geometry.draft import Draft, to_line
from zinegen.geometry.net.neighbourhood import redraw_neighbourhood
from zinegen.geometry.redraw.attempts import (
    Effort,
    Outcome,
    attempt,
    list_affected_faces,
    shortfall,
)
from zinegen.geometry.redraw.move_labels import move_labels
from zinegen.geometry.redraw.undo import record_scar, undo_event
from zinegen.geometry.shape import Shape
from zinegen.geometry.surgery import Surgery

EFFORTS = (
    Effort(flow=1.0, width=1.0, rounds=8),
    Effort(flow=0.7, width=0.75, rounds=8),
)
"""First as it looks best, then as it fits."""


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
    draft = draft_of(surgery.before, shape)
    outcome = undo_event(draft, shape, surgery) or _best(draft, surgery)
    after = outcome.draft
    lines = {
        border: shape.lines[border]
        if after.lines[border] is draft.lines.get(border)
        else to_line(after.lines[border])
        for border in surgery.mesh.borders
    }
    after_all = move_labels(replace(shape, lines=lines), outcome, surgery)
    return record_scar(after_all, shape, outcome, surgery)


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
        outcome = attempt(draft, surgery, effort)
        if outcome is not None:
            yield outcome
    for after, motions in redraw_neighbourhood(draft, surgery, list_affected_faces(surgery)):
        yield Outcome(draft=after, flows=(), motions=motions)
