"""Games in which the map changes: what is recorded of the map, and reading it back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.archive.folders import change, closed, opened, order_text, played, season_of
from tests.rule_sets import rule_set
from zinegen.archive import new_game, open_game, read_records, verify_game
from zinegen.board import Power
from zinegen.geometry import ProvinceKey
from zinegen.play import power_slug
from zinegen.play.records import canonical, encode_record, read_record

GAME = "winter"
EVENTS = {
    "France": "Por & Spa separate, MAO & MAO connect",
    "England": "StP & BAR separate, Nwy & Out connect",
}
POR, SPA, MAO = ProvinceKey("Por"), ProvinceKey("Spa"), ProvinceKey("MAO")


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


def test_where_borders_run_is_recorded_of_those_that_events_changed(folder: Path):
    (record,) = closed(folder).records
    _, events = json.loads(season_of(folder).result.read_bytes())["phases"]
    courses = events["after"]["board"]["courses"]
    before, after = record.before.board, record.after.board
    assert {*map(int, courses["gone"])} == {*before.mesh.borders} - {*after.mesh.borders}
    changed = {one for one, line in after.courses.items() if line != before.courses.get(one)}
    assert {*map(int, courses["put"])} == changed
    assert 0 < len(changed) < 6


def without_courses(content: bytes) -> bytes:
    """Return a record as versions wrote it that asked the drawing where borders run."""
    data = json.loads(content)
    del data["phases"][-1]["after"]["board"]["courses"]
    return canonical(data)


def test_in_a_record_that_does_not_say_it_borders_run_as_they_were_drawn(folder: Path):
    (record,) = closed(folder).records
    result = season_of(folder).result
    content = without_courses(result.read_bytes())
    old = read_record(content, record.before)
    assert old.after.board.courses == record.after.board.current_shape.lines
    assert old.after.board.courses != record.after.board.courses
    assert encode_record(old) == content
    result.write_bytes(content)
    assert verify_game(folder).differences == ()


def test_a_season_after_such_a_record_says_where_borders_run(folder: Path):
    closed(folder)
    first = season_of(folder).result
    first.write_bytes(without_courses(first.read_bytes()))
    season = season_of(folder, 1)
    path = season.folder / "orders" / "france.toml"
    path.write_text(
        order_text(
            season.slug, "France", orders="A Par H", events="Mun & Bur separate, Ruh & Swi connect"
        )
    )
    record = closed(folder).records[0]
    assert record.after.board.courses != record.after.board.current_shape.lines
    assert read_records(opened(folder))[-1] == record
    assert verify_game(folder).differences == ()


def test_a_record_whose_borders_were_made_to_run_elsewhere_is_noticed(folder: Path):
    closed(folder)
    result = season_of(folder).result
    data = json.loads(result.read_bytes())
    put = data["phases"][-1]["after"]["board"]["courses"]["put"]
    put[min(put)] = "0,0 10,10"
    result.write_bytes(canonical(data))
    assert not verify_game(folder).is_sound


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
