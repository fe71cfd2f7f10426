"""From a net of lines to a mesh and its shape: how a map file becomes a map.

An *arc* is a piece of line that knows the provinces on both its sides. Arcs are joined wherever
only two meet, so that junctions of three borders are left; the order of borders round a junction
follows from the provinces alone, and no coordinate is ever compared with a tolerance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zinegen.errors import MapError
from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, require_valid, twin
from zinegen.geometry.shape import Line, Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """A piece of line between two provinces."""

    right: ProvinceKey
    """The province on the right hand of the walk, as seen on the map (y runs down)."""
    left: ProvinceKey
    line: Line

    def reverse(self) -> Arc:
        """Return the same piece, walked the other way."""
        return Arc(right=self.left, left=self.right, line=self.line[::-1])


def trace(arcs: Iterable[Arc]) -> tuple[Mesh, dict[BorderId, Line]]:
    """Return the mesh that a net of arcs describes, and the line of every border.

    Arcs with one province on both sides are dropped. Borders are numbered in the order of their
    first arc, and the even dart runs as that arc does. Raises MapError when other than two or three
    arcs meet at a point, or when what they describe is no whole map.
    """
    pieces = [arc for arc in arcs if arc.right != arc.left]
    ends = _ends(pieces)
    used: set[int] = set()
    borders = [
        _grow(pieces, ends, number, used) for number in range(len(pieces)) if number not in used
    ]
    junctions = {point for point, there in ends.items() if len(there) == 3}
    return _mesh(borders, junctions), {
        BorderId(number): arc.line for number, arc in enumerate(borders)
    }


def _ends(pieces: Sequence[Arc]) -> dict[Point, list[int]]:
    """Return for every end point the arcs that end there, an arc that closes on itself twice."""
    ends: dict[Point, list[int]] = {}
    for number, arc in enumerate(pieces):
        for point in (arc.line[0], arc.line[-1]):
            ends.setdefault(point, []).append(number)
    for (x, y), there in ends.items():
        if len(there) not in {2, 3}:
            message = f"{len(there)} lines meet at ({x}, {y}), where two or three should"
            raise MapError(message)
    return ends


def _grow(pieces: Sequence[Arc], ends: dict[Point, list[int]], number: int, used: set[int]) -> Arc:
    """Return the border that an arc is a part of, and mark its arcs as used."""
    used.add(number)
    arc = _extend(pieces, ends, pieces[number], used)
    return _extend(pieces, ends, arc.reverse(), used).reverse()


def _extend(pieces: Sequence[Arc], ends: dict[Point, list[int]], arc: Arc, used: set[int]) -> Arc:
    """Return an arc with all others added that follow at its end, as far as a junction."""
    line = list(arc.line)
    while line[-1] != line[0] and len(ends[line[-1]]) == 2:
        (following,) = (number for number in ends[line[-1]] if number not in used)
        used.add(following)
        piece = pieces[following]
        line += (piece if piece.line[0] == line[-1] else piece.reverse()).line[1:]
    return Arc(right=arc.right, left=arc.left, line=tuple(line))


def _mesh(borders: Sequence[Arc], junctions: set[Point]) -> Mesh:
    """Return the mesh: behind a dart comes the one of its province that starts where it ends."""
    faces: dict[Dart, ProvinceKey] = {}
    starts: dict[tuple[Point, ProvinceKey], Dart] = {}
    goals: dict[Dart, Point] = {}
    for number, arc in enumerate(borders):
        dart = Dart(2 * number)
        for here, walk in ((dart, arc), (twin(dart), arc.reverse())):
            faces[here] = walk.right
            goals[here] = walk.line[-1]
            if walk.line[0] in junctions:
                starts[walk.line[0], walk.right] = here
    following = {
        dart: starts.get((goal, faces[dart]), dart) if goal in junctions else dart
        for dart, goal in goals.items()
    }
    return require_valid(Mesh(next=following, face=faces, fresh=BorderId(len(borders))))
