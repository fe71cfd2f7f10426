"""Outlines are read off the lines of the borders."""

from tests.geometry.conftest import europe
from zinegen.geometry import Dart, ProvinceKey, area_of, outline, polygons


def test_an_outline_runs_clockwise_and_its_holes_the_other_way(quarters):
    mesh, shape = quarters
    outer, hole = outline(mesh, shape, ProvinceKey("A"))
    assert area_of(outer) == 1000 * 1000
    assert area_of(hole) == -300 * 300
    assert outer[0] == outer[-1]


def test_the_outside_has_a_hole_for_the_whole_board(quarters):
    mesh, shape = quarters
    (rim,) = outline(mesh, shape, ProvinceKey("Out"))
    assert area_of(rim) == -2000 * 1000


def test_the_provinces_leave_nothing_of_the_board_but_the_caspian_sea():
    mesh, shape = europe(["CAS"])
    areas = {face: sum(map(area_of, rings)) for face, rings in polygons(mesh, shape).items()}
    assert areas.pop(ProvinceKey("Out")) == -16000 * 13190
    assert sum(areas.values()) == 16000 * 13190


def test_the_two_sides_of_a_border_are_one_line_walked_both_ways(quarters):
    _, shape = quarters
    assert shape.line(Dart(0)) == shape.line(Dart(1))[::-1] == shape.lines[0]
