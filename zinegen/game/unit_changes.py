"""What can happen to units; part of the closed vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zinegen.board.passage import Place
    from zinegen.game.orders import Unit
    from zinegen.game.state import Dislodged
    from zinegen.planar.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMoved:
    """A unit went from one place to another, by a move or a retreat."""

    unit: Unit
    """The unit as it was."""
    to: Place
    convoy: tuple[Face, ...] = ()
    """The waters of the convoy that carried it."""
    retreat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDislodged:
    """A unit was driven out and must retreat or disband."""

    dislodged: Dislodged


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitLost:
    """A unit is gone: disbanded in a retreat, drowned, destroyed."""

    unit: Unit
    dislodged: bool = False
    """It was among the dislodged, not on the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitBuilt:
    """A new unit."""

    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRemoved:
    """A unit was removed in an adjustment."""

    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitPutOnCoast:
    """A fleet lies on another coast of the same province, because the ground changed."""

    unit: Unit
    coast: tuple[int, ...]
    is_descendant: bool = False
    """The coast is all that the old one has become, longer or shorter: the fleet has not moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRefitted:
    """A unit became one of another kind in the same province: an army a fleet, a fleet without its army."""

    unit: Unit
    """The unit as it was."""
    to: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyBoarded:
    """An army went aboard a fleet of its power: the two are one unit from now on."""

    army: Unit
    fleet: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyLanded:
    """An army went ashore; the fleet that carried it is a mere fleet from now on."""

    carrier: Unit
    to: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyChilled:
    """An army stood on ice at the end of a season; where that can kill it, it is remembered."""

    province: Face


UnitChange = (
    UnitMoved
    | UnitDislodged
    | UnitLost
    | UnitBuilt
    | UnitRemoved
    | UnitPutOnCoast
    | UnitRefitted
    | ArmyBoarded
    | ArmyLanded
    | ArmyChilled
)
