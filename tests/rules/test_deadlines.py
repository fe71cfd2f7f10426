"""Which phases a deadline covers, and what its folder is called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.positions import standard_state
from tests.rule_sets import rule_set
from zinegen.archive.files import SeasonName, is_slug, power_of, power_slug
from zinegen.archive.folder.new_folders import name_season
from zinegen.archive.starts import start_state
from zinegen.board.board import Power
from zinegen.game.state import GameState, Phase
from zinegen.rules.deadlines import deadline_phases
from zinegen.variants.standard import STANDARD

SEPARATE = STANDARD.with_options({"rhythm": "separate"})
START = start_state(STANDARD)
LOST = standard_state(
    "S1901R", {"France": ["A Mun"]}, {}, {"Germany": {"A Mun": ["Boh"], "A Ber": []}}
)
TRAPPED = replace(LOST, dislodged={at: d for at, d in LOST.dislodged.items() if not d.retreats})


def at(name: str, state: GameState = START) -> GameState:
    return replace(state, phase=Phase.parse(name))


def phases(state: GameState, variant=STANDARD) -> str:
    return " ".join(str(phase) for phase in deadline_phases(variant, state))


def test_in_the_british_rhythm_retreats_and_builds_come_with_the_moves():
    assert phases(at("S1901M")) == "S1901M S1901R"
    assert phases(at("F1901M")) == "F1901M F1901R W1901A"
    assert phases(at("W1901A")) == "W1901A"


def test_in_the_other_rhythm_every_phase_has_a_deadline_of_its_own():
    assert phases(at("S1901M"), SEPARATE) == "S1901M"
    assert phases(LOST, SEPARATE) == "S1901R"
    unbalanced = replace(at("W1901A"), owners={})
    assert phases(unbalanced, SEPARATE) == "W1901A"


def test_phases_in_which_nobody_can_decide_anything_get_no_deadline_of_their_own():
    assert phases(TRAPPED, SEPARATE) == "S1901R F1901M"
    assert phases(at("W1901A"), SEPARATE) == "W1901A S1902M"
    assert phases(at("F1901R", TRAPPED), SEPARATE) == "F1901R W1901A"


@pytest.mark.parametrize(
    ("names", "before", "folder"),
    [
        ("S1901M S1901R", None, "1901-1-spring"),
        ("F1901M F1901R W1901A", "1901-1-spring", "1901-2-autumn"),
        ("W1901A", "1901-2-autumn", "1901-3-winter"),
        ("S1902M", "1901-3-winter", "1902-1-spring"),
        ("S1901R", "1901-1-spring", "1901-2-spring-retreats"),
        ("F1901M", "1901-2-spring-retreats", "1901-3-autumn"),
        ("W1901A", "1901-4-autumn-retreats", "1901-5-winter"),
        ("S1901R F1901M", "1901-1-spring", "1901-2-autumn"),
        ("F1901R W1901A", "1901-2-autumn", "1901-3-winter"),
        ("S1901E", "1901-2-spring-retreats", "1901-3-spring-events"),
        ("F1905M F1905R W1905A", None, "1905-2-autumn"),
        ("W1900A", None, "1900-3-winter"),
        ("W2020P", None, "2020-3-winter-placement"),
    ],
)
def test_folders_are_called_by_season_and_sort_in_the_order_of_play(names, before, folder):
    last = SeasonName.parse(before) if before else None
    name = name_season([Phase.parse(name) for name in names.split()], last)
    assert str(name) == folder
    assert last is None or last < name


def test_season_names_sort_by_their_numbers():
    names = ["1901-10-a", "1901-2-b", "1900-3-winter", "1901-2-a"]
    found = sorted(name for name in map(SeasonName.parse, names) if name is not None)
    assert [str(name) for name in found] == ["1900-3-winter", "1901-2-a", "1901-2-b", "1901-10-a"]


@pytest.mark.parametrize(
    "text", ["1901-1-", "1901--spring", "1901-1-Spring", "x", "1901-100-a", ""]
)
def test_what_is_no_season_has_no_name(text: str):
    assert SeasonName.parse(text) is None


def test_slugs_have_small_letters_only():
    assert is_slug("ode-21")
    assert not any(map(is_slug, ["Ode", "-a", "", "a" * 41, "a.b", "a/b", "..", "ä", "a\n"]))
    powers = (Power("Austria-Hungary"), Power("England"))
    assert power_slug(powers[0]) == "austria-hungary"
    assert power_of("england", powers) == "England"
    assert power_of("England", powers) is None


def test_winter_may_have_a_deadline_of_its_own_or_none_whatever_the_rhythm():
    apart = rule_set("geophysical-maiden").with_options({"separate_winter": True})
    assert phases(at("F1901M"), apart) == "F1901M F1901R"
    assert phases(at("S1901M"), apart) == "S1901M S1901R"
    assert phases(at("F1901M"), rule_set("geophysical-maiden")) == "F1901M F1901R W1901A"
    separate = rule_set("geophysical-maiden").with_options({"rhythm": "separate"})
    assert phases(at("F1901M"), separate) == "F1901M"
    together = separate.with_options({"separate_winter": False})
    assert phases(at("F1901M"), together) == "F1901M F1901R W1901A"
    assert phases(at("S1901M"), together) == "S1901M"
