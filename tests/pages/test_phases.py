"""Phases and the headings of order files in words, as the scripts of the pages have them from the data."""

import pytest

from tests.rule_sets import rule_set
from zinegen.game import Phase
from zinegen.notation import SECTIONS
from zinegen.pages.words.phases import HEADINGS, list_asked, phase_heading
from zinegen.play import Setup, Turn, start_state


def test_every_heading_has_its_words():
    assert set(HEADINGS) == set(SECTIONS)


@pytest.mark.parametrize(
    ("variant", "phases", "asked"),
    [
        ("standard", ["S1901M", "S1901R"], ["orders"]),
        ("standard", ["S1901R"], ["retreats"]),
        ("standard", ["W1901A"], ["builds"]),
        ("seismic-acerunner", ["S1901M", "S1901R", "S1901E"], ["orders"]),
        ("seismic-acerunner", ["S1901E"], ["events", "coasts"]),
        ("geophysical-maiden", ["S1901M", "S1901R"], ["orders", "events", "coasts"]),
    ],
)
def test_what_is_asked_for_in_the_next_phase(variant, phases, asked):
    """Not what is handed in with it for later ones; coasts go with the events that they come from."""
    variant = rule_set(variant)
    phases = tuple(map(Phase.parse, phases))
    turn = Turn(variant=variant, phases=phases, state=start_state(variant, Setup(phase=phases[0])))
    assert [*list_asked(turn)] == asked


def test_a_phase_as_a_heading():
    assert phase_heading(Phase.parse("W1901A")) == "Winter 1901, builds and removals"
