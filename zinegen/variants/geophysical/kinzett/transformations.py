"""Which transformations are possible, what they change, and what a player is told before they are judged.

Anything but melting is impossible on a province under ice; a border is no province. An earthquake bars its
border for a season even where no rift stays.
Source: docs/rules/geophysical-kinzett.md, "3. Orders", "4. Legality", rulings 6, 8, 9.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from zinegen.board.board import Board, NamedStrait, Power, Terrain, pair
from zinegen.board.coasts import coasts
from zinegen.game.apply import change_ground
from zinegen.game.changes import (
    CentreDestroyed,
    CentreFounded,
    GroundChange,
    IceChanged,
    RiftChanged,
    TerrainChanged,
    WaterwaysChanged,
)
from zinegen.game.orders import Order
from zinegen.game.state import GameState, Season
from zinegen.game.units import Kind
from zinegen.game.verdicts import Reason
from zinegen.geometry.mesh import ProvinceKey
from zinegen.languages.texts import gettext
from zinegen.rules.coast_choice import find_fleets_to_ask
from zinegen.variants.geophysical.common.orders import (
    STABILISES_NOTHING,
    GroundOrder,
    Stabilisation,
    Transformation,
    TransformationSupport,
    list_canal_ends,
    list_nearby_ground,
    why_off_the_map,
)
from zinegen.variants.geophysical.common.processes import Process
from zinegen.variants.geophysical.common.rule_set import find_north_edge


def find_objection(
    board: Board, order: Transformation, *, edge: Collection[ProvinceKey], season: Season | None
) -> Reason | None:
    """Return why a transformation is impossible on a board, or None when it is possible.

    ``edge`` are the provinces where ice may begin. ``season`` is None for a set-up before the game, which
    is bound to no calendar.
    """
    wrong = why_off_the_map(board, order.ground)
    if wrong is not None:
        return wrong
    if len(order.ground) == 2:
        return _why_not_at_border(board, order)
    (face,) = order.ground
    province = board[face]
    if province.iced and order.process is not Process.MELT:
        return Reason.IS_ICED
    match order.process:
        case Process.RAISE:
            return None if board.is_water(face) else Reason.NOT_WATER
        case Process.ERODE:
            return Reason.IS_WATER if board.is_water(face) else None
        case Process.GLACIATE:
            around = board.mesh.adjacent(face)
            near = face in edge or any(board[other].iced for other in around)
            return None if near else Reason.NO_ICE_NEAR
        case Process.MELT:
            return None if province.iced else Reason.NOT_ICED
        case Process.OPEN | Process.CLOSE:
            return _why_not_at_waterway(board, order.process, face)
        case _ if province.terrain is not Terrain.LAND:
            return Reason.NOT_LAND
        case Process.CREATE_CENTRE if province.centre:
            return Reason.HAS_CENTRE
        case Process.CREATE_CENTRE if season not in {None, Season.SPRING}:
            return Reason.ONLY_IN_SPRING
        case Process.CANAL if find_canal(board, face, order.seas) is None:
            return Reason.NO_COASTS_TO_JOIN
        case _:
            return None


def _why_not_at_border(board: Board, order: Transformation) -> Reason | None:
    has_rift = pair(*order.ground) in board.rifts
    if order.process is Process.SEAL:
        return None if has_rift else Reason.NO_RIFT
    return Reason.IS_RIFT if has_rift else None


def _why_not_at_waterway(board: Board, process: Process, face: ProvinceKey) -> Reason | None:
    natural = list_natural_waterways(board, face)
    if board.is_water(face):
        return Reason.IS_WATER
    if process is Process.CLOSE:
        some = list_canals(board, face) or any(join.open for join in natural)
        return None if some else Reason.NOTHING_TO_CLOSE
    if not natural:
        return Reason.NO_WATERWAY
    return Reason.WATERWAY_OPEN if all(join.open for join in natural) else None


def list_natural_waterways(board: Board, face: ProvinceKey) -> tuple[NamedStrait, ...]:
    """Return the natural waterways of a province itself, open or closed."""
    return tuple(
        join for join in board.joins if join.province == face and join.natural and join.via is None
    )


def list_canals(board: Board, face: ProvinceKey) -> tuple[NamedStrait, ...]:
    """Return the canals of a province, those that lie dry included."""
    return tuple(join for join in board.joins if join.province == face and not join.natural)


def find_canal(
    board: Board, face: ProvinceKey, seas: tuple[ProvinceKey, ...]
) -> NamedStrait | None:
    """Return the canal that links two waters on different coasts of a province, None when they are not.

    With one water its other end is the coast of the canal there is.
    """
    waters = {
        water for join in list_canals(board, face) for group in join.groups for water in group
    }
    ends = seas[:1], (seas[1:] or tuple(sorted(waters)))
    shores = [[c for c in coasts(board, face) if {*end} & {*c.waters}] for end in ends]
    if not any(one != other for one, other in product(*shores)):
        return None
    return NamedStrait(province=face, groups=ends, natural=False)


Pair = tuple[ProvinceKey, ProvinceKey]


@dataclass(frozen=True, slots=True, kw_only=True)
class TransformedBoard:
    """A board after the transformations of one season."""

    board: Board
    """With all that lasts."""
    changes: tuple[GroundChange, ...]
    barred: tuple[Pair, ...]
    """The borders that an earthquake bars in this season, rift or no rift; sorted pairs."""

    @property
    def passable(self) -> Board:
        """The board as units find it this season, with the borders barred."""
        missing = {*self.barred} - {*self.board.rifts}
        if not missing:
            return self.board
        return replace(self.board, rifts=tuple(sorted({*self.board.rifts, *missing})))


def transform(before: Board, orders: Iterable[Transformation]) -> TransformedBoard:
    """Return a board after transformations, one for each province or border.

    All of them must be possible on ``before``. Provinces come first: a rift stays where neither of its
    sides is water then, and goes when one of them is eroded later.
    """
    board = before
    changes: list[GroundChange] = []
    barred = []
    for order in sorted(orders, key=lambda order: (len(order.ground), order.event)):
        found = tuple(_list_changes(before, board, order))
        for change in found:
            board = change_ground(board, change)
        changes += found
        if order.process is Process.EARTHQUAKE:
            barred.append(pair(*order.ground))
    return TransformedBoard(board=board, changes=tuple(changes), barred=tuple(barred))


def _list_changes(before: Board, now: Board, order: Transformation) -> Iterator[GroundChange]:
    if len(order.ground) == 2:
        yield from _change_border(now, order)
        return
    (face,) = order.ground
    match order.process:
        case Process.RAISE:
            yield TerrainChanged(province=face, terrain=Terrain.LAND)
            yield from _change_waterways(now, face, natural=True)
        case Process.ERODE if now[face].terrain is Terrain.MOUNTAIN:
            yield TerrainChanged(province=face, terrain=Terrain.LAND)
        case Process.ERODE:
            yield TerrainChanged(province=face, terrain=Terrain.WATER)
            yield from _destroy_centre_and_canals(now, face)
            for rift in now.rifts:
                if face in rift:
                    yield RiftChanged(between=rift, open=False)
        case Process.MOUNTAIN:
            yield TerrainChanged(province=face, terrain=Terrain.MOUNTAIN)
            yield from _destroy_centre_and_canals(now, face)
        case Process.GLACIATE | Process.MELT:
            iced = order.process is Process.GLACIATE
            yield IceChanged(province=face, iced=iced)
            if iced:
                yield from _destroy_centre_and_canals(now, face)
        case Process.CREATE_CENTRE:
            yield CentreFounded(province=face)
        case Process.CANAL:
            dug = find_canal(before, face, order.seas)
            here = tuple(join for join in now.joins if join.province == face)
            yield WaterwaysChanged(province=face, joins=(*here, dug) if dug else here)
        case Process.OPEN | Process.CLOSE:
            opens = order.process is Process.OPEN
            yield from _change_waterways(now, face, natural=opens, canals=opens)
        case _:
            pass


def _destroy_centre_and_canals(board: Board, face: ProvinceKey) -> Iterator[GroundChange]:
    """Yield the end of a province's centre and of its canals."""
    if board[face].centre:
        yield CentreDestroyed(province=face)
    yield from _change_waterways(board, face)


def _change_waterways(
    board: Board, face: ProvinceKey, *, natural: bool | None = None, canals: bool = False
) -> Iterator[WaterwaysChanged]:
    """Yield a change of the waterways through a province, if it is one.

    ``natural`` opens or closes the natural ones, None leaves them as they are; canals are kept or not.
    """
    here = tuple(join for join in board.joins if join.province == face)
    left = tuple(_set_open(join, natural=natural) for join in here if join.natural or canals)
    if left != here:
        yield WaterwaysChanged(province=face, joins=left)


def _set_open(join: NamedStrait, *, natural: bool | None) -> NamedStrait:
    if natural is None or not join.natural or join.via is not None:
        return join
    return replace(join, open=natural)


def _change_border(now: Board, order: Transformation) -> Iterator[GroundChange]:
    between = pair(*order.ground)
    if order.process is Process.SEAL:
        if between in now.rifts:
            yield RiftChanged(between=between, open=False)
    elif all(now.is_ground(face) for face in between):
        yield RiftChanged(between=between, open=True)


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
        return gettext("a power supports the transformations of others, not its own")
    if isinstance(meant, Transformation):
        reason = _find_objection(state, meant, edge)
    else:
        reason = why_off_the_map(state.board, order.ground)
    if reason is None:
        idle = isinstance(order, Stabilisation) and order.times < 1
        return STABILISES_NOTHING if idle else None
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


def _list_coasts(board: Board, face: ProvinceKey) -> str:
    """Return the coasts of a province in brackets, for a player who wants to link two of them."""
    told = [
        "{" + ", ".join(board[water].abbreviation for water in coast.waters) + "}"
        for coast in coasts(board, face)
    ]
    return gettext(" (it has {names})", names=", ".join(told)) if len(told) > 1 else ""


def find_disturbed_fleets(
    edge: Sequence[str], order: Order, state: GameState
) -> tuple[ProvinceKey, ...]:
    """Return the provinces where fleets would have to choose a coast if only this order succeeded."""
    if not isinstance(order, Transformation) or _find_objection(state, order, edge):
        return ()
    after = transform(state.board, (order,)).board
    raised = [
        face
        for face, unit in state.units.items()
        if unit.kind is Kind.FLEET and state.board.is_water(face) and len(coasts(after, face)) > 1
    ]
    return (*find_fleets_to_ask(state, after), *raised)


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


def _list_for_province(board: Board, power: Power, face: ProvinceKey) -> Iterator[Transformation]:
    for process in ON_PROVINCES:
        yield Transformation(power=power, process=process, ground=(face,))
    for seas in list_canal_ends(board, face):
        yield Transformation(power=power, process=Process.CANAL, ground=(face,), seas=seas)
