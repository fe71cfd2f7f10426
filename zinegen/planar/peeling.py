"""Peeling: along some way the map draws back from its frame, so that the ground outside comes in.

A link across the outside may have to go round provinces that reach the frame. Along that way their
rims are loosed from the frame, and between rim and frame comes a strip of the outside. Elsewhere the
map stays as it is, and the frame stays everywhere. Lengths are drawing units.
"""

from __future__ import annotations

from itertools import pairwise

import shapely
from shapely.geometry import LineString, Polygon

from zinegen.planar.draft import Draft
from zinegen.planar.nets import Net, filled, spokes_of
from zinegen.planar.redrawing import Redrawing, loosened
from zinegen.planar.shape import OUTSIDE
from zinegen.planar.slitting import Slit, opened_between, tip_of
from zinegen.planar.strips import even

BEYOND = 40.0
"""The map is peeled off a little farther than from border to border."""

STEP = 10.0
"""Lines on the frame get points at this distance."""

BROAD = 60.0
"""The strip would like to be so wide."""

REACH = 250.0
"""What is farther from the strip does not move."""


def peeled(draft: Draft, joined: tuple[int, int]) -> Redrawing | None:
    """Return the same map with a strip of the outside along the frame between two of its borders.

    None where no province reaches the frame between them.
    """
    start, extent = _span(draft, joined)
    dense = {}
    for border in (b for b in draft.mesh.borders if OUTSIDE in draft.mesh.sides(b)):
        line = even(draft.lines[border], STEP)
        spots = [_along(point, draft.size) for point in line.tolist() if _is_rim(point, draft.size)]
        if any(_ahead(start, spot, draft.size) <= extent for spot in spots):
            dense[border] = line
    draft = draft.changed(dense)
    near = {face for border in dense for face in draft.mesh.sides(border)} | {OUTSIDE}
    near |= {other for face in sorted(near - {OUTSIDE}) for other in draft.mesh.adjacent(face)}
    net = filled(draft, near)
    ahead = {p: _ahead(start, _along(net.points[p], draft.size), draft.size) for p in net.held}
    walk = sorted((point for point in net.held if ahead[point] <= extent), key=lambda p: ahead[p])
    slits = _slits(net, walk)
    return loosened(draft, draft.mesh, net, slits, reach=REACH, width=BROAD) if slits else None


def _is_rim(point: tuple[float, float], size: tuple[float, float]) -> bool:
    return point[0] in {0.0, size[0]} or point[1] in {0.0, size[1]}


def _along(point: tuple[float, float], size: tuple[float, float]) -> float:
    """Return how far it is along the frame to a point on it, clockwise from the corner at the top left."""
    (x, y), (width, height) = point, size
    if y == 0:
        return x
    if x == width:
        return width + y
    return width + height + (width - x) if y == height else 2 * (width + height) - y


def _ahead(start: float, stop: float, size: tuple[float, float]) -> float:
    """Return how far it is along the frame, clockwise, from one place to another."""
    return (stop - start) % (2 * sum(size))


def _span(draft: Draft, joined: tuple[int, int]) -> tuple[float, float]:
    """Return where the shortest way along the frame between two borders begins, and its length."""
    one, two = (_doors(draft, border) for border in joined)
    extent, start = min(
        (_ahead(a, b, draft.size), a)
        for here, there in ((one, two), (two, one))
        for a in here
        for b in there
    )
    return start - BEYOND, extent + 2 * BEYOND


def _doors(draft: Draft, border: int) -> list[float]:
    """Return the places on the frame at which a link along it can leave for a border.

    They are the border's own, or those of a bay of the outside that it lies along.
    """
    line = LineString(draft.lines[border])
    bays = shapely.get_parts(draft.ground(OUTSIDE).intersection(shapely.box(0, 0, *draft.size)))
    points = draft.lines[border].tolist()
    for bay in bays:
        if isinstance(bay, Polygon) and bay.distance(line) < 1e-6:
            points += shapely.get_coordinates(bay).tolist()
    return sorted({_along(point, draft.size) for point in points if _is_rim(point, draft.size)})


def _slits(net: Net, walk: list[int]) -> list[Slit]:
    """Loose the map from the frame along a walk of points on it; return where.

    Where the walk passes the mouth of a bay there is nothing to loose.
    """
    runs: list[list[int]] = []
    spokes = spokes_of(net)
    for here, there in pairwise(walk):
        edge = spokes[here].get(there)
        if edge is None or net.faces[edge[0]] == OUTSIDE:
            continue
        if runs and runs[-1][-1] == here:
            runs[-1].append(there)
        else:
            runs.append([here, there])
    slits = []
    for run in runs:
        first, last = (tip_of(net, spokes[point], OUTSIDE) for point in (run[0], run[-1]))
        path = run[first is None : len(run) - (last is None)]
        if path:
            tips = (run[0] if first is None else first, run[-1] if last is None else last)
            slits.append(opened_between(net, path, tips, (OUTSIDE, OUTSIDE), spokes))
            net.held -= set(path)
            spokes = spokes_of(net)
    return slits
