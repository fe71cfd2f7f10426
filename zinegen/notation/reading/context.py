"""The context in which an order line is read and checked: power, position, rule set, section and phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts, find
from zinegen.board.passage import Passage, Place
from zinegen.errors import Where
from zinegen.game.orders import Line, Order
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Kind, Named, Spot, Unit
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import Face
from zinegen.notation.findings import Code, Finding, at_columns, finding
from zinegen.notation.grammar.names import Names, names_for
from zinegen.notation.grammar.writer import write_place, write_unit

ORDERS = "orders"
EVENTS = "events"
COASTS = "coasts"
RETREATS = "retreats"
BUILDS = "builds"
SECTIONS = (ORDERS, EVENTS, COASTS, RETREATS, BUILDS)
"""The headings of an order file under which orders stand."""


@dataclass(frozen=True, kw_only=True)
class LineContext:
    """The context in which an order line is read."""

    power: Power
    state: GameState
    variant: Variant
    section: str
    """The heading under which it stands."""
    kind: PhaseKind
    """The kind of phase for which it is meant."""

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.state.board

    @property
    def names(self) -> Names:
        """The names of provinces and powers in the position."""
        return names_for(self.board, self.state.powers)

    @property
    def passage(self) -> Passage:
        """Which units can go where in this game."""
        return self.variant.passage(self.variant)

    def reach(self, unit: Unit) -> frozenset[Face]:
        """Return the provinces that a unit can go to by itself."""
        match unit.kind:
            case Kind.ARMY:
                return self.passage.armies(self.board, unit.province)
            case Kind.MUTANT:
                return self.passage.mutants(self.board, unit.province)
            case Kind.FLEET | Kind.ARMY_ABOARD:
                return self.passage.steps(self.board, unit.at)


IF_MEANT = "(if you mean it so, leave it)"


@dataclass(frozen=True, kw_only=True)
class OrderCheckContext(LineContext):
    """The context in which a section of a power's orders is checked."""

    orders: tuple[Order, ...]
    lines: Mapping[int, str]
    """The whole lines as written, by number."""
    where: Where
    """Where the section begins."""

    def name(self, face: Face) -> str:
        """Return a province's full name."""
        return self.board[face].name

    def short(self, face: Face) -> str:
        """Return a province's abbreviation as printed now."""
        return self.board[face].abbreviation

    def own_unit(self, named: Named) -> Unit | None:
        """Return the unit that an order names, if it is there and the power's own."""
        unit = self.unit_at(named.at.province)
        return unit if unit is not None and unit.power == self.power else None

    def unit_at(self, face: Face) -> Unit | None:
        """Return the unit to which an order for a province goes: in retreats the dislodged one."""
        if self.retreating:
            lost = self.state.dislodged.get(face)
            return lost.unit if lost is not None else None
        return self.state.units.get(face)

    @property
    def retreating(self) -> bool:
        """True in a retreat phase, when the dislodged units are known."""
        now = self.state.phase.kind is PhaseKind.RETREATS
        return now and self.kind is PhaseKind.RETREATS

    def own_units(self) -> tuple[Unit, ...]:
        """Return the power's units that await orders."""
        if self.retreating:
            lost = (one.unit for one in self.state.dislodged.values())
            return tuple(unit for unit in lost if unit.power == self.power)
        return self.state.units_of(self.power)

    def default_of(self, face: Face) -> str:
        """Return what becomes of a unit without an order."""
        unit = self.unit_at(face)
        called = write_unit(unit, self.board) if unit is not None else self.short(face)
        if self.kind is PhaseKind.RETREATS:
            return f"{called} will be disbanded"
        return f"{called} will hold"

    def finding_for(
        self, code: Code, order: Order, title: str, *, hint: str = "", if_left: str = ""
    ) -> Finding:
        """Return a finding that marks the whole line of an order."""
        line = order.line or Line(text="")
        place = at_columns(line, 0, len(line.text))
        raw = self.lines.get(place.line, line.text)
        return finding(code, place, raw, title, hint=hint, if_left=if_left)

    def check_coast_named(self, order: Order, kind: Kind, spot: Spot) -> Iterable[Finding]:
        """Yield that a coast must be named where a fleet is to be built (O25)."""
        here = coasts(self.board, spot.province)
        if kind is Kind.FLEET and spot.coast is None and len(here) > 1:
            yield self._which_coast(order, spot.province, [c.borders for c in here])

    def _which_coast(self, order: Order, face: Face, borders: Iterable[tuple[int, ...]]) -> Finding:
        places = [write_place(Place(face, one), self.board) for one in sorted(borders)]
        unnamed = self.variant.unnamed_coast(self.variant, self.state, self.kind)
        return self.finding_for(
            Code.O25,
            order,
            f"{self.name(face)} has more than one coast that can be meant",
            hint="name one: " + " or ".join(places),
            if_left=f"{unnamed} {IF_MEANT}",
        )

    def check_coast_reached(self, order: Order, unit: Unit, to: Spot) -> Iterable[Finding]:
        """Yield whether a fleet can reach the coast it is sent to (O22), or has to name it (O25)."""
        if unit.kind not in {Kind.FLEET, Kind.ARMY_ABOARD}:
            return
        reached = [
            place
            for place in self.passage.fleets(self.board, unit.at)
            if place.province == to.province and place.coast
        ]
        if to.coast is None:
            if len(reached) > 1:
                yield self._which_coast(order, to.province, [place.coast for place in reached])
            return
        meant = {coast.borders for coast in find(self.board, to.province, to.coast)}
        if reached and meant and not meant & {place.coast for place in reached}:
            open_to = " or ".join(write_place(place, self.board) for place in sorted(reached))
            yield self.finding_for(
                Code.O22,
                order,
                f"{write_unit(unit, self.board)} cannot reach that coast of {self.name(to.province)}",
                hint=f"it can reach {open_to}",
                if_left=f"the order fails and the unit stands {IF_MEANT}",
            )
