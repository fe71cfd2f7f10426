"""A game: orders and verdicts, changes and states, and what a rule set is."""

from typing import TYPE_CHECKING

from zinegen.late_names import late_names

if TYPE_CHECKING:
    from zinegen.game.changes import (
        ArmyBoarded,
        ArmyLanded,
        BorderChange,
        BorderSeparated,
        CanalEnded,
        CanalMade,
        CanalMoved,
        CentreDestroyed,
        CentreFounded,
        CentreTaken,
        Change,
        GameEnded,
        GroundChange,
        IceChanged,
        PassageChanged,
        ProvincesJoined,
        RiftChanged,
        StandoffLeft,
        StraitEnded,
        StraitMade,
        TerrainChanged,
        UnitBuilt,
        UnitDislodged,
        UnitLost,
        UnitMoved,
        UnitPutOnCoast,
        UnitRemoved,
        WaterwaysChanged,
    )
    from zinegen.game.order_signs import Connection, Diamond, OrderSign, Ring, Separation
    from zinegen.game.orders import (
        Build,
        CoastChoice,
        Convoy,
        Disband,
        Hold,
        Line,
        Move,
        Order,
        Remove,
        Retreat,
        Sheet,
        SupportHold,
        SupportMove,
        UnitOrder,
        Unreadable,
        Waive,
        Wording,
    )
    from zinegen.game.state import (
        Dislodged,
        GameState,
        KnownGround,
        OwnFacts,
        Phase,
        PhaseKind,
        Season,
        Secrets,
        Throw,
    )
    from zinegen.game.units import FLEETS, BorderName, Kind, PlaceName, Unit, UnitName
    from zinegen.game.variant import OptionValue, PhaseRule, Variant, count_winning_centres
    from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict, Word

__all__ = [
    "FLEETS",
    "ArmyBoarded",
    "ArmyLanded",
    "BorderChange",
    "BorderName",
    "BorderSeparated",
    "Build",
    "CanalEnded",
    "CanalMade",
    "CanalMoved",
    "CentreDestroyed",
    "CentreFounded",
    "CentreTaken",
    "Change",
    "CoastChoice",
    "Connection",
    "Convoy",
    "Diamond",
    "Disband",
    "Dislodged",
    "GameEnded",
    "GameState",
    "GroundChange",
    "Hold",
    "IceChanged",
    "Kind",
    "KnownGround",
    "Line",
    "Move",
    "OptionValue",
    "Order",
    "OrderResult",
    "OrderSign",
    "OwnFacts",
    "PassageChanged",
    "Phase",
    "PhaseKind",
    "PhaseRule",
    "PlaceName",
    "ProvincesJoined",
    "Reason",
    "Remove",
    "Report",
    "Retreat",
    "RiftChanged",
    "Ring",
    "Season",
    "Secrets",
    "Separation",
    "Sheet",
    "StandoffLeft",
    "StraitEnded",
    "StraitMade",
    "SupportHold",
    "SupportMove",
    "TerrainChanged",
    "Throw",
    "Unit",
    "UnitBuilt",
    "UnitDislodged",
    "UnitLost",
    "UnitMoved",
    "UnitName",
    "UnitOrder",
    "UnitPutOnCoast",
    "UnitRemoved",
    "Unreadable",
    "Variant",
    "Verdict",
    "Waive",
    "WaterwaysChanged",
    "Word",
    "Wording",
    "count_winning_centres",
]

_HOMES = {
    "changes": (
        "ArmyBoarded ArmyLanded BorderChange BorderSeparated CanalEnded CanalMade CanalMoved "
        "CentreDestroyed CentreFounded CentreTaken Change GameEnded GroundChange IceChanged "
        "PassageChanged ProvincesJoined RiftChanged StandoffLeft StraitEnded StraitMade "
        "TerrainChanged UnitBuilt UnitDislodged UnitLost UnitMoved UnitPutOnCoast UnitRemoved "
        "WaterwaysChanged"
    ),
    "order_signs": "Connection Diamond OrderSign Ring Separation",
    "orders": (
        "Build CoastChoice Convoy Disband Hold Line Move Order Remove Retreat Sheet SupportHold "
        "SupportMove UnitOrder Unreadable Waive Wording"
    ),
    "state": "Dislodged GameState KnownGround OwnFacts Phase PhaseKind Season Secrets Throw",
    "units": "BorderName FLEETS Kind PlaceName Unit UnitName",
    "variant": "OptionValue PhaseRule Variant count_winning_centres",
    "verdicts": "OrderResult Reason Report Verdict Word",
}
"""The modules of this package that have what it offers."""

__getattr__ = late_names(__name__, _HOMES)
