"""The site is whole or not there: built beside, swapped by two renames, mended when that was cut."""

from collections.abc import Callable, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest

from zinegen.cli.site import (
    BUILDING,
    MOVES,
    OLD,
    check_site_folder,
    keep_pages,
    repair_site,
    replace_site,
)
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


def test_folders_of_the_old_site_move_into_the_new_one(tmp_path: Path) -> None:
    site, beside = _make_sites_with_lasting_folders(tmp_path)
    replace_site(beside, site, ("games/frost", "games/winter"))
    assert read_tree(site) == MOVED
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site"]


@pytest.mark.parametrize("cut_at", range(6))
def test_moves_that_were_cut_anywhere_are_finished(tmp_path: Path, cut_at: int) -> None:
    site, beside = _make_sites_with_lasting_folders(tmp_path)
    done = 0

    def move(this: Path, target: Path, real: Callable[[Path, Path], Path]) -> Path:
        nonlocal done
        if done == cut_at:
            raise KeyboardInterrupt
        done += 1
        return real(this, target)

    rename, replace = Path.rename, Path.replace
    with (
        patch.object(Path, "rename", lambda this, target: move(this, target, rename)),
        patch.object(Path, "replace", lambda this, target: move(this, target, replace)),
        pytest.raises(KeyboardInterrupt),
    ):
        replace_site(beside, site, ("games/frost", "games/winter"))
    was_begun = not site.exists()
    repair_site(site)
    assert read_tree(site) == (MOVED if was_begun else OLD_TREE)
    assert not (tmp_path / MOVES).exists()


OLD_TREE = {
    "index.html": "old",
    "games/frost/1901-1-spring/index.html": "season",
    "games/winter/index.html": "old front",
    "games/winter/same.html": "same",
    "games/winter/1901-1-spring/index.html": "season",
}
MOVED = OLD_TREE | {"index.html": "new", "games/winter/index.html": "new front"}


def _make_sites_with_lasting_folders(tmp_path: Path) -> tuple[Path, Path]:
    """Make an old site with two games, and a new one that has only the front page of one of them."""
    site, beside = folder(tmp_path / "site", "old"), folder(tmp_path / BUILDING, "new")
    (folder(site / "games/winter", "old front") / "same.html").write_text("same")
    for name in ("frost", "winter"):
        folder(site / "games" / name / "1901-1-spring", "season")
    folder(beside / "games/winter", "new front")
    (beside / "games/winter/same.html").hardlink_to(site / "games/winter/same.html")
    return site, beside


def read_tree(site: Path) -> Mapping[str, str]:
    files = (path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_text() for path in files}


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
