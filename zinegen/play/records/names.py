"""The names under which kinds of records stand in records: names are for ever, classes may be renamed.

A rule set names the kinds that are its own (`zinegen.game.variant.Variant.recorded`). Fields stand under
their own names but where they say otherwise (`zinegen.recorded_as`). Format: docs/records.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from zinegen.game import changes, orders
from zinegen.game.changes import Change, OwnFactsChange
from zinegen.game.orders import Order
from zinegen.notation import conditions
from zinegen.notation.conditions import Condition
from zinegen.rules.ownership import VisitNoted
from zinegen.variants import VARIANTS

Kind = TypeVar("Kind")


def _add_own(kinds: Mapping[str, type[Kind]], base: type[Kind]) -> Mapping[str, type[Kind]]:
    """Return kinds of records with those that rule sets have of their own."""
    recorded = (pair for variant in VARIANTS.values() for pair in variant.recorded.items())
    return {**kinds, **{name: kind for name, kind in recorded if issubclass(kind, base)}}


ORDERS: Mapping[str, type[Order]] = _add_own(
    {
        "Build": orders.Build,
        "CoastChoice": orders.CoastChoice,
        "Conditional": conditions.Conditional,
        "Convoy": orders.Convoy,
        "Disband": orders.Disband,
        "Hold": orders.Hold,
        "Move": orders.Move,
        "Remove": orders.Remove,
        "Retreat": orders.Retreat,
        "SupportHold": orders.SupportHold,
        "SupportMove": orders.SupportMove,
        "Unreadable": orders.Unreadable,
        "Unused": orders.Unused,
        "Waive": orders.Waive,
    },
    Order,
)
CONDITIONS: Mapping[str, type[Condition]] = {
    "All": conditions.All,
    "CameTo": conditions.CameTo,
    "Changed": conditions.Changed,
    "HasLost": conditions.HasLost,
    "IsCentre": conditions.IsCentre,
    "IsEmpty": conditions.IsEmpty,
    "Not": conditions.Not,
    "Owns": conditions.Owns,
    "Some": conditions.Some,
    "Stands": conditions.Stands,
    "Succeeded": conditions.Succeeded,
    "WasDislodged": conditions.WasDislodged,
}
CHANGES: Mapping[str, type[Change]] = {
    "ArmyBoarded": changes.ArmyBoarded,
    "ArmyLanded": changes.ArmyLanded,
    "BorderSeparated": changes.BorderSeparated,
    "CanalEnded": changes.CanalEnded,
    "CanalMade": changes.CanalMade,
    "CanalMoved": changes.CanalMoved,
    "CentreDestroyed": changes.CentreDestroyed,
    "CentreFounded": changes.CentreFounded,
    "CentreTaken": changes.CentreTaken,
    "GameEnded": changes.GameEnded,
    "IceChanged": changes.IceChanged,
    "PassageChanged": changes.PassageChanged,
    "ProvincesJoined": changes.ProvincesJoined,
    "RangePlaced": changes.RangePlaced,
    "RiftChanged": changes.RiftChanged,
    "StandoffLeft": changes.StandoffLeft,
    "StraitEnded": changes.StraitEnded,
    "StraitMade": changes.StraitMade,
    "TerrainChanged": changes.TerrainChanged,
    "UnitBuilt": changes.UnitBuilt,
    "UnitDislodged": changes.UnitDislodged,
    "UnitLost": changes.UnitLost,
    "UnitMoved": changes.UnitMoved,
    "UnitPutOnCoast": changes.UnitPutOnCoast,
    "UnitRefitted": changes.UnitRefitted,
    "UnitRemoved": changes.UnitRemoved,
    "WaterwaysChanged": changes.WaterwaysChanged,
    **_add_own({"VisitNoted": VisitNoted}, OwnFactsChange),
}
KINDS: Mapping[object, Mapping[str, type]] = {
    Order: ORDERS,
    Condition: CONDITIONS,
    Change: CHANGES,
}
"""By what a field may hold the kinds of record that can stand there, by name."""
