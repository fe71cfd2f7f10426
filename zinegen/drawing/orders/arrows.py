"""Orders and what became of them, as arrows.

A move is a solid arrow, a support a dotted line to the arrow or unit it helps, a convoy a double
line, a hold a ring. What did not come about is broken and bears a cross, so that no colour is needed
to see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from zinegen.board.board import Power
from zinegen.drawing import style
from zinegen.drawing.alt_text import told
from zinegen.drawing.labels.placement import label_boxes
from zinegen.drawing.labels.unit_points import second_point, unit_point
from zinegen.drawing.layers.counters import UNIT
from zinegen.drawing.orders.badges import cross
from zinegen.drawing.orders.endpoints import carriers, goal, standing
from zinegen.drawing.orders.routes import Roads, Way
from zinegen.drawing.scene import Curve, Disc, Group, Ink, Lines, Shape
from zinegen.drawing.style import Sign
from zinegen.game.orders import Convoy, Hold, Move, Order, Retreat, SupportHold, SupportMove
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.units import Named
from zinegen.game.verdicts import Ruling, Word
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Line, Point
from zinegen.variants.deluge.orders import Disembark, Embark, SupportLanding

HEAD = 165
"""Length of an arrow's head, in tenths."""
SHAFT = 46
THIN = 30
PENS = Ink(fill="none", stroke=style.HALO, round=True)
"""What all arrows share: their pale edge."""


@dataclass(slots=True)
class Arrows:
    """The orders of one phase on the map as it was before."""

    state: GameState
    """Its board is up to date."""
    report: Report
    signs: Mapping[Power, Sign]
    roads: Roads = field(init=False)
    ways: dict[Face, Way] = field(default_factory=dict)
    """The way of every move, by the province it leaves."""
    landings: dict[Face, Way] = field(default_factory=dict)
    """The way of every army that goes ashore, by the water it comes from."""
    crosses: list[Shape] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Note where the units stand."""
        units = [unit_point(self.state.board, unit.at) for unit in self.state.units.values()]
        units += [
            second_point(self.state.board, lost.unit.at) for lost in self.state.dislodged.values()
        ]
        self.roads = Roads(units=units, names=label_boxes(self.state.board))

    def shapes(self) -> tuple[Shape, ...]:
        """Return everything that is drawn under the units; what fails adds to ``crosses``."""
        moves: list[Shape] = []
        others: list[Shape] = []
        for ruling in self.report.rulings:
            moves += self._move(ruling)
        for ruling in self.report.rulings:
            others += self._other(ruling)
        return (*others, *moves)

    def _move(self, ruling: Ruling) -> Iterator[Shape]:
        order = ruling.order
        match order:
            case Move() | Retreat():
                start = standing(self.state, order.unit, retreat=isinstance(order, Retreat))
                end = goal(self.state, self.report, order.to, order.unit)
            case Disembark():
                start = goal(self.state, self.report, order.unit.at, order.unit)
                end = goal(self.state, self.report, order.to, order.unit)
            case Embark():
                start = standing(self.state, order.unit)
                end = standing(self.state, order.aboard)
            case _:
                return
        if start is None or end is None or start == end:
            return
        stops = carriers(self.state, self.report, order) if isinstance(order, Move) else ()
        if stops:
            way = self.roads.through(start, stops, end)
        else:
            way = self.roads.direct(start, end, oncoming=self._is_met(order))
        sound = ruling.verdict.word is Word.SUCCEEDS
        taken = isinstance(order, Embark) or order.to.province in self.state.units
        way = way.trimmed(0, UNIT + 25 if taken else 30 if sound else 170)
        ways = self.landings if isinstance(order, Disembark) else self.ways
        ways[order.unit.at.province] = way
        void = ruling.verdict.word is Word.VOID
        yield from self._arrow(way, ruling, THIN if void else SHAFT)

    def _other(self, ruling: Ruling) -> Iterator[Shape]:
        order = ruling.order
        match order:
            case Hold():
                yield from self._ring(ruling, order)
            case SupportMove() | SupportLanding():
                start = standing(self.state, order.unit)
                if start is not None:
                    yield from self._help(start, order, ruling)
            case SupportHold():
                start = standing(self.state, order.unit)
                if start is not None:
                    yield from self._to_unit(start, order.of, ruling)
            case Convoy():
                start = standing(self.state, order.unit)
                way = self.ways.get(order.army.at.province)
                if start is not None and way is not None:
                    yield from self._line(start, way.nearest(start, low=0.1, high=0.9), 0, ruling)
                elif start is not None:
                    yield from self._to_unit(start, order.army, ruling)
            case _:
                return

    def _help(
        self, start: Point, order: SupportMove | SupportLanding, ruling: Ruling
    ) -> Iterator[Shape]:
        """Yield a support of a move: to its arrow where it was ordered, else to the unit."""
        landing = isinstance(order, SupportLanding)
        way = (self.landings if landing else self.ways).get(order.of.at.province)
        if way is not None and self._goes(order):
            yield from self._line(start, way.nearest(start, low=0.35, high=0.75), 25, ruling)
        else:
            yield from self._to_unit(start, order.of, ruling)

    def _goes(self, order: SupportMove | SupportLanding) -> bool:
        """Tell whether the supported unit was ordered where the support says."""
        kind = Disembark if isinstance(order, SupportLanding) else Move
        return any(
            isinstance(ruling.order, kind)
            and ruling.order.unit.at.province == order.of.at.province
            and ruling.order.to.province == order.to.province
            for ruling in self.report.rulings
        )

    def _to_unit(self, start: Point, named: Named, ruling: Ruling) -> Iterator[Shape]:
        end = standing(self.state, named)
        if end is not None and end != start:
            yield from self._line(start, end, UNIT + 40, ruling)

    def _is_met(self, order: Move | Retreat | Disembark | Embark) -> bool:
        """Tell whether the unit at the goal is ordered to come here."""
        return not isinstance(order, Embark) and any(
            isinstance(ruling.order, Move)
            and ruling.order.unit.at.province == order.to.province
            and ruling.order.to.province == order.unit.at.province
            for ruling in self.report.rulings
        )

    def _sign(self, order: Order) -> Sign:
        return self.signs[order.power]

    def _arrow(self, way: Way, ruling: Ruling, width: int) -> Iterator[Shape]:
        """Yield an arrow: its pale edge, its shaft, its head."""
        sign = self._sign(ruling.order)
        sound = ruling.verdict.word is Word.SUCCEEDS
        head, _ = _head(way)
        shaft = way.trimmed(0, HEAD * 0.8)
        ink = Ink(stroke=sign.ink, width=width, dash=() if sound else (55, 105))
        yield Group(
            kind=f"order move {sign.slug} {ruling.verdict.word}",
            title=told(self.state, ruling),
            items=(
                Curve(points=shaft.points, ink=Ink(width=width + 36)),
                Lines(lines=(head,), closed=True, ink=Ink(fill=sign.ink, width=20)),
                Curve(points=shaft.points, ink=ink),
            ),
        )
        if not sound:
            self._cross(way, ruling)

    def _line(self, start: Point, end: Point, room: int, ruling: Ruling) -> Iterator[Shape]:
        """Yield a support or a convoy."""
        sign = self._sign(ruling.order)
        sound = ruling.verdict.word is Word.SUCCEEDS
        way = self.roads.direct(start, end, arriving=False).trimmed(UNIT - 10, room)
        dotted = Ink(stroke=sign.ink, width=THIN, dash=(1, 56))
        items: list[Shape] = [Curve(points=way.points, ink=Ink(width=THIN + 30))]
        if isinstance(ruling.order, Convoy):
            items.append(Curve(points=way.points, ink=Ink(stroke=sign.ink, width=50)))
            items.append(Curve(points=way.points, ink=Ink(width=22)))
        else:
            items.append(Curve(points=way.points, ink=dotted))
            items.append(
                Disc(
                    at=way.points[-1],
                    radius=32,
                    ink=Ink(fill=sign.ink, width=12),
                )
            )
        what = "convoy" if isinstance(ruling.order, Convoy) else "support"
        yield Group(
            kind=f"order {what} {sign.slug} {ruling.verdict.word}",
            title=told(self.state, ruling),
            items=tuple(items),
        )
        if not sound:
            self._cross(way, ruling)

    def _ring(self, ruling: Ruling, order: Hold) -> Iterator[Shape]:
        at = standing(self.state, order.unit)
        if at is None:
            return
        sign = self._sign(order)
        dash = () if ruling.given else (30, 40)
        yield Disc(
            at=at,
            radius=172,
            kind=f"order hold {sign.slug} {ruling.verdict.word}",
            title=told(self.state, ruling),
            ink=Ink(stroke=sign.ink, width=22, dash=dash),
        )

    def _cross(self, way: Way, ruling: Ruling) -> None:
        at = self.roads.spot(way)
        self.crosses.append(cross(at, void=ruling.verdict.word is Word.VOID))


def _head(way: Way) -> tuple[Line, Point]:
    """Return an arrow's head as a closed line, and its tip."""
    points = way.sampled()
    tip = points[-1]
    back = next((one for one in reversed(points) if abs(one - tip) >= HEAD), points[0])
    along = (tip - back) / max(1.0, abs(tip - back))
    base = tip - along * HEAD * 0.72
    barbs = tip - along * HEAD
    corners = (tip, barbs + along * 84j, base, barbs - along * 84j, tip)
    line = tuple((round(one.real), round(one.imag)) for one in corners)
    return line, line[0]
