"""What an issue of the zine holds: which seasons in which order, and how the games stood."""

from dataclasses import replace
from datetime import date

import pytest

from tests.pages.examples import AUTUMN, BOOK, HEAD, POWERS, SPRING, ZINE
from zinegen.pages.builders.issue_files import PlannedIssue
from zinegen.pages.builders.issues import IssueBuilder

NEXT = replace(AUTUMN, closing=replace(AUTUMN.closing, utc="2026-12-15T22:00:00Z"))


def make_game(slug, **head):
    """Return a game of two seasons, closed on 1 and on 15 December 2026."""
    named = replace(HEAD, title=slug.title(), slug=slug, uri=f"games/{slug}/index.md", **head)
    seasons = [replace(one, game=named, uri=f"{slug}/{one.anchor}") for one in (SPRING, NEXT)]
    return replace(BOOK, view=replace(BOOK.view, head=named), seasons=tuple(seasons))


def build_issue(*games, day=date(2026, 12, 2), named=None):
    """Return one issue of these games."""
    plan = PlannedIssue(number=7, day=day, title="T", uri="issues/7.md", games=named, source="")
    (issue,) = IssueBuilder(zine=ZINE, games=games, openings={}).issues([plan])
    return issue


@pytest.mark.parametrize(
    ("named", "printed"),
    [
        (
            ("winter/1901-2-autumn", "summer/1901-1-spring", "winter/1901-1-spring"),
            ["winter 1", "winter 2", "summer 1"],
        ),
        (("summer/1901-1-spring", "winter/1901-2-autumn"), ["summer 1", "winter 2"]),
        (None, ["winter 1", "summer 1"]),
    ],
)
def test_games_stand_as_they_are_named_and_their_seasons_as_they_were_played(named, printed):
    """Where nothing is named, what had closed stands there."""
    issue = build_issue(make_game("winter"), make_game("summer"), named=named)
    assert [f"{one.game.slug} {one.number}" for one in issue.seasons] == printed


def test_an_issue_says_how_every_game_stood_on_its_day():
    """By the last season that had closed, the strongest power first, with centres and units."""
    rows = list(SPRING.centres.rows)
    rows[3] = replace(rows[3], now=9)
    rows[5] = replace(rows[5], now=0, centres=())
    first = replace(SPRING, centres=replace(SPRING.centres, rows=tuple(rows)))
    first = replace(
        first, standings=tuple(one for one in first.standings if one.power != rows[5].power)
    )
    game = replace(make_game("winter"), seasons=(first, NEXT))
    (standing,) = build_issue(game).scores
    assert (standing.when, standing.to_win, standing.outcome) == ("Spring 1901", 18, "")
    assert (standing.scores[0].power, standing.scores[0].centres) == (rows[3].power, 9)
    assert {one.units for one in standing.scores} == {3}
    assert rows[5].power not in [one.power for one in standing.scores]
    (later,) = build_issue(game, day=date(2026, 12, 16)).scores
    assert (later.when, len(later.scores)) == ("Autumn 1901", len(POWERS))


def test_no_centre_is_counted_where_centres_are_secret():
    """Then the units alone tell how strong a power is."""
    game = replace(make_game("winter"), seasons=(replace(SPRING, centres=None),))
    (standing,) = build_issue(game).scores
    assert {one.centres for one in standing.scores} == {None}
    assert len(standing.scores) == len(POWERS)


def test_a_game_that_is_over_is_counted_in_the_issue_that_reports_it_alone():
    """And it says who won; as long as it went on it stood among the others."""
    ended = make_game("winter", status="finished", status_text="Italy wins the game.")
    named = ("winter/1901-2-autumn",)
    late = date(2026, 12, 20)
    (standing,) = build_issue(ended, day=late, named=named).scores
    assert standing.outcome == "Italy wins the game."
    assert build_issue(ended, day=late, named=()).scores == ()
    (standing,) = build_issue(ended, day=date(2026, 12, 2), named=()).scores
    assert standing.outcome == ""


def test_a_game_of_which_nothing_has_been_played_has_no_standing():
    assert build_issue(make_game("winter"), day=date(2026, 11, 1)).scores == ()
