"""Marks for orders about the map: who is to part, who is to touch, what is to change, what is to stay.

A border that is to be cut bears a tie between those that will touch there, with arrows that push apart
those that touch now. The power that wants it has its letter beside. Any other change of the map is wanted by
a diamond; a guard is a shield with its number. What failed bears a cross.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import shapely

from zinegen.board.board import OUTSIDE, Board
from zinegen.drawing import style
from zinegen.drawing.alt_text import describe_ruling
from zinegen.drawing.drawn_map import DrawnMap
from zinegen.drawing.geometry import Rect, length_of, middle_of
from zinegen.drawing.orders.arrows import name_order
from zinegen.drawing.orders.routes import STEP
from zinegen.drawing.placement import place_marks
from zinegen.drawing.position import ShownPhase, ShownPosition
from zinegen.drawing.scene import Box, Disc, Group, Ink, Lines, Shape
from zinegen.drawing.short_names import surround
from zinegen.drawing.style import Sign
from zinegen.drawing.symbols import MARK, draw_cross, draw_leader, draw_letters
from zinegen.drawing.unit_points import find_unit_point
from zinegen.game.order_signs import Connection, Diamond, Separation, Shield
from zinegen.game.orders import Order
from zinegen.game.verdicts import OrderResult, Word
from zinegen.geometry.mesh import BorderId, ProvinceKey
from zinegen.geometry.shape import Line, Point, is_inside

MapSign = Separation | Connection | Diamond | Shield
"""The signs of orders about the map."""
DIAMOND: Line = ((0, -118), (118, 0), (0, 118), (-118, 0), (0, -118))
SHIELD: Line = (
    (-92, -98), (0, -112), (92, -98), (92, 10), (60, 78),
    (0, 118), (-60, 78), (-92, 10), (-92, -98),
)  # fmt: skip
TAG = 100
"""Half of the width of the tag with a power's letter, in tenths."""
INTO = 150
"""How far a tie reaches into the provinces that are to touch."""
TURNS = (0, 20, -20, 45, -45, 70, -70, 100, -100)
"""Degrees by which the end of a tie may turn to stay in its province."""
CROOKED = 70
"""How far a tie may be from the border along which it runs."""
PUSH = 150
"""How far those arrows reach that push two provinces apart."""
BARB = 52
"""Length of their barbs, along and across."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapMarks:
    """What is drawn of orders about the map."""

    ties: tuple[Shape, ...]
    """Drawn under names and units."""
    marks: tuple[Shape, ...]
    """Drawn above them."""
    courses: tuple[Line, ...]
    """Points along the ties and round the marks, which should strike no name."""


def draw_map_orders(
    drawn: DrawnMap, state: ShownPosition, report: ShownPhase, anchors: Mapping[Order, str]
) -> MapMarks:
    """Return a mark for every order about the map."""
    signs = style.assign_signs(state.powers)
    asked = [
        (ruling, sign, course)
        for ruling in report.rulings
        if isinstance(sign := ruling.order.sign, MapSign) and (course := find_course(drawn, sign))
    ]
    places = [_find_anchor(course) for _, _, course in asked]
    ties: dict[Line, Shape] = {}
    marks: list[Shape] = []
    middles = [middle_of(course) for _, _, course in asked if len(course) > 1]
    spots = find_mark_points(drawn, state, places, middles)
    for (ruling, sign, course), place, at in zip(asked, places, spots, strict=True):
        power = signs[ruling.order.power]
        what = "guard" if isinstance(sign, Shield) else "event"
        group = Group(
            kind=f"order {what} {power.slug} {ruling.verdict.word}",
            title=describe_ruling(state, ruling),
            data=name_order(anchors, ruling),
            items=(*_draw_mark(power, sign, at, place), *_draw_result(ruling, at)),
        )
        marks.append(group)
        if len(course) > 1 and course not in ties:
            tie = tuple(draw_tie(course, power, sound=ruling.verdict.word is Word.SUCCEEDS))
            ties[course] = replace(group, kind=f"tie {power.slug}", items=tie)
    pushes = chain.from_iterable(map(_list_pushes, ties))
    courses = (*map(_list_points, ties), *pushes, *(surround(at, MARK) for at in spots))
    return MapMarks(ties=tuple(ties.values()), marks=tuple(marks), courses=courses)


def find_course(drawn: DrawnMap, sign: MapSign) -> Line:
    """Return the line that an order about the map is about, or a point as a line; empty where there is none.

    A tie runs from inside one of those that are to touch along the border that is to go, or across the gap,
    to inside the other.
    """
    site = sign.site
    rings = drawn.outlines
    if not site or any(face not in rings and face != OUTSIDE for face in site):
        return ()
    if len(site) == 1 or site[0] == site[1]:
        return (drawn.places[site[0]].label.at,) if site[0] in rings else ()
    border, ends = _find_seam(drawn.board, sign)
    if border is not None:
        line = drawn.board.current_shape.lines[border]
        return _reach_into(drawn, _straighten(line), ends) if ends else (middle_of(line),)
    if OUTSIDE in site:
        return ()
    gap = shapely.shortest_line(*(drawn.polygons[face] for face in site[:2]))
    line = tuple((round(x), round(y)) for x, y in gap.coords)
    return (
        _reach_into(drawn, line, (site[0], site[1]))
        if isinstance(sign, Connection)
        else (middle_of(line),)
    )


def _find_seam(board: Board, sign: MapSign) -> tuple[BorderId | None, tuple[ProvinceKey, ...]]:
    """Return the border along which two provinces are to touch, if any, with those at its ends in turn."""
    mesh = board.mesh
    site = sign.site
    borders = [*mesh.between(site[0], site[1])]
    wanted = sorted(sign.connected) if isinstance(sign, Separation) and sign.connected else None
    if isinstance(sign, Connection):
        borders, wanted = [*mesh.borders], sorted(site)
    if wanted is not None:
        borders = [one for one in borders if sorted(mesh.ends(one) or ()) == wanted] or (
            [] if isinstance(sign, Connection) else borders
        )
    if not borders:
        return None, ()
    best = max(borders, key=lambda one: length_of(board.current_shape.lines[one]))
    return best, (mesh.ends(best) or ()) if isinstance(sign, Separation | Connection) else ()


def _straighten(line: Line) -> Line:
    """Return a line without what is too crooked for a broad pen."""
    simple = shapely.simplify(shapely.LineString(line), CROOKED)
    return tuple((round(x), round(y)) for x, y in simple.coords)


def _reach_into(drawn: DrawnMap, line: Line, ends: tuple[ProvinceKey, ...]) -> Line:
    """Return a line made longer at both ends, into the provinces there."""
    start = _find_end(drawn, line, ends[0])
    end = _find_end(drawn, line[::-1], ends[1])
    return (*start, *line, *end)


def _find_end(drawn: DrawnMap, line: Line, face: ProvinceKey) -> tuple[Point, ...]:
    """Return a point in a province before the start of a line, straight on if that is in it."""
    (x, y), (bx, by) = line[0], line[1]
    ahead = math.atan2(y - by, x - bx)
    for far in (INTO, INTO // 2):
        for turn in TURNS:
            way = ahead + math.radians(turn)
            at = round(x + far * math.cos(way)), round(y + far * math.sin(way))
            if face in drawn.outlines and is_inside(drawn.outlines[face], at):
                return (at,)
    return ()


def draw_tie(course: Line, power: Sign, *, sound: bool = True) -> Iterator[Shape]:
    """Yield a line that ends in two knobs, and at its middle two arrows that push its sides apart."""
    ink = Ink(fill="none", stroke=power.ink, width=40, dash=() if sound else (70, 60), round=True)
    edge = Ink(fill="none", stroke=style.HALO, width=72, round=True)
    arrows = tuple(_list_pushes(course))
    yield Lines(lines=(course, *arrows), ink=edge)
    yield Lines(lines=(course,), ink=ink)
    yield Lines(lines=arrows, ink=Ink(fill="none", stroke=power.ink, width=26, round=True))
    for end in (course[0], course[-1]):
        yield Disc(at=end, radius=52, ink=Ink(fill=power.ink, stroke=style.HALO, width=14))


def _list_pushes(course: Line) -> Iterator[Line]:
    """Yield the shafts and the barbs of the two arrows across the middle of a line."""
    line = shapely.LineString(course)
    a, b = (line.interpolate(part, normalized=True) for part in (0.4, 0.6))
    x, y = middle_of(course)
    far = math.hypot(b.x - a.x, b.y - a.y) or 1.0
    dx, dy = (b.x - a.x) / far, (b.y - a.y) / far
    for side in (1, -1):
        px, py = -dy * side, dx * side

        def point(out: float, along: float, px: float = px, py: float = py) -> Point:
            return round(x + px * out + dx * along), round(y + py * out + dy * along)

        yield point(40, 0), point(PUSH, 0)
        yield point(PUSH - BARB, -BARB), point(PUSH, 0), point(PUSH - BARB, BARB)


def _find_anchor(course: Line) -> Point:
    """Return the point that a mark stands beside: on a tie, clear of its middle."""
    return _list_parts(course, (0.22,))[0] if len(course) > 1 else course[0]


def _list_points(course: Line) -> Line:
    count = math.ceil(length_of(course) / STEP)
    return _list_parts(course, np.linspace(0, 1, count + 1).tolist())


def _list_parts(course: Line, parts: Sequence[float]) -> Line:
    line = shapely.LineString(course)
    points = (line.interpolate(part, normalized=True) for part in parts)
    return tuple((round(at.x), round(at.y)) for at in points)


def _draw_mark(power: Sign, sign: MapSign, at: Point, anchor: Point) -> Iterator[Shape]:
    """Yield the mark beside what an order is about, and a line to it where it lies elsewhere."""
    if len(sign.site) > 1 and math.dist(at, anchor) > MARK:
        yield from draw_leader(at, anchor, power.ink)
    number = sign.number if isinstance(sign, Shield) else 0
    is_cut = isinstance(sign, Separation | Connection)
    mark = draw_tag(power, at) if is_cut else draw_map_order(power, at, number=number)
    yield Group(items=tuple(mark), grows_at=at)


def _draw_result(ruling: OrderResult, at: Point) -> Iterator[Shape]:
    if ruling.verdict.word is not Word.SUCCEEDS:
        yield draw_cross((at[0] + 88, at[1] + 78), void=ruling.verdict.word is Word.VOID)


def draw_tag(power: Sign, at: Point) -> Iterator[Shape]:
    """Yield the tag with the letter of a power that wants provinces to part and to touch."""
    x, y = at
    corner, wide = (x - TAG, y - TAG), 2 * TAG
    ink = Ink(fill=power.ink, stroke=style.HALO, width=28)
    yield Box(at=corner, width=wide, height=wide, corner=34, ink=ink)
    yield draw_letters(power.letter, (x, y + 42), (120, 90))


def draw_map_order(sign: Sign, at: Point, *, number: int = 0) -> tuple[Shape, ...]:
    """Return a power's diamond, or its shield with the number of its guards."""
    outline = SHIELD if number else DIAMOND
    x, y = at
    line = tuple((x + dx, y + dy) for dx, dy in outline)
    return (
        Lines(lines=(line,), closed=True, ink=Ink(stroke=style.HALO, width=44, round=True)),
        Lines(lines=(line,), closed=True, ink=Ink(fill=sign.ink, stroke=style.INK, width=8)),
        draw_letters(str(number) if number else sign.letter, (x, y + 42), (120, 90)),
    )


def find_mark_points(
    drawn: DrawnMap, state: ShownPosition, anchors: Sequence[Point], ties: Sequence[Point] = ()
) -> tuple[Point, ...]:
    """Return a point for a mark beside each place on a map; see `place_marks`.

    ``ties`` are the middles of ties, where arrows stand.
    """
    shape = drawn.board.current_shape
    centres = [spots.centre for spots in drawn.places.values() if spots.centre]
    return place_marks(
        anchors,
        names=drawn.name_boxes,
        units=[find_unit_point(drawn, unit.at) for unit in state.units.values()],
        centres=[*centres, *ties],
        window=Rect(0, 0, shape.width, shape.height),
    )
