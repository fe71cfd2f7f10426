"""A net of triangles relaxes, none of them is turned over, and points move with the triangle they lie in."""

import numpy as np
import pytest

from zinegen.geometry.net.triangles import determinants, edges_of, move_with_triangles, relax_net


def plate(count):
    """Return the points and triangles of a square plate, and which points lie on its rim."""
    rows = np.arange(count * count).reshape(count, count)
    at = np.array([(10.0 * x, 10.0 * y) for y in range(count) for x in range(count)])
    a, b, c, d = (
        part.ravel() for part in (rows[:-1, :-1], rows[:-1, 1:], rows[1:, 1:], rows[1:, :-1])
    )
    triangles = np.vstack([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    rim = np.zeros((count, count), dtype=bool)
    rim[[0, -1]] = rim[:, [0, -1]] = True
    return at, triangles, rim.ravel()


def test_a_net_that_is_as_it_wishes_to_be_does_not_move():
    at, triangles, rim = plate(6)
    free = np.repeat(~rim[:, None], 2, axis=1)
    assert relax_net(at, triangles, edges_of(at, triangles), free) == pytest.approx(at)


def test_a_crumpled_net_finds_back_to_its_shape():
    at, triangles, rim = plate(7)
    free = np.repeat(~rim[:, None], 2, axis=1)
    wish = edges_of(at, triangles)
    crumpled = at.copy()
    # All that is inside lies next to one corner, in good order.
    crumpled[~rim] = 1 + at[~rim] / 1000
    assert determinants(edges_of(crumpled, triangles)).min() > 0
    assert relax_net(crumpled, triangles, wish, free) == pytest.approx(at, abs=0.5)


def test_what_would_like_to_be_large_grows_at_the_cost_of_the_rest():
    at, triangles, rim = plate(9)
    free = np.repeat(~rim[:, None], 2, axis=1)
    wish = edges_of(at, triangles)
    middle = np.hypot(*(at[triangles].mean(axis=1) - 40).T) < 15
    wish[middle] *= 3
    after = relax_net(at, triangles, wish, free)
    areas = determinants(edges_of(after, triangles))
    assert areas.min() > 0
    assert areas[middle].min() > 150
    assert after[rim] == pytest.approx(at[rim])


def test_a_point_that_may_only_slide_keeps_to_its_line():
    at, triangles, rim = plate(7)
    free = np.repeat(~rim[:, None], 2, axis=1)
    free[1:6, 0] = True
    wish = edges_of(at, triangles)
    wish[:3] *= 2
    after = relax_net(at, triangles, wish, free)
    assert (after[1:6, 1] == 0).all()
    assert np.abs(after[1:6, 0] - at[1:6, 0]).max() > 1
    assert determinants(edges_of(after, triangles)).min() > 0


def moved(points):
    """Return points moved with a triangle that has grown to twice its size and gone elsewhere."""
    return move_with_triangles(
        points,
        before=np.array([(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]),
        after=np.array([(5.0, 5.0), (25.0, 5.0), (5.0, 25.0)]),
        triangles=np.array([(0, 1, 2)]),
    )


def test_points_move_with_the_triangle_they_lie_in():
    there = moved(np.array([(0.0, 0.0), (2.0, 3.0), (5.0, 5.0)]))
    assert there == pytest.approx(np.array([(5.0, 5.0), (9.0, 11.0), (15.0, 15.0)]))


def test_points_in_no_triangle_stay():
    far = np.array([(20.0, 20.0), (-1.0, 0.0)])
    assert (moved(far) == far).all()
