"""The engine beside judges that were written from the rules pages alone: random phases of four kinds.

Those of movement try every outcome and keep what comes true; the one of events knows faces and borders.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping

import pytest

from tests.judges.answers import Question, answer, place_of
from tests.judges.events import Game, UndecidedError
from tests.judges.faces import STANDARD_JOINS
from tests.judges.landings import Options, judge_landings
from tests.judges.movement import Season, judge, random_season, write_spot
from tests.judges.random_landings import RandomSeason
from tests.judges.winters import HOMES, random_winter
from tests.rule_sets import rule_set
from zinegen.play import parse_scenario, run_scenario

CASES = int(os.environ.get("JUDGED", "40"))
SEED = int(os.environ.get("SEED", "1"))
LAVAURS = {**STANDARD_JOINS, "Nap": ("ION", "TYS")}


def throw_dice(kind: str, number: int = CASES) -> Iterator[random.Random]:
    """Yield dice of their own for each case of a kind."""
    for case in range(number):
        yield random.Random(f"{SEED} {case} {kind}")


def ask(season: Season) -> Question:
    """Return a season of the standard game as a question to the engine."""
    return Question(
        variant="standard",
        phase="S1901M",
        options={"base": season.base},
        units=[(one.power, one.unit()) for one in season.pieces],
        orders=[(one.power, one.line(season.pieces)) for one in season.pieces],
    )


@pytest.mark.parametrize("base", ["modern", "1971"])
def test_movement_comes_to_the_only_outcome_that_comes_true(base: str) -> None:
    judged = 0
    for dice in throw_dice(base):
        season = random_season(dice, base)
        expected = judge(season)
        if expected is None:
            continue
        judged += 1
        question = ask(season)
        got = answer(question)
        stay = [one for one in season.pieces if one.at not in expected.dislodged]
        units = {(one.power, one.kind, expected.moved.get(one.at, one.at)) for one in stay}
        assert got.units == units, question
        for place, places in expected.dislodged.items():
            assert got.retreats[place] == {place_of(write_spot(at)) for at in places}, question
        for piece in season.pieces:
            expected_word = expected.words[piece.at]
            word = got.words[piece.power, piece.line(season.pieces)]
            assert expected_word in {"", word}, (piece.at, question)
    assert judged > CASES * 0.9


def test_landings_come_to_the_only_outcome_that_comes_true() -> None:
    rule_set("deluge2")
    judged = 0
    for dice in throw_dice("landings"):
        season = RandomSeason(dice)
        options = Options.random(dice)
        expected = judge_landings([*season.at.values()], options)
        if expected is None:
            continue
        judged += 1
        question = Question(
            variant="deluge2",
            phase="S1901M",
            options=options.written(),
            units=season.units(),
            orders=season.lines(),
        )
        got = answer(question)
        assert got.units == expected.units, question
        assert got.dislodged == expected.dislodged, question
        for place, places in expected.retreats.items():
            assert got.retreats[place] == places, (place, question)
    assert judged > CASES * 0.8


@pytest.mark.parametrize(
    ("variant", "joins", "phases"),
    [
        ("seismic-lavaurs", LAVAURS, ["S1901E", "W1901E", "S1902E", "W1902E"]),
        ("seismic-acerunner", None, ["S1901E", "F1901E", "S1902E", "F1902E"]),
    ],
)
def test_events_come_to_what_faces_and_borders_say(
    variant: str, joins: Mapping[str, tuple[str, str]] | None, phases: list[str]
) -> None:
    rule_set(variant)
    judged = 0
    for dice in throw_dice(variant, max(CASES // 4, 1)):
        block, most = dice.random() < 0.5, dice.random() < 0.3
        game = Game(dice=dice, joins=joins, beaten_block=block, most_water=most)
        try:
            text = game.write(variant, phases)
        except UndecidedError:
            continue
        judged += 1
        for result in run_scenario(parse_scenario(text)):
            assert not result.differences, text
    assert judged > CASES // 8


def test_winters_come_to_what_the_rules_page_says() -> None:
    rule_set("post-atomic")
    draw = {"Germany": HOMES, "Austria": ["Boh"], "neutral": ["Den", "Hol", "Bel"]}
    for dice in throw_dice("winters"):
        winter = random_winter(dice)
        question = Question(
            variant="post-atomic",
            phase="W2022A",
            options={"mutant_upkeep": winter.upkeep},
            units=[("Germany", f"{kind} {at}") for at, kind in winter.units.items()],
            centres=[("Germany", at) for at in winter.owned],
            orders=[("Germany", winter.write(line)) for line in winter.lines],
            more={"secret": {"centres": draw}},
        )
        winter.judge()
        got = answer(question)
        assert got.units == {("Germany", kind, at) for at, kind in winter.units.items()}, question
        assert [got.words[line] for line in question.orders] == winter.words, question
