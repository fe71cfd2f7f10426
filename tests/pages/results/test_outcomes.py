"""What came of a game is told by its public records alone."""

import pytest

from tests.pages.results.outcomes import GAMES, outcome, progress
from zinegen.pages.results.feats import _Travels
from zinegen.pages.results.outcomes import Fate

FOLDERS = sorted(path.parent.name for path in GAMES.glob("*/game.toml"))


def fates(game):
    return {one.power: one.fate for one in outcome(game).powers}


def test_a_win_a_draw_and_a_game_in_play_are_told_apart():
    assert fates("winter-palace")["Turkey"] is Fate.WON
    assert fates("winter-palace")["Italy"] is Fate.ELIMINATED
    assert fates("winter-palace")["England"] is Fate.SURVIVED
    assert fates("cold-front")["Italy"] is Fate.SHARED
    assert set(fates("lantern-street").values()) == {Fate.PLAYING}


def test_an_eliminated_power_has_the_year_in_which_it_went_out():
    went = {one.power: one.out_in for one in outcome("winter-palace").powers}
    assert (went["Austria"], went["Italy"], went["Turkey"]) == (1908, 1909, None)


def test_where_centres_are_secret_only_what_was_published_is_counted():
    before = progress("half-life")
    told = {one.power: one.centres for one in outcome("half-life").powers}
    assert told == dict(before.state.extra.published_totals)
    assert before.state.owners == {}


@pytest.mark.parametrize("game", FOLDERS)
def test_every_unit_is_followed_from_its_beginning_to_its_end(game):
    records = progress(game).records
    travels = _Travels()
    travels.begin(records[0].before)
    for record in records:
        for phase in record.phases:
            travels.follow(phase)
            there = {face: (one.power, one.kind) for face, one in travels.standing.items()}
            units = phase.after.units.items()
            assert there == {face: (unit.power, unit.kind) for face, unit in units}
            assert set(travels.dislodged) == set(phase.after.dislodged)


def test_feats_are_those_that_the_records_tell():
    quakes, flood = outcome("terra-infirma").feats, outcome("high-water").feats.flood
    assert quakes.earthquakes == 68
    assert (flood.season, flood.count) == ("1904-2-autumn", 13)
    assert outcome("winter-palace").feats.flood is None
    assert outcome("fire-and-water").feats.empire.count == 18
    way = quakes.journey
    assert (way.power, way.moves, way.began, way.ended) == ("Italy", 10, "Rome", "Marseilles")
