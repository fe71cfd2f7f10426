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
from zinegen.game.named_places import why_lost
from zinegen.game.orders import Convoy, Move, Order, Sheet, SupportHold, SupportMove, UnitOrder
from zinegen.game.state import GameState
from zinegen.game.units import Kind, Unit, UnitName
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.rules.coast_choice import CoastPolicy, CoastsChosen
from zinegen.rules.compose import join_reports
from zinegen.rules.movement.attempts import Advance, Attempt, Position, Stand
from zinegen.rules.movement.legality import Leniency, find_land_way, find_named_unit, judge_order
from zinegen.rules.movement.movement import is_trapped, make_position, movement
from zinegen.variants.geophysical.maiden.resolve_events import (
    ResolvedTransformations,
    SeasonPolicy,
    resolve_events,
)
from zinegen.variants.geophysical.maiden.units_on_new_ground import (
    DeparturePassage,
    passage_for_departures,
    resolve_positions,
)


def movement_after_events(policy: SeasonPolicy) -> PhaseRule:
    """Return the rule of a movement phase that begins with transformations of the ground."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        return _SeasonJudge(before=state, sheet=sheet, policy=policy).report()

    return rule


def events_phase(policy: SeasonPolicy) -> PhaseRule:
    """Return the rule of a phase of events alone, before the moves are handed in.

    Units that cannot stand are lost at once: the moves have a later deadline, too late to leave.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        at_once = replace(policy, escape=False)
        return _SeasonJudge(before=state, sheet=sheet, policy=at_once).report_events_only()

    return rule


def is_frozen_in(state: GameState, unit: Unit) -> bool:
    """Tell whether a unit is a fleet that can only hold: under ice, or without a coast."""
    icebound = unit.kind is Kind.FLEET and state.board[unit.province].iced
    return icebound or is_trapped(state, unit)


@dataclass(slots=True, kw_only=True)
class _SeasonJudge:
    """Judges one season step by step."""

    before: GameState
    sheet: Sheet
    policy: SeasonPolicy

    def report(self) -> Report:
        """Return the report of the whole season."""
        resolved = resolve_events(self.before, self.sheet, self.policy)
        after_events = apply(self.before, resolved.changes)
        old: tuple[Province, ...] = ()
        if self.policy.escape:
            old = _list_changed_provinces(self.before.board, after_events.board)
        first = self._resolve_units(after_events, old)
        if first.needs is not None:
            return Report(needs=first.needs)
        now = apply(after_events, first.changes)
        start = make_position(
            self.before,
            self.policy.game.passage,
            idle=is_frozen_in,
            longest_convoy=self.policy.game.convoys.longest,
        )
        moved = self._judge_moves(now, old, start, resolved)
        last = CoastsChosen()
        if self.policy.escape:
            last = resolve_positions(
                apply(now, moved.changes), self.sheet, self._coasts, written=self.before.board
            )
            if last.needs is not None:
                return Report(needs=last.needs)
        moves = tuple(self._explain_rulings(moved.rulings, first.changes, start, resolved))
        return join_reports(
            self._join_events(resolved, first, last.rulings),
            Report(rulings=moves, changes=(*moved.changes, *last.changes)),
        )

    def report_events_only(self) -> Report:
        """Return the report of the events and of the units on changed ground."""
        resolved = resolve_events(self.before, self.sheet, self.policy)
        settled = self._resolve_units(apply(self.before, resolved.changes), ())
        if settled.needs is not None:
            return Report(needs=settled.needs)
        return self._join_events(resolved, settled)

    def _join_events(
        self,
        resolved: ResolvedTransformations,
        units: CoastsChosen,
        late: Sequence[OrderResult] = (),
    ) -> Report:
        """Return the report of events and of coasts, those chosen ``late`` after the moves included."""
        events = tuple(resolved.verdicts.rulings(self.sheet))
        coasts = sorted((*units.rulings, *late), key=lambda ruling: ruling.order.power)
        return join_reports(
            Report(rulings=events, changes=(*resolved.changes, *units.changes)),
            Report(rulings=tuple(coasts)),
        )

    @property
    def _coasts(self) -> CoastPolicy:
        """Where fleets go whose coast has changed."""
        game, relocates = self.policy.game, self.policy.relocates
        return CoastPolicy(convention=game.coasts, relocates=relocates, passage=game.passage)

    def _resolve_units(self, after_events: GameState, old: tuple[Province, ...]) -> CoastsChosen:
        """Return the changes of units on changed ground before they move."""
        return resolve_positions(
            after_events,
            self.sheet,
            self._coasts,
            written=self.before.board,
            unmoved={province.key for province in old},
            check=not self.policy.escape,
        )

    def _judge_moves(
        self,
        now: GameState,
        old: tuple[Province, ...],
        start: Position,
        resolved: ResolvedTransformations,
    ) -> Report:
        """Return the report of the moves on the new map."""
        policy = self.policy
        escaping = {province.key for province in old}

        def idle(state: GameState, unit: Unit) -> bool:
            if unit.province in escaping and not state.board[unit.province].iced:
                return False
            return is_frozen_in(state, unit)

        rule = movement(
            replace(policy.game, passage=passage_for_departures(policy.game.passage, old)),
            judge=_Judge(start=start, leniency=policy.game.leniency, resolved=resolved),
            idle=idle,
            written=self.before.board,
        )
        return rule(now, self.sheet)

    def _explain_rulings(
        self,
        rulings: Sequence[OrderResult],
        changes: Sequence[Change],
        start: Position,
        resolved: ResolvedTransformations,
    ) -> Iterator[OrderResult]:
        """Yield the rulings on units, with changes of the ground as the reason where they are it."""
        lost = {
            change.unit.province: change.unit for change in changes if isinstance(change, UnitLost)
        }
        for ruling in rulings:
            order, reason = ruling.order, Reason.SWALLOWED
            at: tuple[ProvinceKey, ...] = ()
            if isinstance(order, UnitOrder):
                at = _find_lost(lost, UnitName(at=order.unit.at, power=order.power))
            if not at and ruling.verdict.reason is Reason.NO_SUCH_UNIT:
                at, reason = _find_lost(lost, _find_helped_unit(order)), Reason.OF_LOST_UNIT
            if not at and ruling.verdict.reason is Reason.NO_ROUTE:
                at, reason = find_land_way(start, order) or (), Reason.GROUND_CHANGED
            if not at:
                yield ruling
                continue
            because = _list_events_near(resolved, self.before.board, at)
            yield ruling._replace(verdict=Verdict(reason=reason, because=because))


def _find_helped_unit(order: Order) -> UnitName | None:
    """Return the unit that an order was to help, if it was to help one."""
    match order:
        case SupportHold() | SupportMove():
            return order.of
        case Convoy():
            return order.army
        case _:
            return None


def _find_lost(lost: Mapping[ProvinceKey, Unit], named: UnitName | None) -> tuple[ProvinceKey, ...]:
    """Return where the unit meant was lost, if it was."""
    return () if named is None or find_named_unit(lost, named) is None else (named.at.province,)


def _list_changed_provinces(before: Board, after: Board) -> tuple[Province, ...]:
    """Return the provinces whose ground or ice has changed, as they were."""
    return tuple(
        province
        for face, province in before.provinces.items()
        if (province.terrain, province.iced) != (after[face].terrain, after[face].iced)
    )


def _list_events_near(
    resolved: ResolvedTransformations, board: Board, faces: Sequence[ProvinceKey]
) -> tuple[Order, ...]:
    """Return the successful events at some provinces, or else those beside them."""
    here = set(faces)
    around = {other for face in faces for other in board.mesh.adjacent(face)}
    for wanted in (here, around):
        found = tuple(claim.order for claim in resolved.won if wanted.intersection(claim.event[1]))
        if found:
            return found
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judge:
    """Judges orders on the new map, and finds the moves that only its changes made impossible."""

    start: Position
    """As it was when the orders were written."""
    leniency: Leniency
    resolved: ResolvedTransformations

    def __call__(self, position: Position, unit: Unit, order: UnitOrder, /) -> Attempt:
        """Return what a unit attempts by an order."""
        attempt = judge_order(position, unit, order, self.leniency)
        if not self.resolved.changes or not isinstance(order, Move):
            return attempt
        if not isinstance(attempt, Stand) or attempt.void is None:
            return attempt
        if attempt.void.reason is Reason.COAST_UNCLEAR and _can_escape(position, unit, order):
            return _advance_to_some_coast(position, unit, order)
        was = self.start.units[unit.province]
        if not isinstance(judge_order(self.start, was, order, self.leniency), Advance):
            return attempt
        because = _list_events_near(
            self.resolved, position.board, [unit.province, order.to.province]
        )
        if not because:
            return replace(attempt, supportable=False)
        verdict = Verdict(reason=why_lost(attempt.void.reason), because=because)
        return replace(attempt, void=verdict, supportable=False)


def _can_escape(position: Position, unit: Unit, order: Move) -> bool:
    """Tell whether a fleet leaves on the old terrain of its province without naming a coast to go to."""
    passage = position.passage
    if not isinstance(passage, DeparturePassage) or order.to.coast is not None:
        return False
    return any(province.key == unit.province for province in passage.old)


def _advance_to_some_coast(position: Position, unit: Unit, order: Move) -> Advance:
    """Return the advance of a fleet to a shore where its coast is chosen on arrival."""
    places = position.ways.landfalls(unit.at).get(order.to.province, ())
    shore = tuple(sorted({border for place in places for border in place.coast}))
    return Advance(unit=unit, order=order, to=Place(order.to.province, shore))
