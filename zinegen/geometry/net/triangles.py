"""Nets: the ground of some provinces filled with triangles; their borders are chains of the points.

See `slits`, which does an event on a net, and `neighbourhood`, which gives it room afterwards.
Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import Array, Draft, Mask, Rows
from zinegen.geometry.mesh import Dart, Face, border_of
from zinegen.geometry.shape import OUTSIDE

Triangle = tuple[int, int, int]
"""Numbers of points; the walk round them has the triangle on the right hand, as seen on the map."""

Spoke = dict[int, tuple[int, int]]
"""At a point, by neighbour: the triangle right of the edge to it, and that triangle's third point."""

Spokes = dict[int, Spoke]
"""By point."""

_Numbering = Callable[[tuple[float, float]], int]


@dataclass(slots=True)
class Net:
    """Points, triangles between them, and the borders as chains of points."""

    points: list[tuple[float, float]] = field(default_factory=list)
    triangles: list[Triangle] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    """The province that each triangle lies in."""
    chains: dict[int, list[int]] = field(default_factory=dict)
    """For each border its points, from the start to the end of its even dart."""
    fixed: set[int] = field(default_factory=set)
    """Points that must not move."""
    held: set[int] = field(default_factory=set)
    """Points on the frame, which may only move along it."""

    def add(self, x: float, y: float) -> int:
        """Add a point; return its number."""
        self.points.append((x, y))
        return len(self.points) - 1

    def chain(self, dart: Dart) -> list[int]:
        """Return the points of a border as this side of it runs."""
        known = self.chains[border_of(dart)]
        return known[::-1] if dart % 2 else known

    def put(self, dart: Dart, points: Sequence[int]) -> None:
        """Set the points of a border, given as this side of it runs."""
        self.chains[border_of(dart)] = list(points[::-1] if dart % 2 else points)

    def array(self) -> Array:
        """Return all points as rows."""
        return np.array(self.points)

    def free(self, size: tuple[float, float]) -> Mask:
        """Tell for x and y of each point whether it may change, on a board of a size."""
        found = np.ones((len(self.points), 2), dtype=bool)
        found[sorted(self.fixed)] = False
        for number in sorted(self.held):
            for axis in (0, 1):
                if self.points[number][axis] in {0.0, size[axis]}:
                    found[number, axis] = False
        return found


def triangulate(draft: Draft, faces: Iterable[Face]) -> Net:
    """Return the ground of some provinces as a net; lines that run along other provinces are fixed.

    Of the ground outside only what lies within the frame is filled.
    """
    net = Net()
    known = sorted(set(faces))
    numbers: dict[tuple[float, float], int] = {}

    def number_of(point: tuple[float, float]) -> int:
        if point not in numbers:
            numbers[point] = net.add(*point)
        return numbers[point]

    for border in draft.mesh.borders:
        sides = draft.mesh.sides(border)
        if not set(known).isdisjoint(sides):
            net.chains[border] = [number_of((x, y)) for x, y in draft.lines[border].tolist()]
            if not set(known).issuperset(sides):
                net.fixed.update(net.chains[border])
    for face in known:
        ground: BaseGeometry = draft.ground(face)
        if face == OUTSIDE:
            ground = ground.intersection(shapely.box(0, 0, *draft.size))
        _fill(net, ground, face, number_of)
    _hold(net, draft.size)
    return net


def _fill(net: Net, ground: BaseGeometry, face: Face, number_of: _Numbering) -> None:
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(ground))
    corners = shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]
    turned = determinants(corners[:, 1:].swapaxes(1, 2) - corners[:, :1].swapaxes(1, 2)) > 0
    for spots, right in zip(corners.tolist(), turned.tolist(), strict=True):
        a, b, c = (number_of((x, y)) for x, y in spots)
        net.triangles.append((a, b, c) if right else (a, c, b))
        net.faces.append(face)


def _hold(net: Net, size: tuple[float, float]) -> None:
    for number, (x, y) in enumerate(net.points):
        if x in {0.0, size[0]} or y in {0.0, size[1]}:
            net.held.add(number)


def spokes_of(net: Net) -> Spokes:
    """Return for each point and neighbour: the triangle right of the edge there, and its third point."""
    found: Spokes = {}
    for number, (a, b, c) in enumerate(net.triangles):
        for one, two, three in ((a, b, c), (b, c, a), (c, a, b)):
            found.setdefault(one, {})[two] = (number, three)
    return found


def replace_corner(corners: Triangle, old: int, new: int) -> Triangle:
    """Return a triangle with another point in the place of one of its corners."""
    a, b, c = (new if corner == old else corner for corner in corners)
    return a, b, c


Matrices = npt.NDArray[np.float64]
"""A matrix of two rows and columns for each triangle."""

ROUNDS = 16
"""Steps, at most."""

PATIENCE = 25
"""Steps of the solver within one of them, at most."""

NEAR = 4.0
"""In one step a triangle is to be stretched by no more than this."""

SAFE = 0.8
"""A step goes no farther than this share of the way on which some triangle would become a line."""

STILL = 0.5
"""A step that moves no point farther than this, in drawing units, is the last."""

LIGHT, HEAVY = 4.0, 400.0
"""Triangles smaller or larger than these areas count as if they had them."""


def edges_of(at: Array, triangles: Rows) -> Matrices:
    """Return for each triangle the two edges from its first corner, as columns."""
    first, second, third = (at[triangles[:, corner]] for corner in range(3))
    return np.stack([second - first, third - first], axis=2)


def determinants(matrices: Matrices) -> Array:
    """Return the determinant of each matrix: of edges, twice the area of the triangle."""
    return np.asarray(matrices[:, 0, 0] * matrices[:, 1, 1] - matrices[:, 0, 1] * matrices[:, 1, 0])


def relax_net(at: Array, triangles: Rows, wish: Matrices, free: Mask) -> Array:
    """Return where the points of a net come to rest.

    ``wish`` are the edges that each triangle would like to have (see `edges_of`), ``free`` tells for x
    and y of each point whether it may change. All triangles must turn the same way as their wishes.
    """
    used, flat = np.unique(triangles, return_inverse=True)
    whole = at.copy()
    at, free, triangles = at[used], free[used], flat.reshape(triangles.shape)
    weights = np.clip(determinants(wish) / 2, LIGHT, HEAVY)
    for _ in range(ROUNDS):
        rest = _limit_stretch(edges_of(at, triangles), wish)
        after = _step(at, triangles, rest, weights, free)
        far = float(np.abs(after - at).max())
        at = after
        if not far or (far < STILL and rest is wish):
            break
    whole[used] = at
    return whole


def _limit_stretch(edges: Matrices, wish: Matrices) -> Matrices:
    """Return the shapes to relax to next: those wished for, or nearer ones where these are far."""
    change = edges @ _inverses(wish)
    values, vectors = np.linalg.eigh(np.swapaxes(change, 1, 2) @ change)
    logs = np.log(np.maximum(values, 1e-300)) / 2
    excess = np.abs(logs).max(axis=1) / np.log(NEAR)
    far = excess > 1
    if not far.any():
        return wish
    share = 1 - 1 / excess[far]
    middle = vectors[far] * np.exp(logs[far] * share[:, None])[:, None, :]
    rest = wish.copy()
    rest[far] = middle @ np.swapaxes(vectors[far], 1, 2) @ wish[far]
    return rest


def _inverses(matrices: Matrices) -> Matrices:
    (a, b), (c, d) = matrices[:, 0].T, matrices[:, 1].T
    return np.asarray(
        np.stack([np.stack([d, -b], axis=1), np.stack([-c, a], axis=1)], axis=1)
        / determinants(matrices)[:, None, None]
    )


def _energy(change: Matrices, weights: Array) -> float:
    squares = (change**2).sum(axis=(1, 2))
    return float((weights * squares * (1 + determinants(change) ** -2)).sum())


def _step(at: Array, triangles: Rows, rest: Matrices, weights: Array, free: Mask) -> Array:
    """Return the points after one step; where they are if none gains anything."""
    back = _inverses(rest)
    slopes = np.stack([-back[:, 0] - back[:, 1], back[:, 0], back[:, 1]], axis=1)
    change = edges_of(at, triangles) @ back
    way = _direction(change, weights, slopes, triangles, free)
    before = _energy(change, weights)
    drift = edges_of(way, triangles)
    share = min(1.0, SAFE * _first_flat(edges_of(at, triangles), drift))
    for _ in range(12):
        after = at + share * way
        if _energy(edges_of(after, triangles) @ back, weights) < before:
            return after
        share /= 2
    return at


def _first_flat(edges: Matrices, drift: Matrices) -> float:
    """Return after how much of a drift the first triangle becomes a line; infinite when none does."""
    a = determinants(drift)
    c = determinants(edges)
    b = determinants(edges + drift) - a - c
    # The least positive root of a t^2 + b t + c, worked out so that a may be nought.
    root = np.sqrt(np.maximum(b * b - 4 * a * c, 0))
    whole = b * b >= 4 * a * c
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.concatenate([2 * c / (-b + root), 2 * c / (-b - root)])
    found = found[np.concatenate([whole, whole]) & np.isfinite(found) & (found > 0)]
    return float(found.min(initial=np.inf))


def _direction(
    change: Matrices, weights: Array, slopes: Array, triangles: Rows, free: Mask
) -> Array:
    """Return the way that the points would go if each triangle pulled as a spring does.

    Conjugate gradients, each point's own block of the system made plain first.
    """
    turn, stiff = _springs(change, weights)
    count, flat = len(free), triangles.ravel()
    (p, q), (r, s) = stiff[:, 0].T, stiff[:, 1].T
    east, south = (np.ascontiguousarray(slopes[:, :, axis]) for axis in (0, 1))

    def gather(rows: Sequence[tuple[Array, Array]]) -> Array:
        """Add up what pulls at each point, given the rows of each triangle's pull."""
        shares = (one[:, None] * east + two[:, None] * south for one, two in rows)
        sums = [np.bincount(flat, share.ravel(), minlength=count) for share in shares]
        return np.asarray(np.where(free, np.column_stack(sums), 0.0))

    def pull(points: Array) -> Array:
        x, y = (points[:, axis].take(triangles) for axis in (0, 1))
        a, b, c, d = (
            np.einsum("ij,ij->i", part, slope) for part in (x, y) for slope in (east, south)
        )
        return gather([(p * a + q * c, p * b + q * d), (r * a + s * c, r * b + s * d)])

    pulls = stiff @ (turn - change)
    blocks = _blocks(stiff, slopes, triangles, free)
    rest = gather([(pulls[:, row, 0], pulls[:, row, 1]) for row in (0, 1)])
    smooth = np.einsum("nij,nj->ni", blocks, rest)
    at, way = np.zeros((count, 2)), smooth
    gain = start = float((rest * smooth).sum())
    for _ in range(PATIENCE):
        if gain <= 1e-5 * start:
            break
        answer = pull(way)
        step = gain / float((way * answer).sum())
        at, rest = at + step * way, rest - step * answer
        smooth = np.einsum("nij,nj->ni", blocks, rest)
        before, gain = gain, float((rest * smooth).sum())
        way = smooth + gain / before * way
    return at


def _springs(change: Matrices, weights: Array) -> tuple[Matrices, Matrices]:
    """Return to which turn each triangle is pulled, and how stiffly in each direction.

    A triangle stretched by s is pulled with (s + 1)(s^2 + 1) / s^3: then the pulls are those of the energy.
    """
    (a, b), (c, d) = change[:, 0].T, change[:, 1].T
    size = np.maximum(np.hypot(a + d, c - b), 1e-300)
    cos, sin = (a + d) / size, (c - b) / size
    turn = np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)
    stretch = change @ np.swapaxes(turn, 1, 2)
    back, one = _inverses(stretch), np.eye(2)
    stiff = (stretch + one) @ (stretch @ stretch + one) @ back @ back @ back
    return turn, np.asarray(stiff * weights[:, None, None])


def _blocks(stiff: Matrices, slopes: Array, triangles: Rows, free: Mask) -> Matrices:
    """Return for every point the inverse of its own block of the system."""
    weight = (slopes**2).sum(axis=2)
    found = np.zeros((len(free), 2, 2))
    for row in (0, 1):
        for column in (0, 1):
            parts = (stiff[:, row, column, None] * weight).ravel()
            found[:, row, column] = np.bincount(triangles.ravel(), parts, minlength=len(free))
    both = free[:, :, None] & free[:, None, :]
    found = np.where(both, found, 0.0)
    found[:, [0, 1], [0, 1]] += np.where(free & (found[:, [0, 1], [0, 1]] > 0), 0.0, 1.0)
    return np.where(both | np.eye(2, dtype=bool), _inverses(found), 0.0)


def move_with_triangles(points: Array, *, before: Array, after: Array, triangles: Rows) -> Array:
    """Return points carried along by the triangles they lie in, whose corners move; others stay."""
    corners = before[triangles]
    tree = shapely.STRtree(np.asarray(shapely.polygons(corners), dtype=np.object_))
    rows, found = tree.query(shapely.points(points), predicate="intersects")
    edges = edges_of(before, triangles)[found]
    good = determinants(edges) > 0
    rows, found, edges = rows[good], found[good], edges[good]
    away = points[rows] - corners[found, 0]
    shares = np.linalg.solve(edges, away[:, :, None])
    goal = after[triangles[found, 0]]
    result = points.copy()
    result[rows] = goal + (edges_of(after, triangles)[found] @ shares)[:, :, 0]
    return result
