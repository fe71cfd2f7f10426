"""Orders of armies and the fleets that carry them. Source: rules/deluge2.md section 4."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.game.orders import UnitOrder
from zinegen.game.units import Named, Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Embark(UnitOrder):
    """``A Lon E F ENG``: an army goes aboard a fleet of its power."""

    aboard: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Disembark(UnitOrder):
    """``A MAO D Por``: an army aboard goes ashore; its unit is named at the sea from which it lands."""

    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportLanding(UnitOrder):
    """``F ENG S A ENG D Bre``: support of a landing."""

    of: Named
    to: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeFleet(UnitOrder):
    """``A StP becomes F(nc)``: an army at a coast is refitted as a fleet."""

    coast: str | None = None
    """The coast in canonical writing; None where the line names none."""
