"""Names, units and marks keep out of each other's way, on the start map and on any other."""

import math
from dataclasses import replace
from itertools import combinations

import pytest
import shapely

from tests.border_maps import stirred
from tests.drawing.walks import list_walked_boards
from zinegen.board import Place
from zinegen.board.coasts import coasts
from zinegen.drawing import lettering, make_map, simplify_for_drawing
from zinegen.drawing.drawn_map import prepare_map
from zinegen.drawing.geometry import Rect, find_outlines
from zinegen.drawing.placement import FRAME, INSIDE, find_label_box
from zinegen.drawing.placement_search import AIR, CLEAR, DRAWN, LEAST, WIDE_AIR, search_places
from zinegen.drawing.scene import Typeface as Cut
from zinegen.drawing.symbols import CENTRE, UNIT
from zinegen.drawing.unit_points import find_coast_point, find_second_point
from zinegen.geometry import ProvinceKey, is_inside
from zinegen.redrawing import draw_board


@pytest.fixture(params=["start", "changed"])
def board(request, start, changed):
    state = start if request.param == "start" else changed[1]
    return simplify_for_drawing(state.board)


def boxes(board):
    return {
        face: find_label_box(board, face, spots.label)
        for face, spots in make_map(board).places.items()
    }


def test_no_two_names_overlap(board):
    for (one, box), (other, second) in combinations(boxes(board).items(), 2):
        assert not box.overlaps(second), f"{one} and {other}"


def test_no_unit_stands_on_a_name(board):
    named = boxes(board)
    for face, spots in make_map(board).places.items():
        for other, box in named.items():
            assert box.distance(spots.unit) >= UNIT * 0.9, f"unit in {face}, name of {other}"


def test_every_unit_stands_in_its_province(board):
    for face, spots in make_map(board).places.items():
        assert is_inside(find_outlines(board)[face], spots.unit), face


def test_no_two_units_cover_each_other(board):
    spots = make_map(board).places
    for one, other in combinations(spots, 2):
        assert math.dist(spots[one].unit, spots[other].unit) >= 2 * UNIT * 0.9, f"{one} and {other}"


def test_every_centre_has_a_mark_that_can_be_seen_beside_its_unit(board):
    for face in board.centres:
        spots = make_map(board).places[face]
        assert spots.centre is not None
        assert math.dist(spots.centre, spots.unit) >= UNIT, face


def test_a_fleet_stands_on_the_coast_it_is_on(board):
    for face in find_outlines(board):
        several = coasts(board, face)
        points = [find_coast_point(make_map(board), Place(face, one.borders)) for one in several]
        if len(several) > 1:
            assert all(is_inside(find_outlines(board)[face], point) for point in points)
            assert min(math.dist(a, b) for a, b in combinations(points, 2)) > UNIT


def test_a_dislodged_unit_stands_beside_its_conqueror(board):
    named = boxes(board)
    for face, spots in make_map(board).places.items():
        at = find_second_point(make_map(board), Place(face))
        assert UNIT < math.dist(at, spots.unit) <= 3 * UNIT
        assert min(box.distance(at) for box in named.values()) > 0.3 * UNIT, face


def test_a_search_finds_the_largest_name_that_fits():
    room = shapely.box(0, 0, 4000, 3000)
    found = search_places(room, "Switzerland", "Swi", Cut.REGULAR)
    assert (found.label.size, found.label.lines) == (220, ("Switzerland",))
    assert room.contains(shapely.Point(found.unit).buffer(UNIT))


def test_a_search_breaks_a_long_name_into_lines():
    found = search_places(shapely.box(0, 0, 1100, 3000), "Mid-Atlantic Ocean", "MAO", Cut.ITALIC)
    assert found.label.lines == ("Mid-Atlantic", "Ocean")


def test_a_search_counts_the_space_between_letters():
    wide = lettering.width("Tyrrhenian", Cut.ITALIC, round(220 * DRAWN))
    room = shapely.box(0, 0, wide + 2 * WIDE_AIR + 60, 1200)
    close, spaced = (
        search_places(room, "Tyrrhenian", "TYS", Cut.ITALIC, spaced=spaced)
        for spaced in (False, True)
    )
    assert close.label.lines == spaced.label.lines
    assert close.label.size > spaced.label.size


def test_large_names_are_given_more_air_than_small_ones():
    for size, air in ((140, AIR), (160, WIDE_AIR)):
        wide = lettering.width("Spain", Cut.REGULAR, round(size * DRAWN))
        tall = 1200
        fits, cramped = (
            search_places(
                shapely.box(0, 0, wide + 2 * room, tall), "Spain", "Spa", Cut.REGULAR, largest=size
            )
            for room in (air + 30, air - 2)
        )
        assert fits.label.size == size
        assert cramped.label.size < size


def test_a_search_falls_back_on_the_abbreviation():
    found = search_places(shapely.box(0, 0, 400, 600), "Constantinople", "Con", Cut.REGULAR)
    assert found.label.lines == ("Con",)


def test_a_search_never_fails():
    found = search_places(shapely.box(0, 0, 100, 100), "Constantinople", "Con", Cut.REGULAR)
    assert found.unit == (50, 50)


def test_a_search_stays_near_the_old_place():
    room = shapely.box(0, 0, 6000, 6000)
    near = search_places(room, "Spain", "Spa", Cut.REGULAR, near=(5000, 5000))
    assert math.dist(near.unit, (5000, 5000)) < 600


def test_a_centre_mark_is_not_on_the_name(board):
    for face in board.centres:
        spots = make_map(board).places[face]
        assert find_label_box(board, face, spots.label).distance(spots.centre) >= CENTRE * 0.5, face


@pytest.mark.parametrize("seam", [("Bre", "Gas"), ("Por", "Spa"), ("Spa", "Gas")])
def test_no_name_comes_near_the_left_or_right_edge_of_the_map(start, seam):
    board = start.board
    board = simplify_for_drawing(draw_board(board.separate(board.mesh.between(*seam)[0])))
    wide = board.current_shape.width
    for face, spots in make_map(board).places.items():
        box = find_label_box(board, face, spots.label)
        assert box.left >= FRAME, face
        assert box.right <= wide - FRAME, face


def test_a_name_that_has_room_after_a_small_step_keeps_its_size(start):
    board = simplify_for_drawing(start.board)
    shape, ground = board.current_shape, make_map(board).polygons[ProvinceKey("Apu")]
    given = shape.places[ProvinceKey("Apu")]
    x, y = given.label.at
    close = replace(given, label=replace(given.label, at=(x - 25, y + 120)))  # under the unit
    shape = replace(shape, places={**shape.places, ProvinceKey("Apu"): close})
    kept = make_map(replace(board, shape=shape)).places[ProvinceKey("Apu")]
    assert (kept.label.lines, kept.label.size) == (given.label.lines, given.label.size)
    box = find_label_box(board, ProvinceKey("Apu"), kept.label)
    assert ground.contains(shapely.box(box.left, box.top, box.right, box.bottom))
    assert box.distance(kept.unit) >= UNIT * 0.9


def test_the_ground_of_a_province_is_what_its_rings_enclose(changed):
    board = simplify_for_drawing(changed[1].board)
    assert any(len(rings) > 1 for rings in find_outlines(board).values())
    for face, rings in find_outlines(board).items():
        assert make_map(board).polygons[face].equals(shapely.Polygon(rings[0], rings[1:]))


def test_a_rectangle_knows_how_far_a_point_is():
    box = Rect(0, 0, 10, 10)
    assert (box.distance((5, 5)), box.distance((13, 14))) == (0, 5)
    assert box.overlaps(box.grow(1))
    assert not box.overlaps(Rect(10, 0, 20, 10))


def test_a_name_that_is_placed_anew_does_not_grow_much(changed):
    before, after = (simplify_for_drawing(state.board) for state in changed)
    for face, spots in make_map(after).places.items():
        was = make_map(before).places[face].label.size
        assert spots.label.size <= max(was * 1.2, 120), face


def test_an_abbreviation_follows_the_ground(changed):
    assert prepare_map(changed[0].board).places[ProvinceKey("SKA")].label.lines == ("SKA",)
    assert prepare_map(changed[1].board).places[ProvinceKey("SKA")].label.lines == ("Ska",)


@pytest.mark.parametrize("seed", [3, 8])
def test_after_many_events_names_are_in_their_provinces_and_not_under_units(start, seed):
    numbers = [seed * 7919 + 104729 * step for step in range(14)]
    board = simplify_for_drawing(stirred(start.board, numbers))
    for face, spots in make_map(board).places.items():
        box = find_label_box(board, face, spots.label)
        assert box.distance(spots.unit) >= 0.8 * UNIT, face
        name = shapely.box(box.left, box.top, box.right, box.bottom)
        ground = make_map(board).polygons[face]
        within = shapely.area(shapely.intersection(ground, name)) / shapely.area(name)
        little = spots.label.size <= LEAST or spots.label.beside
        assert within > (0.5 if little else 0.9), face
        assert shapely.distance(ground.boundary, shapely.Point(spots.unit)) > 90, face
        if spots.centre is not None:
            assert is_inside(find_outlines(board)[face], spots.centre), face
            assert math.dist(spots.centre, spots.unit) > UNIT, face


def test_names_of_waters_do_not_lie_on_islands_where_there_is_room_beside_them(start):
    for board in map(simplify_for_drawing, (start.board, *list_walked_boards())):
        isles = shapely.union_all(
            [shapely.Polygon(line).buffer(0) for line in make_map(board).islands]
        )
        for face, spots in make_map(board).places.items():
            box = find_label_box(board, face, spots.label)
            name = shapely.box(box.left, box.top, box.right, box.bottom)
            assert shapely.intersection(name, isles).area < 0.02 * name.area, face


def test_names_keep_off_the_sails_of_fleets_on_maps_that_have_changed():
    near = [
        face
        for board in map(simplify_for_drawing, list_walked_boards())
        for face, spots in make_map(board).places.items()
        if find_label_box(board, face, spots.label).distance(spots.unit) < CLEAR - 4
    ]
    assert len(near) <= 4  # where there is no room at all


def test_marks_of_centres_lie_on_their_own_ground_on_maps_that_have_changed():
    for board in map(simplify_for_drawing, list_walked_boards()):
        for face in board.centres:
            at = shapely.Point(make_map(board).places[face].centre)
            assert shapely.distance(make_map(board).polygons[face].boundary, at) > INSIDE - 2, face
