"""Unit orders held against the ground as it was and as it has become.

A move that is impossible now but was possible when it was written is a void move (rules/common.md 6.2).
Source: rules/geophysical-kinzett.md section 6, steps 1 to 3, rulings 4 and 26.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from zinegen.board.board import Board, pair
from zinegen.board.coasts import Coast, coast_with, coasts, find
from zinegen.board.passage import Place
from zinegen.game.orders import (
    Convoy,
    Face,
    Hold,
    Kind,
    Move,
    Order,
    Spot,
    SupportHold,
    SupportMove,
    Unit,
    UnitOrder,
)
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.rules.attempts import Advance, Attempt, Position, Stand, stand, void_move
from zinegen.rules.legality import Leniency, judged, way_on_foot, why_not
from zinegen.rules.precedence import Berth, Precedence
from zinegen.rules.two_maps import AFLOAT, Season


@dataclass(kw_only=True)
class Ground:
    """What unit orders of one season are held against."""

    standing: Season
    """The position of supports and convoys: the map as it has become."""
    doomed: frozenset[Face] = frozenset()
    """Provinces of units that are lost or frozen if they stay."""
    leniency: Leniency
    precedence: Precedence
    blame: Callable[[Face, Face], tuple[Order, ...]]
    """The orders that changed one of two provinces or the border between them."""
    berths: dict[Face, Berth] = field(default_factory=dict)
    """The coasts that fleets will come to by precedence, by the province they come from."""
    start: Position = field(init=False)
    """The position as it was when the orders were written."""

    def __post_init__(self) -> None:
        """Look back to the map of before."""
        now = self.standing
        idle = frozenset(face for face in now.units if now.before[face].iced)
        self.start = Position(board=now.before, units=now.units, passage=now.passage, idle=idle)

    def judged(self, going: Position, unit: Unit, order: UnitOrder) -> Attempt:
        """Return what a unit attempts by an order; ``going`` knows the ways of those who leave."""
        match order:
            case Hold():
                return Stand(unit=unit, order=order)
            case _ if unit.province in going.idle:
                return stand(unit, order, Reason.TRAPPED)
            case Move():
                attempt = self._moving(going, unit, order)
                to = order.to.province
                if isinstance(attempt, Stand) and self._was_possible(unit, order):
                    return void_move(unit, order, Reason.GROUND_CHANGED, *self._blame(unit, to))
                return attempt
            case SupportHold() | SupportMove() | Convoy():
                return self._helping(going, unit, order)
            case _:
                return stand(unit, order, Reason.WRONG_PHASE)

    def explained(self, ruling: Ruling) -> Ruling:
        """Return a ruling; that a move lacks a convoy is put down to the ground that bars its way by land."""
        way = way_on_foot(self.start, ruling.order)
        if ruling.verdict.reason is not Reason.NO_ROUTE or way is None:
            return ruling
        return replace(
            ruling, verdict=Verdict(reason=Reason.GROUND_CHANGED, because=self.blame(*way))
        )

    def _was_possible(self, unit: Unit, order: UnitOrder) -> bool:
        if self.standing.board is self.standing.before:
            return False
        return not isinstance(judged(self.start, unit, order, self.leniency), Stand)

    def _blame(self, unit: Unit, to: Face) -> tuple[Order, ...]:
        return self.blame(unit.province, to)

    def _helping(
        self, going: Position, unit: Unit, order: SupportHold | SupportMove | Convoy
    ) -> Attempt:
        """Return the attempt of a support or a convoy, judged on the map as it has become (step 3).

        A unit whose ground goes sees its own province as it was, if it may help at all.
        """
        here = unit.province
        if here in self.standing.helpless:
            return stand(unit, order, Reason.DOOMED, *self.blame(here, here))
        position = going if here in self.doomed else self.standing
        attempt = judged(position, unit, order, self.leniency)
        if isinstance(order, Convoy) and not _may_stand(self.standing.board, order.to.province):
            attempt = stand(unit, order, Reason.CANNOT_CONVOY)
        if isinstance(attempt, Stand) and self._was_possible(unit, order):
            to = order.of.at.province if isinstance(order, SupportHold) else order.to.province
            return stand(unit, order, Reason.GROUND_CHANGED, *self._blame(unit, to))
        return attempt

    def _moving(self, going: Position, unit: Unit, order: Move) -> Attempt:
        board, to = going.board, order.to.province
        if to == unit.province:
            return stand(unit, order, Reason.SAME_PLACE)
        if unit.kind in AFLOAT:
            return self._sailing(going, unit, order)
        if not _may_stand(board, to):
            return stand(unit, order, why_barred(going, unit, to))
        attempt = judged(going, unit, order, self.leniency)
        if isinstance(attempt, Advance) or to in going.reach(unit):
            return attempt
        return stand(unit, order, why_barred(going, unit, to))

    def _sailing(self, going: Position, unit: Unit, order: Move) -> Attempt:
        """Return the attempt of a fleet's move: where it comes to, as it is after the changes (ruling 26)."""
        to = order.to
        reached = going.ways.landfalls(unit.at).get(to.province, ())
        gone = going.board[to.province].iced or not (
            going.board.is_water(to.province) or coasts(going.board, to.province)
        )
        if not reached or gone:
            return stand(unit, order, why_barred(going, unit, to.province))
        if not reached[0].coast:
            return Advance(unit=unit, order=order, to=reached[0])
        among = self._meant(to, reached)
        if isinstance(among, Reason):
            return stand(unit, order, among)
        place = among[0]
        if len(among) > 1:
            open_coasts = [self._coast(place) for place in among]
            berth = self.precedence.entering(unit, open_coasts)
            self.berths[unit.province] = berth
            place = Place(to.province, berth.coast.borders)
        return Advance(unit=unit, order=order, to=place)

    def _coast(self, place: Place) -> Coast:
        return coast_with(self.standing.board, place.province, place.coast)[0]

    def _meant(self, to: Spot, reached: tuple[Place, ...]) -> tuple[Place, ...] | Reason:
        """Return the places in reach that a move means: those on the coast it names, if it names one."""
        here = coasts(self.standing.board, to.province)
        if to.coast is None:
            unclear = not self.leniency.infer_coast and len(here) > 1
            return Reason.COAST_UNCLEAR if unclear else reached
        named = self._named(to)
        fitting = tuple(place for place in reached if place.coast in named)
        if fitting or (named and self.leniency.correct_coast):
            return fitting or reached
        return Reason.TOO_FAR if named else Reason.NO_SUCH_COAST

    def _named(self, to: Spot) -> set[tuple[int, ...]]:
        """Return the coasts that a word means: as it is understood now, or else as it was before."""
        now, before = self.standing.board, self.standing.before
        word = to.coast or ""
        named = find(now, to.province, word)
        if not named:
            then = (border for c in find(before, to.province, word) for border in c.borders)
            named = coast_with(now, to.province, then)
        return {coast.borders for coast in named}


def _may_stand(board: Board, face: Face) -> bool:
    """Tell whether an army may go to a province at all."""
    province = board[face]
    return board.is_ground(face) and province.passable and not province.iced


def why_barred(position: Position, unit: Unit, to: Face) -> Reason:
    """Return why a unit cannot go to a province, ice, rifts and heights told apart."""
    board, here = position.board, unit.province
    if board[to].iced:
        return Reason.ICE_SHUT
    reason = why_not(position, unit, to)
    if reason is not Reason.TOO_FAR or not board.mesh.between(here, to):
        return reason
    if pair(here, to) in board.rifts:
        return Reason.RIFT_BETWEEN
    on_foot = unit.kind not in {Kind.FLEET, Kind.LADEN}
    uneven = board[here].terrain is not board[to].terrain
    return Reason.WRONG_GROUND if on_foot and uneven else reason
