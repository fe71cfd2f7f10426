"""Nothing untrue in the picture, whatever has become of the map; see `walks` for more of them."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from tests.drawing.walks import list_walked_boards, with_canals
from zinegen.board import Place
from zinegen.board.coasts import coasts
from zinegen.drawing import find_unit_point, make_map, simplify_for_drawing
from zinegen.drawing.off_board.islands import APART
from zinegen.drawing.pieces import draw_units
from zinegen.drawing.position import read_position
from zinegen.drawing.scene import Disc
from zinegen.drawing.symbols import UNIT
from zinegen.drawing.terrain.waterways import REACH, find_canal_course, find_strait_courses
from zinegen.drawing.unit_points import find_leader, find_second_point
from zinegen.geometry import Decoration, DecorationKind, ProvinceKey
from zinegen.redrawing import draw_board


@pytest.fixture(scope="module")
def boards():
    """The maps with a canal wherever there can be one, ready to be drawn."""
    return [simplify_for_drawing(with_canals(board)) for board in list_walked_boards()]


def measure_excursion(course, ground):
    """Return how far a line goes from some ground, in drawing units."""
    points = shapely.points(shapely.get_coordinates(shapely.segmentize(course, 20)))
    return float(np.max(shapely.distance(ground, points))) / 10


def test_canals_stay_in_their_province_and_lead_from_border_to_border(boards):
    drawn = 0
    for board in boards:
        grounds, lines = make_map(board).polygons, board.current_shape.lines
        for canal in board.canals:
            [course] = find_canal_course(make_map(board), canal)
            drawn += 1
            way = shapely.LineString(course)
            assert measure_excursion(way, grounds[canal.province]) <= 6, canal
            for border in canal.terminals:
                assert shapely.distance(way, shapely.LineString(lines[border])) < REACH, canal
        for join in board.joins:
            for course in find_strait_courses(make_map(board), join):
                way = shapely.LineString(course)
                assert measure_excursion(way, grounds[join.province]) <= 6, join
    assert drawn > 60


def test_islands_that_are_no_provinces_keep_clear_of_all_ground(boards):
    for board in boards:
        ground = [area for face, area in make_map(board).polygons.items() if board.is_ground(face)]
        ground += [shapely.Polygon(part[0], part[1:]) for part in make_map(board).beyond]
        islands = shapely.polygons([shapely.linearrings(line) for line in make_map(board).islands])
        assert len(islands) > 30
        assert np.min(shapely.distance(islands, shapely.union_all(ground))) > APART - 2


def test_an_island_near_a_shore_is_moved_and_one_that_lies_on_it_is_cut_or_left_out(start):
    board = simplify_for_drawing(start.board)
    coast = make_map(board).polygons[ProvinceKey("Nwy")]
    x, y = coast.exterior.coords[0]
    shape = board.current_shape
    water = min(
        (face for face in make_map(board).polygons if board.is_water(face)),
        key=lambda face: make_map(board).polygons[face].distance(shapely.Point(x, y)),
    )
    for size, many in ((400, 1), (20, 0)):
        line = shapely.box(x - size, y - size, x + size, y + size).exterior.coords
        one = Decoration(
            kind=DecorationKind.ISLAND,
            line=tuple((round(a), round(b)) for a, b in line),
            within=(water,),
        )
        drawn = make_map(replace(board, shape=replace(shape, decoration=(one,)))).islands
        assert bool(drawn) == bool(many)
        assert all(shapely.distance(shapely.Polygon(ring), coast) > APART - 2 for ring in drawn)


def test_no_counter_stands_wider_than_its_ground_without_a_line_to_it(boards):
    led = 0
    for board in boards:
        for face, ground in make_map(board).polygons.items():
            many = coasts(board, face)
            for place in (
                Place(face),
                *(Place(face, one.borders) for one in many if len(many) > 1),
            ):
                at = find_unit_point(make_map(board), place)
                room = shapely.distance(ground.boundary, shapely.Point(at))
                to = find_leader(make_map(board), place, at)
                if to is None:
                    assert shapely.covers(ground, shapely.Point(at)), place
                    assert room >= UNIT, place
                else:
                    led += 1
                    widest = shapely.maximum_inscribed_circle(ground, tolerance=5).length
                    assert place.coast or widest < UNIT + 10, place
                    assert shapely.covers(shapely.buffer(ground, 1), shapely.Point(to)), place
                    assert UNIT + 20 <= math.dist(at, to) <= 900, place  # seen, not across the map
    assert led < 30


def test_counters_wider_than_their_ground_stand_off_it_clear_of_names_and_units(start):
    """On a map drawn half as large, many are."""
    shape = draw_board(start.board).shape
    lines = {
        border: tuple((x // 2, y // 2) for x, y in line) for border, line in shape.lines.items()
    }
    small = replace(
        shape, width=8300, height=6900, lines=lines, places={}, coasts={}, decoration=()
    )
    board = simplify_for_drawing(replace(start.board, shape=small))
    spots = {face: find_unit_point(make_map(board), Place(face)) for face in make_map(board).places}
    led = {
        face: to
        for face, at in spots.items()
        if (to := find_leader(make_map(board), Place(face), at))
    }
    assert len(led) > 8
    for face, to in led.items():
        at, ground = spots[face], make_map(board).polygons[face]
        assert shapely.distance(ground, shapely.Point(at)) > UNIT
        assert shapely.contains(ground, shapely.Point(to))
        assert min(math.dist(at, spots[one]) for one in spots if one != face) > 2 * UNIT
        assert min(box.distance(at) for box in make_map(board).name_boxes) > 0.8 * UNIT


def test_a_dislodged_unit_that_has_no_room_is_led_to_its_province(boards, driven_out):
    board = boards[-1]
    [lost, *_] = driven_out[0].dislodged.values()
    led = 0
    for face in make_map(board).polygons:
        at = Place(face)
        one = replace(lost, unit=replace(lost.unit, at=at))
        state = replace(driven_out[0], board=board, units={}, dislodged={face: one})
        dots = [
            item
            for item in draw_units(make_map(board), read_position(state)).items
            if isinstance(item, Disc) and item.radius < 50
        ]
        to = find_leader(make_map(board), at, find_second_point(make_map(board), at))
        assert [dot.at for dot in dots] == ([to] if to else [])
        led += to is not None
    assert led > 5
