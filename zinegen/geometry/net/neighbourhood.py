"""The second way to draw an event: redraw a whole neighbourhood, for where flows and carving fail.

The ground of the provinces around an event is filled with triangles, slit open along the border that
goes or along a path for the link that comes, and then it relaxes like rubber, the strip, short borders
and tight provinces swelling until all can be seen. No triangle is ever turned over on the way, so the
drawing shows the mesh at every moment. Lengths are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import (
    ROOM,
    SHORTEST,
    Array,
    Draft,
    Mask,
    Motion,
    Rows,
    is_sound,
    largest_circle,
    length_of,
    round_line,
)
from zinegen.geometry.mesh import Face, Mesh
from zinegen.geometry.net.slits import (
    Slit,
    open_border,
    open_link,
    open_path,
    part_banks,
    tip_of,
)
from zinegen.geometry.net.triangles import (
    Matrices,
    Net,
    determinants,
    edges_of,
    move_with_triangles,
    relax_net,
    spokes_of,
    triangulate,
)
from zinegen.geometry.shape import OUTSIDE, TENTHS
from zinegen.geometry.strips import densify
from zinegen.geometry.surgery import Surgery

WIDTH = 20.0
"""A strip would like to be so wide."""

ATTEMPTS = ((120.0, 1.2), (120.0, 4.0), (400.0, 4.0), (math.inf, 4.0))
"""How far from an event the map may be redrawn, and by how much its lines may be simplified first."""

FINE = 0.6
"""And by so much afterwards."""

LEAST = 0.8 * ROOM
"""A province with less room than a circle of this radius is to grow."""

GROWTH = 1.5
"""Short borders and small provinces would like to grow by so much at a time."""

THICKER = 4.0
"""Triangles too thin to be rounded would like to be thicker by so much at a time."""

BESIDE = 25.0
"""Beside a short border the ground grows with it as far as this, so that the lines near it bend gently."""

TIMES = 8
"""How often they are asked to."""


class Redrawing(NamedTuple):
    """A draft of the map after an event, rounded to tenths, and how the ground between its lines moved."""

    draft: Draft
    motion: Motion


def redraw_neighbourhood(
    draft: Draft, surgery: Surgery, faces: Sequence[Face]
) -> Iterator[tuple[Draft, tuple[Motion, ...]]]:
    """Yield drafts of the map after an event, with more and more of it redrawn round some provinces.

    With each comes how the ground moved, one motion after the other. Where a link has to go round outside
    and the frame is in the way, the map is detached from the frame first. There are none where numbers are
    not fine enough.
    """
    for reach, coarseness in ATTEMPTS:
        made = redraw(draft, surgery, faces, reach=reach, coarseness=coarseness)
        if made is not None:
            yield made.draft, (made.motion,)
        elif surgery.across == OUTSIDE and surgery.joined is not None:
            loose = detach_from_frame(draft, surgery.joined)
            made = loose and redraw(loose.draft, surgery, faces, reach=reach, coarseness=coarseness)
            if loose is not None and made is not None:
                yield made.draft, (loose.motion, made.motion)


def redraw(
    draft: Draft,
    surgery: Surgery,
    faces: Iterable[Face],
    *,
    reach: float,
    coarseness: float,
) -> Redrawing | None:
    """Return the drawing after an event, with the neighbourhood of some provinces drawn anew.

    Nothing moves that is farther than *reach* from the new strip; lines within reach are simplified by
    *coarseness* first. None where a link would have to go
    round outside the frame, or where numbers are not fine enough.
    """
    site = _site(draft, surgery)
    near = set(faces)
    for face in faces:
        for other in draft.mesh.adjacent(face) - {OUTSIDE}:
            if draft.ground(other).distance(site) <= reach:
                near.add(other)

    def far(border: int) -> Mask:
        return np.asarray(shapely.distance(shapely.points(draft.lines[border]), site) > reach)

    plain = _simplify_lines(draft, near, far, coarseness)
    if surgery.cut is not None:
        plain = plain.replace_lines({surgery.cut: densify(plain.lines[surgery.cut])})
    net = triangulate(plain, near)
    if surgery.cut is not None:
        slit: Slit | None = open_border(net, surgery, surgery.cut)
    elif surgery.across is not None and surgery.joined is not None:
        slit = open_link(net, surgery, surgery.across, surgery.joined)
    else:
        slit = None
    return None if slit is None else open_slits(plain, surgery.mesh, net, [slit], reach=reach)


def open_slits(
    draft: Draft,
    mesh: Mesh,
    net: Net,
    slits: Sequence[Slit],
    *,
    reach: float,
    width: float = WIDTH,
) -> Redrawing | None:
    """Return the drawing of a net that has been slit, once the strips have opened to about a width.

    Nothing moves that is farther than *reach* from all of them. None where numbers are not fine enough.
    """
    at = part_banks(net, slits, draft.size)
    if at is None:
        return None
    wish = edges_of(at, np.array(net.triangles))
    for slit in slits:
        wishes = _strip_wishes(slit, at, width)
        wish[slit.strip : slit.strip + len(wishes)] = wishes
    return _swell_until_visible(draft, mesh, net, at, _drop_fixed(net, at, wish, slits, reach))


def _drop_fixed(
    net: Net, at: Array, wish: Matrices, slits: Sequence[Slit], reach: float
) -> Matrices:
    """Fix what is far from the strips and drop triangles that cannot move; return the others' wishes."""
    near = MultiLineString([at[slit.course] for slit in slits])
    net.fixed.update(np.flatnonzero(shapely.distance(shapely.points(at), near) > reach).tolist())
    kept = [n for n, corners in enumerate(net.triangles) if not net.fixed.issuperset(corners)]
    net.triangles = [net.triangles[number] for number in kept]
    net.faces = [net.faces[number] for number in kept]
    return wish[kept]


def _site(draft: Draft, surgery: Surgery) -> BaseGeometry:
    """Return the lines at which an event happens."""
    borders = surgery.joined or (surgery.cut,)
    return MultiLineString([draft.lines[border] for border in borders if border is not None])


def _simplify_lines(
    draft: Draft, faces: Iterable[Face], stays: Callable[[int], Mask], tolerance: float
) -> Draft:
    """Return the draft with fewer points on the lines between some provinces.

    ``stays`` tells for the points of a border which of them must not go.
    """
    inner = sorted(set(faces) - {OUTSIDE})
    grounds = [draft.ground(face) for face in inner]
    plain = shapely.coverage_simplify(grounds, tolerance, simplify_boundary=False)
    kept = {(x, y) for x, y in shapely.get_coordinates(plain).tolist()}
    lines = {}
    for border, line in draft.lines.items():
        if set(inner).issuperset(draft.mesh.sides(border)):
            keep = stays(border) | [(x, y) in kept for x, y in line.tolist()]
            keep[[0, -1]] = True
            if not keep.all():
                lines[border] = line[keep]
    after = draft.replace_lines(lines)
    return after if all(is_sound(after, face) for face in inner) else draft


def _strip_wishes(slit: Slit, at: Array, width: float) -> Matrices:
    """Return the edges that the triangles of a strip would like to have, in their order."""
    course = at[list(slit.right)]
    lengths = np.hypot(*np.diff(course, axis=0).T)
    half = width / 2
    found: list[list[list[float]]] = []
    for length in lengths.tolist():
        found += [[[length, length], [0.0, width]], [[length, 0.0], [width, width]]]
    for tip, end in zip(slit.tips, (0, -1), strict=True):
        if tip is not None:
            height = float(np.hypot(*(at[tip] - course[end])))
            sign = 1.0 if end == 0 else -1.0
            found.append([[sign * height, sign * height], [-sign * half, sign * half]])
    return np.array(found)


def _swell_until_visible(
    before: Draft, mesh: Mesh, net: Net, at: Array, wish: Matrices
) -> Redrawing | None:
    """Return the draft of a net that has relaxed until everything on it can be seen."""
    triangles, free = np.array(net.triangles), net.free(before.size)
    borders = [
        border
        for border, chain in net.chains.items()
        if border not in before.lines or not net.fixed.issuperset(chain)
    ]
    touched = sorted({face for border in borders for face in mesh.sides(border)})
    best: tuple[float, Redrawing] | None = None
    start = at
    for _ in range(TIMES):
        at = relax_net(at, triangles, wish, free)
        after = _draw_net(before, mesh, net, at, borders)
        lengths = {border: length_of(after.lines[border]) for border in borders}
        tight: set[Face] = set()
        if all(is_sound(after, face) for face in touched):
            tight = {
                f for f in touched if f != OUTSIDE and largest_circle(after.ground(f))[1] < LEAST
            }
            lacking = max(0.0, 1.2 * SHORTEST - min(lengths.values()))
            if best is None or lacking < best[0]:
                motion = partial(move_with_triangles, before=start, after=at, triangles=triangles)
                best = (lacking, Redrawing(after, motion))
            if not lacking and not tight:
                break
        short = {border for border, length in lengths.items() if length < 1.5 * SHORTEST}
        wish = _enlarge(net, mesh, at, _thicken(at, triangles, wish), borders=short, faces=tight)
    return None if best is None else best[1]


def _draw_net(before: Draft, mesh: Mesh, net: Net, at: Array, borders: Iterable[int]) -> Draft:
    """Return the draft of a net, rounded; points that hardly matter are left out, lest lines cross then."""
    raw = before.replace_lines(
        {border: at[net.chains[border]] for border in borders},
        mesh=mesh,
        gone=tuple(border for border in before.lines if border not in mesh),
    )

    def find_fixed_points(border: int) -> Mask:
        return np.array([point in net.fixed for point in net.chains[border]])

    inner = {face for border in borders for face in mesh.sides(border)}
    inner = {f for f in inner if all(d // 2 in net.chains for ring in mesh.rings[f] for d in ring)}
    plain = _simplify_lines(raw, inner, find_fixed_points, FINE)
    fine, coarse = (
        each.replace_lines({border: round_line(each.lines[border]) for border in borders})
        for each in (plain, raw)
    )
    return fine if all(is_sound(fine, face) for face in inner) else coarse


def _thicken(at: Array, triangles: Rows, wish: Matrices) -> Matrices:
    """Return wishes by which triangles so thin that rounding would turn them over would be thicker."""
    thin = np.flatnonzero(determinants(edges_of(np.round(at * TENTHS) / TENTHS, triangles)) <= 0)
    after = wish.copy()
    for number in thin.tolist():
        first, second = wish[number].T
        sides = [first, second, second - first]
        along = max(sides, key=lambda side: float(side @ side))
        aside = np.array([-along[1], along[0]]) / np.hypot(*along)
        after[number] = (np.eye(2) + (THICKER - 1) * np.outer(aside, aside)) @ wish[number]
    return after


def _enlarge(
    net: Net, mesh: Mesh, at: Array, wish: Matrices, *, borders: set[int], faces: set[Face]
) -> Matrices:
    """Return wishes by which some borders would be longer, and some provinces larger."""
    after = wish.copy()
    for number, face in enumerate(net.faces):
        if face in faces:
            after[number] *= GROWTH
    for border in sorted(borders):
        chain = net.chains[border]
        chord = at[chain[-1]] - at[chain[0]]
        along = chord / max(float(np.hypot(*chord)), 1e-9)
        stretch = np.eye(2) + (GROWTH - 1) * np.outer(along, along)
        if chain[0] == chain[-1]:
            stretch = np.eye(2) * GROWTH
        away = shapely.distance(shapely.points(at), LineString(at[chain]))
        near = set(chain) | set(np.flatnonzero(away < BESIDE).tolist())
        for number, corners in enumerate(net.triangles):
            beside = net.faces[number] in mesh.sides(border) and not near.isdisjoint(corners)
            if beside or not set(chain).isdisjoint(corners):
                after[number] = stretch @ after[number]
    return after


BEYOND = 40.0
"""The map is detached a little farther than from border to border."""

STEP = 10.0
"""Lines on the frame get points at this distance."""

BROAD = 60.0
"""The strip would like to be so wide."""

REACH = 250.0
"""What is farther from the strip does not move."""


def detach_from_frame(draft: Draft, joined: tuple[int, int]) -> Redrawing | None:
    """Return the same map with a strip of the outside along the frame between two of its borders.

    None where no province reaches the frame between them.
    """
    start, extent = _span(draft, joined)
    dense = {}
    for border in (b for b in draft.mesh.borders if OUTSIDE in draft.mesh.sides(b)):
        line = densify(draft.lines[border], STEP)
        spots = [_along(point, draft.size) for point in line.tolist() if _is_rim(point, draft.size)]
        if any(_ahead(start, spot, draft.size) <= extent for spot in spots):
            dense[border] = line
    draft = draft.replace_lines(dense)
    near = {face for border in dense for face in draft.mesh.sides(border)} | {OUTSIDE}
    near |= {other for face in sorted(near - {OUTSIDE}) for other in draft.mesh.adjacent(face)}
    net = triangulate(draft, near)
    ahead = {p: _ahead(start, _along(net.points[p], draft.size), draft.size) for p in net.held}
    walk = sorted((point for point in net.held if ahead[point] <= extent), key=lambda p: ahead[p])
    slits = _slits(net, walk)
    return open_slits(draft, draft.mesh, net, slits, reach=REACH, width=BROAD) if slits else None


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
            slits.append(open_path(net, path, tips, (OUTSIDE, OUTSIDE), spokes))
            net.held -= set(path)
            spokes = spokes_of(net)
    return slits
