"""What to draw of an order on a map, as plain data: its sign, by the keys of provinces.

Format: docs/map-data.md, "A mark".
"""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from zinegen.game.order_signs import (
    Arrow,
    Carry,
    Connection,
    Diamond,
    Origin,
    Put,
    Refit,
    Ring,
    Separation,
    Shield,
    Strike,
    Tie,
)
from zinegen.game.orders import Order, Waive
from zinegen.geometry.mesh import Face
from zinegen.pages.browser.plain_data import Json

Mark: TypeAlias = "dict[str, Json]"


def mark_of(order: Order, route: Sequence[Face] = ()) -> Mark:
    """Return what to draw of an order; keys without a meaning for it are left out.

    ``route`` are the waters of the convoy that carried its unit.
    """
    match order.sign:
        case None:
            return {"kind": "waive" if isinstance(order, Waive) else "other"}
        case Ring(unit=unit):
            return {"kind": "hold", "from": unit}
        case Arrow() as arrow:
            return _arrow(arrow, route)
        case Tie(unit=unit, helped=helped, to=to, aboard=aboard):
            tie: Mark = {"kind": "support", "from": unit, "of": helped, "to": to}
            return {**tie, "aboard": True} if aboard else tie
        case Carry(unit=unit, army=army, to=to):
            return {"kind": "convoy", "from": unit, "of": army, "to": to}
        case Put(kind=kind, at=at, coast=coast):
            return {"kind": "build", "from": at, "unit": str(kind), "coast": coast}
        case Strike(unit=unit, dislodged=dislodged):
            return {"kind": "disband" if dislodged else "remove", "from": unit}
        case Refit(unit=unit):
            return {"kind": "refit", "from": unit}
        case Separation(site=site, connected=connected):
            return {
                "kind": "event",
                "event": "apart",
                "provinces": [*site],
                "joins": [*(connected or ())],
            }
        case Connection(site=site):
            return {"kind": "event", "event": "together", "provinces": [*site]}
        case Diamond(site=site):
            return {"kind": "event", "event": "change", "provinces": [*site]}
        case Shield(site=site, number=number):
            return {"kind": "event", "event": "guard", "provinces": [*site], "number": number}
        case sign:
            assert_never(sign)


def _arrow(arrow: Arrow, route: Sequence[Face]) -> Mark:
    kind = "retreat" if arrow.origin is Origin.DISLODGED else "move"
    mark: Mark = {"kind": kind, "from": arrow.unit, "to": arrow.to}
    if arrow.coast is not None:
        mark["coast"] = arrow.coast
    if route:
        mark["via"] = [*route]
    if arrow.origin is Origin.ABOARD:
        mark["aboard"] = True
    if arrow.boards:
        mark["boards"] = True
    return mark
