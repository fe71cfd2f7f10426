"""A movement phase with transformations: which succeed, then movement on the map before and after them.

Kept from phase to phase are counted stabilisations, and transformations handed in before the moves.
Source: docs/rules/geophysical-kinzett.md, "2. Phases of a year", rulings 12, 29, 30.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from zinegen.board.board import Board, Power
from zinegen.errors import RulesError
from zinegen.game.apply import apply
from zinegen.game.changes import Change, OwnFactsChange
from zinegen.game.orders import Order, Sheet
from zinegen.game.state import GameState, OwnFacts
from zinegen.game.variant import PhaseRule
from zinegen.game.verdicts import Report
from zinegen.notation.grammar.writer import write_order
from zinegen.rules.compose import NeedsThrow
from zinegen.variants.geophysical.common.orders import Transformation
from zinegen.variants.geophysical.common.rule_set import find_north_edge
from zinegen.variants.geophysical.kinzett.movement import (
    ChangedMap,
    MovementPolicy,
    judge_movement,
    sort_by_power,
)
from zinegen.variants.geophysical.kinzett.precedence import Precedence
from zinegen.variants.geophysical.kinzett.resolve_events import ResolvedEvents, resolve_events
from zinegen.variants.geophysical.kinzett.transformations import (
    TransformedBoard,
    find_objection,
    transform,
)


@dataclass(frozen=True, kw_only=True)
class Plans(OwnFacts):
    """The stabilisations that powers have left, and the events announced for the next moves."""

    stabilisations: Mapping[Power, int] = field(default_factory=dict)
    """How many stabilisations each power has until the next count; empty before the first."""
    announced: tuple[Order, ...] = ()
    """What is to happen to the map with the next moves, handed in for a deadline before theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilisationsCounted(OwnFactsChange):
    """A power's stabilisations were counted, and stay so many until the next count."""

    power: Power
    number: int

    def apply_to(self, extra: OwnFacts) -> Plans:
        """Return what is kept with this count."""
        known = Plans.of(extra)
        counted = {**known.stabilisations, self.power: self.number}
        return replace(known, stabilisations=dict(sorted(counted.items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsAnnounced(OwnFactsChange):
    """Events were announced for the next moves; without orders: the announced ones were carried out."""

    orders: tuple[Order, ...]

    def apply_to(self, extra: OwnFacts) -> Plans:
        """Return what is kept with these orders."""
        return replace(Plans.of(extra), announced=self.orders)


def movement_with_transformations(policy: MovementPolicy) -> PhaseRule:
    """Return the rule of a movement phase in which the ground is transformed."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        known = _find_announced(state)
        resolved = _resolve_events(state, known or sheet, policy)
        done = transform(state.board, resolved.winners)
        changed = _make_changed_map(state, sheet, resolved, done, policy)
        try:
            report = judge_movement(state, sheet, changed, policy)
        except NeedsThrow as question:
            return Report(needs=question.throw)
        rulings = () if known else resolved.rulings
        announced = (EventsAnnounced(orders=()),) if known else ()
        return Report(
            rulings=sort_by_power((*rulings, *report.rulings)),
            changes=(*_count_at_start(state), *announced, *done.changes, *report.changes),
        )

    return rule


def transformations_phase(policy: MovementPolicy) -> PhaseRule:
    """Return the rule of a phase before the moves in which transformations are decided.

    They are carried out with the moves: only then can units leave as the ground was before.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        resolved = _resolve_events(state, sheet, policy)
        orders = tuple(order for power in sorted(sheet.events) for order in sheet.events[power])
        announced = (EventsAnnounced(orders=orders),) if orders else ()
        return Report(
            rulings=sort_by_power(resolved.rulings), changes=(*_count_at_start(state), *announced)
        )

    return rule


def _find_announced(state: GameState) -> Sheet | None:
    """Return the events ordered for a deadline before that of the moves; None when there are none."""
    events: dict[Power, tuple[Order, ...]] = {}
    for order in Plans.of(state.extra).announced:
        events[order.power] = (*events.get(order.power, ()), order)
    return Sheet(events=events) if events else None


def _resolve_events(state: GameState, sheet: Sheet, policy: MovementPolicy) -> ResolvedEvents:
    stabilisations = {power: stabilisations_of(state, power) for power in state.powers}
    return resolve_events(state, sheet, stabilisations, find_north_edge(state.board, policy.edge))


def _make_changed_map(
    state: GameState,
    sheet: Sheet,
    resolved: ResolvedEvents,
    done: TransformedBoard,
    policy: MovementPolicy,
) -> ChangedMap:
    precedence = Precedence(
        before=state.board,
        board=done.board,
        passable=done.passable,
        passage=policy.game.passage,
        sheet=sheet,
        owners=apply(state, done.changes).owners,
        convention=policy.game.coasts,
        owned_only=policy.owned_only,
    )
    return ChangedMap(
        after=done.board,
        passable=done.passable,
        blame=partial(resolved.blame, state.board.mesh),
        precedence=precedence,
    )


def stabilisations_of(state: GameState, power: Power) -> int:
    """Return how many stabilisations a power has: those counted, at first one for each owned centre."""
    stabilisations = Plans.of(state.extra).stabilisations
    return stabilisations.get(power, 0) if stabilisations else len(state.centres_of(power))


def count_stabilisations(state: GameState, _sheet: Sheet) -> Report:
    """Return the count of stabilisations for the year to come: one for each owned centre."""
    known = Plans.of(state.extra).stabilisations
    found = {power: len(state.centres_of(power)) for power in state.powers}
    return Report(
        changes=tuple(
            StabilisationsCounted(power=power, number=number)
            for power, number in found.items()
            if known.get(power) != number
        )
    )


def _count_at_start(state: GameState) -> tuple[Change, ...]:
    """Return the count with which a game begins, made before anything is destroyed."""
    stabilisations = Plans.of(state.extra).stabilisations
    return () if stabilisations else count_stabilisations(state, Sheet()).changes


def carry_out(board: Board, orders: Iterable[Order], edge: Iterable[str]) -> Board:
    """Return the board after transformations carried out one after the other, unopposed.

    They are bound to no season; ``edge`` are names of provinces. Raises RulesError for one that is
    impossible on the board as it is then.
    """
    top = find_north_edge(board, edge)
    for order in orders:
        if not isinstance(order, Transformation):
            message = f"{write_order(order, board)} is no transformation"
            raise RulesError(message)
        wrong = find_objection(board, order, edge=top, season=None)
        if wrong is not None:
            message = f"{write_order(order, board)}: {wrong.key}"
            raise RulesError(message)
        board = transform(board, (order,)).board
    return board
