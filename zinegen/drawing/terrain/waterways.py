"""Straits and canals as they are drawn.

A canal that the printed map has is drawn as printed for as long as it is open. One that was dug is
drawn between the shores it joins, inside its province, clear of name and unit where there is room.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import shapely
import shapely.affinity
import shapely.ops
from shapely.geometry.base import BaseGeometry

from zinegen.board.board import Board, Canal, NamedStrait
from zinegen.drawing import style
from zinegen.drawing.drawn_map import DrawnMap
from zinegen.drawing.geometry import Outline, length_of, make_polygons
from zinegen.drawing.scene import Group, Ink, Lines, Shape
from zinegen.geometry.draft import to_array, to_line
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import TENTHS, DecorationKind, Line, Point
from zinegen.geometry.strips import find_path_inside
from zinegen.languages.names import name_province

CROSSING = (
    Ink(fill="none", stroke=style.HALO, width=60, round=True),
    Ink(fill="none", stroke=style.SHORE, width=30, dash=(3, 62), round=True),
)
"""The dots of a way between provinces that share no border."""


NEAR = 600.0
"""Up to this distance, in tenths, a crossing is the shortest way; farther, it leads from unit to unit."""


def list_crossings(drawn: DrawnMap) -> tuple[Line, ...]:
    """Return the lines of an up-to-date board's crossings, where no border joins their ends anyway."""
    apart = (one.ends for one in drawn.board.crossings if not drawn.board.mesh.between(*one.ends))
    ways = (_find_crossing(drawn, *ends) for ends in apart)
    return tuple(tuple((round(x), round(y)) for x, y in way.coords) for way in ways)


def _find_crossing(drawn: DrawnMap, one: ProvinceKey, other: ProvinceKey) -> shapely.LineString:
    grounds, spots = drawn.polygons, drawn.places
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
"""How far a canal may swing out, as a part of its length, before a way is looked for."""
BANK = 45.0
"""How near a canal may come to the rim of its province, in tenths; its ends may go half as far beyond."""
ROOM = 150.0
"""How far it keeps from the middle of a name and of a unit, where there is so much room."""
REACH = 150.0
"""How near the end of a printed canal must be to a shore to lead to it, in tenths."""


def draw_waterways(drawn: DrawnMap) -> Iterator[Shape]:
    """Yield the straits and canals of an up-to-date board."""
    board = drawn.board
    shape = board.current_shape
    straits = tuple(shape.lines[border] for border in board.straits if border in board.mesh)
    if straits:
        yield Group(kind="strait", items=tuple(Lines(lines=straits, ink=ink) for ink in STRAIT))
    courses = list_canals(drawn)
    if courses:
        items = (Lines(lines=courses, ink=CUT), Lines(lines=courses, ink=BED))
        yield Group(kind="canal", items=items)


def list_canals(drawn: DrawnMap) -> tuple[Line, ...]:
    """Return the courses of all canals of an up-to-date board that are open."""
    dug = [line for canal in drawn.board.canals for line in find_canal_course(drawn, canal)]
    joined = [line for join in drawn.board.joins for line in find_strait_courses(drawn, join)]
    return (*dug, *joined)


def list_canal_names(drawn: DrawnMap) -> list[str]:
    """Return the names of the provinces in which an up-to-date board has an open canal."""
    board = drawn.board
    dug = [one.province for one in board.canals if find_canal_course(drawn, one)]
    joined = [one.province for one in board.joins if find_strait_courses(drawn, one)]
    return [name_province(board[face].name) for face in dict.fromkeys((*dug, *joined))]


def find_canal_course(drawn: DrawnMap, canal: Canal) -> tuple[Line, ...]:
    """Return a canal's way between the middles of its two borders, bent round name and unit.

    None where the board, which is up to date, has no such province or borders.
    """
    lines = drawn.board.current_shape.lines
    if canal.province not in drawn.outlines or any(b not in lines for b in canal.terminals):
        return ()
    printed = _find_printed_canal(drawn.board, canal.province)
    if printed and all(
        shapely.distance(shapely.LineString(lines[border]), shapely.LineString(printed)) < REACH
        for border in canal.terminals
    ):
        return (printed,)
    one, other = (lines[border] for border in canal.terminals)
    return tuple(filter(None, (_find_course(drawn, canal.province, one, other),)))


def find_strait_courses(drawn: DrawnMap, join: NamedStrait) -> tuple[Line, ...]:
    """Return the canals that join seas through a province; none while closed, dry or under ice.

    A natural waterway that the printed map shows as water has no canal.
    """
    if not join.open or join.via is not None or not _is_wet(drawn, join):
        return ()
    face = join.province
    printed = _find_printed_canal(drawn.board, face)
    shores = [_find_shore(drawn.board, face, group) for group in join.groups]
    if not all(shores) or (printed is None and join.natural):
        return ()
    ends = [max(shore, key=length_of) for shore in shores]
    near = [
        end
        for shore, end in zip(shores, ends, strict=True)
        if printed and _measure_gap(shapely.MultiLineString(shore), printed) < REACH
    ]
    if printed is None or not near:
        return tuple(_find_course(drawn, face, ends[0], end) for end in ends[1:])
    branches = (_find_course(drawn, face, end, near[0]) for end in ends if end not in near)
    return (printed, *(_cut_at(branch, printed) for branch in branches))


def _cut_at(course: Line, printed: Line) -> Line:
    """Return a course up to where it comes nearest to a printed canal, into which it leads."""
    gaps = [_measure_gap(shapely.Point(point), printed) for point in course]
    last = gaps.index(min(gaps))
    mouth = shapely.shortest_line(shapely.Point(course[last]), shapely.LineString(printed))
    x, y = mouth.coords[1]
    return (*course[: last + 1], (round(x), round(y)))


def _measure_gap(thing: BaseGeometry, line: Line) -> float:
    return float(shapely.distance(thing, shapely.LineString(line)))


def _is_wet(drawn: DrawnMap, join: NamedStrait) -> bool:
    face = join.province
    return face in drawn.outlines and drawn.board.is_ground(face) and not drawn.board[face].iced


def _find_printed_canal(board: Board, face: ProvinceKey) -> Line | None:
    """Return the canal that the printed map has in a province."""
    for piece in board.current_shape.decoration:
        if piece.kind is DecorationKind.CANAL and face in piece.within:
            return piece.line
    return None


def _find_shore(board: Board, face: ProvinceKey, waters: Sequence[ProvinceKey]) -> list[Line]:
    """Return a province's borders with some waters, as long as they are waters."""
    lines = board.current_shape.lines
    return [
        lines[border]
        for water in waters
        if water in board.provinces and board.is_water(water)
        for border in board.mesh.between(face, water)
    ]


NEXT = 0.01
"""How far, in drawing units, a border may be from ground that it is a part of the rim of."""


def _find_course(drawn: DrawnMap, face: ProvinceKey, one: Line, other: Line) -> Line:
    """Return a way through a province from one of its borders to another, clear of its name and unit."""
    spots = drawn.places[face]
    outline = (drawn.full or drawn).outlines[face]
    return _search_course(outline, (spots.unit, spots.label.at), one, other)


@lru_cache(maxsize=64)
def _search_course(rings: Outline, clear: tuple[Point, ...], one: Line, other: Line) -> Line:
    """Return a way through a province from one of its borders to another, clear of some points.

    A gentle curve between their middles is best; where none stays inside, the way goes round.
    """
    ground: shapely.Polygon = make_polygons([rings])[0]
    shore = shapely.buffer(ground, BANK / 2)
    keep = shapely.MultiPoint(clear)
    best: Line = ()
    most = -math.inf
    for bend in BENDS:
        course = _bend(_middle(one), _middle(other), bend)
        line = shapely.LineString(course)
        inner = shapely.ops.substring(line, 0.12, 0.88, normalized=True)
        value = min(2 * ROOM, shapely.distance(line, keep)) - 100 * abs(bend)
        if (
            value > most
            and shapely.covers(shore, line)
            and shapely.covers(ground, inner)
            and shapely.distance(ground.boundary, inner) > BANK
        ):
            best, most = course, value
    return best or _find_way_round(ground, keep, one, other)


def _find_way_round(ground: shapely.Polygon, keep: BaseGeometry, one: Line, other: Line) -> Line:
    """Return a way through the wider parts of some ground, clear of some points where it can be."""
    ends = [shapely.LineString(to_array(line)) for line in (one, other)]
    middles = [shapely.ops.substring(end, 0.3, 0.7, normalized=True) for end in ends]
    whole = shapely.affinity.scale(ground, 1 / TENTHS, 1 / TENTHS, origin=(0, 0))
    points = shapely.affinity.scale(keep, 1 / TENTHS, 1 / TENTHS, origin=(0, 0))
    free = shapely.difference(whole, shapely.buffer(points, ROOM / TENTHS))
    for area, doors in ((free, middles), (whole, middles), (whole, ends)):
        for part in shapely.get_parts(area):
            if max(shapely.distance(part, door) for door in doors) < NEXT:
                path = find_path_inside(part, *doors)
                if path is not None:
                    return to_line(path)
    return ()


def _bend(a: tuple[float, float], b: tuple[float, float], swing: float) -> Line:
    """Return a curve from a to b that swings out by a part of their distance."""
    start, end = np.array(a), np.array(b)
    middle = (start + end) / 2 + swing * np.array((a[1] - b[1], b[0] - a[0]))
    t = np.linspace(0, 1, 13)[:, None]
    return to_line(((1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end) / TENTHS)


def _middle(line: Line) -> tuple[float, float]:
    at = shapely.LineString(line).interpolate(0.5, normalized=True)
    return at.x, at.y
