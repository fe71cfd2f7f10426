"""Where units can go on one board under one passage, looked up once for each place.

Asking is what the engine does most; so the answers are kept beside the board they were read off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from zinegen.board.passage import Place
from zinegen.planar.mesh import Face

if TYPE_CHECKING:
    from zinegen.board.board import Board
    from zinegen.board.passage import Passage

Landfalls = Mapping[Face, tuple[Place, ...]]
"""The places that a fleet can come to in each province it can reach, in order of their coasts."""


class Ways:
    """The ways over one board."""

    def __init__(self, board: Board, passage: Passage) -> None:
        self.board = board
        self.passage = passage
        self._armies: dict[Face, frozenset[Face]] = {}
        self._landfalls: dict[tuple[Face, tuple[int, ...]], Landfalls] = {}
        self._ports: dict[Face, frozenset[Face]] = {}

    def armies(self, at: Face) -> frozenset[Face]:
        """Return the provinces that an army can reach by land."""
        known = self._armies.get(at)
        if known is None:
            known = self._armies[at] = self.passage.armies(self.board, at)
        return known

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
