"""Motion: the pictures between before and after an event, each of them a valid map."""

from __future__ import annotations

from dataclasses import replace

from zinegen.errors import MapError
from zinegen.planar.agreement import drafted
from zinegen.planar.draft import to_line
from zinegen.planar.flows import flowed, part
from zinegen.planar.mesh import Mesh
from zinegen.planar.shape import Shape
from zinegen.planar.surgery import Surgery


def frames(
    before: Shape, after: Shape, surgery: Surgery, count: int
) -> tuple[tuple[Mesh, Shape], ...]:
    """Return pictures on the way from one shape to the next, both included.

    While the ground moves the mesh is the old one: the event's flows, stopped at even parts of their
    time. With the last picture the borders have changed. ``after`` must be fresh from `settle`, since
    the flows are read off its youngest scar; names and decoration are those of before until the last.
    Raises MapError when it has no scar, or for less than two pictures.
    """
    if not after.scars or count < 2:
        message = "a moving picture needs an event that has just been drawn, and two pictures"
        raise MapError(message)
    found = []
    for number in range(count - 1):
        start = draft = drafted(surgery.before, before)
        for flow in after.scars[-1].flows if number else ():
            draft = flowed(draft, part(flow, number / (count - 1)))
        lines = {
            border: before.lines[border] if line is start.lines[border] else to_line(line)
            for border, line in draft.lines.items()
        }
        found.append((surgery.before, replace(before, lines=lines)))
    return (*found, (surgery.mesh, after))
