"""Random events on a map, and measurements of what was drawn that owe nothing to the program."""

import random

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon

from zinegen.geometry import Dart, border_of, draw_surgery, polygons, release, separate, twin


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


def walk(mesh, seed, kind="uniform"):
    """Yield random events for ever. Send the mesh back after each.

    ``uniform``: one in four is a release where there are any; ``islands``: half are releases or
    separations that make islands; ``region``: all are at provinces within two steps of one.
    """
    dice = random.Random(seed)
    if kind == "region":
        middle = dice.choice(sorted(set(mesh.rings) - {"Out"}))
        near = mesh.adjacent(middle) | {middle}
        region = {face for one in near - {"Out"} for face in mesh.adjacent(one)} - {"Out"}
    while True:
        separations, releases = legal_events(mesh)
        if kind == "region":
            near = [one for one in separations if not region.isdisjoint(mesh.sides(*one))]
            releases = [one for one in releases if one[0] in region]
            # Where nothing is left to part or to join, the ground shakes elsewhere.
            separations = near if near or releases else separations
        if kind == "islands" and dice.random() < 0.5:
            rings = [one for one in separations if len({*mesh.ends(*one)}) == 1]
            separations = rings or separations
            releases = releases if dice.random() < 0.5 else []
            event = dice.choice(releases or separations)
        else:
            parts = separations and not (releases and dice.random() < 0.25)
            event = dice.choice(separations if parts else releases)
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


def undo(surgery):
    """Return the event that exactly undoes another."""
    if surgery.made is not None:
        return separate(surgery.mesh, surgery.made)
    before, seam = surgery.before, Dart(2 * surgery.cut)
    one, two = (surgery.heirs(border_of(before.prev[side]))[0] for side in (seam, twin(seam)))
    return release(surgery.mesh, before.across(before.prev[seam]), one, two)


def gap(one, two):
    """Return the Hausdorff distance of two lines in drawing units."""
    return gap_of_groups([one], [two])


def gap_of_groups(*groups):
    """Return the Hausdorff distance of two groups of lines in drawing units."""
    pair = [MultiLineString([np.array(line) for line in lines]) for lines in groups]
    return shapely.hausdorff_distance(*shapely.segmentize(pair, 30)) / 10


def gaps(surgery, undone, shape, after):
    """Return how far each border is from where it was before an event and its undoing."""
    lines = dict(after.lines)
    if surgery.cut is not None and undone.made is not None:
        lines[surgery.cut] = lines[undone.made]
    return [
        gap(line, lines[border])
        for border, line in shape.lines.items()
        if border in lines and lines[border] is not line
    ]


def lines_of_pairs(mesh, shape):
    """Return for each two neighbours the lines of all their borders, whatever their numbers."""
    found = {}
    for border in mesh.borders:
        found.setdefault(frozenset(mesh.sides(border)), []).append(shape.lines[border])
    return found


def farthest_after_undoing(surgery, shape, after):
    """Return how far a border is at most from its place, in drawing units, when an event is undone."""
    undone = undo(surgery)
    again = draw_surgery(after, undone)
    then, now = lines_of_pairs(surgery.before, shape), lines_of_pairs(undone.mesh, again)
    moved = [key for key in then if then[key] != now[key]]
    by_pairs = max((gap_of_groups(then[key], now[key]) for key in moved), default=0.0)
    if surgery.cut is None or surgery.made is None:
        # Borders that grow together and are split again may come back under other numbers.
        return by_pairs
    return max(by_pairs, *gaps(surgery, undone, shape, again), 0.0)


def undo_gap(surgery, before, mesh, shape):
    """Return how far borders are from their place when an event, old or new, is undone; None if it cannot be.

    After other events only those that come back by the undoing count, and have the ends that they had.
    """
    if mesh is surgery.mesh:
        return farthest_after_undoing(surgery, before, shape)
    made = surgery.made
    if made is None or made not in mesh or around(mesh, made) != around(surgery.mesh, made):
        return None
    undone = separate(mesh, made)
    again = draw_surgery(shape, undone)
    if surgery.cut is not None:
        return gap(before.lines[surgery.cut], again.lines[undone.made])
    same = [
        border
        for border in surgery.joined
        if border in undone.mesh and around(undone.mesh, border) == around(surgery.before, border)
    ]
    return max((gap(before.lines[one], again.lines[one]) for one in same), default=None)


def around(mesh, border):
    """Return the provinces on both sides of a border and at its ends."""
    ends = None if mesh.is_ring(border) else set(mesh.ends(border))
    return set(mesh.sides(border)), ends
