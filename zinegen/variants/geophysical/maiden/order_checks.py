"""Checks of transformations before they are judged, and the ones possible near a power's units.

Source: docs/rules/geophysical-maiden.md, "4. Legality".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from zinegen.board.board import OUTSIDE, Board, Power, Terrain
from zinegen.game.orders import Order
from zinegen.game.state import GameState, PhaseKind, Season
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import Face
from zinegen.notation.grammar.forms import Limit
from zinegen.rules.coast_choice import find_fleets_to_ask
from zinegen.variants.geophysical.common.legality import (
    find_north_edge,
    neighbours_of,
    why_illegal,
    why_no_centre,
    why_no_ground,
)
from zinegen.variants.geophysical.common.orders import (
    FormChecks,
    Process,
    Stabilisation,
    Transformation,
    TransformationSupport,
)
from zinegen.variants.geophysical.maiden.claims import LIFTS
from zinegen.variants.geophysical.maiden.terrain_changes import (
    apply_changes,
    change_terrain,
    level,
    terrain_at,
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


def _is_event(order: Order) -> int:
    return int(isinstance(order, Transformation | TransformationSupport))


def _times(order: Order) -> int:
    return order.times if isinstance(order, Stabilisation) else 0


def _count_centres(state: GameState, power: Power) -> int:
    return len(state.centres_of(power))


@dataclass(frozen=True, slots=True)
class _OrderChecks:
    """The checks of orders about the ground on a board with this north edge."""

    north_edge: tuple[str, ...]

    def why_impossible(self, order: Order, state: GameState) -> str | None:
        """Return in one sentence why an order is impossible on the map as it is; None when it is not."""
        board = state.board
        match order:
            case Stabilisation():
                nowhere = why_no_ground(board, order.ground)
                if nowhere is None and order.times < 1:
                    return "this stabilises nothing"
                return self._make_sentence(board, nowhere)
            case TransformationSupport():
                if order.of.power == order.power:
                    return "a power cannot support its own order here"
                return self._check_event(board, order.of, state)
            case Transformation():
                return self._check_event(board, order, state)
            case _:
                return None

    def _check_event(self, board: Board, order: Transformation, state: GameState) -> str | None:
        wrong = why_illegal(board, order, find_north_edge(board, self.north_edge))
        if order.process is Process.OROGENESIS and wrong is not None and _is_water(board, order):
            short = board[order.ground[0]].abbreviation
            return (
                f"{board[order.ground[0]].name} is water; what raises it to land is Uplift {short}"
            )
        if wrong is not None or order.process is not Process.CREATE_CENTRE:
            return self._make_sentence(board, wrong)
        face = order.ground[0]
        reason = why_no_centre(board, face, board[face].terrain, in_season=is_spring(state))
        if reason is Reason.NOT_LAND:
            return (
                f"{board[face].name} is not land; a centre comes about only if it becomes land now"
            )
        return self._make_sentence(board, Verdict(reason=reason, at=(face,)) if reason else None)

    def _make_sentence(self, board: Board, verdict: Verdict | None) -> str | None:
        if verdict is None:
            return None
        names = [board[face].name for face in verdict.at]
        top = [board[face].abbreviation for face in sorted(find_north_edge(board, self.north_edge))]
        return _SENTENCES[verdict.reason].format(*names, top=", ".join(top))

    def list_nearby_transformations(
        self, state: GameState, power: Power
    ) -> tuple[Transformation, ...]:
        """Return what a power can order that concerns its units: at their provinces and beside them.

        A power without units is shown what concerns its centres. Quakes are shown where they divide lands.
        """
        board = state.board
        own = {unit.province for unit in state.units_of(power)} or {*state.centres_of(power)}
        near = own.union(*(neighbours_of(board, face) for face in own))
        return tuple(
            order
            for order in (*_list_for_provinces(power, near), *_list_earthquakes(board, power, own))
            if self._check_event(board, order, state) is None
        )


def _is_water(board: Board, order: Transformation) -> bool:
    return board.is_water(order.ground[0])


def is_spring(state: GameState) -> bool:
    """Tell whether the next events are those of a spring."""
    ahead = state.phase.kind in {PhaseKind.EVENTS, PhaseKind.MOVES}
    return (state.phase.season is Season.SPRING and ahead) or state.phase.season is Season.WINTER


def _list_for_provinces(power: Power, faces: Collection[Face]) -> Iterator[Transformation]:
    single = [process for process in Process if process in LIFTS or process in _OF_PROVINCES]
    for face in sorted(faces):
        for process in single:
            yield Transformation(power=power, process=process, ground=(face,))


_OF_PROVINCES = {Process.ICE_ADVANCE, Process.ICE_RETREAT, Process.CREATE_CENTRE}


def _list_earthquakes(
    board: Board, power: Power, own: Collection[Face]
) -> Iterator[Transformation]:
    pairs = {
        (min(face, other), max(face, other)) for face in own for other in neighbours_of(board, face)
    }
    for one, other in sorted(pairs):
        if board[one].terrain is board[other].terrain is Terrain.LAND:
            yield Transformation(power=power, process=Process.EARTHQUAKE, ground=(one, other))


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


def make_form_checks(north_edge: tuple[str, ...]) -> FormChecks:
    """Return the checks of orders about the ground: one event a season, one stabilisation for each centre."""
    return FormChecks(
        check=_OrderChecks(north_edge).why_impossible,
        events=Limit(
            name="events",
            most=lambda _state, _power: 1,
            count=_is_event,
            if_over="if they differ, none of them counts",
        ),
        stabilisations=Limit(name="stabilisations", most=_count_centres, count=_times),
        touches=find_disturbed_fleets,
    )


def list_nearby_transformations(
    north_edge: tuple[str, ...], state: GameState, power: Power
) -> tuple[Transformation, ...]:
    """Return what a power can order that concerns its units."""
    return _OrderChecks(north_edge).list_nearby_transformations(state, power)
