"""What each power can do next: every line can be read back, and what it brings is what happens."""

import pytest

from tests.rule_sets import rule_set
from zinegen.board import Power
from zinegen.notation import read_orders
from zinegen.pages import power_views
from zinegen.pages.builders.map_pages import choices_view
from zinegen.pages.words.map_differences import describe_contacts
from zinegen.play import start_state
from zinegen.variants import VARIANTS


def view(variant, state):
    """Return the options of a position."""
    return choices_view(variant, state, power_views(state.powers, {}), "at the start")


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_line_is_read_back_without_a_finding(name):
    """Whatever the rule set: what stands there can be copied."""
    variant = rule_set(name)
    state = start_state(variant)
    found = view(variant, state)
    for one in found.powers if found else ():
        power = Power(one.power.name)
        for choice in one.choices[:40]:
            reading = read_orders(
                choice.line, power=power, state=state, variant=variant, section="events"
            )
            assert len(reading.orders) == 1, choice.line
            assert not reading.findings, choice.line


def test_what_an_option_brings_is_what_becomes_of_the_map():
    """Who touches whom, and which coasts are others."""
    variant = rule_set("seismic-acerunner")
    state = start_state(variant)
    turkey = next(one for one in view(variant, state).powers if one.power.name == "Turkey")
    cut = next(one for one in turkey.choices if one.line.startswith("Ank & BLA separate"))
    (order,) = read_orders(
        cut.line, power=Power("Turkey"), state=state, variant=variant, section="events"
    ).orders
    after = variant.carry_out(variant, state.board, (order,))
    assert set(describe_contacts(state.board, after)) <= set(cut.effects)
    assert "Coasts of Ankara: none." in cut.effects
    assert "Turkey's F Ank has no coast left." in cut.effects


def test_a_rule_set_whose_map_nobody_changes_offers_nothing():
    """No page is made of nothing."""
    variant = rule_set("standard")
    assert view(variant, start_state(variant)) is None
