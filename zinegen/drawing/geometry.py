"""Calculations with a board ready for drawing: its simplified lines, outlines, polygons, and boxes.

Points are in tenths of a drawing unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TypedDict

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from zinegen.board.board import OUTSIDE, Board
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point, outline
from zinegen.redrawing import DRAWN, draw_board

Outline = tuple[Line, ...]
"""The rings of a province, each closed; the outer ones clockwise on the screen, holes the other way."""
FINE = 10
"""How far a drawn line may be from the shape's, in tenths; twice as far in decoration."""

REMEMBERED = 4096
"""So many lines are remembered with what they are simplified to."""
TRIES = 7
"""How often lines that spoil a province are drawn anew, each time half as far from the shape's."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle, by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Rect) -> bool:
        """Tell whether two rectangles overlap."""
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

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """The left, upper, right and lower side."""
        return self.left, self.top, self.right, self.bottom

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def area(self) -> Polygon:
        """The rectangle as an area."""
        return shapely.box(self.left, self.top, self.right, self.bottom)

    def shift(self, by: Point) -> Rect:
        """Return the rectangle moved by (dx, dy)."""
        dx, dy = by
        return Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def grow(self, by: float) -> Rect:
        """Return the rectangle with every edge moved outwards."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)


def find_outlines(board: Board) -> Mapping[ProvinceKey, Outline]:
    """Return the rings of every province of an up-to-date board, the outside left out."""
    shape = board.current_shape
    return {face: outline(board.mesh, shape, face) for face in board.mesh.rings if face != OUTSIDE}


def length_of(line: Line) -> float:
    """Return the length of a line in tenths."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def to_point(at: Iterable[float]) -> Point:
    """Return a place in whole tenths."""
    x, y = at
    return round(float(x)), round(float(y))


def middle_of(line: Line) -> Point:
    """Return the point half way along a line."""
    return to_point(shapely.LineString(line).interpolate(0.5, normalized=True).coords[0])


def simplify_for_drawing(board: Board) -> Board:
    """Return the board ready for drawing: its geometry up to date, its lines simplified to what can be seen.

    Both provinces of a border share its simplified line, so no gap arises; should a province not be a
    whole polygon any more, the lines stay as they were. The same answer costs nothing the second time.
    Raises MapError when the board never had a drawing.
    """
    known = board.memo.get(DRAWN)
    if known is None:
        known = simplify_board(draw_board(board), FINE)
        board.memo[DRAWN] = known
        known.memo[DRAWN] = known
    return known  # type: ignore[return-value]


def simplify_board(board: Board, fine: int) -> Board:
    """Return an up-to-date board with lines that are nowhere farther than so many tenths from its own.

    Lines round a province that this would spoil are simplified less.
    """
    shape = board.current_shape
    borders = list(shape.lines)
    lines = dict(zip(borders, _recall_lines([shape.lines[b] for b in borders], fine), strict=True))
    decoration = _recall_lines([piece.line for piece in shape.decoration], 2 * fine)
    pieces = zip(shape.decoration, decoration, strict=True)
    shape = replace(shape, decoration=tuple(replace(piece, line=line) for piece, line in pieces))
    for _ in range(TRIES):
        found = replace(board, shape=replace(shape, lines=lines))
        spoilt = _invalid_provinces(found)
        if not spoilt:
            return found
        fine //= 2
        again = [b for b in borders if spoilt.intersection(board.mesh.sides(b))]
        finer = simplify_lines([shape.lines[border] for border in again], fine)
        lines.update(zip(again, finer, strict=True))
    return replace(board, shape=shape)


_known: dict[tuple[Line, int], Line] = {}
"""Lines of boards and how far the simple ones may be from them: most are on the next board, too."""


def _recall_lines(lines: Sequence[Line], fine: int) -> list[Line]:
    """Return what `simplify_lines` does; lines that other boards have, too, are the same objects."""
    found = {line: _known.get((line, fine)) for line in lines}
    fresh = [line for line, simple in found.items() if simple is None]
    made = dict(zip(fresh, simplify_lines(fresh, fine), strict=True))
    if len(_known) > REMEMBERED:
        _known.clear()
    _known.update({(line, fine): simple for line, simple in made.items()})
    return [found[line] or made[line] for line in lines]


def simplify_lines(lines: Sequence[Line], fine: int) -> list[Line]:
    """Return lines with fewer points, nowhere farther than so many tenths from what they were."""
    if not lines:
        return []
    courses = np.asarray(shapely.linestrings(**_points_of(lines)))
    simple = np.asarray(shapely.simplify(courses, fine, preserve_topology=False))
    rings = shapely.is_closed(courses)  # these may collapse
    simple[rings] = shapely.simplify(courses[rings], fine)
    points = np.rint(shapely.get_coordinates(simple)).astype(int).tolist()
    ends = np.cumsum(shapely.get_num_coordinates(simple)).tolist()
    found = (tuple((x, y) for x, y in points[a:b]) for a, b in pairwise((0, *ends)))
    return [
        course if len(course) > 3 or len(line) <= 3 else line
        for line, course in zip(lines, found, strict=True)
    ]


class _Coordinates(TypedDict):
    """The coordinates of many lines in the form in which shapely takes them."""

    coords: npt.NDArray[np.float64]
    indices: npt.NDArray[np.int64]
    """The number of the line that each point belongs to."""


def _points_of(lines: Sequence[Line]) -> _Coordinates:
    flat = chain.from_iterable(chain.from_iterable(lines))
    return {
        "coords": np.fromiter(flat, dtype=float).reshape(-1, 2),
        "indices": np.repeat(np.arange(len(lines)), [len(line) for line in lines]),
    }


def _invalid_provinces(board: Board) -> set[ProvinceKey]:
    """Return the provinces that are not one polygon, or that overlap another."""
    found = find_polygons(find_outlines(board))
    faces, polygons = [*found], [*found.values()]
    bad = {faces[place] for place in np.flatnonzero(~shapely.is_valid(polygons))}
    if bad:
        return bad
    edges = shapely.coverage_invalid_edges(polygons)
    return {faces[place] for place in np.flatnonzero(~shapely.is_empty(edges))}


def find_polygons(rings: Mapping[ProvinceKey, Outline]) -> Mapping[ProvinceKey, shapely.Polygon]:
    """Return the ground within the outlines of some provinces."""
    return dict(zip(rings, make_polygons([*rings.values()]).tolist(), strict=True))


def make_polygons(outlines: Sequence[Outline]) -> npt.NDArray[np.object_]:
    """Return the ground within some outlines."""
    lines = [ring for outline in outlines for ring in outline]
    owners = np.repeat(np.arange(len(outlines)), [len(outline) for outline in outlines])
    rings = np.asarray(shapely.linearrings(**_points_of(lines)))
    return np.asarray(shapely.polygons(rings, indices=owners))
