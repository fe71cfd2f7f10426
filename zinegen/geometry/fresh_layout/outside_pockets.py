"""Bays of a drawing: ground of the outside within the frame, made provinces so that it settles like them.

Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely

from zinegen.geometry.draft import Array, Draft, Mask, signed_area
from zinegen.geometry.fresh_layout.frame import (
    Cutter,
    Pieces,
    corners_between,
    corners_of,
    places_of,
    point_on_frame,
)
from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of, twin
from zinegen.geometry.shape import OUTSIDE


def open_bays(draft: Draft) -> tuple[Draft, Pieces]:
    """Return a draft whose outside lies on the frame alone, and the pieces of borders that leave it.

    All other ground of the outside becomes provinces of its own, with a border along the frame.
    """
    mesh = draft.mesh
    cutter = Cutter(next=dict(mesh.next), face=dict(mesh.face), fresh=mesh.fresh)
    drawing = _Drawing(draft, cutter)
    on, off = drawing.split(dart for ring in mesh.rings[OUTSIDE] for dart in ring)
    if on:
        drawing.name_bays([*drawing.close(on), *off])
    else:
        drawing.surround()
    framed = Mesh(next=cutter.next, face=cutter.face, fresh=cutter.fresh)
    return draft.replace_lines(drawing.lines, mesh=framed), cutter.pieces


@dataclass(slots=True)
class _Drawing:
    """A drawing whose outside is cut loose from bays."""

    draft: Draft
    cutter: Cutter
    lines: dict[BorderId, Array] = field(default_factory=dict)
    """Those that the draft does not have, or has otherwise."""

    def split(self, darts: Iterable[Dart]) -> tuple[list[Dart], list[Dart]]:
        """Cut borders where they leave the frame; return the darts that lie on it, and the others."""
        on: list[Dart] = []
        off: list[Dart] = []
        for dart in darts:
            line = self.draft.line(dart)
            lies = _on_frame(line, self.draft.size)
            marks = [0, *(np.flatnonzero(lies[1:] != lies[:-1]) + 1).tolist(), len(line) - 1]
            pieces = [dart]
            for _ in marks[1:-1]:
                pieces.append(self.cutter.cut_border(pieces[-1], after=True))
            for piece, (start, stop) in zip(pieces, pairwise(marks), strict=True):
                (on if lies[start] else off).append(piece)
                if len(pieces) > 1:
                    course = line[start : stop + 1]
                    self.lines[border_of(piece)] = course[::-1] if dart % 2 else course
        return on, off

    def close(self, on: Sequence[Dart]) -> list[Dart]:
        """Lead the outside along the frame past what has left it; return the bays' darts there."""
        ends = np.array([self._line(dart)[[0, -1]] for dart in on])
        starts, _ = places_of(ends[:, 0], self.draft.size)
        stops, _ = places_of(ends[:, 1], self.draft.size)
        order = np.argsort(starts, kind="stable").tolist()
        after = self.cutter.next
        back = {dart: before for before, dart in after.items()}
        mouths = []
        for one, two in zip(order, [*order[1:], order[0]], strict=True):
            leaving, coming = on[one], on[two]
            if after[leaving] == coming:
                continue
            span = float(stops[one]), float(starts[two])
            inner = corners_between(span, self.draft.size)
            mouth = self.cutter.add_border(OUTSIDE)
            self.lines[border_of(mouth)] = np.vstack([ends[one, 1], inner, ends[two, 0]])
            after[twin(mouth)], after[back[coming]] = after[leaving], twin(mouth)
            after[leaving], after[mouth] = mouth, coming
            mouths.append(twin(mouth))
        return mouths

    def name_bays(self, darts: Iterable[Dart]) -> None:
        """Give each pool of the outside, with the islands in it, a name of its own."""
        rings, seen = [], set[Dart]()
        for dart in darts:
            if dart not in seen:
                ring = self.cutter.ring(dart)
                seen.update(ring)
                points = np.vstack([self._line(each)[:-1] for each in ring])
                rings.append((ring, np.vstack([points, points[:1]])))
        pools = [shapely.Polygon(points) for _, points in rings if signed_area(points) > 0]
        numbers = iter(range(len(pools)))
        for ring, points in rings:
            if signed_area(points) > 0:
                number = next(numbers)
            else:
                around = np.flatnonzero(shapely.covers(pools, shapely.Point(points[0]))).tolist()
                number = min(around, key=lambda row: pools[row].area)
            self.cutter.face |= dict.fromkeys(ring, ProvinceKey(f"{OUTSIDE} {number + 1}"))

    def surround(self) -> None:
        """Make one bay of all ground outside, which goes round the whole map."""
        size = self.draft.size
        rim = self.cutter.surround(0.0)
        frame = [point_on_frame(place, size) for place in corners_of(size)]
        self.lines[border_of(rim)] = np.array(frame)

    def _line(self, dart: Dart) -> Array:
        border = border_of(dart)
        line = self.lines[border] if border in self.lines else self.draft.lines[border]
        return line[::-1] if dart % 2 else line


def _on_frame(line: Array, size: tuple[float, float]) -> Mask:
    """Tell of each stretch of a line whether it lies on the frame."""
    _, ends = places_of(line, size)
    _, middles = places_of((line[1:] + line[:-1]) / 2, size)
    return np.asarray(ends[1:] & ends[:-1] & middles)
