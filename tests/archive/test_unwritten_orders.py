"""What nobody wrote: said before the deadline, and told after it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.archive.folders import (
    GAME,
    change,
    closed,
    hand_in,
    made,
    opened,
)
from tests.rule_sets import rule_set
from zinegen.archive import CloseResult, check_folder, list_inbox, new_game
from zinegen.pages.words.outcomes import describe_defaults

START = """
[start]
phase = "F1901M"

[start.units]
austria = ["A Bud", "F Tri", "A Vie"]
england = ["F NTH"]
germany = ["A Mun", "A Ber", "F Kie"]
france = ["A Bur", "A Ruh"]
"""
"""Austria is about to take Serbia and Greece; France stands at Munich with two armies."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = made(tmp_path)
    settings = folder / "game.toml"
    change(settings, "[secrecy]", f"{START}\n[secrecy]")
    change(settings, 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    season = folder / "seasons/1901-1-spring"
    change(season / "season.toml", '"S1901M", "S1901R"', '"F1901M", "F1901R", "W1901A"')
    season.rename(season.with_name("1901-2-autumn"))
    for path in (folder / "seasons/1901-2-autumn").rglob("*.toml"):
        path.write_text(path.read_text().replace("1901-1-spring", "1901-2-autumn"))
    return folder


def notes(folder: Path, power: str) -> list[str]:
    """Return the notes of `check` on one power's file."""
    results = check_folder(folder, f"orders/{power}.toml")
    return [one.title for result in results for one in result.findings if one.code == "O30"]


def told(done: CloseResult) -> list[str]:
    return [
        line
        for record in done.records
        for phase in record.phases
        for line in describe_defaults(phase.played)
    ]


def test_builds_and_retreats_that_are_not_written_are_noted_before_the_deadline(folder: Path):
    hand_in(folder, "Austria", orders="A Bud - Ser\nF Tri H\nA Vie H")
    hand_in(folder, "Germany", orders="A Mun H\nA Ber H\nF Kie - Den", retreats="A Ber: Pru")
    assert notes(folder, "austria") == ["up to 1 build likely: none written"]
    assert notes(folder, "germany") == [
        "no retreat is written for A Mun",
        "up to 1 build likely: none written",
    ]


@pytest.mark.parametrize(
    ("sections", "wanted"),
    [
        ({"builds": "build A Tri"}, []),
        ({"builds": "waive"}, []),
        ({"builds": "remove A Bud"}, ["up to 1 build likely: none written"]),
    ],
)
def test_what_is_written_is_not_asked_for(folder: Path, sections: dict[str, str], wanted):
    hand_in(folder, "Austria", orders="A Bud - Ser\nF Tri - Alb\nA Vie H", **sections)
    assert notes(folder, "austria") == wanted


def test_a_power_without_room_at_home_is_asked_for_no_build(folder: Path):
    hand_in(folder, "Austria", orders="A Bud H\nF Tri H\nA Vie H")
    assert notes(folder, "austria") == []


def test_the_inbox_says_the_same_of_open_orders(folder: Path):
    hand_in(folder, "Austria", orders="A Bud - Ser\nF Tri H\nA Vie H")
    lines = [one.text for one in list_inbox(opened(folder), None)]
    assert "Austria: is there, 3 of 3 orders readable; up to 1 build likely: none written" in lines


def test_closing_lists_what_was_disbanded_and_waived_for_want_of_an_order(folder: Path):
    hand_in(folder, "Austria", orders="A Bud - Ser\nF Tri H\nA Vie H")
    hand_in(folder, "Germany", orders="A Mun H\nA Ber H\nF Kie H")
    hand_in(folder, "France", orders="A Bur - Mun\nA Ruh S A Bur - Mun")
    lines = told(closed(folder))
    assert "Germany: A Mun is disbanded for want of a retreat" in lines
    assert "Austria: 1 build is waived for want of an order" in lines


def test_a_unit_with_nowhere_to_go_and_an_ordered_waive_are_no_want_of_an_order(folder: Path):
    hand_in(folder, "Austria", orders="A Bud - Ser\nF Tri H\nA Vie H", builds="waive")
    hand_in(folder, "Germany", orders="A Mun H\nA Ber H\nF Kie H", retreats="A Mun: disband")
    hand_in(folder, "France", orders="A Bur - Mun\nA Ruh S A Bur - Mun")
    lines = told(closed(folder))
    assert not [line for line in lines if "Mun" in line or "Austria" in line]


def test_a_new_game_lists_all_that_its_gm_may_decide(tmp_path: Path):
    folder = made(tmp_path, options={"rhythm": "separate"})
    text = (folder / "game.toml").read_text()
    assert '\nrhythm = "separate"    # "two-deadline" | "separate"\n' in text
    assert '\n# unordered_retreats = "disband"    # "disband" | "throw"\n' in text
    remarks = [line[2:] for line in text.splitlines() if line.startswith(("# [", "# france = [{"))]
    assert {"[deadlines]", "[notation]"} <= {one.partition("    ")[0].strip() for one in remarks}
    # Every remark is good TOML, and the game can be played by it.
    bare = "\n".join(
        line.removeprefix("# ") if line.startswith("# ") and "…" not in line else line
        for line in text.splitlines()
    )
    assert tomllib.loads(bare)["options"]["unordered_retreats"] == "disband"
    (folder / "game.toml").write_text(bare)
    assert opened(folder).settings.deadlines.rhythm is not None


@pytest.mark.parametrize(("variant", "noted"), [("standard", False), ("seismic-lavaurs", True)])
def test_where_borders_may_move_first_units_two_steps_away_count_as_near(
    tmp_path: Path, variant: str, *, noted: bool
):
    folder = new_game(tmp_path / "games", GAME, rule_set(variant).id)
    hand_in(folder, "Austria", orders="A Bud H\nF Tri H\nA Vie H")
    found = [one for one in notes(folder, "austria") if one.startswith("no retreat is written")]
    assert bool(found) is noted
