"""Where an army, a fleet or a mutant can go from here; read off the board each time, then remembered.

What may cross a border differs between rule sets, so a `Passage` is a record of small predicates;
the standard ones are defined here. Source: docs/rules/common.md, "1. Map model", "4.5 Fleet moves".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from zinegen.board.board import Board, Terrain, cache_on_board
from zinegen.board.coasts import coast_with, coasts, find
from zinegen.geometry.mesh import BorderId, Dart, ProvinceKey, border_of


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a unit is or goes: a province and, for a fleet at a shore, the borders of its coast.

    ``coast`` is empty for armies, for fleets in water, and for a fleet whose province has no coast left.
    """

    province: ProvinceKey
    coast: tuple[BorderId, ...] = ()


def land_to_land(board: Board, dart: Dart) -> bool:
    """Tell whether an army may cross from a dart's province: both sides passable land."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    return here.terrain is there.terrain is Terrain.LAND and here.passable and there.passable


def shore_or_sea(board: Board, dart: Dart) -> bool:
    """Tell whether a fleet may cross a border with water on at least one side."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    wet = Terrain.WATER in {here.terrain, there.terrain}
    usable = {Terrain.WATER, Terrain.LAND}
    return wet and {here.terrain, there.terrain} <= usable and here.passable and there.passable


def along_shore(board: Board, dart: Dart, water: ProvinceKey) -> bool:
    """Tell whether a fleet may follow the shore across the border of two lands, along a water."""
    there = board[board.mesh.across(dart)]
    return there.terrain is Terrain.LAND and there.passable and board[water].passable


def embark(board: Board, dart: Dart) -> bool:
    """Tell whether an army may go aboard or ashore across a border between land and water."""
    here, there = board[board.mesh.face[dart]], board[board.mesh.across(dart)]
    return (
        {here.terrain, there.terrain} == {Terrain.LAND, Terrain.WATER}
        and here.passable
        and there.passable
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What may cross what. The darts given to the predicates belong to the province being left."""

    army: Callable[[Board, Dart], bool] = land_to_land
    fleet: Callable[[Board, Dart], bool] = shore_or_sea
    coasting: Callable[[Board, Dart, ProvinceKey], bool] = along_shore
    """From a dart's land to the land across, along the water that touches the border's end."""
    embark: Callable[[Board, Dart], bool] = embark
    """Between land and water, for an army in a convoy, in either direction."""
    mutant: Callable[[Board, Dart], bool] = land_to_land

    def armies(self, board: Board, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the provinces that an army can reach by land."""
        found = _faces_across(board, at, self.army) | _armies_over_crossings(
            board, at, Terrain.LAND
        )
        return found - {face for ends in board.no_armies if at in ends for face in ends}

    def mutants(self, board: Board, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the provinces that a mutant force can reach."""
        # Its game is played on no board with crossings.
        return _faces_across(board, at, self.mutant)

    def fleets(self, board: Board, at: Place) -> frozenset[Place]:
        """Return the places that a fleet can reach, a place for each coast of a province.

        From water: any water or coast with an unblocked border to it. From a coast: every water on it, and
        every coast that meets it at a junction with a water. A fleet at a shore without a coast goes nowhere.
        """
        return _fleet_places(board, at, self)

    def fleet_steps(self, board: Board, at: Place) -> Iterable[Place]:
        """Yield the places that a fleet can reach, some of them twice; `fleets` asks once."""
        mesh = board.mesh
        afloat = board.is_water(at.province)
        for ring in mesh.rings[at.province]:
            for dart in ring:
                if not afloat and border_of(dart) not in at.coast:
                    continue
                there = mesh.across(dart)
                if self.fleet(board, dart):
                    yield from _landfalls(board, there, border_of(dart))
                if not afloat:
                    yield from self._along(board, dart)
        yield from _fleets_over_crossings(board, at)

    def _along(self, board: Board, shore: Dart) -> Iterable[Place]:
        """Yield the coasts reached from a stretch of shore by following its water to either side.

        ::

               W  (water)
            ──d──┬──e──       d: border of X with W; the junction at its end has the faces X, Y, W;
             X   │   Y        e: border of Y with W, which is the shore arrived at
        """
        mesh = board.mesh
        water = mesh.across(shore)
        for seam, arrived in (
            (mesh.next[shore], _border_after(board, shore)),
            (mesh.prev[shore], _border_before(board, shore)),
        ):
            there = mesh.across(seam)
            if there != water and board.is_ground(there) and self.coasting(board, seam, water):
                yield from _landfalls(board, there, arrived)

    def steps(self, board: Board, at: Place) -> frozenset[ProvinceKey]:
        """Return the provinces that a fleet can reach, whatever the coast."""
        return _fleet_faces(board, at, self)

    def ports(self, board: Board, at: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return the waters from which an army in a land province can be taken aboard or put ashore."""
        return _faces_across(board, at, self.embark) | _armies_over_crossings(
            board, at, Terrain.WATER
        )


@cache_on_board
def _faces_across(
    board: Board, at: ProvinceKey, may: Callable[[Board, Dart], bool]
) -> frozenset[ProvinceKey]:
    mesh = board.mesh
    return frozenset(
        mesh.across(dart) for ring in mesh.rings[at] for dart in ring if may(board, dart)
    )


def _armies_over_crossings(
    board: Board, at: ProvinceKey, terrain: Terrain
) -> frozenset[ProvinceKey]:
    """Return the provinces of a kind to which crossings lead an army, or let it go aboard, from land."""
    if not board.crossings or board[at].terrain is not Terrain.LAND or not board[at].passable:
        return frozenset()
    ends = (one.ends for one in board.crossings if one.armies and at in one.ends)
    there = {face for both in ends for face in both} - {at}
    return frozenset(
        face for face in there if board[face].terrain is terrain and board[face].passable
    )


def _fleets_over_crossings(board: Board, at: Place) -> Iterable[Place]:
    """Yield the places to which crossings lead a fleet."""
    for one in board.crossings:
        if not one.fleets or at.province not in one.ends:
            continue
        here = one.ends.index(at.province)
        if not all(board[face].passable and not board[face].iced for face in one.ends):
            continue
        if _is_on_coast(board, at, one.coasts[here]):
            for to in places(board, one.ends[1 - here]):
                if _is_on_coast(board, to, one.coasts[1 - here]):
                    yield to


def _is_on_coast(board: Board, at: Place, label: str) -> bool:
    """Tell whether a fleet can cross from a place: from the coast of a label, from any without one."""
    if not label or not at.coast:
        return True
    return any(coast.borders == at.coast for coast in find(board, at.province, label))


@cache_on_board
def _fleet_places(board: Board, at: Place, passage: Passage) -> frozenset[Place]:
    return frozenset(passage.fleet_steps(board, at))


@cache_on_board
def _fleet_faces(board: Board, at: Place, passage: Passage) -> frozenset[ProvinceKey]:
    return frozenset(place.province for place in passage.fleets(board, at))


def _border_after(board: Board, shore: Dart) -> BorderId:
    """Return the border between the next land and the same water, at the end of a stretch of shore.

    In the water's own ring (which runs the other way) it is the border before this one.
    """
    mesh = board.mesh
    return border_of(mesh.prev[Dart(shore ^ 1)])


def _border_before(board: Board, shore: Dart) -> BorderId:
    mesh = board.mesh
    return border_of(mesh.next[Dart(shore ^ 1)])


def _landfalls(board: Board, face: ProvinceKey, border: BorderId) -> tuple[Place, ...]:
    """Return the place that a fleet comes to across a border: the water, or the coast it belongs to."""
    if board.is_water(face):
        return (Place(face),)
    return tuple(Place(face, coast.borders) for coast in coast_with(board, face, (border,)))


def places(board: Board, face: ProvinceKey) -> tuple[Place, ...]:
    """Return where a fleet can lie in a province: its coasts, or the water itself."""
    if board.is_water(face):
        return (Place(face),)
    return tuple(Place(face, coast.borders) for coast in coasts(board, face))
