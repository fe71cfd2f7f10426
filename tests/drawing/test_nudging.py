"""A name that almost fits takes a small step, and the unit makes room."""

import pytest
import shapely

from zinegen.drawing import make_map, simplify_for_drawing
from zinegen.drawing.geometry import Rect
from zinegen.drawing.placement import find_label_box, nudge_name
from zinegen.drawing.placement_search import CLEAR
from zinegen.geometry import ProvinceKey

GROUND = shapely.box(0, 0, 2000, 1200)


def test_a_name_over_the_edge_goes_in():
    step, unit = nudge_name(GROUND, Rect(1500, 500, 2060, 600), (1000, 900))
    assert step == (-60, 0)
    assert unit == (1000, 900)


def test_a_unit_makes_way():
    name = Rect(700, 950, 1300, 1060)
    narrow = shapely.box(650, 0, 1350, 1040)
    (dx, dy), (x, y) = nudge_name(narrow, name, (1000, 815))
    moved = Rect(name.left + dx, name.top + dy, name.right + dx, name.bottom + dy)
    assert moved.bottom <= 1040
    assert moved.distance((x, y)) >= CLEAR


@pytest.mark.parametrize("name", [Rect(500, 500, 900, 600), Rect(9000, 9000, 9400, 9100)])
def test_nothing_moves_where_all_is_well_or_no_step_helps(name):
    assert nudge_name(GROUND, name, (1000, 900)) == ((0, 0), (1000, 900))


def test_every_name_of_the_start_map_is_in_its_province(start):
    board = simplify_for_drawing(start.board)
    for face, spots in make_map(board).places.items():
        box = find_label_box(board, face, spots.label)
        name = shapely.box(box.left, box.top, box.right, box.bottom)
        ground = make_map(board).polygons[ProvinceKey(face)]
        assert shapely.area(shapely.intersection(ground, name)) > 0.98 * shapely.area(name), face
