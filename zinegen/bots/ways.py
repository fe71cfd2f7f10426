"""Where units can stand and go on a board, as a graph that is made once a board: the ground of all values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from zinegen.board.board import Board, cache_on_board
from zinegen.board.passage import Passage, Place, places
from zinegen.game.units import FLEETS, Kind, Unit
from zinegen.geometry.mesh import ProvinceKey

Stand: TypeAlias = tuple[Kind, Place]
"""Where a unit of a kind can stand: an army in a province, a fleet on a coast or water."""
Ways: TypeAlias = tuple[tuple[int, ...], ...]
"""The numbers of the stands to which a move leads, together where they are in one province."""

Take: TypeAlias = Callable[[Sequence[int]], tuple[int, ...]]
"""Takes some of the numbers that belong to stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayGraph:
    """Stands by number, and which lead to which."""

    stands: tuple[Stand, ...]
    numbers: Mapping[Stand, int]
    provinces: tuple[ProvinceKey, ...]
    """The province of each stand."""
    ways: tuple[Ways, ...]
    """Of each stand."""
    reached: tuple[tuple[ProvinceKey, ...], ...]
    """The province of each stand, and those to which moves lead."""
    alone: tuple[Take, ...]
    """Takes, of numbers of all stands with a 0 behind them, those of a stand and of others in reach, each the
    only one that is in its province."""
    together: tuple[tuple[int, Ways], ...]
    """Stands from which several in one province can be reached, with these."""

    def number(self, unit: Unit) -> int | None:
        """Return the stand of a unit; None where it stands as none can come to."""
        return self.numbers.get(stand_of(unit))


def stand_of(unit: Unit) -> Stand:
    """Return where a unit stands."""
    if unit.kind in FLEETS:
        return (Kind.FLEET, unit.at)
    return (unit.kind, Place(unit.province))


def way_graph(board: Board, passage: Passage, before: Board | None = None) -> WayGraph:
    """Return where units of all kinds can stand and go on a board.

    ``before`` is a board from which it differs in places: what lies far from these is taken over.
    """
    key = way_graph, passage
    known = board.memo.get(key)
    if known is None:
        known = board.memo[key] = _make_graph(board, passage, before)
    return known  # type: ignore[return-value]


def _make_graph(board: Board, passage: Passage, before: Board | None) -> WayGraph:
    old = None if before is None else way_graph(before, passage)
    on_land = at_sea = frozenset(board.provinces)
    if before is not None:
        on_land, at_sea = _list_affected(board, before)
    stands = _list_stands(board, passage, old, on_land)
    numbers = {stand: number for number, stand in enumerate(stands)}
    provinces = tuple([place.province for _, place in stands])
    # Of an old stand its number now; what leads from far away to one that is gone is itself not far.
    now = [numbers.get(stand, -1) for stand in old.stands] if old else []
    same = len(now) == len(stands) and all(new in {-1, was} for was, new in enumerate(now))
    ways: list[Ways] = []
    alone: list[Take] = []
    reached: list[tuple[ProvinceKey, ...]] = []
    for number, (kind, place) in enumerate(stands):
        if old is None or place.province in (at_sea if kind is Kind.FLEET else on_land):
            there = _group(_list_ways(board, passage, kind, place), numbers)
        elif same:
            ways.append(old.ways[number])
            alone.append(old.alone[number])
            reached.append(old.reached[number])
            continue
        else:
            was = old.ways[old.numbers[kind, place]]
            there = tuple([tuple([now[one] for one in group]) for group in was])
        ways.append(there)
        alone.append(
            itemgetter(number, *[group[0] for group in there if len(group) == 1], len(stands))
        )
        reached.append((place.province, *[provinces[group[0]] for group in there]))
    several = (
        (number, [group for group in own if len(group) > 1]) for number, own in enumerate(ways)
    )
    return WayGraph(
        stands=stands,
        numbers=numbers,
        provinces=provinces,
        ways=tuple(ways),
        reached=tuple(reached),
        alone=tuple(alone),
        together=tuple([(number, tuple(groups)) for number, groups in several if groups]),
    )


def _list_stands(
    board: Board, passage: Passage, old: WayGraph | None, affected: AbstractSet[ProvinceKey]
) -> tuple[Stand, ...]:
    """Return where units can stand; in provinces that are not affected fleets stand as they did before."""
    known: dict[ProvinceKey, list[Stand]] = {}
    for stand in old.stands if old else ():
        if stand[0] is Kind.FLEET and stand[1].province not in affected:
            known.setdefault(stand[1].province, []).append(stand)
    ground = [face for face in board.provinces if board.is_ground(face) and board[face].passable]
    stands: list[Stand] = [(Kind.ARMY, Place(face)) for face in ground]
    for face in board.provinces:
        if face in affected:
            stands += [(Kind.FLEET, place) for place in places(board, face)]
        else:
            stands += known.get(face, ())
    if passage.mutant is not Passage().mutant:
        stands += [(Kind.MUTANT, Place(face)) for face in ground]
    return tuple(stands)


def _list_ways(board: Board, passage: Passage, kind: Kind, place: Place) -> Iterator[Stand]:
    """Yield where a move leads, in the order of places."""
    if kind is Kind.FLEET:
        for to in sorted(passage.fleets(board, place)):
            yield (kind, to)
        return
    faces = passage.armies if kind is Kind.ARMY else passage.mutants
    for face in sorted(faces(board, place.province)):
        yield (kind, Place(face))


def _list_affected(
    board: Board, before: Board
) -> tuple[frozenset[ProvinceKey], frozenset[ProvinceKey]]:
    """Return the provinces from which armies, and those from which fleets, may go elsewhere than before.

    The ways of armies, and coasts, hang on a province, on its borders and what lies behind each, and on the
    waterways through it. A fleet's ways end on coasts of the provinces next to its own.
    """
    rings, old_rings = board.mesh.rings, before.mesh.rings
    reshaped = {face for face, own in rings.items() if old_rings.get(face) != own}
    reshaped |= old_rings.keys() - rings.keys()
    changed = {
        face for face, province in board.provinces.items() if before.provinces.get(face) != province
    }
    changed |= before.provinces.keys() - board.provinces.keys()
    found = {*reshaped, *_add_neighbours(changed, board, before)}
    for here, other in ((board.mesh, before.mesh), (before.mesh, board.mesh)):
        # Behind a border that has come to a province, or left it, lies a province with another neighbour.
        found.update(
            here.across(dart)
            for face in reshaped
            for ring in here.rings.get(face, ())
            for dart in ring
            if other.face.get(dart) != face
        )
    found.update(face for _, faces in _list_marks(board) ^ _list_marks(before) for face in faces)
    found.update(join.province for join in board.joins if join.via in found)
    shores = {face for face in found if _list_places(board, face) != _list_places(before, face)}
    return frozenset(found), frozenset(found | _add_neighbours(shores, board, before))


def _list_places(board: Board, face: ProvinceKey) -> tuple[Place, ...]:
    return places(board, face) if face in board.provinces else ()


def _add_neighbours(
    faces: AbstractSet[ProvinceKey], board: Board, before: Board
) -> set[ProvinceKey]:
    """Return some provinces with all that touch them on one of two boards."""
    found = set(faces)
    for side in (board, before):
        for face in faces & side.mesh.rings.keys():
            found.update(*side.mesh.neighbours(face))
            found.update(*(one.ends for one in side.crossings if face in one.ends))
    return found


@cache_on_board
def _list_marks(board: Board) -> set[tuple[object, tuple[ProvinceKey, ...]]]:
    """Return what lies on a board besides provinces and borders, each with where it is."""
    found: set[tuple[object, tuple[ProvinceKey, ...]]] = set()
    found.update((join, (join.province,)) for join in board.joins)
    found.update((canal, (canal.province,)) for canal in board.canals)
    found.update((crossing, crossing.ends) for crossing in board.crossings)
    found.update((("no armies", ends), ends) for ends in board.no_armies)
    found.update((("rift", ends), ends) for ends in board.rifts)
    found.update((("range", *pair), pair[0]) for pair in board.ranges.items())
    alive = (border for border in board.straits if border in board.mesh)
    found.update((border, tuple(sorted(board.mesh.sides(border)))) for border in alive)
    return found


def _group(stands: Iterable[Stand], numbers: Mapping[Stand, int]) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of stands, together where they are in one province."""
    found: dict[ProvinceKey, list[int]] = {}
    for stand in stands:
        number = numbers.get(stand)
        if number is not None:
            found.setdefault(stand[1].province, []).append(number)
    return tuple(map(tuple, found.values()))
