"""What lies between the lines goes along when they move: names, counters, marks, decoration.

Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.draft import Array, Draft, length_of, to_array, to_line
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.redraw.attempts import DrawnEvent, list_affected_faces
from zinegen.geometry.shape import TENTHS, Decoration, DecorationKind, Places, Point, Shape, area_of
from zinegen.geometry.surgery import Surgery

INSIDE = 10.0
"""A counter or name nearer to its province's rim than this (in drawing units) is placed anew."""

SPECK = 2.0
"""A piece of decoration smaller than this, in square units, is left out."""


def move_labels(shape: Shape, outcome: DrawnEvent, surgery: Surgery) -> Shape:
    """Return the drawing with all that lies between its lines moved by the flows of an event.

    Points that have come to lie outside their province, or too near to its rim, go to the middle of
    its widest place; whoever draws may place them better.
    """
    heirs = {old: surgery.heirs(old) for old in shape.coasts}
    spots = _spots(shape)
    after = to_points(outcome.move_points(np.array(spots, dtype=float) / TENTHS))
    at = dict(zip(spots, after, strict=True))
    places = {face: _move_places(known, at) for face, known in shape.places.items()}
    return replace(
        shape,
        places={
            face: _keep_inside(known, outcome.draft.ground(face)) for face, known in places.items()
        },
        coasts={new: at[point] for old, point in shape.coasts.items() for new in heirs[old][:1]},
        decoration=_move_decoration(shape.decoration, outcome, surgery),
    )


def to_points(points: Array) -> list[Point]:
    """Return rows in drawing units as points in whole tenths."""
    return [(x, y) for x, y in np.rint(points * TENTHS).astype(np.int64).tolist()]


def _spots(shape: Shape) -> list[Point]:
    found = {(0, 0): None}
    for known in shape.places.values():
        for point in (known.label.at, known.unit, known.second, known.centre):
            if point is not None:
                found[point] = None
    return list(found | dict.fromkeys(shape.coasts.values()))


def _move_places(known: Places, at: Mapping[Point, Point]) -> Places:
    return Places(
        label=replace(known.label, at=at[known.label.at]),
        unit=at[known.unit],
        second=None if known.second is None else at[known.second],
        centre=None if known.centre is None else at[known.centre],
    )


def _keep_inside(known: Places, ground: Polygon) -> Places:
    """Return places that all lie within a province's ground, a name beside it excepted."""
    points = [known.unit, known.second or known.unit, known.centre or known.unit, known.label.at]
    spots = shapely.points(np.array(points) / TENTHS)
    clear = np.where(shapely.contains(ground, spots), shapely.distance(spots, ground.boundary), 0)
    if clear.min() >= INSIDE or (known.label.beside and clear[:3].min() >= INSIDE / 2):
        return known
    middle = to_points(np.array(shapely.maximum_inscribed_circle(ground, tolerance=1).coords[:1]))[
        0
    ]
    label = known.label
    if clear[3] < INSIDE and not label.beside:
        label = replace(label, at=middle)
    return Places(
        label=label,
        unit=known.unit if clear[0] >= INSIDE else middle,
        second=known.second if clear[1] >= INSIDE else None,
        centre=known.centre if known.centre is None or clear[2] >= INSIDE / 2 else middle,
    )


def _move_decoration(
    pieces: Sequence[Decoration], outcome: DrawnEvent, surgery: Surgery
) -> tuple[Decoration, ...]:
    start = {number: to_array(piece.line) for number, piece in enumerate(pieces)}
    now = outcome.move_lines(start)
    moving = {number for number, line in now.items() if line is not start[number]}
    # An area moves as a whole, by the motion of its middle: pulled long it would look like spikes.
    areas = [n for n in sorted(moving) if pieces[n].kind is not DecorationKind.CANAL]
    middles = np.array([Polygon(start[number]).centroid.coords[0] for number in areas])
    ways = outcome.move_points(middles) - middles if areas else middles
    for number, way in zip(areas, ways, strict=True):
        now[number] = start[number] + np.rint(way * TENTHS) / TENTHS
    cut = set(list_affected_faces(surgery))
    found: list[Decoration] = []
    for number, piece in enumerate(pieces):
        moves, line = number in moving, now[number]
        if not cut.isdisjoint(piece.within) or (
            moves and piece.kind in {DecorationKind.LAKE, DecorationKind.WATER}
        ):
            found += _clip(piece, line, outcome.draft)
        elif moves:
            found += _without_specks(piece, [line])
        else:
            found.append(piece)
    return tuple(found)


def _clip(piece: Decoration, line: Array, draft: Draft) -> list[Decoration]:
    """Return what is left of a piece of decoration on the provinces that it may lie in."""
    room = shapely.union_all([_ground(draft, face) for face in piece.within])
    area = piece.kind is not DecorationKind.CANAL
    shape: BaseGeometry = Polygon(line).buffer(0) if area else LineString(line)
    if room.contains(shape):
        return _without_specks(piece, [line])
    rest = shapely.get_parts(shape.intersection(room))
    kind = Polygon if area else LineString
    parts = [part for part in rest if isinstance(part, kind) and not part.is_empty]
    rings = [ring for part in parts for ring in (_without_holes(part) if area else [part])]
    return _without_specks(piece, [shapely.get_coordinates(ring) for ring in rings])


def _without_specks(piece: Decoration, lines: Sequence[Array]) -> list[Decoration]:
    """Return a piece of decoration along each of some lines, specks left out."""
    area = piece.kind is not DecorationKind.CANAL
    found = []
    for line in lines:
        tenths = to_line(line)
        size = abs(area_of(tenths)) / TENTHS if area else length_of(line) * TENTHS
        if len(tenths) >= (4 if area else 2) and size > SPECK * TENTHS:
            found.append(replace(piece, line=tenths))
    return found


def _without_holes(part: BaseGeometry) -> list[LineString]:
    """Return an area as outlines without holes: it is cut through each of them, from left to right."""
    if not isinstance(part, Polygon) or part.area < SPECK:
        return []
    if not part.interiors:
        return [part.exterior]
    x0, y0, x1, y1 = part.bounds
    middle = part.interiors[0].centroid.y
    halves = (shapely.box(x0, y0, x1, middle), shapely.box(x0, middle, x1, y1))
    return [
        ring
        for half in halves
        for piece in shapely.get_parts(part.intersection(half))
        for ring in _without_holes(piece)
    ]


def _ground(draft: Draft, face: ProvinceKey) -> BaseGeometry:
    return draft.ground(face) if face in draft.mesh.rings else Spot()
