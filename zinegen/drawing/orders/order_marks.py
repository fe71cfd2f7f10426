"""Marks for orders that are no arrows: units that come, go or change, and orders about the map.

A change of the map is wanted by a diamond, a guard is a shield with its number; both bear their power's
ink, and what failed bears a cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.drawing import style
from zinegen.drawing.alt_text import describe_ruling
from zinegen.drawing.drawn_map import DrawnMap
from zinegen.drawing.orders.arrows import name_order
from zinegen.drawing.position import ShownPhase, ShownPosition
from zinegen.drawing.scene import Group, Shape, shift
from zinegen.drawing.symbols import (
    UNIT,
    draw_cross,
    draw_leader,
    draw_plus,
    draw_refit,
    draw_whole_counter,
)
from zinegen.drawing.unit_points import find_leader, find_second_point, find_unit_point
from zinegen.game.named_places import find_meant_coasts
from zinegen.game.order_signs import Arrow, Origin, Put, Refit, Strike
from zinegen.game.orders import Order
from zinegen.game.units import Kind
from zinegen.game.verdicts import OrderResult, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Point

BADGE = UNIT * 15 // 16
"""How far up and to the right a sign stands from the middle of a counter."""


def draw_adjustments(
    drawn: DrawnMap, state: ShownPosition, report: ShownPhase, anchors: Mapping[Order, str]
) -> Iterator[Shape]:
    """Yield a plus on builds, a cross on units that go, a ship on armies that become fleets."""
    for ruling in report.rulings:
        sound = ruling.verdict.word is Word.SUCCEEDS
        match ruling.order.sign:
            case Put() as put:
                yield from _draw_build(drawn, state, put, ruling, anchors)
            case Strike(unit=face, dislodged=False):
                yield from _draw_removal(drawn, state, face, ruling, anchors)
            case Strike(unit=face, dislodged=True):
                yield from _cross_out_lost(drawn, state, face)
            case Arrow(unit=face, origin=Origin.DISLODGED) if not sound:
                yield from _cross_out_lost(drawn, state, face)
            case Refit(unit=face) if face in state.units:
                at = _badge(find_unit_point(drawn, state.units[face].at))
                void = ruling.verdict.word is Word.VOID
                yield draw_refit(at) if sound else draw_cross(at, void=void)
            case _:
                pass


def _draw_build(
    drawn: DrawnMap,
    state: ShownPosition,
    put: Put,
    ruling: OrderResult,
    anchors: Mapping[Order, str],
) -> Iterator[Shape]:
    place = _find_build_site(drawn, put)
    if place is None:
        return
    at = find_unit_point(drawn, place)
    to = find_leader(drawn, place, at)
    sound = ruling.verdict.word is Word.SUCCEEDS
    owner = style.assign_signs(state.powers)[ruling.order.power]
    line = draw_leader(at, to, owner.ink) if to is not None else ()
    new = draw_whole_counter(put.kind, owner)
    sign = draw_plus(_badge(at)) if sound else draw_cross(_badge(at), void=True)
    yield Group(
        kind="build",
        title=describe_ruling(state, ruling),
        data=name_order(anchors, ruling),
        items=(*line, shift(new, at), sign),
    )


def _draw_removal(
    drawn: DrawnMap,
    state: ShownPosition,
    face: ProvinceKey,
    ruling: OrderResult,
    anchors: Mapping[Order, str],
) -> Iterator[Shape]:
    unit = state.units.get(face)
    if unit is not None:
        at = _badge(find_unit_point(drawn, unit.at))
        sign = draw_cross(at, void=ruling.verdict.word is not Word.SUCCEEDS)
        yield Group(
            kind="removed",
            title=describe_ruling(state, ruling),
            data=name_order(anchors, ruling),
            items=(sign,),
        )


def _cross_out_lost(drawn: DrawnMap, state: ShownPosition, face: ProvinceKey) -> Iterator[Shape]:
    gone = state.dislodged.get(face)
    if gone is not None:
        yield draw_cross(_badge(find_second_point(drawn, gone.at)))


def _badge(at: Point) -> Point:
    return at[0] + BADGE, at[1] - BADGE


def _find_build_site(drawn: DrawnMap, put: Put) -> Place | None:
    """Return where a new unit is to stand; None off the map."""
    board, face = drawn.board, put.at.province
    if face not in drawn.places:
        return None
    found = find_meant_coasts(board, put.at) if put.at.coast else ()
    if not found and put.kind is Kind.FLEET:
        found = coasts(board, face)
    return Place(face, found[0].borders if len(found) == 1 else ())
