"""Each system gives what its published examples say."""

from fractions import Fraction

import pytest

from tests.pages.results.outcomes import ended
from zinegen.pages.results.scores import (
    SYSTEMS,
    score_c_diplo,
    score_carnage,
    score_draw_size,
    score_sum_of_squares,
)


def rounded(scores):
    return {power: round(float(points), 2) for power, points in scores.items()}


SOLO = ended(
    "solo",
    {"Russia": 18, "Turkey": 3, "France": 6, "Germany": 4, "England": 3, "Italy": 0, "Austria": 0},
    winners=("Russia",),
    out={"Italy": 1906, "Austria": 1903},
)


def test_a_win_takes_everything_in_every_system():
    assert [dict(system.score(SOLO))["Russia"] for system in SYSTEMS] == [100, 100, 100, 28_034]
    for system in SYSTEMS:
        assert sum(dict(system.score(SOLO)).values()) == dict(system.score(SOLO))["Russia"]


def test_a_draw_of_three_gives_each_a_third_by_draw_size():
    game = ended(
        "draw", {"A": 17, "B": 16, "C": 1, "D": 0}, winners=("A", "B", "C"), out={"D": 1905}
    )
    assert score_draw_size(game) == {
        "A": Fraction(100, 3),
        "B": Fraction(100, 3),
        "C": Fraction(100, 3),
        "D": 0,
    }


def test_a_game_without_a_result_is_shared_by_its_survivors():
    game = ended("nobody", {"A": 4, "B": 30, "C": 0}, out={"C": 1903})
    assert score_draw_size(game) == {"A": 50, "B": 50, "C": 0}


def test_sum_of_squares_is_each_square_by_the_sum_of_all():
    game = ended("draw", {"A": 10, "B": 10, "C": 7, "D": 7}, winners=("A", "B"))
    assert rounded(score_sum_of_squares(game)) == {"A": 33.56, "B": 33.56, "C": 16.44, "D": 16.44}


@pytest.mark.parametrize(
    ("centres", "points"),
    [  # both are worked out in the World Diplomacy Database, "C-Diplo 100"
        ((4, 0, 9, 7, 7, 3, 4), (5, 1, 48, 18.5, 18.5, 4, 5)),
        ((5, 9, 4, 5, 3, 1, 7), (9.5, 48, 5, 9.5, 4, 2, 22)),
    ],
)
def test_c_diplo_gives_the_published_scores(centres, points):
    powers = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    game = ended("c", dict(zip(powers, centres, strict=True)), winners=("France", "England"))
    assert tuple(float(one) for one in score_c_diplo(game).values()) == points
    assert sum(score_c_diplo(game).values()) == 100


@pytest.mark.parametrize(
    ("centres", "out", "points"),
    [  # both are worked out where webDiplomacy published the system
        (
            {
                "Russia": 14,
                "Turkey": 7,
                "France": 6,
                "Germany": 4,
                "England": 3,
                "Italy": 0,
                "Austria": 0,
            },
            {"Italy": 1906, "Austria": 1903},
            (7014, 6007, 5006, 4004, 3003, 2000, 1000),
        ),
        (
            {
                "England": 8,
                "Russia": 8,
                "France": 7,
                "Turkey": 6,
                "Italy": 4,
                "Austria": 1,
                "Germany": 0,
            },
            {"Germany": 1904},
            (6508, 6508, 5007, 4006, 3004, 2001, 1000),
        ),
    ],
)
def test_carnage_gives_the_published_scores(centres, out, points):
    game = ended("carnage", centres, winners=tuple(centres)[:2], out=out)
    assert tuple(score_carnage(game).values()) == points
    assert sum(score_carnage(game).values()) == 28_034


def test_two_that_go_out_in_one_year_share_their_places():
    game = ended("x", {"A": 34, "B": 0, "C": 0}, winners=("A", "B"), out={"B": 1903, "C": 1903})
    assert score_carnage(game) == {"A": 3034, "B": 1500, "C": 1500}


def test_a_game_whose_centres_are_secret_is_scored_by_draw_size_alone():
    game = ended("dark", {"A": None, "B": 3}, winners=("A", "B"))
    assert [system.score(game) is not None for system in SYSTEMS] == [True, False, False, False]
