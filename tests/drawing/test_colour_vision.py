"""Our ruler for colours measures what the publications say."""

import pytest

from tests.drawing.colour_vision import EYES, ciede2000, contrast, lab, lay_over

# Sharma, Wu and Dalal (2005), table 1: pairs that earlier programs got wrong among them.
PUBLISHED = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "far"), PUBLISHED)
def test_ciede2000_gives_the_published_differences(one, other, far):
    assert ciede2000(one, other) == pytest.approx(far, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(far, abs=5e-5)


def test_a_colour_has_the_coordinates_that_are_published_for_it():
    assert lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.01)
    assert lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.01)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_sees_grey_as_grey(eye):
    assert lab("#808080", eye) == pytest.approx(lab("#808080"), abs=0.02)


def test_the_red_blind_see_red_darker_and_both_kinds_take_red_and_green_for_yellows():
    assert lab("#ff0000", "protan")[0] < lab("#ff0000", "deutan")[0] < lab("#ff0000")[0] + 10
    for eye in ("protan", "deutan"):
        assert all(lab(colour, eye)[2] > 30 for colour in ("#ff0000", "#00ff00"))


def test_a_veil_mixes_colours_as_a_browser_does():
    assert lay_over("#000000", "#ffffff", 0.5) == "#808080"
