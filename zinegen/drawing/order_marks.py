"""Marks for orders that are no arrows: units that come, go or change, and orders about the map.

A change of the map is wanted by a diamond, a guard is a shield with its number; both bear their power's
ink, and what failed bears a cross.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import shapely

from zinegen.board.board import OUTSIDE, Board
from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.drawing import style
from zinegen.drawing.alt_text import describe_ruling
from zinegen.drawing.geometry import find_outlines, find_polygons, length_of, middle_of
from zinegen.drawing.placement import (
    find_mark_points,
    find_places,
    find_second_point,
    find_unit_point,
)
from zinegen.drawing.scene import Disc, Group, Ink, Lines, Shape, shift
from zinegen.drawing.style import Sign
from zinegen.drawing.symbols import (
    MARK,
    UNIT,
    draw_cross,
    draw_letters,
    draw_plus,
    draw_refit,
    draw_whole_counter,
)
from zinegen.game.order_signs import Arrow, Diamond, Origin, Put, Refit, Shield, Strike
from zinegen.game.state import GameState
from zinegen.game.units import Kind
from zinegen.game.verdicts import Report, Ruling, Word
from zinegen.geometry.mesh import Face as Province
from zinegen.geometry.shape import Line, Point

BADGE = UNIT * 3 // 4
"""How far up and to the right a sign stands from the middle of a counter."""


def draw_adjustments(state: GameState, report: Report) -> Iterator[Shape]:
    """Yield a plus on builds, a cross on units that go, a ship on armies that become fleets."""
    for ruling in report.rulings:
        sound = ruling.verdict.word is Word.SUCCEEDS
        match ruling.order.sign:
            case Put() as put:
                yield from _draw_build(state, put, ruling)
            case Strike(unit=face, dislodged=False):
                yield from _draw_removal(state, face, ruling)
            case Strike(unit=face, dislodged=True):
                yield from _cross_out_lost(state, face)
            case Arrow(unit=face, origin=Origin.DISLODGED) if not sound:
                yield from _cross_out_lost(state, face)
            case Refit(unit=face) if face in state.units:
                at = _badge(find_unit_point(state.board, state.units[face].at))
                void = ruling.verdict.word is Word.VOID
                yield draw_refit(at) if sound else draw_cross(at, void=void)
            case _:
                pass


def _draw_build(state: GameState, put: Put, ruling: Ruling) -> Iterator[Shape]:
    at = _find_build_site(state, put)
    if at is None:
        return
    sound = ruling.verdict.word is Word.SUCCEEDS
    new = draw_whole_counter(put.kind, style.assign_signs(state.powers)[ruling.order.power])
    sign = draw_plus(_badge(at)) if sound else draw_cross(_badge(at), void=True)
    yield Group(kind="build", title=describe_ruling(state, ruling), items=(shift(new, at), sign))


def _draw_removal(state: GameState, face: Province, ruling: Ruling) -> Iterator[Shape]:
    unit = state.units.get(face)
    if unit is not None:
        at = _badge(find_unit_point(state.board, unit.at))
        sign = draw_cross(at, void=ruling.verdict.word is not Word.SUCCEEDS)
        yield Group(kind="removed", title=describe_ruling(state, ruling), items=(sign,))


def _cross_out_lost(state: GameState, face: Province) -> Iterator[Shape]:
    gone = state.dislodged.get(face)
    if gone is not None:
        yield draw_cross(_badge(find_second_point(state.board, gone.unit.at)))


def _badge(at: Point) -> Point:
    return at[0] + BADGE, at[1] - BADGE


def _find_build_site(state: GameState, put: Put) -> Point | None:
    """Return where a new unit is to stand; None off the map."""
    board = state.board
    if put.at not in board.mesh.rings or put.at not in board.provinces:
        return None
    found = find(board, put.at, put.coast) if put.coast else ()
    if not found and put.kind is Kind.FLEET:
        found = coasts(board, put.at)
    place = Place(put.at, found[0].borders if len(found) == 1 else ())
    return find_unit_point(board, place)


DIAMOND: Line = ((0, -118), (118, 0), (0, 118), (-118, 0), (0, -118))
SHIELD: Line = (
    (-92, -98), (0, -112), (92, -98), (92, 10), (60, 78),
    (0, 118), (-60, 78), (-92, 10), (-92, -98),
)  # fmt: skip


def draw_map_orders(state: GameState, report: Report) -> Iterator[Shape]:
    """Yield a mark for every order about the map; the board of the state is up to date."""
    board = state.board
    asked = [
        (ruling, sign, at)
        for ruling in report.rulings
        if isinstance(sign := ruling.order.sign, Diamond | Shield)
        and (at := find_site(board, sign.site))
    ]
    spots = find_mark_points(state, [at for _, _, at in asked])
    for (ruling, mark, anchor), at in zip(asked, spots, strict=True):
        yield _draw_mark(state, ruling, mark, at, anchor)


def find_site(board: Board, site: Sequence[Province]) -> Point | None:
    """Return the point of the map that an order speaks of, or None where it speaks of none.

    The middle of a province's name, of the longest border of two, or of the gap between two that do
    not touch.
    """
    rings = find_outlines(board)
    if not site or any(face not in rings and face != OUTSIDE for face in site):
        return None
    if len(site) == 1 or site[0] == site[1]:
        return find_places(board)[site[0]].label.at if site[0] in rings else None
    lines = [board.current_shape.lines[border] for border in board.mesh.between(site[0], site[1])]
    if lines:
        return middle_of(max(lines, key=length_of))
    if OUTSIDE in site:
        return None
    gap = shapely.shortest_line(*(find_polygons(board)[face] for face in site[:2]))
    return middle_of(tuple((round(x), round(y)) for x, y in gap.coords))


def _draw_mark(
    state: GameState,
    ruling: Ruling,
    mark: Diamond | Shield,
    at: Point,
    anchor: Point,
) -> Shape:
    sign = style.assign_signs(state.powers)[ruling.order.power]
    sound = ruling.verdict.word is Word.SUCCEEDS
    items: list[Shape] = []
    if len(mark.site) > 1 and math.dist(at, anchor) > MARK:
        lead = ((at, anchor),)
        items.append(Lines(lines=lead, ink=Ink(stroke=style.HALO, width=44, round=True)))
        items.append(Lines(lines=lead, ink=Ink(stroke=sign.ink, width=20, round=True)))
        items.append(Disc(at=anchor, radius=26, ink=Ink(fill=sign.ink)))
    items += draw_map_order(sign, at, number=mark.number if isinstance(mark, Shield) else 0)
    if not sound:
        void = ruling.verdict.word is Word.VOID
        items.append(draw_cross((at[0] + 88, at[1] + 78), void=void))
    what = "guard" if isinstance(mark, Shield) else "event"
    return Group(
        kind=f"order {what} {sign.slug} {ruling.verdict.word}",
        title=describe_ruling(state, ruling),
        items=tuple(items),
    )


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
