"""Where units stand: in the middle of their province, on one of its coasts, beside a conqueror."""

from __future__ import annotations

import math

import shapely

from zinegen.board.board import Board, cache_on_board
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.drawing.geometry import apart, outlines
from zinegen.drawing.labels.placement import inner_points, label_box, label_boxes, places
from zinegen.drawing.layers.counters import CENTRE, UNIT
from zinegen.drawing.simplify import province_polygons
from zinegen.geometry.containment import is_inside
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Point

SHORE_DISTANCE = 140
"""How far from the water a fleet stands on a coast, where nobody placed it."""


def unit_point(board: Board, place: Place) -> Point:
    """Return where a unit stands: on its coast where its province has several, else in the middle."""
    if place.coast and len(coasts(board, place.province)) > 1:
        return coast_point(board, place)
    return places(board)[place.province].unit


@cache_on_board
def coast_point(board: Board, place: Place) -> Point:
    """Return where a fleet stands on one of several coasts."""
    shape = board.current_shape
    rings = outlines(board)[place.province]
    for border in place.coast:
        at = shape.coasts.get(border)
        if at is not None and is_inside(rings, at):
            return at
    return _search_coast(board, place)


def _search_coast(board: Board, place: Place) -> Point:
    """Return the point inside, near the middle of the shore, that is farthest from name and unit."""
    shape = board.current_shape
    spots = places(board)[place.province]
    box = label_box(board, place.province, spots.label)
    shore = shapely.MultiLineString([shape.lines[border] for border in place.coast])
    best, most = spots.unit, -math.inf
    ground = province_polygons(board)[place.province]
    middle = shore.centroid
    for at in inner_points(ground, (SHORE_DISTANCE, 110, 85)):
        off = shapely.distance(shore, shapely.Point(at))
        room = shapely.distance(ground.boundary, shapely.Point(at))
        value = (
            -2 * max(0.0, off - SHORE_DISTANCE - 20)
            - 3 * max(0.0, UNIT - room)
            + 3 * min(box.distance(at), UNIT + 20)
            + min(apart(at, spots.unit), 2 * UNIT)
            + (3 * min(apart(at, spots.centre), UNIT + CENTRE + 10) if spots.centre else 0)
            - 0.3 * shapely.distance(middle, shapely.Point(at))
        )
        if value > most:
            best, most = at, value
    return best


def second_point(board: Board, place: Place) -> Point:
    """Return where a dislodged unit stands: beside its conqueror, or half covered by it."""
    given = places(board)[place.province]
    if given.second is not None and is_inside(outlines(board)[place.province], given.second):
        return given.second
    return _second(board, place.province)


@cache_on_board
def _second(board: Board, face: Face) -> Point:
    given = places(board)[face]
    rings = outlines(board)[face]
    rim = shapely.MultiLineString(rings)
    boxes = label_boxes(board)
    x, y = given.unit
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
                value -= max(0.0, UNIT + CENTRE - apart(at, given.centre))
            if value > most:
                best, most = at, value
    return best
