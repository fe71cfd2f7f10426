"""Passage where mountains are ground of their own for armies, and in a season that changes the map.

Armies go from land to land and from mountain to mountain, and by sea between the two; fleets take a coast
for a coast, high or low. Nothing crosses a border with ice on either side, or a rift.

In a season of changes a move counts when it is legal on one of two maps, and the unit may stand at its goal
afterwards: (i) the unit's own province as it was, all else as it has become; (ii) all as it has become.
Supports and convoys see the map as it has become, and nothing else.
Source: docs/rules/geophysical-kinzett.md, "4. Legality", "6. Movement", rulings 7, 18, 19, 20, 21, 25, 26.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from zinegen.board.board import Board, Terrain, pair
from zinegen.board.coasts import coast_with, coasts
from zinegen.board.passage import Passage, Place
from zinegen.game.units import FLEETS, Unit
from zinegen.geometry.mesh import Dart, ProvinceKey
from zinegen.rules.movement.attempts import Landfalls, Position, Ways, find_ways

GROUND = frozenset({Terrain.LAND, Terrain.MOUNTAIN})


def is_open(board: Board, dart: Dart) -> bool:
    """Tell whether anything at all may cross a border: no ice, no rift, nothing closed to everybody."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    if here.iced or there.iced or not (here.passable and there.passable):
        return False
    return pair(here.key, there.key) not in board.rifts


def level_to_level(board: Board, dart: Dart) -> bool:
    """Tell whether an army may walk over a border: from land to land, from mountain to mountain."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    return here.terrain in GROUND and here.terrain is there.terrain and is_open(board, dart)


def water_on_a_side(board: Board, dart: Dart) -> bool:
    """Tell whether a fleet may cross a border: to water, or between water and a coast high or low."""
    terrains = {
        board[board.mesh.face[dart]].terrain,
        board[board.mesh.across(dart)].terrain,
    }
    return Terrain.WATER in terrains and Terrain.OUTSIDE not in terrains and is_open(board, dart)


def along_open_water(board: Board, dart: Dart, water: ProvinceKey) -> bool:
    """Tell whether a fleet may follow the shore over a border of two provinces, along a free water."""
    there = board[board.mesh.across(dart)]
    return (
        there.terrain in GROUND
        and is_open(board, dart)
        and board.is_water(water)
        and not board[water].iced
    )


def shore_to_water(board: Board, dart: Dart) -> bool:
    """Tell whether an army may go aboard or ashore over a border, from or to land or mountain."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    wet = [province.terrain is Terrain.WATER for province in (here, there)]
    ground = here.terrain in GROUND or there.terrain in GROUND
    return wet.count(True) == 1 and ground and is_open(board, dart)


HIGH_PASSAGE = Passage(
    army=level_to_level,
    fleet=water_on_a_side,
    coasting=along_open_water,
    embark=shore_to_water,
    mutant=level_to_level,
)
"""What may cross what where mountains are ground."""


def with_province_as_before(before: Board, after: Board, face: ProvinceKey) -> Board:
    """Return the board after the season's changes with one province as it was before them.

    Its ground, ice, canals and waterway are those of before; its borders are not.
    """
    if not is_altered(before, after, face):
        return after
    return replace(
        after,
        provinces={**after.provinces, face: before[face]},
        joins=(
            *(join for join in before.joins if join.province == face),
            *(join for join in after.joins if join.province != face),
        ),
        canals=(
            *(canal for canal in before.canals if canal.province == face),
            *(canal for canal in after.canals if canal.province != face),
        ),
    )


def is_altered(before: Board, after: Board, face: ProvinceKey) -> bool:
    """Tell whether a province's own ground, ice, canals or waterway have changed."""
    return (
        before[face] != after[face]
        or [j for j in before.joins if j.province == face]
        != [j for j in after.joins if j.province == face]
        or [c for c in before.canals if c.province == face]
        != [c for c in after.canals if c.province == face]
    )


def find_fleet_places(unit: Unit, board: Board, *, relocates: bool = True) -> tuple[Place, ...]:
    """Return where a fleet that stays in its province may lie on a board after changes.

    In water: there. On the pieces of its coast; where none is left, or its sea has risen, on any coast of
    the province, if ``relocates``. Nowhere when the province has no coast.
    """
    face = unit.province
    if board.is_water(face):
        return (Place(face),)
    here = coast_with(board, face, unit.at.coast)
    if not here and (relocates or not unit.at.coast):
        here = coasts(board, face)
    return tuple(Place(face, coast.borders) for coast in here)


class ChangedWays(Ways):
    """The ways on the map after a season's changes, with those of fleets whose coast or sea has changed."""

    def __init__(self, season: SeasonPosition) -> None:
        super().__init__(season.board, season.passage)
        self.before = season.before
        self.units = season.units
        self.relocates = season.relocates
        self.ferries = season.ferries
        self._left: dict[ProvinceKey, Board] = {}

    def board_when_leaving(self, at: ProvinceKey) -> Board:
        """Return map (i) for a unit that leaves a province: all as after, but that province as before."""
        known = self._left.get(at)
        if known is None:
            known = self._left[at] = with_province_as_before(self.before, self.board, at)
        return known

    def ports(self, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the waters from which an army can be taken aboard."""
        found = super().ports(at) | self.passage.ports(self.board_when_leaving(at), at)
        going = {water for water in self.ferries if at in self._beside(water)}
        return found | {water for water in going if not self.board.is_water(at)}

    def _beside(self, water: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the provinces beside a water as it was before it was lost to its fleet."""
        return self.passage.steps(self.board_when_leaving(water), Place(water))

    def landfalls(self, at: Place) -> Landfalls:
        """Return the places that a fleet can come to, by province, as they are after the changes."""
        key = at.province, at.coast
        known = self._landfalls.get(key)
        if known is None:
            unit = self.units.get(at.province)
            own = unit is not None and unit.at == at and unit.kind in FLEETS
            found = (
                self.list_arrivals(unit) if own and unit else {*self.passage.fleets(self.board, at)}
            )
            found |= {Place(water) for water in self.ferries if at.province in self._beside(water)}
            known = self._landfalls[key] = _group_by_province(found)
        return known

    def list_arrivals(self, unit: Unit) -> set[Place]:
        """Return where a fleet can come to from any coast that it may have after the changes."""
        starts = find_fleet_places(unit, self.board, relocates=self.relocates)
        return {place for start in starts for place in self.passage.fleets(self.board, start)}


class DepartureWays(ChangedWays):
    """The ways of units that leave where they began the season, on either of the two maps."""

    def armies(self, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the provinces that an army can reach by land."""
        return super().armies(at) | self.passage.armies(self.board_when_leaving(at), at)

    def list_arrivals(self, unit: Unit) -> set[Place]:
        """Return where a fleet comes to on map (ii), and what has become of where it comes to on map (i)."""
        after, found = self.board, super().list_arrivals(unit)
        for place in self.passage.fleets(self.board_when_leaving(unit.province), unit.at):
            face = place.province
            if after.is_water(face):
                found.add(place)
            else:
                found |= {
                    Place(face, coast.borders) for coast in coast_with(after, face, place.coast)
                }
        return found


def _group_by_province(places: set[Place]) -> Landfalls:
    found: dict[ProvinceKey, tuple[Place, ...]] = {}
    for place in sorted(places):
        found[place.province] = (*found.get(place.province, ()), place)
    return found


@dataclass(kw_only=True)
class SeasonPosition(Position):
    """A position in a season of changes; ``board`` is the one after them."""

    before: Board
    moving: bool = True
    """Units leave by before or after; False: they stand, and see the map after the changes alone."""
    helpless: frozenset[ProvinceKey] = field(default_factory=frozenset)
    """Provinces of units that give no support and no convoy, though they may move."""
    relocates: bool = True
    """A fleet whose coast vanished may be on another of its province."""
    ferries: frozenset[ProvinceKey] = field(default_factory=frozenset)
    """Waters lost to their fleets this season that convoy all the same; nobody goes there."""

    def __post_init__(self) -> None:
        """Look up the ways, and find the fleets that can convoy."""
        Position.__post_init__(self)
        ways = find_ways(self.board, self.passage)
        if self.board is not self.before:
            ways = DepartureWays(self) if self.moving else ChangedWays(self)
        self.ways = ways
        self.carriers = (self.carriers | self.ferries) - self.helpless
