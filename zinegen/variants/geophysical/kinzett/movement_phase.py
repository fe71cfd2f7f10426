"""A movement phase with transformations: what comes about, then movement on the map before and after.

Source: docs/rules/geophysical-kinzett.md, "2. Phases of a year", rulings 12, 29, 30.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from zinegen.board.board import Board, Power
from zinegen.errors import RulesError
from zinegen.game.apply import apply
from zinegen.game.changes import Change
from zinegen.game.orders import Order, Sheet
from zinegen.game.report import Report
from zinegen.game.state import GameState
from zinegen.game.variant import PhaseRule
from zinegen.notation.grammar.writer import write_order
from zinegen.rules.compose import NeedsThrow
from zinegen.variants.geophysical.common.legality import top_of
from zinegen.variants.geophysical.common.orders import Transformation
from zinegen.variants.geophysical.kinzett.effects import Transformed, transformed
from zinegen.variants.geophysical.kinzett.extra import (
    EventsAnnounced,
    Plans,
    StabilisationsCounted,
)
from zinegen.variants.geophysical.kinzett.legality import objection
from zinegen.variants.geophysical.kinzett.movement import (
    Shift,
    ShiftPolicy,
    in_order,
    moved,
)
from zinegen.variants.geophysical.kinzett.precedence import Precedence
from zinegen.variants.geophysical.kinzett.resolve_events import Decided, decided


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformPolicy:
    """Where games may differ."""

    edge: tuple[str, ...]
    """Names of the provinces where ice may begin."""
    shift: ShiftPolicy
    owned_only: bool = False
    """Only home centres that their power owns draw its fleets."""


def transforming(policy: TransformPolicy) -> PhaseRule:
    """Return the rule of a movement phase in which the ground is transformed."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        known = _announced(state)
        council = _decided(state, known or sheet, policy)
        done = transformed(state.board, council.winners)
        shift = _shift(state, sheet, council, done, policy)
        try:
            movement = moved(state, sheet, shift, policy.shift)
        except NeedsThrow as question:
            return Report(needs=question.throw)
        told = () if known else council.rulings
        over = (EventsAnnounced(orders=()),) if known else ()
        return Report(
            rulings=in_order((*told, *movement.rulings)),
            changes=(*_first_count(state), *over, *done.changes, *movement.changes),
        )

    return rule


def announcing(policy: TransformPolicy) -> PhaseRule:
    """Return the rule of a phase before the moves in which transformations are decided.

    They are carried out with the moves: only then can units leave as the ground was before.
    """

    def rule(state: GameState, sheet: Sheet) -> Report:
        council = _decided(state, sheet, policy)
        orders = tuple(order for power in sorted(sheet.events) for order in sheet.events[power])
        if sheet.disorder:
            orders = tuple(order for order in orders if order.power not in sheet.disorder)
        told = (EventsAnnounced(orders=orders),) if orders else ()
        return Report(rulings=in_order(council.rulings), changes=(*_first_count(state), *told))

    return rule


def _announced(state: GameState) -> Sheet | None:
    """Return what was ordered for a deadline before that of the moves; None when nothing was."""
    events: dict[Power, tuple[Order, ...]] = {}
    for order in Plans.of(state.extra).announced:
        events[order.power] = (*events.get(order.power, ()), order)
    return Sheet(events=events) if events else None


def _decided(state: GameState, sheet: Sheet, policy: TransformPolicy) -> Decided:
    counted = {power: stabilisations_of(state, power) for power in state.powers}
    return decided(state, sheet, counted, top_of(state.board, policy.edge))


def _shift(
    state: GameState, sheet: Sheet, council: Decided, done: Transformed, policy: TransformPolicy
) -> Shift:
    precedence = Precedence(
        board=done.board,
        passable=done.passable,
        passage=policy.shift.game.passage,
        sheet=sheet,
        owners=apply(state, done.changes).owners,
        convention=policy.shift.game.coasts,
        owned_only=policy.owned_only,
    )
    return Shift(
        after=done.board,
        passable=done.passable,
        blame=partial(council.blame, state.board.mesh),
        precedence=precedence,
    )


def stabilisations_of(state: GameState, power: Power) -> int:
    """Return how many stabilisations a power has: those counted, at first one for each owned centre."""
    counted = Plans.of(state.extra).stabilisations
    return counted.get(power, 0) if counted else len(state.centres_of(power))


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


def _first_count(state: GameState) -> tuple[Change, ...]:
    """Return the count with which a game begins, made before anything is destroyed."""
    counted = Plans.of(state.extra).stabilisations
    return () if counted else count_stabilisations(state, Sheet()).changes


def carried_out(board: Board, orders: Iterable[Order], edge: Iterable[str]) -> Board:
    """Return the board after transformations carried out one after the other, unopposed.

    They are bound to no season; ``edge`` are names of provinces. Raises RulesError for one that is
    impossible on the board as it is then.
    """
    top = top_of(board, edge)
    for order in orders:
        wrong = (
            objection(board, order, edge=top, season=None)
            if isinstance(order, Transformation)
            else None
        )
        if wrong is not None or not isinstance(order, Transformation):
            why = f": {wrong.key}" if wrong is not None else " is no transformation"
            message = f"{write_order(order, board)}{why}"
            raise RulesError(message)
        board = transformed(board, (order,)).board
    return board
