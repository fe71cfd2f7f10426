"""Linking: the carving of a release, which joins two provinces across a third one.

A strip along the way (see `ways`) is taken from the province that is crossed.
Lengths are drawing units.
"""

from __future__ import annotations

import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString

from zinegen.planar.carving import left_over
from zinegen.planar.draft import Array, Draft
from zinegen.planar.mesh import Dart, border_of
from zinegen.planar.strips import (
    fitting,
    rounded_off,
    strip,
    wished,
)
from zinegen.planar.surgery import Surgery
from zinegen.planar.ways import rest_of

SPARE = 0.05
"""A link may open up at its ends by so much of the area of the province that it crosses."""


def link_widths(draft: Draft, darts: tuple[Dart, Dart], way: Array, width: float) -> Array:
    """Return the half-widths of a strip along a way between two borders of a province."""
    spare = SPARE * draft.ground(draft.mesh.face[darts[0]]).area
    return fitting(way, wished(way, width, spare), rest_of(draft, darts))


def linked(
    draft: Draft, surgery: Surgery, way: Array, widths: Array, smooth: float
) -> Draft | None:
    """Return the draft after a release along a way; None where the strip finds no room.

    ::

        ──a1──╮ ╭──a2──       the walk round the crossed province goes a1, c2, ..., c1, a2;
              │f│             the link f runs from where a2 begins to where a1 ends
        ──c2──╯ ╰──c1──
    """
    if surgery.joined is None or surgery.across is None or surgery.made is None:
        return None
    mesh, after = draft.mesh, surgery.mesh
    in_a, in_c = (mesh.dart_in(border, surgery.across) for border in surgery.joined)
    ground = strip(way, widths)
    cuts = _banks(way, widths[len(widths) // 2])
    pieces = left_over(draft, surgery.across, ground)
    if not pieces:
        return None
    loop = min(pieces[0], key=lambda ring: LineString(ring).distance(cuts))
    from_a, from_c = (LineString(loop).project(bank) for bank in cuts.geoms)
    lines: dict[int, Array] = {}
    for dart, start, stop in ((in_c, from_a, from_c), (in_a, from_c, from_a)):
        path = _stretch(LineString(loop), start, stop)
        other = in_a if dart == in_c else in_c
        second = after.next[other]
        if second == dart:
            lines[border_of(dart)] = _as_even(dart, rounded_off(draft, path, ground, smooth))
            continue
        begin, end = (_row(path, draft.line(dart)[row]) for row in (0, -1))
        if begin is None or end is None or end > begin:
            return None
        lines[border_of(dart)] = _as_even(dart, rounded_off(draft, path[begin:], ground, smooth))
        lines[border_of(second)] = _as_even(
            second, rounded_off(draft, path[: end + 1], ground, smooth)
        )
    ends = [lines[border_of(dart)][0 if dart % 2 else -1] for dart in (in_c, in_a)]
    lines[surgery.made] = np.array(ends)
    return draft.changed(lines, mesh=after)


def _banks(way: Array, width: float) -> shapely.MultiPoint:
    """Return the two points beside a way's middle: where a1 ends, and where c1 ends."""
    line = LineString(way)
    one, middle, two = (
        np.array(line.interpolate(share, normalized=True).coords[0]) for share in (0.49, 0.5, 0.51)
    )
    ahead = (two - one) / np.hypot(*(two - one))
    aside = np.array([-ahead[1], ahead[0]])
    return shapely.MultiPoint([middle + width * aside, middle - width * aside])


def _stretch(loop: LineString, start: float, stop: float) -> Array:
    """Return the stretch of a closed line between two lengths along it, round its end if need be."""
    if start <= stop:
        return shapely.get_coordinates(shapely.ops.substring(loop, start, stop))
    head = shapely.get_coordinates(shapely.ops.substring(loop, start, loop.length))
    return np.vstack([head, shapely.get_coordinates(shapely.ops.substring(loop, 0, stop))[1:]])


def _row(path: Array, point: Array) -> int | None:
    """Return the row of a path in which a point stands, if it does."""
    away = np.hypot(*(path - point).T)
    row = int(away.argmin())
    return row if away[row] < 1e-6 else None


def _as_even(dart: Dart, points: Array) -> Array:
    return points[::-1] if dart % 2 else points
