"""All units of a state on the map, the dislodged beside those that dislodged them."""

from __future__ import annotations

from zinegen.board.board import Board
from zinegen.drawing import alt_text, style
from zinegen.drawing.labels.unit_points import second_point, unit_point
from zinegen.drawing.layers.counters import (
    counter,
    definitions,
    draw_dislodged_ring,
    draw_trapped_frame,
)
from zinegen.drawing.scene import Layer, Part, Shape
from zinegen.game.state import GameState
from zinegen.game.units import FLEETS, Unit


def units_layer(state: GameState) -> Layer:
    """Return all counters, the dislodged first, so that the conqueror covers them if need be."""
    signs = style.signs(state.powers)
    board = state.board
    items: list[Shape] = []
    for lost in state.dislodged.values():
        at = second_point(board, lost.unit.at)
        items += draw_dislodged_ring(at)
        words = f"{lost.unit.power}: dislodged from {alt_text.describe_place(board, lost.unit.at)}"
        items.append(
            counter(lost.unit.kind, signs[lost.unit.power], at, title=words, state="dislodged")
        )
    for unit in state.units.values():
        words = f"{unit.power}: {alt_text.describe_unit(board, unit)}"
        at = unit_point(board, unit.at)
        if is_immobile(board, unit):
            items.append(draw_trapped_frame(at))
            words += ", which cannot move"
        elif board[unit.province].iced:
            items.append(draw_trapped_frame(at, on_ice=True))
            words += ", on the ice"
        items.append(counter(unit.kind, signs[unit.power], at, title=words))
    return Layer(name="units", part=Part.PLAY, items=tuple(items), needs=counter_definitions(state))


def is_immobile(board: Board, unit: Unit) -> bool:
    """Tell whether a unit cannot go anywhere: a fleet without a coast, or in ice.

    What ice means to armies is for the rule set to say, so they are not among them.
    """
    ashore = board.is_ground(unit.province) and not unit.at.coast
    return unit.kind in FLEETS and (board[unit.province].iced or ashore)


def counter_definitions(state: GameState) -> tuple[Shape, ...]:
    """Return the definitions of all counters on the map."""
    signs = style.signs(state.powers)
    everybody = [*state.units.values(), *(lost.unit for lost in state.dislodged.values())]
    return definitions((unit.kind, signs[unit.power]) for unit in everybody)
