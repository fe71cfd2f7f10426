"""Outlines are read off the lines of the borders."""

import pytest

from tests.geometry.conftest import europe
from zinegen.errors import MapError
from zinegen.geometry.mesh import Dart, Face
from zinegen.geometry.shape import Lettering, Places, area_of, outline, polygons


def test_an_outline_runs_clockwise_and_its_holes_the_other_way(quarters):
    mesh, shape = quarters
    outer, hole = outline(mesh, shape, Face("A"))
    assert area_of(outer) == 1000 * 1000
    assert area_of(hole) == -300 * 300
    assert outer[0] == outer[-1]


def test_the_outside_has_a_hole_for_the_whole_board(quarters):
    mesh, shape = quarters
    (rim,) = outline(mesh, shape, Face("Out"))
    assert area_of(rim) == -2000 * 1000


def test_the_provinces_leave_nothing_of_the_board_but_the_caspian_sea():
    mesh, shape = europe(["CAS"])
    areas = {face: sum(map(area_of, rings)) for face, rings in polygons(mesh, shape).items()}
    assert areas.pop(Face("Out")) == -16000 * 13190
    assert sum(areas.values()) == 16000 * 13190


def test_the_two_sides_of_a_border_are_one_line_walked_both_ways(quarters):
    _, shape = quarters
    assert shape.line(Dart(0)) == shape.line(Dart(1))[::-1] == shape.lines[0]


def test_the_middle_of_borders_weighs_them_by_length(quarters):
    mesh, shape = quarters
    (left,) = mesh.between(Face("A"), Face("Out"))
    (seam,) = mesh.between(Face("A"), Face("B"))
    assert shape.middle([seam]) == (100, 50)
    assert shape.middle([left]) == pytest.approx((100 / 3, 50))
    with pytest.raises(MapError, match="drawn"):
        shape.middle([])


def test_a_label_point_is_in_drawing_units(quarters):
    _, shape = quarters
    label = Lettering(at=(205, 310), size=140, lines=("A",))
    shape = type(shape)(
        width=shape.width,
        height=shape.height,
        lines=shape.lines,
        places={Face("A"): Places(label=label, unit=(205, 400))},
    )
    assert shape.label_point(Face("A")) == (20.5, 31.0)
    with pytest.raises(MapError, match="Nap has no name"):
        shape.label_point(Face("Nap"))
