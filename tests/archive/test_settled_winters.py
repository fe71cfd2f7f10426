"""A winter in which nobody has anything to decide, in games in which it has a deadline of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.folders import GAME, NOW, change, hand_in, opened, played, rule, season_of
from zinegen.archive import CloseOptions, NewGame, check_folder, close_game, new_game, verify_game


def separate_game(tmp_path: Path, variant: str = "standard", **options: object) -> Path:
    """Make a game in which every phase has its deadline."""
    options = {"rhythm": "separate", **options}
    return new_game(tmp_path / "games", GAME, variant, NewGame(options=options))  # type: ignore[arg-type]


def close(folder: Path) -> None:
    """Close the open season, though nobody has handed in anything."""
    number = len(opened(folder).seasons) - 1
    rule(folder, number, do="proceed")
    season = season_of(folder, number).slug
    closed = close_game(folder, CloseOptions(now=NOW, early=season))
    assert closed.waiting is None, closed.waiting


def phases(folder: Path) -> list[list[str]]:
    """Return the phases of each season's folder."""
    return [[str(one) for one in season.deadline.phases] for season in opened(folder).seasons]


def recorded(folder: Path) -> list[list[str]]:
    """Return the phases that each record has."""
    return [[str(one.phase) for one in record.phases] for record in played(folder).records]


def test_a_winter_in_which_nothing_is_due_is_settled_with_the_autumn(tmp_path: Path) -> None:
    folder = separate_game(tmp_path)
    close(folder)
    close(folder)
    assert recorded(folder) == [["S1901M"], ["F1901M", "W1901A"]]
    assert phases(folder) == [["S1901M"], ["F1901M"], ["S1902M"]]
    assert verify_game(folder).is_sound


def test_a_winter_in_which_something_is_due_has_its_deadline(tmp_path: Path) -> None:
    folder = separate_game(tmp_path)
    close(folder)
    hand_in(folder, "Germany", orders="A Mun - Ruh\nF Kie - Den")
    close(folder)
    assert recorded(folder)[-1] == ["F1901M"]
    assert phases(folder)[-1] == ["W1901A"]


def test_a_folder_that_plays_such_a_winter_with_the_spring_plays_it(tmp_path: Path) -> None:
    """Earlier versions made such folders; their records stay as they are."""
    folder = separate_game(tmp_path)
    close(folder)
    close(folder)
    spring = season_of(folder, 2).folder
    change(spring / "season.toml", '["S1902M"]', '["W1901A", "S1902M"]')
    (season_of(folder, 1).folder / "result.json").unlink()
    close_game(folder, CloseOptions(now=NOW))
    assert recorded(folder)[-1] == ["F1901M"]
    hand_in(folder, "France", orders="A Par - Bur", builds="")
    assert [
        one for found in check_folder(folder) for one in found.findings if one.code != "O30"
    ] == []
    close(folder)
    assert recorded(folder)[-1] == ["W1901A", "S1902M"]
    assert verify_game(folder).is_sound


def test_the_flood_comes_before_the_next_orders_are_asked_for(tmp_path: Path) -> None:
    folder = separate_game(tmp_path, "deluge2")
    for _ in range(3):
        close(folder)
    assert phases(folder)[-1] == ["S1902M"]
    italy = (season_of(folder, -1).folder / "orders/italy.toml").read_text()
    assert "A Rom" in italy
    assert "A Ven" not in italy


@pytest.mark.parametrize("heading", ["orders", "builds"])
def test_a_bare_unit_in_a_winters_file_is_a_build(tmp_path: Path, heading: str) -> None:
    folder = separate_game(tmp_path)
    close(folder)
    hand_in(folder, "Germany", orders="A Mun - Ruh\nF Kie - Den")
    close(folder)
    hand_in(folder, "Germany", **{heading: "F Kie"})
    close(folder)
    assert "F Kie" in (season_of(folder, -1).folder / "orders/germany.toml").read_text()
