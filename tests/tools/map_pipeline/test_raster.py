import numpy as np
import shapely
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tools.map_pipeline.raster import (
    Extent,
    Rectangles,
    Window,
    clearance,
    distance_to,
    distance_to_rectangle,
    mask_of,
)

MASKS = arrays(np.bool_, st.tuples(st.integers(2, 12), st.integers(2, 12)))


@given(MASKS)
def test_clearance_is_the_distance_to_the_nearest_pixel_outside(mask):
    padded = np.pad(mask, 1)
    outside = np.argwhere(~padded)
    found = clearance(mask)
    for row, column in np.ndindex(*mask.shape):
        away = np.hypot(*(outside - [row + 1, column + 1]).T).min()
        assert found[row, column] == np.float64(away)


@given(MASKS.filter(np.any))
@example(np.eye(6, dtype=np.bool_) & (np.arange(6) == 0))
def test_distance_to_is_zero_inside_and_the_nearest_outside(mask):
    inside = np.argwhere(mask)
    found = distance_to(mask)
    for row, column in np.ndindex(*mask.shape):
        assert np.isclose(found[row, column], np.hypot(*(inside - [row, column]).T).min())


@given(MASKS, st.data())
def test_rectangles_count_what_they_hold(mask, data):
    height = data.draw(st.integers(1, mask.shape[0] - 1))
    width = data.draw(st.integers(1, mask.shape[1] - 1))
    counts = Rectangles(mask).everywhere(height, width)
    for row, column in np.ndindex(*counts.shape):
        assert counts[row, column] == mask[row : row + height, column : column + width].sum()


@given(st.lists(st.tuples(st.floats(0, 20), st.floats(0, 20)), min_size=3, max_size=6))
def test_a_mask_holds_the_pixels_whose_middle_is_inside(corners):
    polygon = shapely.Polygon(corners)
    if not polygon.is_valid or polygon.area < 1:
        return
    extent = Extent(-2, -2, 22, 22)
    mask = mask_of([polygon], extent)
    for row, column in np.ndindex(*extent.shape):
        middle = shapely.Point(column - 1.5, row - 1.5)
        if polygon.boundary.distance(middle) > 1e-9:
            assert mask[row, column] == polygon.contains(middle)


def test_a_hole_is_outside():
    ring = shapely.Point(10, 10).buffer(8).difference(shapely.Point(10, 10).buffer(4))
    mask = mask_of([ring], Extent(0, 0, 20, 20))
    assert not mask[10, 10]
    assert mask[10, 3]


def test_distance_to_a_rectangle_is_that_to_its_nearest_pixel():
    found = distance_to_rectangle(Window(0, 0, 6, 5), top=2, left=2, bottom=4, right=4)
    assert found.shape == (5, 6)
    assert found[2:4, 2:4].max() == 0
    assert found[0, 0] == np.hypot(2, 2)
    assert found[3, 5] == 2
