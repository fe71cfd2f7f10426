"""How orders about the ground are written, in the words of either rule set."""

from dataclasses import replace

import pytest

from tests.positions import standard_state
from zinegen.board import Power
from zinegen.notation import EVENTS, Reading, read_orders, write_order
from zinegen.variants.geophysical.common.orders import (
    EXAMPLES,
    PATTERNS,
    FormChecks,
    Process,
    Stabilisation,
    Transformation,
    stabilisation_form,
    stabilisation_support_form,
    transformation_forms,
)
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
