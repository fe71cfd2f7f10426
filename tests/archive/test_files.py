"""Files of people are read with care, files of the program are replaced whole."""

import fcntl
import os
import runpy
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.archive.folders import closed, hand_in_opening, made, rule
from zinegen.archive import files
from zinegen.archive.files import (
    TEMPORARY,
    FileError,
    FileFault,
    link_or_copy,
    lock_folder,
    make_folder,
    read_plain,
    read_text,
    remove_temporary_files,
    scratch_folder,
    write_atomically,
)
from zinegen.board import Power
from zinegen.errors import GameFolderError
from zinegen.play import SeasonName, is_slug, power_of, power_slug


def fault_of(path: Path) -> FileFault:
    with pytest.raises(FileError) as caught:
        read_plain(path, 100)
    return caught.value.fault


def test_links_folders_pipes_and_long_files_are_not_read(tmp_path: Path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"x" * 100)
    (tmp_path / "link").symlink_to(plain)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "long").write_bytes(b"x" * 101)
    assert read_plain(plain, 100) == b"x" * 100
    assert fault_of(tmp_path / "link") is FileFault.LINK
    assert fault_of(tmp_path / "folder") is FileFault.NOT_PLAIN
    assert fault_of(tmp_path / "pipe") is FileFault.NOT_PLAIN
    assert fault_of(tmp_path / "long") is FileFault.TOO_LARGE
    assert fault_of(tmp_path / "nowhere") is FileFault.MISSING
    assert fault_of(tmp_path / "a\0b") is FileFault.UNREADABLE
    if Path("/proc/self/mem").exists():  # as of a disk that fails
        assert fault_of(Path("/proc/self/mem")) is FileFault.UNREADABLE


def test_nothing_is_put_in_the_place_of_a_device_or_a_pipe(tmp_path: Path):
    """As root a file would stand where ``/dev/null`` was, for every program of the machine."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "stdout").symlink_to(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path / "stdout"):
        with pytest.raises(GameFolderError, match="it is no plain file"):
            write_atomically(path, b"x")
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "stdout").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pipe", "stdout"]


def test_a_text_has_line_feeds_and_no_byte_order_mark(tmp_path: Path):
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_text(path) == "a\nb\nc\n"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="UTF-8"):
        read_text(path)


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path):
    path = tmp_path / "file"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_file_that_holds_the_bytes_already_is_not_touched(tmp_path: Path):
    path = tmp_path / "file"
    write_atomically(path, b"one")
    before = path.stat().st_mtime_ns, path.stat().st_ino
    write_atomically(path, b"one")
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_a_link_is_replaced_and_what_it_points_to_stays(tmp_path: Path):
    target = tmp_path / "target"
    target.write_bytes(b"old")
    (tmp_path / "link").symlink_to(target)
    write_atomically(tmp_path / "link", b"new")
    assert target.read_bytes() == b"old"
    assert not (tmp_path / "link").is_symlink()


def test_what_cannot_be_written_is_told_in_words(tmp_path: Path):
    with pytest.raises(GameFolderError, match="cannot be written"):
        write_atomically(tmp_path / "no" / "folder", b"x")
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(GameFolderError, match="cannot be made"):
        make_folder(tmp_path / "file" / "below")


def test_a_file_in_two_places_is_one_file(tmp_path: Path):
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("new")
    target.write_text("old")
    link_or_copy(source, target)
    assert target.read_text() == "new"
    assert target.samefile(source)


def test_where_a_disk_has_no_second_names_the_file_is_copied(tmp_path: Path, monkeypatch):
    def refused(*_: object) -> None:
        raise OSError

    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("new")
    monkeypatch.setattr(Path, "hardlink_to", refused)
    link_or_copy(source, target)
    assert target.read_text() == "new"
    assert not target.samefile(source)


def test_half_written_files_are_swept_and_nothing_else_is(tmp_path: Path):
    (tmp_path / f"{TEMPORARY}abc").write_bytes(b"half")
    (tmp_path / "england.toml").write_bytes(b"whole")
    remove_temporary_files(tmp_path)
    assert [found.name for found in tmp_path.iterdir()] == ["england.toml"]


def test_whoever_comes_second_is_told_and_does_nothing(tmp_path: Path):
    with (
        lock_folder(tmp_path),
        pytest.raises(GameFolderError, match="another zinegen"),
        lock_folder(tmp_path),
    ):
        pytest.fail("two at once")


def test_a_folder_is_free_again_after_the_work_and_after_a_failure(tmp_path: Path):
    with lock_folder(tmp_path):
        pass
    with pytest.raises(ZeroDivisionError), lock_folder(tmp_path):
        raise ZeroDivisionError
    with lock_folder(tmp_path):
        pass


def test_whoever_has_patience_waits_for_the_other(tmp_path: Path):
    done: list[str] = []

    def second() -> None:
        with lock_folder(tmp_path, wait=True):
            done.append("second")

    waiting = threading.Thread(target=second)
    with lock_folder(tmp_path):
        waiting.start()
        waiting.join(0.2)
        done.append("first")
    waiting.join(5)
    assert done == ["first", "second"]


def test_on_a_disk_without_locks_nobody_is_kept_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refused(*_: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", refused)
    with lock_folder(tmp_path), lock_folder(tmp_path):
        pass


def test_a_folder_that_is_not_there_is_told(tmp_path: Path):
    with pytest.raises(GameFolderError, match="cannot be opened"), lock_folder(tmp_path / "x"):
        pass


def test_a_game_is_closed_by_one_run_at_a_time(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    with lock_folder(folder), pytest.raises(GameFolderError, match="another zinegen is at work"):
        closed(folder)
    assert [record.season for record in closed(folder).records] == ["1901-1-spring"]


def test_who_was_overtaken_does_not_close_the_next_deadline_too(tmp_path: Path):
    """Two runs, begun together: the second one comes when the first has made the next season."""
    folder = made(tmp_path)
    hand_in_opening(folder)
    begun = time.time_ns()
    closed(folder, begun=begun)
    rule(folder, 1, do="proceed")
    again = closed(folder, begun=begun)
    assert again.idle == "another run has closed 1901-1-spring in the meantime"
    assert again.records == ()
    assert len(closed(folder, begun=time.time_ns() + 10**9).records) == 1


def test_a_folder_for_the_work_of_a_run_goes_with_it_and_with_it_what_killed_runs_left(
    tmp_path: Path,
):
    left = tmp_path / ".cache" / "runs" / "left"
    left.mkdir(parents=True)
    (left / "file").write_text("of a killed run")
    with scratch_folder(tmp_path) as first, scratch_folder(tmp_path) as second:
        assert first.is_dir()
        assert second.is_dir()
        assert not left.exists()
        assert (first / ".gitignore").read_text() == "*\n"
    assert list(left.parent.iterdir()) == []


# Systems that lack what Unix has, such as Windows


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Any]:
    """Give what the module holds where it is loaded without the names that only Unix knows."""
    for name in ("O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK", "O_CLOEXEC", "fchmod", "geteuid"):
        monkeypatch.delattr(os, name)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    return runpy.run_path(files.__file__, run_name="files_elsewhere")


def test_without_what_only_unix_has_files_are_read_and_written(
    tmp_path: Path, elsewhere: Mapping[str, Any]
):
    path = tmp_path / "file"
    elsewhere["write_atomically"](path, b"one\r\ntwo")
    elsewhere["sync_folder"](tmp_path)
    assert elsewhere["read_plain"](path, 100) == b"one\r\ntwo"
    assert [found.name for found in tmp_path.iterdir()] == ["file"]
    (tmp_path / "link").symlink_to(path)
    for name, fault in (("link", "links are not followed"), ("", "not a plain file")):
        with pytest.raises(GameFolderError, match=fault):
            elsewhere["read_plain"](tmp_path / name, 100)


def test_without_locks_of_folders_a_file_in_the_cache_keeps_others_out(
    tmp_path: Path, elsewhere: Mapping[str, Any]
):
    lock, game = elsewhere["lock_folder"], tmp_path / "games" / "spring"
    game.mkdir(parents=True)
    with lock(tmp_path), lock(game):
        assert list(game.iterdir()) == []
        assert len([*(tmp_path / ".cache").rglob("*.lock")]) == 2
        with pytest.raises(GameFolderError, match="another zinegen is at work"), lock(tmp_path):
            pytest.fail("two at once")
        with lock(tmp_path.parent):
            pass
    done: list[str] = []

    def second() -> None:
        with lock(tmp_path, wait=True):
            done.append("second")

    waiting = threading.Thread(target=second)
    with lock(tmp_path):
        waiting.start()
        waiting.join(0.1)
        done.append("first")
    waiting.join(5)
    assert done == ["first", "second"]
    with pytest.raises(GameFolderError, match="cannot be opened"), lock(tmp_path / "x"):
        pass


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
