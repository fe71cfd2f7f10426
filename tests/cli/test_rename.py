"""Renaming a game, and what `check` says of folders that were renamed by hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.archive.folders import change, closed, hand_in, made, rule, season_of
from tests.cli.conftest import Run
from zinegen.archive import (
    PressSlot,
    check_folder,
    make_key_pair,
    parse_identity,
    seal_orders,
    seal_press,
    verify_game,
)
from zinegen.board import Power
from zinegen.notation import Finding, Level

GM = make_key_pair()
ISSUE = """---
number: 1
date: 2026-12-02
games: [winter/1901-1-spring, deep-winter/1901-1-spring]
---
In [winter](../games/winter/index.md), as in games/winter-palace/ and in any winter/summer, it is cold.
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a zine with a game of one closed season and an issue about it."""
    folder = made(tmp_path)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    hand_in(folder, "England", orders="A Lvp - Yor")
    assert closed(folder).records
    (tmp_path / "site_src" / "issues").mkdir(parents=True)
    (tmp_path / "site_src" / "issues" / "1.md").write_text(ISSUE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(one): one.read_bytes() for one in sorted(root.rglob("*")) if one.is_file()}


def errors(folder: Path) -> list[Finding]:
    found = (finding for one in check_folder(folder) for finding in one.findings)
    return [one for one in found if one.level is Level.ERROR]


def test_the_new_name_stands_everywhere_but_in_what_is_recorded(root: Path, run: Run):
    before = {
        path.name: path.read_bytes()
        for path in season_of(root / "games/winter").folder.rglob("*.*")
    }
    done = run("rename", "winter", "frost")
    assert done.code == 0, done.err
    assert "games/frost/game.toml says frost now" in done.out
    folder = root / "games" / "frost"
    assert not (root / "games" / "winter").exists()
    assert errors(folder) == []
    assert verify_game(folder).differences == ()
    after = {path.name: path.read_bytes() for path in season_of(folder).folder.rglob("*.*")}
    assert after == before
    assert '= "frost"' in (season_of(folder, 1).folder / "orders/italy.toml").read_text()
    assert (root / "site_src/issues/1.md").read_text() == (
        ISSUE.replace("[winter/1901", "[frost/1901").replace("games/winter/", "games/frost/")
    )


def test_a_game_plays_on_under_its_new_name(root: Path, run: Run):
    run("rename", "winter", "frost")
    folder = root / "games" / "frost"
    path = season_of(folder, 1).folder / "orders" / "england.toml"
    change(path, "orders = '''", "orders = '''\nA Yor H")
    rule(folder, 1, do="proceed")
    (record,) = closed(folder).records
    assert record.game == "frost"
    assert verify_game(folder).differences == ()


def test_a_rename_typed_twice_or_cut_off_does_no_harm(root: Path, run: Run):
    game = (root / "games/winter/game.toml").read_bytes()
    run("rename", "winter", "frost")
    after = snapshot(root)
    again = run("rename", "winter", "frost")
    assert (again.code, again.out) == (
        0,
        "nothing is left to do: games/frost is there, and nothing names winter\n",
    )
    assert snapshot(root) == after
    (root / "games/frost/game.toml").write_bytes(game)
    assert run("rename", "winter", "frost").code == 0
    assert snapshot(root) == after


@pytest.mark.parametrize("by_hand", ["the folder", "the folder and game.toml"])
def test_a_game_renamed_by_hand_is_one_finding_with_the_command_that_mends_it(
    root: Path, run: Run, by_hand: str
):
    folder = (root / "games" / "winter").rename(root / "games" / "frost")
    if "game.toml" in by_hand:
        change(folder / "game.toml", '"winter"', '"frost"')
    (found,) = errors(folder)
    assert "`zinegen rename winter frost`" in found.hint
    assert run("rename", "winter", "frost").code == 0
    assert errors(folder) == []
    assert verify_game(folder).differences == ()


def test_a_season_renamed_by_hand_is_one_finding_with_the_command_that_mends_it(root: Path):
    seasons = root / "games" / "winter" / "seasons"
    (seasons / "1901-2-autumn").rename(seasons / "1901-2-fall")
    (found,) = errors(root / "games" / "winter")
    place = "games/winter/seasons"
    assert found.hint == f"run `mv {place}/1901-2-fall {place}/1901-2-autumn`"


def test_a_file_of_another_game_is_no_renamed_folder(root: Path):
    season = season_of(root / "games/winter", 1).folder
    change(season / "orders/italy.toml", '"winter"', '"frost"')
    (found,) = errors(root / "games/winter")
    assert "put the file where it belongs" in found.hint


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("winter", "../frost"), "is no name of a game"),
        (("winter", "Frost"), "frost would be one"),
        (("winter", "taken"), "there is a game taken already"),
        (("summer", "autumn"), "there is no game summer"),
    ],
    ids=str,
)
def test_what_cannot_be_renamed_is_refused_and_nothing_is_changed(
    root: Path, run: Run, words: tuple[str, str], why: str
):
    shutil.copytree(root / "games/winter", root / "games/taken")
    before = snapshot(root)
    done = run("rename", *words)
    assert done.code == 2
    assert why in done.err
    assert snapshot(root) == before


def test_sealed_files_of_closed_seasons_stay_and_those_of_an_open_one_forbid_it(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
):
    folder = made(tmp_path, gm_keys=(GM.public,))
    monkeypatch.chdir(tmp_path)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    season = season_of(folder)
    slot = season.slot(Power("England"))
    text = f'game = "winter"\nseason = "{season.slug}"\npower = "england"\norders = "A Lvp - Yor"\n'
    sealed = season.folder / f"{slot.name}.age"
    sealed.write_bytes(seal_orders(text, slot, [GM.public], "2026-11-30T18:02:00Z"))
    refused = run("rename", "winter", "frost")
    assert refused.code == 2
    assert "1901-1-spring/orders/england.toml.age was sealed for winter" in refused.err
    (season.folder / "press").mkdir(exist_ok=True)
    item = PressSlot(
        game="winter", season=season.slug, author=Power("England"), number=1, shown=season.shown
    )
    press = seal_press("Hello.\n", item, [GM.public], (Power("England"),))
    (season.folder / "press" / "england-1.md.age").write_bytes(press)
    assert closed(folder, identity=parse_identity(GM.secret)).records
    assert run("rename", "winter", "frost").code == 0
    assert verify_game(tmp_path / "games" / "frost").differences == ()
    assert errors(tmp_path / "games" / "frost") == []


def test_what_a_killed_run_left_half_written_goes_with_the_next(root: Path, run: Run):
    (root / "games/winter/.zinegen-x1").write_text("half")
    (root / ".zinegen-x2").write_text("half")
    assert run("rename", "winter", "summer").code == 0
    assert not [*root.rglob(".zinegen-x*")]
