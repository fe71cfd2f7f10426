"""Seismic, by Pierre Lavaurs (Vortigern 60; in English in Ode 21): players tear borders apart and join them.

Two provinces part at a border and those at its ends connect; an island group is tied to the mainland
again. Source: docs/rules/seismic-lavaurs.md, "1. Set-up", "2. Phases of a year", "3. Orders",
"8. Options".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zinegen.board.board import Board
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Phase, PhaseKind, Season
from zinegen.game.variant import PhaseRule, Variant
from zinegen.rules.coast_choice import CoastPolicy
from zinegen.rules.options import (
    BOOK_OPTIONS,
    COAST_CHOICE,
    COMMON_OPTIONS,
    VICTORY,
    base_option,
    event_with_moves,
    policies,
)
from zinegen.variants.seismic.events_phase import (
    BEATEN_ORDERS_BLOCK,
    EVENTS_NEED,
    EventsPolicy,
    Standing,
    carry_out_unopposed,
    judge_events,
)
from zinegen.variants.seismic.meanings import list_nearby_events
from zinegen.variants.seismic.order_forms import EVENT_FORMS
from zinegen.variants.seismic.sentences import EVENT_WORDS, border_orders
from zinegen.variants.standard import JOINS, STANDARD, join

STRAITS = (*JOINS, join("Nap", "ION", "TYS"))
"""Straits provinces, by name and at all times.

Source: docs/rules/seismic-lavaurs.md, "6. Consequences".
"""


def _policy(variant: Variant) -> EventsPolicy:
    return EventsPolicy(
        beaten_block=bool(variant.option("beaten_orders_block")),
        standing=Standing(str(variant.option("events_need"))),
        coasts=CoastPolicy(convention=policies(variant).coasts),
    )


def _rules(variant: Variant) -> Mapping[PhaseKind, PhaseRule]:
    return {**STANDARD.rules(variant), PhaseKind.EVENTS: judge_events(_policy(variant))}


def _carry_out(_variant: Variant, board: Board, orders: tuple[Order, ...]) -> Board:
    return carry_out_unopposed(board, orders, None)


def _next_phase(variant: Variant, state: GameState) -> Phase:
    """Return the phase after this one: events close the spring, and again the winter.

    Source: docs/rules/seismic-lavaurs.md, "2. Phases of a year".
    """
    season, year, kind = state.phase.season, state.phase.year, state.phase.kind
    regular = STANDARD.next_phase(variant, state)
    if kind is PhaseKind.EVENTS or regular.kind is PhaseKind.RETREATS:
        return regular
    if season is not Season.AUTUMN:
        return Phase(season=season, year=year, kind=PhaseKind.EVENTS)
    return regular


SEISMIC_LAVAURS = replace(
    STANDARD,
    id="seismic-lavaurs",
    title="Seismic (Lavaurs)",
    author="Pierre Lavaurs",
    summary="Twice a year the powers tear borders apart and tie provinces together.",
    rules=_rules,
    next_phase=_next_phase,
    joins=STRAITS,
    carry_out=_carry_out,
    nearby_events=list_nearby_events,
    event_words=EVENT_WORDS,
    border_orders=border_orders,
    extra_forms=EVENT_FORMS,
    options=(
        base_option("1971"),
        event_with_moves(default=True),
        BEATEN_ORDERS_BLOCK,
        COAST_CHOICE,
        EVENTS_NEED,
        *BOOK_OPTIONS,
        *COMMON_OPTIONS,
        VICTORY,
    ),
)
"""The first Seismic."""
