"""Points are located in the provinces that they lie in."""

import numpy as np
import shapely

from tests.drawing.walks import list_walked_boards
from zinegen.drawing import make_map, simplify_for_drawing
from zinegen.drawing.orders.point_location import ROW, locate_points


def test_every_point_of_a_walked_map_is_located_in_its_province(start):
    dice = np.random.default_rng(7)
    for board in map(simplify_for_drawing, (start.board, list_walked_boards()[-1])):
        shape, grounds = board.current_shape, make_map(board).polygons
        located = locate_points(make_map(board))
        points = dice.uniform(0, (shape.width, shape.height), (2000, 2))
        found = located.find_provinces(points)
        names = {number: face for face, number in located.numbers.items()}
        for point, number in zip(points, found.tolist(), strict=True):
            there = grounds.get(names[number])
            if there is None:  # off the board
                assert not any(area.covers(shapely.Point(point)) for area in grounds.values())
            else:
                assert shapely.distance(there, shapely.Point(point)) <= ROW
