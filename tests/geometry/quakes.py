"""Random events on a map, and measurements of what was drawn that owe nothing to the program."""

import random

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from zinegen.geometry.shape import polygons
from zinegen.geometry.surgery import release, separate


def legal_events(mesh):
    """Return the separations and the releases that make sense on a mesh."""
    separations = [(border,) for border in mesh.borders if not mesh.is_ring(border)]
    releases = [
        (face, a // 2, c // 2)
        for face, rings in mesh.rings.items()
        for number, one in enumerate(rings)
        for two in rings[number + 1 :]
        for a in one
        for c in two
        if mesh.across(a) != mesh.across(c)
    ]
    return separations, releases


def happen(mesh, event):
    """Return the surgery of an event."""
    return separate(mesh, *event) if len(event) == 1 else release(mesh, *event)


def walk(mesh, seed):
    """Yield random events for ever; one in four is a release where there are any. Send the mesh back."""
    dice = random.Random(seed)
    while True:
        separations, releases = legal_events(mesh)
        event = dice.choice(releases if releases and dice.random() < 0.25 else separations)
        mesh = yield event


def drawn(mesh, shape):
    """Return the polygons of all provinces as shapely knows them, in drawing units."""
    return {
        face: Polygon(np.array(rings[0]) / 10, [np.array(hole) / 10 for hole in rings[1:]])
        for face, rings in polygons(mesh, shape).items()
        if face != "Out"
    }


def contacts(areas):
    """Return how long the common border of any two provinces is, measured from their polygons.

    The polygons must be a valid coverage: then a common border is made of edges that both of them have.
    """
    edges, owners = [], []
    for face, area in areas.items():
        for ring in (area.exterior, *area.interiors):
            points = shapely.get_coordinates(ring) @ (1, 1j)
            edges.append(np.sort([points[:-1], points[1:]], axis=0))
            owners += [face] * (len(points) - 1)
    start, end = np.hstack(edges)
    order = np.lexsort((end, start))
    twice = (np.diff(start[order]) == 0) & (np.diff(end[order]) == 0)
    found = {}
    for row, other in zip(order[:-1][twice].tolist(), order[1:][twice].tolist(), strict=True):
        pair = tuple(sorted((owners[row], owners[other])))
        found[pair] = found.get(pair, 0.0) + abs(end[row] - start[row])
    return found


def farthest(one, two):
    """Return how far apart the lines of two shapes are, at most (Hausdorff distance, drawing units)."""
    gaps = [0.0]
    for border, line in one.lines.items():
        if border in two.lines and two.lines[border] is not line:
            pair = [shapely.segmentize(LineString(each), 30) for each in (line, two.lines[border])]
            gaps.append(shapely.hausdorff_distance(*pair) / 10)
    return max(gaps)


def assert_true_map(mesh, shape):
    """Fail unless what is drawn is the mesh, by measurements of the polygons alone."""
    areas = drawn(mesh, shape)
    assert all(area.is_valid for area in areas.values())
    assert shapely.coverage_is_valid(list(areas.values()))
    touching = contacts(areas)
    wanted = {(a, b) for a in areas for b in mesh.adjacent(a) if a < b and b != "Out"}
    assert set(touching) == wanted
    assert min(touching.values()) >= 8
    x0, y0, x1, y1 = shapely.total_bounds(list(areas.values()))
    assert min(x0, y0) >= 0
    assert x1 <= shape.width / 10
    assert y1 <= shape.height / 10
