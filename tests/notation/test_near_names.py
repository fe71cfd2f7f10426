import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.notation.grammar.near_names import nearest, slips

WORDS = st.text("abc", max_size=6)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("lon", "lon", 0),
        ("ln", "lon", 1),
        ("lonn", "lon", 1),
        ("lin", "lon", 1),
        ("lno", "lon", 1),
        ("nol", "lon", 2),
        ("", "lon", 3),
    ],
)
def test_a_slip_leaves_out_puts_in_changes_or_swaps(one, other, count):
    assert slips(one, other) == count


@given(WORDS, WORDS)
def test_slips_are_the_same_both_ways(one, other):
    assert slips(one, other) == slips(other, one)
    assert (slips(one, other) == 0) == (one == other)


@given(WORDS, WORDS)
def test_slips_are_no_more_than_the_longer_word_has_letters(one, other):
    assert abs(len(one) - len(other)) <= slips(one, other) <= max(len(one), len(other))


def test_the_nearest_word_is_found_and_only_if_it_is_near():
    assert nearest("hodls", ("holds", "supports")) == "holds"
    assert nearest("xyzzy", ("holds", "supports")) is None
    assert nearest("z", ("h", "s")) is None
