"""Checks of transformations before they are judged, and the ones possible near a power's units.

Source: docs/rules/geophysical-maiden.md, "4. Legality".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from zinegen.board.board import OUTSIDE, Board, Power, Terrain
from zinegen.game.orders import Order
from zinegen.game.state import GameState, PhaseKind, Season
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.forms import Limit
from zinegen.rules.coast_choice import find_fleets_to_ask
from zinegen.variants.geophysical.common.orders import (
    FormChecks,
    Process,
    Stabilisation,
    Transformation,
    TransformationSupport,
    list_nearby_ground,
)
from zinegen.variants.geophysical.common.rule_set import find_north_edge
from zinegen.variants.geophysical.maiden.transformations import (
    LIFTS,
    apply_changes,
    change_terrain,
    level,
    terrain_at,
    why_illegal,
    why_no_centre,
    why_no_ground,
)

_SENTENCES = {
    Reason.OFF_THE_BOARD: "only what is on the board can be changed or kept",
    Reason.NO_SUCH_BORDER: "{0} and {1} do not touch",
    Reason.NOT_WATER: "{0} is not water",
    Reason.NOT_LAND: "{0} is not land",
    Reason.IS_WATER: "{0} is water already",
    Reason.IS_ICED: "{0} is under ice already",
    Reason.NOT_ICED: "{0} is not under ice",
    Reason.NO_ICE_NEAR: "{0} is not at the top of the board ({top}), and nothing beside it is under ice",
    Reason.ICE_ALL_ROUND: "all round {0} there is ice, so it cannot go",
    Reason.HAS_CENTRE: "{0} is a supply centre already",
    Reason.ONLY_IN_SPRING: "centres are created in spring only",
}


def why_impossible(edge: Sequence[str], order: Order, state: GameState) -> str | None:
    """Return in one sentence why an order is impossible on the map as it is; None when it is not.

    ``edge`` names the provinces where ice may begin, here and below.
    """
    match order:
        case Stabilisation():
            nowhere = why_no_ground(state.board, order.ground)
            if nowhere is None and order.times < 1:
                return "this stabilises nothing"
            return _make_sentence(state.board, nowhere, edge)
        case TransformationSupport():
            if order.of.power == order.power:
                return "a power cannot support its own order here"
            return _check_event(order.of, state, edge)
        case Transformation():
            return _check_event(order, state, edge)
        case _:
            return None


def _check_event(order: Transformation, state: GameState, edge: Sequence[str]) -> str | None:
    board, face = state.board, order.ground[0]
    wrong = why_illegal(board, order, find_north_edge(board, edge))
    name = board[face].name
    if order.process is Process.OROGENESIS and wrong is not None and board.is_water(face):
        short = board[face].abbreviation
        return f"{name} is water; what raises it to land is Uplift {short}"
    if wrong is not None or order.process is not Process.CREATE_CENTRE:
        return _make_sentence(board, wrong, edge)
    reason = why_no_centre(board, face, board[face].terrain, in_season=_is_spring(state))
    if reason is Reason.NOT_LAND:
        return f"{name} is not land; a centre comes about only if it becomes land now"
    return _make_sentence(board, Verdict(reason=reason, at=(face,)) if reason else None, edge)


def _make_sentence(board: Board, verdict: Verdict | None, edge: Sequence[str]) -> str | None:
    if verdict is None:
        return None
    names = [board[face].name for face in verdict.at]
    top = [board[face].abbreviation for face in sorted(find_north_edge(board, edge))]
    return _SENTENCES[verdict.reason].format(*names, top=", ".join(top))


def _is_spring(state: GameState) -> bool:
    """Tell whether the next events are those of a spring."""
    ahead = state.phase.kind in {PhaseKind.EVENTS, PhaseKind.MOVES}
    return (state.phase.season is Season.SPRING and ahead) or state.phase.season is Season.WINTER


_OF_PROVINCES = [process for process in Process if process in LIFTS] + [
    Process.ICE_ADVANCE,
    Process.ICE_RETREAT,
    Process.CREATE_CENTRE,
]


def list_nearby_transformations(
    edge: Sequence[str], state: GameState, power: Power
) -> tuple[Transformation, ...]:
    """Return what a power can order that concerns its units: at their provinces and beside them.

    A power without units is shown what concerns its centres. Quakes are shown where they divide lands.
    """
    board = state.board
    provinces, borders = list_nearby_ground(state, power)
    orders = [(process, ground) for ground in provinces for process in _OF_PROVINCES]
    orders += [
        (Process.EARTHQUAKE, border)
        for border in borders
        if all(board[face].terrain is Terrain.LAND for face in border)
    ]
    found = (Transformation(power=power, process=one, ground=ground) for one, ground in orders)
    return tuple(order for order in found if _check_event(order, state, edge) is None)


def find_disturbed_fleets(order: Order, state: GameState) -> tuple[Face, ...]:
    """Return the provinces where fleets would need another coast if only this event succeeded."""
    if not isinstance(order, Transformation) or order.process not in LIFTS:
        return ()
    face = order.ground[0]
    if face == OUTSIDE:
        return ()
    terrain = terrain_at(level(state.board, face) + LIFTS[order.process])
    after = apply_changes(state.board, change_terrain(state.board, face, terrain=terrain))
    return find_fleets_to_ask(state, after, lambda border: (border,))


def make_form_checks(edge: Sequence[str]) -> FormChecks:
    """Return the checks of orders about the ground: one event a season, one stabilisation for each centre."""
    return FormChecks(
        check=partial(why_impossible, edge),
        events=Limit(
            name="events",
            most=lambda _state, _power: 1,
            if_over="if they differ, none of them counts",
        ),
        stabilisations=lambda state, power: len(state.centres_of(power)),
        touches=find_disturbed_fleets,
    )
