"""Orders worth testing with: for every unit, what could come about if others helped, and some nonsense.

Orders drawn blindly are nearly all void and test little, so most of these are legal on the map.
"""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from zinegen.board import Passage, Place, Power, places
from zinegen.board.coasts import coast_with, label
from zinegen.game import (
    FLEETS,
    Convoy,
    GameState,
    Hold,
    Kind,
    Move,
    Order,
    PlaceName,
    Sheet,
    SupportHold,
    SupportMove,
    Unit,
    UnitName,
    UnitOrder,
)
from zinegen.geometry import ProvinceKey
from zinegen.rules import find_routes
from zinegen.rules.movement.attempts import Position

PASSAGE = Passage()

Candidates = dict[ProvinceKey, list[UnitOrder]]
"""For every unit the orders that could come about."""


def named(unit: Unit) -> UnitName:
    """Return a unit as an order names it."""
    return UnitName(at=PlaceName(province=unit.province), kind=unit.kind)


def spot(state: GameState, place: Place) -> PlaceName:
    """Return a place as an order names it, with its coast where there are several."""
    if not place.coast:
        return PlaceName(province=place.province)
    coast = coast_with(state.board, place.province, place.coast)[0]
    return PlaceName(province=place.province, coast=label(state.board, coast))


def destinations(state: GameState, position: Position, unit: Unit) -> list[tuple[Place, bool]]:
    """Return where a unit could go, and whether by sea."""
    if unit.kind in FLEETS:
        return [(place, False) for place in sorted(position.passage.fleets(state.board, unit.at))]
    walk = [(Place(face), False) for face in sorted(position.reach(unit))]
    if unit.kind is not Kind.ARMY:
        return walk
    sail = [
        (Place(face), True)
        for face in sorted(state.board.provinces)
        if places(state.board, face)
        and not state.board.is_water(face)
        and face != unit.province
        and find_routes(position, unit.province, face, position.carriers)
    ]
    return walk + sail


def candidates(state: GameState, passage: Passage = PASSAGE) -> Candidates:
    """Return for every unit the orders that could come about, in a fixed sequence."""
    position = Position(state=state, board=state.board, passage=passage)
    ways = {at: destinations(state, position, unit) for at, unit in state.units.items()}
    return {
        at: list(_orders(state, position, ways, unit)) for at, unit in sorted(state.units.items())
    }


def _orders(
    state: GameState,
    position: Position,
    ways: dict[ProvinceKey, list[tuple[Place, bool]]],
    unit: Unit,
) -> Iterator[UnitOrder]:
    power, me = unit.power, named(unit)
    yield Hold(power=power, unit=me)
    for place, by_sea in ways[unit.province]:
        yield Move(power=power, unit=me, to=spot(state, place), via_convoy=by_sea)
    reach = position.reach(unit)
    for at, other in sorted(state.units.items()):
        if other is unit:
            continue
        if at in reach:
            yield SupportHold(power=power, unit=me, of=named(other))
        for place, by_sea in ways[at]:
            if place.province in reach:
                yield SupportMove(power=power, unit=me, of=named(other), to=spot(state, place))
            if by_sea and unit.province in position.carriers and unit.kind is Kind.FLEET:
                fleets = find_routes(position, at, place.province, position.carriers)
                if any(unit.province in route for route in fleets):
                    yield Convoy(
                        power=power,
                        unit=me,
                        army=named(other),
                        to=PlaceName(province=place.province),
                    )


@st.composite
def sheets(draw: st.DrawFn, state: GameState, possible: Candidates) -> Sheet:
    """Draw orders for a position: for most units one that is possible, for some none, two or nonsense."""
    orders: dict[Power, list[Order]] = {}
    faces = sorted(state.board.provinces)
    for at, choices in possible.items():
        power = state.units[at].power
        lines = orders.setdefault(power, [])
        kind = draw(st.integers(0, 19))
        if kind == 0:
            continue
        if kind == 1:
            to = PlaceName(province=draw(st.sampled_from(faces)))
            lines.append(Move(power=power, unit=named(state.units[at]), to=to))
            continue
        lines.append(draw(st.sampled_from(choices)))
        if kind == 2:
            lines.append(draw(st.sampled_from(choices)))
    return Sheet(orders={power: tuple(lines) for power, lines in orders.items()})
