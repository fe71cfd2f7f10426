"""What a small picture shows larger, so that it can be seen on a phone."""

import re

import pytest

from tests.drawing.colour_vision import contrast
from zinegen.drawing import draw_before, draw_orders, style, to_svg
from zinegen.drawing.orders.arrows import SHAFT, THIN
from zinegen.drawing.scene import PENS, Sight, find_sight
from zinegen.drawing.style_sheet.dark import DARK

PHONE = 360 / 16600
"""Pixels a tenth of a drawing unit where a map fills a phone 390 pixels wide."""


@pytest.fixture(scope="module")
def pictures(busy, council):
    return {
        "orders": to_svg(draw_orders(*busy), prefix=""),
        "council": to_svg(draw_orders(*council), prefix=""),
        "before": to_svg(draw_before(busy[0]), prefix=""),
    }


def small_rules(text, widest):
    """Return what the style sheet says of whole pictures of a width and less."""
    query = rf"@media \(max-width:{widest}px\)\{{((?:[^{{}}]*\{{[^{{}}]*\}})*)\}}"
    return "".join(re.findall(query, text))


@pytest.mark.parametrize("name", ["orders", "council"])
def test_every_line_of_an_order_is_drawn_thicker_in_a_small_picture(pictures, name):
    text = pictures[name]
    layer = re.search(r'<g class="orders">.*', text)[0]
    assert "--pen:2" in small_rules(text, 559)
    rules = small_rules(text, 1199)
    assert "--pen:1.3" in rules
    for attribute, value in {*re.findall(r'(stroke-width|stroke-dasharray)="([^"]+)"', layer)}:
        grown = ",".join(f"calc({step}px*var(--pen))" for step in value.split())
        assert f'.orders [{attribute}="{value}"]{{{attribute}:{grown}}}' in rules


BESIDE_ITS_ORDERS = 568
"""How wide a map is beside another at the desk in a window of 1280 pixels; on pages it has 584."""


def test_beside_its_orders_a_map_has_small_names_and_all_its_legend():
    """On a phone names are larger than ground, and a window of 1280 pixels is none."""
    assert find_sight(BESIDE_ITS_ORDERS / 1660) is Sight.MIDDLE


def test_an_arrow_is_thick_enough_for_a_phone():
    assert SHAFT * PENS[Sight.NARROW] * PHONE > 1.9
    assert THIN * PENS[Sight.NARROW] * PHONE > 1.2


def test_what_lies_round_an_arrow_sets_it_off_from_any_ground():
    for hues in style.HUES:
        assert contrast(hues.ink, style.HALO) > 3
        assert contrast(hues.dark_ink, DARK[style.HALO]) > 3


def test_heads_and_marks_of_events_grow_about_what_they_point_to(pictures):
    """And nothing else does: a picture without orders has no such rule."""
    assert re.search(
        r'class="order move \w+ \w+".*?transform-origin="-?\d+ -?\d+"', pictures["orders"]
    )
    assert re.search(r'class="order event \w+ \w+".*?transform-origin', pictures["council"])
    assert "--pen" not in pictures["before"]
    assert "transform-origin=" not in pictures["before"]
