"""What an import tells of a drawing in which something is wrong."""

from dataclasses import replace

from tests.maps.squares import FOUR, four
from zinegen.geometry.flaws import OutlineFault
from zinegen.maps.facts import FACTS, read_facts
from zinegen.maps.report import draw_troubles, make_findings
from zinegen.maps.troubles import Trouble
from zinegen.play.texts import parse_toml


def told(kinds):
    troubles = tuple(
        Trouble(title=f"{kind} {number}", at=(number, 5.0), grave=kind is None, kind=kind)
        for number, kind in enumerate(kinds)
    )
    document = parse_toml(FOUR.format(more="", end="").encode(), "map.toml", FACTS).document
    facts, _ = read_facts(document)
    built = replace(four(), troubles=troubles)
    findings = make_findings(built, document, facts, "four.svg")
    assert draw_troubles(built).count("<circle") == len(kinds)
    return [one.title.partition(";")[0] for one in findings]


def test_a_kind_of_note_that_comes_often_is_told_once_with_its_number():
    gap, covered = OutlineFault.GAP, OutlineFault.COVERED
    kinds = [gap, gap, covered, gap, gap, None, *[gap] * 100, covered]
    assert told(kinds) == [
        "gap 0",
        "gap 1",
        "covered 2",
        "gap 3",
        "the same at 101 more places: numbers 5, 7 to 106 in the picture",
        "None 5",
        "covered 106",
    ]


def test_what_is_wrong_is_told_each_time_and_so_are_a_few_notes():
    assert len(told([None] * 30)) == 30
    assert len(told([OutlineFault.GAP] * 8)) == 8
