"""How far a unit is from home, for removals that nobody ordered (DATC 4.D.8).

Ties: fleets before armies, then by the full names of their provinces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from zinegen.board.board import Power
from zinegen.board.graphs import any_graph, distances, fleet_graph
from zinegen.board.passage import Passage, Place, places
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Unit
from zinegen.geometry.mesh import Face

UNREACHABLE = 1 << 20
"""The distance of a unit that has no way home at all: farther than any other."""


class Measure(StrEnum):
    """From where distances count."""

    OWNED = "owned"
    """The nearest owned centre, over any terrain (2023)."""
    HOME = "home"
    """The nearest centre of the home country; fleets by fleet moves, armies over land and sea (1971)."""


def sort_by_distance(
    state: GameState, power: Power, units: Iterable[Unit], measure: Measure, passage: Passage
) -> tuple[Unit, ...]:
    """Return a power's units in the sequence in which they are removed."""
    away = _measure_distances(state, power, measure, passage)

    def rank(unit: Unit) -> tuple[int, bool, str, Face]:
        afloat = unit.kind in {Kind.FLEET, Kind.ARMY_ABOARD}
        far = away(unit)
        return -far, not afloat, state.board[unit.province].name, unit.province

    return tuple(sorted(units, key=rank))


class _DistanceFromHome:
    """Distances of units, by the table that goes with their kind."""

    def __init__(
        self, over_any: Mapping[Face, int], afloat: Mapping[Place, int] | None = None
    ) -> None:
        self.over_any = over_any
        self.afloat = afloat

    def __call__(self, unit: Unit) -> int:
        """Return the distance of a unit: none for one at home, even for a fleet that no coast leads to."""
        at_home = self.over_any.get(unit.province) == 0
        if not at_home and self.afloat is not None and unit.kind in {Kind.FLEET, Kind.ARMY_ABOARD}:
            return self.afloat.get(unit.at, UNREACHABLE)
        return self.over_any.get(unit.province, UNREACHABLE)


def _measure_distances(
    state: GameState, power: Power, measure: Measure, passage: Passage
) -> _DistanceFromHome:
    board = state.board
    over_any = any_graph(board)
    if measure is Measure.OWNED:
        return _DistanceFromHome(distances(over_any, state.centres_of(power)))
    homes = board.home_centres(power)
    ports = [place for face in homes for place in places(board, face)]
    by_fleet = distances(fleet_graph(board, passage), ports)
    return _DistanceFromHome(distances(over_any, homes), by_fleet)
