import shapely

from tools.map_pipeline.cells import OUTSIDE, Cell
from zinegen.geometry.lines import lines_between, sides

A, B, C = Cell("AAA"), Cell("Bbb"), Cell("Bbb", "Isl", 2)


def test_a_cell_is_written_as_the_map_writes_it():
    assert [str(cell) for cell in (A, C, Cell("Nap", "Mes"))] == ["AAA", "Bbb/Isl.2", "Nap/Mes"]


def test_a_step_knows_the_cell_on_its_left():
    left_of = sides([shapely.box(0, 0, 1, 1)], [A], 1.0)
    assert left_of[(0, 0), (1, 0)] == A  # the walk is anticlockwise where y runs up
    assert ((1, 0), (0, 0)) not in left_of


def test_two_squares_in_a_frame_have_three_lines():
    lines = lines_between([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)], [A, B], 1.0, OUTSIDE)
    assert {frozenset((line.left, line.right)) for line in lines} == {
        frozenset((A, B)),
        frozenset((A, OUTSIDE)),
        frozenset((B, OUTSIDE)),
    }
    assert all({line.points[0], line.points[-1]} == {(1, 0), (1, 1)} for line in lines)


def test_an_island_is_a_closed_line():
    whole = shapely.box(0, 0, 9, 9)
    island = shapely.box(3, 3, 6, 6)
    lines = lines_between([whole.difference(island), island], [A, C], 1.0, OUTSIDE)
    closed = [line for line in lines if {line.left, line.right} == {A, C}]
    assert len(lines) == 2
    assert closed[0].points[0] == closed[0].points[-1]
    assert len(closed[0].points) == 5


def test_polygons_of_one_cell_have_no_line_between_them():
    lines = lines_between([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)], [A, A], 1.0, OUTSIDE)
    assert [(line.left, line.right) for line in lines] == [(A, OUTSIDE)]
