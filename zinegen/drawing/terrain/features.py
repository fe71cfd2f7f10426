"""What is marked on borders and in provinces: rifts and mountain ranges, and the waterways with them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from zinegen.board.board import Board
from zinegen.drawing import style
from zinegen.drawing.drawn_map import DrawnMap
from zinegen.drawing.scene import Group, Ink, Lines, Shape
from zinegen.drawing.terrain.waterways import CROSSING, draw_waterways, list_crossings
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext

PEAK = 150
"""Distance of two peaks of a range, in tenths."""
TOOTH = 55
"""Distance of two teeth of a rift."""

RIFT = (Ink(stroke=style.ROCK, width=52), Ink(stroke=style.GAP, width=18))
"""A rift's edges and its gap."""
RANGE = Ink(fill=style.RANGE, stroke=style.ROCK, width=9, round=True)


def draw_features(drawn: DrawnMap) -> Iterator[Shape]:
    """Yield what is marked on an up-to-date board's borders and in its provinces."""
    board = drawn.board
    yield from draw_waterways(drawn)
    crossings = list_crossings(drawn)
    if crossings:
        items = tuple(Lines(lines=crossings, ink=ink) for ink in CROSSING)
        yield Group(kind="crossing", title=gettext("Crossings"), items=items)
    for one, other in board.rifts:
        lines = tuple(add_teeth(line) for line in _lines_between(board, one, other))
        if lines:
            yield Group(
                kind="rift",
                title=gettext(
                    "Rift between {one} and {other}",
                    one=name_province(board[one].name),
                    other=name_province(board[other].name),
                ),
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
            text = (
                N_("Double mountain range between {one} and {other}")
                if height > 1
                else N_("Mountain range between {one} and {other}")
            )
            yield Lines(
                lines=chains,
                closed=True,
                kind="range",
                title=gettext(
                    text,
                    one=name_province(board[one].name),
                    other=name_province(board[other].name),
                ),
                ink=RANGE,
            )


def _lines_between(board: Board, one: ProvinceKey, other: ProvinceKey) -> list[Line]:
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
