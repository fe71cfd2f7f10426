"""Labels and first fleets on coasts that the drawing has otherwise give way, and it is told."""

import pytest

from tests.maps.example import DRAWING, FACTS_TEXT, built_from
from zinegen.archive import parse_own_map
from zinegen.maps.check import check_map
from zinegen.play import map_text

STRIP = """
title = "Strip"
[powers]
East = [{unit}]
West = ["A Sou"]
[provinces]
Lan = {{ name = "Land", centre = true, home = "East"{coasts} }}
Sou = {{ name = "South", centre = true, home = "West" }}
NOS = {{ name = "North Sea", terrain = "water" }}
SOS = {{ name = "South Sea", terrain = "water" }}
EAS = {{ name = "East Sea", terrain = "water" }}
"""
STRIPS = """<svg xmlns="http://www.w3.org/2000/svg">
<rect id="nos" x="0" y="0" width="400" height="100"/>
<rect id="lan" x="0" y="100" width="400" height="100"/>
<rect id="sos" x="0" y="200" width="200" height="100"/>
<rect id="eas" x="200" y="200" width="200" height="100"/>
<rect id="sou" x="0" y="300" width="400" height="100"/>
</svg>"""
TWO = ', coasts = { nc = ["NOS"], sc = ["SOS"] }'


def strip(unit='"F Lan"', coasts=TWO):
    return built_from(STRIP.format(unit=unit, coasts=coasts), STRIPS)


@pytest.mark.parametrize("unit", ['"F Lan"', '"fleet Land"', '"F Lan/SOU"'])
def test_a_fleet_without_a_coast_that_is_there_begins_on_the_one_with_the_most_waters(unit):
    built = strip(unit)
    assert built.data["game"]["units"]["East"] == ["F Lan/sc"]
    (told,) = [one for one in built.troubles if "names no coast" in one.title]
    assert not told.grave
    assert told.about == ("powers", "East")
    assert "F Lan/nc" in told.hint
    assert "F Lan/sc" in told.hint
    assert not [one for one in check_map(built.data) if one.grave]


def test_where_coasts_have_no_labels_a_water_names_the_coast():
    built = strip(coasts="")
    (unit,) = built.data["game"]["units"]["East"]
    assert unit in {"F Lan/SOS", "F Lan/EAS"}
    own = parse_own_map(map_text(built.data).encode())
    assert (unit, "East") in {(text, power) for power, text in own.start.units}


def test_a_fleet_with_a_coast_that_is_there_keeps_it():
    built = strip('"F Lan/nc"')
    assert built.data["game"]["units"]["East"] == ["F Lan/nc"]
    assert not [one for one in built.troubles if "coast" in one.title]


@pytest.mark.parametrize(
    "coasts",
    [
        ', coasts = { nc = ["NOS"], sc = ["SOS"], ec = ["EAS"] }',
        ', coasts = { nc = ["NOS", "SOS"], sc = ["EAS"] }',
    ],
)
def test_a_label_of_a_coast_that_is_not_there_is_left_out(coasts):
    built = strip(coasts=coasts)
    assert built.data is not None
    told = [one for one in built.troubles if "the label is left out" in one.title]
    assert told
    assert all(one.about == ("provinces", "Lan") and not one.grave for one in told)


def test_labels_of_a_province_with_one_shore_are_left_out():
    labelled = 'shape = "dale", coasts = { nc = ["MER"], ec = ["SOU"] },'
    built = built_from(FACTS_TEXT.replace('shape = "dale",', labelled), DRAWING)
    assert built.data["printed"] == {}
    assert len([one for one in built.troubles if "the label is left out" in one.title]) == 2


ISLES = """<svg xmlns="http://www.w3.org/2000/svg">
<path id="nos" fill-rule="evenodd" d="M0,0 H400 V400 H0 Z M100,100 V300 H300 V100 Z"/>
<path id="lan" d="M110,110 H190 V290 H110 Z M215,120 H290 V280 H215 Z"/>
<rect id="sos" x="0" y="400" width="400" height="100"/>
<rect id="eas" x="0" y="500" width="400" height="100"/>
<rect id="sou" x="0" y="600" width="400" height="100"/>
</svg>"""


def test_wide_ground_that_nobody_drew_round_the_islands_of_a_province_is_its_own():
    built = built_from(STRIP.format(unit='"F Lan"', coasts=""), ISLES)
    assert built.data is not None, built.troubles
    assert not [one for one in built.data["faces"].values() if one.get("closed")]
    assert [one for one in built.troubles if "round islands of Land" in one.title]
    assert len(built.data["decor"]["islands"]) == 1
