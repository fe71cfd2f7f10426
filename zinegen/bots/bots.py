"""What a program hands in for a power in one phase, from what that power may know.

`dumb_bot` plays to win; the others are what it is measured against. All are functions of the position, the
power and a sequence of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from zinegen.board.board import Power
from zinegen.bots.events import order_event
from zinegen.bots.moves import order_moves
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.values import Presence, find_values, weights_for
from zinegen.bots.winters import order_adjustments, order_retreats
from zinegen.game.orders import Hold, Move, Order
from zinegen.game.state import GameState, PhaseKind
from zinegen.game.units import FLEETS, PlaceName, Unit
from zinegen.game.variant import Variant
from zinegen.geometry.mesh import ProvinceKey
from zinegen.notation.conditions import is_asked
from zinegen.notation.grammar.writer import name_for, spot_at, write_order
from zinegen.notation.reading.context import BUILDS, EVENTS, ORDERS, RETREATS
from zinegen.play.deadlines import takes_events

Lines: TypeAlias = Mapping[str, tuple[str, ...]]
"""Order lines by the headings of an order file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotView:
    """What a power knows when it chooses."""

    variant: Variant
    state: GameState
    """As the power knows it."""
    power: Power
    presence: Presence
    """Found once for all powers: units are no secret."""
    numbers: SeededNumbers = field(compare=False)


Bot: TypeAlias = Callable[[BotView], Lines]
"""A player that is a program."""


def dumb_bot(view: BotView) -> Lines:
    """Choose by the worth of places."""
    state, variant, power, numbers = view.state, view.variant, view.power, view.numbers
    found: dict[str, Iterable[Order]] = {}
    if state.phase.kind in {PhaseKind.MOVES, PhaseKind.RETREATS} or is_asked(variant, state, power):
        values = find_values(state, variant.passage, power, view.presence, weights_for(state))
        match state.phase.kind:
            case PhaseKind.MOVES:
                idle = _find_idle(state, variant, power)
                found[ORDERS] = order_moves(state, power, values, idle, numbers)
            case PhaseKind.RETREATS:
                found[RETREATS] = order_retreats(state, power, values, numbers)
            case PhaseKind.ADJUSTMENTS:
                found[BUILDS] = order_adjustments(state, variant, power, values, numbers)
            case _:
                pass
    if takes_events((state.phase,), variant):
        found[EVENTS] = order_event(state, variant, power, numbers)
    return _write(found, state)


def random_bot(view: BotView) -> Lines:
    """Choose a place within reach for every unit, whatever it is worth; leave the rest to the rules."""
    state, power = view.state, view.power
    if state.phase.kind is not PhaseKind.MOVES:
        return {}
    orders: list[Order] = []
    for unit in state.units_of(power):
        named = name_for(power, unit, state.board)
        goals = _list_goals(view, unit)
        to = view.numbers.choose([None, *goals])
        orders.append(
            Hold(power=power, unit=named) if to is None else Move(power=power, unit=named, to=to)
        )
    return _write({ORDERS: orders}, state)


def _list_goals(view: BotView, unit: Unit) -> list[PlaceName]:
    board, passage = view.state.board, view.variant.passage
    if unit.kind in FLEETS:
        return [spot_at(to, board) for to in sorted(passage.fleets(board, unit.at))]
    return [PlaceName(province=to) for to in sorted(passage.armies(board, unit.province))]


def holding_bot(_view: BotView) -> Lines:
    """Hand in nothing: all units hold."""
    return {}


BOTS: Mapping[str, Bot] = {"dumb": dumb_bot, "random": random_bot, "hold": holding_bot}
"""By the names under which they are asked for."""


def _find_idle(state: GameState, variant: Variant, power: Power) -> frozenset[ProvinceKey]:
    return frozenset(
        unit.province for unit in state.units_of(power) if variant.must_hold(state, unit)
    )


def _write(orders: Mapping[str, Iterable[Order]], state: GameState) -> Lines:
    written = {
        section: tuple(write_order(order, state.board) for order in own)
        for section, own in orders.items()
    }
    return {section: lines for section, lines in written.items() if lines}
