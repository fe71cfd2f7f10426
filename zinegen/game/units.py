"""Units and where they stand, and units, places and borders as players name them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from zinegen.board.board import Power
from zinegen.board.passage import Place
from zinegen.geometry.mesh import BorderId, ProvinceKey


class Kind(StrEnum):
    """The kinds of unit, by the letters of the order line."""

    ARMY = "A"
    FLEET = "F"
    MUTANT = "M"
    ARMY_ABOARD = "A/F"
    """A fleet with an army of the same power aboard (Deluge II): one unit that counts as two."""


FLEETS = frozenset({Kind.FLEET, Kind.ARMY_ABOARD})
"""The kinds that are at home on water, with an army aboard or without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit and where it stands."""

    power: Power
    kind: Kind
    at: Place
    """Province and, for a fleet at a shore, its coast; the coast is empty when it has none left."""

    @property
    def province(self) -> ProvinceKey:
        """The province it stands in."""
        return self.at.province


@lru_cache(maxsize=8192)
def make_unit(power: Power, kind: Kind, at: Place) -> Unit:
    """Return a unit, the same one each time: where units can go is soon known, and finding one is quicker."""
    return Unit(power=power, kind=kind, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceName:
    """A place as a player names it: a province and perhaps a coast, not yet held against a map.

    ``coast`` is in canonical writing: ``nc``, a water's key such as ``GOL``, or ``{GOL,WES}``.
    """

    province: ProvinceKey
    coast: str | None = None
    borders: tuple[BorderId, ...] | None = None
    """What became of the coast so named, where the map on which it was written has changed since and the name
    alone would mean another; none of them lies on a shore where the coast is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitName:
    """A unit as an order names it. What was left out is None."""

    at: PlaceName
    kind: Kind | None = None
    power: Power | None = None
    """The nationality, where the line names one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderName:
    """A border as a player names it: two provinces, perhaps a coast of one of them or a number.

    ``number`` counts the borders of the pair from 1, oldest first (docs/rules/common.md,
    "8.4 Naming a particular border").
    """

    one: PlaceName
    other: PlaceName
    number: int | None = None
