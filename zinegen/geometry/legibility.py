"""How legible a drawing is: who seems to touch and does not, what is all but cut in two, how round all is.

Worked out for each province once and kept, so that after an event only what it touched costs time.
Lengths are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import ROOM, ROOM_AIMED, Array, simplify_ground
from zinegen.geometry.mesh import Mesh, ProvinceKey
from zinegen.geometry.shape import OUTSIDE, TENTHS, Line, Shape, outline

NEAR = 6.0
"""Strangers nearer than this seem to touch."""

NECK = 8.0
"""A province that comes apart when its rim moves in by half of this has a neck."""

PIECE = 60.0
"""Pieces of a province smaller than this, in square units, are no parts of it."""

EXACT, ROUGH = 0.1, 3.0
"""The largest circle in a province is found as exactly as this; a rough one spares time."""

KEPT = 2048
"""So many measurements of provinces, and of pairs of them, are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Legibility:
    """The measurements of a drawing."""

    strangers: Mapping[tuple[ProvinceKey, ProvinceKey], float]
    """Pairs that do not touch by the rules, and lie nearer than `NEAR`: their distance."""
    necks: tuple[ProvinceKey, ...]
    """The provinces with a neck."""
    compactness: Mapping[ProvinceKey, float]
    """For each province 4 pi times its area by its rim squared: 1 for a circle, nearly 0 for a ribbon."""
    cramped: Mapping[ProvinceKey, float]
    """The provinces without room for a unit: the radius of the largest circle in them."""
    contacts: Mapping[tuple[ProvinceKey, ProvinceKey], float]
    """For each pair that touches the length of all its borders."""

    @property
    def mean_compactness(self) -> float:
        """The mean over all provinces."""
        return sum(self.compactness.values()) / len(self.compactness)

    @property
    def shortest_contact(self) -> float:
        """The length of the borders of the pair that shares least."""
        return min(self.contacts.values())


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """A province's polygon with what is known of it."""

    area: Polygon
    has_neck: bool
    compactness: float
    radius: float
    """Of the largest circle in it, or of another that is no smaller than `ROOM_AIMED`."""


def measure(mesh: Mesh, shape: Shape, *, room: float = ROOM) -> Legibility:
    """Return how legible the drawing of a mesh is; ``room``, up to `ROOM_AIMED`, is what a unit wants."""
    grounds = {
        face: _ground_of(outline(mesh, shape, face)) for face in mesh.rings if face != OUTSIDE
    }
    return Legibility(
        strangers=dict(_find_strangers(mesh, grounds)),
        necks=tuple(face for face, ground in grounds.items() if ground.has_neck),
        compactness={face: ground.compactness for face, ground in grounds.items()},
        cramped={face: one.radius for face, one in grounds.items() if one.radius < room},
        contacts=_measure_contacts(mesh, shape),
    )


@lru_cache(maxsize=KEPT)
def _ground_of(rings: tuple[Line, ...]) -> _Ground:
    rim, *holes = (np.array(ring) / TENTHS for ring in rings)
    area = Polygon(rim, holes)
    shapely.prepare(area)
    return _Ground(area, has_neck(area), measure_compactness(area), _find_radius(area))


def measure_compactness(area: Polygon) -> float:
    """Return 4 pi times the area of a province by its rim squared."""
    return 4 * math.pi * float(area.area) / float(area.length) ** 2


def measure_middles(areas: npt.NDArray[np.object_]) -> Array:
    """Return for some areas how large a circle round their centroid lies in them; 0 where none does."""
    middles = shapely.centroid(areas)
    inside = shapely.contains(areas, middles)
    return np.where(inside, shapely.distance(shapely.boundary(areas), middles), 0.0)


def _find_radius(area: Polygon) -> float:
    middle = float(measure_middles(np.array([area]))[0])
    if middle >= ROOM_AIMED:
        return middle
    rough = find_widest(area, ROUGH).length
    return float(rough if rough >= ROOM_AIMED else find_widest(area).length)


def find_widest(area: Polygon, tolerance: float = EXACT) -> BaseGeometry:
    """Return the radius of the largest circle in a province, as a line from its middle to the rim."""
    return shapely.maximum_inscribed_circle(area, tolerance=tolerance)


def has_neck(area: Polygon, width: float = NECK) -> bool:
    """Tell whether a province comes apart when its rim moves in by half of a width."""
    return len(_cores(area, width)) != 1


def _cores(area: Polygon, width: float = NECK) -> list[BaseGeometry]:
    """Return the pieces that a province comes apart into when its rim moves in by half of a width."""
    core = simplify_ground(area, 0.3).buffer(-width / 2, quad_segs=4)
    return [piece for piece in shapely.get_parts(core) if piece.area > PIECE]


def find_necks(area: Polygon) -> list[BaseGeometry]:
    """Return the shortest ways between the pieces that a province nearly falls into."""
    first, *others = _cores(area) or [area]
    return [shapely.shortest_line(first, other) for other in others]


def _find_strangers(
    mesh: Mesh, grounds: Mapping[ProvinceKey, _Ground]
) -> Iterator[tuple[tuple[ProvinceKey, ProvinceKey], float]]:
    """Yield the pairs nearer to each other than `NEAR` that do not touch, with their distance."""
    faces = list(grounds)
    boxes = shapely.bounds([ground.area for ground in grounds.values()])
    low, high = boxes[:, None, :2] - NEAR, boxes[:, None, 2:] + NEAR
    meet = ((low < boxes[:, 2:]) & (high > boxes[:, :2])).all(axis=2)
    for row, other in zip(*map(np.ndarray.tolist, np.nonzero(np.triu(meet, 1))), strict=True):
        one, two = faces[row], faces[other]
        if two not in mesh.adjacent(one):
            distance = _distance_between(grounds[one], grounds[two])
            if distance < NEAR:
                yield (one, two), distance


@lru_cache(maxsize=KEPT)
def _distance_between(one: _Ground, two: _Ground) -> float:
    """Return how far apart two provinces are; no less than `NEAR` where they are that far."""
    if not shapely.dwithin(one.area, two.area, NEAR):
        return NEAR
    return float(shapely.distance(one.area, two.area))


def _measure_contacts(mesh: Mesh, shape: Shape) -> dict[tuple[ProvinceKey, ProvinceKey], float]:
    lines = [shape.lines[border] for border in mesh.borders]
    points = np.array(list(chain.from_iterable(lines)), dtype=float) / TENTHS
    first = np.cumsum([0, *map(len, lines[:-1])])
    steps = np.append(np.hypot(*np.diff(points, axis=0).T), 0.0)
    steps[first[1:] - 1] = 0.0
    found: dict[tuple[ProvinceKey, ProvinceKey], float] = {}
    for border, length in zip(mesh.borders, np.add.reduceat(steps, first).tolist(), strict=True):
        one, two = sorted(mesh.sides(border))
        if OUTSIDE not in (one, two):
            found[one, two] = found.get((one, two), 0.0) + length
    return found
