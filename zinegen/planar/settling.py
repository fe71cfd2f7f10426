"""Settling: the drawing follows the events on the mesh.

Each event is attempted with the effort that looks best, then with less flow and a narrower strip,
until it comes out; one that undoes another heals its scar. Everything that lies between the borders
moves with the flows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from zinegen.errors import MapError
from zinegen.planar.agreement import drafted
from zinegen.planar.attempts import Effort, Outcome, attempted, cut_faces, shortfall
from zinegen.planar.draft import Draft, to_line
from zinegen.planar.healing import healed, with_scars
from zinegen.planar.opening import ironed
from zinegen.planar.riders import carried_along
from zinegen.planar.shape import Shape
from zinegen.planar.surgery import Surgery

EFFORTS = (
    Effort(flow=1.0, width=1.0, rounds=8),
    Effort(flow=1.0, width=1.0, rounds=8, strict=True),
    Effort(flow=0.7, width=0.75, rounds=8),
    Effort(flow=1.0, width=0.55, rounds=20),
    Effort(flow=0.0, width=0.6, rounds=20, strict=True),
    Effort(flow=0.5, width=0.4, rounds=20),
    Effort(flow=0.0, width=0.3, rounds=20, strict=True),
    Effort(flow=0.0, width=0.3, rounds=8, least=1.5, contact=2.0),
    Effort(flow=0.0, width=0.1, rounds=0, least=0.2, contact=0.3, strict=True),
)
"""First as it looks best, then as it fits."""


def settled_shape(shape: Shape, surgeries: Iterable[Surgery]) -> Shape:
    """Return the drawing after some events, one after the other; see `settle`."""
    for surgery in surgeries:
        shape = settle(shape, surgery)
    return shape


def settle(shape: Shape, surgery: Surgery) -> Shape:
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

    Where nothing at all comes out, the borders around are drawn as straight as they can be first, and
    at the very last all borders of the map.
    """
    found: list[tuple[float, Outcome]] = []
    for faces in ((), cut_faces(surgery), tuple(draft.mesh.rings)):
        base = ironed(draft, faces)
        for effort in EFFORTS:
            outcome = attempted(base, surgery, effort)
            if outcome is not None:
                short = shortfall(outcome.draft, draft)
                if not short:
                    return outcome
                found.append((short, outcome))
        if found:
            return min(found, key=lambda each: each[0])[1]
    message = "there is no way to draw the event"
    raise MapError(message)
