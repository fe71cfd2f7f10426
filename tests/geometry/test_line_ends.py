"""An old course is joined to the one that is drawn now."""

import numpy as np
import pytest

from zinegen.geometry.redraw.line_ends import bend_start, splice


def line(*points):
    return np.array(points, dtype=float)


def test_a_line_follows_its_old_course_until_that_meets_the_one_drawn_now():
    found = splice(line((0, 0), (50, 0), (100, 0)), line((20, 30), (50, 0), (80, 0), (80, 60)))
    assert found[0].tolist() == [0, 0]
    assert found[-1].tolist() == [80, 60]
    before = found[found[:, 0] < 45]
    assert np.abs(before[:, 1]).max() == 0


def test_courses_that_never_meet_are_joined_where_they_are_nearest():
    found = splice(line((0, 0), (60, 0)), line((0, 40), (60, 10), (200, 10)))
    assert found[0].tolist() == [0, 0]
    assert found[-1].tolist() == [200, 10]
    assert np.hypot(*np.diff(found, axis=0).T).max() < 5
    assert np.all(np.diff(found[:, 0]) >= 0)


@pytest.mark.parametrize("goal", [(0.0, 40.0), (0.1, 40.0), (-30.0, 70.0)])
def test_a_course_that_is_nearest_to_the_very_end_of_the_other_is_bent_to_it(goal):
    found = splice(line((0, 0), (0, 40)), np.array([(-90.0, 200.0), goal]))
    assert found[-1].tolist() == list(goal)
    assert np.isfinite(found).all()


def test_a_bent_line_keeps_its_other_end():
    found = bend_start(line(*((x, 0) for x in range(0, 101, 5))), np.array([0.0, 8.0]))
    assert found[0].tolist() == [0, 8]
    assert found[-1].tolist() == [100, 0]
    assert np.all(np.diff(found[:, 1]) <= 0)
