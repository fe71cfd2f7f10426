"""Orders: what a power can ask for, and everything that a kind of order says of itself.

A kind of order is one class: its canonical text, its words in the description of a picture, its sign on the
map, the unit it is given to. How it is read from a line says the form that belongs to it
(`zinegen.notation.reading.forms`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, NamedTuple, NewType, Protocol, TypeVar

from zinegen.board.board import Power
from zinegen.errors import NotationError, Where
from zinegen.game.order_signs import (
    Arrow,
    Carry,
    Diamond,
    OrderSign,
    Origin,
    Put,
    Ring,
    Shield,
    Strike,
    Tie,
)
from zinegen.game.units import BorderName, Kind, PlaceName, UnitName
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext
from zinegen.recorded_as import RECORDED_AS

OrderNumber = NewType("OrderNumber", int)
"""The place of an order among those of its power under one heading of a sheet, from 0."""
UNNUMBERED = OrderNumber(-1)
"""The number of an order that stands on no sheet."""
OrderKey = tuple[Power, OrderNumber]
"""What tells an order from all others under the same heading of a sheet: whose it is, and its number."""


class Wording(Protocol):
    """How units and places are called: in abbreviations for order texts, in full for descriptions."""

    def kind(self, kind: Kind) -> str:
        """Return a kind of unit: ``A``, ``army``."""
        ...

    def unit(self, named: UnitName, of: Power | None = None) -> str:
        """Return a unit as an order names it; a nationality is left out where it is ``of``'s own."""
        ...

    def province(self, face: ProvinceKey) -> str:
        """Return a province."""
        ...

    def place(self, spot: PlaceName) -> str:
        """Return a province with the coast that is named."""
        ...

    def coast(self, coast: str) -> str:
        """Return a coast that is given in canonical writing."""
        ...

    def border(self, border: BorderName, sign: str = "/") -> str:
        """Return the two sides of a border with a sign between them, and its number."""
        ...

    def nationality(self, power: Power) -> str:
        """Return the adjective of a power: ``GERMAN``."""
        ...


class Line(NamedTuple):
    """The line of text an order was read from, for messages and for the report."""

    text: str
    where: Where | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The base of everything a power can ask for. Two orders are equal when they ask for the same."""

    power: Power
    line: Line | None = field(default=None, compare=False)
    number: OrderNumber = field(
        default=UNNUMBERED, compare=False, repr=False, metadata={RECORDED_AS: ()}
    )
    """Given to it by the reader, or else by the `Sheet`."""

    goes_with: ClassVar[tuple[type[Order], ...]] = ()
    """The kinds of orders of which an option goes with one; empty for all that are no options."""

    @property
    def key(self) -> OrderKey:
        """What tells it from all others under its heading of the sheet, even those that ask for the same."""
        return self.power, self.number

    def text(self, say: Wording) -> str:  # noqa: ARG002
        """Return the canonical text, which is read as the same order; by default the line as written.

        Raises NotationError when there is neither.
        """
        if self.line is not None:
            return self.line.text
        message = f"nobody has said how a {type(self).__name__} is written"
        raise NotationError(message)

    def describe(self, say: Wording) -> str:  # noqa: ARG002
        """Return the order in plain words, for the description of a picture."""
        return self.line.text if self.line else gettext("an order of its own kind")

    @property
    def sign(self) -> OrderSign | None:
        """Its sign on the map; None when it has none."""
        if not self.site:
            return None
        return (
            Shield(site=self.site, number=self.weight) if self.guards else Diamond(site=self.site)
        )

    @property
    def subject(self) -> UnitName | None:
        """The unit on the board to which it is given; None for orders to none."""
        return None

    @property
    def site(self) -> tuple[ProvinceKey, ...]:
        """What it wants changed on the map: a province, or the two of a border; empty otherwise."""
        return ()

    @property
    def guards(self) -> bool:
        """Whether it wants its site to stay as it is, against those who want it changed."""
        return False

    @property
    def only_supports(self) -> bool:
        """Whether it changes nothing on the map by itself, and only supports an order that does."""
        return False

    @property
    def weight(self) -> int:
        """How often it is asked for at once, where one line may ask for something several times."""
        return 1

    def with_units_now(self, now: Callable[[UnitName], UnitName]) -> Order:  # noqa: ARG002
        """Return the order with the units that it gives up named by where they stand now.

        ``now`` finds a unit that is named by where it began. Most orders give up none.
        """
        return self

    def with_coasts_now(self, now: Callable[[PlaceName], PlaceName]) -> Order:  # noqa: ARG002
        """Return the order with the coasts where units are to stand after it named on the map of now.

        ``now`` finds a coast that was named on the map for which the order was written. Most orders have no
        such coast, or none that could have changed before their phase.
        """
        return self

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power asks for the same, what one of the two leaves out apart."""
        return type(self) is type(other) and self == replace(other, power=self.power)


Given = TypeVar("Given", bound=Order)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOrder(Order):
    """An order to one unit."""

    goes_on: ClassVar[bool] = False
    """Its unit may go on in the same season, to where another order says."""

    unit: UnitName

    @property
    def subject(self) -> UnitName | None:
        """The unit."""
        return self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(UnitOrder):
    """``A Mun H``."""

    def text(self, say: Wording) -> str:
        """Return ``A Mun H``."""
        return f"{say.unit(self.unit, self.power)} H"

    def describe(self, say: Wording) -> str:
        """Return ``army Munich holds``."""
        return gettext("{unit} holds", unit=say.unit(self.unit))

    @property
    def sign(self) -> OrderSign:
        """A ring."""
        return Ring(unit=self.unit.at.province)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(UnitOrder):
    """``A Mun - Bur``; in a retreat phase the same words mean a retreat (`Retreat`)."""

    to: PlaceName
    via_convoy: bool = False
    """``via convoy`` was written: the army wants to go by sea even where it could walk."""

    def text(self, say: Wording) -> str:
        """Return ``A Mun - Bur``, ``A Lon - Bre via convoy``."""
        by_sea = " via convoy" if self.via_convoy else ""
        return f"{say.unit(self.unit, self.power)} - {say.place(self.to)}{by_sea}"

    def describe(self, say: Wording) -> str:
        """Return ``army Munich to Burgundy``."""
        return gettext("{unit} to {place}", unit=say.unit(self.unit), place=say.place(self.to))

    @property
    def sign(self) -> OrderSign:
        """An arrow."""
        return Arrow(unit=self.unit.at.province, to=self.to.province, goal=self.to)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportHold(UnitOrder):
    """``A Ruh S A Mun``: support of a unit that does not move."""

    of: UnitName

    def text(self, say: Wording) -> str:
        """Return ``A Ruh S A Mun``."""
        return f"{say.unit(self.unit, self.power)} S {say.unit(self.of, self.power)}"

    def describe(self, say: Wording) -> str:
        """Return ``army Ruhr supports army Munich``."""
        return gettext("{unit} supports {other}", unit=say.unit(self.unit), other=say.unit(self.of))

    @property
    def sign(self) -> OrderSign:
        """A dotted line to the unit."""
        return Tie(unit=self.unit.at.province, helped=self.of.at.province)


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportMove(UnitOrder):
    """``A Ruh S A Mun - Bur``."""

    of: UnitName
    to: PlaceName

    def text(self, say: Wording) -> str:
        """Return ``A Ruh S A Mun - Bur``."""
        helped = f"{say.unit(self.of, self.power)} - {say.place(self.to)}"
        return f"{say.unit(self.unit, self.power)} S {helped}"

    def describe(self, say: Wording) -> str:
        """Return ``army Ruhr supports army Munich to Burgundy``."""
        return gettext(
            "{unit} supports {other} to {place}",
            unit=say.unit(self.unit),
            other=say.unit(self.of),
            place=say.place(self.to),
        )

    @property
    def sign(self) -> OrderSign:
        """A dotted line to the arrow."""
        helped = self.of.at.province
        return Tie(unit=self.unit.at.province, helped=helped, to=self.to.province)


@dataclass(frozen=True, slots=True, kw_only=True)
class Convoy(UnitOrder):
    """``F ENG C A Lon - Bre``."""

    army: UnitName
    to: PlaceName

    def text(self, say: Wording) -> str:
        """Return ``F ENG C A Lon - Bre``."""
        carried = f"{say.unit(self.army, self.power)} - {say.place(self.to)}"
        return f"{say.unit(self.unit, self.power)} C {carried}"

    def describe(self, say: Wording) -> str:
        """Return ``fleet English Channel convoys army London to Brest``."""
        return gettext(
            "{unit} convoys {army} to {place}",
            unit=say.unit(self.unit),
            army=say.unit(self.army),
            place=say.place(self.to),
        )

    @property
    def sign(self) -> OrderSign:
        """A double line to the arrow of the army."""
        army = self.army.at.province
        return Carry(unit=self.unit.at.province, army=army, to=self.to.province)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(UnitOrder):
    """``A Mun - Boh`` of a dislodged unit."""

    to: PlaceName

    def text(self, say: Wording) -> str:
        """Return ``A Mun - Boh``."""
        return f"{say.unit(self.unit, self.power)} - {say.place(self.to)}"

    def describe(self, say: Wording) -> str:
        """Return ``army Munich retreats to Bohemia``."""
        return gettext(
            "{unit} retreats to {place}", unit=say.unit(self.unit), place=say.place(self.to)
        )

    @property
    def sign(self) -> OrderSign:
        """An arrow from where dislodged units stand."""
        here, to = self.unit.at.province, self.to
        return Arrow(unit=here, to=to.province, goal=to, origin=Origin.DISLODGED)

    def with_coasts_now(self, now: Callable[[PlaceName], PlaceName]) -> Order:
        """Return the retreat to the coast as it is named now."""
        return replace(self, to=now(self.to))


@dataclass(frozen=True, slots=True, kw_only=True)
class Disband(UnitOrder):
    """``A Mun disband`` of a dislodged unit."""

    def text(self, say: Wording) -> str:
        """Return ``A Mun disband``."""
        return f"{say.unit(self.unit, self.power)} disband"

    def describe(self, say: Wording) -> str:
        """Return ``army Munich disbands``."""
        return gettext("{unit} disbands", unit=say.unit(self.unit))

    @property
    def sign(self) -> OrderSign:
        """A cross on the dislodged unit."""
        return Strike(unit=self.unit.at.province, dislodged=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(Order):
    """``build F StP/nc``."""

    kind: Kind
    at: PlaceName

    def text(self, say: Wording) -> str:
        """Return ``build F StP/nc``."""
        return f"build {say.kind(self.kind)} {say.place(self.at)}"

    def describe(self, say: Wording) -> str:
        """Return ``builds fleet in St. Petersburg (north coast)``."""
        return gettext(
            "builds {kind} in {place}", kind=say.kind(self.kind), place=say.place(self.at)
        )

    @property
    def sign(self) -> OrderSign:
        """A new counter."""
        return Put(kind=self.kind, at=self.at)

    def with_coasts_now(self, now: Callable[[PlaceName], PlaceName]) -> Order:
        """Return the build on the coast as it is named now."""
        return replace(self, at=now(self.at))


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(UnitOrder):
    """``remove A Mun``."""

    def text(self, say: Wording) -> str:
        """Return ``remove A Mun``."""
        return f"remove {say.unit(self.unit, self.power)}"

    def describe(self, say: Wording) -> str:
        """Return ``removes army Munich``."""
        return gettext("removes {unit}", unit=say.unit(self.unit))

    @property
    def sign(self) -> OrderSign:
        """A cross on the unit."""
        return Strike(unit=self.unit.at.province)

    def with_units_now(self, now: Callable[[UnitName], UnitName]) -> Order:
        """Return the removal of the unit where it stands now."""
        return replace(self, unit=now(self.unit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Waive(Order):
    """``waive``: a build that is not used."""

    def text(self, say: Wording) -> str:  # noqa: ARG002
        """Return ``waive``."""
        return "waive"

    def describe(self, say: Wording) -> str:  # noqa: ARG002
        """Return ``waives a build``."""
        return gettext("waives a build")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable(Order):
    """A line that is no order. It is never dropped: it is printed, judged void, and its unit holds."""

    unit: UnitName | None = None
    """The unit that the line seems to speak of, if its beginning could be read."""

    def text(self, say: Wording) -> str:  # noqa: ARG002
        """Return the line as its player wrote it."""
        return self.line.text if self.line else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unused(Order):
    """An order that was handed in ahead and not used: it is printed and shown on no map."""

    of: Order

    def text(self, say: Wording) -> str:
        """Return the order as it is written."""
        return self.of.text(say)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoastChoice(Order):
    """``F Bre: nc, sc``: where a fleet goes when the ground changes under it, best first."""

    unit: UnitName
    choices: tuple[str, ...]
    """Coasts in canonical writing, or ``disband`` and ``trapped`` where the rule set grants them."""

    def text(self, say: Wording) -> str:
        """Return ``F Bre: nc, sc``."""
        choices = ", ".join(say.coast(choice) for choice in self.choices)
        return f"{say.unit(self.unit, self.power)}: {choices}"

    @property
    def subject(self) -> UnitName | None:
        """The fleet."""
        return self.unit


def number_orders(orders: Iterable[Given], first: int = 0) -> tuple[Given, ...]:
    """Return orders with numbers that grow by one."""
    return tuple(
        order if order.number == number else replace(order, number=OrderNumber(number))
        for number, order in enumerate(orders, first)
    )


def _number(given: Mapping[Power, tuple[Given, ...]]) -> Mapping[Power, tuple[Given, ...]]:
    """Return orders by power with numbers that grow; where they do, they stay as they are."""
    return {
        power: orders if _are_numbered(orders) else number_orders(orders)
        for power, orders in given.items()
    }


def _are_numbered(orders: tuple[Order, ...]) -> bool:
    """Tell whether orders have numbers that grow."""
    last = UNNUMBERED
    for order in orders:
        if order.number <= last:
            return False
        last = order.number
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything handed in for one phase.

    The orders of a power keep the sequence in which they were written, and their numbers grow with it;
    a sheet with some of them left out keeps the numbers of the others. A power that is missing from
    every mapping handed in nothing.
    """

    orders: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    events: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    """What a power does to the map, in rule sets that know such orders."""
    coasts: Mapping[Power, tuple[CoastChoice, ...]] = field(default_factory=dict)
    throws: Mapping[str, int] = field(default_factory=dict)
    """Results of the GM's throws already made, by label, from 1."""
    disorder: frozenset[Power] = frozenset()
    """Powers in civil disorder: all hold, nothing is built."""

    def __post_init__(self) -> None:
        """Give numbers to the orders that have none, as those made by a program, or the same as others."""
        for heading in ("orders", "events", "coasts"):
            given = getattr(self, heading)
            if not all(map(_are_numbered, given.values())):
                object.__setattr__(self, heading, _number(given))
