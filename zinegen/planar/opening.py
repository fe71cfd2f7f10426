"""Opening: ribbons and hairs, which many events leave behind, are smoothed away.

A *ribbon* is a long narrow part of a province: two arms that met in a gap, or a coast that flows have
squeezed. The lines along it are drawn tight, so that its mouths open and it becomes a bay; where it is
a finger between two lines of one border it shrinks. Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.planar.draft import Array, Draft, Mask, is_sound, plainer, rounded
from zinegen.planar.mesh import Face, border_of
from zinegen.planar.shape import OUTSIDE
from zinegen.planar.strips import even, relaxed

RIBBON = 16.0
"""What is narrower and more than about two and a half times as long is a ribbon."""

HAIR = 3.0

AROUND = 14.0
"""So far around a ribbon the lines are drawn tight."""

TIGHT = 40.0


def opened(draft: Draft, faces: Iterable[Face]) -> Draft:
    """Return the draft with the ribbons of some provinces drawn tight, as far as they can be."""
    for face in faces:
        if face == OUTSIDE:
            continue
        for zone in ribbons(draft.ground(face)):
            draft = _tightened(draft, face, zone)
    return draft


def ribbons(ground: Polygon) -> list[BaseGeometry]:
    """Return the surroundings of a province's ribbons and hairs."""
    plain = plainer(ground, 1.0)
    if not plain.is_valid:
        return []
    zones = []
    for width, around in ((RIBBON, AROUND), (HAIR, 2.0)):
        core = plain.buffer(-width / 2, quad_segs=3).buffer(width / 2 + 0.3, quad_segs=3)
        lost = shapely.get_parts(plain.difference(core))
        zones += [
            part.buffer(around, quad_segs=3) for part in lost if part.area > 2.2 * width * width
        ]
    return zones


def _tightened(draft: Draft, face: Face, zone: BaseGeometry) -> Draft:
    shapely.prepare(zone)
    borders = sorted({border_of(dart) for ring in draft.mesh.rings[face] for dart in ring})
    for strength in (TIGHT, TIGHT / 5):
        lines = {}
        for border in borders:
            line = _drawn_tight(draft, border, zone, strength)
            if line is not None:
                lines[border] = line
        if not lines:
            return draft
        after = draft.changed(lines)
        touched = sorted({side for border in lines for side in draft.mesh.sides(border)})
        if all(is_sound(after, side) for side in touched):
            return after
    return draft


def _drawn_tight(draft: Draft, border: int, zone: BaseGeometry, strength: float) -> Array | None:
    """Return a line smoothed inside a zone, or None if it does not run there."""
    line = draft.lines[border]
    low, high = draft.box(border)
    x0, y0, x1, y1 = zone.bounds
    if low[0] > x1 or low[1] > y1 or high[0] < x0 or high[1] < y0:
        return None
    dense = even(line)
    free: Mask = np.asarray(shapely.contains_xy(zone, dense))
    free &= ((dense > 0.01) & (dense < np.array(draft.size) - 0.01)).all(axis=1)
    free[[0, -1]] = False
    if not free.any():
        return None
    return rounded(relaxed(dense, strength, ~free))
