"""Where units can stand and go on a board, as a graph that is made once a board: the ground of all values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from zinegen.board.board import Board, cache_on_board
from zinegen.board.passage import Passage, Place, places
from zinegen.game.units import FLEETS, Kind, Unit
from zinegen.geometry.mesh import ProvinceKey

Stand: TypeAlias = tuple[Kind, Place]
"""Where a unit of a kind can stand: an army in a province, a fleet on a coast or water."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayGraph:
    """Stands by number, and which lead to which."""

    stands: tuple[Stand, ...]
    numbers: Mapping[Stand, int]
    provinces: tuple[ProvinceKey, ...]
    """The province of each stand."""
    ways: tuple[tuple[tuple[int, ...], ...], ...]
    """Of each stand those to which a move leads, together where they are in one province."""

    def number(self, unit: Unit) -> int | None:
        """Return the stand of a unit; None where it stands as none can come to."""
        return self.numbers.get(stand_of(unit))


def stand_of(unit: Unit) -> Stand:
    """Return where a unit stands."""
    if unit.kind in FLEETS:
        return (Kind.FLEET, unit.at)
    return (unit.kind, Place(unit.province))


@cache_on_board
def way_graph(board: Board, passage: Passage) -> WayGraph:
    """Return where units of all kinds can stand and go on a board."""
    ground = [face for face in board.provinces if board.is_ground(face) and board[face].passable]
    fleets = [place for face in board.provinces for place in places(board, face)]
    stands: list[Stand] = [(Kind.ARMY, Place(face)) for face in ground]
    stands += [(Kind.FLEET, place) for place in fleets]
    reach: list[list[Stand]] = [
        [(Kind.ARMY, Place(to)) for to in sorted(passage.armies(board, face))] for face in ground
    ]
    reach += [[(Kind.FLEET, to) for to in sorted(passage.fleets(board, place))] for place in fleets]
    if passage.mutant is not Passage().mutant:
        stands += [(Kind.MUTANT, Place(face)) for face in ground]
        reach += [
            [(Kind.MUTANT, Place(to)) for to in sorted(passage.mutants(board, face))]
            for face in ground
        ]
    numbers = {stand: number for number, stand in enumerate(stands)}
    return WayGraph(
        stands=tuple(stands),
        numbers=numbers,
        provinces=tuple(place.province for _, place in stands),
        ways=tuple(_group(to, numbers) for to in reach),
    )


def _group(stands: list[Stand], numbers: Mapping[Stand, int]) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of stands, together where they are in one province."""
    found: dict[ProvinceKey, list[int]] = {}
    for stand in stands:
        number = numbers.get(stand)
        if number is not None:
            found.setdefault(stand[1].province, []).append(number)
    return tuple(map(tuple, found.values()))
