"""Where units can go on one board under one passage, looked up once for each place.

Asking is what the engine does most; so the answers are kept beside the board they were read off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from zinegen.board.passage import Place
from zinegen.planar.mesh import Face

if TYPE_CHECKING:
    from zinegen.board.board import Board
    from zinegen.board.passage import Passage

Landfalls = Mapping[Face, tuple[Place, ...]]
"""The places that a fleet can come to in each province it can reach, in order of their coasts."""


class _Table(dict[Face, frozenset[Face]]):
    """Provinces that can be reached from each province; filled as it is asked."""

    def __init__(self, reach: Callable[[Face], frozenset[Face]]) -> None:
        super().__init__()
        self._reach = reach

    def __missing__(self, at: Face) -> frozenset[Face]:
        found = self[at] = self._reach(at)
        return found


class Ways:
    """The ways over one board."""

    def __init__(self, board: Board, passage: Passage) -> None:
        self.board = board
        self.passage = passage
        self.by_land: Mapping[Face, frozenset[Face]] = _Table(self.armies)
        """The provinces that an army can reach by land."""
        self.by_sea: Mapping[Face, frozenset[Face]] = _Table(self._waters_beside)
        """The provinces that a fleet can reach from a water."""
        self.inland = {face: Place(face) for face in board.provinces}
        """The place of an army in a province: it stands on no coast."""
        self._landfalls: dict[tuple[Face, tuple[int, ...]], Landfalls] = {}
        self._marches: dict[Face, tuple[Place, ...]] = {}
        self._courses: dict[tuple[Face, tuple[int, ...]], tuple[Place, ...]] = {}
        self._ports: dict[Face, frozenset[Face]] = {}

    def armies(self, at: Face) -> frozenset[Face]:
        """Return the provinces that an army can reach by land; `by_land` keeps the answers."""
        return self.passage.armies(self.board, at)

    def _waters_beside(self, water: Face) -> frozenset[Face]:
        return frozenset(self.landfalls(Place(water)))

    def landfalls(self, at: Place) -> Landfalls:
        """Return the places that a fleet can reach, by province."""
        key = at.province, at.coast
        known = self._landfalls.get(key)
        if known is None:
            found: dict[Face, list[Place]] = {}
            for place in sorted(self.passage.fleets(self.board, at)):
                found.setdefault(place.province, []).append(place)
            known = {face: tuple(places) for face, places in found.items()}
            self._landfalls[key] = known
        return known

    def marches(self, at: Face) -> tuple[Place, ...]:
        """Return the places that an army can reach by land, in order."""
        known = self._marches.get(at)
        if known is None:
            known = tuple(self.inland[face] for face in sorted(self.by_land[at]))
            self._marches[at] = known
        return known

    def courses(self, at: Place) -> tuple[Place, ...]:
        """Return the places that a fleet can reach, in order; a place for each coast."""
        key = at.province, at.coast
        known = self._courses.get(key)
        if known is None:
            known = tuple(place for places in self.landfalls(at).values() for place in places)
            self._courses[key] = known
        return known

    def ports(self, at: Face) -> frozenset[Face]:
        """Return the waters from which an army can be taken aboard or put ashore."""
        known = self._ports.get(at)
        if known is None:
            known = self._ports[at] = self.passage.ports(self.board, at)
        return known


def ways_over(board: Board, passage: Passage) -> Ways:
    """Return the ways over a board, the same ones each time."""
    key = ("ways", passage)
    known = board.memo.get(key)
    if not isinstance(known, Ways):
        known = board.memo[key] = Ways(board, passage)
    return known
