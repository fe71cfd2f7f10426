"""The phase of events: who may order them, which succeed, and what follows from them.

Source: docs/rules/seismic-lavaurs.md, "4. Legality", "5. Resolution", "6. Consequences".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from zinegen.board.board import Board, Power
from zinegen.errors import RulesError
from zinegen.game.apply import change_borders
from zinegen.game.changes import BorderChange
from zinegen.game.orders import Order, OrderKey, Sheet, Unreadable
from zinegen.game.state import GameState
from zinegen.game.variant import Option, PhaseRule
from zinegen.game.verdicts import OrderResult, Reason, Report, Verdict
from zinegen.languages.texts import N_
from zinegen.rules.coast_choice import CoastPolicy, choose_coasts
from zinegen.variants.seismic.carry_out import carry_out_events
from zinegen.variants.seismic.contests import Claim, find_failures, group_claims
from zinegen.variants.seismic.meanings import Cut, Event, FindEvent, find_event
from zinegen.variants.seismic.orders import Connect, Separate
from zinegen.variants.seismic.votes import Votes
from zinegen.variants.seismic.waterways import (
    CarriedEvent,
    WaterwayElection,
    WaterwayPolicy,
    WaterwayReport,
    change_waterways,
)

EventOrder = Separate | Connect


class EventNeed(StrEnum):
    """What a power must have to order an event."""

    UNIT_OR_CENTRE = "unit-or-centre"
    UNIT = "unit"
    NOTHING = "nothing"


BEATEN_ORDERS_BLOCK = Option(
    name="beaten_orders_block",
    values=(True, False),
    default=True,
    meaning=N_(
        "An event that itself fails still stops the events that contradict it (true), or stops no weaker"
        " one (false); equals that contradict each other fail either way."
    ),
)

EVENTS_NEED = Option(
    name="events_need",
    values=tuple(str(need) for need in EventNeed),
    default=str(EventNeed.UNIT_OR_CENTRE),
    meaning=N_("What a power must have to order an event."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsPolicy:
    """Where rule sets and games differ."""

    beaten_block: bool = True
    """An event that a stronger one has beaten stops others all the same."""
    need: EventNeed = EventNeed.UNIT_OR_CENTRE
    meaning: FindEvent = find_event
    """What an order means on a map."""
    coasts: CoastPolicy = field(default_factory=CoastPolicy)
    waterways: WaterwayPolicy | None = None
    """None where straits and canals are no objects."""


def judge_events(policy: EventsPolicy) -> PhaseRule:
    """Return the rule of a phase of events at the borders."""

    def rule(state: GameState, sheet: Sheet) -> Report:
        verdicts, successes = _judge_all(state, sheet, policy)
        options = {power: _list_options(orders) for power, orders in sorted(sheet.events.items())}
        applied = apply_events(state.board, successes, options, policy.waterways, sheet.throws)
        if applied.waterways.needs is not None:
            return Report(needs=applied.waterways.needs)
        fleets = choose_coasts(state, applied.board, sheet, policy.coasts)
        if fleets.needs is not None:
            return Report(needs=fleets.needs, undesignated=fleets.undesignated)
        rulings = _make_rulings(sheet, {**applied.waterways.verdicts, **verdicts})
        return Report(
            rulings=tuple(sorted((*rulings, *fleets.rulings), key=lambda r: r.order.power)),
            changes=(*applied.changes, *fleets.changes),
            undesignated=fleets.undesignated,
        )

    return rule


def _judge_all(
    state: GameState, sheet: Sheet, policy: EventsPolicy
) -> tuple[Mapping[OrderKey, Verdict], tuple[Claim, ...]]:
    """Return the verdicts on the events handed in, by key of the order, and the claims that succeed."""
    verdicts: dict[OrderKey, Verdict] = {}
    legal: list[tuple[EventOrder, Event]] = []
    for power, orders in sorted(sheet.events.items()):
        for order, found in _list_meanings(state, power, orders, policy):
            if isinstance(found, Verdict):
                verdicts[order.key] = found
            else:
                legal.append((order, found))
    claims = group_claims({order.power: (order, event) for order, event in legal}.values())
    failed = find_failures(state.board.mesh, claims, beaten_block=policy.beaten_block)
    for order, event in legal:
        verdicts[order.key] = failed.get(event) or _find_outcome(order, event, claims)
    return verdicts, tuple(claim for claim in claims if claim.event not in failed)


def _find_outcome(order: EventOrder, event: Event, claims: Sequence[Claim]) -> Verdict:
    reason = Reason.BORDER_MOVED if isinstance(event, Cut) else Reason.PROVINCES_JOINED
    (claim,) = (claim for claim in claims if claim.event == event)
    helpers = tuple(other for other in claim.orders if other.power != order.power)
    return Verdict(reason=reason, because=helpers)


def _list_meanings(
    state: GameState, power: Power, orders: Sequence[Order], policy: EventsPolicy
) -> list[tuple[EventOrder, Event | Verdict]]:
    """Return what each event of a power means; more than one counts only if they mean the same."""
    events = [order for order in orders if isinstance(order, EventOrder)]
    if not _has_what_is_needed(state, power, policy.need):
        return [(order, Verdict(reason=Reason.NO_STANDING)) for order in events]
    found = [(order, policy.meaning(state.board, order)) for order in events]
    if len({event for _, event in found}) < 2:
        return found
    others = {one.key: tuple(other for other in events if other.key != one.key) for one in events}
    return [(one, Verdict(reason=Reason.TWO_EVENTS, because=others[one.key])) for one in events]


def _has_what_is_needed(state: GameState, power: Power, need: EventNeed) -> bool:
    match need:
        case EventNeed.NOTHING:
            return True
        case EventNeed.UNIT:
            return bool(state.units_of(power))
        case EventNeed.UNIT_OR_CENTRE:
            return state.is_alive(power)


def _list_options(orders: Sequence[Order]) -> tuple[Order, ...]:
    return tuple(order for order in orders if not isinstance(order, EventOrder | Unreadable))


def _make_rulings(sheet: Sheet, verdicts: Mapping[OrderKey, Verdict]) -> list[OrderResult]:
    """Return a ruling for every line handed in, by power and in the sequence written."""
    return [
        OrderResult(order=order, verdict=verdicts.get(order.key) or _judge_other_line(order))
        for _, orders in sorted(sheet.events.items())
        for order in orders
    ]


def _judge_other_line(order: Order) -> Verdict:
    unreadable = isinstance(order, Unreadable)
    return Verdict(reason=Reason.UNREADABLE if unreadable else Reason.OPTION_DROPPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedEvents:
    """A board after the successful events, with the changes of borders and waterways."""

    board: Board
    changes: tuple[BorderChange, ...]
    waterways: WaterwayReport


def apply_events(
    board: Board,
    successes: Sequence[Claim],
    options: Mapping[Power, Sequence[Order]],
    policy: WaterwayPolicy | None,
    throws: Mapping[str, int],
) -> AppliedEvents:
    """Carry out events that go together, and change straits and canals as they require."""
    after, done = carry_out_events(board, [claim.event for claim in successes])
    changes: list[BorderChange] = [one.change for one in done]
    waterways = WaterwayReport()
    if policy is not None and done:
        claims = {claim.event: claim for claim in successes}
        waterways = change_waterways(
            WaterwayElection(
                before=board,
                after=after,
                carried_events=[CarriedEvent(claim=claims[one.event], effect=one) for one in done],
                votes=Votes(options=options),
                policy=policy,
                throws=throws,
            )
        )
    for change in waterways.changes:
        after = change_borders(after, change)
        changes.append(change)
    return AppliedEvents(
        board=after,
        changes=tuple(changes),
        waterways=waterways,
    )


def carry_out_unopposed(
    board: Board,
    orders: Sequence[Order],
    policy: WaterwayPolicy | None,
    meaning: FindEvent = find_event,
) -> Board:
    """Return the board after the events of some orders, one after the other, with their options.

    A throw that would be needed is taken to give the first candidate. Raises RulesError for an event that
    makes no sense on the board as it is then.
    """
    options = {order.power: _list_options(orders) for order in orders}
    throws: dict[str, int] = {}
    for order in orders:
        if not isinstance(order, EventOrder):
            continue
        event = meaning(board, order)
        if isinstance(event, Verdict):
            text = order.line.text if order.line else "an event"
            message = f"{text}: {event.reason.key}"
            raise RulesError(message)
        claim = Claim(event=event, orders=(order,))
        applied = apply_events(board, (claim,), options, policy, throws)
        while applied.waterways.needs is not None:
            throws[applied.waterways.needs.label] = 1
            applied = apply_events(board, (claim,), options, policy, throws)
        board = applied.board
    return board
