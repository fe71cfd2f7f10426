"""Bays of a drawing: ground of the outside within the frame, made provinces so that it settles like them.

Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely

from zinegen.geometry.draft import Array, Draft, Mask, signed_area
from zinegen.geometry.mesh import Dart, Face, Mesh, border_of, twin
from zinegen.geometry.relay.frame import corners_between, corners_of, places_of, point_on_frame
from zinegen.geometry.shape import OUTSIDE

Pieces = Mapping[int, tuple[int, ...]]
"""The borders that were cut in pieces, as they follow each other along the even dart."""


def open_bays(draft: Draft) -> tuple[Draft, Pieces]:
    """Return a draft whose outside lies on the frame alone, and the pieces of borders that leave it.

    All other ground of the outside becomes provinces of its own, with a border along the frame.
    """
    cutter = _Cutter(draft, dict(draft.mesh.next), dict(draft.mesh.face), draft.mesh.fresh)
    darts = [dart for ring in draft.mesh.rings[OUTSIDE] for dart in ring]
    on, off = cutter.split(darts)
    mouths = cutter.close(on)
    cutter.name_bays([*mouths, *off])
    mesh = Mesh(next=cutter.next, face=cutter.face, fresh=cutter.fresh)
    return draft.replace_lines(cutter.lines, mesh=mesh), cutter.pieces


@dataclass(slots=True)
class _Cutter:
    """A mesh in the making, whose outside is cut loose from bays."""

    draft: Draft
    next: dict[Dart, Dart]
    face: dict[Dart, Face]
    fresh: int
    lines: dict[int, Array] = field(default_factory=dict)
    """Those that the draft does not have, or has otherwise."""
    pieces: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def split(self, darts: Iterable[Dart]) -> tuple[list[Dart], list[Dart]]:
        """Cut borders where they leave the frame; return the darts that lie on it, and the others."""
        back = dict(self.draft.mesh.prev)
        on: list[Dart] = []
        off: list[Dart] = []
        for dart in darts:
            lies = _on_frame(self.draft.line(dart), self.draft.size)
            cuts = (np.flatnonzero(lies[1:] != lies[:-1]) + 1).tolist()
            found = self._cut(dart, cuts, back) if cuts else [dart]
            for piece, start in zip(found, [0, *cuts], strict=True):
                (on if lies[start] else off).append(piece)
        return on, off

    def _cut(self, dart: Dart, cuts: Sequence[int], back: dict[Dart, Dart]) -> list[Dart]:
        """Cut a border at some of its points, and return its darts one after the other."""
        line, border = self.draft.line(dart), border_of(dart)
        numbers = [border, *range(self.fresh, self.fresh + len(cuts))]
        self.fresh += len(cuts)
        found = [Dart(2 * number + dart % 2) for number in numbers]
        before, after, last = back[twin(dart)], self.next[dart], found[-1]
        for one, two in pairwise(found):
            self.next[one], self.next[twin(two)] = two, twin(one)
            self.face[two], self.face[twin(two)] = self.face[dart], self.face[twin(dart)]
        self.next[last] = after
        self.next[before] = twin(last)
        back[self.next[last]] = last
        for number, (start, stop) in zip(numbers, pairwise([0, *cuts, len(line) - 1]), strict=True):
            course = line[start : stop + 1]
            self.lines[number] = course[::-1] if dart % 2 else course
        self.pieces[border] = tuple(reversed(numbers) if dart % 2 else numbers)
        return found

    def close(self, on: Sequence[Dart]) -> list[Dart]:
        """Lead the outside along the frame past what has left it; return the bays' darts there."""
        if not on:
            return []
        ends = np.array([self.line(dart)[[0, -1]] for dart in on])
        starts, _ = places_of(ends[:, 0], self.draft.size)
        stops, _ = places_of(ends[:, 1], self.draft.size)
        order = np.argsort(starts, kind="stable").tolist()
        back = {after: dart for dart, after in self.next.items()}
        mouths = []
        for one, two in zip(order, [*order[1:], order[0]], strict=True):
            before, after = on[one], on[two]
            if self.next[before] == after:
                continue
            span = float(stops[one]), float(starts[two])
            inner = corners_between(span, self.draft.size)
            mouth = self._add(np.vstack([ends[one, 1], inner, ends[two, 0]]))
            self.next[twin(mouth)], self.next[back[after]] = self.next[before], twin(mouth)
            self.next[before], self.next[mouth] = mouth, after
            mouths.append(twin(mouth))
        return mouths

    def name_bays(self, darts: Iterable[Dart]) -> None:
        """Give each pool of the outside, with the islands in it, a name of its own."""
        rings, seen = [], set[Dart]()
        for dart in darts:
            if dart not in seen:
                ring = [dart]
                while self.next[ring[-1]] != dart:
                    ring.append(self.next[ring[-1]])
                seen.update(ring)
                points = np.vstack([self.line(each)[:-1] for each in ring])
                rings.append((ring, np.vstack([points, points[:1]])))
        pools = [(ring, points) for ring, points in rings if signed_area(points) > 0]
        if rings and not pools:
            pools = [self._surround()]
        grounds = [shapely.Polygon(points) for _, points in pools]
        for number, (ring, _) in enumerate(pools):
            self.face |= dict.fromkeys(ring, Face(f"{OUTSIDE} {number}"))
        for ring, points in rings:
            if signed_area(points) < 0:
                around = np.flatnonzero(shapely.covers(grounds, shapely.Point(points[0]))).tolist()
                number = min(around, key=lambda row: grounds[row].area, default=0)
                self.face |= dict.fromkeys(ring, Face(f"{OUTSIDE} {number}"))

    def _surround(self) -> tuple[list[Dart], Array]:
        """Return a ring along the whole frame, and its course."""
        size = self.draft.size
        corners = np.array([point_on_frame(place, size) for place in corners_of(size)])
        rim = self._add(corners)
        self.next[rim], self.next[twin(rim)] = rim, twin(rim)
        return [twin(rim)], corners

    def line(self, dart: Dart) -> Array:
        """Return the course of a dart."""
        border = border_of(dart)
        line = self.lines[border] if border in self.lines else self.draft.lines[border]
        return line[::-1] if dart % 2 else line

    def _add(self, line: Array) -> Dart:
        """Return the outside's dart of a new border."""
        dart = Dart(2 * self.fresh)
        self.lines[self.fresh] = line
        self.face[dart] = OUTSIDE
        self.fresh += 1
        return dart


def _on_frame(line: Array, size: tuple[float, float]) -> Mask:
    """Tell of each stretch of a line whether it lies on the frame."""
    _, ends = places_of(line, size)
    _, middles = places_of((line[1:] + line[:-1]) / 2, size)
    return np.asarray(ends[1:] & ends[:-1] & middles)
