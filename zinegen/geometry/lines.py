"""From polygons that fill the board to the lines between them, by whole numbers only.

Every polygon is walked with its ground on the left (x right, y up); a step from a to b then knows
the cell on its left, and the step from b to a the one on its right. Lines end where not exactly two
steps meet. There is no tolerance anywhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

import numpy as np
from shapely import Polygon
from shapely.geometry.polygon import orient

Spot: TypeAlias = tuple[int, int]
"""A point in whole numbers of a grid."""

Step: TypeAlias = tuple[Spot, Spot]


Cell = TypeVar("Cell", bound=Hashable)
"""What a polygon is a piece of: any name."""


@dataclass(frozen=True, slots=True)
class CellLine(Generic[Cell]):
    """A line between two cells: its points on the grid, and the cells left and right of the walk."""

    points: list[Spot]
    left: Cell
    right: Cell


def sides(polygons: Sequence[Polygon], cells: Sequence[Cell], grid: float) -> dict[Step, Cell]:
    """Return for every step round every polygon the cell on its left."""
    out: dict[Step, Cell] = {}
    for polygon, cell in zip(polygons, cells, strict=True):
        turned = orient(polygon, 1.0)
        for ring in (turned.exterior, *turned.interiors):
            spots = on_grid(ring.coords[:], grid)
            for a, b in itertools.pairwise(spots):
                if a != b:
                    out[a, b] = cell
    return out


def on_grid(points: Sequence[tuple[float, ...]], grid: float) -> list[Spot]:
    """Return points as whole numbers of grid steps."""
    rounded = np.round(np.asarray(points) / grid).astype(int).tolist()
    return [(x, y) for x, y in rounded]


def lines_between(
    polygons: Sequence[Polygon], cells: Sequence[Cell], grid: float, outside: Cell
) -> list[CellLine[Cell]]:
    """Return the lines of a partition: first those with ends, then closed ones, in a fixed order.

    ``outside`` is what lies beyond all polygons.
    """
    net = _Net(sides(polygons, cells, grid), outside)
    return net.lines()


class _Net(Generic[Cell]):
    """The steps between different cells, each kept in one direction, and who follows whom."""

    def __init__(self, left_of: dict[Step, Cell], outside: Cell) -> None:
        self._beside: dict[Step, tuple[Cell, Cell]] = {}
        for (a, b), left in left_of.items():
            right = left_of.get((b, a), outside)
            if (b, a) not in self._beside and right != left:
                self._beside[a, b] = (left, right)
        self._next: dict[Spot, list[Spot]] = {}
        for a, b in self._beside:
            self._next.setdefault(a, []).append(b)
            self._next.setdefault(b, []).append(a)
        self._walked: set[Step] = set()

    def lines(self) -> list[CellLine[Cell]]:
        ends = sorted(spot for spot, following in self._next.items() if len(following) != 2)
        out = [
            self._walk(spot, following)
            for spot in ends
            for following in sorted(self._next[spot])
            if (spot, following) not in self._walked
        ]
        out += [self._walk(a, b) for a, b in sorted(self._beside) if (a, b) not in self._walked]
        return out

    def _cells(self, a: Spot, b: Spot) -> tuple[Cell, Cell]:
        if (a, b) in self._beside:
            return self._beside[a, b]
        left, right = self._beside[b, a]
        return right, left

    def _walk(self, a: Spot, b: Spot) -> CellLine[Cell]:
        points = [a, b]
        left, right = self._cells(a, b)
        self._walked |= {(a, b), (b, a)}
        while len(self._next[b]) == 2:
            first, second = self._next[b]
            following = second if first == a else first
            if (b, following) in self._walked:
                break
            a, b = b, following
            self._walked |= {(a, b), (b, a)}
            points.append(b)
        return CellLine(points, left, right)
