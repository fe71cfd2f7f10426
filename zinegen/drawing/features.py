"""Marks on the map: rifts and mountain ranges along borders, straits and canals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import shapely

from zinegen.board.board import Board, Canal
from zinegen.drawing import style
from zinegen.drawing.geometry import outlines, shape_of
from zinegen.drawing.placing import places, polygon
from zinegen.drawing.scene import Group, Ink, Lines, Shape
from zinegen.planar.mesh import Face
from zinegen.planar.shape import DecorationKind, Line, Point

PEAK = 150
"""Distance of two peaks of a range, in tenths."""
TOOTH = 55
"""Distance of two teeth of a rift."""
EDGE = Ink(fill="none", stroke=style.SHORE, width=46, round=True)
WATER = Ink(fill="none", stroke=style.LAKE, width=30, round=True)


def features(board: Board) -> Iterator[Shape]:
    """Yield what is marked on a settled board's borders and in its provinces."""
    yield from _waterways(board)
    for one, other in board.rifts:
        lines = tuple(_jagged(line) for line in _borders(board, one, other))
        if lines:
            yield Group(
                kind="rift",
                title=f"Rift between {board[one].name} and {board[other].name}",
                ink=Ink(fill="none", round=True),
                items=(
                    Lines(lines=lines, ink=Ink(stroke="#3a2c20", width=52)),
                    Lines(lines=lines, ink=Ink(stroke="#f2dcc0", width=18)),
                ),
            )
    for (one, other), height in sorted(board.ranges.items()):
        chains = tuple(
            peak
            for line in _borders(board, one, other)
            for row in range(height)
            for peak in _peaks(line, row, height)
        )
        if chains:
            what = "Double mountain range" if height > 1 else "Mountain range"
            yield Lines(
                lines=chains,
                closed=True,
                kind="range",
                title=f"{what} between {board[one].name} and {board[other].name}",
                ink=Ink(fill="#8a7763", stroke="#3a2c20", width=9, round=True),
            )


def _borders(board: Board, one: Face, other: Face) -> list[Line]:
    shape = shape_of(board)
    return [shape.lines[border] for border in board.mesh.between(one, other)]


def _waterways(board: Board) -> Iterator[Shape]:
    shape = shape_of(board)
    straits = tuple(shape.lines[border] for border in board.straits if border in board.mesh)
    if straits:
        dots = Ink(fill="none", stroke=style.SHORE, width=9, dash=(20, 24))
        yield Group(
            kind="strait",
            items=(
                Lines(lines=straits, ink=EDGE),
                Lines(lines=straits, ink=WATER),
                Lines(lines=straits, ink=dots),
            ),
        )
    courses = [
        piece.line
        for piece in shape.decoration
        if piece.kind is DecorationKind.CANAL
        and all(face in board.provinces and board.is_ground(face) for face in piece.within)
    ]
    courses += [course for canal in board.canals for course in canal_course(board, canal)]
    if courses:
        lines = tuple(courses)
        thin = Ink(fill="none", stroke=style.SHORE, width=30, round=True)
        yield Group(
            kind="canal",
            items=(
                Lines(lines=lines, ink=thin),
                Lines(lines=lines, ink=Ink(fill="none", stroke="#b9d8e2", width=16, round=True)),
            ),
        )


def canal_course(board: Board, canal: Canal) -> tuple[Line, ...]:
    """Return a canal's way between the middles of its two borders, bent round name and unit.

    None where the board, which is settled, has no such province or borders.
    """
    shape = shape_of(board)
    if canal.province not in outlines(board):
        return ()
    if any(border not in shape.lines for border in canal.terminals):
        return ()
    ends = [shapely.LineString(shape.lines[border]) for border in canal.terminals]
    a, b = (end.interpolate(0.5, normalized=True).coords[0] for end in ends)
    ground = polygon(outlines(board)[canal.province])
    spots = places(board)[canal.province]
    keep = [shapely.Point(spots.unit), shapely.Point(spots.label.at)]
    best: Line = ()
    most = -math.inf
    for bend in (0.0, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7):
        middle = (
            (a[0] + b[0]) / 2 + bend * (a[1] - b[1]),
            (a[1] + b[1]) / 2 + bend * (b[0] - a[0]),
        )
        line = shapely.LineString(_bent(a, middle, b))
        value = -10 * shapely.length(shapely.difference(line, ground))
        value += min(300.0, *(shapely.distance(line, point) for point in keep)) - 100 * abs(bend)
        if value > most:
            best, most = tuple((round(x), round(y)) for x, y in line.coords), value
    return (best,)


def _bent(
    a: tuple[float, ...], middle: tuple[float, float], b: tuple[float, ...]
) -> list[tuple[float, float]]:
    """Return points of a curve from a to b that is drawn towards its middle."""
    found = []
    for step in range(13):
        t = step / 12
        u = 1 - t
        found.append(
            (
                u * u * a[0] + 2 * u * t * middle[0] + t * t * b[0],
                u * u * a[1] + 2 * u * t * middle[1] + t * t * b[1],
            )
        )
    return found


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


def _jagged(line: Line) -> Line:
    """Return a line with teeth to both sides."""
    teeth = [line[0]]
    for place, ((x, y), dx, dy) in enumerate(_along(line, TOOTH)):
        side = 26 if place % 2 else -26
        teeth.append((round(x - dy * side), round(y + dx * side)))
    return (*teeth, line[-1])


def _peaks(line: Line, row: int, rows: int) -> Iterator[Line]:
    """Yield a range's peaks as triangles that stand upright on a line."""
    for (x, y), dx, dy in _along(line, PEAK):
        aside = (row - (rows - 1) / 2) * 110
        px, py = round(x - dy * aside), round(y + dx * aside)
        yield ((px - 60, py + 38), (px, py - 62), (px + 60, py + 38), (px - 60, py + 38))
