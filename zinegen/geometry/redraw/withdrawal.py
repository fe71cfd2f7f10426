"""Islands that pass from one host to another withdraw to the new one, or it would wind round the old.

Such an island has reached its new host by an arm. What it leaves of its ground falls to the old host; what
it keeps, at the end of the arm, grows as the ground settles. Lengths are drawing units.
"""

from __future__ import annotations

import shapely

from zinegen.geometry.draft import Array, Draft
from zinegen.geometry.legibility import find_widest, measure_compactness
from zinegen.geometry.mesh import BorderId, Dart, border_of, twin
from zinegen.geometry.redraw.corridor import stretch_between

NEAR = 60.0
"""An island whose widest place is no farther from its new host stays as it is,"""

COMPACT = 0.4
"""if it is no less round than this."""

KEPT = 1500.0
"""It keeps as much ground as this, in square units, that nearest to its new host."""

REACHES = (40.0, 55.0, 75.0, 100.0, 140.0)
"""All its ground that is no farther from its new host than the first of these that will do."""


def withdraw(draft: Draft, border: BorderId) -> Draft:
    """Return the drawing with the islands that are to part at a border withdrawn to their new hosts."""
    for side in (Dart(2 * border), twin(Dart(2 * border))):
        course = _find_course(draft, side)
        if course is not None:
            draft = draft.replace_lines({border: course[::-1] if side % 2 else course})
    return draft


def _find_course(draft: Draft, side: Dart) -> Array | None:
    """Return the border round a withdrawn island, as one side of it runs; None where it is to stay."""
    mesh = draft.mesh
    face, after = mesh.face[side], mesh.next[side]
    if mesh.prev[side] != after or len(mesh.rings[face]) > 1 or border_of(after) == border_of(side):
        return None
    ground, gate = draft.ground(face), shapely.LineString(draft.line(after))
    widest = shapely.Point(find_widest(ground).coords[0])
    if gate.distance(widest) <= NEAR and measure_compactness(ground) >= COMPACT:
        return None
    for reach in REACHES:
        parts = shapely.get_parts(ground.intersection(gate.buffer(reach)))
        stub = min(parts, key=lambda part: part.distance(gate.centroid))
        if stub.area >= KEPT and not stub.interiors:
            ring = shapely.get_coordinates(shapely.orient_polygons(stub).exterior)
            return stretch_between([ring], draft.line(after)[-1], draft.line(after)[0])
    return None
