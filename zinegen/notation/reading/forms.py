"""Forms of order lines: a pattern, and the kind of order that a line of it makes; the standard forms.

A rule set adds its own through ``Variant.extra_forms``; a form is all it takes to read a new kind of order,
with messages and suggestions. Slots fill the fields of the same name::

    OrderForm(
        name="erosion",
        of=Erode,
        pattern="erode {at:province}",
        example="Erode Mun",
        sections=frozenset({"events"}),
    )

Several parts on one line, with ``;`` between them, are a `Combination`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar, cast

from zinegen.board.board import Power
from zinegen.derived import derive_once
from zinegen.game.orders import (
    UNNUMBERED,
    Build,
    CoastChoice,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    OrderNumber,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import BorderName, Kind, PlaceName, UnitName
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import N_
from zinegen.notation.conditions import Condition, Fact
from zinegen.notation.findings import Finding
from zinegen.notation.reading.context import BUILDS, COASTS, ORDERS, RETREATS, OrderCheckContext
from zinegen.notation.reading.move_checks import (
    check_build,
    check_convoy,
    check_move,
    check_retreat,
    check_support_to_hold,
    check_support_to_move,
)

_T = TypeVar("_T")


class Read(NamedTuple):
    """What the slots of a form were filled with, for the function that builds the order.

    The methods take the name of a slot and raise KeyError when the form has none of that name and kind.
    """

    power: Power
    line: Line
    values: Mapping[str, object]
    first: OrderNumber = UNNUMBERED
    """The number of the first order of the line on its sheet, if it is known."""

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

    def unit(self, name: str) -> UnitName:
        """Return the unit in a ``unit`` or ``typed`` slot."""
        return self._get(name, UnitName)

    def units(self, name: str) -> tuple[UnitName, ...]:
        """Return the units in a ``unit+`` or ``typed+`` slot."""
        return self._all(name, UnitName)

    def spot(self, name: str) -> PlaceName:
        """Return the place in a ``spot`` slot."""
        return self._get(name, PlaceName)

    def spots(self, name: str) -> tuple[PlaceName, ...]:
        """Return the places in a ``spot+`` slot."""
        return self._all(name, PlaceName)

    def refuges(self, name: str) -> tuple[PlaceName | None, ...]:
        """Return the places in a ``refuge+`` slot, None for disbanding."""
        found = self._get(name, tuple)
        return tuple(value if isinstance(value, PlaceName) else None for value in found)

    def province(self, name: str) -> ProvinceKey:
        """Return the province in a ``province`` slot."""
        return ProvinceKey(self._get(name, str))

    def provinces(self, name: str) -> tuple[ProvinceKey, ...]:
        """Return the provinces in a ``province+`` slot."""
        return tuple(ProvinceKey(value) for value in self._all(name, str))

    def border(self, name: str) -> BorderName:
        """Return the border in a ``border`` slot."""
        return self._get(name, BorderName)

    def power_in(self, name: str) -> Power:
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
"""What a form builds: one order, or several where the line is a list."""

_Made = TypeVar("_Made", bound=Order)
_Board = TypeVar("_Board")
_Found = TypeVar("_Found")


def of_kind(
    kind: type[_Made], check: Callable[[_Made, _Board], _Found | None]
) -> Callable[[Order, _Board], _Found | None]:
    """Return a check (`OrderForm.check`, ``warn``) that passes over orders of any other kind."""
    return lambda order, board: check(order, board) if isinstance(order, kind) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How many of some orders, by their weight, a power may give in a phase: one event, a few ranges."""

    name: str
    """In the plural, as the message prints it: ``stabilisations``."""
    most: Callable[[GameState, Power], int]
    if_over: str = "what is over does not count"
    """What comes of too many."""
    only_possible: bool = False
    """Those that the form's ``check`` objects to are not counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateOrders:
    """Which orders of a form come into question, for whoever lists what is possible.

    What the form's ``check`` or ``warn`` object to is left out there.
    """

    candidates: Callable[[OrderCheckContext], Iterable[Order]] = lambda _context: ()
    alike: bool = False
    """They are the same for all powers, and so is what is said against them."""
    openings: Callable[[OrderCheckContext], Iterable[tuple[Order, Order]]] = lambda _context: ()
    """Orders whose lines end in another order, each with that one.

    In its place any order of its kind may stand that comes into question by itself: one order is enough for
    each way in which a line can begin.
    """
    facts: Callable[[OrderCheckContext], Iterable[Fact]] = lambda _context: ()
    """What its lines may hang on where the rule set judges conditions itself (`Conditional`)."""


class _Fields(Protocol):
    """An order class, called with its fields."""

    def __call__(
        self, *, power: Power, line: Line, number: OrderNumber, **slots: object
    ) -> Order: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderForm:
    """One way to write one kind of order."""

    name: str
    of: type[Order]
    """The kind of order that it makes."""
    pattern: str
    """In the language of `patterns`."""
    build: Callable[[Read], Built] | None = None
    """Makes the orders of a line; only needed where a slot is no field of that name.

    It hands the line to the orders and looks at it for nothing else: what it builds is made again for others.
    """
    example: str
    """A line of this form, for messages."""
    sections: frozenset[str] = frozenset({ORDERS})
    kinds: frozenset[PhaseKind] = frozenset(PhaseKind)
    """The kinds of phase in which it can be given."""
    check: Callable[[Order, GameState], str | None] | None = None
    """Says in a lower-case sentence why an order is impossible on the board as it is; None when it is not."""
    warn: Callable[[Order, OrderCheckContext], Iterable[Finding] | None] | None = None
    """Yields what will not work of an order, beside the other orders of its power."""
    offer: CandidateOrders | None = None
    """What of it comes into question in a position; see `zinegen.rules.candidates` for standard forms."""
    limit: Limit | None = None
    in_parts: bool = False
    """An order may hold a semicolon: of a line with a part that cannot be read, no other part counts."""
    hang_on: Callable[[Condition, OrderCheckContext], str | None] | None = None
    """Says why such an order cannot hang on a condition that the rule set judges itself (`Conditional`)."""
    alone: Callable[[Order], ProvinceKey] | None = None
    """The province of which only one such order may speak: of two different ones neither counts."""
    does: str = ""
    """What such an order does to the map, in one sentence; empty of those that do nothing to it."""
    touches: Callable[[Order, GameState], Iterable[ProvinceKey]] | None = None
    """Provinces whose coasts an order may change; their fleets had better say where they go."""

    def orders(self, read: Read) -> tuple[Order, ...]:
        """Return the orders of a line; without ``build`` one, whose fields are the slots of these names."""
        if self.build is None:
            make = cast("_Fields", self.of)
            return (make(power=read.power, line=read.line, number=read.first, **read.values),)
        built = self.build(read)
        return built if isinstance(built, tuple) else (built,)

    def makes(self, order: Order) -> bool:
        """Tell whether an order is of the kind that this form makes."""
        return type(order) is self.of


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
    openings: frozenset[str] = frozenset()
    """Words that open a part: then only a ``;`` or ``,`` before one of them divides the line."""


Form = OrderForm | Combination


_HOLD = "(h|hold|holds|holding|stand|stands|stay|stays)"
_VIA = "(via convoy|by convoy|with convoy|via|convoyed|vc)"
SUPPORTS = "(s|sup|supp|support|supports|supporting)"
_MOVES = frozenset({PhaseKind.MOVES})
_RETREATS = frozenset({PhaseKind.RETREATS})
_ADJUSTMENTS = frozenset({PhaseKind.ADJUSTMENTS})


def _refuges(read: Read) -> tuple[Order, ...]:
    """Return the retreats of a preference list, best first."""
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


MOVES_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name=N_("move"),
        of=Move,
        warn=of_kind(Move, check_move),
        pattern=f"{{unit}} [moves|move|goes] - {{to:spot}} [<via_convoy ~ {_VIA} ~>]",
        example="F Lon - NTH",
        kinds=_MOVES,
    ),
    OrderForm(
        name=N_("hold"),
        of=Hold,
        pattern=f"{{unit}} ~ {_HOLD} ~",
        example="A Mun H",
        kinds=_MOVES,
    ),
    OrderForm(
        name=N_("support of a move"),
        of=SupportMove,
        warn=of_kind(SupportMove, check_support_to_move),
        pattern=(f"{{unit}} {SUPPORTS} {{of:unit}} [moving|move] - {{to:spot}} [~ {_VIA} ~]"),
        example="A Par S A Mar - Bur",
        kinds=_MOVES,
    ),
    OrderForm(
        name=N_("support of a unit that stays"),
        of=SupportHold,
        warn=of_kind(SupportHold, check_support_to_hold),
        pattern=f"{{unit}} {SUPPORTS} {{of:unit}} [~ [in|to] {_HOLD} ~]",
        example="A Ruh S A Mun",
        kinds=_MOVES,
    ),
    OrderForm(
        name=N_("convoy"),
        of=Convoy,
        warn=of_kind(Convoy, check_convoy),
        pattern=f"{{unit}} (c|conv|convoy|convoys|convoying) {{army:unit}} - {{to:spot}} [~ {_VIA} ~]",
        example="F ENG C A Lon - Bel",
        kinds=_MOVES,
    ),
)
RETREATS_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name=N_("retreat"),
        of=Retreat,
        warn=of_kind(Retreat, check_retreat),
        pattern="{unit} ([retreats|retreat|moves|r] - | retreats | retreat | r) {to:spot}",
        example="A Mun - Boh",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
    OrderForm(
        name=N_("disband"),
        of=Disband,
        pattern=(
            "{unit} (disband|disbands|disbanded|remove|removed|d) | (disband|remove) {unit}"
            " | {unit} [-|retreats|retreat|r] otb"
        ),
        example="A Mun disband",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
    OrderForm(
        name=N_("list of retreats"),
        of=Retreat,
        pattern="{unit} : {to:refuge+}",
        build=_refuges,
        example="F NTH: HEL, Nwy, disband",
        sections=frozenset({ORDERS, RETREATS}),
        kinds=_RETREATS,
    ),
)
ADJUSTMENT_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name=N_("build"),
        of=Build,
        warn=of_kind(Build, check_build),
        pattern="[build|builds|b|&] {units:typed+}",
        build=_build,
        example="build F Lon",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
    OrderForm(
        name=N_("removal"),
        of=Remove,
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
        name=N_("waived build"),
        of=Waive,
        pattern="(waive|waives|waived|pass) [a] [build] | no build",
        example="waive",
        sections=frozenset({ORDERS, BUILDS}),
        kinds=_ADJUSTMENTS,
    ),
)
COAST_FORMS: tuple[OrderForm, ...] = (
    OrderForm(
        name=N_("coast choice"),
        of=CoastChoice,
        pattern="{unit} : {choices:choice+}",
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


@derive_once
def all_forms(variant: Variant) -> tuple[Form, ...]:
    """Return every form that a rule set knows, its own first.

    Raises TypeError when one of them is neither an `OrderForm` nor a `Combination`.
    """
    own = tuple(form for form in variant.extra_forms if isinstance(form, OrderForm | Combination))
    if len(own) < len(variant.extra_forms):
        message = f"{variant.id} has a form of order lines that nobody can read"
        raise TypeError(message)
    return (*own, *STANDARD_FORMS)


@derive_once
def forms_for(variant: Variant, section: str, kind: PhaseKind) -> tuple[Form, ...]:
    """Return the forms that lines of a section may have in a kind of phase."""
    return tuple(
        form for form in all_forms(variant) if section in form.sections and kind in form.kinds
    )
