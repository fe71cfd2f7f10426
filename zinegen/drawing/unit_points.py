"""Where units stand: in the middle of a province, on one of its coasts, or beside ground too narrow for them.

A counter that is wider than its ground stands off it, where it covers neither a name nor another unit, and
a line leads from it to its ground. So does a fleet whose coast has no room for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
import shapely

from zinegen.board.board import Board
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.drawing.geometry import Outline, Rect, make_polygons, to_point
from zinegen.drawing.placement import FIT, find_label_box, fits, list_inner_points
from zinegen.drawing.symbols import CENTRE, UNIT
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line, Places, Point, is_inside

Array = npt.NDArray[np.float64]

SHORE_DISTANCE = 140
"""How far from the water a fleet stands on a coast, where nobody placed it."""


AFAR = 250
"""A fleet that would be farther than this from its coast stands beside it, with a line to it."""


def find_unit_point(drawn: DrawnMap, place: Place) -> Point:
    """Return where a unit stands: on its coast where its province has several, else in the middle."""
    drawn = drawn.full or drawn
    if _has_coasts(drawn.board, place):
        return find_coast_point(drawn, place)
    return _find_callouts(drawn).get(Place(place.province)) or drawn.places[place.province].unit


def _has_coasts(board: Board, place: Place) -> bool:
    return bool(place.coast) and len(coasts(board, place.province)) > 1


def find_coast_point(drawn: DrawnMap, place: Place) -> Point:
    """Return where a fleet stands on one of several coasts."""
    drawn = drawn.full or drawn
    return _find_callouts(drawn).get(place) or _find_point_ashore(_find_coast(drawn, place))


@dataclass(frozen=True, kw_only=True)
class _Coast:
    """A coast of a province, and all on which it depends where a fleet stands there."""

    rings: Outline
    """Of the province as it is drawn."""
    whole: Outline
    """Of the province as it is where its lines are finest."""
    lines: tuple[Line, ...]
    """The borders that are the coast."""
    given: tuple[Point, ...]
    """Where fleets stand on these borders by the shape."""
    spots: Places
    name: Rect
    """What the province's name covers."""

    @cached_property
    def ground(self) -> shapely.Polygon:
        """The ground of the province."""
        ground: shapely.Polygon = make_polygons([self.whole])[0]
        return ground

    @cached_property
    def shore(self) -> shapely.MultiLineString:
        """The borders as one thing."""
        return shapely.MultiLineString(self.lines)

    def is_ashore(self, at: Point) -> bool:
        """Tell whether a point is on the province's own ground, near the coast, with room for a counter."""
        near = shapely.distance(self.shore, shapely.Point(at)) <= AFAR
        return bool(near) and is_inside(self.rings, at) and fits(self.ground, at)


@cache_on_map
def _find_coast(drawn: DrawnMap, place: Place) -> _Coast:
    face, shape = place.province, drawn.board.current_shape
    return _Coast(
        rings=drawn.outlines[face],
        whole=(drawn.full or drawn).outlines[face],
        lines=tuple([shape.lines[border] for border in place.coast]),
        given=tuple([shape.coasts[one] for one in place.coast if one in shape.coasts]),
        spots=drawn.places[face],
        name=find_label_box(drawn.board, face, drawn.places[face].label),
    )


@lru_cache(maxsize=256)  # of a dozen boards, of which one has most as the other
def _find_point_ashore(coast: _Coast) -> Point:
    """Return the point on a province's own ground where a fleet would stand best on one of several coasts."""
    return next(filter(coast.is_ashore, coast.given), None) or _search_coast(coast)


def _search_coast(coast: _Coast) -> Point:
    """Return the point inside, near the middle of the shore, that is farthest from name and unit."""
    spots, shore = coast.spots, coast.shore
    points, rooms = _list_points_inside(coast.whole)
    if not len(points):
        return spots.unit
    off = shapely.distance(shore, points)
    at = shapely.get_coordinates(points)
    value = -2 * np.maximum(0.0, off - SHORE_DISTANCE - 20) - 3 * np.maximum(0.0, UNIT - rooms)
    value += 3 * np.minimum(shapely.distance(coast.name.area, points), UNIT + 20)
    value += np.minimum(np.hypot(*(at - spots.unit).T), 2 * UNIT)
    if spots.centre:
        value += 3 * np.minimum(np.hypot(*(at - spots.centre).T), UNIT + CENTRE + 10)
    value -= 0.3 * shapely.distance(shore.centroid, points)
    return to_point(at[int(np.argmax(value))])


@lru_cache(maxsize=64)  # those of one province follow each other
def _list_points_inside(rings: Outline) -> tuple[npt.NDArray[np.object_], Array]:
    """Return points along the rim of a province, as far inside it as counters stand, and the room at each.

    Those at which a counter is wider than its ground are left out where there are others.
    """
    ground = make_polygons([rings])[0]
    found = np.array([*list_inner_points(ground, (SHORE_DISTANCE, 110, 85))], dtype=np.float64)
    points = np.asarray(shapely.points(found.reshape(-1, 2)))
    rooms = _measure_rooms(ground, points)
    wide = rooms >= FIT
    return (points[wide], rooms[wide]) if wide.any() else (points, rooms)


def _measure_rooms(ground: shapely.Polygon, points: npt.NDArray[np.object_]) -> Array:
    """Return how far each of many points inside a province is from its rim."""
    corners = [shapely.get_coordinates(ring) for ring in shapely.get_rings(ground)]
    sides = np.vstack([np.stack([one[:-1], one[1:]], axis=1) for one in corners])
    tree = shapely.STRtree(np.asarray(shapely.linestrings(sides)))
    _, rooms = tree.query_nearest(points, return_distance=True, all_matches=False)
    return np.asarray(rooms)


@cache_on_map
def find_leader(drawn: DrawnMap, place: Place, at: Point) -> Point | None:
    """Return where a line must lead from a counter; None where it stands in its place and has room.

    It leads to the coast that the unit is on if its province has several, else to where that is widest.
    """
    board = drawn.board
    face = place.province
    if _has_coasts(board, place):
        coast = _find_coast(drawn, place)
        if coast.is_ashore(at):
            return None
        way = shapely.shortest_line(coast.shore, shapely.Point(at))
        return to_point(way.coords[0])
    stands = is_inside(drawn.outlines[face], at) and fits(drawn.polygons[face], at)
    return None if stands else _find_widest(drawn, face)


def find_ground_point(drawn: DrawnMap, place: Place) -> Point:
    """Return where an arrow to a place ends: where its unit stands, or where a line leads from there."""
    at = find_unit_point(drawn, place)
    return find_leader(drawn, place, at) or at


def _find_widest(drawn: DrawnMap, face: ProvinceKey) -> Point:
    return to_point(shapely.maximum_inscribed_circle(drawn.polygons[face], tolerance=5).coords[0])


FAR = np.arange(300, 1000, 50)
"""How far a counter may stand from the ground that it is led to."""
TURNS = np.exp(1j * math.tau * np.arange(24) / 24)
"""The directions in which it may stand there."""


@cache_on_map
def _find_callouts(drawn: DrawnMap) -> Mapping[Place, Point]:
    """Return where units stand off the ground that is too narrow for them, one after the other."""
    units = np.array([spots.unit for spots in drawn.places.values()], dtype=np.float64)
    found: dict[Place, Point] = {}
    for face, spots in drawn.places.items():
        wide = fits(drawn.polygons[face], spots.unit)
        several = coasts(drawn.board, face)
        for place in (Place(face), *(Place(face, one.borders) for one in several)):
            if not place.coast:
                anchor = None if wide else _find_widest(drawn, face)
            elif len(several) > 1:
                anchor = _find_anchor(_find_coast(drawn, place))
            else:
                anchor = None
            if anchor is not None:
                at = _search_callout(drawn, face, anchor, units)
                found[place] = at
                units = np.vstack([units, at])
    return found


@lru_cache(maxsize=256)
def _find_anchor(coast: _Coast) -> Point | None:
    """Return the middle of a coast on whose own ground a fleet has no room near it."""
    if coast.is_ashore(_find_point_ashore(coast)):
        return None
    longest = max(shapely.get_parts(shapely.line_merge(coast.shore)), key=shapely.length)
    return to_point(shapely.line_interpolate_point(longest, 0.5, normalized=True).coords[0])


def _search_callout(drawn: DrawnMap, face: ProvinceKey, anchor: Point, units: Array) -> Point:
    """Return the point near some ground where a counter covers least of the map: best in open water."""
    board = drawn.board
    steps = (FAR[:, None] * TURNS).ravel()
    spots = np.array(anchor) + np.column_stack([steps.real, steps.imag])
    shape, places = board.current_shape, drawn.places
    rim = np.min([*spots.T, *(np.array([shape.width, shape.height]) - spots).T], axis=0)
    spots, steps = spots[rim > 2 * UNIT], steps[rim > 2 * UNIT]
    points = shapely.points(spots)
    cost = 0.6 * np.abs(steps)
    boxes = np.array([(x.left, x.top, x.right, x.bottom) for x in drawn.name_boxes])
    centres = np.array([one.centre for one in places.values() if one.centre]).reshape(-1, 2)
    for corners, weight, room in (
        (boxes, 4, UNIT + 10),
        (np.hstack([units, units]), 6, 2 * UNIT + 30),
        (np.hstack([centres, centres]), 3, UNIT + CENTRE + 10),
    ):
        beyond = np.maximum(corners[:, None, :2] - spots, spots - corners[:, None, 2:])
        gaps = np.hypot(*np.moveaxis(np.maximum(0.0, beyond), -1, 0))
        cost += weight * np.maximum(0.0, room - gaps).sum(axis=0)
    own = shapely.distance(drawn.polygons[face], points)
    cost += 3 * np.maximum(0.0, UNIT + 80 - own)
    window = shapely.MultiPoint(spots).envelope
    for other, ground in drawn.polygons.items():
        if not shapely.intersects(shapely.envelope(ground), window):
            continue
        within = shapely.contains_xy(ground, spots[:, 0], spots[:, 1])
        if within.any():
            rooms = shapely.distance(ground.boundary, points[within])
            cost[within] += np.maximum(0.0, UNIT + 10 - rooms)
            cost[within] += 0 if board.is_water(other) else 200
    return to_point(spots[int(np.argmin(cost))])


def find_second_point(drawn: DrawnMap, place: Place) -> Point:
    """Return where a dislodged unit stands: beside its conqueror, or half covered by it."""
    given = drawn.places[place.province]
    if given.second is not None and is_inside(drawn.outlines[place.province], given.second):
        return given.second
    return _search_second(drawn, place.province)


@cache_on_map
def _search_second(drawn: DrawnMap, face: ProvinceKey) -> Point:
    given, rings = drawn.places[face], drawn.outlines[face]
    rim = shapely.MultiLineString(rings)
    boxes = drawn.name_boxes
    x, y = find_unit_point(drawn, Place(face))
    best, most = (x + UNIT, y + UNIT), -math.inf
    for far in (300, 250, 205, 160):
        for step in range(24):
            turn = math.tau * step / 24
            at = (round(x + far * math.cos(turn)), round(y + far * math.sin(turn)))
            room = shapely.distance(rim, shapely.Point(at))
            value = min(room if is_inside(rings, at) else -room, UNIT + 10)
            value -= 2 * max(0.0, UNIT + 5 - min(box.distance(at) for box in boxes))
            value -= 0.8 * max(0, 290 - far)
            if given.centre is not None:
                value -= max(0.0, UNIT + CENTRE - math.dist(at, given.centre))
            if value > most:
                best, most = at, value
    return best
