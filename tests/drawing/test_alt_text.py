"""A picture in words: positions and orders in plain sentences."""

import pytest

from tests.drawing.positions import order
from zinegen.drawing import alt_text
from zinegen.drawing.position import read_position
from zinegen.game import OrderResult, Phase, Reason, Verdict


def test_a_position_names_units_coasts_and_centres(start):
    words = alt_text.describe_position(read_position(start))
    assert "England: fleet in Edinburgh, fleet in London, army in Liverpool." in words
    assert "fleet in St Petersburg (south coast)" in words
    assert "Turkey: fleet in Ankara, army in Constantinople, army in Smyrna." in words
    assert "Centres: Ankara, Constantinople, Smyrna." in words


def test_a_dislodged_unit_is_named_as_such(driven_out):
    assert "army in Burgundy (dislodged)" in alt_text.describe_position(
        read_position(driven_out[0])
    )


def test_orders_are_grouped_by_power_with_what_became_of_them(busy):
    words = alt_text.describe_orders(*busy)
    assert (
        "England: army Yorkshire to Denmark, fails; fleet North Sea convoys army Yorkshire to"
        in words
    )
    assert "army Belgium to English Channel, void" in words
    assert "fleet Tunis holds (not ordered)" in words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("F StP/sc - GOB", "Russia: fleet St Petersburg to Gulf of Bothnia"),
        ("A War S F StP", "Russia: army Warsaw supports fleet St Petersburg"),
        ("build F StP/nc", "Russia: builds fleet in St Petersburg (north coast)"),
        ("remove A War", "Russia: removes army Warsaw"),
        ("A War disband", "Russia: army Warsaw disbands"),
        ("A War H", "Russia: army Warsaw holds"),
    ],
)
def test_an_order_is_a_sentence(start, text, words):
    ruling = OrderResult(order=order(start, "Russia", text), verdict=Verdict(reason=Reason.MOVED))
    assert alt_text.describe_ruling(start, ruling) == words


@pytest.mark.parametrize(
    ("phase", "words"),
    [("S1901M", "Spring 1901"), ("F1902R", "Autumn 1902"), ("W1903A", "Winter 1903")],
)
def test_a_phase_is_told_by_season_and_year(phase, words):
    assert alt_text.describe_season(Phase.parse(phase)) == words
