"""The centre chart."""

import itertools
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages import examples
from zinegen.pages.builders.centre_chart import (
    HEIGHT,
    LINE_OF_TEXT,
    SHAPES,
    centre_chart,
    describe_chart,
    power_views,
    spread_labels,
)


def test_the_drawing_is_well_formed_and_says_the_same_in_words():
    """A reader of screens hears the first and last counts."""
    chart = examples.CHART
    svg = ET.fromstring(str(chart.drawing))  # noqa: S314  # made here
    assert svg.get("role") == "img"
    assert "Turkey 3 to 19" in svg.findtext("{*}desc")
    names = [
        text.text for text in svg.findall(".//{*}text") if text.get("class") == "z-chart__name"
    ]
    assert names[0] == "Turkey 19"
    assert len(names) == 7


def test_no_two_powers_are_told_apart_by_colour_alone():
    """Mark and dash differ as well."""
    powers = power_views([*examples.POWERS, "Spain", "Norway"], {})
    assert len({power.mark for power in powers.values()}) == 9
    assert len({power.dash for power in powers.values()}) == 9
    assert {power.mark for power in powers.values()} <= set(SHAPES)


@given(st.lists(st.floats(0, HEIGHT), max_size=12))
def test_no_two_names_lie_on_each_other(heights):
    """Names keep a line's distance, whatever the counts."""
    placed = spread_labels(sorted(heights))
    assert all(b - a >= LINE_OF_TEXT - 1e-6 for a, b in itertools.pairwise(placed))


def test_a_name_in_a_chart_is_escaped():
    """A power may be called anything."""
    (evil,) = power_views(["<b>&"], {}).values()
    chart = centre_chart(["1900", "1901"], [(evil, (1, 2))], to_win=[None] * 2, name="<i>")
    ET.fromstring(str(chart.drawing))  # noqa: S314  # made here
    assert "<b>" not in chart.drawing
    assert describe_chart(["1900"], [(evil, (1,))]).endswith("<b>& 1 to 1.")


def test_no_two_of_many_powers_have_the_same_mark_and_dash():
    powers = power_views([*examples.POWERS, *(f"P{number}" for number in range(60))], {})
    signs = {(power.mark, power.dash) for power in powers.values()}
    assert len(signs) == len(powers) == 67


@pytest.mark.parametrize("moments", [1, 2, 40])
def test_any_number_of_years_can_be_drawn(moments):
    """A game that has just begun and one that does not end."""
    rows = [(power, (3,) * moments) for power in examples.POWERS.values()]
    chart = centre_chart([str(n) for n in range(moments)], rows, to_win=[18] * moments, name="n")
    ET.fromstring(str(chart.drawing))  # noqa: S314  # made here


def test_the_winning_number_follows_the_map_in_steps():
    """And the table says how many centres there were, and how many of them won."""
    chart = centre_chart(
        ["1900", "1901", "1902"],
        [(examples.POWERS["France"], (3, 4, 5))],
        to_win=[18, 18, 17],
        existing=[34, 34, 33],
        name="n",
    )
    assert "18, later 17 centres win" in chart.drawing
    (line,) = re.findall(r'class="z-chart__win" d="([^"]*)"', chart.drawing)
    assert re.fullmatch(r"M34 [0-9.]+H588V[0-9.]+H588", line)
    assert chart.existing == (34, 34, 33)
    assert chart.to_win == (18, 18, 17)


def test_the_words_stand_over_the_line_of_the_centres_that_win():
    """However soon more centres win: the line would strike them through."""
    chart = centre_chart(
        [str(year) for year in range(1900, 1907)],
        [(examples.POWERS["France"], (3,) * 7)],
        to_win=[18, 19, 19, 20, 21, 20, 19],
        name="n",
    )
    [line] = re.findall(r'class="z-chart__win" d="([^"]*)"', chart.drawing)
    [[left, foot, words]] = re.findall(
        r'<text class="z-chart__number" x="([^"]*)" y="([^"]*)">([^<]*win)<', chart.drawing
    )
    reached = [
        float(y)
        for x, y in re.findall(r"H([0-9.]+)V([0-9.]+)", line)
        if float(x) < float(left) + 6 * len(words)
    ]
    assert float(foot) < min(reached)
