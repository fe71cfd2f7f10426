"""Maps that nobody here drew come out as their own ``.map`` files say."""

from itertools import combinations

import shapely

from tests.maps.conftest import imported, own_map
from tests.maps.foreign_maps import key_of, provinces, the_map
from zinegen.board import OUTSIDE, Passage, places
from zinegen.board.coasts import coasts, find_printed_label
from zinegen.drawing import make_map, simplify_for_drawing
from zinegen.drawing.lettering import width
from zinegen.drawing.placement import cut_of
from zinegen.drawing.scene import Sight
from zinegen.drawing.short_names import (
    CAPITAL,
    FLOOR,
    find_middles,
    find_size_on,
    plan_without_lines,
)
from zinegen.geometry import ProvinceKey
from zinegen.geometry.draft import check

WAYS = Passage()


def in_play(board):
    return [face for face in board.provinces if face != OUTSIDE and board[face].passable]


def loc(board, place):
    """Return a place as the ``.map`` file writes it."""
    short = place.province.upper()
    if not place.coast:
        return short
    (coast,) = (one for one in coasts(board, place.province) if one.borders == place.coast)
    label = find_printed_label(board, coast)
    return f"{short}/{label.upper()}" if label else short


def test_provinces_terrain_centres_homes_and_units_are_those_of_the_file(name):
    its, own = the_map(name), own_map(name)
    board = own.board
    assert sorted(face.upper() for face in in_play(board)) == provinces(name)
    for short in provinces(name):
        face = ProvinceKey(key_of(name, short))
        assert board[face].centre == (short in its.scs)
        assert board.is_water(face) == (its.area_type(short) == "WATER")
    for power in own.start.powers:
        homes = {face.upper() for face in board.home_centres(power)}
        assert homes == set(its.homes[power.upper()])


def test_the_coasts_are_those_of_the_file(name):
    its, board = the_map(name), own_map(name).board
    for face in in_play(board):
        if board.is_ground(face):
            mine = {loc(board, place) for place in places(board, face)}
            fleets = {one for one in its.loc_coasts[face.upper()] if its.is_valid_unit(f"F {one}")}
            assert mine == fleets


def test_armies_reach_what_the_file_lets_them_reach(name):
    its, board = the_map(name), own_map(name).board
    for face in in_play(board):
        if board.is_ground(face):
            mine = {there.upper() for there in WAYS.armies(board, face)}
            theirs = {t for t in provinces(name) if its.abuts("A", face.upper(), "-", t)}
            assert mine == theirs, face


def test_fleets_reach_what_the_file_lets_them_reach(name):
    its, board = the_map(name), own_map(name).board
    every = {one.upper() for one in its.locs if its.is_valid_unit(f"F {one.upper()}")}
    for face in in_play(board):
        for place in places(board, face):
            here = loc(board, place)
            mine = {loc(board, there) for there in WAYS.fleets(board, place)}
            theirs = {t for t in every if its.abuts("F", here, "-", t)}
            assert mine == theirs, here


def test_armies_go_aboard_where_the_file_has_a_border_with_water(name):
    its, board = the_map(name), own_map(name).board
    for face in in_play(board):
        if board.is_ground(face):
            mine = {water.upper() for water in WAYS.ports(board, face)}
            beside = {
                one[:3].upper() for at in its.loc_coasts[face.upper()] for one in its.abut_list(at)
            }
            assert mine == {one for one in beside if its.area_type(one) == "WATER"}, face


def test_the_drawing_shows_the_map(name):
    board = own_map(name).board
    assert check(board.mesh, board.current_shape) == []
    assert not [one.title for one in imported(name).troubles if one.grave]


def test_on_a_phone_short_names_are_within_the_map_and_apart(name):
    """What has no room is left out."""
    board = simplify_for_drawing(own_map(name).board)
    drawn = make_map(board)
    hidden = plan_without_lines(drawn, Sight.NARROW).hidden
    size = find_size_on(drawn, Sight.NARROW)
    assert size >= FLOOR
    assert len(hidden) <= len(drawn.places) // 6
    frame = shapely.box(0, 0, board.current_shape.width, board.current_shape.height)
    names = []
    for face, (x, y) in find_middles(drawn, Sight.NARROW).items():
        half = width(board[face].abbreviation, cut_of(is_water=board.is_water(face)), size) / 2
        high = size * CAPITAL / 2
        box = shapely.box(x - half, y - high, x + half, y + high)
        assert shapely.contains(frame, box), face
        if face not in hidden:
            names.append(box)
    assert not [pair for pair in combinations(names, 2) if shapely.intersects(*pair)]
