"""The event that one power asks for: several are tried, and the board after each is valued.

Nothing of a rule set's events is known here. Those that concern the power are the rule set's to name; each
that is tried is carried out unopposed on the board, and what all powers' places are worth then is compared
with what they are worth now.
"""

from __future__ import annotations

from dataclasses import replace

from zinegen.board.board import Board, Power
from zinegen.bots.seeds import SeededNumbers
from zinegen.bots.values import AUTUMN, find_presence, find_values
from zinegen.bots.ways import way_graph
from zinegen.errors import RulesError
from zinegen.game.orders import Order
from zinegen.game.state import GameState
from zinegen.game.variant import Variant

TRIES = 3
"""How many events are tried, drawn from all that concern the power."""


def order_event(
    state: GameState, variant: Variant, power: Power, numbers: SeededNumbers
) -> tuple[Order, ...]:
    """Return the event among those tried that does the power most good; none where none does any."""
    nearby = variant.nearby_events(state, power)
    if not nearby:
        return ()
    best: tuple[Order, ...] = ()
    most = value_board(state, variant, power, state.board)
    for event in numbers.shuffle(nearby)[:TRIES]:
        try:
            after = variant.carry_out(variant, state.board, (event,))
        except RulesError:
            continue
        value = value_board(state, variant, power, after)
        if value > most:
            best, most = (event,), value
    return best


def value_board(state: GameState, variant: Variant, power: Power, board: Board) -> int:
    """Return what a power's units would be worth with another board under them, where they still can stand.

    Of its own units what the places within their reach are worth at best; a centre that is gone is missed.
    """
    changed = replace(state, board=board)
    way_graph(board, variant.passage, before=state.board)
    presence = find_presence(changed, variant.passage)
    values = find_values(changed, variant.passage, power, presence, AUTUMN)
    graph, total = values.graph, 0
    for unit in state.units_of(power):
        number = graph.number(unit)
        if number is None:
            continue
        within = (values.worth[one] for group in graph.ways[number] for one in group)
        total += max(values.worth[number], max(within, default=0))
    return total
