"""The page of results prints what is wanted, and nobody who is to be left out."""

import re

import pytest
from defusedxml.ElementTree import fromstring

from tests.pages.results.outcomes import POWERS, ended, outcome
from zinegen.pages import Addresses, Templates
from zinegen.pages.builders.players import assign_player_pages
from zinegen.pages.builders.results.interval_chart import IntervalRow, interval_chart
from zinegen.pages.builders.results.page import ResultsBuilder, tell_results
from zinegen.pages.results.settings import (
    PARTS,
    ResultPart,
    ResultSettings,
    leave_out,
    read_result_settings,
)
from zinegen.pages.site.standard_files import PAGE_TEMPLATES

GAME = outcome("winter-palace")
NAMES = {stint.player for power in GAME.powers for stint in power.stints}


def build(games, *, parts=PARTS, names=NAMES):
    return ResultsBuilder(
        games=games, people=assign_player_pages(names), seasons={}, parts=parts
    ).build()


def html(view):
    templates = Templates(PAGE_TEMPLATES, Addresses())
    return templates.html("results.html", "results.md", {"results": view})[0]


def test_each_part_can_be_switched_off():
    for part in PARTS:
        view = build([GAME], parts=[one for one in PARTS if one is not part])
        assert part not in {one.anchor for one in view.sections}
        assert f'id="{part}"' not in html(view)
    assert build([GAME], parts=()) is None


def test_a_player_is_left_out_by_name_and_the_game_still_counts():
    settings = ResultSettings(unlisted=("Selim Aksoy", "Klara Novak"))
    games = leave_out([GAME], settings)
    page = html(build(games))
    assert "Selim Aksoy" not in page
    assert "Klara Novak" not in page
    assert "Otto Brandt" in page
    assert "Selim Aksoy" not in tell_results(games, PARTS)
    whole, less = build([GAME]).sections, build(games).sections
    powers = [
        next(one for one in found if one.anchor == "counts").exhibits[1] for found in (whole, less)
    ]
    assert powers[0] == powers[1]


def test_a_zine_in_which_nothing_has_ended_says_so_well():
    young = ended("young", dict.fromkeys(POWERS, 3), is_over=False)
    view = build([young], names=())
    leads = {one.anchor: one.lead for one in view.sections}
    assert leads["counts"] == leads["ratings"] == leads["balance"]
    assert leads["counts"].startswith("No game has ended yet.")
    assert leads["scores"] == "No game has ended yet, so nobody has scored."
    assert not [
        one for one in view.sections if one.anchor not in {"counts", "records"} and one.exhibits
    ]
    assert build([], names=()) is None


def test_what_is_sorted_by_number_has_numbers():
    for table in re.findall(r"<table.*?</table>", html(build([GAME])), re.DOTALL):
        heads = re.findall(r'<th scope="col"( class="z-number")?>', table)
        for row in re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], re.DOTALL):
            cells = re.findall(r"<t[dh]([^>]*)>(.*?)</t[dh]>", row, re.DOTALL)
            assert len(cells) == len(heads)
            for head, (marks, text) in zip(heads, cells, strict=True):
                key = re.search(r'data-key="([^"]*)"', marks)
                assert not head or float(key[1] if key else text.strip()) is not None


def test_a_player_is_told_what_came_of_the_games():
    told = tell_results([GAME], PARTS)
    assert told["Selim Aksoy"] == "1 seat: 1 won."
    assert told["Klara Novak"] == "1 seat: 1 given up; 2 deadlines missed."
    assert tell_results([GAME], [ResultPart.SCORES]) == {}


def test_names_are_escaped_wherever_they_stand():
    evil = "<b>Ann</b>"
    game = ended("x", dict.fromkeys(POWERS, 4), winners=("Italy",), players={"Italy": evil})
    page = html(build([game], names=[evil]))
    assert evil not in page
    assert "&lt;b&gt;Ann" in page


def test_a_chart_says_in_words_what_it_draws():
    rows = [IntervalRow(name="A & B", value=0.5, low=0.2, high=0.8)]
    drawing = interval_chart(
        rows, ticks=(0, 1), say=lambda one: f"{one:g}", name="How often", average=0.5
    )
    tree = fromstring(str(drawing))
    assert (tree.get("role"), tree.get("aria-label")) == ("img", "How often")
    told = tree.find("{http://www.w3.org/2000/svg}desc").text
    assert told == "A & B 0.5, between 0.2 and 0.8."


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (None, PARTS),
        ([], ()),
        (["records", "counts", "nonsense", 7], (ResultPart.COUNTS, ResultPart.RECORDS)),
        ("ratings", PARTS),
    ],
)
def test_settings_that_make_no_sense_are_passed_over(parts, found):
    assert read_result_settings(parts, ["Ann", 7]) == ResultSettings(parts=found, unlisted=("Ann",))
