"""Units that come and go: builds, removals, and dislodged units that disband."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.drawing import style
from zinegen.drawing.alt_text import told
from zinegen.drawing.labels.unit_points import second_point, unit_point
from zinegen.drawing.layers.counters import UNIT, drawn_counter
from zinegen.drawing.margin import moved
from zinegen.drawing.orders.badges import cross, plus, refitted
from zinegen.drawing.scene import Group, Shape
from zinegen.game.orders import Build, Disband, Remove, Retreat
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Spot
from zinegen.game.verdicts import Word
from zinegen.geometry.shape import Point
from zinegen.variants.deluge.orders import BecomeFleet

BADGE = UNIT * 3 // 4
"""How far up and to the right a sign stands from the middle of a counter."""


def adjusted(state: GameState, report: Report) -> Iterator[Shape]:
    """Yield the builds with a plus, the removals with a cross."""
    signs = style.signs(state.powers)
    for ruling in report.rulings:
        order = ruling.order
        sound = ruling.verdict.word is Word.SUCCEEDS
        if isinstance(order, Build):
            at = _site(state, order.at, order.kind)
            if at is None:
                continue
            sign = cross(_badge(at), void=True) if not sound else plus(_badge(at))
            new = drawn_counter(order.kind, signs[order.power])
            yield counter_group(new, at, sign, title=told(state, ruling))
        elif isinstance(order, Remove):
            unit = state.units.get(order.unit.at.province)
            if unit is not None:
                at = unit_point(state.board, unit.at)
                yield Group(
                    kind="removed",
                    title=told(state, ruling),
                    items=(cross(_badge(at), void=not sound),),
                )


def refits(state: GameState, report: Report) -> Iterator[Shape]:
    """Yield a ship's sign on every army that is ordered to become a fleet."""
    for ruling in report.rulings:
        if isinstance(ruling.order, BecomeFleet):
            unit = state.units.get(ruling.order.unit.at.province)
            if unit is not None:
                at = _badge(unit_point(state.board, unit.at))
                sound = ruling.verdict.word is Word.SUCCEEDS
                void = ruling.verdict.word is Word.VOID
                yield refitted(at) if sound else cross(at, void=void)


def counter_group(new: Shape, at: Point, sign: Shape, *, title: str) -> Shape:
    """Return a counter that is not on the board yet, with its sign."""
    return Group(kind="build", title=title, items=(moved(new, at), sign))


def retreats_given_up(state: GameState, report: Report) -> Iterator[Shape]:
    """Yield a cross on every dislodged unit that is lost."""
    for ruling in report.rulings:
        order = ruling.order
        lost = isinstance(order, Disband) or (
            isinstance(order, Retreat) and ruling.verdict.word is not Word.SUCCEEDS
        )
        if lost and isinstance(order, Disband | Retreat):
            gone = state.dislodged.get(order.unit.at.province)
            if gone is not None:
                yield cross(_badge(second_point(state.board, gone.unit.at)))


def _badge(at: Point) -> Point:
    return at[0] + BADGE, at[1] - BADGE


def _site(state: GameState, spot: Spot, kind: Kind) -> Point | None:
    board = state.board
    if spot.province not in board.mesh.rings or spot.province not in board.provinces:
        return None
    found = find(board, spot.province, spot.coast) if spot.coast else ()
    if not found and kind is Kind.FLEET:
        found = coasts(board, spot.province)
    place = Place(spot.province, found[0].borders if len(found) == 1 else ())
    return unit_point(board, place)
