"""The closed vocabulary of what can happen to units, provinces, borders and centres.

A rule can only say things that are members of `Change`. Drawing, prose and records follow from the
vocabulary and need no rule set's help; what a rule set keeps for itself is changed by an `OwnFactsChange` of
its own. What can be derived by comparing two states (a coast appeared, two provinces touch now) is not a
change.

Borders are named by their numbers on the board to which the change happens, so changes of a phase are
carried out in the sequence in which they stand (`zinegen.game.apply`). Source: docs/rules/common.md,
"2. Map operations", "4.4 Waterways".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from zinegen.board.board import Canal, NamedStrait, Power, Terrain
from zinegen.board.passage import Place
from zinegen.game.state import Dislodged, OwnFacts
from zinegen.game.units import Unit
from zinegen.geometry.mesh import BorderId, ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMoved:
    """A unit went from one place to another, by a move or a retreat."""

    unit: Unit
    """The unit as it was."""
    to: Place
    convoy: tuple[ProvinceKey, ...] = ()
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
    coast: tuple[BorderId, ...]
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
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainChanged:
    """The ground of a province is another now: land sank, water dried up, a mountain rose."""

    province: ProvinceKey
    terrain: Terrain


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageChanged:
    """A province was opened, or closed to everybody."""

    province: ProvinceKey
    passable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreFounded:
    """A province became a supply centre."""

    province: ProvinceKey
    power: Power | None = None
    """Its first owner; None when it is neutral."""
    home: bool = True
    """False when no power may look on it as one of its home centres, wherever it lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreDestroyed:
    """A supply centre is no more, and nobody owns it."""

    province: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class IceChanged:
    """Ice came over a province, or left it; what lies beneath stays what it is."""

    province: ProvinceKey
    iced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RiftChanged:
    """A rift opened between two provinces, or closed."""

    between: tuple[ProvinceKey, ProvinceKey]
    """The two provinces, sorted."""
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwaysChanged:
    """The seas joined by name through a province are others now: dug, opened, closed, filled in."""

    province: ProvinceKey
    joins: tuple[NamedStrait, ...]
    """All that run through it from now on, open or not."""


GroundChange = (
    TerrainChanged
    | PassageChanged
    | IceChanged
    | RiftChanged
    | WaterwaysChanged
    | CentreFounded
    | CentreDestroyed
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderSeparated:
    """A border was cut through: its two provinces parted there, and those at its ends connected."""

    border: BorderId
    parted: tuple[ProvinceKey, ProvinceKey]
    connected: tuple[ProvinceKey, ProvinceKey]
    """The provinces at its ends; twice the same one when one side became an island in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvincesJoined:
    """A link was laid across a province between two of its borders (a release)."""

    across: ProvinceKey
    borders: tuple[BorderId, BorderId]
    connected: tuple[ProvinceKey, ProvinceKey]
    """What lies behind the two borders, in their sequence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StraitMade:
    """A border became a strait: the shores at its ends are one coast on both its sides."""

    border: BorderId
    between: tuple[ProvinceKey, ProvinceKey]


@dataclass(frozen=True, slots=True, kw_only=True)
class StraitEnded:
    """A strait is gone; its border may be gone as well."""

    border: BorderId
    between: tuple[ProvinceKey, ProvinceKey]


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalMade:
    """A canal joins two coasts of a province."""

    canal: Canal


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalMoved:
    """A canal ends at another border than before."""

    canal: Canal
    to: Canal


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalEnded:
    """A canal is gone."""

    canal: Canal


BorderChange = (
    BorderSeparated
    | ProvincesJoined
    | StraitMade
    | StraitEnded
    | CanalMade
    | CanalMoved
    | CanalEnded
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RangePlaced:
    """A mountain range rose on all borders of a pair of provinces; a second one makes it double. Secret."""

    between: tuple[ProvinceKey, ProvinceKey]
    power: Power
    """Who placed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFactsChange(ABC):
    """The base of the changes of what one rule set alone keeps (`zinegen.game.state.Extra`)."""

    @abstractmethod
    def apply_to(self, extra: OwnFacts) -> OwnFacts:
        """Return what is kept after the change."""

    @property
    def secret_places(self) -> tuple[ProvinceKey, ...]:
        """The provinces of which it tells something secret; nobody but the GM sees a change with any."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandoffLeft:
    """A province was left vacant by a standoff: nobody may retreat there this season."""

    province: ProvinceKey


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreTaken:
    """A centre changed hands; from None: it was neutral, to None: it is now."""

    province: ProvinceKey
    power: Power | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The game is over: a winner, several who share a draw, or nobody."""

    winners: tuple[Power, ...]


Change = (
    UnitChange
    | StandoffLeft
    | CentreTaken
    | GroundChange
    | GameEnded
    | BorderChange
    | RangePlaced
    | OwnFactsChange
)
