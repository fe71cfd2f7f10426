"""What the calendar brings: read off the boards to come, held against the rule set's own tables."""

from dataclasses import replace

import pytest

from tests.rule_sets import rule_set
from zinegen.board import Place, Power
from zinegen.game import Kind, Phase, Unit
from zinegen.geometry import ProvinceKey
from zinegen.pages import MapQueue, calendar_view, list_winters
from zinegen.play import start_state
from zinegen.variants import VARIANTS

pytest.importorskip("zinegen.variants.deluge")
from zinegen.variants.deluge.rule_set import SEED, SUBMERGENCE

FLOOD = rule_set("deluge2")


@pytest.fixture
def state():
    """The start with an army in London, which is Turkey's."""
    first = start_state(FLOOD)
    army = Unit(power=Power("Turkey"), kind=Kind.ARMY, at=Place(ProvinceKey("Lon")))
    return replace(
        first,
        phase=Phase.parse("F1901M"),
        units={ProvinceKey("Lon"): army},
        owners={ProvinceKey("Lon"): Power("England"), ProvinceKey("Par"): Power("France")},
    )


def test_every_winter_sinks_what_the_table_says(state):
    """No more, no less, and in its year."""
    found = {winter.year: set(winter.sunk) for winter in list_winters(FLOOD, [start_state(FLOOD)])}
    assert found == {year: set(faces) for year, faces in SUBMERGENCE.items()}


def test_new_centres_stand_in_their_winter(state):
    """With what opens."""
    turns = {
        turn.name: turn for turn in calendar_view(FLOOD, [start_state(FLOOD), state], None).turns
    }
    assert turns["Winter 1901"].effects[1:] == (
        "Ruhr, Tyrolia and Wales are new centres.",
        "Iceland opens.",
    )
    assert turns["Winter 1903"].effects[1:] == ("Piedmont is a new centre.",)
    assert set(SEED) >= {1901, 1903}


def test_who_stands_there_and_whose_centre_goes_is_told(state):
    """But nothing of winters that are past."""
    turns = calendar_view(FLOOD, [start_state(FLOOD), state], None).turns
    assert turns[0].warnings == (
        "Turkey's A Lon stands there now.",
        "England loses London.",
    )
    later = replace(state, phase=Phase.parse("S1902M"))
    turns = calendar_view(FLOOD, [start_state(FLOOD), later], None).turns
    assert turns[0].is_past
    assert turns[0].warnings == ()


def test_maps_are_drawn_of_what_is_to_come_and_of_everything_at_the_end(state):
    """Without units."""
    maps = MapQueue(folder="maps/", title="Noah")
    later = replace(state, phase=Phase.parse("S1902M"))
    turns = calendar_view(FLOOD, [start_state(FLOOD), later], maps).turns
    assert [turn.picture is None for turn in turns] == [True, *[False] * (len(turns) - 1)]
    over = replace(later, winners=())
    turns = calendar_view(FLOOD, [start_state(FLOOD), over], maps).turns
    assert all(turn.picture for turn in turns)
    assert all(not job.state.units for job in maps.jobs.values())


@pytest.mark.parametrize("name", sorted(set(VARIANTS) - {"deluge1", "deluge2"}))
def test_a_map_that_no_calendar_changes_has_none(name):
    """No page is made of nothing."""
    variant = rule_set(name)
    first = start_state(variant)
    assert calendar_view(variant, [first], None) is None
