"""Outlines are found by whatever names the drawing has for them."""

import pytest

from tests.maps.squares import FOUR, SQUARES, four, square
from zinegen.maps.report import draw_troubles

ALPHA = 'id="aa"'
NAMED = [
    'id="AA"',
    'id="Alpha"',
    'id="_aa"',
    'id="a_x61_"',
    'id="aa_1_"',
    'id="path7" inkscape:label="Älpha"',
    'id="path7" data-name="ALPHA"',
    'id="path7" class="land aa"',
    'id="path7" data-abbr="aa"',
    'id="path7" aria-label="alpha"',
    'id="prov-aa"',
    'id="path7" title="Alpha"',
]


def with_first(said):
    return SQUARES.replace(ALPHA, said.replace("inkscape:", "")).replace(
        "<rect", '<rect data-kind="x"', 1
    )


@pytest.mark.parametrize("said", NAMED)
def test_an_outline_is_found_by_id_label_data_class_or_full_name(said):
    built = four(with_first(said))
    assert built.data is not None, built.troubles
    assert built.data == four().data | {"game": built.data["game"]}


def test_an_outline_is_found_by_the_title_in_it():
    first, rest = SQUARES.split("/>", 1)
    shapes = first.replace(ALPHA, 'id="path7"') + "><title>Alpha</title></rect>" + rest
    assert four(shapes).data is not None


def test_an_alias_finds_an_outline_and_a_full_name_needs_no_signs():
    facts = FOUR.replace('"Alpha"', '"St. Alpha"').replace('"Beta"', '"Beta", aliases = ["Bravo"]')
    shapes = SQUARES.replace(ALPHA, 'id="st_alpha"').replace('id="bb"', 'id="bravo"')
    assert four(shapes, facts=facts).data is not None


def test_what_map_toml_calls_an_outline_is_looked_for_and_nothing_else():
    facts = FOUR.replace('"Alpha"', '"Alpha", shape = "ant"')
    built = four(with_first('id="alpha"'), facts=facts)
    assert built.data is None
    assert [one for one in built.troubles if "no outline called ant" in one.title]


def test_a_part_of_an_id_that_two_outlines_have_finds_neither():
    shapes = SQUARES.replace(ALPHA, 'id="prov-aa"').replace('id="bb"', 'id="mark-aa"')
    built = four(shapes, facts=FOUR.replace('"Beta"', '"Beta", shape = "mark-aa"'))
    assert [one for one in built.troubles if "no outline called Aa" in one.title]


def test_two_provinces_cannot_have_one_outline():
    facts = FOUR.replace('"Beta"', '"Beta", shape = "aa"')
    (told, *_) = four(facts=facts).troubles
    assert "both have the outline aa" in told.title
    assert told.about == ("provinces", "Bb")


def test_an_outline_without_points_is_told_and_the_picture_is_drawn():
    built = four(SQUARES.replace('width="100"', 'width="NaN"', 1))
    assert built.data is None
    assert draw_troubles(built).startswith("<svg")


def test_outlines_may_lie_in_several_layers_and_one_that_is_not_there_is_told():
    parts = SQUARES.replace("/>", "/>|").split("|")
    shapes = f'<g id="seas">{parts[0]}</g>{parts[0]}<g id="lands">{"".join(parts[1:])}</g>'
    built = four(shapes, 'layer = ["Seas", "lands"]')
    assert built.data is not None, built.troubles
    (told,) = four(shapes, 'layer = ["seas", "land"]').troubles
    assert told.title == "the drawing has no layer land"
    assert told.hint == "did you mean lands?"
    (told,) = four(shapes, 'layer = "provinces"').troubles
    assert "there are seas, lands" in told.hint


def test_a_province_that_nobody_may_enter_and_nobody_drew_is_left_out_wherever_it_is_named():
    facts = FOUR.replace("{end}", 'Alp = {{ name = "Alps", closed = true }}\n{end}')
    built = four(
        more='crossings = ["Alp - Aa"]\nno_armies = ["Alp - Bb"]',
        end='[adjacent]\nAlp = ["Aa"]\n[calendar.sinking]\n1901 = ["Alp"]',
        facts=facts,
    )
    assert built.data is not None, built.troubles
    assert "Alp" not in built.data["faces"]
    assert built.data["game"]["crossings"] == []
    (told,) = [one for one in built.troubles if "left out" in one.title]
    assert told.about == ("provinces", "Alp")


@pytest.mark.parametrize("named", ["Eastern Alpha Sea", "Gulf of Eastern Alpha", "Eastern Alpha"])
def test_words_for_kinds_of_water_may_differ(named):
    facts = FOUR.replace('"Alpha"', '"Eastern Alpha"')
    shapes = SQUARES.replace('id="aa"', f'id="p1" data-name="{named}"')
    assert four(shapes, facts=facts).data is not None


def test_parts_that_are_named_after_coasts_are_one_province():
    half = square("aa-nc", 0, 0, 100, 50) + square("aa-sc", 0, 50, 100, 50)
    built = four(half + SQUARES.split("/>", 1)[1])
    assert built.data is not None, built.troubles
    assert len(built.data["faces"]) == 4
