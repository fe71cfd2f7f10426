"""How orders about the ground are written, in the words of either rule set."""

from dataclasses import replace

import pytest

from tests.positions import standard_state
from zinegen.board import Power
from zinegen.game import Reason, Verdict
from zinegen.notation import EVENTS, Reading, read_orders, write_order
from zinegen.variants.geophysical.common.orders import (
    FormChecks,
    Stabilisation,
    Transformation,
    count_stabilisation,
    stabilisation_form,
    stabilisation_support_form,
    transformation_forms,
)
from zinegen.variants.geophysical.common.processes import EXAMPLES, PATTERNS, Process
from zinegen.variants.standard import STANDARD

STATE = standard_state("S1901M", {"Russia": ["A Mos"]})
ONE = replace(
    STANDARD,
    extra_forms=(
        *transformation_forms(
            (
                Process.UPLIFT,
                Process.ERODE,
                Process.OROGENESIS,
                Process.EARTHQUAKE,
                Process.ICE_ADVANCE,
                Process.ICE_RETREAT,
                Process.CREATE_CENTRE,
            ),
            FormChecks(),
        ),
        stabilisation_form(FormChecks()),
    ),
)
OTHER = replace(
    STANDARD,
    extra_forms=(
        *transformation_forms(
            (
                Process.RAISE,
                Process.ERODE,
                Process.MOUNTAIN,
                Process.GLACIATE,
                Process.MELT,
                Process.CREATE_CENTRE,
                Process.CANAL,
                Process.OPEN,
                Process.CLOSE,
                Process.EARTHQUAKE,
                Process.SEAL,
            ),
            FormChecks(),
            by_name=True,
        ),
        stabilisation_form(FormChecks()),
        stabilisation_support_form(FormChecks()),
    ),
)


def read(text: str, variant=ONE) -> Reading:
    return read_orders(text, power=Power("Russia"), state=STATE, variant=variant, section=EVENTS)


@pytest.mark.parametrize(
    ("variant", "text", "canonical"),
    [
        (ONE, "marine platform uplift of NTH", "Uplift NTH"),
        (ONE, "erosion of Moscow", "Erode Mos"),
        (ONE, "Raise Boh", "Orogenesis Boh"),
        (ONE, "raise Boh to mountains", "Orogenesis Boh"),
        (ONE, "earthquake Mun & Bur", "Earthquake Mun/Bur"),
        (ONE, "Earthquake: Spa(nc)/MAO", "Earthquake Spa/MAO"),
        (ONE, "Glaciate Nwy", "Ice advance Nwy"),
        (ONE, "ice retreats from StP", "Ice retreat StP"),
        (ONE, "create a new supply center in Ruhr", "Create centre Ruh"),
        (ONE, "support Turkey: erode Mos", "Support TURKISH Erode Mos"),
        (ONE, "s Turkish earthquake NTH/Nwy", "Support TURKISH Earthquake NTH/Nwy"),
        (ONE, "two stabilize Mos", "2 Stabilise Mos"),
        (ONE, "3 x stabilise Mun-Bur", "3 Stabilise Mun/Bur"),
        (ONE, "Stabilise Mos twice", "2 Stabilise Mos"),
        (ONE, "Stabilise Mos (3 times)", "3 Stabilise Mos"),
        (OTHER, "Raise NTH", "Raise NTH"),
        (OTHER, "Raise Boh to mountains", "Mountain Boh"),
        (OTHER, "orogenesis Boh", "Mountain Boh"),
        (OTHER, "ice advance StP", "Glaciate StP"),
        (OTHER, "Canal Spa: MAO - GOL", "Canal Spa MAO-GOL"),
        (OTHER, "Canal Spa (from MAO and GOL)", "Canal Spa MAO-GOL"),
        (OTHER, "Canal Kie canal-NTH", "Canal Kie NTH-canal"),
        (OTHER, "opening of Con", "Open Con"),
        (OTHER, "Close Con", "Close Con"),
        (OTHER, "Seal Bur/Mun", "Seal Bur/Mun"),
        (OTHER, "Support TURKISH Canal Spa MAO-GOL", "Support Turkey: Canal Spa MAO-GOL"),
        (OTHER, "Support stabilise Mun (Germany)", "Support stabilise Mun (Germany)"),
        (OTHER, "Support German stabilisation of Mun", "Support stabilise Mun (Germany)"),
        (OTHER, "support stabilise Mun/Bur", "Support stabilise Mun/Bur (Russia)"),
    ],
)
def test_an_order_has_one_canonical_writing_and_is_read_back_from_it(variant, text, canonical):
    (order,) = read(text, variant).orders
    assert write_order(order, STATE.board) == canonical
    assert read(canonical, variant).orders == (order,)


@pytest.mark.parametrize(
    "text", ["Erode Mun/Bur", "Support TURKISH Support AUSTRIAN Erode Mos", "Canal Spa MAO-GOL"]
)
def test_what_is_no_order_of_the_rule_set_is_said_to_be_none(text):
    assert read(text, ONE).findings


def test_a_border_is_the_same_from_both_sides():
    one, other = (read(f"Earthquake {pair}").orders[0] for pair in ("Mun/Bur", "Bur/Mun"))
    assert isinstance(one, Transformation)
    assert isinstance(other, Transformation)
    assert one.event == other.event
    assert one.site == ("Mun", "Bur")
    assert not one.guards


def test_a_stabilisation_guards_its_site():
    (order,) = read("2 Stabilise Mun").orders
    assert isinstance(order, Stabilisation)
    assert (order.times, order.site, order.guards) == (2, ("Mun",), True)


def test_every_process_has_its_words_and_an_example_of_them():
    assert set(PATTERNS) == set(EXAMPLES) == set(Process)
    for variant in (ONE, OTHER):
        for form in variant.extra_forms:
            assert not read(form.example, variant).findings


def test_a_line_that_breaks_off_is_answered_in_its_own_words():
    (finding,) = read("Earthquake Mun").findings
    assert "Earthquake Mun/Bur" in finding.hint


@pytest.mark.parametrize(
    ("variant", "text", "means"),
    [
        (ONE, "Marine Platform Uplift: NTH", "Uplift NTH"),
        (ONE, "Raise NTH to land", "Uplift NTH"),
        (ONE, "Orogenisis Boh", "Orogenesis Boh"),
        (ONE, "Erode Mos to sea", "Erode Mos"),
        (ONE, "Create a new s.c. in Ruh", "Create centre Ruh"),
        (ONE, "Earthquake along Mun/Bur", "Earthquake Mun/Bur"),
        (ONE, "Support TURKISH Orogenisis Boh", "Support TURKISH Orogenesis Boh"),
        (OTHER, "Raise NTH to land", "Raise NTH"),
        (OTHER, "Raise Boh to mountains", "Mountain Boh"),
        (OTHER, "Orogenisis Boh", "Mountain Boh"),
        (OTHER, "Erode Swi to land", "Erode Swi"),
        (OTHER, "Erode Mun to sea", "Erode Mun"),
        (OTHER, "Create a new supply center in Ruh", "Create centre Ruh"),
        (OTHER, "Build canal Spa MAO-GOL", "Canal Spa MAO-GOL"),
        (OTHER, "Close waterway Con", "Close Con"),
        (OTHER, "Open the natural waterway of Con", "Open Con"),
        (OTHER, "Close canal Kie", "Close Kie"),
        (OTHER, "Seal the rift Mun/Bur", "Seal Mun/Bur"),
        (OTHER, "Support Turkey: Erode Mun to sea", "Support Turkey: Erode Mun"),
    ],
)
def test_the_authors_own_words_are_read(variant, text, means):
    reading = read(text, variant)
    assert not reading.findings
    assert [write_order(order, STATE.board) for order in reading.orders] == [means]


@pytest.mark.parametrize("text", ["-1 Stabilise Mos", "\u22121 Stabilise Mos", "1.5 Stabilise Mos"])
def test_what_is_no_number_is_not_read_as_one(text):
    (finding,) = read(text).findings
    assert finding.meant == ""


@pytest.mark.parametrize("text", ["- 1 Stabilise Mos", "1. Stabilise Mos", "- Stabilise Mos"])
def test_the_sign_and_the_number_of_an_item_in_a_list_are_no_part_of_it(text):
    (order,) = read(text).orders
    assert isinstance(order, Stabilisation)
    assert order.times == 1


def test_of_a_line_for_too_many_stabilisations_so_many_count_as_are_left():
    (order,) = read("9 Stabilise Mos").orders
    assert isinstance(order, Stabilisation)
    assert count_stabilisation(order, 9) == (9, Verdict(reason=Reason.STABILISATION_COUNTED))
    times, verdict = count_stabilisation(order, 3)
    assert (times, verdict.reason) == (3, Reason.COUNTED_IN_PART)
    assert [write_order(one, STATE.board) for one in verdict.because] == ["3 Stabilise Mos"]
    assert count_stabilisation(order, 0)[1].reason is Reason.NONE_LEFT
    none = replace(order, times=0)
    assert count_stabilisation(none, 3)[1].reason is Reason.STABILISES_NOTHING
