"""The balance of powers says how little a few games prove."""

import pytest

from tests.pages.results.outcomes import POWERS, ended
from zinegen.pages.results.balance import find_balance, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # worked out by hand from Wilson's formula with z = 1.959964
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 7, 0.0257, 0.5131),
        (20, 140, 0.0944, 0.2104),
    ],
)
def test_intervals_are_wilsons(successes, trials, low, high):
    found = wilson(successes, trials)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))
    assert found.share == successes / trials


def test_games_of_a_rule_set_that_have_ended_are_counted():
    centres = dict.fromkeys(POWERS, 4)
    games = [
        ended("one", centres, winners=("France",)),
        ended("two", centres, winners=("France", "Italy")),
        ended("three", centres, is_over=False),
    ]
    (balance,) = find_balance(games)
    france = next(one for one in balance.powers if one.power == "France")
    assert (balance.games, france.games, france.won, france.shared) == (2, 2, 1, 1)
    assert france.success.share == 1
    assert find_balance(games[2:]) == ()
