"""A kept book is taken for the same folder only, and only as it was put there."""

import os
from dataclasses import replace

import pytest

from tests.pages import examples
from zinegen.pages.site import build_cache as shelves
from zinegen.pages.site.build_cache import CachedGame, Shelf, digest_of
from zinegen.pages.site.render import Addresses
from zinegen.pages.site.site import Zine

(BOOK, *_) = examples.CONTENTS.games
KEPT = CachedGame(
    folder="0" * 64,
    zine=Zine(name="The Test"),
    people={},
    addresses=Addresses(),
    templates="t",
    book=BOOK,
    pictures=("games/x/maps/a-1.svg",),
    pages={},
)


@pytest.fixture
def shelf(tmp_path):
    """A shelf with one book on it."""
    shelf = Shelf(tmp_path / "books")
    shelf.put("x", KEPT)
    return shelf


def test_a_book_is_taken_as_it_was_put(shelf):
    assert shelf.take("x", KEPT.folder) == KEPT


@pytest.mark.parametrize(("game", "digest"), [("y", "0" * 64), ("x", "1" * 64), ("x", "")])
def test_a_book_is_taken_for_the_same_game_and_folder_only(shelf, game, digest):
    assert shelf.take(game, digest) is None


def test_a_folder_of_which_nothing_is_known_has_no_book(shelf):
    """Even if one was put there by mistake."""
    shelf.put("x", replace(KEPT, folder=""))
    assert shelf.take("x", "") is None


@pytest.mark.parametrize("place", [0, 40, 70, -1])
def test_a_book_of_which_a_byte_has_changed_is_passed_over(shelf, place):
    (path,) = shelf.folder.iterdir()
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.unlink()
    path.write_bytes(content)
    assert shelf.take("x", KEPT.folder) is None


@pytest.mark.parametrize("size", [0, 10, 64, 200])
def test_a_book_that_was_cut_off_is_passed_over(shelf, size):
    (path,) = shelf.folder.iterdir()
    content = path.read_bytes()[:size]
    path.unlink()
    path.write_bytes(content)
    assert shelf.take("x", KEPT.folder) is None


def test_a_book_of_another_program_is_passed_over(shelf, monkeypatch):
    monkeypatch.setattr(shelves, "edition", lambda: b"e" * 32)
    assert shelf.take("x", KEPT.folder) is None


def test_books_of_games_that_are_gone_go_too(shelf):
    shelf.put("y", KEPT)
    shelf.tidy(["y"])
    assert shelf.take("x", KEPT.folder) is None
    assert shelf.take("y", KEPT.folder) == KEPT


@pytest.fixture
def folder(tmp_path):
    """A folder with a few things in it."""
    folder = tmp_path / "game"
    (folder / "seasons" / "one").mkdir(parents=True)
    (folder / "game.toml").write_text("title = 1")
    (folder / "seasons" / "one" / "season.toml").write_text("x = 1")
    (folder / "link").symlink_to("game.toml")
    return folder


CHANGES = {
    "another byte": lambda folder: (folder / "game.toml").write_text("title = 2"),
    "another name": lambda folder: (folder / "game.toml").rename(folder / "gone.toml"),
    "one file more": lambda folder: (folder / "seasons" / "one" / "new").touch(),
    "one file fewer": lambda folder: (folder / "seasons" / "one" / "season.toml").unlink(),
    "a link elsewhere": lambda folder: relinked(folder / "link", "seasons"),
    "a link for a file": lambda folder: relinked(folder / "game.toml", "link"),
    "a pipe": lambda folder: os.mkfifo(folder / "pipe"),
}


def relinked(path, target):
    path.unlink()
    path.symlink_to(target)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_folder_has_another_digest_after_any_change(folder, change):
    before = digest_of(folder)
    assert digest_of(folder) == before
    change(folder)
    assert digest_of(folder) not in {"", before}


def test_a_digest_does_not_hang_on_times(folder):
    before = digest_of(folder)
    os.utime(folder / "game.toml", (0, 0))
    assert digest_of(folder) == before


def test_of_a_folder_that_cannot_be_read_nothing_is_known(folder, monkeypatch):
    def refused(_path):
        raise PermissionError

    monkeypatch.setattr(shelves, "_digest", refused)
    assert digest_of(folder) == ""
    assert digest_of(folder / "nowhere") == ""
