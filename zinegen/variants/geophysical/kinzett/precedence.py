"""Which coast a fleet gets when its province has several after changes of the ground: the precedence.

P1 what is left of its coast. P2 where its order of the season could be carried out. P3 its owner's list.
P4 nearest to a coastal home centre of its power. P5 nearest to an inland one. What is still equal goes by
the alphabet; a power without any home centre gets what the game's convention says.
Source: docs/rules/geophysical-kinzett.md, "7. Coasts of fleets", rulings 16, 17, 26, 27.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.board.board import Board, Power
from zinegen.board.coasts import Coast, coasts
from zinegen.board.graphs import any_graph, distances, fleet_graph
from zinegen.board.passage import Passage, Place, places
from zinegen.game.orders import CoastChoice, Move, Order, Sheet, SupportHold, SupportMove
from zinegen.game.units import Unit
from zinegen.game.verdicts import OrderResult, Reason
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.coast_choice import (
    Convention,
    choose_by_convention,
    find_wished_coast,
    list_wishes,
    rule_vain,
    sort_coasts,
)
from zinegen.rules.compose import NeedsThrow

Rank = tuple[int, str]
"""How good a coast is, the least first: distance, and the full name of the centre it is counted to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignedCoast:
    """The coast that a fleet gets by precedence."""

    coast: Coast
    rulings: tuple[OrderResult, ...] = ()
    """For the owner's coast choices that were used, or would have been and were impossible."""


@dataclass(frozen=True, kw_only=True)
class Precedence:
    """Chooses the coasts of fleets in one season."""

    before: Board
    """The map on which the orders were written."""
    board: Board
    """After the changes, with all that lasts."""
    passable: Board
    """The same, with the borders that are barred for this season only."""
    passage: Passage
    sheet: Sheet
    owners: Mapping[ProvinceKey, Power]
    """After the changes."""
    convention: Convention
    owned_only: bool = False
    """Home centres count only while their power owns them."""

    def choose_when_staying(
        self, unit: Unit, among: Sequence[Coast], order: Order | None
    ) -> AssignedCoast:
        """Return where a fleet lies that stays in its province, by P2 to P5 (P1 left several, or none).

        Raises NeedsThrow when a throw has to decide.
        """
        aim = _find_aim(order)
        useful = [coast for coast in among if aim is not None and self._reaches(coast, aim)]
        wishes = list_wishes(self.sheet, unit, (unit.province,))
        return self._choose_by_list_or_home(unit, useful or among, wishes)

    def choose_when_entering(self, unit: Unit, among: Sequence[Coast]) -> AssignedCoast:
        """Return where a fleet lies that enters a province on one of several coasts, by P3 to P5.

        Its owner's list may speak of it as in that province, or as in the one it comes from.
        Raises NeedsThrow when a throw has to decide.
        """
        where = (among[0].province, unit.province)
        assigned = self._choose_by_list_or_home(unit, among, list_wishes(self.sheet, unit, where))
        used = (one for one in assigned.rulings if one.verdict.reason is Reason.COAST_CHOSEN)
        return AssignedCoast(coast=assigned.coast, rulings=tuple(used))

    def _choose_by_list_or_home(
        self, unit: Unit, among: Sequence[Coast], wishes: Sequence[CoastChoice]
    ) -> AssignedCoast:
        """Return where a fleet lies by P3 to P5."""
        if len(among) == 1:
            return AssignedCoast(coast=among[0])
        wished = find_wished_coast(self.board, wishes, among, self.before)
        if wished is not None:
            return AssignedCoast(coast=wished[0], rulings=(wished[1],))
        coast = self._choose_nearest(unit, among)
        return AssignedCoast(coast=coast, rulings=rule_vain(wishes, coast.province))

    def _reaches(self, coast: Coast, aim: ProvinceKey) -> bool:
        return aim in self.passage.steps(_thaw(self.passable, coast), _place_of(coast))

    def _choose_nearest(self, unit: Unit, among: Sequence[Coast]) -> Coast:
        """Return the coast nearest to home (P4, P5), or what the convention of the game says."""
        here = among[0].province
        homes = [
            face
            for face in self.board.by_full_name(self.board.home_centres(unit.power))
            if face != here and (not self.owned_only or self.owners.get(face) == unit.power)
        ]
        coastal = [face for face in homes if coasts(self.board, face)]
        ranked = sort_coasts(self.board, among)
        if coastal:
            return min(ranked, key=lambda coast: self._rank_by_fleet_moves(coast, coastal))
        if homes:
            return min(ranked, key=lambda coast: self._rank_by_steps(coast, homes))
        at = Unit(power=unit.power, kind=unit.kind, at=Place(here))
        chosen = choose_by_convention(at, self.board, among, self.sheet, self.convention)
        if isinstance(chosen, Coast):
            return chosen
        raise NeedsThrow(chosen)

    def _rank_by_fleet_moves(self, coast: Coast, homes: Iterable[ProvinceKey]) -> Rank:
        """Rank a coast by fleet moves to the nearest coastal home centre, the first of them taken (P4)."""
        graph = fleet_graph(self.board, self.passage)
        away = distances(graph, self.passage.fleets(_thaw(self.board, coast), _place_of(coast)))
        return min(
            self._make_rank(min(away.get(place, len(graph)) for place in places(self.board, h)), h)
            for h in homes
        )

    def _rank_by_steps(self, coast: Coast, homes: Iterable[ProvinceKey]) -> Rank:
        """Rank a coast by steps from its nearest water to the nearest inland home centre (P5)."""
        graph = any_graph(self.board)
        away = distances(graph, coast.waters)
        return min(self._make_rank(away.get(home, len(graph)), home) for home in homes)

    def _make_rank(self, away: int, home: ProvinceKey) -> Rank:
        return away, self.board[home].name


def _place_of(coast: Coast) -> Place:
    return Place(coast.province, coast.borders)


def _thaw(board: Board, coast: Coast) -> Board:
    """Return the board as a fleet on this coast would find it were it not frozen in there."""
    province = board[coast.province]
    return board.replace_province(replace(province, iced=False)) if province.iced else board


def _find_aim(order: Order | None) -> ProvinceKey | None:
    """Return the province that a move or a support was about."""
    match order:
        case Move() | SupportMove():
            return order.to.province
        case SupportHold():
            return order.of.at.province
        case _:
            return None
