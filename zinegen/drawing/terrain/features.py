"""What is marked on borders and in provinces: rifts, mountain ranges, straits and canals.

A canal that the printed map has is drawn as printed for as long as it is open. One that was dug is
drawn between the shores it joins, bent round the name and the unit of its province.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import shapely

from zinegen.board.board import Board, Canal, NamedStrait
from zinegen.drawing import style
from zinegen.drawing.geometry import find_outlines, find_polygons, length_of
from zinegen.drawing.placement import find_places
from zinegen.drawing.scene import Group, Ink, Lines, Shape
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import DecorationKind, Line, Point

PEAK = 150
"""Distance of two peaks of a range, in tenths."""
TOOTH = 55
"""Distance of two teeth of a rift."""

RIFT = (Ink(stroke=style.ROCK, width=52), Ink(stroke=style.GAP, width=18))
"""A rift's edges and its gap."""
RANGE = Ink(fill=style.RANGE, stroke=style.ROCK, width=9, round=True)


def draw_features(board: Board) -> Iterator[Shape]:
    """Yield what is marked on an up-to-date board's borders and in its provinces."""
    yield from draw_waterways(board)
    crossings = list_crossings(board)
    if crossings:
        items = tuple(Lines(lines=crossings, ink=ink) for ink in CROSSING)
        yield Group(kind="crossing", title="Crossings", items=items)
    for one, other in board.rifts:
        lines = tuple(add_teeth(line) for line in _lines_between(board, one, other))
        if lines:
            yield Group(
                kind="rift",
                title=f"Rift between {board[one].name} and {board[other].name}",
                ink=Ink(fill="none", round=True),
                items=tuple(Lines(lines=lines, ink=ink) for ink in RIFT),
            )
    for (one, other), height in sorted(board.ranges.items()):
        chains = tuple(
            peak
            for line in _lines_between(board, one, other)
            for row in range(height)
            for peak in list_peaks(line, row, height)
        )
        if chains:
            what = "Double mountain range" if height > 1 else "Mountain range"
            yield Lines(
                lines=chains,
                closed=True,
                kind="range",
                title=f"{what} between {board[one].name} and {board[other].name}",
                ink=RANGE,
            )


def _lines_between(board: Board, one: Face, other: Face) -> list[Line]:
    shape = board.current_shape
    return [shape.lines[border] for border in board.mesh.between(one, other)]


def _along(line: Line, step: float) -> Iterator[tuple[Point, float, float]]:
    """Yield points at equal distances along a line, with the direction there."""
    left = step / 2
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.hypot(bx - ax, by - ay)
        at = left
        while at <= length and length:
            dx, dy = (bx - ax) / length, (by - ay) / length
            yield (round(ax + dx * at), round(ay + dy * at)), dx, dy
            at += step
        left = at - length


def add_teeth(line: Line) -> Line:
    """Return a line made jagged: teeth to its left and right in turn."""
    teeth = [line[0]]
    for place, ((x, y), dx, dy) in enumerate(_along(line, TOOTH)):
        side = 26 if place % 2 else -26
        teeth.append((round(x - dy * side), round(y + dx * side)))
    return (*teeth, line[-1])


def list_peaks(line: Line, row: int, rows: int) -> Iterator[Line]:
    """Yield a range's peaks as triangles that stand upright on a line."""
    for (x, y), dx, dy in _along(line, PEAK):
        aside = (row - (rows - 1) / 2) * 110
        px, py = round(x - dy * aside), round(y + dx * aside)
        yield ((px - 60, py + 38), (px, py - 62), (px + 60, py + 38), (px - 60, py + 38))


CROSSING = (
    Ink(fill="none", stroke=style.HALO, width=60, round=True),
    Ink(fill="none", stroke=style.SHORE, width=30, dash=(3, 62), round=True),
)
"""The dots of a way between provinces that share no border."""


NEAR = 600.0
"""Up to this distance, in tenths, a crossing is the shortest way; farther, it leads from unit to unit."""


def list_crossings(board: Board) -> tuple[Line, ...]:
    """Return the lines of an up-to-date board's crossings, where no border joins their ends anyway."""
    apart = (one.ends for one in board.crossings if not board.mesh.between(*one.ends))
    ways = (_find_crossing(board, *ends) for ends in apart)
    return tuple(tuple((round(x), round(y)) for x, y in way.coords) for way in ways)


def _find_crossing(board: Board, one: Face, other: Face) -> shapely.LineString:
    grounds, spots = find_polygons(board), find_places(board)
    way = shapely.shortest_line(grounds[one], grounds[other])
    if way.length <= NEAR:
        return way
    straight = shapely.LineString((spots[one].unit, spots[other].unit))
    clear = shapely.difference(straight, shapely.union(grounds[one], grounds[other]))
    parts = shapely.get_parts(clear)
    return max(parts, key=shapely.length, default=way)


STRAIT = (
    Ink(fill="none", stroke=style.SHORE, width=46, round=True),
    Ink(fill="none", stroke=style.LAKE, width=30, round=True),
    Ink(fill="none", stroke=style.SHORE, width=9, dash=(20, 24)),
)
CUT = Ink(fill="none", stroke=style.SHORE, width=34, round=True)
BED = Ink(fill="none", stroke=style.SHALLOWS, width=18, round=True)
"""A canal between its banks."""
BENDS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7)
"""How far a canal may swing out, as a part of its length."""
REACH = 150.0
"""How near the end of a printed canal must be to a shore to lead to it, in tenths."""


def draw_waterways(board: Board) -> Iterator[Shape]:
    """Yield the straits and canals of an up-to-date board."""
    shape = board.current_shape
    straits = tuple(shape.lines[border] for border in board.straits if border in board.mesh)
    if straits:
        yield Group(kind="strait", items=tuple(Lines(lines=straits, ink=ink) for ink in STRAIT))
    courses = list_canals(board)
    if courses:
        items = (Lines(lines=courses, ink=CUT), Lines(lines=courses, ink=BED))
        yield Group(kind="canal", items=items)


def list_canals(board: Board) -> tuple[Line, ...]:
    """Return the courses of all canals of an up-to-date board that are open."""
    dug = [line for canal in board.canals for line in find_canal_course(board, canal)]
    joined = [line for join in board.joins for line in find_strait_courses(board, join)]
    return (*dug, *joined)


def find_canal_course(board: Board, canal: Canal) -> tuple[Line, ...]:
    """Return a canal's way between the middles of its two borders, bent round name and unit.

    None where the board, which is up to date, has no such province or borders.
    """
    lines = board.current_shape.lines
    if canal.province not in find_outlines(board) or any(b not in lines for b in canal.terminals):
        return ()
    one, other = (_middle(lines[border]) for border in canal.terminals)
    printed = _find_printed_canal(board, canal.province)
    if printed and all(
        shapely.distance(shapely.LineString(lines[border]), shapely.LineString(printed)) < REACH
        for border in canal.terminals
    ):
        return (printed,)
    return (_find_course(board, canal.province, one, other),)


def find_strait_courses(board: Board, join: NamedStrait) -> tuple[Line, ...]:
    """Return the canals that join seas through a province; none while closed, dry or under ice.

    A natural waterway that the printed map shows as water has no canal.
    """
    if not join.open or join.via is not None or not _is_wet(board, join):
        return ()
    printed = _find_printed_canal(board, join.province)
    shores = [_find_shore(board, join.province, group) for group in join.groups]
    if not all(shores):
        return ()
    if printed is None:
        if join.natural:
            return ()
        middles = [_middle(max(shore, key=length_of)) for shore in shores]
        return tuple(_find_course(board, join.province, middles[0], end) for end in middles[1:])
    line = shapely.LineString(printed)
    far = [
        shore for shore in shores if shapely.distance(shapely.MultiLineString(shore), line) >= REACH
    ]
    if len(far) == len(shores):
        middles = [_middle(max(shore, key=length_of)) for shore in shores]
        return tuple(_find_course(board, join.province, middles[0], end) for end in middles[1:])
    ends = [_middle(max(shore, key=length_of)) for shore in far]
    centre = _middle(printed)
    return (printed, *(_find_course(board, join.province, centre, end) for end in ends))


def _is_wet(board: Board, join: NamedStrait) -> bool:
    face = join.province
    return face in find_outlines(board) and board.is_ground(face) and not board[face].iced


def _find_printed_canal(board: Board, face: Face) -> Line | None:
    """Return the canal that the printed map has in a province."""
    for piece in board.current_shape.decoration:
        if piece.kind is DecorationKind.CANAL and face in piece.within:
            return piece.line
    return None


def _find_shore(board: Board, face: Face, waters: Sequence[Face]) -> list[Line]:
    """Return a province's borders with some waters, as long as they are waters."""
    lines = board.current_shape.lines
    return [
        lines[border]
        for water in waters
        if water in board.provinces and board.is_water(water)
        for border in board.mesh.between(face, water)
    ]


def _find_course(board: Board, face: Face, a: tuple[float, float], b: tuple[float, float]) -> Line:
    """Return a way through a province that keeps clear of its name and unit."""
    ground = find_polygons(board)[face]
    spots = find_places(board)[face]
    keep = [shapely.Point(spots.unit), shapely.Point(spots.label.at)]
    best: Line = ()
    most = -math.inf
    for bend in BENDS:
        middle = (
            (a[0] + b[0]) / 2 + bend * (a[1] - b[1]),
            (a[1] + b[1]) / 2 + bend * (b[0] - a[0]),
        )
        line = shapely.LineString(tuple(_bend(a, middle, b)))
        value = -10 * shapely.length(shapely.difference(line, ground))
        value += min(300.0, *(shapely.distance(line, point) for point in keep)) - 100 * abs(bend)
        if value > most:
            best, most = tuple((round(x), round(y)) for x, y in line.coords), value
    return best


def _bend(
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
