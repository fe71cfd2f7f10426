"""Points lie in the same place of the same triangle before and after."""

import numpy as np
import pytest

from zinegen.geometry.net.triangles import Shift

SHIFT = Shift(
    before=np.array([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]),
    after=np.array([(5.0, 5.0), (25.0, 5.0), (5.0, 25.0)]),
    triangles=np.array([(0, 1, 2)]),
)


def test_points_move_with_the_triangle_they_lie_in():
    there = SHIFT.moved(np.array([(0.0, 0.0), (2.0, 3.0), (5.0, 5.0)]))
    assert there == pytest.approx(np.array([(5.0, 5.0), (9.0, 11.0), (15.0, 15.0)]))


def test_points_in_no_triangle_stay():
    far = np.array([(20.0, 20.0), (-1.0, 0.0)])
    assert (SHIFT.moved(far) == far).all()
