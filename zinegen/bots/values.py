"""What places are worth to a power: by what can be won and lost there, near and far, and who contends for it.

In the manner of DumbBot, as David Norman describes it: each centre is worth attacking or defending by the
strength of who owns or threatens it; that worth spreads over the ways of units, step by step; and where a
power wants to go is weighed by how many of its units, and how many of one other power's, can come there.
Nothing of the map is known beforehand, so it is the same on a map that has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from zinegen.board.board import Power
from zinegen.board.passage import Passage
from zinegen.bots.ways import WayGraph, way_graph
from zinegen.game.state import GameState, PhaseKind, Season
from zinegen.geometry.mesh import ProvinceKey

_SQUARE, _LINEAR, _CONSTANT = 1, 4, 16
"""The size of a power with n centres is n² + 4 n + 16."""
_SPREAD = 5
"""A step of proximity is a fifth of the sum of a place and its neighbours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much of what counts in a season."""

    attack: int
    defence: int
    proximity: tuple[int, ...]
    """Of the worth of a place itself, and of what lies one, two, … steps around."""
    strength: int
    """Of each unit of one's own that can come there."""
    competition: int
    """Of each unit of the strongest other power there."""


SPRING = Weights(
    attack=700,
    defence=300,
    proximity=(100, 1000, 30, 10, 6, 5, 4, 3, 2, 1),
    strength=1000,
    competition=1000,
)
AUTUMN = Weights(
    attack=600,
    defence=400,
    proximity=(1000, 100, 30, 10, 6, 5, 4, 3, 2, 1),
    strength=1000,
    competition=1000,
)
WINTER = Weights(
    attack=700,
    defence=300,
    proximity=(1000, 100, 30, 10, 6, 5, 4, 3, 2, 1),
    strength=0,
    competition=1000,
)


def weights_for(state: GameState) -> Weights:
    """Return the weights of a position's phase."""
    if state.phase.kind is PhaseKind.ADJUSTMENTS:
        return WINTER
    return SPRING if state.phase.season is Season.SPRING else AUTUMN


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceValues:
    """What each place is worth to one power in one position."""

    graph: WayGraph
    worth: tuple[int, ...]
    """Of each stand of the graph."""
    strength: Mapping[ProvinceKey, int]
    """How many units of the power can come to a province or are there."""
    competition: Mapping[ProvinceKey, int]
    """How many of another one, the one with most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """Which powers' units can come to which province, or are there: the same for everybody."""

    units: Mapping[ProvinceKey, Mapping[Power, int]]


def find_presence(state: GameState, passage: Passage) -> Presence:
    """Return who can come where in a position."""
    graph = way_graph(state.board, passage)
    found: dict[ProvinceKey, dict[Power, int]] = {}
    for unit in state.units.values():
        number = graph.number(unit)
        for face in (unit.province,) if number is None else graph.reached[number]:
            there = found.setdefault(face, {})
            there[unit.power] = there.get(unit.power, 0) + 1
    return Presence(units=found)


def find_values(
    state: GameState, passage: Passage, power: Power, presence: Presence, weights: Weights
) -> PlaceValues:
    """Return what the places of a position are worth to a power."""
    graph = way_graph(state.board, passage)
    sizes = _find_sizes(state)
    strength: dict[ProvinceKey, int] = {}
    competition: dict[ProvinceKey, int] = {}
    for face, there in presence.units.items():
        strength[face] = there.get(power, 0)
        competition[face] = max([n for other, n in there.items() if other != power], default=0)
    base = _find_base_values(state, power, presence, sizes, weights)
    worth = _spread(graph, base, weights.proximity)
    contended = {
        face: weights.strength * own - weights.competition * competition[face]
        for face, own in strength.items()
    }
    return PlaceValues(
        graph=graph,
        worth=tuple(
            [
                value + contended.get(face, 0)
                for value, face in zip(worth, graph.provinces, strict=True)
            ]
        ),
        strength=strength,
        competition=competition,
    )


def _find_sizes(state: GameState) -> Mapping[Power, int]:
    counts = {power: state.total_of(power) or 0 for power in state.powers}
    return {power: _SQUARE * n * n + _LINEAR * n + _CONSTANT for power, n in counts.items()}


def _find_base_values(
    state: GameState,
    power: Power,
    presence: Presence,
    sizes: Mapping[Power, int],
    weights: Weights,
) -> Mapping[ProvinceKey, int]:
    """Return what a centre is worth by itself: to take from its owner, or to hold against a threat."""
    found = {}
    for face in state.board.centres:
        owner = state.owners.get(face)
        if owner == power:
            there = presence.units.get(face, {})
            threat = max((sizes[other] for other in there if other != power), default=0)
            found[face] = weights.defence * threat
        else:
            found[face] = weights.attack * (sizes[owner] if owner is not None else _CONSTANT)
    return found


def _spread(
    graph: WayGraph, base: Mapping[ProvinceKey, int], weights: tuple[int, ...]
) -> list[int]:
    """Return the worth of each stand: its base value and what spreads to it, each step by its weight."""
    now = [base.get(face, 0) for face in graph.provinces]
    total = [weights[0] * value for value in now]
    for weight in weights[1:]:
        before = [*now, 0]
        now = [sum(take(before)) for take in graph.alone]
        for number, groups in graph.together:
            now[number] += sum([max([before[one] for one in group]) for group in groups])
        now = [worth // _SPREAD for worth in now]
        total = [sum_ + weight * value for sum_, value in zip(total, now, strict=True)]
    return total
