"""Checks of orders about the ground before they are judged, and the orders possible near a power's units.

Source: docs/rules/geophysical-kinzett.md, "3. Orders", "4. Legality".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from zinegen.board.board import Board, Power
from zinegen.board.coasts import coasts
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Season
from zinegen.game.units import Kind
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import Face
from zinegen.rules.coast_choice import find_fleets_to_ask
from zinegen.variants.geophysical.common.orders import (
    GroundOrder,
    Process,
    Transformation,
    TransformationSupport,
    list_nearby_ground,
    why_off_the_map,
)
from zinegen.variants.geophysical.common.rule_set import find_north_edge
from zinegen.variants.geophysical.kinzett.transformations import (
    find_objection,
    list_canals,
    transform,
)

OBJECTIONS: Mapping[Reason, str] = {
    Reason.OFF_THE_BOARD: "only what is on the board can be changed or kept",
    Reason.NO_SUCH_BORDER: "{places} do not touch",
    Reason.IS_ICED: "{places} lies under ice, and nothing but melting can be done there",
    Reason.NOT_WATER: "{places} is no water: only water can be raised",
    Reason.IS_WATER: "{places} is water",
    Reason.NOT_LAND: "{places} is no land",
    Reason.NO_ICE_NEAR: "ice begins at the top of the board ({edge}) or beside other ice",
    Reason.NOT_ICED: "{places} is not under ice",
    Reason.NO_WATERWAY: "no natural waterway runs through {places}",
    Reason.WATERWAY_OPEN: "the waterway of {places} is open already",
    Reason.NOTHING_TO_CLOSE: "{places} has neither a canal nor an open waterway",
    Reason.HAS_CENTRE: "{places} is a supply centre already",
    Reason.ONLY_IN_SPRING: "centres are created in spring only",
    Reason.NO_COASTS_TO_JOIN: "these waters do not lie on different coasts of {places}{coasts}",
    Reason.IS_RIFT: "there is a rift between {places} already; sealing it is the other order",
    Reason.NO_RIFT: "there is no rift between {places}",
}
"""Why a transformation is impossible, as a sentence for the player who is about to order it."""

ON_PROVINCES = (
    Process.RAISE,
    Process.ERODE,
    Process.MOUNTAIN,
    Process.GLACIATE,
    Process.MELT,
    Process.CREATE_CENTRE,
    Process.OPEN,
    Process.CLOSE,
)
"""The transformations of one province that need no more than its name."""


def why_impossible(edge: Sequence[str], order: Order, state: GameState) -> str | None:
    """Return in one sentence why an order about the ground is impossible as things are; None if it is not.

    ``edge`` names the provinces where ice may begin, here and below.
    """
    if not isinstance(order, GroundOrder):
        return None
    meant = order.of if isinstance(order, TransformationSupport) else order
    if isinstance(order, TransformationSupport) and order.of.power == order.power:
        return "a power supports the transformations of others, not its own"
    if isinstance(meant, Transformation):
        reason = _find_objection(state, meant, edge)
    else:
        reason = why_off_the_map(state.board, order.ground)
    if reason is None:
        return None
    board = state.board
    return OBJECTIONS[reason].format(
        places=" and ".join(board[face].name for face in order.ground),
        edge=", ".join(board[face].abbreviation for face in sorted(find_north_edge(board, edge))),
        coasts=_list_coasts(board, order.ground[0]),
    )


def _find_objection(state: GameState, order: Transformation, edge: Sequence[str]) -> Reason | None:
    top = find_north_edge(state.board, edge)
    # In winter orders are for the spring to come.
    season = Season.SPRING if state.phase.season is Season.WINTER else state.phase.season
    return find_objection(state.board, order, edge=top, season=season)


def _list_coasts(board: Board, face: Face) -> str:
    """Return the coasts of a province in brackets, for a player who wants to link two of them."""
    told = [
        "{" + ", ".join(board[water].abbreviation for water in coast.waters) + "}"
        for coast in coasts(board, face)
    ]
    return f" (it has {', '.join(told)})" if len(told) > 1 else ""


def find_disturbed_fleets(edge: Sequence[str], order: Order, state: GameState) -> tuple[Face, ...]:
    """Return the provinces where fleets would have to choose a coast if only this order succeeded."""
    if not isinstance(order, Transformation) or _find_objection(state, order, edge):
        return ()
    after = transform(state.board, (order,)).board
    raised = [
        face
        for face, unit in state.units.items()
        if unit.kind is Kind.FLEET and state.board.is_water(face) and len(coasts(after, face)) > 1
    ]
    return (*find_fleets_to_ask(state, after, lambda border: (border,)), *raised)


def list_nearby_transformations(
    edge: Sequence[str], state: GameState, power: Power
) -> tuple[Transformation, ...]:
    """Return the transformations that are possible now where a power's units stand, or beside them.

    A power without units is shown those at its centres. By province, those at borders of its own last.
    """
    provinces, borders = list_nearby_ground(state, power)
    found = [
        order for (face,) in provinces for order in _list_for_province(state.board, power, face)
    ]
    found += [
        Transformation(power=power, process=process, ground=border)
        for border in borders
        for process in (Process.EARTHQUAKE, Process.SEAL)
    ]
    return tuple(order for order in found if _find_objection(state, order, edge) is None)


def _list_for_province(board: Board, power: Power, face: Face) -> Iterator[Transformation]:
    for process in ON_PROVINCES:
        yield Transformation(power=power, process=process, ground=(face,))
    waters = sorted({water for coast in coasts(board, face) for water in coast.waters})
    ends: list[tuple[Face, ...]] = [*combinations(waters, 2)]
    if list_canals(board, face):
        ends += [(water,) for water in waters]
    for seas in ends:
        yield Transformation(power=power, process=Process.CANAL, ground=(face,), seas=seas)
