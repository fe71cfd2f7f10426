"""Forms of order lines: a pattern and what it builds; the standard forms by section and kind of phase.

A rule set adds its own through ``Variant.extra_forms``; a form is all it takes to read a new kind of order,
with messages and suggestions::

    OrderForm(
        name="erode",
        pattern="erode {at:province}",
        build=lambda read: Erode(power=read.power, line=read.line, at=read.province("at")),
        example="Erode Mun",
        sections=frozenset({"events"}),
    )

Several parts on one line, with ``;`` between them, are a `Combination`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from zinegen.board.board import Power
from zinegen.game.orders import (
    Build,
    CoastChoice,
    Convoy,
    Disband,
    Hold,
    Kind,
    Line,
    Move,
    Named,
    Order,
    Remove,
    Retreat,
    Spot,
    SupportHold,
    SupportMove,
    Waive,
)
from zinegen.game.state import PhaseKind
from zinegen.notation.slots import Border
from zinegen.planar.mesh import Face

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zinegen.game.state import GameState
    from zinegen.game.variant import Variant

_T = TypeVar("_T")

ORDERS = "orders"
EVENTS = "events"
COASTS = "coasts"
RETREATS = "retreats"
BUILDS = "builds"
SECTIONS = (ORDERS, EVENTS, COASTS, RETREATS, BUILDS)
"""The headings of an order file under which orders stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What the slots of a form were filled with, handed to the function that builds the order.

    The methods take the name of a slot and raise KeyError when the form has none of that name and kind.
    """

    power: Power
    line: Line
    values: Mapping[str, object]

    def _get(self, name: str, sort: type[_T]) -> _T:
        value = self.values.get(name)
        if not isinstance(value, sort):
            message = f"no slot {name} of {sort.__name__}"
            raise KeyError(message)
        return value

    def _all(self, name: str, sort: type[_T]) -> tuple[_T, ...]:
        found = self.values.get(name)
        values = found if isinstance(found, tuple) else (found,)
        return tuple(value for value in values if isinstance(value, sort))

    def has(self, name: str) -> bool:
        """Tell whether an optional slot or a flag was there."""
        return name in self.values

    def unit(self, name: str) -> Named:
        """Return the unit in a ``unit`` or ``typed`` slot."""
        return self._get(name, Named)

    def units(self, name: str) -> tuple[Named, ...]:
        """Return the units in a ``unit+`` or ``typed+`` slot."""
        return self._all(name, Named)

    def spot(self, name: str) -> Spot:
        """Return the place in a ``spot`` slot."""
        return self._get(name, Spot)

    def spots(self, name: str) -> tuple[Spot, ...]:
        """Return the places in a ``spot+`` slot."""
        return self._all(name, Spot)

    def refuges(self, name: str) -> tuple[Spot | None, ...]:
        """Return the places in a ``refuge+`` slot, None for disbanding."""
        found = self._get(name, tuple)
        return tuple(value if isinstance(value, Spot) else None for value in found)

    def province(self, name: str) -> Face:
        """Return the province in a ``province`` slot."""
        return Face(self._get(name, str))

    def provinces(self, name: str) -> tuple[Face, ...]:
        """Return the provinces in a ``province+`` slot."""
        return tuple(Face(value) for value in self._all(name, str))

    def border(self, name: str) -> Border:
        """Return the border in a ``border`` slot."""
        return self._get(name, Border)

    def named_power(self, name: str) -> Power:
        """Return the power in a ``power`` slot."""
        return Power(self._get(name, str))

    def number(self, name: str) -> int:
        """Return the number in a ``number`` slot."""
        return self._get(name, int)

    def kind(self, name: str) -> Kind:
        """Return the kind of unit in a ``kind`` slot."""
        return self._get(name, Kind)

    def word(self, name: str) -> str:
        """Return the word in a ``{name=one|other}``, ``coast`` or ``choice`` slot."""
        return self._get(name, str)

    def words(self, name: str) -> tuple[str, ...]:
        """Return the words in a ``coast+`` or ``choice+`` slot."""
        return self._all(name, str)


Built = Order | tuple[Order, ...]
"""What a line comes to: one order; several where the line is a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How many of some orders a power may give in a phase: one event, as many stabilisations as centres."""

    name: str
    """In the plural, as the message prints it: ``stabilisations``."""
    most: Callable[[GameState, Power], int]
    count: Callable[[Order], int] = field(default=lambda _order: 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderForm:
    """One way to write one kind of order."""

    name: str
    pattern: str
    """In the language of `patterns`."""
    build: Callable[[Read], Built]
    example: str
    """A line of this form, for messages."""
    sections: frozenset[str] = frozenset({ORDERS})
    kinds: frozenset[PhaseKind] = frozenset(PhaseKind)
    """The kinds of phase in which it can be given."""
    check: Callable[[Order, GameState], str | None] | None = None
    """Says in a lower-case sentence why an order is impossible on the board as it is; None when it is not."""
    limit: Limit | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination:
    """Several orders on one line with ``;`` between them, which are one order (Deluge II)."""

    name: str
    parts: tuple[OrderForm, ...]
    """The forms that each part may have."""
    join: Callable[[Read, tuple[Order, ...]], Built]
    """Makes one order of the parts, in the sequence written; its ``Read`` has no slots."""
    example: str
    sections: frozenset[str] = frozenset({ORDERS})
    kinds: frozenset[PhaseKind] = frozenset(PhaseKind)


Form = OrderForm | Combination

_HOLD = "(h|hold|holds|holding|stand|stands|stay|stays)"
_VIA = "(via convoy|by convoy|with convoy|via|convoyed|vc)"
_MOVES = frozenset({PhaseKind.MOVES})
_RETREATS = frozenset({PhaseKind.RETREATS})
_ADJUSTMENTS = frozenset({PhaseKind.ADJUSTMENTS})


def _move(read: Read) -> Order:
    return Move(
        power=read.power,
        line=read.line,
        unit=read.unit("unit"),
        to=read.spot("to"),
        via_convoy=read.has("via"),
    )


def _hold(read: Read) -> Order:
    return Hold(power=read.power, line=read.line, unit=read.unit("unit"))


def _support_move(read: Read) -> Order:
    return SupportMove(
        power=read.power,
        line=read.line,
        unit=read.unit("unit"),
        of=read.unit("of"),
        to=read.spot("to"),
    )


def _support_hold(read: Read) -> Order:
    return SupportHold(power=read.power, line=read.line, unit=read.unit("unit"), of=read.unit("of"))


def _convoy(read: Read) -> Order:
    return Convoy(
        power=read.power,
        line=read.line,
        unit=read.unit("unit"),
        army=read.unit("army"),
        to=read.spot("to"),
    )


def _retreat(read: Read) -> Order:
    return Retreat(power=read.power, line=read.line, unit=read.unit("unit"), to=read.spot("to"))


def _disband(read: Read) -> Order:
    return Disband(power=read.power, line=read.line, unit=read.unit("unit"))


def _refuges(read: Read) -> tuple[Order, ...]:
    """Return a preference list as the retreats it stands for, best first."""
    unit = read.unit("unit")
    return tuple(
        Disband(power=read.power, line=read.line, unit=unit)
        if to is None
        else Retreat(power=read.power, line=read.line, unit=unit, to=to)
        for to in read.refuges("to")
    )


def _build(read: Read) -> tuple[Order, ...]:
    return tuple(
        Build(power=read.power, line=read.line, kind=unit.kind, at=unit.at)
        for unit in read.units("units")
        if unit.kind is not None
    )


def _remove(read: Read) -> tuple[Order, ...]:
    return tuple(
        Remove(power=read.power, line=read.line, unit=unit) for unit in read.units("units")
    )


def _waive(read: Read) -> Order:
    return Waive(power=read.power, line=read.line)


def _coasts(read: Read) -> Order:
    return CoastChoice(
        power=read.power, line=read.line, unit=read.unit("unit"), choices=read.words("choices")
    )


MOVES_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="move",
        pattern=f"{{unit}} [moves|move|goes] - {{to:spot}} [<via ~ {_VIA} ~>]",
        build=_move,
        example="F Lon - NTH",
        kinds=_MOVES,
    ),
    OrderForm(
        name="hold",
        pattern=f"{{unit}} ~ {_HOLD} ~",
        build=_hold,
        example="A Mun H",
        kinds=_MOVES,
    ),
    OrderForm(
        name="support of a move",
        pattern=(
            "{unit} (s|support|supports|supporting) {of:unit} [moving|move] - {to:spot}"
            f" [~ {_VIA} ~]"
        ),
        build=_support_move,
        example="A Par S A Mar - Bur",
        kinds=_MOVES,
    ),
    OrderForm(
        name="support of a unit that stays",
        pattern=f"{{unit}} (s|support|supports|supporting) {{of:unit}} [~ [in|to] {_HOLD} ~]",
        build=_support_hold,
        example="A Ruh S A Mun",
        kinds=_MOVES,
    ),
    OrderForm(
        name="convoy",
        pattern=f"{{unit}} (c|convoy|convoys|convoying) {{army:unit}} - {{to:spot}} [~ {_VIA} ~]",
        build=_convoy,
        example="F ENG C A Lon - Bel",
        kinds=_MOVES,
    ),
)
RETREATS_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="retreat",
        pattern="{unit} [retreats|retreat|moves|r] - {to:spot}",
        build=_retreat,
        example="A Mun - Boh",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
    OrderForm(
        name="disband",
        pattern="{unit} (disband|disbands|disbanded|remove|removed|d) | (disband|remove) {unit}",
        build=_disband,
        example="A Mun disband",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
    OrderForm(
        name="list of retreats",
        pattern="{unit} : {to:refuge+}",
        build=_refuges,
        example="F NTH: HEL, Nwy, disband",
        sections=frozenset({RETREATS}),
        kinds=_RETREATS,
    ),
)
ADJUSTMENT_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="build",
        pattern="(build|builds|b|&) {units:typed+}",
        build=_build,
        example="build F Lon",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
    OrderForm(
        name="removal",
        pattern=(
            "(remove|removes|disband|disbands|r|-) {units:unit+}"
            " | {units:unit} (remove|removed|disband|disbands|disbanded)"
        ),
        build=_remove,
        example="remove A Mun",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
    OrderForm(
        name="waived build",
        pattern="(waive|waives|waived|pass) [a] [build] | no build",
        build=_waive,
        example="waive",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
)
COAST_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name="coast choice",
        pattern="{unit} : {choices:choice+}",
        build=_coasts,
        example="F Bre: nc, sc",
        sections=frozenset({COASTS}),
    ),
)
STANDARD_FORMS: tuple[OrderForm, ...] = (
    *MOVES_FORMS,
    *RETREATS_FORMS,
    *ADJUSTMENT_FORMS,
    *COAST_FORMS,
)
"""The forms that every rule set knows."""


def all_forms(variant: Variant) -> tuple[Form, ...]:
    """Return every form that a rule set knows, its own first."""
    own = tuple(form for form in variant.extra_forms if isinstance(form, OrderForm | Combination))
    return (*own, *STANDARD_FORMS)


def forms_for(variant: Variant, section: str, kind: PhaseKind) -> tuple[Form, ...]:
    """Return the forms that lines of a section may have in a kind of phase."""
    return tuple(
        form for form in all_forms(variant) if section in form.sections and kind in form.kinds
    )
