"""Units on changed ground: lost where they cannot stand, else put on a coast; armies that the ice takes.

Source: docs/rules/geophysical-maiden.md, "6. Consequences".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from zinegen.board.board import Board, Province, Terrain
from zinegen.board.coasts import coast_with, coasts
from zinegen.board.passage import Passage, Place
from zinegen.game.changes import Change, OwnFactsChange, UnitLost, UnitPutOnCoast
from zinegen.game.orders import Sheet
from zinegen.game.state import GameState, OwnFacts
from zinegen.game.units import Kind, Unit
from zinegen.game.verdicts import Report
from zinegen.geometry.mesh import ProvinceKey
from zinegen.recorded_as import RECORDED_AS
from zinegen.rules.coast_choice import CoastPolicy, CoastsChosen, choose_coasts


@dataclass(frozen=True, kw_only=True)
class ArmiesOnIce(OwnFacts):
    """The armies that the ice will take if they stay."""

    armies_on_ice: tuple[ProvinceKey, ...] = field(default=(), metadata={RECORDED_AS: ("chilled",)})
    """Provinces whose army stood there on the ice at the end of the last season, and still does."""

    def drop_outdated(self, left: Collection[ProvinceKey], board: Board) -> OwnFacts:
        """Return what is kept without the armies that have left, or that the ice has."""
        still = (face for face in self.armies_on_ice if face not in left and board[face].iced)
        return replace(self, armies_on_ice=tuple(still))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyChilled(OwnFactsChange):
    """An army stood on ice at the end of a season; it is remembered, since another kills it."""

    province: ProvinceKey

    def apply_to(self, extra: OwnFacts) -> ArmiesOnIce:
        """Return what is kept with this army."""
        known = ArmiesOnIce.of(extra)
        return replace(known, armies_on_ice=tuple(sorted({*known.armies_on_ice, self.province})))


def cannot_stand(board: Board, unit: Unit) -> bool:
    """Tell whether a unit is in an illegal position: armies need land or ice, fleets water or a coast."""
    province = board[unit.province]
    match province.terrain:
        case Terrain.WATER:
            return unit.kind is not Kind.FLEET and not province.iced
        case Terrain.LAND:
            return unit.kind is Kind.FLEET and not coasts(board, unit.province)
        case _:
            return True


def resolve_positions(
    state: GameState,
    sheet: Sheet,
    policy: CoastPolicy,
    *,
    written: Board,
    unmoved: Collection[ProvinceKey] = (),
    check: bool = True,
) -> CoastsChosen:
    """Return the changes of units on changed ground, with the choices of coasts.

    ``written`` is the map for which the choices were written. Units in provinces ``unmoved`` are left as
    they are. Without ``check`` nobody is lost yet.
    """
    units = {face: unit for face, unit in state.units.items() if face not in unmoved}
    lost = {f: u for f, u in units.items() if check and cannot_stand(state.board, u)}
    left = {face: unit for face, unit in units.items() if face not in lost}
    chosen = choose_coasts(replace(state, units=left), state.board, sheet, policy, written=written)
    changes: list[Change] = [UnitLost(unit=unit) for _, unit in sorted(lost.items())]
    changes += _float_fleets(state.board, left.values())
    return replace(chosen, changes=(*changes, *chosen.changes))


def _float_fleets(board: Board, units: Collection[Unit]) -> Iterator[Change]:
    """Yield the change of each fleet whose coast has become sea."""
    for unit in sorted(units, key=lambda unit: unit.province):
        if unit.at.coast and board.is_water(unit.province):
            yield UnitPutOnCoast(unit=unit, coast=())


def ice_attrition(state: GameState, _sheet: Sheet) -> Report:
    """Return which armies are lost that stood on the same ice for two seasons running; chill the others."""
    chilled = ArmiesOnIce.of(state.extra).armies_on_ice
    changes: list[Change] = []
    for face, unit in sorted(state.units.items()):
        if unit.kind is Kind.ARMY and state.board[face].iced:
            lost = face in chilled
            changes.append(UnitLost(unit=unit) if lost else ArmyChilled(province=face))
    return Report(changes=tuple(changes))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeparturePassage(Passage):
    """The passage of a season in which units leave on the old terrain of their own province.

    They enter provinces as these are now. An army also leaves over ice that has gone; a fleet that is
    frozen in does not leave.
    """

    old: tuple[Province, ...] = ()
    """The provinces whose ground has changed, as they were."""

    def _board(self, board: Board, at: ProvinceKey, *, afloat: bool) -> Board:
        """Return the board as it is for a unit that leaves a province."""
        key = (self, "leaving", at, afloat)
        known = board.memo.get(key)
        if isinstance(known, Board):
            return known
        before = next((province for province in self.old if province.key == at), None)
        seen = board
        if before is not None:
            now = board[at]
            iced = now.iced or (before.iced and not afloat)
            seen = board.replace_province(replace(now, terrain=before.terrain, iced=iced))
        board.memo[key] = seen
        return seen

    def armies(self, board: Board, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the provinces that an army can reach by land."""
        return Passage.armies(self, self._board(board, at, afloat=False), at)

    def ports(self, board: Board, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the waters from which an army can be taken aboard or put ashore."""
        return Passage.ports(self, self._board(board, at, afloat=False), at)

    def fleets(self, board: Board, at: Place) -> frozenset[Place]:
        """Return the places that a fleet can reach, a place for each coast that is there now.

        It leaves from the coast of its old land that holds its shore, with provinces that are water now.
        """
        seen = self._board(board, at.province, afloat=True)
        if seen is board:
            return Passage.fleets(self, board, at)
        places = (Passage.fleets(self, seen, place) for place in _update_places(seen, {at}))
        return frozenset(_update_places(board, {place for reached in places for place in reached}))


def _update_places(board: Board, reached: Collection[Place]) -> set[Place]:
    """Return places with their coasts on a board; a place whose shore has no coast left is dropped."""
    found = {place for place in reached if board.is_water(place.province)}
    for place in reached:
        if not board.is_water(place.province):
            for coast in coast_with(board, place.province, place.coast):
                found.add(Place(place.province, coast.borders))
    return found


def passage_for_departures(passage: Passage, old: tuple[Province, ...]) -> Passage:
    """Return a passage by which units leave provinces on the old terrain given in ``old``."""
    if not old:
        return passage
    return DeparturePassage(
        army=passage.army,
        fleet=passage.fleet,
        coasting=passage.coasting,
        embark=passage.embark,
        mutant=passage.mutant,
        old=old,
    )
