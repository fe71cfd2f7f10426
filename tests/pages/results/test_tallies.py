"""What is counted of games, by player, power, rule set and in the whole zine."""

from tests.pages.results.outcomes import ended, outcome
from zinegen.pages.results.tallies import Grouping, count_results

GAMES = (
    ended(
        "one",
        {"Austria": 0, "England": 18, "France": 16},
        winners=("England",),
        out={"Austria": 1904},
        players={"Austria": "Ann", "England": "Bob", "France": "Cid"},
        handed={"Austria": ("Bob",)},
    ),
    ended(
        "two",
        {"Austria": 4, "England": 5},
        players={"Austria": "Ann", "England": ""},
        is_over=False,
    ),
)


def rows(grouping):
    return {one.name: one for one in count_results(GAMES, grouping)}


def test_a_power_that_changed_hands_counts_for_all_who_held_it():
    found = rows(Grouping.PLAYER)
    bob, ann = found["Bob"].tally, found["Ann"].tally
    assert (bob.won, bob.handed_over, bob.stood_in, bob.seats) == (1, 1, 0, 2)
    assert (ann.eliminated, ann.playing, ann.stood_in) == (1, 1, 1)
    assert (found["Bob"].games, found["Ann"].games, found["Ann"].ended) == (1, 2, 1)


def test_nobody_is_listed_without_a_name():
    assert set(rows(Grouping.PLAYER)) == {"Ann", "Bob", "Cid"}


def test_powers_and_rule_sets_count_every_seat():
    austria = rows(Grouping.POWER)["Austria"]
    assert (austria.games, austria.ended, austria.tally.eliminated) == (2, 1, 1)
    whole = rows(Grouping.ZINE)["All games"]
    assert whole == rows(Grouping.VARIANT)["Standard Diplomacy"].__class__(
        name="All games", games=2, ended=1, tally=rows(Grouping.VARIANT)["Standard Diplomacy"].tally
    )
    assert whole.tally.seats == 5


def test_centres_are_those_of_the_end():
    tally = rows(Grouping.ZINE)["All games"].tally
    assert (tally.centres, tally.counted) == (34, 3)


def test_missed_deadlines_count_for_who_held_the_power_then():
    game = outcome("winter-palace")
    found = {one.name: one.tally for one in count_results((game,), Grouping.PLAYER)}
    assert (found["Klara Novak"].missed, found["Klara Novak"].handed_over) == (2, 1)
    assert (found["Otto Brandt"].missed, found["Otto Brandt"].stood_in) == (0, 1)
