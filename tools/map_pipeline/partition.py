"""One board of many: cells given to provinces, and the borders, rings and outlines that follow.

Lines between cells of one province are dropped; the rest are joined wherever only two meet. What is
left has junctions of three borders only, whatever overlays are on. Points are whole tenths of a
drawing unit here, y down; polygons are in drawing units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shapely import Polygon

from zinegen.errors import ZinegenError
from zinegen.geometry.lines import Spot

TENTHS = 10
"""Whole numbers to a drawing unit."""

OUT = "Out"
"""What lies off the board."""

JOINING_STRAIT = "Mes"
"""The cell between Sicily and the mainland: water where Sicily is a province, else land."""


class NetLine(NamedTuple):
    """A line between two cells, left and right of the walk where y runs up."""

    points: list[Spot]
    left: str
    right: str

    def turned(self) -> NetLine:
        """Return the same line walked the other way."""
        return NetLine(self.points[::-1], self.right, self.left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Net:
    """All lines of the map; the standard province of every cell; the cells of every overlay."""

    lines: list[NetLine]
    cells: dict[str, str]
    overlays: dict[str, list[str]]

    def overlay_names(self) -> list[str]:
        """Return the overlays that are provinces, in the map's order."""
        return [name for name in self.overlays if name != JOINING_STRAIT]


class Coast(NamedTuple):
    """A run of shore: the seas along it, the junctions on it, the numbers of its borders."""

    seas: set[str]
    junctions: set[Spot]
    borders: list[int]


class Turn(NamedTuple):
    """A border in a ring: its number, and whether it is walked forwards."""

    border: int
    forwards: bool


class Partition:
    """The board that arises when some overlays are on."""

    def __init__(
        self, net: Net, on: Iterable[str] = (), moved: Mapping[str, str] | None = None
    ) -> None:
        province = {**net.cells, OUT: OUT}
        for overlay in on:
            province |= dict.fromkeys(net.overlays[overlay], overlay)
        province |= moved or {}
        self.province = province
        kept = [NetLine(p, province[left], province[right]) for p, left, right in net.lines]
        self._lines = [line for line in kept if line.left != line.right]
        self._ends: dict[Spot, list[tuple[int, bool]]] = {}
        for i, line in enumerate(self._lines):
            self._ends.setdefault(line.points[0], []).append((i, True))
            self._ends.setdefault(line.points[-1], []).append((i, False))
        self.degree = {spot: len(ends) for spot, ends in self._ends.items()}
        self.junctions = {spot for spot, degree in self.degree.items() if degree != 2}
        self.borders = self._joined()
        self.provinces = sorted({side for b in self.borders for side in (b.left, b.right)})

    def _joined(self) -> list[NetLine]:
        """Join lines end to end until they run from junction to junction, or close."""
        used: set[int] = set()
        starts = [end for spot in sorted(self.junctions) for end in self._ends[spot]]
        starts += [(i, True) for i in range(len(self._lines))]
        return [self._run(i, forwards, used) for i, forwards in starts if i not in used]

    def _run(self, i: int, forwards: bool, used: set[int]) -> NetLine:  # noqa: FBT001
        line = self._lines[i] if forwards else self._lines[i].turned()
        points = list(line.points)
        used.add(i)
        while points[-1] not in self.junctions:
            onward = [end for end in self._ends[points[-1]] if end[0] not in used]
            if not onward:
                break
            j, along = onward[0]
            more = self._lines[j] if along else self._lines[j].turned()
            if more[1:] != line[1:]:
                raise ZinegenError(f"the provinces beside a border change at {points[-1]}")
            used.add(j)
            points += more.points[1:]
        return NetLine(points, line.left, line.right)

    def rings(self, province: str) -> list[list[Turn]]:
        """Return the rings round a province, it being on the left of every walk (y up).

        No two borders of one ring start at one junction, as all junctions are of three borders.
        """
        start: dict[Spot, Turn] = {}
        for i, border in enumerate(self.borders):
            if border.left == province:
                start[border.points[0]] = Turn(i, forwards=True)
            if border.right == province:
                start[border.points[-1]] = Turn(i, forwards=False)
        out = []
        while start:
            first = at = min(start)
            ring = []
            while at in start:
                turn = start.pop(at)
                ring.append(turn)
                points = self.borders[turn.border].points
                at = points[-1] if turn.forwards else points[0]
            if at != first:
                raise ZinegenError(f"a ring round {province} does not close")
            out.append(ring)
        return out

    def neighbours(self, province: str) -> list[list[str]]:
        """Return who is met on the walk round each ring of a province, in order."""
        return [
            [
                self.borders[t.border].right if t.forwards else self.borders[t.border].left
                for t in ring
            ]
            for ring in self.rings(province)
        ]

    def polygon(self, province: str) -> Polygon:
        """Return a province's outline with its holes, drawing units.

        Raises:
            ZinegenError: the province has no cell on this board, or a ring of it does not close.
        """
        found = sorted(
            (Polygon(self._ring_points(ring)) for ring in self.rings(province)),
            key=lambda polygon: -polygon.area,
        )
        if not found:
            raise ZinegenError(f"{province} is not on this board")
        return Polygon(found[0].exterior, [hole.exterior for hole in found[1:]])

    def _ring_points(self, ring: list[Turn]) -> list[tuple[float, float]]:
        out: list[tuple[float, float]] = []
        for turn in ring:
            points = self.borders[turn.border].points
            points = points if turn.forwards else points[::-1]
            out += [(x / TENTHS, y / TENTHS) for x, y in points[:-1]]
        return out

    def touching(self) -> set[frozenset[str]]:
        """Return every pair of provinces with a common border; the outside counts as one."""
        return {frozenset((border.left, border.right)) for border in self.borders}

    def coasts(self, province: str, is_sea: Callable[[str], bool]) -> list[Coast]:
        """Return the longest runs of borders for which ``is_sea`` holds, ring by ring."""
        out = []
        for ring, sides in zip(self.rings(province), self.neighbours(province), strict=True):
            out += self._runs(ring, sides, is_sea)
        return out

    def _runs(
        self, ring: list[Turn], sides: list[str], is_sea: Callable[[str], bool]
    ) -> list[Coast]:
        dry = next((k for k, side in enumerate(sides) if not is_sea(side)), None)
        if dry is None:
            return [Coast(set(sides), set(), [turn.border for turn in ring])]
        out: list[Coast] = []
        wet = False
        for turn, side in zip(ring[dry:] + ring[:dry], sides[dry:] + sides[:dry], strict=True):
            if is_sea(side):
                if not wet:
                    out.append(Coast(set(), set(), []))
                points = self.borders[turn.border].points
                out[-1].seas.add(side)
                out[-1].junctions.update((points[0], points[-1]))
                out[-1].borders.append(turn.border)
            wet = is_sea(side)
        return out


def standard_coasts(
    board: Partition,
    province: str,
    is_sea: Callable[[str], bool],
    *,
    straits: list[list[str]],
    canals: list[str],
) -> list[Coast]:
    """Return a province's coasts after straits and canals have joined them.

    Ships pass a strait on a border as if it were sea; a canal joins all coasts of its province.
    """

    def passable(side: str) -> bool:
        return is_sea(side) or any({province, side} == set(strait) for strait in straits)

    runs = [
        Coast({side for side in seas if is_sea(side)}, junctions, borders)
        for seas, junctions, borders in board.coasts(province, passable)
    ]
    if province not in canals or len(runs) < 2:
        return runs
    return [
        Coast(
            set().union(*(run.seas for run in runs)),
            set().union(*(run.junctions for run in runs)),
            [border for run in runs for border in run.borders],
        )
    ]


def full_board(net: Net) -> Partition:
    """Return the board with every overlay on, the strait of Sicily being water."""
    return Partition(net, net.overlay_names(), {"Nap/Mes": "TYS"})
