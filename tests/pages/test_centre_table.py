"""Who owns what, and how it came to that."""

from dataclasses import replace

import pytest

from tests.pages.zines import played
from tests.rule_sets import rule_set
from zinegen.archive import NewGame, new_game
from zinegen.board import Power
from zinegen.game import Kind, Phase
from zinegen.geometry import ProvinceKey
from zinegen.pages import power_views
from zinegen.pages.builders.centre_table import centre_table, game_chart
from zinegen.play import start_state
from zinegen.variants.standard import STANDARD

SEVEN = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
POWERS = power_views([Power(name) for name in SEVEN], {})


@pytest.fixture
def record(tmp_path):
    """A spring in which nobody moves, in a game whose centres can come and go."""
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games", "quake", rule_set("geophysical-kinzett").id, NewGame())
    return played(tmp_path, "quake", kinds="MR")


def at(record, when, **changed):
    """Return a record whose only phase is this one, and whose end is changed."""
    (first, *_) = record.phases
    before = replace(first.before, phase=Phase.parse(when))
    return replace(
        record, phases=(replace(first, before=before, after=replace(first.after, **changed)),)
    )


def test_the_chart_follows_the_centres_that_exist_and_the_majority_of_them(record):
    """Seventeen of 33 win where 18 of 34 did."""
    board = record.after.board
    fewer = board.replace_province(replace(board[ProvinceKey("Bel")], centre=False))
    autumn = at(record, "F1901M", board=fewer)
    variant = rule_set("geophysical-kinzett")
    chart = game_chart([at(record, "S1901M"), autumn], POWERS, variant)
    full = len(board.centres)
    assert chart.columns == ("1900", "1901")
    assert chart.existing == (full, full - 1)
    assert chart.to_win == (full // 2 + 1, (full - 1) // 2 + 1)


def test_a_chart_of_centres_that_stay_says_nothing_of_their_number(record):
    """The table is not filled with what everybody knows."""
    chart = game_chart([record, at(record, "F1901M")], POWERS, rule_set("standard"))
    assert chart.existing == ()
    assert chart.to_win == ()
    assert "18 centres win" in chart.drawing


def test_a_game_that_begins_in_winter_is_counted_from_that_winter_on(record):
    """There is no year before it."""
    variant = rule_set("deluge2")
    chart = game_chart([at(record, "W1900A"), at(record, "F1901M")], POWERS, variant)
    assert chart.columns == ("1900", "1901")


def test_an_army_aboard_counts_when_builds_are_told(record):
    """A fleet with an army needs two centres."""
    state = start_state(STANDARD)
    units = {
        face: replace(unit, kind=Kind.ARMY_ABOARD) if face == "Lon" else unit
        for face, unit in state.units.items()
    }
    owners = {
        **state.owners,
        ProvinceKey("Nwy"): Power("England"),
        ProvinceKey("Bel"): Power("England"),
    }
    counted = at(record, "F1901M", phase=Phase.parse("W1901A"), units=units, owners=owners)
    table = centre_table(counted, STANDARD, POWERS, caption="c")
    told = {row.power.name: row.adjustment for row in table.rows}
    assert told["England"] == "may build 1"
    assert told["France"] == ""


def test_a_power_without_centres_is_listed_while_it_has_a_unit(record):
    after = record.after
    others = {face: power for face, power in after.owners.items() if power != "Italy"}
    beaten = at(record, "F1901M", owners=others)
    units = {face: unit for face, unit in after.units.items() if unit.power != "Italy"}
    beaten_before = replace(beaten.phases[0], before=beaten.after)

    def listed(**changed):
        last = replace(beaten_before, after=replace(beaten.after, **changed))
        table = centre_table(replace(beaten, phases=(last,)), STANDARD, POWERS, caption="")
        return {row.power.name: row.now for row in table.rows}

    assert listed()["Italy"] == 0
    assert "Italy" not in listed(units=units)
