"""Islands that are no provinces, kept clear of all ground: one that touched it would look like part of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import shapely
import shapely.affinity
from shapely.geometry import Polygon

from zinegen.board.board import OUTSIDE, Board
from zinegen.drawing.geometry import Outline
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import DecorationKind, Line

APART = 40.0
"""Least distance of an island from ground, in tenths: as much as two shores with water between them take."""
FAR = 120.0
"""How far an island may be moved."""
SPECK = 900.0
"""An island smaller than this, in tenths squared, is not drawn."""


def list_islands(
    board: Board, polygons: Mapping[ProvinceKey, Polygon], beyond: Iterable[Outline]
) -> tuple[Line, ...]:
    """Return the outlines of the islands in the waters of an up-to-date board.

    ``polygons`` are its provinces, ``beyond`` is what lies off it. An island that is too near to either is
    moved, or else shrunk, or left out where nothing is left of it.
    """
    grounds = [area for face, area in polygons.items() if board.is_ground(face)]
    grounds += [Polygon(part[0], part[1:]) for part in beyond]
    tree = shapely.STRtree(grounds)
    found: list[Line] = []
    for piece in board.current_shape.decoration:
        inside = [face for face in piece.within if face != OUTSIDE]
        if piece.kind is not DecorationKind.ISLAND or not all(map(board.is_water, inside)):
            continue
        island = Polygon(piece.line)
        reach = shapely.buffer(island, APART + FAR)
        near = shapely.union_all(tree.geometries[tree.query(reach, predicate="intersects")])
        if near.is_empty or shapely.distance(island, near) >= APART:
            found.append(piece.line)
        else:
            found += (_round_ring(part) for part in _keep_clear(island, near))
    return tuple(found)


def _keep_clear(island: Polygon, ground: shapely.Geometry) -> Iterator[Polygon]:
    """Yield an island moved away from ground, or what of it is far enough from there."""
    moved = island
    for _ in range(4):
        gap = float(shapely.distance(moved, ground))
        if gap >= APART:
            yield moved
            return
        (x, y), (to_x, to_y) = shapely.shortest_line(moved, ground).coords
        if gap == 0:
            break
        step = (APART + 2 - gap) / gap
        moved = shapely.affinity.translate(moved, (x - to_x) * step, (y - to_y) * step)
        if math.dist(moved.centroid.coords[0], island.centroid.coords[0]) > FAR:
            break
    rest = shapely.difference(shapely.make_valid(island), shapely.buffer(ground, APART + 2))
    for part in shapely.get_parts(shapely.simplify(rest, 2)):
        if isinstance(part, Polygon) and part.area >= SPECK:
            yield Polygon(part.exterior)


def _round_ring(island: Polygon) -> Line:
    points = np.rint(shapely.get_coordinates(island.exterior)).astype(int).tolist()
    return tuple((x, y) for x, y in points)
