"""Where units can stand and go on a board, as a graph that is made once a board: the ground of all values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from zinegen.board.board import OUTSIDE, Board
from zinegen.board.passage import Passage, Place, places
from zinegen.game.units import FLEETS, Kind, Unit
from zinegen.geometry.mesh import ProvinceKey

Stand: TypeAlias = tuple[Kind, Place]
"""Where a unit of a kind can stand: an army in a province, a fleet on a coast or water."""
Ways: TypeAlias = tuple[tuple[int, ...], ...]
"""The numbers of the stands to which a move leads, together where they are in one province."""

Neighbours: TypeAlias = tuple[Callable[[Sequence[int]], tuple[int, ...]], Ways]
"""What takes the numbers of those stands that are alone in their provinces, and the others, by provinces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayGraph:
    """Stands by number, and which lead to which."""

    stands: tuple[Stand, ...]
    numbers: Mapping[Stand, int]
    provinces: tuple[ProvinceKey, ...]
    """The province of each stand."""
    ways: tuple[Ways, ...]
    """Of each stand."""
    neighbours: tuple[Neighbours, ...]
    """The same for sums of numbers, one of each stand, with a 0 behind them."""

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
    near = set(board.provinces) if before is None else _list_affected(board, before)
    known: dict[ProvinceKey, list[Stand]] = {}
    for stand in old.stands if old else ():
        if stand[0] is Kind.FLEET and stand[1].province not in near:
            known.setdefault(stand[1].province, []).append(stand)
    ground = [face for face in board.provinces if board.is_ground(face) and board[face].passable]
    stands: list[Stand] = [(Kind.ARMY, Place(face)) for face in ground]
    for face in board.provinces:
        if face in near:
            stands += [(Kind.FLEET, place) for place in places(board, face)]
        else:
            stands += known.get(face, ())
    if passage.mutant is not Passage().mutant:
        stands += [(Kind.MUTANT, Place(face)) for face in ground]
    numbers = {stand: number for number, stand in enumerate(stands)}
    # Of an old stand its number now; what leads from far away to one that is gone is itself not far.
    now = [numbers.get(stand, -1) for stand in old.stands] if old else []
    ways: list[Ways] = []
    for kind, place in stands:
        if old is None or place.province in near:
            ways.append(_group(_list_ways(board, passage, kind, place), numbers))
        else:
            there = old.ways[old.numbers[kind, place]]
            ways.append(tuple(tuple(now[one] for one in group) for group in there))
    return WayGraph(
        stands=tuple(stands),
        numbers=numbers,
        provinces=tuple(place.province for _, place in stands),
        ways=tuple(ways),
        neighbours=tuple(_part(one, len(stands)) for one in ways),
    )


def _part(ways: Ways, nothing: int) -> Neighbours:
    """Return the ways of a stand in the form that sums want; the number of what counts nothing fills up."""
    alone = [group[0] for group in ways if len(group) == 1]
    return itemgetter(*alone, nothing, nothing), tuple(group for group in ways if len(group) > 1)


def _list_ways(board: Board, passage: Passage, kind: Kind, place: Place) -> Iterator[Stand]:
    """Yield where a move leads, in the order of places."""
    if kind is Kind.FLEET:
        for to in sorted(passage.fleets(board, place)):
            yield (kind, to)
        return
    faces = passage.armies if kind is Kind.ARMY else passage.mutants
    for face in sorted(faces(board, place.province)):
        yield (kind, Place(face))


def _list_affected(board: Board, before: Board) -> set[ProvinceKey]:
    """Return the provinces from which, or to which, ways may differ between two boards.

    Who can go where hangs on a province and those two steps around: a coast is what waters lie beyond its
    borders, and a fleet goes along it to the coasts of the next province.
    """
    found = {
        face
        for face, province in board.provinces.items()
        if before.provinces.get(face) != province
        or before.mesh.rings.get(face) != board.mesh.rings.get(face)
    }
    found |= before.provinces.keys() - board.provinces.keys()
    found.update(face for _, faces in _list_marks(board) ^ _list_marks(before) for face in faces)
    found.update(join.province for join in board.joins if join.via in found)
    for _ in range(2):
        found -= {OUTSIDE}
        found.update(
            *(
                side.touching(face)
                for side in (board, before)
                for face in tuple(found)
                if face in side.mesh.rings
            )
        )
    return found


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
