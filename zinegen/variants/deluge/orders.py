"""Orders of armies and the fleets that carry them. Source: docs/rules/deluge2.md, "4. Order types"."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.game.order_signs import Arrow, OrderSign, Origin, Refit, Tie
from zinegen.game.orders import UnitOrder, Wording
from zinegen.game.units import Named, Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Embark(UnitOrder):
    """``A Lon E F ENG``: an army goes aboard a fleet of its power."""

    aboard: Named

    def text(self, say: Wording) -> str:
        """Return ``A Lon E F ENG``."""
        return f"{say.unit(self.unit, self.power)} E {say.unit(self.aboard, self.power)}"

    def describe(self, say: Wording) -> str:
        """Return ``army London goes aboard fleet English Channel``."""
        return f"{say.unit(self.unit)} goes aboard {say.unit(self.aboard)}"

    @property
    def sign(self) -> OrderSign:
        """An arrow to the fleet."""
        return Arrow(unit=self.unit.at.province, to=self.aboard.at.province, boards=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disembark(UnitOrder):
    """``A MAO D Por``: an army aboard goes ashore; its unit is named at the sea from which it lands."""

    to: Spot

    def text(self, say: Wording) -> str:
        """Return ``A MAO D Por``."""
        return f"{say.unit(self.unit, self.power)} D {say.place(self.to)}"

    def describe(self, say: Wording) -> str:
        """Return ``army aboard in Mid-Atlantic Ocean lands in Portugal``."""
        at = say.province(self.unit.at.province)
        return f"army aboard in {at} lands in {say.place(self.to)}"

    @property
    def sign(self) -> OrderSign:
        """An arrow from the water."""
        here, to = self.unit.at.province, self.to
        return Arrow(unit=here, to=to.province, coast=to.coast, origin=Origin.ABOARD)

    @property
    def subject(self) -> Named | None:
        """None: on the board there is only the fleet, which has an order of its own."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportLanding(UnitOrder):
    """``F ENG S A ENG D Bre``: support of a landing."""

    of: Named
    to: Spot

    def text(self, say: Wording) -> str:
        """Return ``F ENG S A ENG D Bre``."""
        landing = f"{say.unit(self.of, self.power)} D {say.place(self.to)}"
        return f"{say.unit(self.unit, self.power)} S {landing}"

    def describe(self, say: Wording) -> str:
        """Return ``fleet English Channel supports the landing from English Channel in Brest``."""
        landing = f"the landing from {say.province(self.of.at.province)} in {say.place(self.to)}"
        return f"{say.unit(self.unit)} supports {landing}"

    @property
    def sign(self) -> OrderSign:
        """A dotted line to the arrow of the army that lands."""
        helped = self.of.at.province
        return Tie(unit=self.unit.at.province, helped=helped, to=self.to.province, aboard=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeFleet(UnitOrder):
    """``A StP becomes F(nc)``: an army at a coast is refitted as a fleet."""

    coast: str | None = None
    """The coast in canonical writing; None where the line names none."""

    def text(self, say: Wording) -> str:
        """Return ``A StP becomes F(nc)``."""
        coast = f"({say.coast(self.coast)})" if self.coast is not None else ""
        return f"{say.unit(self.unit, self.power)} becomes F{coast}"

    def describe(self, say: Wording) -> str:
        """Return ``army St. Petersburg becomes a fleet``."""
        return f"{say.unit(self.unit)} becomes a fleet"

    @property
    def sign(self) -> OrderSign:
        """A ship's hull."""
        return Refit(unit=self.unit.at.province)
