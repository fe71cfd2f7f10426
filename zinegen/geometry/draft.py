"""A shape in the making: lines as arrays of drawing units, ground as polygons, and checks of both.

Arrays are never changed in place, so drafts share the lines and polygons they have in common.

Four things together mean that drawn adjacency is adjacency of the mesh: every line runs between the
junctions of its border; every province is one valid polygon whose rings turn the right way; so is
the ground outside; no border is too short to be seen. That no two provinces overlap and none leaves
a gap need not be asked: each line is walked once either way, so the windings of all outlines add up
to one everywhere on the board, and where each of them is nought or one, just one of them is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of
from zinegen.geometry.shape import OUTSIDE, TENTHS, Line, Shape

Array = npt.NDArray[np.float64]
"""Points as rows of x and y, in drawing units."""

Mask = npt.NDArray[np.bool_]
"""One truth value a point."""

Rows = npt.NDArray[np.int_]
"""Numbers of rows."""

ROOM = 13.0
"""Every province keeps room for a circle of this radius: a unit's counter."""

ROOM_AIMED = ROOM + 0.2
"""What is drawn is given a little more: the largest circle is only found to within as much."""

Motion = Callable[[Array], Array]
"""Where points in drawing units go when the ground moves."""

LOOSE = 0.01
"""Ends of lines that are farther apart do not meet, in drawing units."""

MARGIN = 60.0
"""How much of the ground outside the frame is looked at, in drawing units."""


def to_array(line: Line) -> Array:
    """Return a line in tenths as an array in drawing units."""
    return np.array(line, dtype=np.float64) / TENTHS


def to_line(points: Array) -> Line:
    """Return an array in drawing units as a line in whole tenths, without doubled points."""
    return tuple((x, y) for x, y in _to_tenths(points).tolist())


def round_line(points: Array) -> Array:
    """Return a line as it will be once it is rounded to tenths."""
    return np.asarray(_to_tenths(points) / TENTHS)


def _to_tenths(points: Array) -> npt.NDArray[np.int64]:
    tenths = np.rint(points * TENTHS).astype(np.int64)
    keep = np.ones(len(tenths), dtype=bool)
    keep[1:] = (tenths[1:] != tenths[:-1]).any(axis=1)
    if np.count_nonzero(keep) < 2:
        keep[-1] = True
    return tenths[keep]


def length_of(points: Array) -> float:
    """Return the length of a line in drawing units."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


@dataclass(frozen=True, kw_only=True)
class Draft:
    """Lines for a mesh, not yet rounded and not yet checked."""

    mesh: Mesh
    lines: Mapping[BorderId, Array]
    width: float
    """In drawing units, as the height."""
    height: float
    _ground: dict[ProvinceKey, Polygon] = field(default_factory=dict, repr=False, compare=False)
    _boxes: dict[BorderId, Array] = field(default_factory=dict, repr=False, compare=False)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the board."""
        return self.width, self.height

    def line(self, dart: Dart) -> Array:
        """Return the course of a border as this side of it runs."""
        points = self.lines[border_of(dart)]
        return points[::-1] if dart % 2 else points

    def ring(self, ring: tuple[Dart, ...]) -> Array:
        """Return a ring of darts as a closed line."""
        pieces = [self.line(dart)[:-1] for dart in ring]
        return np.vstack([*pieces, pieces[0][:1]])

    def is_closed(self, ring: tuple[Dart, ...]) -> bool:
        """Tell whether each line of a ring ends where the next begins."""
        ends = [(line[0], line[-1]) for line in map(self.line, ring)]
        return all(
            abs(end[0] - start[0]) < LOOSE and abs(end[1] - start[1]) < LOOSE
            for (_, end), (start, _) in zip(ends, [*ends[1:], ends[0]], strict=True)
        )

    def ground(self, face: ProvinceKey) -> Polygon:
        """Return a province's polygon; that of the outside is a frame round the whole board."""
        if face not in self._ground:
            rings = [self.ring(ring) for ring in self.mesh.rings[face]]
            if face == OUTSIDE:
                rings.append(np.array(self.around().exterior.coords))
            rings.sort(key=signed_area, reverse=True)
            self._ground[face] = Polygon(rings[0], rings[1:])
        return self._ground[face]

    def around(self) -> Polygon:
        """Return the board with a margin all round."""
        return shapely.box(-MARGIN, -MARGIN, self.width + MARGIN, self.height + MARGIN)

    def box(self, border: BorderId) -> Array:
        """Return the least and greatest x and y of a border: [[x, y], [x, y]]."""
        if border not in self._boxes:
            points = self.lines[border]
            self._boxes[border] = np.array([points.min(axis=0), points.max(axis=0)])
        return self._boxes[border]

    def changed_lines(self, before: Draft) -> dict[BorderId, Array]:
        """Return the lines that are not the very ones of a draft before."""
        return {
            border: line
            for border, line in self.lines.items()
            if before.lines.get(border) is not line
        }

    def replace_lines(
        self,
        lines: Mapping[BorderId, Array],
        *,
        mesh: Mesh | None = None,
        gone: tuple[BorderId, ...] = (),
    ) -> Draft:
        """Return the draft with some lines as given, some gone, and perhaps for another mesh."""
        after = mesh or self.mesh
        touched = {
            face
            for border in (*lines, *gone)
            for known in (self.mesh, after)
            if border in known
            for face in known.sides(border)
        }
        kept = {number: line for number, line in self.lines.items() if number not in gone}
        return Draft(
            mesh=after,
            lines=kept | dict(lines),
            width=self.width,
            height=self.height,
            _ground={face: area for face, area in self._ground.items() if face not in touched},
            _boxes={
                number: box
                for number, box in self._boxes.items()
                if number not in lines and number not in gone
            },
        )


def simplify_ground(ground: Polygon, tolerance: float) -> Polygon:
    """Return a province's ground with fewer points, none of its lines farther off than a tolerance."""
    for keep in (False, True):
        # The quick way may make lines cross, or lose all of it.
        plain: BaseGeometry = shapely.simplify(ground, tolerance, preserve_topology=keep)
        if isinstance(plain, Polygon) and plain.is_valid and not plain.is_empty:
            return plain
    return ground


def signed_area(ring: Array) -> float:
    """Return the area inside a closed line; negative for the rim of a hole."""
    x, y = ring[:, 0], ring[:, 1]
    return float((x[:-1] * y[1:] - x[1:] * y[:-1]).sum()) / 2


def is_sound(draft: Draft, face: ProvinceKey) -> bool:
    """Tell whether a province is drawn as one piece: its lines do not cross, its holes lie inside."""
    rings = [draft.ring(ring) for ring in draft.mesh.rings[face]]
    if min(map(len, rings)) < 4 or not all(map(draft.is_closed, draft.mesh.rings[face])):
        return False
    if sum(signed_area(ring) > 0 for ring in rings) != (0 if face == OUTSIDE else 1):
        return False
    ground = draft.ground(face)
    return bool(ground.is_valid) and all(
        shapely.disjoint(ground.exterior, hole) for hole in ground.interiors
    )


SHORTEST = 8.0
"""No border may be shorter than this, in drawing units."""


def check(mesh: Mesh, shape: Shape) -> list[str]:
    """Return the faults of a drawing; none when it shows the mesh and nothing else."""
    if set(shape.lines) != set(mesh.borders):
        missing = sorted(set(mesh.borders) - set(shape.lines))
        extra = sorted(set(shape.lines) - set(mesh.borders))
        return [
            *(f"{_describe_border(mesh, number)} has no line" for number in missing),
            *(f"there is a line for {number}, which is no border" for number in extra),
        ]
    found = _loose_ends(mesh, shape) or _off_board(shape)
    if found:
        return found
    draft = draft_of(mesh, shape)
    return [
        *(fault for face in mesh.rings for fault in faults_of(draft, face)),
        *(
            f"{_describe_border(mesh, number)} is only {length:.1f} long"
            for number in mesh.borders
            if (length := length_of(draft.lines[number])) < SHORTEST
        ),
    ]


def draft_of(mesh: Mesh, shape: Shape) -> Draft:
    """Return a shape as a draft."""
    width, height = to_array(((0, 0), (shape.width, shape.height)))[1]
    return Draft(
        mesh=mesh,
        lines={number: to_array(shape.lines[number]) for number in sorted(shape.lines)},
        width=float(width),
        height=float(height),
    )


def faults_of(draft: Draft, face: ProvinceKey) -> list[str]:
    """Return the faults of the polygon of one province."""
    if is_sound(draft, face):
        return []
    ground = draft.ground(face)
    why = "" if ground.is_valid else f": {shapely.is_valid_reason(ground)}"
    what = "the ground outside" if face == OUTSIDE else face
    return [f"{what} is not drawn as one piece{why}"]


def _describe_border(mesh: Mesh, border: BorderId) -> str:
    return f"border {border} ({'|'.join(mesh.sides(border))})"


def _loose_ends(mesh: Mesh, shape: Shape) -> list[str]:
    found = [
        f"{_describe_border(mesh, number)} has no length"
        for number in mesh.borders
        if len(shape.lines[number]) < 2
    ]
    if found:
        return found
    for dart in sorted(mesh.next):
        after = Dart(mesh.next[dart])
        if shape.line(dart)[-1] != shape.line(after)[0]:
            found.append(
                f"{_describe_border(mesh, border_of(dart))} does not end where "
                f"{_describe_border(mesh, border_of(after))} begins"
            )
    return found


def _off_board(shape: Shape) -> list[str]:
    return [
        f"border {number} leaves the board"
        for number, line in sorted(shape.lines.items())
        if not all(0 <= x <= shape.width and 0 <= y <= shape.height for x, y in line)
    ]
