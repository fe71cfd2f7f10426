"""The signs that orders have on the map: a closed vocabulary, which the drawing alone turns into shapes.

An order says by its sign what it looks like, in provinces; where these lie, and what became of the order, the
drawing finds out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from zinegen.game.units import Kind, PlaceName
from zinegen.geometry.mesh import ProvinceKey


class Origin(Enum):
    """Where the unit of an arrow is when it sets out."""

    PLACE = auto()
    """It stands in its province."""
    DISLODGED = auto()
    """It was driven out, and stands beside its conqueror."""
    ABOARD = auto()
    """It is carried by the fleet in its province."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A ring round a unit that stays."""

    unit: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """An arrow from a unit to where it wants to go."""

    unit: ProvinceKey
    to: ProvinceKey
    goal: PlaceName | None = None
    """The place as it was named, where that may say more than the province."""
    origin: Origin = Origin.PLACE
    boards: bool = False
    """It goes aboard the fleet at its goal, and the arrow ends there."""

    @property
    def is_move(self) -> bool:
        """Tell whether it is an ordinary move: it may be carried by convoy, and met by another move."""
        return self.origin is Origin.PLACE and not self.boards


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """A dotted line to the unit that is helped, or to its arrow where it goes as this says."""

    unit: ProvinceKey
    helped: ProvinceKey
    to: ProvinceKey | None = None
    """Where the helped unit is to go; None where it is to stay."""
    aboard: bool = False
    """The helped unit is the army aboard the fleet there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carry:
    """A double line from a fleet to the arrow of the army that it carries."""

    unit: ProvinceKey
    army: ProvinceKey
    to: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """A new counter with a plus."""

    kind: Kind
    at: PlaceName


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """A cross on a unit that goes."""

    unit: ProvinceKey
    dislodged: bool = False
    """It is the unit that was driven out of the province."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refit:
    """A ship's hull on an army that becomes a fleet."""

    unit: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """A tie along the border of two provinces that are to part, between those that are to touch there."""

    site: tuple[ProvinceKey, ProvinceKey]
    """Those that are to part."""
    connected: tuple[ProvinceKey, ProvinceKey] | None = None
    """Those that are to touch, where the order names them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """A tie between two provinces that are to touch, across what lies between them."""

    site: tuple[ProvinceKey, ProvinceKey]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diamond:
    """A diamond at a place that is to change: a province, a border, two provinces that do not touch."""

    site: tuple[ProvinceKey, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shield:
    """A shield with a number at a place that is to stay as it is."""

    site: tuple[ProvinceKey, ...]
    number: int = 1


OrderSign = (
    Ring | Arrow | Tie | Carry | Put | Strike | Refit | Separation | Connection | Diamond | Shield
)
