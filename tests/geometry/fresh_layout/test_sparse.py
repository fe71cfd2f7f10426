"""Equations between points."""

import numpy as np
import pytest

from zinegen.errors import MapError
from zinegen.geometry.fresh_layout.sparse import solve_springs

ENDS = (np.array([0, 1]), np.array([1, 2]))
AT = np.array([[0.0, 0.0], [9.0, 9.0], [4.0, 2.0]])
FREE = np.array([False, True, False])


def test_a_point_between_two_springs_rests_where_they_pull_it():
    found = solve_springs(
        ENDS, np.array([1.0, 3.0]), np.zeros(3), right=np.zeros((3, 2)), at=AT, free=FREE
    )
    assert found.tolist() == [[0, 0], [3, 1.5], [4, 2]]


def test_a_point_that_nothing_holds_is_told():
    with pytest.raises(MapError, match="where its points lie"):
        solve_springs(ENDS, np.zeros(2), np.zeros(3), right=np.zeros((3, 2)), at=AT, free=FREE)
