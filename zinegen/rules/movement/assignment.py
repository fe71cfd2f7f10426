"""Which order each unit acts on, and the orders that no unit acts on.

Of two different orders for one unit neither counts; the same order twice counts once. Source: DATC 4.C;
docs/rules/common.md, "6.1 The rulebook of 1971".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from zinegen.board.board import Power
from zinegen.game.orders import Hold, Order, Sheet, UnitOrder, Unreadable
from zinegen.game.units import Kind, Named, Spot, Unit
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Face

Line = tuple[Power, int]
"""An order of a sheet: its power, and its number among that power's orders, from 0."""


_NAMES = {
    Kind.FLEET: (Kind.FLEET, Kind.ARMY_ABOARD),
    Kind.ARMY_ABOARD: (Kind.ARMY_ABOARD, Kind.FLEET),
}
"""What a unit may be called: a fleet keeps its name when an army comes aboard, or leaves it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """What each unit is to act on."""

    orders: Mapping[Face, UnitOrder]
    """The one order that a unit acts on; a unit that is missing here holds."""
    misled: Mapping[Face, tuple[Order, Verdict]]
    """Units whose only orders cannot be considered: the first of them, and why."""
    void: Mapping[Line, Verdict]
    """Verdicts on the lines that no unit acts on."""


def assign_orders(
    sheet: Sheet, units: Mapping[Face, Unit], *, ignore_kind: bool = True
) -> Assignment:
    """Return which order each unit acts on: its power's only one, or the same one given twice.

    With ``ignore_kind`` an order that names the wrong kind of its unit counts all the same (DATC 4.C.2).
    """
    void: dict[Line, Verdict] = {}
    chosen: dict[Face, UnitOrder] = {}
    contested: set[Face] = set()
    misled: dict[Face, tuple[Order, Verdict]] = {}
    for power in sorted(sheet.orders):
        in_disorder = power in sheet.disorder
        plain = ignore_kind and not in_disorder
        for number, order in enumerate(sheet.orders[power]):
            if plain and isinstance(order, UnitOrder):
                # Nearly all lines are the first for one of the power's own units: here they are done with.
                face = order.unit.at.province
                unit = units.get(face)
                if unit is not None and unit.power == power and face not in chosen:
                    chosen[face] = order
                    continue
            wrong = _why_void(order, power, units, ignore_kind)
            if wrong is None and in_disorder:
                wrong = Reason.IN_DISORDER
            if wrong is None and isinstance(order, UnitOrder):
                face = order.unit.at.province
                other = chosen.get(face)
                if other is None:
                    chosen[face] = order
                elif other != order:
                    contested.add(face)
                continue
            void[power, number] = verdict = Verdict(reason=wrong or Reason.WRONG_PHASE)
            meant = _find_unit(order, power, units)
            if meant is not None:
                known = misled.setdefault(meant, (order, verdict))
                misled[meant] = min(known, (order, verdict), key=_by_text)
    for face in sorted(contested):
        del chosen[face]
        misled[face] = _void_contested(sheet, units[face].power, face, void)
    return Assignment(orders=chosen, misled=misled, void=void)


def _void_contested(
    sheet: Sheet, power: Power, face: Face, void: dict[Line, Verdict]
) -> tuple[Order, Verdict]:
    """Make all orders for a unit void that was given different ones; return one that stands for all."""
    lines = [
        (number, order)
        for number, order in enumerate(sheet.orders[power])
        if isinstance(order, UnitOrder)
        and order.unit.at.province == face
        and (power, number) not in void
    ]
    asked = sorted({order for _, order in lines}, key=_sort_key)
    for number, order in lines:
        others = tuple(other for other in asked if other != order)
        void[power, number] = Verdict(reason=Reason.TWO_ORDERS, because=others)
    return asked[0], Verdict(reason=Reason.TWO_ORDERS, because=tuple(asked[1:]))


def _sort_key(order: Order) -> str:
    """Return what orders are sorted by where the sequence of lines must not matter."""
    return repr(replace(order, line=None))


def _by_text(line: tuple[Order, Verdict]) -> str:
    return _sort_key(line[0])


def _why_void(
    order: Order,
    power: Power,
    units: Mapping[Face, Unit],
    ignore_kind: bool,  # noqa: FBT001  (asked for every order: by keyword it would take twice as long)
) -> Reason | None:
    """Return why no unit of the power acts on an order, or None when one does."""
    if not isinstance(order, UnitOrder):
        return Reason.UNREADABLE if isinstance(order, Unreadable) else Reason.WRONG_PHASE
    unit = units.get(order.unit.at.province)
    if unit is None:
        return Reason.NO_SUCH_UNIT
    if unit.power != power:
        return Reason.NOT_YOUR_UNIT
    if not ignore_kind and order.unit.kind not in {None, *_NAMES.get(unit.kind, (unit.kind,))}:
        return Reason.NO_SUCH_UNIT
    return None


def _find_unit(order: Order, power: Power, units: Mapping[Face, Unit]) -> Face | None:
    """Return the own unit that a void order seems to be about."""
    named = order.unit if isinstance(order, UnitOrder | Unreadable) else None
    unit = units.get(named.at.province) if named is not None else None
    return unit.province if unit is not None and unit.power == power else None


def imply_hold(unit: Unit) -> Hold:
    """Return the order that a unit without one is taken to have: to hold."""
    return _hold(unit.power, unit.kind, unit.at.province)


@lru_cache(maxsize=4096)
def _hold(power: Power, kind: Kind, face: Face) -> Hold:
    return Hold(power=power, unit=Named(at=Spot(province=face), kind=kind))
