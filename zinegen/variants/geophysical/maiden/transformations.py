"""Which transformations are legal, each by itself, what they change, and what a player is told of them.

Terrain has levels: water 0, land 1, mountain 2. A centre is lost at once when its province is no longer land.
Source: docs/rules/geophysical-maiden.md, "4. Legality", "5. Resolution of events", "6. Consequences".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce

from zinegen.board.board import OUTSIDE, Board, Power, Terrain, pair
from zinegen.game.apply import change_ground
from zinegen.game.changes import (
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    RiftChanged,
    TerrainChanged,
)
from zinegen.game.orders import Order
from zinegen.game.state import GameState, PhaseKind, Season
from zinegen.game.verdicts import Reason, Verdict
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.names import name_province
from zinegen.languages.texts import N_, gettext
from zinegen.notation.reading.forms import Limit
from zinegen.rules.coast_choice import find_fleets_to_ask
from zinegen.variants.geophysical.common.orders import (
    STABILISES_NOTHING,
    FormChecks,
    Ground,
    Stabilisation,
    Transformation,
    TransformationSupport,
    list_nearby_ground,
    why_off_the_map,
)
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.common.rule_set import find_north_edge

LIFTS: Mapping[Process, int] = {Process.UPLIFT: 1, Process.OROGENESIS: 1, Process.ERODE: -1}
"""How many levels a process lifts its province."""


def why_illegal(
    board: Board, order: Transformation, north_edge: Collection[ProvinceKey]
) -> Verdict | None:
    """Return why a transformation is illegal on a board, or None when it is legal.

    A new centre is judged when the ground has changed (`why_no_centre`), so only its target is here.
    """
    nowhere = why_no_ground(board, order.ground)
    if nowhere is not None or len(order.ground) == 2:
        return nowhere
    face = order.ground[0]
    reason = _why_wrong_ground(board, order.process, face) or _why_wrong_ice(
        board, order.process, face, north_edge
    )
    return Verdict(reason=reason, at=(face,)) if reason else None


def _why_wrong_ground(board: Board, process: Process, face: ProvinceKey) -> Reason | None:
    terrain = board[face].terrain
    match process:
        case Process.UPLIFT if terrain is not Terrain.WATER:
            return Reason.NOT_WATER
        case Process.ERODE if terrain is Terrain.WATER:
            return Reason.IS_WATER
        case Process.OROGENESIS if terrain is not Terrain.LAND:
            return Reason.NOT_LAND
        case _:
            return None


def _why_wrong_ice(
    board: Board, process: Process, face: ProvinceKey, north_edge: Collection[ProvinceKey]
) -> Reason | None:
    around = board.mesh.adjacent(face) - {OUTSIDE}
    match process:
        case Process.ICE_ADVANCE:
            if board[face].iced:
                return Reason.IS_ICED
            near = face in north_edge or any(board[other].iced for other in around)
            return None if near else Reason.NO_ICE_NEAR
        case Process.ICE_RETREAT:
            if not board[face].iced:
                return Reason.NOT_ICED
            return Reason.ICE_ALL_ROUND if all(board[other].iced for other in around) else None
        case _:
            return None


def why_no_centre(
    board: Board, face: ProvinceKey, terrain: Terrain, *, in_season: bool
) -> Reason | None:
    """Return why no centre can be created in a province, whose ground is about to be ``terrain``.

    It must be land at the start of the season, or become it.
    """
    if not in_season:
        return Reason.ONLY_IN_SPRING
    if board[face].centre:
        return Reason.HAS_CENTRE
    if Terrain.LAND not in {board[face].terrain, terrain}:
        return Reason.NOT_LAND
    return None


def why_no_ground(board: Board, ground: Ground) -> Verdict | None:
    """Return why an order names no province or border of the board, or None when it does."""
    reason = why_off_the_map(board, ground)
    if reason is None:
        return None
    return Verdict(reason=reason, at=ground if reason is Reason.NO_SUCH_BORDER else ())


LEVELS = (Terrain.WATER, Terrain.LAND, Terrain.MOUNTAIN)
"""The grounds, from the lowest up."""


def level(board: Board, face: ProvinceKey) -> int:
    """Return the level of a province, 0 to 2; raises ValueError for what is off the board."""
    return LEVELS.index(board[face].terrain)


def terrain_at(height: int) -> Terrain:
    """Return the ground of a level; below the lowest it is water, above the highest mountain."""
    return LEVELS[min(max(height, 0), len(LEVELS) - 1)]


def change_terrain(
    board: Board, face: ProvinceKey, *, terrain: Terrain | None = None, iced: bool | None = None
) -> Iterator[GroundChange]:
    """Yield the changes, if any, of a province that gets another terrain or gains or loses ice.

    Its centre is destroyed when it is no longer land; ice does not destroy it.
    """
    now = board[face]
    if terrain is not None and terrain is not now.terrain:
        yield TerrainChanged(province=face, terrain=terrain)
        if now.centre and terrain is not Terrain.LAND:
            yield CentreDestroyed(province=face)
    if iced is not None and iced is not now.iced:
        yield IceChanged(province=face, iced=iced)


def create_centre(board: Board, face: ProvinceKey, *, home: bool = True) -> Iterator[GroundChange]:
    """Yield the founding of a centre, unless there is one; ``home`` as in `CentreFounded`."""
    if not board[face].centre:
        yield CentreFounded(province=face, home=home)


def toggle_rift(board: Board, one: ProvinceKey, other: ProvinceKey) -> RiftChanged:
    """Return the opening of a rift between two provinces, or its closing where there is one."""
    between = pair(one, other)
    return RiftChanged(between=between, open=between not in board.rifts)


def apply_changes(board: Board, changes: Iterable[GroundChange]) -> Board:
    """Return the board after changes, one after the other."""
    return reduce(change_ground, changes, board)


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
                return STABILISES_NOTHING
            return _make_sentence(state.board, nowhere, edge)
        case TransformationSupport():
            if order.of.power == order.power:
                return gettext("a power cannot support its own order here")
            return _check_event(order.of, state, edge)
        case Transformation():
            return _check_event(order, state, edge)
        case _:
            return None


def _check_event(order: Transformation, state: GameState, edge: Sequence[str]) -> str | None:
    board, face = state.board, order.ground[0]
    wrong = why_illegal(board, order, find_north_edge(board, edge))
    name = name_province(board[face].name)
    if order.process is Process.OROGENESIS and wrong is not None and board.is_water(face):
        short = board[face].abbreviation
        return gettext(
            "{place} is water; what raises it to land is Uplift {short}", place=name, short=short
        )
    if wrong is not None or order.process is not Process.CREATE_CENTRE:
        return _make_sentence(board, wrong, edge)
    reason = why_no_centre(board, face, board[face].terrain, in_season=_is_spring(state))
    if reason is Reason.NOT_LAND:
        return gettext(
            "{place} is not land; a centre comes about only if it becomes land now", place=name
        )
    return _make_sentence(board, Verdict(reason=reason, at=(face,)) if reason else None, edge)


def _make_sentence(board: Board, verdict: Verdict | None, edge: Sequence[str]) -> str | None:
    if verdict is None:
        return None
    names = [name_province(board[face].name) for face in verdict.at]
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


def find_disturbed_fleets(order: Order, state: GameState) -> tuple[ProvinceKey, ...]:
    """Return the provinces where fleets would need another coast if only this event succeeded."""
    if not isinstance(order, Transformation) or order.process not in LIFTS:
        return ()
    face = order.ground[0]
    if face == OUTSIDE:
        return ()
    terrain = terrain_at(level(state.board, face) + LIFTS[order.process])
    after = apply_changes(state.board, change_terrain(state.board, face, terrain=terrain))
    return find_fleets_to_ask(state, after)


def make_form_checks(edge: Sequence[str]) -> FormChecks:
    """Return the checks of orders about the ground: one event a season, one stabilisation for each centre."""
    return FormChecks(
        check=partial(why_impossible, edge),
        events=Limit(
            name=N_("events"),
            most=lambda _state, _power: 1,
            if_over=N_("if they differ, none of them counts"),
        ),
        stabilisations=lambda state, power: len(state.centres_of(power)),
        touches=find_disturbed_fleets,
    )
