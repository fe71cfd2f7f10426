import json
from importlib.resources import files

import pytest

from tools.map_pipeline import inputs
from tools.map_pipeline.lettering import Setting, beside_island, settings


def test_widths_are_those_of_the_letters_that_maps_are_drawn_with():
    font = json.loads(files("zinegen").joinpath("data", "glyphs.json").read_text(encoding="utf-8"))
    for face, cut in (("regular", "roman"), ("italic", "italic")):
        glyphs, widths = font["faces"][face]["glyphs"], inputs.letter_widths()[cut]
        common = set(glyphs) & set(widths)
        assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -") <= common
        for letter in common:
            drawn = glyphs[letter][0] * 1000 / font["em"]
            assert widths[letter] == pytest.approx(drawn, abs=1000 / font["em"]), letter


def test_every_name_can_be_written():
    for key, province in inputs.provinces().items():
        for setting in settings(province.name, key, 10_000, is_sea=province.is_sea):
            assert setting.width > 0


def test_a_name_is_as_wide_as_its_longest_line_and_scales():
    two = Setting(10, ("Black", "Sea"), is_sea=True)
    assert two.width == Setting(10, ("Black",), is_sea=True).width
    assert two.height == 2 * Setting(10, ("Black",), is_sea=True).height
    one = Setting(10, ("Kiel",), is_sea=False)
    spacing = 3 * 0.2
    assert Setting(20, ("Kiel",), is_sea=False).width - spacing == 2 * (one.width - spacing)


def test_small_provinces_begin_with_small_letters_and_end_with_the_abbreviation():
    ways = settings("St Petersburg", "StP", 5000, is_sea=False)
    assert ways[0] == Setting(11, ("St Petersburg",), is_sea=False)
    assert ways[1] == Setting(11, ("St", "Petersburg"), is_sea=False)
    assert ways[-1].lines == ("StP",)


def test_a_long_name_of_a_sea_is_never_one_line():
    ways = settings("Mid-Atlantic Ocean", "MAO", 90_000, is_sea=True)
    assert all(way.lines in {("Mid-Atlantic", "Ocean"), ("MAO",)} for way in ways)


def test_a_long_name_beside_an_island_is_split():
    assert beside_island("Balearic Islands").lines == ("Balearic", "Islands")
    assert beside_island("Crete").lines == ("Crete",)
