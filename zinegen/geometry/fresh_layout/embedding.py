"""A first drawing of a mesh without any crossing, from the mesh alone: Tutte's embedding.

Every border gets a few points, every province an inner ring and a middle: together a triangulation
in which no two triangles share more than an edge. With the frame fixed, and every other point the
weighted mean of those it is joined to, no two edges cross, whatever the weights (W. T. Tutte, How to
draw a graph, 1963). The weights are changed until areas are roughly those that are wished for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from zinegen.geometry.draft import Array, Rows
from zinegen.geometry.fresh_layout.frame import Framing, corners_of, point_on_frame
from zinegen.geometry.fresh_layout.sparse import solve_springs
from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of, twin
from zinegen.geometry.shape import OUTSIDE

POINTS = 3
"""Points within each border that do not lie on the frame."""

RING = 6
"""Points of a border without junctions."""

STEP = 40.0
"""Points on the frame are about so far apart, in drawing units."""

ROUNDS = 24
"""How often the weights are changed."""

FLAT = 1.0
"""An island that is no broader to either side, in drawing units, is made as broad as it is long."""

FILLED = 0.4
"""It reaches so far to every side, as a share of the widest circle round it."""

LENGTH = 30.0
"""A border shorter than this (in drawing units) gets weights that stretch it."""


Ring = tuple[Dart, ...]


@dataclass(frozen=True, kw_only=True)
class Wires:
    """Points, of which only those on the frame have a place yet, and the points along every border."""

    chains: Mapping[BorderId, Rows]
    """From the start to the end of the border's even dart; a ring ends with its first point."""
    fixed: Mapping[int, tuple[float, float]]
    count: int

    def walk(self, ring: Sequence[Dart]) -> Rows:
        """Return the points along a ring of darts."""
        return np.concatenate([self.course(dart)[:-1] for dart in ring])

    def course(self, dart: Dart) -> Rows:
        """Return the points along a dart."""
        chain = self.chains[border_of(dart)]
        return chain[::-1] if dart % 2 else chain


def lay_wires(framing: Framing) -> Wires:
    """Return points along every border of a mesh."""
    mesh, size = framing.mesh, framing.size
    junction: dict[Dart, int] = {}
    count = 0
    for dart in sorted(mesh.next):
        if dart not in junction and not mesh.is_ring(border_of(dart)):
            junction |= dict.fromkeys(mesh.junction(dart), count)
            count += 1
    chains: dict[BorderId, Rows] = {}
    fixed: dict[int, tuple[float, float]] = {}
    for border in mesh.borders:
        dart = Dart(2 * border)
        outer = next((d for d in (dart, twin(dart)) if mesh.face[d] == OUTSIDE), None)
        marks = [] if outer is None else _marks(framing.stretches[outer], size)
        if outer is not None and mesh.is_ring(border):
            marks = [framing.stretches[outer][0], *marks]
        inside = len(marks) if outer is not None else RING if mesh.is_ring(border) else POINTS
        points = np.arange(count, count + inside)
        count += inside
        if mesh.is_ring(border):
            chain = np.append(points, points[0])
        else:
            chain = np.array([junction[dart], *points, junction[mesh.next[dart]]])
        chains[border] = chain
        if outer is not None:
            course = chain if outer == dart else chain[::-1]
            begin, end = framing.stretches[outer]
            places = marks if mesh.is_ring(border) else [begin, *marks, end]
            fixed |= {
                int(point): point_on_frame(place, size)
                for point, place in zip(course, places, strict=False)
            }
    return Wires(chains=chains, fixed=fixed, count=count)


def _marks(stretch: tuple[float, float], size: tuple[float, float]) -> list[float]:
    """Return the places of the points on a stretch of the frame, its corners among them."""
    begin, end = stretch
    even = np.linspace(begin, end, max(POINTS, int((end - begin) / STEP)) + 2)[1:-1].tolist()
    perimeter = 2 * sum(size)
    corners = [c + turn * perimeter for turn in (-1, 0, 1, 2) for c in corners_of(size)[:-1]]
    inner = [corner for corner in corners if begin + 1e-6 < corner < end - 1e-6]
    away = [e for e in even if all(abs(e - corner) > 1.0 for corner in inner)]
    return sorted([*away, *inner])


@dataclass(frozen=True, kw_only=True)
class _Net:
    """The edges of the triangulation: their two points, province and border (-1 for none)."""

    count: int
    one: Rows
    two: Rows
    face: Rows
    border: Rows


def embed(
    framing: Framing, areas: Mapping[ProvinceKey, float], homes: Mapping[ProvinceKey, Array]
) -> tuple[Wires, Array]:
    """Return points along all borders of a mesh, with places in which no two borders cross.

    ``areas`` are wishes, in square units. An island hangs on the neighbour that is nearest to ``homes``.
    """
    wires = lay_wires(framing)
    net = _triangulate(framing.mesh, wires, homes)
    at = _solve(framing.mesh, wires, net, areas)[: wires.count]
    return wires, _broaden_islands(framing.mesh, wires, at)


def _triangulate(mesh: Mesh, wires: Wires, homes: Mapping[ProvinceKey, Array]) -> _Net:
    count = wires.count
    ones: list[Rows] = []
    twos: list[Rows] = []
    faces: list[Rows] = []
    inner = [face for face in mesh.rings if face != OUTSIDE]
    for number, face in enumerate(inner):
        walk = _bridged_walk(mesh, wires, face, homes)
        size = len(walk)
        ring = np.arange(count, count + size)
        middle = np.full(size, count + size)
        count += size + 1
        after, ring_after = np.roll(walk, -1), np.roll(ring, -1)
        ones += [walk, walk, after, ring, ring]
        twos += [after, ring, ring, ring_after, middle]
        faces.append(np.full(5 * size, number))
    one, two = np.concatenate(ones), np.concatenate(twos)
    key = np.minimum(one, two) * count + np.maximum(one, two)
    numbers = np.repeat(
        np.arange(len(mesh.borders)), [len(wires.chains[b]) - 1 for b in mesh.borders]
    )
    starts = np.concatenate([wires.chains[b][:-1] for b in mesh.borders])
    ends = np.concatenate([wires.chains[b][1:] for b in mesh.borders])
    known = np.minimum(starts, ends) * count + np.maximum(starts, ends)
    order = np.argsort(known)
    at = np.minimum(np.searchsorted(known[order], key), len(known) - 1)
    border = np.where(known[order][at] == key, numbers[order][at], -1)
    return _Net(count=count, one=one, two=two, face=np.concatenate(faces), border=border)


def _bridged_walk(
    mesh: Mesh, wires: Wires, face: ProvinceKey, homes: Mapping[ProvinceKey, Array]
) -> Rows:
    """Return the points round a province; to islands and back it goes over a bridge.

    A bridge joins what would be nearest to each other if all provinces beyond were at home.
    """
    rings = sorted(mesh.rings[face], key=lambda ring: -_weight(mesh, ring))
    walk, behind = wires.walk(rings[0]), _beyond(mesh, wires, rings[0], homes)
    for ring in rings[1:]:
        points, others = wires.walk(ring), _beyond(mesh, wires, ring, homes)
        away = np.hypot(*(behind[:, None] - others[None]).transpose(2, 0, 1))
        at, first = (int(row) for row in np.unravel_index(away.argmin(), away.shape))
        points, others = np.roll(points, -first), np.roll(others, -first, axis=0)
        walk = np.concatenate([walk[: at + 1], points, points[:1], walk[at:]])
        behind = np.concatenate([behind[: at + 1], others, others[:1], behind[at:]])
    return walk


def _beyond(
    mesh: Mesh, wires: Wires, ring: Sequence[Dart], homes: Mapping[ProvinceKey, Array]
) -> Array:
    """Return for each point of a ring the home of the province beyond; the point itself on the frame."""
    nowhere = np.full(2, 1e6)
    found = []
    for dart in ring:
        course = wires.course(dart)[:-1].tolist()
        for row, point in enumerate(course):
            # Of equals the middle of a border comes first: it is there that it faces its neighbour.
            aside = np.full(2, 1e-3 * abs(row - len(course) / 2))
            home = homes.get(mesh.across(dart), nowhere)
            found.append(wires.fixed.get(point, home) + aside)
    return np.array(found)


def _weight(mesh: Mesh, ring: Sequence[Dart]) -> float:
    """Return how much lies behind a ring: the outer one leads to the frame."""
    behind = mesh.behind(ring)
    return float(len(behind)) + (1e6 if OUTSIDE in behind else 0.0)


def _broaden_islands(mesh: Mesh, wires: Wires, at: Array) -> Array:
    """Return places in which no island is all but a line.

    An island hangs on its neighbour by one bridge, and is pressed flat; one in its lake is so twice over.
    It goes to the widest place of what lies round it, and fills a part of that.
    """
    at = at.copy()
    for inside, ring, shores in _list_islands(mesh):
        mine = [wires.chains[b] for b in mesh.borders if not inside.isdisjoint(mesh.sides(b))]
        points = np.unique(np.concatenate(mine))
        cloud = at[points] - at[wires.walk(ring)].mean(axis=0)
        _, _, axes = np.linalg.svd(cloud, full_matrices=False)
        along = cloud @ axes.T
        reach = np.abs(along).max(axis=0)
        if not 0 < reach.min() <= FLAT:
            continue
        outer, *holes = (at[wires.walk(shore)] for shore in shores)
        room = shapely.maximum_inscribed_circle(shapely.Polygon(outer, holes))
        place = np.array(room.coords[0])
        # No such map makes lines cross that did not.
        at[points] = place + (along / reach) @ axes * (FILLED * room.length)
    return at


def _list_islands(mesh: Mesh) -> list[tuple[frozenset[ProvinceKey], Ring, list[Ring]]]:
    """Return the provinces of each island, the ring round it, and the other rings there, the outer first.

    An island comes before those in its lakes.
    """
    found = []
    for face, rings in mesh.rings.items():
        outer, *inner = sorted(rings, key=lambda ring: -_weight(mesh, ring))
        for ring in inner if face != OUTSIDE else ():
            others = [outer, *(other for other in inner if other != ring)]
            found.append((mesh.behind(ring), ring, others))
    return sorted(found, key=lambda island: -len(island[0]))


def _solve(mesh: Mesh, wires: Wires, net: _Net, areas: Mapping[ProvinceKey, float]) -> Array:
    """Return places for all points, those where areas are nearest to the wishes."""
    inner = [face for face in mesh.rings if face != OUTSIDE]
    wanted = np.array([areas[face] for face in inner])
    at = np.zeros((net.count, 2))
    fixed = np.array(sorted(wires.fixed))
    at[fixed] = [wires.fixed[point] for point in fixed.tolist()]
    is_free = np.ones(net.count, dtype=bool)
    is_free[fixed] = False
    nothing = np.zeros((net.count, 2))
    sides = _sides(mesh, wires, inner)
    by_face, by_border = np.zeros(len(inner)), np.zeros(len(mesh.borders) + 1)
    best, best_error = at, np.inf
    for _ in range(ROUNDS):
        weight = np.exp(by_face[net.face] + by_border[net.border])
        at = solve_springs(
            (net.one, net.two), weight, nothing[:, 0], right=nothing, at=at, free=is_free
        )
        got = _areas(at, sides, len(inner))
        error = np.log(np.maximum(got, 1e-9) / wanted)
        if float(np.abs(error).mean()) < best_error:
            best, best_error = at, float(np.abs(error).mean())
        by_face += 0.5 * np.clip(error, -2, 2)
        by_face -= by_face.mean()
        lengths = _lengths(at, sides, len(mesh.borders))
        wish = 0.3 * np.clip(np.log(np.maximum(lengths, 1e-9) / LENGTH), -2, 0.3)
        by_border[:-1] = np.clip(by_border[:-1] + wish, -8, 0)
    return best


@dataclass(frozen=True, kw_only=True)
class _Sides:
    """The stretches of all borders: their points, border, and the provinces right and left of them."""

    start: Rows
    end: Rows
    border: Rows
    right: Rows
    left: Rows


def _sides(mesh: Mesh, wires: Wires, inner: Sequence[ProvinceKey]) -> _Sides:
    number = {face: row for row, face in enumerate(inner)} | {OUTSIDE: len(inner)}
    lengths = [len(wires.chains[border]) - 1 for border in mesh.borders]
    right, left = np.array([[number[f] for f in mesh.sides(b)] for b in mesh.borders]).T
    return _Sides(
        start=np.concatenate([wires.chains[border][:-1] for border in mesh.borders]),
        end=np.concatenate([wires.chains[border][1:] for border in mesh.borders]),
        border=np.repeat(np.arange(len(mesh.borders)), lengths),
        right=np.repeat(right, lengths),
        left=np.repeat(left, lengths),
    )


def _areas(at: Array, sides: _Sides, count: int) -> Array:
    one, two = at[sides.start], at[sides.end]
    half = (one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]) / 2
    found = np.bincount(sides.right, half, count + 1) - np.bincount(sides.left, half, count + 1)
    return np.asarray(found[:-1])


def _lengths(at: Array, sides: _Sides, count: int) -> Array:
    along = at[sides.end] - at[sides.start]
    return np.asarray(np.bincount(sides.border, np.hypot(along[:, 0], along[:, 1]), count))
