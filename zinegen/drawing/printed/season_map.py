"""A season on one map: who stands where after it, and the orders that led there over it.

On paper nothing can be asked, so the map has the short names that order lines have, and no title and
legend: the text beside it says both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from zinegen.board.board import Board, Power
from zinegen.board.passage import Place
from zinegen.drawing import alt_text, margin, style
from zinegen.drawing.drawn_map import DrawnMap, prepare_map, prepare_picture
from zinegen.drawing.orders.arrows import Arrows, find_unit
from zinegen.drawing.orders.event_marks import draw_map_orders
from zinegen.drawing.orders.order_marks import draw_adjustments
from zinegen.drawing.pictures import draw_overlay, mark_centre_changes, mark_changes
from zinegen.drawing.pieces import draw_centres, draw_names_layers, draw_units, list_obstacles
from zinegen.drawing.position import ShownPhase, ShownPosition, read_position
from zinegen.drawing.printed.weaves import weave_ground
from zinegen.drawing.scene import RIM, Disc, Ink, Layer, Part, Scene, Shape, Sight
from zinegen.drawing.short_names import surround
from zinegen.drawing.style import Sign
from zinegen.drawing.symbols import (
    CROSS,
    define_badges,
    define_counters,
    draw_counter,
    draw_dislodged_ring,
)
from zinegen.drawing.terrain.ground import draw_ground
from zinegen.game.changes import ArmyLanded, Change, UnitMoved
from zinegen.game.order_signs import Arrow, Origin, Strike
from zinegen.game.state import GameState
from zinegen.game.units import Unit
from zinegen.game.verdicts import OrderResult, Report, Word
from zinegen.geometry.shape import Line

SEEN = Sight.MIDDLE
"""Maps on paper have the names of pictures of this size: short ones, in letters that can be read."""
EDGE = RIM + 20
"""How far the frame reaches beyond the map, in tenths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPhase:
    """A phase of a season: the position before it, and what became of the orders."""

    before: GameState
    report: Report


@dataclass(frozen=True, slots=True)
class _Carried:
    """What pictures show of a report, on another board than that on which it was made."""

    rulings: tuple[OrderResult, ...]
    changes: tuple[Change, ...]


def draw_printed_season(
    after: GameState, phases: Sequence[PlayedPhase], *, earlier: GameState, title: str = ""
) -> Scene:
    """Return the map of a position after a season, and over it the orders of all its phases.

    What the map has that the board of ``earlier`` had not is shown with a halo. ``title`` says what it is.
    Raises MapError when a board was never drawn.
    """
    drawn, shown = prepare_picture(after)
    was = prepare_map(earlier.board)
    orders = _draw_orders(drawn, shown, phases)
    told = " ".join(
        alt_text.describe_orders(read_position(one.before), one.report) for one in phases
    )
    return _draw_map(
        drawn,
        shown,
        title=title,
        told=f"{told} After that:",
        orders=orders,
        changed=mark_changes(was, drawn),
        centres=tuple(mark_centre_changes(was, drawn)),
    )


def draw_printed_position(state: GameState, *, title: str = "") -> Scene:
    """Return the map of a position; raises MapError when its board was never drawn."""
    drawn, shown = prepare_picture(state)
    return _draw_map(drawn, shown, title=title, told="", orders=_NOTHING, changed=(), centres=())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """Orders, drawn: under the names and units, above them, and the courses of what lies under them."""

    under: tuple[Shape, ...] = ()
    over: tuple[Shape, ...] = ()
    courses: tuple[Line, ...] = ()


_NOTHING = _Drawn()


def _draw_map(
    drawn: DrawnMap,
    shown: ShownPosition,
    *,
    title: str,
    told: str,
    orders: _Drawn,
    changed: tuple[Shape, ...],
    centres: tuple[Shape, ...],
) -> Scene:
    shape = drawn.board.current_shape
    water, ground = draw_ground(drawn, shown)
    lines = (*orders.courses, *list_obstacles(drawn, shown))
    names = [one for one in draw_names_layers(drawn, shown, lines) if SEEN in one.sights]
    words = (told, alt_text.describe_position(shown), alt_text.describe_ground(shown.board))
    needs = (*define_badges(), *define_counters(shown))
    layers: tuple[Layer, ...] = (
        water,
        ground,
        weave_ground(drawn, shown, ground),
        draw_centres(drawn, shown),
        *draw_overlay("changed", Part.ORDERS, changed, ground.needs),
        *draw_overlay("orders", Part.ORDERS, orders.under, ground.needs),
        *names,
        margin.draw_frame(shape.width, shape.height),
        draw_units(drawn, shown),
        *draw_overlay("results", Part.PLAY, (*centres, *orders.over), needs),
    )
    return Scene(
        left=-EDGE,
        top=-EDGE,
        width=shape.width + 2 * EDGE,
        height=shape.height + 2 * EDGE,
        title=title or alt_text.describe_season(shown.phase),
        description=" ".join(filter(None, words)),
        layers=tuple(replace(layer, sights=tuple(Sight)) for layer in layers),
    )


def _draw_orders(drawn: DrawnMap, shown: ShownPosition, phases: Sequence[PlayedPhase]) -> _Drawn:
    """Return the orders of all phases on the map that came of them."""
    signs = style.assign_signs(shown.powers)
    under: list[Shape] = []
    over: list[Shape] = []
    courses: list[Line] = []
    for phase in phases:
        state = _carry_position(read_position(phase.before), drawn)
        report = _carry_report(phase.report, drawn)
        arrows = Arrows(drawn=drawn, state=state, report=report, signs=signs, standing=shown)
        events = draw_map_orders(drawn, state, _keep_refused(report), {})
        under += (*events.ties, *arrows.draw(), *_mark_origins(drawn, state, shown, report, signs))
        over += (*_draw_lost_units(drawn, state, shown, report, signs), *arrows.crosses)
        over += (*draw_adjustments(drawn, state, report, {}), *events.marks)
        courses += (*arrows.courses, *events.courses)
        courses += (surround(cross.by, CROSS) for cross in arrows.crosses)
    return _Drawn(under=tuple(under), over=tuple(over), courses=tuple(courses))


def _mark_origins(
    drawn: DrawnMap,
    state: ShownPosition,
    shown: ShownPosition,
    report: ShownPhase,
    signs: dict[Power, Sign],
) -> Iterator[Shape]:
    """Yield a ring where a unit set out from, unless another stands there now."""
    for ruling in report.rulings:
        sign = ruling.order.sign
        if not isinstance(sign, Arrow) or ruling.verdict.word is not Word.SUCCEEDS:
            continue
        at = find_unit(drawn, state, sign.unit, retreat=sign.origin is Origin.DISLODGED)
        if at is not None and sign.origin is not Origin.ABOARD and sign.unit not in shown.units:
            ink = Ink(fill=style.HALO, stroke=signs[ruling.order.power].ink, width=22)
            yield Disc(at=at, radius=52, kind="origin", ink=ink)


def _draw_lost_units(
    drawn: DrawnMap,
    state: ShownPosition,
    shown: ShownPosition,
    report: ShownPhase,
    signs: dict[Power, Sign],
) -> Iterator[Shape]:
    """Yield the units that the season took off the map and that no counter shows any more."""
    for ruling in report.rulings:
        sign = ruling.order.sign
        if not isinstance(sign, Strike) or ruling.verdict.word is not Word.SUCCEEDS:
            continue
        unit = (state.dislodged if sign.dislodged else state.units).get(sign.unit)
        at = find_unit(drawn, state, sign.unit, retreat=sign.dislodged)
        if unit is not None and at is not None and (sign.dislodged or sign.unit not in shown.units):
            yield draw_dislodged_ring(at)
            yield draw_counter(unit.kind, signs[unit.power], at, title=f"{unit.power}: gone")


def _keep_refused(report: ShownPhase) -> _Carried:
    """Return of a report what did not come about: the map shows what did."""
    found = (one for one in report.rulings if one.verdict.word is not Word.SUCCEEDS)
    return _Carried(tuple(found), ())


def _carry_position(state: ShownPosition, drawn: DrawnMap) -> ShownPosition:
    """Return a position on another map: a coast that this has not is left out, and so is who stood off it."""
    board = drawn.board
    return replace(
        state,
        board=board,
        units={
            face: _carry_unit(one, board)
            for face, one in state.units.items()
            if face in drawn.places
        },
        dislodged={
            face: _carry_unit(one, board)
            for face, one in state.dislodged.items()
            if one.province in drawn.places
        },
    )


def _carry_report(report: Report, drawn: DrawnMap) -> _Carried:
    """Return what pictures show of a report, with its places on another map."""
    changes = [
        replace(one, to=_carry_place(one.to, drawn.board))
        for one in report.changes
        if isinstance(one, UnitMoved | ArmyLanded)
    ]
    return _Carried(report.rulings, tuple(changes))


def _carry_unit(unit: Unit, board: Board) -> Unit:
    return replace(unit, at=_carry_place(unit.at, board))


def _carry_place(place: Place, board: Board) -> Place:
    known = board.mesh.borders
    return place if all(one in known for one in place.coast) else Place(place.province)
