"""Which order each unit acts on, what is void before others' orders are seen, and else what is attempted.

Of two different orders for one unit neither counts; the same order twice counts once (DATC 4.C).
Legal and possible are two questions (DATC 4.E.1): what could never work on this board, whatever
others order, is void, and the unit holds. Source: DATC 4.B; DATC 4.C; DATC 4.E.1; docs/rules/common.md,
"6.1 The rulebook of 1971".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from zinegen.board import coasts
from zinegen.board.board import Power, Terrain
from zinegen.board.passage import Place
from zinegen.board.rough_passage import is_rifted
from zinegen.game.named_places import find_meant_coasts, find_named_place
from zinegen.game.orders import (
    Convoy,
    Hold,
    Move,
    Order,
    Sheet,
    SupportHold,
    SupportMove,
    UnitOrder,
    Unreadable,
)
from zinegen.game.units import Kind, PlaceName, Unit, UnitName
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import BorderId, ProvinceKey
from zinegen.rules.movement.attempts import (
    Advance,
    Attempt,
    Backing,
    Ferry,
    Position,
    Stand,
    Travel,
    void_order,
)
from zinegen.rules.movement.convoys import find_possible_routes, is_convoy_possible

Judge = Callable[[Position, Unit, UnitOrder], Attempt]
"""Holds one order against the map; rule sets replace it or wrap the standard one, `judge_order`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leniency:
    """How much of a slip is forgiven (DATC 4.B and 4.C)."""

    infer_coast: bool = True
    """A coast left out is taken when only one can be reached (4.B.2)."""
    correct_coast: bool = False
    """A coast that cannot be reached is taken for the one that can (4.B.3)."""
    ignore_kind: bool = True
    """An order that names the wrong kind of its unit counts all the same (4.C.2)."""


STRICT = Leniency()
"""DATC's own preferences."""


_ARMY, _FLEET, _ARMY_ABOARD = Kind.ARMY, Kind.FLEET, Kind.ARMY_ABOARD
_WATER = Terrain.WATER
"""Looked up once: an enumeration answers slowly, and these are asked for every order."""


def judge_order(
    position: Position, unit: Unit, order: UnitOrder, leniency: Leniency = STRICT
) -> Attempt:
    """Return what a unit attempts by an order, on the map alone."""
    if position.idle and unit.at.province in position.idle and not isinstance(order, Hold):
        return void_order(unit, order, Reason.TRAPPED)
    if isinstance(order, Move):
        start, to = unit.at.province, order.to.province
        if unit.kind is _ARMY and not order.via_convoy and to in position.ways.by_land[start]:
            return Advance(unit, order, position.ways.inland[to])
        return _judge_move(position, unit, order, leniency)
    if isinstance(order, SupportMove):
        return _judge_support_move(position, unit, order)
    if isinstance(order, SupportHold):
        return _judge_support_hold(position, unit, order)
    if isinstance(order, Hold):
        return Stand(unit, order)
    if isinstance(order, Convoy):
        return _judge_convoy(position, unit, order)
    return void_order(unit, order, Reason.WRONG_PHASE)


def _judge_move(position: Position, unit: Unit, order: Move, leniency: Leniency) -> Attempt:
    """Return what comes of a move that is not an army's over a border."""
    to, start, kind = order.to.province, unit.at.province, unit.kind
    if to == start:
        return void_order(unit, order, Reason.SAME_PLACE)
    if kind is _FLEET or kind is _ARMY_ABOARD:
        arrival = find_arrival(position, unit, order.to, leniency)
        if isinstance(arrival, Reason):
            return void_order(unit, order, arrival)
        return Advance(unit, order, arrival)
    beside = to in position.reach(unit)
    if beside and not order.via_convoy:
        return Advance(unit, order, position.ways.inland[to])
    if kind is _ARMY and is_convoy_possible(position, start, to):
        by = Travel.EITHER if beside else Travel.SEA
        return Advance(unit, order, position.ways.inland[to], by)
    if beside:
        return void_order(unit, order, Reason.NO_ROUTE)
    return void_order(unit, order, why_unreachable(position, unit, to))


def find_arrival(
    position: Position, unit: Unit, to: PlaceName, leniency: Leniency = STRICT
) -> Place | Reason:
    """Return where a fleet comes to in a province, or why it cannot (DATC 4.B.1 to 4.B.3)."""
    open_places = position.ways.landfalls(unit.at).get(to.province, ())
    if not open_places:
        return why_unreachable(position, unit, to.province)
    if to.coast is None and leniency.infer_coast:
        return open_places[0] if len(open_places) == 1 else Reason.COAST_UNCLEAR
    if to.coast is not None and open_places[0].coast:
        board, written = position.board, position.written
        meant = find_named_place(board, to, open_places, written, beyond=Reason.COAST_TOO_FAR)
        if meant is not Reason.COAST_TOO_FAR or not leniency.correct_coast:
            return meant
    elif to.coast is None and len(coasts.coasts(position.board, to.province)) > 1:
        return Reason.COAST_UNCLEAR
    return open_places[0] if len(open_places) == 1 else Reason.COAST_UNCLEAR


def why_unreachable(position: Position, unit: Unit, to: ProvinceKey) -> Reason:
    """Return why a unit cannot go to a province at all."""
    province = position.board[to]
    if not province.passable:
        return Reason.IMPASSABLE
    if is_rifted(position.board, unit.province, to):
        return Reason.RIFT_BETWEEN
    wet = province.terrain is _WATER
    if province.iced and unit.kind is _FLEET:
        return Reason.ICE_BARS
    if province.terrain is Terrain.MOUNTAIN:
        return Reason.WRONG_GROUND
    if unit.kind is _ARMY and wet:
        return Reason.WRONG_GROUND
    if unit.kind is _FLEET and not wet and not coasts.coasts(position.board, to):
        return Reason.WRONG_GROUND
    if unit.at.coast and position.board.mesh.between(unit.province, to):
        return Reason.NO_COMMON_COAST
    return Reason.TOO_FAR


def _judge_support_hold(position: Position, unit: Unit, order: SupportHold) -> Attempt:
    where = order.of.at.province
    supported = find_named_unit(position.units, order.of)
    if supported is None:
        return void_order(unit, order, Reason.NO_SUCH_UNIT)
    if supported is unit or where not in position.reach(unit):
        return void_order(unit, order, Reason.CANNOT_SUPPORT)
    return Backing(unit, order, where, where)


def _judge_support_move(position: Position, unit: Unit, order: SupportMove) -> Attempt:
    of, to = order.of.at.province, order.to
    supported = find_named_unit(position.units, order.of)
    if supported is None:
        return void_order(unit, order, Reason.NO_SUCH_UNIT)
    where = to.province
    if supported is unit or where not in position.reach(unit):
        return void_order(unit, order, Reason.CANNOT_SUPPORT)
    if where == of:
        return void_order(unit, order, Reason.SAME_PLACE)
    meant = None if to.coast is None else find_named_coasts(position, to)
    return Backing(unit, order, of, where, moving=True, coasts=meant)


def find_named_coasts(
    position: Position, spot: PlaceName
) -> tuple[tuple[BorderId, ...], ...] | None:
    """Return the coasts that a supported fleet may go to; None where there are not several."""
    board, written = position.board, position.written or position.board
    if spot.coast is None:
        return None
    if all(len(coasts.coasts(one, spot.province)) < 2 for one in (board, written)):
        return None
    return tuple(coast.borders for coast in find_meant_coasts(board, spot, written))


def _judge_convoy(position: Position, unit: Unit, order: Convoy) -> Attempt:
    fleet = unit.at.province
    if fleet not in position.carriers:
        laden = unit.kind is _ARMY_ABOARD and fleet in position.board.waters
        return void_order(unit, order, Reason.CARRIES_ALREADY if laden else Reason.CANNOT_CONVOY)
    army = find_named_unit(position.units, order.army)
    if army is None:
        return void_order(unit, order, Reason.NO_SUCH_UNIT)
    here, there = army.at.province, order.to.province
    if army.kind is not _ARMY:
        return void_order(unit, order, Reason.CANNOT_CONVOY)
    if here == there:
        return void_order(unit, order, Reason.SAME_PLACE)
    if not _could_convoy(position, fleet, here, there):
        return void_order(unit, order, Reason.NO_CHAIN)
    return Ferry(unit, order, here, there)


def _could_convoy(
    position: Position, fleet: ProvinceKey, start: ProvinceKey, end: ProvinceKey
) -> bool:
    """Tell whether a fleet lies on a way by sea between two shores, be it alone or with others."""
    ports = position.ways.ports
    if fleet in ports(start) and fleet in ports(end):
        return True
    return any(fleet in way for way in find_possible_routes(position, start, end))


def find_land_way(position: Position, order: Order) -> tuple[ProvinceKey, ProvinceKey] | None:
    """Return from where to where an army's move goes by land; None for all that does or means to not."""
    if not isinstance(order, Move) or order.via_convoy:
        return None
    start, end = order.unit.at.province, order.to.province
    unit = position.units.get(start)
    if unit is None or unit.kind is not _ARMY or end not in position.ways.by_land[start]:
        return None
    return start, end


def find_named_unit(units: Mapping[ProvinceKey, Unit], named: UnitName) -> Unit | None:
    """Return the unit that an order speaks of: by province, and nationality where that is written.

    Its kind and coast do not matter: only one unit can be there (DATC 4.B.5, 4.C.2).
    """
    unit = units.get(named.at.province)
    if unit is None or named.power is None or named.power == unit.power:
        return unit
    return None


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

    orders: Mapping[ProvinceKey, UnitOrder]
    """The one order that a unit acts on; a unit that is missing here holds."""
    misled: Mapping[ProvinceKey, tuple[Order, Verdict]]
    """Units whose only orders cannot be considered: the first of them, and why."""
    void: Mapping[Line, Verdict]
    """Verdicts on the lines that no unit acts on."""


def assign_orders(
    sheet: Sheet, units: Mapping[ProvinceKey, Unit], *, ignore_kind: bool = True
) -> Assignment:
    """Return which order each unit acts on: its power's only one, or the same one given twice.

    With ``ignore_kind`` an order that names the wrong kind of its unit counts all the same (DATC 4.C.2).
    """
    void: dict[Line, Verdict] = {}
    chosen: dict[ProvinceKey, UnitOrder] = {}
    contested: set[ProvinceKey] = set()
    misled: dict[ProvinceKey, tuple[Order, Verdict]] = {}
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
    sheet: Sheet, power: Power, face: ProvinceKey, void: dict[Line, Verdict]
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
    units: Mapping[ProvinceKey, Unit],
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


def _find_unit(order: Order, power: Power, units: Mapping[ProvinceKey, Unit]) -> ProvinceKey | None:
    """Return the own unit that a void order seems to be about."""
    named = order.unit if isinstance(order, UnitOrder | Unreadable) else None
    unit = units.get(named.at.province) if named is not None else None
    return unit.province if unit is not None and unit.power == power else None


def imply_hold(unit: Unit) -> Hold:
    """Return the order that a unit without one is taken to have: to hold."""
    return _hold(unit.power, unit.kind, unit.at.province)


@lru_cache(maxsize=4096)
def _hold(power: Power, kind: Kind, face: ProvinceKey) -> Hold:
    return Hold(power=power, unit=UnitName(at=PlaceName(province=face), kind=kind))
