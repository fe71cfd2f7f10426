"""What one power builds and removes in winter, and where its dislodged units go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zinegen.board.board import Power
from zinegen.bots.moves import choose_place
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.values import PlaceValues
from zinegen.game.orders import Build, Disband, Order, Remove, Retreat, Waive
from zinegen.game.state import GameState
from zinegen.game.units import FLEETS, Kind, PlaceName, Unit
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.conditions import adjustments_due
from zinegen.notation.grammar.writer import name_for, spot_at
from zinegen.rules.candidates import Candidates


def order_retreats(
    state: GameState, power: Power, values: PlaceValues, numbers: SeededNumbers
) -> tuple[Order, ...]:
    """Return a retreat for each dislodged unit, no two to one place; who has none left disbands."""
    taken: set[ProvinceKey] = set()
    found: list[Order] = []
    for _, lost in sorted(state.dislodged.items()):
        if lost.unit.power != power:
            continue
        named = name_for(power, lost.unit, state.board)
        kind = Kind.FLEET if lost.unit.kind in FLEETS else lost.unit.kind
        graph = values.graph
        choices = {
            graph.numbers[kind, to]: values.worth[graph.numbers[kind, to]]
            for to in (lost.retreats or lost.apparent)
            if to.province not in taken and (kind, to) in graph.numbers
        }
        if not choices:
            found.append(Disband(power=power, unit=named))
            continue
        to = graph.stands[choose_place(choices, numbers)][1]
        taken.add(to.province)
        found.append(Retreat(power=power, unit=named, to=spot_at(to, state.board)))
    return tuple(found)


def order_adjustments(
    state: GameState,
    variant: Variant,
    power: Power,
    values: PlaceValues,
    numbers: SeededNumbers,
) -> tuple[Order, ...]:
    """Return builds in the places that are worth most, or removals from those that are worth least."""
    due = adjustments_due(variant, state, power)
    if due > 0:
        return _order_builds(state, variant, power, values, numbers)
    return tuple(_order_removals(state, power, values, -due))


def _order_removals(
    state: GameState, power: Power, values: PlaceValues, due: int
) -> Iterator[Order]:
    """Yield removals of as many units as are due; an army aboard goes before its fleet."""

    def rank(unit: Unit) -> tuple[int, ProvinceKey]:
        number = values.graph.number(unit)
        return (-1 if number is None else values.worth[number], unit.province)

    for unit in sorted(state.units_of(power), key=rank):
        if due <= 0:
            return
        named = name_for(power, unit, state.board)
        if unit.kind is Kind.ARMY_ABOARD:
            for kind in (Kind.ARMY, Kind.FLEET)[:due]:
                yield Remove(power=power, unit=replace(named, kind=kind))
            due -= 2
        else:
            yield Remove(power=power, unit=named)
            due -= 2 if unit.kind is Kind.MUTANT else 1


def _order_builds(
    state: GameState,
    variant: Variant,
    power: Power,
    values: PlaceValues,
    numbers: SeededNumbers,
) -> tuple[Order, ...]:
    due = adjustments_due(variant, state, power)
    graph, board = values.graph, state.board
    by_stand: dict[int, Build] = {}
    for build in Candidates(state=state, variant=variant).sites(power):
        if build.at.province in state.units:
            continue
        for number, (kind, place) in enumerate(graph.stands):
            if (
                kind is build.kind
                and place.province == build.at.province
                and _is_meant(build.at, kind, spot_at(place, board))
            ):
                by_stand[number] = build
    found: list[Order] = []
    while len(found) < due and by_stand:
        chosen = choose_place({one: values.worth[one] for one in by_stand}, numbers)
        build = by_stand[chosen]
        found.append(build)
        by_stand = {
            one: other for one, other in by_stand.items() if other.at.province != build.at.province
        }
    found += [Waive(power=power)] * (due - len(found))
    return tuple(found)


def _is_meant(at: PlaceName, kind: Kind, spot: PlaceName) -> bool:
    """Tell whether a build's place is a stand: a fleet's on the coast that it names."""
    return kind is not Kind.FLEET or at.coast is None or at.coast == spot.coast
