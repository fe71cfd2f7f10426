"""The part of a map in which an event moves borders: frames of a motion need show no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import shapely
from shapely.geometry.polygon import orient

from zinegen.board.board import Board
from zinegen.drawing import style
from zinegen.drawing.geometry import Outline, Rect, make_polygons, to_point
from zinegen.drawing.scene import Box, Clip
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Point

REACH = max(ink.width or 0 for ink in (*style.LINING, *style.SEA_BORDER)) // 2 + 5
"""How far a line is seen on either side, in tenths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Where frames differ, with what is seen of lines there."""

    seen: Rect

    def define(self, ident: str) -> Clip:
        """Return what frames are cut to."""
        left, top, right, bottom = map(round, self.seen.sides)
        box = Box(at=(left, top), width=right - left, height=bottom - top)
        return Clip(ident=ident, items=(box,))

    def cut(self, outlines: Mapping[ProvinceKey, Outline]) -> dict[ProvinceKey, Outline]:
        """Return of some provinces what is seen, with so much around that no edge shows."""
        found = zip(outlines, make_polygons([*outlines.values()]).tolist(), strict=True)
        around = self.seen.grow(REACH).area
        return {
            face: rings for face, area in found if (rings := _cut(outlines[face], area, around))
        }

    def shows(self, line: Line) -> bool:
        """Tell whether something of a line may be seen."""
        (left, right), (top, bottom) = ((min(one), max(one)) for one in zip(*line, strict=True))
        return self.seen.grow(REACH).overlaps(Rect(left - 1, top - 1, right + 1, bottom + 1))


def find_window(film: Sequence[Board]) -> Window:
    """Return where the frames of an event differ."""
    shapes = [one.current_shape for one in film]
    borders = sorted({border for shape in shapes for border in shape.lines})
    moved = chain.from_iterable(
        _list_moved([shape.lines.get(border, ()) for shape in shapes]) for border in borders
    )
    across, down = zip(*moved, strict=True)
    return Window(seen=Rect(min(across), min(down), max(across), max(down)).grow(REACH))


def _list_moved(lines: Sequence[Line]) -> Iterator[Point]:
    """Yield the points of a border that are not in all frames, and those beside them."""
    if all(line is lines[0] for line in lines):
        return
    common = set.intersection(*map(set, lines))
    for line in lines:
        for number, point in enumerate(line):
            if point not in common:
                yield from line[max(0, number - 1) : number + 2]


def _cut(rings: Outline, area: shapely.Polygon, around: shapely.Polygon) -> Outline:
    if not area.is_valid or around.contains(area):
        return rings
    parts = shapely.get_parts(area.intersection(around))
    return tuple(
        tuple(map(to_point, ring.coords))
        for part in parts
        if isinstance(part, shapely.Polygon)
        for ring in (orient(part).exterior, *orient(part).interiors)
    )
