"""Signs for units that come, go or change: builds, removals, refits, dislodged units that are lost."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Place
from zinegen.drawing import style
from zinegen.drawing.alt_text import describe_ruling
from zinegen.drawing.labels.unit_points import second_point, unit_point
from zinegen.drawing.layers.counters import UNIT, counter_shape
from zinegen.drawing.margin import shift
from zinegen.drawing.orders.badges import cross, plus, refit_mark
from zinegen.drawing.scene import Group, Shape
from zinegen.game.order_signs import Arrow, Origin, Put, Refit, Strike
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.units import Kind
from zinegen.game.verdicts import Ruling, Word
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Point

BADGE = UNIT * 3 // 4
"""How far up and to the right a sign stands from the middle of a counter."""


def adjustment_signs(state: GameState, report: Report) -> Iterator[Shape]:
    """Yield a plus on builds, a cross on units that go, a ship on armies that become fleets."""
    for ruling in report.rulings:
        sound = ruling.verdict.word is Word.SUCCEEDS
        match ruling.order.sign:
            case Put() as put:
                yield from _build(state, put, ruling)
            case Strike(unit=face, dislodged=False):
                yield from _removal(state, face, ruling)
            case Strike(unit=face, dislodged=True):
                yield from _cross_out_lost(state, face)
            case Arrow(unit=face, origin=Origin.DISLODGED) if not sound:
                yield from _cross_out_lost(state, face)
            case Refit(unit=face) if face in state.units:
                at = _badge(unit_point(state.board, state.units[face].at))
                void = ruling.verdict.word is Word.VOID
                yield refit_mark(at) if sound else cross(at, void=void)
            case _:
                pass


def _build(state: GameState, put: Put, ruling: Ruling) -> Iterator[Shape]:
    at = _site(state, put)
    if at is None:
        return
    sound = ruling.verdict.word is Word.SUCCEEDS
    new = counter_shape(put.kind, style.signs(state.powers)[ruling.order.power])
    sign = plus(_badge(at)) if sound else cross(_badge(at), void=True)
    yield Group(kind="build", title=describe_ruling(state, ruling), items=(shift(new, at), sign))


def _removal(state: GameState, face: Face, ruling: Ruling) -> Iterator[Shape]:
    unit = state.units.get(face)
    if unit is not None:
        at = _badge(unit_point(state.board, unit.at))
        sign = cross(at, void=ruling.verdict.word is not Word.SUCCEEDS)
        yield Group(kind="removed", title=describe_ruling(state, ruling), items=(sign,))


def _cross_out_lost(state: GameState, face: Face) -> Iterator[Shape]:
    gone = state.dislodged.get(face)
    if gone is not None:
        yield cross(_badge(second_point(state.board, gone.unit.at)))


def _badge(at: Point) -> Point:
    return at[0] + BADGE, at[1] - BADGE


def _site(state: GameState, put: Put) -> Point | None:
    """Return where a new unit is to stand; None off the map."""
    board = state.board
    if put.at not in board.mesh.rings or put.at not in board.provinces:
        return None
    found = find(board, put.at, put.coast) if put.coast else ()
    if not found and put.kind is Kind.FLEET:
        found = coasts(board, put.at)
    place = Place(put.at, found[0].borders if len(found) == 1 else ())
    return unit_point(board, place)
