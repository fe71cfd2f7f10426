"""The context in which an order line is read and checked: power, position, rule set, section and phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board, Power
from zinegen.board.passage import Passage
from zinegen.errors import Where
from zinegen.game.orders import Line, Order
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import Kind, Unit, UnitName
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import gettext
from zinegen.notation.findings import Code, Finding, at_columns, finding
from zinegen.notation.grammar.names import Names, Token, names_for
from zinegen.notation.grammar.writer import write_unit

ORDERS = "orders"
EVENTS = "events"
COASTS = "coasts"
RETREATS = "retreats"
BUILDS = "builds"
SECTIONS: Mapping[str, tuple[PhaseKind, ...]] = {
    ORDERS: (PhaseKind.MOVES, PhaseKind.PLACEMENT),
    EVENTS: (PhaseKind.EVENTS, PhaseKind.MOVES),
    RETREATS: (PhaseKind.RETREATS,),
    BUILDS: (PhaseKind.ADJUSTMENTS,),
    COASTS: (),
}
"""The headings of an order file in their sequence, and the kinds of phases each is for, the likeliest first.

Coasts are for no kind of phase: they are chosen for the first one of a deadline, whatever it is."""
LATER_SECTIONS = {kinds[0]: name for name, kinds in SECTIONS.items() if len(kinds) == 1}
"""The headings for retreats and for adjustments, which may be handed in with the moves, by kind of phase."""
CONDITIONAL = frozenset({*LATER_SECTIONS.values(), COASTS})
"""The headings under which lines may hang on conditions."""


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
        return names_for(self.board, self.state.powers, self.variant.languages)

    @property
    def passage(self) -> Passage:
        """Which units can go where in this game."""
        return self.variant.passage

    def reach(self, unit: Unit) -> frozenset[ProvinceKey]:
        """Return the provinces that a unit can go to by itself."""
        match unit.kind:
            case Kind.ARMY:
                return self.passage.armies(self.board, unit.province)
            case Kind.MUTANT:
                return self.passage.mutants(self.board, unit.province)
            case Kind.FLEET | Kind.ARMY_ABOARD:
                return self.passage.steps(self.board, unit.at)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineText:
    """A line to be read: its words, whose it is, and the names that count."""

    tokens: Sequence[Token]
    line: Line
    raw: str
    """The whole line as written, with what stands around its words."""
    power: Power
    names: Names


@dataclass(frozen=True, kw_only=True)
class OrderCheckContext(LineContext):
    """The context in which a section of a power's orders is checked."""

    orders: tuple[Order, ...]
    lines: Mapping[int, str]
    """The whole lines as written, by number."""
    where: Where
    """Where the section begins."""

    def name(self, face: ProvinceKey) -> str:
        """Return a province's full name."""
        return name_province(self.board[face].name)

    def short(self, face: ProvinceKey) -> str:
        """Return a province's abbreviation as printed now."""
        return self.board[face].abbreviation

    def own_unit(self, named: UnitName) -> Unit | None:
        """Return the unit that an order names, if it is there and the power's own."""
        unit = self.unit_at(named.at.province)
        return unit if unit is not None and unit.power == self.power else None

    def unit_at(self, face: ProvinceKey) -> Unit | None:
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

    def default_of(self, face: ProvinceKey) -> str:
        """Return what becomes of a unit without an order."""
        unit = self.unit_at(face)
        called = write_unit(unit, self.board) if unit is not None else self.short(face)
        if self.kind is PhaseKind.RETREATS:
            return gettext("{unit} will be disbanded", unit=called)
        return gettext("{unit} will hold", unit=called)

    def finding_for(
        self, code: Code, order: Order, title: str, *, hint: str = "", if_left: str = ""
    ) -> Finding:
        """Return a finding that marks the whole line of an order."""
        line = order.line or Line(text="")
        place = at_columns(line, 0, len(line.text))
        raw = self.lines.get(place.line, line.text)
        return finding(code, place, raw, title, hint=hint, if_left=if_left)
