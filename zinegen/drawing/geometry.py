"""Small sums on points in tenths: outlines of provinces, boxes, distances."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TypedDict

import numpy as np
import numpy.typing as npt
import shapely

from zinegen.board.board import OUTSIDE, Board
from zinegen.errors import MapError
from zinegen.planar.mesh import Face
from zinegen.planar.shape import Line, Point, Shape, outline

Outline = tuple[Line, ...]
"""The rings of a province, each closed; the outer ones clockwise on the screen, holes the other way."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle, by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Rect) -> bool:
        """Tell whether two rectangles have ground in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def distance(self, point: tuple[float, float]) -> float:
        """Return how far a point is from the rectangle; 0 inside."""
        x, y = point
        return math.hypot(
            max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom)
        )

    def grown(self, by: float) -> Rect:
        """Return the rectangle with every edge moved outwards."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)


FINE = 10
"""How far a drawn line may be from the shape's, in tenths; twice as far in decoration."""

TRIES = 7
"""How often lines that spoil a province are drawn anew, each time half as far from the shape's."""


def drawn(board: Board) -> Board:
    """Return the board with the lines that are drawn: up to date with its mesh, and no finer than seen.

    Both provinces of a border share its simplified line, so no gap arises; should a province not be a
    whole polygon any more, the lines stay as they were. The same answer costs nothing the second time.
    Raises MapError when the board never had a drawing.
    """
    known = board.memo.get("drawn")
    if known is None:
        known = _drawn(board)
        board.memo["drawn"] = known
        known.memo["drawn"] = known
    return known  # type: ignore[return-value]


def _drawn(board: Board) -> Board:
    return simpler(board.settled(), FINE)


def simpler(board: Board, fine: int) -> Board:
    """Return a settled board with lines that are nowhere farther than so many tenths from its own.

    Lines round a province that this would spoil are simplified less.
    """
    shape = shape_of(board)
    borders = list(shape.lines)
    lines = dict(zip(borders, simplified([shape.lines[b] for b in borders], fine), strict=True))
    decoration = simplified([piece.line for piece in shape.decoration], 2 * fine)
    pieces = zip(shape.decoration, decoration, strict=True)
    shape = replace(shape, decoration=tuple(replace(piece, line=line) for piece, line in pieces))
    for _ in range(TRIES):
        found = replace(board, shape=replace(shape, lines=lines))
        spoilt = _spoilt(found)
        if not spoilt:
            return found
        fine //= 2
        again = [b for b in borders if spoilt.intersection(board.mesh.sides(b))]
        finer = simplified([shape.lines[border] for border in again], fine)
        lines.update(zip(again, finer, strict=True))
    return replace(board, shape=shape)


def simplified(lines: Sequence[Line], fine: int) -> list[Line]:
    """Return lines with fewer points, nowhere farther than so many tenths from what they were."""
    if not lines:
        return []
    simple = shapely.simplify(shapely.linestrings(**_points_of(lines)), fine)
    points, numbers = shapely.get_coordinates(simple, return_index=True)
    courses: list[list[Point]] = [[] for _ in lines]
    for number, (x, y) in zip(numbers.tolist(), np.rint(points).astype(int).tolist(), strict=True):
        courses[number].append((x, y))
    return [
        tuple(course) if len(course) > 3 or len(line) <= 3 else line
        for line, course in zip(lines, courses, strict=True)
    ]


class _Coordinates(TypedDict):
    """What makers of many lines in shapely want."""

    coords: npt.NDArray[np.float64]
    indices: npt.NDArray[np.int64]
    """The number of the line that each point belongs to."""


def _points_of(lines: Sequence[Line]) -> _Coordinates:
    flat = chain.from_iterable(chain.from_iterable(lines))
    return {
        "coords": np.fromiter(flat, dtype=float).reshape(-1, 2),
        "indices": np.repeat(np.arange(len(lines)), [len(line) for line in lines]),
    }


def _spoilt(board: Board) -> set[Face]:
    """Return the provinces that are not one polygon, or that overlap another."""
    faces = list(grounds(board))
    polygons = list(grounds(board).values())
    bad = {faces[place] for place in np.flatnonzero(~shapely.is_valid(polygons))}
    if bad:
        return bad
    edges = shapely.coverage_invalid_edges(polygons)
    return {faces[place] for place in np.flatnonzero(~shapely.is_empty(edges))}


def grounds(board: Board) -> Mapping[Face, shapely.Polygon]:
    """Return the ground of every province of a settled board, the outside left out."""
    known = board.memo.get("grounds")
    if known is None:
        rings = outlines(board)
        lines = [ring for outline in rings.values() for ring in outline]
        owners = np.repeat(np.arange(len(rings)), [len(outline) for outline in rings.values()])
        drawn = np.asarray(shapely.linearrings(**_points_of(lines)))
        polygons = np.asarray(shapely.polygons(drawn, indices=owners))
        known = board.memo["grounds"] = dict(zip(rings, polygons.tolist(), strict=True))
    return known  # type: ignore[return-value]


def shape_of(board: Board) -> Shape:
    """Return the drawing of a settled board; raises MapError when it never had one."""
    if board.shape is None or board.owed:
        message = "this board has never been drawn, so there is nothing to show"
        raise MapError(message)
    return board.shape


def is_sunk(board: Board, face: Face) -> bool:
    """Tell whether a province was land at the start and is water now; its key tells what it was."""
    return board.is_water(face) and not face.isupper()


def outlines(board: Board) -> Mapping[Face, Outline]:
    """Return the rings of every province of a settled board, the outside left out."""
    known = board.memo.get("outlines")
    if known is None:
        shape = shape_of(board)
        known = {
            face: outline(board.mesh, shape, face) for face in board.mesh.rings if face != OUTSIDE
        }
        board.memo["outlines"] = known
    return known  # type: ignore[return-value]


def inside(rings: Outline, point: Point) -> bool:
    """Tell whether a point lies in a province, by counting the lines that it meets on its way east."""
    x, y = point
    crossed = False
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise(ring):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                crossed = not crossed
    return crossed


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance of two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])
