import itertools
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tools.map_pipeline import projection
from tools.map_pipeline.projection import HEIGHT, WIDTH, densify, project

DEGREES = st.tuples(st.floats(-45, 80), st.floats(28, 75))


def test_the_board_is_1600_by_1319():
    assert (WIDTH, HEIGHT) == (1600, 1319)


@given(DEGREES)
def test_nothing_folds(place):
    x, y = project([place])[0]
    assume(-30 < x < WIDTH + 30 and -30 < y < HEIGHT + 30)
    assert 0.2 < enlargement(*place) < 2.5


def enlargement(longitude, latitude, step=0.01):
    """Return how much larger areas are drawn at a place than at the centre of the cone; below 0 it folds."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = project(
        [
            (longitude - step, latitude),
            (longitude + step, latitude),
            (longitude, latitude - step),
            (longitude, latitude + step),
        ]
    )
    area = (projection._EARTH * math.radians(2 * step)) ** 2 * math.cos(math.radians(latitude))
    return ((bx - ax) * (cy - dy) - (by - ay) * (cx - dx)) / area / projection._SCALE**2


@pytest.mark.parametrize(
    ("place", "at"), [((2.35, 48.85), (451.5, 726.1)), ((37.6, 55.75), (1281.6, 387.1))]
)
def test_known_towns_lie_where_they_did(place, at):
    """Paris and Moscow; a change of the projection moves every label set by hand."""
    (x, y) = project([place])[0]
    assert (x, y) == pytest.approx(at, abs=0.1)


@given(st.lists(DEGREES, min_size=2, max_size=5))
def test_densify_keeps_points_and_shortens_steps(line):
    dense = densify(line)
    assert dense[0] == line[0]
    assert {(round(x, 6), round(y, 6)) for x, y in line} <= {
        (round(x, 6), round(y, 6)) for x, y in dense
    }
    assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 0.4 for a, b in itertools.pairwise(dense))
