"""A record taken back, by command and by hand; the files for the next orders then."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.archive.folders import (
    NOW,
    OPENING,
    change,
    closed,
    hand_in,
    hand_in_opening,
    made,
    opened,
    rule,
    season_of,
)
from tests.archive.test_close import snapshot
from zinegen.archive import CloseOptions, close_game, reopen_season, verify_game
from zinegen.archive.closing.next_season import NextSeason
from zinegen.archive.folder.blank_orders import holds_only_blanks
from zinegen.errors import GameFolderError
from zinegen.play.texts import RulingKind

SPRING, AUTUMN = "1901-1-spring", "1901-2-autumn"
TODAY = NOW.date()
WHY = 'The GM had misread "A Ven - Tri".'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a game with one recorded season, for whose next orders France has written."""
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    hand_in(folder, "France", orders="A Bur - Mun\nA Mar - Spa\nF MAO - Por")
    return folder


def correct(folder: Path) -> None:
    """Let Italy go to Tyrolia, and Germany keep France out of Burgundy, in spring after all."""
    line = OPENING["Italy"].split("\n")[0]
    rule(folder, about="italy", do="read-as", line=line, as_="A Ven - Tyr")
    rule(folder, about="france", do="read-as", line="A Mar S A Par - Bur", as_="A Mar H")


def orders(folder: Path, power: str) -> str:
    return (folder / "seasons" / AUTUMN / "orders" / f"{power}.toml").read_text()


def test_reopening_writes_the_ruling_takes_the_record_and_touches_nothing_else(folder: Path):
    before = snapshot(folder)
    found = reopen_season(folder, SPRING, WHY, TODAY)
    assert (found.is_new, found.following) == (True, AUTUMN)
    after = snapshot(folder)
    assert before.keys() - after.keys() == {f"seasons/{SPRING}/result.json"}
    assert after.keys() - before.keys() == {f"seasons/{SPRING}/rulings.toml"}
    assert [name for name in after if name in before and after[name] != before[name]] == []
    (ruling,) = season_of(folder).decisions
    assert (ruling.kind, ruling.reason, ruling.on) == (RulingKind.CORRECT, WHY, TODAY.isoformat())


def test_a_reopening_typed_twice_does_no_harm(folder: Path):
    reopen_season(folder, SPRING, WHY, TODAY)
    before = snapshot(folder)
    assert not reopen_season(folder, SPRING, WHY, TODAY + timedelta(days=1)).is_new
    assert snapshot(folder) == before


def test_rulings_that_stand_there_keep_their_words(folder: Path):
    path = season_of(folder).folder / "rulings.toml"
    path.write_bytes(b"# mine\r\n[[ruling]]\r\ndo = 'correct'\r\nreason = 'x'")
    before = path.read_bytes()
    reopen_season(folder, SPRING, WHY, TODAY)
    assert path.read_bytes().startswith(before)
    assert len(season_of(folder).decisions) == 2


@pytest.mark.parametrize(
    ("name", "why", "told"),
    [
        (AUTUMN, WHY, f"no record of a season {AUTUMN}; {SPRING} is the last that has"),
        ("spring", WHY, "no record of a season spring"),
        (SPRING, " ", "say in at most"),
        (SPRING, "x\x1b[2J", "say in at most"),
    ],
)
def test_what_cannot_be_reopened_is_told_and_changes_nothing(folder: Path, name, why, told):
    before = snapshot(folder)
    with pytest.raises(GameFolderError, match=told):
        reopen_season(folder, name, why, TODAY)
    assert snapshot(folder) == before


def test_only_the_last_record_is_taken_back(folder: Path):
    closed(folder)
    with pytest.raises(GameFolderError, match=f"{AUTUMN} was recorded after {SPRING}"):
        reopen_season(folder, SPRING, WHY, TODAY)


@pytest.mark.parametrize("by_hand", [False, True])
def test_untouched_files_are_made_anew_and_written_ones_stay_and_are_checked(
    folder: Path, by_hand: bool
):
    germany, france = orders(folder, "germany"), orders(folder, "france")
    if by_hand:
        season_of(folder).result.unlink()
        rule(folder, do="correct")
    else:
        reopen_season(folder, SPRING, WHY, TODAY)
    correct(folder)
    done = closed(folder, early="")
    assert [one.season for one in done.records] == [SPRING]
    assert done.following.renewed == ("orders/italy.toml",)
    assert "A Tyr\n" in orders(folder, "italy")
    assert (orders(folder, "germany"), orders(folder, "france")) == (germany, france)
    assert done.following.kept == ("France",)
    assert {one.line for one in done.following.findings} == {"A Bur - Mun"}
    assert verify_game(folder).is_sound
    before = snapshot(folder)
    assert closed(folder, early="").following == NextSeason(slug=AUTUMN)
    assert snapshot(folder) == before


def test_a_file_that_a_player_has_written_a_remark_into_is_touched(folder: Path):
    path = folder / "seasons" / AUTUMN / "orders" / "italy.toml"
    text = path.read_text()
    assert holds_only_blanks(text, "winter", AUTUMN, "italy")
    for old, new in (
        ("F ION\n", "F ION   # to Greece?\n"),
        ("F ION\n", "F ION - Gre\n"),
        ("builds = '''\n", "builds = '''\nA Rom\n"),
        ("game   =", "# hello\ngame   ="),
    ):
        assert not holds_only_blanks(text.replace(old, new), "winter", AUTUMN, "italy")


def test_a_deadline_that_the_gm_has_set_stays_when_files_are_made_anew(folder: Path):
    path = season_of(folder, 1).folder / "season.toml"
    change(path, "# deadline = 2026-12-01T22:00:00Z", "deadline = 2026-12-15T22:00:00Z")
    before = path.read_text()
    reopen_season(folder, SPRING, WHY, TODAY)
    correct(folder)
    closed(folder, early="")
    assert path.read_text() == before


def test_a_season_that_comes_to_an_other_phase_has_its_phases_corrected(tmp_path: Path):
    """With a deadline for each phase, a correction may bring retreats, or take them away."""
    folder = made(tmp_path, options={"rhythm": "separate"})
    hand_in_opening(folder)
    closed(folder)
    season = opened(folder).seasons[1]
    change(season.folder / "season.toml", '"F1901M"', '"F1901R"')
    season_of(folder).result.unlink()
    done = closed(folder, early="")
    assert done.following.renewed == ("season.toml",)
    assert [str(phase) for phase in opened(folder).seasons[1].deadline.phases] == ["F1901M"]


def test_what_comes_out_the_same_has_the_same_bytes_but_for_what_says_that_it_was_corrected(
    tmp_path: Path,
):
    """Also days later, where the next deadline follows from a rhythm."""
    folder = made(tmp_path, deadline=NOW)
    with (folder / "game.toml").open("a") as file:
        file.write('[deadlines]\nevery = "2 weeks"\n')
    hand_in_opening(folder)
    closed(folder)
    before = snapshot(folder)
    reopen_season(folder, SPRING, WHY, TODAY)
    assert close_game(folder, CloseOptions(now=NOW + timedelta(days=9), early=SPRING)).records
    after = snapshot(folder)
    told = {f"seasons/{SPRING}/{name}" for name in ("result.json", "rulings.toml")}
    assert {path for path in before | after if before.get(path) != after.get(path)} == told
    result = season_of(folder).result.read_bytes().splitlines()
    same = [line for line in result if b'"correct"' not in line and b"rulings.toml" not in line]
    assert same == before[f"seasons/{SPRING}/result.json"].splitlines()
