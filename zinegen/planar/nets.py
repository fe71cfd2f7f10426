"""Nets: the ground of some provinces filled with triangles; their borders are chains of the points.

See `slitting`, which does an event on a net, and `redrawing`, which gives it room afterwards.
Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from zinegen.planar.draft import Array, Draft, Mask
from zinegen.planar.elastic import determinants
from zinegen.planar.mesh import Dart, Face, border_of
from zinegen.planar.shape import OUTSIDE

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


def filled(draft: Draft, faces: Iterable[Face]) -> Net:
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


def renamed(corners: Triangle, old: int, new: int) -> Triangle:
    """Return a triangle with another point in the place of one of its corners."""
    a, b, c = (new if corner == old else corner for corner in corners)
    return a, b, c
