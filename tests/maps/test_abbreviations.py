"""Abbreviations that orders cannot be written with give way to others, and it is told."""

import pytest

from tests.maps.example import built_from
from tests.maps.squares import FOUR, SQUARES, drawing_of
from zinegen.maps.abbreviations import abbreviate, find_trouble
from zinegen.maps.facts import FACTS, read_facts
from zinegen.notation.findings import Level
from zinegen.play.texts import parse_toml


def read(text):
    document = parse_toml(text.encode(), "map.toml", FACTS).document
    assert document is not None
    return (*read_facts(document), text.split("\n"))


def four_with(key, name="Andalusia", more="", end=""):
    """Return the facts of four squares of which the second has another abbreviation."""
    text = FOUR.format(more=more, end=end)
    return text.replace('Bb = { name = "Beta" }', f'{key} = {{ name = "{name}", shape = "bb" }}')


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("And", "Ana"),
        ("nwc", "Ana"),
        ("TWO", "Ana"),
        ("Out", "Ana"),
        ("B2", "Ana"),
        ("A", "Ana"),
        ('"Änd"', "Ana"),
        ("Andalusian", "Ana"),
        ("East", "Ana"),
    ],
)
def test_an_abbreviation_that_no_order_can_have_gives_way_to_one_of_its_name(written, key):
    facts, findings, lines = read(four_with(written))
    assert key in facts.provinces
    (told,) = findings
    assert told.level is Level.NOTE
    assert f"it is {key}" in told.title
    assert lines[told.where.line - 1].startswith(written)
    assert told.hint


def test_whatever_names_the_province_by_what_was_written_means_it():
    text = four_with(
        "And",
        more='crossings = ["Aa - And"]\ncorners = ["And - Cc"]',
        end='[adjacent]\nAnd = ["Aa", "Dd", "Cc"]\n[calendar.sinking]\n1901 = ["and"]',
    ).replace('["A Aa"]', '["A Aa", "A And"]')
    facts, findings, _ = read(text)
    assert [one.level for one in findings] == [Level.NOTE]
    assert facts.units["East"] == ("A Aa", "A Ana")
    assert facts.crossings[0]["ends"] == ["Aa", "Ana"]
    assert facts.corners == {frozenset({"Ana", "Cc"})}
    assert facts.adjacent == {"Ana": {"Aa", "Cc", "Dd"}}
    assert facts.sinking == {1901: ("Ana",)}
    built = built_from(text, drawing_of(SQUARES))
    assert built.data is not None, built.troubles


def test_two_that_give_way_get_two_abbreviations_and_none_takes_what_is_written():
    text = (
        four_with("Ar1", "Adriatic 1").replace("Cc =", "Ar2 =").replace('"Gamma"', '"Adriatic 2"')
    )
    facts, findings, _ = read(text.replace("Dd =", "Adr ="))
    assert [*facts.provinces] == ["Aa", "Adi", "Ada", "Adr"]
    assert len(findings) == 2


def test_letters_without_accents_stand_for_a_name_whatever_there_is():
    taken: set[str] = set()
    for _ in range(3_000):
        key = abbreviate("Þórsmörk 7", taken)
        assert find_trouble(key, taken) == ""
        taken.add(key.lower())
    assert abbreviate("北海", taken) == "Pro"
