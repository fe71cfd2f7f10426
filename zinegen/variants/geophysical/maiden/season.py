"""A season in which the ground changes first, and the units move on the new map.

Source: docs/rules/geophysical-maiden.md, "2. Phases of a year", "5. Resolution of events",
"6. Consequences".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from zinegen.board.board import Board, Province
from zinegen.board.passage import Place
from zinegen.game.apply import apply
from zinegen.game.changes import Change, UnitLost
from zinegen.game.orders import Convoy, Move, Order, Sheet, SupportHold, SupportMove, UnitOrder
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Named, Unit
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import Reason, Ruling, Verdict
from zinegen.geometry.mesh import Face
from zinegen.rules.coast_choice import CoastPolicy, CoastsChosen
from zinegen.rules.compose import join_reports
from zinegen.rules.movement.attempts import Advance, Attempt, Position, Stand
from zinegen.rules.movement.legality import (
    find_land_way,
    find_named_unit,
    judge_order,
)
from zinegen.rules.movement.movement import is_trapped, make_position, movement
from zinegen.rules.options import Policies
from zinegen.variants.geophysical.maiden.resolve_events import GroundPolicy, Shaped, shaped
from zinegen.variants.geophysical.maiden.units_on_new_ground import Leaving, departing, positions


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundSeason:
    """How a game plays such a season."""

    ground: GroundPolicy
    game: Policies
    coasts: CoastPolicy
    escape: bool = False
    """Units leave on the old terrain of their province; who cannot stand is lost after the moves."""


def ground_season(policy: GroundSeason) -> PhaseRule:
    """Return the rule of a movement phase that begins with transformations of the ground."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        return _Season(before=state, sheet=sheet, policy=policy).report()

    return rule


def ground_events(policy: GroundSeason) -> PhaseRule:
    """Return the rule of a phase in which the ground alone changes, before the moves are handed in.

    Whoever cannot stand is lost at once: nobody can get away in the moves of another deadline.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        at_once = replace(policy, escape=False)
        return _Season(before=state, sheet=sheet, policy=at_once).ground_alone()

    return rule


def is_frozen_in(state: GameState, unit: Unit) -> bool:
    """Tell whether a unit is a fleet that can only stand: under ice, or without a coast."""
    icebound = unit.kind is Kind.FLEET and state.board[unit.province].iced
    return icebound or is_trapped(state, unit)


@dataclass(slots=True, kw_only=True)
class _Season:
    """One season, step by step."""

    before: GameState
    sheet: Sheet
    policy: GroundSeason

    def report(self) -> Report:
        """Return what becomes of the season."""
        policy = self.policy
        ground = shaped(self.before, self.sheet, policy.ground)
        shaken = apply(self.before, ground.changes)
        old = _changed(self.before.board, shaken.board) if policy.escape else ()
        first = self._settled(shaken, old)
        if first.needs is not None:
            return Report(needs=first.needs)
        now = apply(shaken, first.changes)
        moved = self._moved(now, old, ground)
        last = CoastsChosen()
        if policy.escape:
            last = positions(apply(now, moved.changes), self.sheet, policy.coasts)
            if last.needs is not None:
                return Report(needs=last.needs)
        events = tuple(ground.verdicts.rulings(self.sheet))
        coasts = sorted((*first.rulings, *last.rulings), key=lambda ruling: ruling.order.power)
        moves = tuple(self._explained(moved.rulings, first.changes, ground))
        return join_reports(
            join_reports(
                Report(rulings=events, changes=(*ground.changes, *first.changes)),
                Report(rulings=tuple(coasts)),
            ),
            Report(rulings=moves, changes=(*moved.changes, *last.changes)),
        )

    def ground_alone(self) -> Report:
        """Return what becomes of the ground and of those on it, and of nothing else."""
        ground = shaped(self.before, self.sheet, self.policy.ground)
        settled = self._settled(apply(self.before, ground.changes), ())
        if settled.needs is not None:
            return Report(needs=settled.needs)
        events = Report(rulings=tuple(ground.verdicts.rulings(self.sheet)), changes=ground.changes)
        coasts = sorted(settled.rulings, key=lambda ruling: ruling.order.power)
        return join_reports(events, Report(rulings=tuple(coasts), changes=settled.changes))

    def _settled(self, shaken: GameState, old: tuple[Province, ...]) -> CoastsChosen:
        """Return what the new ground does to the units before they move."""
        return positions(
            shaken,
            self.sheet,
            self.policy.coasts,
            unmoved={province.key for province in old},
            check=not self.policy.escape,
        )

    def _moved(self, now: GameState, old: tuple[Province, ...], ground: Shaped) -> Report:
        """Return the report of the moves on the new map."""
        policy = self.policy
        escaping = {province.key for province in old}

        def idle(state: GameState, unit: Unit) -> bool:
            if unit.province in escaping and not state.board[unit.province].iced:
                return False
            return is_frozen_in(state, unit)

        rule = movement(
            passage=departing(policy.game.passage, old),
            convoys=policy.game.convoys,
            leniency=policy.game.leniency,
            judge=_Judge(before=self.before, now=now, policy=policy, ground=ground),
            idle=idle,
            retreats=policy.game.retreats,
        )
        return rule(now, self.sheet)

    def _explained(
        self, rulings: Sequence[Ruling], changes: Sequence[Change], ground: Shaped
    ) -> Iterator[Ruling]:
        """Yield the rulings on units; where the ground took one, or the way of one, they say so."""
        start = self._start()
        lost = {
            change.unit.province: change.unit for change in changes if isinstance(change, UnitLost)
        }
        for ruling in rulings:
            order, reason = ruling.order, Reason.SWALLOWED
            at: tuple[Face, ...] = ()
            if isinstance(order, UnitOrder):
                at = _lost(lost, Named(at=order.unit.at, power=order.power))
            if not at and ruling.verdict.reason is Reason.NO_SUCH_UNIT:
                at, reason = _lost(lost, _helped(order)), Reason.OF_LOST_UNIT
            if not at and ruling.verdict.reason is Reason.NO_ROUTE:
                at, reason = find_land_way(start, order) or (), Reason.GROUND_CHANGED
            if not at:
                yield ruling
                continue
            because = _near(ground, self.before.board, at)
            yield ruling._replace(verdict=Verdict(reason=reason, because=because))

    def _start(self) -> Position:
        """Return the position as it was when the orders were written."""
        return make_position(
            self.before,
            self.policy.game.passage,
            idle=is_frozen_in,
            longest_convoy=self.policy.game.convoys.longest,
        )


def _helped(order: Order) -> Named | None:
    """Return the unit that an order was to help, if it was to help one."""
    match order:
        case SupportHold() | SupportMove():
            return order.of
        case Convoy():
            return order.army
        case _:
            return None


def _lost(lost: Mapping[Face, Unit], named: Named | None) -> tuple[Face, ...]:
    """Return where the unit meant was lost, if it was."""
    return () if named is None or find_named_unit(lost, named) is None else (named.at.province,)


def _changed(before: Board, after: Board) -> tuple[Province, ...]:
    """Return the provinces whose ground or ice has changed, as they were."""
    return tuple(
        province
        for face, province in before.provinces.items()
        if (province.terrain, province.iced) != (after[face].terrain, after[face].iced)
    )


def _near(ground: Shaped, board: Board, faces: Sequence[Face]) -> tuple[Order, ...]:
    """Return the successful events at some provinces, or else those beside them."""
    here = set(faces)
    around = {other for face in faces for other in board.mesh.adjacent(face)}
    for wanted in (here, around):
        found = tuple(claim.order for claim in ground.won if wanted.intersection(claim.event[1]))
        if found:
            return found
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judge:
    """Holds orders against the new map, and tells moves that only the changes made impossible."""

    before: GameState
    now: GameState
    policy: GroundSeason
    ground: Shaped

    def __call__(self, position: Position, unit: Unit, order: UnitOrder, /) -> Attempt:
        """Return what a unit attempts by an order."""
        attempt = judge_order(position, unit, order, self.policy.game.leniency)
        if not self.ground.changes or not isinstance(order, Move):
            return attempt
        if not isinstance(attempt, Stand) or attempt.void is None:
            return attempt
        if attempt.void.reason is Reason.COAST_UNCLEAR and _gets_away(position, unit, order):
            return _to_some_coast(position, unit, order)
        if not self._was_possible(unit, order):
            return attempt
        because = _near(self.ground, position.board, [unit.province, order.to.province])
        if not because:
            return replace(attempt, supportable=False)
        verdict = Verdict(reason=Reason.GROUND_CHANGED, because=because)
        return replace(attempt, void=verdict, supportable=False)

    def _was_possible(self, unit: Unit, order: Move) -> bool:
        """Tell whether a move would have been possible on the map as it was."""
        was = self.before.units[unit.province]
        position = make_position(
            self.before,
            self.policy.game.passage,
            idle=is_frozen_in,
            longest_convoy=self.policy.game.convoys.longest,
        )
        return isinstance(judge_order(position, was, order, self.policy.game.leniency), Advance)


def _gets_away(position: Position, unit: Unit, order: Move) -> bool:
    """Tell whether a fleet leaves on the old terrain of its province and has named no coast to go to."""
    passage = position.passage
    if not isinstance(passage, Leaving) or order.to.coast is not None:
        return False
    return any(province.key == unit.province for province in passage.old)


def _to_some_coast(position: Position, unit: Unit, order: Move) -> Advance:
    """Return the advance of a fleet to a shore on which its coast is chosen when it has arrived."""
    places = position.ways.landfalls(unit.at).get(order.to.province, ())
    shore = tuple(sorted({border for place in places for border in place.coast}))
    return Advance(unit=unit, order=order, to=Place(order.to.province, shore))
