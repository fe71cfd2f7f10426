"""Stretches of the frame follow one another round it, and lie where they would like to."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.geometry.fresh_layout.frame import LEAST, spread_stretches

SIZE = (1600.0, 1300.0)
PERIMETER = 2 * sum(SIZE)


def turned(place, by):
    return (place + by) % PERIMETER


def distance(one, two):
    """Return how far two places on the frame are from each other."""
    away = abs(one - two) % PERIMETER
    return min(away, PERIMETER - away)


def assert_once_round(found):
    assert all(end == pytest.approx(begin) for (_, end), (begin, _) in pairwise(found))
    assert found[-1][1] - found[0][0] == pytest.approx(PERIMETER)
    assert min(end - begin for begin, end in found) > LEAST - 1e-6


wishes = st.lists(
    st.none() | st.tuples(st.floats(0, PERIMETER - 1), st.floats(0, PERIMETER - 1)),
    min_size=2,
    max_size=14,
)


@given(wishes)
def test_stretches_go_once_round_whatever_they_wish_for(wanted):
    assert_once_round(spread_stretches(wanted, [1.0] * len(wanted), SIZE))


marks = st.lists(st.integers(0, 56), min_size=3, max_size=12, unique=True).map(sorted)


@given(marks, st.floats(0, PERIMETER - 1), st.data())
def test_stretches_that_can_all_have_their_wish_get_it(places, turn, data):
    spans = [(100.0 * one, 100.0 * two) for one, two in pairwise([*places, places[0] + 58])]
    wanted = [tuple(turned(place, turn) for place in span) for span in spans]
    silent = data.draw(st.integers(0, len(spans) - 1))
    # One stretch without a wish takes what the others leave it, were it most of the frame.
    wanted[silent] = None
    found = spread_stretches(wanted, [1.0] * len(wanted), SIZE)
    assert_once_round(found)
    for number, (begin, end) in enumerate(found):
        if number != silent:
            assert distance(begin, wanted[number][0]) < 40
            assert distance(end, wanted[number][1]) < 40


def test_what_a_small_province_does_not_want_of_the_frame_the_large_beside_it_takes():
    wanted = [(0.0, 500.0), (2000.0, 2300.0), (2300.0, 5800.0)]
    (_, end), (begin, stop), _ = spread_stretches(wanted, [90_000.0, 1_000.0, 90_000.0], SIZE)
    assert end == begin > 1900
    assert distance(stop, 2300) < 40
