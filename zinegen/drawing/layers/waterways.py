"""Waterways on the map: straits along borders, canals through provinces, and where they run.

A canal that the printed map has is drawn as printed for as long as it is open. One that was dug is
drawn between the shores it joins, bent round the name and the unit of its province.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import shapely

from zinegen.board.board import Board, Canal, NamedStrait
from zinegen.drawing import style
from zinegen.drawing.geometry import outlines
from zinegen.drawing.labels.placement import places
from zinegen.drawing.scene import Group, Ink, Lines, Shape
from zinegen.drawing.simplify import province_polygons
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import DecorationKind, Line

STRAIT = (
    Ink(fill="none", stroke=style.SHORE, width=46, round=True),
    Ink(fill="none", stroke=style.LAKE, width=30, round=True),
    Ink(fill="none", stroke=style.SHORE, width=9, dash=(20, 24)),
)
CUT = Ink(fill="none", stroke=style.SHORE, width=34, round=True)
BED = Ink(fill="none", stroke="#b9d8e2", width=18, round=True)
"""A canal between its banks."""
BENDS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7)
"""How far a canal may swing out, as a part of its length."""
REACH = 150.0
"""How near the end of a printed canal must be to a shore to lead to it, in tenths."""


def waterways(board: Board) -> Iterator[Shape]:
    """Yield the straits and canals of an up-to-date board."""
    shape = board.current_shape
    straits = tuple(shape.lines[border] for border in board.straits if border in board.mesh)
    if straits:
        yield Group(kind="strait", items=tuple(Lines(lines=straits, ink=ink) for ink in STRAIT))
    courses = canals(board)
    if courses:
        items = (Lines(lines=courses, ink=CUT), Lines(lines=courses, ink=BED))
        yield Group(kind="canal", items=items)


def canals(board: Board) -> tuple[Line, ...]:
    """Return the courses of all canals of an up-to-date board that are open."""
    dug = [line for canal in board.canals for line in canal_course(board, canal)]
    joined = [line for join in board.joins for line in join_course(board, join)]
    return (*dug, *joined)


def canal_course(board: Board, canal: Canal) -> tuple[Line, ...]:
    """Return a canal's way between the middles of its two borders, bent round name and unit.

    None where the board, which is up to date, has no such province or borders.
    """
    lines = board.current_shape.lines
    if canal.province not in outlines(board) or any(b not in lines for b in canal.terminals):
        return ()
    one, other = (_middle(lines[border]) for border in canal.terminals)
    printed = _find_printed_canal(board, canal.province)
    if printed and all(
        shapely.distance(shapely.LineString(lines[border]), shapely.LineString(printed)) < REACH
        for border in canal.terminals
    ):
        return (printed,)
    return (_course(board, canal.province, one, other),)


def join_course(board: Board, join: NamedStrait) -> tuple[Line, ...]:
    """Return the canals that join seas through a province; none while closed, dry or under ice.

    A natural waterway that the printed map shows as water has no canal.
    """
    if not join.open or join.via is not None or not _is_wet(board, join):
        return ()
    printed = _find_printed_canal(board, join.province)
    shores = [_shore(board, join.province, group) for group in join.groups]
    if not all(shores):
        return ()
    if printed is None:
        if join.natural:
            return ()
        middles = [_middle(max(shore, key=_length)) for shore in shores]
        return tuple(_course(board, join.province, middles[0], end) for end in middles[1:])
    line = shapely.LineString(printed)
    far = [
        shore for shore in shores if shapely.distance(shapely.MultiLineString(shore), line) >= REACH
    ]
    if len(far) == len(shores):
        middles = [_middle(max(shore, key=_length)) for shore in shores]
        return tuple(_course(board, join.province, middles[0], end) for end in middles[1:])
    ends = [_middle(max(shore, key=_length)) for shore in far]
    centre = _middle(printed)
    return (printed, *(_course(board, join.province, centre, end) for end in ends))


def _is_wet(board: Board, join: NamedStrait) -> bool:
    face = join.province
    return face in outlines(board) and board.is_ground(face) and not board[face].iced


def _find_printed_canal(board: Board, face: Face) -> Line | None:
    """Return the canal that the printed map has in a province."""
    for piece in board.current_shape.decoration:
        if piece.kind is DecorationKind.CANAL and face in piece.within:
            return piece.line
    return None


def _shore(board: Board, face: Face, waters: Sequence[Face]) -> list[Line]:
    """Return a province's borders with some waters, as long as they are waters."""
    lines = board.current_shape.lines
    return [
        lines[border]
        for water in waters
        if water in board.provinces and board.is_water(water)
        for border in board.mesh.between(face, water)
    ]


def _course(board: Board, face: Face, a: tuple[float, float], b: tuple[float, float]) -> Line:
    """Return a way through a province that keeps clear of its name and unit."""
    ground = province_polygons(board)[face]
    spots = places(board)[face]
    keep = [shapely.Point(spots.unit), shapely.Point(spots.label.at)]
    best: Line = ()
    most = -math.inf
    for bend in BENDS:
        middle = (
            (a[0] + b[0]) / 2 + bend * (a[1] - b[1]),
            (a[1] + b[1]) / 2 + bend * (b[0] - a[0]),
        )
        line = shapely.LineString(tuple(_bent(a, middle, b)))
        value = -10 * shapely.length(shapely.difference(line, ground))
        value += min(300.0, *(shapely.distance(line, point) for point in keep)) - 100 * abs(bend)
        if value > most:
            best, most = tuple((round(x), round(y)) for x, y in line.coords), value
    return best


def _bent(
    a: tuple[float, float], middle: tuple[float, float], b: tuple[float, float]
) -> Iterable[tuple[float, float]]:
    """Yield points of a curve from a to b that is drawn towards its middle."""
    for step in range(13):
        t = step / 12
        u = 1 - t
        yield (
            u * u * a[0] + 2 * u * t * middle[0] + t * t * b[0],
            u * u * a[1] + 2 * u * t * middle[1] + t * t * b[1],
        )


def _middle(line: Line) -> tuple[float, float]:
    at = shapely.LineString(line).interpolate(0.5, normalized=True)
    return at.x, at.y


def _length(line: Line) -> float:
    return float(shapely.length(shapely.LineString(line)))
