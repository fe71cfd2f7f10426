"""Orders and their results as arrows.

A move is a solid arrow, a support a dotted line to the arrow or unit it helps, a convoy a double
line, a hold a ring. What did not come about is broken and bears a cross, so that no colour is needed
to see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from zinegen.board.board import Board, Power
from zinegen.board.passage import Place
from zinegen.drawing import style
from zinegen.drawing.alt_text import describe_ruling
from zinegen.drawing.drawn_map import DrawnMap
from zinegen.drawing.geometry import Rect
from zinegen.drawing.orders.point_location import locate_points
from zinegen.drawing.orders.routes import CurveChain, RoutePlanner, WantedWay
from zinegen.drawing.position import ShownPhase, ShownPosition
from zinegen.drawing.scene import Again, Curve, Data, Disc, Group, Ink, Lines, Shape
from zinegen.drawing.style import Sign
from zinegen.drawing.symbols import CROSS, UNIT, draw_cross
from zinegen.drawing.unit_points import (
    find_ground_point,
    find_leader,
    find_second_point,
    find_unit_point,
)
from zinegen.game.changes import ArmyLanded, UnitMoved
from zinegen.game.named_places import find_meant_coasts
from zinegen.game.order_signs import Arrow, Carry, OrderSign, Origin, Ring, Tie
from zinegen.game.orders import Order
from zinegen.game.units import PlaceName
from zinegen.game.verdicts import OrderResult, Word
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point

HEAD = 165
"""Length of an arrow's head, in tenths."""
SHAFT = 46
THIN = 30
PENS = Ink(fill="none", stroke=style.HALO, round=True)
"""What all arrows share: their pale edge."""


@dataclass
class Arrows:
    """The orders of one phase on the map as it was before."""

    drawn: DrawnMap
    state: ShownPosition
    report: ShownPhase
    signs: Mapping[Power, Sign]
    anchors: Mapping[Order, str] = field(default_factory=dict)
    """What a page calls each order, as `data-order`; nothing where there is no page."""
    standing: ShownPosition | None = None
    """Where the counters of the picture are, if it is not that of the position before."""
    routes: RoutePlanner = field(init=False)
    ways: dict[tuple[ProvinceKey, bool], CurveChain] = field(default_factory=dict)
    """The way of every unit that goes, by the province it leaves and whether it is the army aboard there."""
    crosses: list[Again] = field(default_factory=list)
    courses: list[Line] = field(default_factory=list)
    """Points along everything that is drawn, some ninety tenths apart."""

    def __post_init__(self) -> None:
        """Note where the units stand."""
        counters = self.state if self.standing is None else self.standing
        units = [find_unit_point(self.drawn, unit.at) for unit in counters.units.values()]
        units += [find_second_point(self.drawn, lost.at) for lost in self.state.dislodged.values()]
        shape = self.drawn.board.current_shape
        self.routes = RoutePlanner(
            units=units,
            names=self.drawn.name_boxes,
            ground=locate_points(self.drawn),
            frame=Rect(0, 0, shape.width, shape.height),
        )

    def draw(self) -> tuple[Shape, ...]:
        """Return everything that is drawn under the units; what fails adds to ``crosses``."""
        moves: list[Shape] = []
        others: list[Shape] = []
        arrows = [
            (sign, ruling, journey)
            for ruling, sign in self.asked
            if isinstance(sign, Arrow) and (journey := self._find_journey(sign)) is not None
        ]
        self.routes.foresee([journey for _, _, journey in arrows])
        for arrow in arrows:
            moves += self._draw_arrow(*arrow)
        for ruling, sign in self.asked:
            match sign:
                case Ring():
                    others += self._draw_ring(sign, ruling)
                case Tie() | Carry():
                    others += self._draw_help(sign, ruling)
                case _:
                    pass
        return (*others, *moves)

    @cached_property
    def asked(self) -> tuple[tuple[OrderResult, OrderSign | None], ...]:
        """Every order with its sign."""
        return tuple((ruling, ruling.order.sign) for ruling in self.report.rulings)

    @cached_property
    def moves(self) -> frozenset[tuple[ProvinceKey, ProvinceKey]]:
        """From where to where units are ordered to move."""
        signs = (sign for _, sign in self.asked)
        return frozenset(
            (one.unit, one.to) for one in signs if isinstance(one, Arrow) and one.is_move
        )

    @cached_property
    def carriers(self) -> Mapping[tuple[ProvinceKey, ProvinceKey], list[ProvinceKey]]:
        """The fleets ordered to carry an army, by where it is and where it is to land."""
        found: dict[tuple[ProvinceKey, ProvinceKey], list[ProvinceKey]] = {}
        for _, sign in self.asked:
            if isinstance(sign, Carry) and sign.to is not None:
                found.setdefault((sign.army, sign.to), []).append(sign.unit)
        return found

    def _draw_arrow(self, sign: Arrow, ruling: OrderResult, journey: WantedWay) -> Iterator[Shape]:
        """Yield the way of a unit, and note it for those who help it."""
        fleets = self._find_carriers(sign) if sign.is_move else ()
        if fleets:
            stops = [find_unit_point(self.drawn, self.state.units[one].at) for one in fleets]
            concerned = journey.concerned.union(fleets)
            way = self.routes.plan_through(journey._replace(concerned=concerned), stops)
        else:
            way = self.routes.plan_direct(journey)
        sound = ruling.verdict.word is Word.SUCCEEDS
        taken = sign.boards or self._is_covered(sign.to)
        way = way.trim(
            0, (UNIT if taken else 0) + (25 if sound else CROSS + 12 if taken else CROSS + 60)
        )
        self.ways[sign.unit, sign.origin is Origin.ABOARD] = way
        void = ruling.verdict.word is Word.VOID
        yield from self._draw_shaft(way, ruling, THIN if void else SHAFT)

    def _find_journey(self, sign: Arrow) -> WantedWay | None:
        """Return the journey that an arrow shows, as far as there is anything to show."""
        state, report = self.state, self.report
        if sign.origin is Origin.ABOARD:
            start = find_goal(self.drawn, report, sign.unit, PlaceName(province=sign.unit))
        else:
            start = find_unit(self.drawn, state, sign.unit, retreat=sign.origin is Origin.DISLODGED)
        goal = sign.goal or PlaceName(province=sign.to)
        end = (
            find_unit(self.drawn, state, sign.to)
            if sign.boards
            else find_goal(self.drawn, report, sign.unit, goal, state.board)
        )
        if start is None or end is None or start == end:
            return None
        return WantedWay(start, end, frozenset((sign.unit, sign.to)), oncoming=self._is_met(sign))

    def _is_covered(self, face: ProvinceKey) -> bool:
        """Tell whether a unit stands on the ground of a province."""
        counters = self.state if self.standing is None else self.standing
        unit, drawn = counters.units.get(face), self.drawn
        return unit is not None and not find_leader(drawn, unit.at, find_unit_point(drawn, unit.at))

    def _find_carriers(self, sign: Arrow) -> tuple[ProvinceKey, ...]:
        """Return the fleets that were to carry an army, in the order in which it meets them."""
        ordered = self.carriers.get((sign.unit, sign.to), [])
        return find_carriers(self.state, self.report, sign, tuple(ordered))

    def _is_met(self, sign: Arrow) -> bool:
        """Tell whether the unit at the goal is ordered to come here."""
        return not sign.boards and (sign.to, sign.unit) in self.moves

    def _draw_help(self, sign: Tie | Carry, ruling: OrderResult) -> Iterator[Shape]:
        """Yield a support or a convoy: to the arrow of the unit where it goes as said, else to the unit."""
        start = find_unit(self.drawn, self.state, sign.unit)
        if isinstance(sign, Carry):
            helped, way = sign.army, self.ways.get((sign.army, False))
            low, high, room = 0.1, 0.9, 0
        else:
            helped = sign.helped
            way = self.ways.get((helped, sign.aboard)) if self._goes(sign) else None
            low, high, room = 0.35, 0.75, 25
        if start is not None and way is not None:
            end = way.nearest(start, low=low, high=high)
            yield from self._draw_line(start, end, room, ruling, sign)
        elif start is not None:
            unit = find_unit(self.drawn, self.state, helped)
            if unit is not None and unit != start:
                yield from self._draw_line(start, unit, UNIT + 40, ruling, sign)

    def _goes(self, sign: Tie) -> bool:
        """Tell whether the supported unit was ordered where the support says."""
        return sign.to is not None and any(
            isinstance(one, Arrow)
            and (one.origin is Origin.ABOARD if sign.aboard else one.is_move)
            and one.unit == sign.helped
            and one.to == sign.to
            for _, one in self.asked
        )

    def _draw_shaft(self, way: CurveChain, ruling: OrderResult, width: int) -> Iterator[Shape]:
        """Yield an arrow: its pale edge, its shaft, its head."""
        sign = self.signs[ruling.order.power]
        sound = ruling.verdict.word is Word.SUCCEEDS
        self.courses.append(way.list_points())
        head, tip = _find_head(way)
        shaft = way.trim(0, HEAD * 0.8)
        ink = Ink(stroke=sign.ink, width=width, dash=() if sound else (55, 105))
        yield Group(
            kind=f"order move {sign.slug} {ruling.verdict.word}",
            title=describe_ruling(self.state, ruling),
            data=name_order(self.anchors, ruling),
            items=(
                Curve(points=shaft.points, ink=Ink(width=width + 36)),
                Lines(lines=(head,), closed=True, grows_at=tip, ink=Ink(fill=sign.ink, width=20)),
                Curve(points=shaft.points, ink=ink),
            ),
        )
        if not sound:
            self._add_cross(self.routes.find_end_point(way), ruling)

    def _draw_line(
        self, start: Point, end: Point, room: int, ruling: OrderResult, order: Tie | Carry
    ) -> Iterator[Shape]:
        """Yield a support or a convoy."""
        sign = self.signs[ruling.order.power]
        convoy = isinstance(order, Carry)
        helped = order.army if isinstance(order, Carry) else order.helped
        concerned = frozenset(face for face in (order.unit, helped, order.to) if face is not None)
        way = self.routes.plan_direct(WantedWay(start, end, concerned), arriving=False)
        way = way.trim(UNIT - 10, room)
        self.courses.append(way.list_points())
        items: list[Shape] = [Curve(points=way.points, ink=Ink(width=THIN + 30))]
        if convoy:
            items.append(Curve(points=way.points, ink=Ink(stroke=sign.ink, width=50)))
            items.append(Curve(points=way.points, ink=Ink(width=22)))
        else:
            dotted = Ink(stroke=sign.ink, width=THIN, dash=(1, 56))
            items.append(Curve(points=way.points, ink=dotted))
            items.append(Disc(at=way.points[-1], radius=32, ink=Ink(fill=sign.ink, width=12)))
        what = "convoy" if convoy else "support"
        yield Group(
            kind=f"order {what} {sign.slug} {ruling.verdict.word}",
            title=describe_ruling(self.state, ruling),
            data=name_order(self.anchors, ruling),
            items=tuple(items),
        )
        if ruling.verdict.word is not Word.SUCCEEDS:
            self._add_cross(self.routes.find_sign_point(way), ruling)

    def _draw_ring(self, ring: Ring, ruling: OrderResult) -> Iterator[Shape]:
        at = find_unit(self.drawn, self.state, ring.unit)
        if at is None:
            return
        sign = self.signs[ruling.order.power]
        dash = () if ruling.given else (30, 40)
        yield Disc(
            at=at,
            radius=172,
            kind=f"order hold {sign.slug} {ruling.verdict.word}",
            title=describe_ruling(self.state, ruling),
            data=name_order(self.anchors, ruling),
            ink=Ink(stroke=sign.ink, width=22, dash=dash),
        )

    def _add_cross(self, at: Point, ruling: OrderResult) -> None:
        self.crosses.append(draw_cross(at, void=ruling.verdict.word is Word.VOID))


def name_order(anchors: Mapping[Order, str], ruling: OrderResult) -> Data:
    """Return what a sign stands for: an order, as its page calls it."""
    return (("order", anchors[ruling.order]),) if ruling.order in anchors else ()


def _find_head(way: CurveChain) -> tuple[Line, Point]:
    """Return an arrow's head as a closed line, and its tip."""
    points = way.sample()
    tip = points[-1]
    back = next((one for one in reversed(points) if abs(one - tip) >= HEAD), points[0])
    along = (tip - back) / max(1.0, abs(tip - back))
    base = tip - along * HEAD * 0.72
    barbs = tip - along * HEAD
    corners = (tip, barbs + along * 84j, base, barbs - along * 84j, tip)
    line = tuple((round(one.real), round(one.imag)) for one in corners)
    return line, line[0]


def find_unit(
    drawn: DrawnMap, state: ShownPosition, face: ProvinceKey, *, retreat: bool = False
) -> Point | None:
    """Return where the unit in a province, or the one dislodged from it, stands; None where there is none."""
    if retreat:
        lost = state.dislodged.get(face)
        return None if lost is None else find_second_point(drawn, lost.at)
    unit = state.units.get(face)
    return None if unit is None else find_unit_point(drawn, unit.at)


def find_goal(
    drawn: DrawnMap,
    report: ShownPhase,
    start: ProvinceKey,
    goal: PlaceName,
    written: Board | None = None,
) -> Point | None:
    """Return where a unit is to stand, on the coast named on the map ``written`` or that it reached.

    None off the map.
    """
    to = goal.province
    if to not in drawn.places:
        return None
    place = Place(to)
    for change in report.changes:
        if isinstance(change, UnitMoved) and change.unit.province == start:
            place = change.to
        if isinstance(change, ArmyLanded) and change.to.province == to:
            place = change.to
    if place.province != to:
        place = Place(to)
    if goal.coast is not None and not place.coast:
        named_coasts = find_meant_coasts(drawn.board, goal, written)
        if len(named_coasts) == 1:
            place = Place(to, named_coasts[0].borders)
    return find_ground_point(drawn, place)


def find_carriers(
    state: ShownPosition, report: ShownPhase, sign: Arrow, ordered: tuple[ProvinceKey, ...]
) -> tuple[ProvinceKey, ...]:
    """Return the fleets that carried or were to carry an army, in the order in which it meets them.

    ``ordered`` are those with orders to.
    """
    for change in report.changes:
        if isinstance(change, UnitMoved) and change.unit.province == sign.unit and change.convoy:
            ordered = change.convoy
            break
    else:
        if sign.to in state.board.mesh.adjacent(sign.unit):
            return ()
    afloat = frozenset(face for face in ordered if face in state.units)
    return find_route(state.board, sign.unit, sign.to, afloat)


def find_route(
    board: Board, start: ProvinceKey, goal: ProvinceKey, fleets: frozenset[ProvinceKey]
) -> tuple[ProvinceKey, ...]:
    """Return the shortest chain of fleets from shore to shore; all of them where none leads there."""
    before: dict[ProvinceKey, ProvinceKey] = {start: start}
    reached = [start]
    for here in reached:
        for there in sorted(board.mesh.adjacent(here) & (fleets | {goal})):
            if there in before or (there == goal and here == start):
                continue
            before[there] = here
            reached.append(there)
    if goal not in before:
        return tuple(sorted(fleets))
    chain = []
    at = before[goal]
    while at != start:
        chain.append(at)
        at = before[at]
    return tuple(reversed(chain))
