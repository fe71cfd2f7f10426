"""What is said before the deadline to those whose events cannot work or would disturb their own fleets."""

import pytest

from tests.border_events import position
from zinegen.board import Power
from zinegen.game import GameState, PhaseKind, Unreadable
from zinegen.notation import (
    EVENTS,
    LineContext,
    check_coast_choices,
    check_orders,
    read_orders,
    write_order,
)
from zinegen.variants.seismic.meanings import find_event_by_ends
from zinegen.variants.seismic.order_forms import find_disturbed_fleets
from zinegen.variants.seismic.rule_sets import SEISMIC_ACERUNNER as ACERUNNER
from zinegen.variants.seismic.rule_sets import SEISMIC_LAVAURS as LAVAURS


def read(text: str, state: GameState):
    return read_orders(text, power=Power("Italy"), state=state, variant=ACERUNNER, section=EVENTS)


@pytest.mark.parametrize(
    ("text", "fleets"),
    [
        ("TYS & ION separate, Nap & Tun connect", {"Nap", "Tun"}),
        ("Tun & Out separate, ION & NAf connect", set()),
        ("Ank & BLA separate, Con & Arm connect", {"Ank"}),
        ("Ank & Rom separate", set()),
        ("isthmus: strait", set()),
    ],
)
def test_an_event_names_the_fleets_that_it_would_unsettle(text, fleets):
    units = {"Italy": ["F Nap", "F Tun", "F ION", "A Rom"], "Turkey": ["F Ank"]}
    state = position(ACERUNNER, units=units)
    (order,) = read(text, state).orders
    assert {*find_disturbed_fleets(find_event_by_ends, order, state)} == fleets


@pytest.mark.parametrize(
    ("text", "site"),
    [
        ("TYS & ION separate, Nap & Tun connect", ("TYS", "ION")),
        ("Por & Bre connect across MAO", ("Por", "Bre")),
        ("isthmus: strait", ()),
    ],
)
def test_an_event_says_which_border_it_is_about(text, site):
    (order,) = read(text, position(ACERUNNER, units={})).orders
    assert (order.site, order.guards) == (site, False)


def test_before_the_deadline_everything_wrong_is_said():
    state = position(ACERUNNER, units={"Italy": ["F Nap", "F Tun"]})
    text = """Mun & Bur separate, Ruh & Mar connect
Spa & MAO separate
TYS & ION separate, Nap & Tun connect
isthmus: strait
strait: burn"""
    reading = check_orders(
        text, power=Power("Italy"), state=state, variant=ACERUNNER, section=EVENTS
    )
    assert [(found.code, found.where.line) for found in reading.findings] == [
        ("O27", 1),
        ("O27", 2),
        ("O28", 2),
        ("O28", 3),
        ("O11", 5),
    ]
    assert "Bur & Mun separate, Swi & Ruh connect" in reading.findings[0].title
    context = LineContext(
        power=Power("Italy"),
        state=state,
        variant=ACERUNNER,
        section=EVENTS,
        kind=PhaseKind.EVENTS,
    )
    notes = check_coast_choices({EVENTS: reading.orders}, context)
    assert [found.code for found in notes] == ["O31", "O31"]


@pytest.mark.parametrize("variant", [LAVAURS, ACERUNNER])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gsa & MAO separate", "Por & Bre connect"),
        ("Por & Bre connect", "Gsa & MAO separate"),
        ("Gas & MAO sundered", "Por & Bre connect"),
        ("Por & Spa separate", "MOA & MAO connect"),
        ("Bul & Gre separate", "Ser & AEG"),
    ],
)
def test_an_event_with_a_half_that_nobody_can_read_is_void_as_a_whole(variant, one, other):
    """The author writes a semicolon between the halves; a comma is the same."""
    state = position(variant, units={"Italy": ["F Nap"]})
    power = Power("Italy")
    for joint in ("; ", ", "):
        text = f"{one}{joint}{other}"
        found = read_orders(text, power=power, state=state, variant=variant, section=EVENTS)
        assert [type(order) for order in found.orders] == [Unreadable], text
        assert len(found.findings) == 1


@pytest.mark.parametrize("variant", [LAVAURS, ACERUNNER])
def test_the_halves_of_an_event_are_one_order_whatever_stands_between_them(variant):
    state = position(variant, units={"Italy": ["F Nap"]})
    power = Power("Italy")
    texts = [
        f"Bul & Gre separate{joint} Ser & AEG connect" for joint in (";", ",", " and", " &", "")
    ]
    read = [
        read_orders(text, power=power, state=state, variant=variant, section=EVENTS).orders
        for text in texts
    ]
    assert all(orders == read[0] for orders in read)
    assert len(read[0]) == 1


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("For & Bre connect", "Por & Bre connect"),
        ("For & Spa separate, MAO & MAO connect", "Por & Spa separate, MAO & MAO connect"),
        ("Por & Ire connect", "Por & IRI connect"),
        ("Kie/Nth connect (Hel/Hol separate)", "HEL & Hol separate, Kie & NTH connect"),
    ],
)
def test_the_authors_own_words_and_misprints_are_read(text, means):
    state = position(ACERUNNER, units={})
    reading = read(text, state)
    assert not reading.findings
    assert [write_order(order, state.board) for order in reading.orders] == [means]
