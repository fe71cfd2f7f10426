"""Ratings follow results, in the sequence in which games ended, and say how sure they are."""

import pytest

from tests.pages.results.outcomes import POWERS, ended
from zinegen.pages.results.ratings import rate_ghosts, rate_players, sort_by_end

EVEN = dict.fromkeys(POWERS, 4)


def by_name(games):
    return {one.player: one for one in rate_players(games)}


def won(name, winner, *, when, **more):
    return ended(name, EVEN, winners=(winner,), when=when, **more)


def test_who_wins_rises_and_all_others_fall_alike():
    found = by_name([won("one", "France", when="2026-01-01")])
    assert found["france"].skill > 25 > found["turkey"].skill
    assert len({round(one.skill, 9) for name, one in found.items() if name != "france"}) == 1


def test_those_who_share_a_draw_tie_above_the_others():
    found = by_name([ended("draw", EVEN, winners=("Italy", "Russia"), when="2026-01-01")])
    assert found["italy"].skill == found["russia"].skill > 25 > found["england"].skill


def test_each_game_makes_a_rating_surer():
    games = [won(f"g{n}", "France", when=f"2026-01-0{n}") for n in range(1, 6)]
    sure = [by_name(games[:n])["france"].uncertainty for n in range(1, 6)]
    assert sure == sorted(sure, reverse=True)
    assert sure[-1] < sure[0] < 25 / 3


def test_the_list_goes_by_the_skill_that_is_sure():
    lucky = won("lucky", "Italy", when="2026-02-01", players={"Italy": "lucky"})
    games = [won(f"g{n}", "France", when=f"2026-01-{n:02}") for n in range(1, 25)]
    first, *_ = rate_players([*games, lucky])
    assert first.player == "france"
    assert first.low == pytest.approx(first.skill - 2 * first.uncertainty)


def test_games_count_in_the_sequence_in_which_they_ended():
    early = won("b", "France", when="2026-01-01")
    late = won("a", "Italy", when="2026-03-01")
    open_one = ended("open", EVEN, is_over=False)
    assert sort_by_end([late, open_one, early]) == (early, late)
    assert rate_players([late, early]) == rate_players([early, late])


def test_nobody_leaves_a_loss_to_a_stand_in():
    game = won("one", "France", when="2026-01-01", handed={"Austria": ("quitter",)})
    found = by_name([game])
    assert found["quitter"].skill < 25
    assert "austria" not in found


def test_a_stand_in_who_brings_a_power_through_is_rated_for_it():
    game = won("one", "France", when="2026-01-01", handed={"France": ("quitter",)})
    found = by_name([game])
    assert found["france"].skill > 25
    assert "quitter" not in found


def test_who_has_no_name_is_met_and_never_rated():
    game = won("one", "France", when="2026-01-01", players={"Turkey": "", "Russia": ""})
    assert "" not in by_name([game])
    assert len(by_name([game])) == 5


def test_a_game_in_which_one_plays_two_powers_is_not_rated():
    game = won("one", "France", when="2026-01-01", players={"Turkey": "x", "Russia": "x"})
    assert rate_players([game]) == ()


def test_ghost_ratings_move_points_and_make_none():
    games = [won("one", "France", when="2026-01-01"), won("two", "Italy", when="2026-01-02")]
    ghosts = rate_ghosts(games)
    assert sum(ghosts.values()) == pytest.approx(700)
    # Seven of 100 each put 700 / 17.5 = 40 at stake; each is expected to take a seventh of it.
    first = rate_ghosts(games[:1])
    assert first["france"] == pytest.approx(100 + 40 * 6 / 7)
    assert first["turkey"] == pytest.approx(100 - 40 / 7)
