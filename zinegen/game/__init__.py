"""A game: orders and verdicts, changes and states, and what a rule set is."""

from zinegen.late_names import late_names

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
