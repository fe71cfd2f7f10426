"""Which borders of a map have changed in which seasons, and which provinces their ground."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from zinegen.board.board import OUTSIDE, Board
from zinegen.geometry.mesh import ProvinceKey

Pair = tuple[ProvinceKey, ProvinceKey]
"""Two provinces in alphabetical order."""
Key = TypeVar("Key", Pair, ProvinceKey)


@dataclass(frozen=True, slots=True)
class MapHistory:
    """In which seasons, counted from 0, a map has changed where; what has most often comes first."""

    borders: Mapping[Pair, tuple[int, ...]]
    """By the two provinces that a border lies between: it came, went, or ends elsewhere."""
    grounds: Mapping[ProvinceKey, tuple[int, ...]]
    """By province: it is of another terrain, under ice, or has opened or closed."""


def trace_changes(boards: Sequence[tuple[Board, Board]]) -> MapHistory:
    """Return the changes of a map, given the boards before and after each season."""
    borders: dict[Pair, list[int]] = {}
    grounds: dict[ProvinceKey, list[int]] = {}
    for season, (before, after) in enumerate(boards):
        if before is after:
            continue
        if before.mesh != after.mesh:
            was, now = _list_borders(before), _list_borders(after)
            for pair in was.keys() | now.keys():
                if was.get(pair) != now.get(pair):
                    borders.setdefault(pair, []).append(season)
        for face in before.provinces.keys() | after.provinces.keys():
            if face != OUTSIDE and _describe_ground(before, face) != _describe_ground(after, face):
                grounds.setdefault(face, []).append(season)
    return MapHistory(borders=_sort(borders.items()), grounds=_sort(grounds.items()))


def _sort(found: Iterable[tuple[Key, list[int]]]) -> Mapping[Key, tuple[int, ...]]:
    most_first = sorted(found, key=lambda one: (-len(one[1]), one[0]))
    return {key: tuple(seasons) for key, seasons in most_first}


def _list_borders(board: Board) -> Mapping[Pair, Sequence[tuple[ProvinceKey, ...]]]:
    """Return the provinces at the ends of all borders, by the two that each lies between."""
    found: dict[Pair, list[tuple[ProvinceKey, ...]]] = {}
    for border in board.mesh.borders:
        one, other = sorted(board.mesh.sides(border))
        if OUTSIDE not in {one, other} and one != other:
            ends = tuple(sorted(board.mesh.ends(border) or ()))
            found.setdefault((one, other), []).append(ends)
    return {pair: sorted(ends) for pair, ends in found.items()}


def _describe_ground(board: Board, face: ProvinceKey) -> tuple[object, ...]:
    province = board.provinces.get(face)
    return (province.terrain, province.iced, province.passable) if province is not None else ()
