"""How issues and seasons are cited: a number and a line that never change."""

from dataclasses import replace

from tests.pages import examples
from zinegen.pages.builders.citations import cite_issue, cite_season

DAY = replace(examples.CLOSED, day="Tuesday 1 December 2026")
SPRING = replace(examples.SPRING, closing=DAY)


def test_a_season_is_cited_by_its_game_and_the_number_of_its_report():
    found = cite_season(examples.ZINE, SPRING, "https://zine.example/games/winter/1901-1-spring/")
    assert found.number == "winter 1"
    assert found.line == (
        "Ann Example (GM): Winter, report 1, “Spring 1901: Bounces at Burgundy”."
        " In: The Fault Line, 1 December 2026. https://zine.example/games/winter/1901-1-spring/"
    )


def test_an_issue_is_cited_by_its_number():
    found = cite_issue(examples.ZINE, examples.ISSUE, "")
    assert found.number == "No. 7"
    assert found.line == (
        "A. N. Editor (ed.): The Fault Line, No. 7, “Bounces at Burgundy”. December 2026."
    )


def test_what_comes_later_changes_no_citation():
    later = replace(SPRING, following=None, next_orders="", banner="x", press=())
    assert cite_season(examples.ZINE, later, "") == cite_season(examples.ZINE, SPRING, "")


def test_nobody_without_an_editor_is_named():
    zine = replace(examples.ZINE, editor="")
    assert cite_issue(zine, examples.ISSUE, "").text.startswith("The Fault Line, No. 7")
