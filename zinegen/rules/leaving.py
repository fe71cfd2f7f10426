"""Ways out of provinces whose ground has changed, as if for those in them it had not yet.

Source: rules/geophysical-maiden.md 6 and 8 (option ``escape``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from zinegen.board.board import Board, Province
from zinegen.board.coasts import coast_with
from zinegen.board.passage import Passage, Place
from zinegen.planar.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving(Passage):
    """The passage of a season in which units get away on the old terrain of their own province.

    Where they come to is as it is now. An army also gets away over ice that has gone; a fleet that is
    frozen in does not get away.
    """

    old: tuple[Province, ...] = ()
    """The provinces whose ground has changed, as they were."""

    def _board(self, board: Board, at: Face, *, afloat: bool) -> Board:
        """Return the board as it is for a unit that leaves a province."""
        key = (self, "leaving", at, afloat)
        known = board.memo.get(key)
        if isinstance(known, Board):
            return known
        before = next((province for province in self.old if province.key == at), None)
        seen = board
        if before is not None:
            now = board[at]
            iced = now.iced or (before.iced and not afloat)
            seen = board.with_province(replace(now, terrain=before.terrain, iced=iced))
        board.memo[key] = seen
        return seen

    def armies(self, board: Board, at: Face) -> frozenset[Face]:
        """Return the provinces that an army can reach by land."""
        return Passage.armies(self, self._board(board, at, afloat=False), at)

    def ports(self, board: Board, at: Face) -> frozenset[Face]:
        """Return the waters from which an army can be taken aboard or put ashore."""
        return Passage.ports(self, self._board(board, at, afloat=False), at)

    def fleets(self, board: Board, at: Place) -> frozenset[Place]:
        """Return the places that a fleet can reach, a place for each coast that is there now."""
        seen = self._board(board, at.province, afloat=True)
        reached = Passage.fleets(self, seen, at)
        return reached if seen is board else frozenset(_as_now(board, reached))


def _as_now(board: Board, reached: frozenset[Place]) -> set[Place]:
    """Return places with the coasts that have part of the shore arrived at; none that has no shore."""
    found = {place for place in reached if board.is_water(place.province)}
    for place in reached:
        if not board.is_water(place.province):
            for coast in coast_with(board, place.province, place.coast):
                found.add(Place(place.province, coast.borders))
    return found


def departing(passage: Passage, old: tuple[Province, ...]) -> Passage:
    """Return a passage by which units get away from provinces that were as given."""
    if not old:
        return passage
    return Leaving(
        army=passage.army,
        fleet=passage.fleet,
        coasting=passage.coasting,
        embark=passage.embark,
        mutant=passage.mutant,
        old=old,
    )
