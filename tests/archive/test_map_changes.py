"""Games in which the map changes: what is recorded of the map, and reading it back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.archive.folders import change, closed, opened, order_text, played, season_of
from tests.rule_sets import rule_set
from zinegen.archive.closing.verify import verify_game
from zinegen.archive.folder.games import open_game
from zinegen.archive.folder.new_folders import new_game
from zinegen.archive.result_file import read_records
from zinegen.board.board import Power
from zinegen.geometry.mesh import Face
from zinegen.play.names import power_slug
from zinegen.play.records.result_text import encode_record

GAME = "winter"
EVENTS = {
    "France": "Por & Spa separate, MAO & MAO connect",
    "England": "StP & BAR separate, Nwy & Out connect",
}
POR, SPA, MAO = Face("Por"), Face("Spa"), Face("MAO")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a Seismic game with orders and events for its first spring."""
    folder = new_game(tmp_path / "games", GAME, rule_set("seismic-lavaurs").id)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    season = season_of(folder)
    for power, event in EVENTS.items():
        path = season.folder / "orders" / f"{power_slug(Power(power))}.toml"
        path.write_text(order_text(season.slug, power, orders="A Mar H\nA Lvp H", events=event))
    return folder


def test_order_files_of_a_game_with_events_have_a_place_for_them(folder: Path):
    season = season_of(folder)
    assert [str(phase) for phase in season.deadline.phases] == ["S1901M", "S1901R", "S1901E"]
    assert "events = '''" in (season.folder / "orders" / "italy.toml").read_text()
    assert open_game(folder).findings == ()


def test_the_change_of_the_map_is_recorded_and_read_back_equal(folder: Path):
    done = closed(folder)
    (record,) = done.records
    assert [str(phase.phase) for phase in record.phases] == ["S1901M", "S1901E"]
    assert record.before.board.mesh.between(POR, SPA)
    assert not record.after.board.mesh.between(POR, SPA)
    assert record.after.board.pending_surgeries == ()
    assert read_records(opened(folder)) == (record,)
    assert played(folder).state.board == record.after.board
    assert verify_game(folder).differences == ()


def test_only_the_phase_that_changed_the_map_says_so(folder: Path):
    closed(folder)
    content = season_of(folder).result.read_bytes()
    moves, events = json.loads(content)["phases"]
    assert "board" not in moves["after"]
    board = events["after"]["board"]
    assert {"mesh", "shape"} <= set(board)
    assert len(content) < 70_000
    lines = board["shape"]["in"]["lines"]["put"]
    assert 0 < len(lines) < 40
    assert all(" " in line and "." not in line for line in lines.values())


def test_the_next_season_is_played_on_the_new_map(folder: Path):
    closed(folder)
    season = season_of(folder, 1)
    path = season.folder / "orders" / "france.toml"
    path.write_text(order_text(season.slug, "France", orders="A Mar - Spa\nF Bre - MAO"))
    record = closed(folder).records[0]
    before = record.before.board
    assert before.mesh.between(MAO, MAO) or len(before.mesh.between(MAO, SPA)) >= 1
    assert not before.mesh.between(POR, SPA)
    assert encode_record(read_records(opened(folder))[1]) == season.result.read_bytes()
    assert verify_game(folder).differences == ()


def test_a_game_may_begin_on_a_changed_map(folder: Path):
    with (folder / "game.toml").open("a") as file:
        file.write("[start]\nevents = ['Por & Spa separate, MAO & MAO connect']\n")
    (season_of(folder).folder / "orders" / "france.toml").unlink()
    record = closed(folder).records[0]
    assert not record.before.board.mesh.between(POR, SPA)
    assert verify_game(folder).differences == ()


def test_a_start_on_an_impossible_map_is_a_finding(folder: Path):
    with (folder / "game.toml").open("a") as file:
        file.write("[start]\nevents = ['Por & Mos separate, MAO & MAO connect']\n")
    (finding,) = open_game(folder).findings
    assert finding.code == "G10"
    assert finding.line.startswith("events")
