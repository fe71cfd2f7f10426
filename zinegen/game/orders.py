"""Orders, and the sheet of everything that was handed in for a phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.game.units import Kind, Named, Spot
from zinegen.geometry.mesh import Face


class Line(NamedTuple):
    """The line of text an order was read from, for messages and for the report."""

    text: str
    where: Where | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The base of everything a power can ask for. Two orders are equal when they ask for the same."""

    power: Power
    line: Line | None = field(default=None, compare=False)

    @property
    def site(self) -> tuple[Face, ...]:
        """What it wants changed on the map: a province, or the two of a border; empty otherwise."""
        return ()

    @property
    def guards(self) -> bool:
        """Whether it wants its site to stay as it is, against those who want it changed."""
        return False

    @property
    def weight(self) -> int:
        """How often it is asked for at once, where one line may ask for something several times."""
        return 1

    def with_units_now(self, now: Callable[[Named], Named]) -> Order:  # noqa: ARG002
        """Return the order with the units that it gives up named by where they stand now.

        ``now`` finds a unit that is named by where it began. Most orders give up none.
        """
        return self

    def is_like(self, other: Order) -> bool:
        """Tell whether an order of any power asks for the same, what one of the two leaves out apart."""
        return type(self) is type(other) and self == replace(other, power=self.power)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOrder(Order):
    """An order to one unit."""

    unit: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold(UnitOrder):
    """``A Mun H``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(UnitOrder):
    """``A Mun - Bur``; in a retreat phase the same words mean a retreat (`Retreat`)."""

    to: Spot
    via_convoy: bool = False
    """``via convoy`` was written: the army wants to go by sea even where it could walk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportHold(UnitOrder):
    """``A Ruh S A Mun``: support of a unit that does not move."""

    of: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportMove(UnitOrder):
    """``A Ruh S A Mun - Bur``."""

    of: Named
    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Convoy(UnitOrder):
    """``F ENG C A Lon - Bre``."""

    army: Named
    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(UnitOrder):
    """``A Mun - Boh`` of a dislodged unit."""

    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Disband(UnitOrder):
    """``A Mun disband`` of a dislodged unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(Order):
    """``build F StP/nc``."""

    kind: Kind
    at: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(UnitOrder):
    """``remove A Mun``."""

    def with_units_now(self, now: Callable[[Named], Named]) -> Order:
        """Return the removal of the unit where it stands now."""
        return replace(self, unit=now(self.unit))


@dataclass(frozen=True, slots=True, kw_only=True)
class Waive(Order):
    """``waive``: a build that is not used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable(Order):
    """A line that is no order. It is never dropped: it is printed, judged void, and its unit holds."""

    unit: Named | None = None
    """The unit that the line seems to speak of, if its beginning could be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoastChoice(Order):
    """``F Bre: nc, sc``: where a fleet goes when the ground changes under it, best first."""

    unit: Named
    choices: tuple[str, ...]
    """Coasts in canonical writing, or ``disband`` and ``trapped`` where the rule set grants them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything handed in for one phase.

    The orders of a power keep the sequence in which they were written. A power that is missing from
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
