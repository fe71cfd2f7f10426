"""Whether a point lies inside an area with holes."""

import pytest

from zinegen.geometry import is_inside
from zinegen.geometry.shape import Outline, areas_under

RIM = ((0, 0), (100, 0), (100, 100), (0, 100), (0, 0))
HOLE = ((40, 40), (40, 60), (60, 60), (60, 40), (40, 40))
LINES = (HOLE, RIM[:3], RIM[2:])
AREA = Outline.of(LINES)


@pytest.mark.parametrize(
    ("point", "inside"),
    [((20, 20), True), ((50, 50), False), ((50, 80), True), ((150, 50), False), ((-1, 50), False)],
)
def test_a_point_is_inside_the_rim_and_outside_the_holes(point, inside) -> None:
    assert is_inside(LINES, point) is inside


def test_a_line_lies_in_every_area_that_holds_one_of_its_points() -> None:
    outlines = {"A": AREA, "B": Outline.of([HOLE])}
    assert areas_under(outlines, ((20, 20), (50, 50))) == ("A", "B")
    assert areas_under(outlines, ((20, 20), (10, 10))) == ("A",)


def test_boxes_round_lines_change_nothing_for_any_point_beside_or_on_them() -> None:
    points = [(x, y) for x in range(-10, 115, 5) for y in range(-10, 115, 5)]
    held = [point for point in points if areas_under({"A": AREA}, (point,))]
    assert held == [point for point in points if is_inside(LINES, point)]
    assert len(held) > 350
