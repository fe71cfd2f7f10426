"""The site is whole or not there: built beside, swapped by two renames, mended when that was cut."""

from pathlib import Path

import pytest

from zinegen.cli.site import BUILDING, OLD, check_site_folder, keep_pages, repair_site, replace_site
from zinegen.errors import GameFolderError


def folder(at: Path, text: str) -> Path:
    at.mkdir(parents=True)
    (at / "index.html").write_text(text)
    return at


def test_a_finished_site_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    site = folder(tmp_path / "site", "old")
    replace_site(folder(tmp_path / BUILDING, "new"), site)
    assert (site / "index.html").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


def test_the_first_site_needs_no_old_one(tmp_path: Path) -> None:
    replace_site(folder(tmp_path / BUILDING, "new"), tmp_path / "site")
    assert (tmp_path / "site/index.html").read_text() == "new"


def test_a_swap_that_was_cut_between_its_renames_is_mended(tmp_path: Path) -> None:
    folder(tmp_path / OLD, "old")
    folder(tmp_path / BUILDING, "new")
    repair_site(tmp_path / "site")
    assert (tmp_path / "site/index.html").read_text() == "old"
    repair_site(tmp_path / "site")
    assert not (tmp_path / OLD).exists()


def test_leftovers_of_a_killed_build_do_not_stand_in_the_way(tmp_path: Path) -> None:
    site = folder(tmp_path / "site", "old")
    folder(tmp_path / OLD, "older")
    replace_site(folder(tmp_path / BUILDING, "new"), site)
    assert (site / "index.html").read_text() == "new"
    assert not (tmp_path / OLD).exists()


def test_a_site_may_take_an_empty_place_or_that_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for place in (tmp_path / "new", tmp_path / "empty", folder(tmp_path / "site", "old")):
        assert check_site_folder(place) == place


@pytest.mark.parametrize("name", ["games", "games/winter", "games/winter/game.toml"])
def test_a_site_never_takes_the_place_of_something_else(tmp_path: Path, name: str) -> None:
    (tmp_path / "games" / "winter").mkdir(parents=True)
    (tmp_path / "games" / "winter" / "game.toml").write_text("")
    with pytest.raises(GameFolderError, match="name another site_dir"):
        check_site_folder(tmp_path / name)


def test_a_site_that_lies_elsewhere_is_replaced_where_it_lies(tmp_path: Path) -> None:
    there = folder(tmp_path / "elsewhere" / "www", "old")
    (tmp_path / "site").symlink_to(there)
    site = check_site_folder(tmp_path / "site")
    replace_site(folder(site.with_name(BUILDING), "new"), site)
    assert (tmp_path / "site" / "index.html").read_text() == "new"


def test_what_was_last_published_of_a_game_stays_while_it_cannot_be_shown(tmp_path: Path) -> None:
    site, beside = folder(tmp_path / "site", "old"), folder(tmp_path / BUILDING, "new")
    folder(site / "games" / "winter", "the game")
    folder(site / "games" / "winter" / "1901-1-spring", "a season")
    folder(beside / "games" / "winter", "it cannot be shown")
    folder(beside / "games" / "other", "it cannot be shown")
    keep_pages(("games/winter", "games/other"), beside, site)
    assert (beside / "index.html").read_text() == "new"
    assert (beside / "games/winter/index.html").read_text() == "the game"
    assert (beside / "games/winter/1901-1-spring/index.html").read_text() == "a season"
    assert (beside / "games/other/index.html").read_text() == "it cannot be shown"
