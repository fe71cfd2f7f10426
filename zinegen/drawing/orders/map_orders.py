"""Marks for orders about the map: where a power wanted it changed, and where guarded.

A change is wanted by a diamond, a guard is a shield with its number; both bear their power's ink, and
what failed bears a cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import shapely

from zinegen.board.board import OUTSIDE, Board
from zinegen.drawing import style
from zinegen.drawing.alt_text import describe_ruling
from zinegen.drawing.geometry import Rect, apart, outlines
from zinegen.drawing.labels.numbers import place_marks
from zinegen.drawing.labels.placement import label_boxes, places
from zinegen.drawing.labels.unit_points import unit_point
from zinegen.drawing.orders.badges import MARK, cross
from zinegen.drawing.scene import Anchor, Disc, Face, Group, Ink, Lines, Shape, Words
from zinegen.drawing.simplify import province_polygons
from zinegen.drawing.style import Sign
from zinegen.game.order_signs import Diamond, Shield
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.verdicts import Ruling, Word
from zinegen.geometry.mesh import Face as Province
from zinegen.geometry.shape import Line, Point

DIAMOND: Line = ((0, -118), (118, 0), (0, 118), (-118, 0), (0, -118))
SHIELD: Line = (
    (-92, -98), (0, -112), (92, -98), (92, 10), (60, 78),
    (0, 118), (-60, 78), (-92, 10), (-92, -98),
)  # fmt: skip


def map_order_signs(state: GameState, report: Report) -> Iterator[Shape]:
    """Yield a mark for every order about the map; the board of the state is up to date."""
    board = state.board
    asked = [
        (ruling, sign, at)
        for ruling in report.rulings
        if isinstance(sign := ruling.order.sign, Diamond | Shield)
        and (at := site_point(board, sign.site))
    ]
    shape = board.current_shape
    spots = place_marks(
        [at for _, _, at in asked],
        names=label_boxes(board),
        units=[unit_point(board, unit.at) for unit in state.units.values()],
        centres=[spots.centre for spots in places(board).values() if spots.centre],
        window=Rect(0, 0, shape.width, shape.height),
    )
    for (ruling, mark, anchor), at in zip(asked, spots, strict=True):
        yield _mark(state, ruling, mark, at, anchor)


def site_point(board: Board, site: Sequence[Province]) -> Point | None:
    """Return the point of the map that an order speaks of, or None where it speaks of none.

    The middle of a province's name, of the longest border of two, or of the gap between two that do
    not touch.
    """
    rings = outlines(board)
    if not site or any(face not in rings and face != OUTSIDE for face in site):
        return None
    if len(site) == 1 or site[0] == site[1]:
        return places(board)[site[0]].label.at if site[0] in rings else None
    lines = [board.current_shape.lines[border] for border in board.mesh.between(site[0], site[1])]
    if lines:
        return _middle(max(lines, key=_length))
    if OUTSIDE in site:
        return None
    gap = shapely.shortest_line(*(province_polygons(board)[face] for face in site[:2]))
    return _middle(tuple((round(x), round(y)) for x, y in gap.coords))


def _mark(
    state: GameState,
    ruling: Ruling,
    mark: Diamond | Shield,
    at: Point,
    anchor: Point,
) -> Shape:
    sign = style.signs(state.powers)[ruling.order.power]
    sound = ruling.verdict.word is Word.SUCCEEDS
    items: list[Shape] = []
    if len(mark.site) > 1 and apart(at, anchor) > MARK:
        lead = ((at, anchor),)
        items.append(Lines(lines=lead, ink=Ink(stroke=style.HALO, width=44, round=True)))
        items.append(Lines(lines=lead, ink=Ink(stroke=sign.ink, width=20, round=True)))
        items.append(Disc(at=anchor, radius=26, ink=Ink(fill=sign.ink)))
    items += map_order_mark(sign, at, number=mark.number if isinstance(mark, Shield) else 0)
    if not sound:
        void = ruling.verdict.word is Word.VOID
        items.append(cross((at[0] + 88, at[1] + 78), void=void))
    what = "guard" if isinstance(mark, Shield) else "event"
    return Group(
        kind=f"order {what} {sign.slug} {ruling.verdict.word}",
        title=describe_ruling(state, ruling),
        items=tuple(items),
    )


def map_order_mark(sign: Sign, at: Point, *, number: int = 0) -> tuple[Shape, ...]:
    """Return a power's diamond, or its shield with the number of its guards."""
    outline = SHIELD if number else DIAMOND
    x, y = at
    line = tuple((x + dx, y + dy) for dx, dy in outline)
    text = str(number) if number else sign.letter
    return (
        Lines(lines=(line,), closed=True, ink=Ink(stroke=style.HALO, width=44, round=True)),
        Lines(lines=(line,), closed=True, ink=Ink(fill=sign.ink, stroke=style.INK, width=8)),
        Words(
            text=text,
            at=(x, y + 42),
            size=120 if len(text) == 1 else 90,
            face=Face.BOLD,
            anchor=Anchor.MIDDLE,
            ink=Ink(fill="#ffffff"),
        ),
    )


def _middle(line: Line) -> Point:
    at = shapely.LineString(line).interpolate(0.5, normalized=True)
    return round(at.x), round(at.y)


def _length(line: Line) -> float:
    return sum(abs(complex(*b) - complex(*a)) for a, b in pairwise(line))
