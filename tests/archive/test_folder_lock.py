"""One run at a time: a folder is held while the program writes in it."""

from __future__ import annotations

import fcntl
import threading
import time
from pathlib import Path

import pytest

from tests.archive.folders import closed, hand_in_opening, made, make_ready
from zinegen.archive.closing.close import record_due
from zinegen.archive.folder_lock import lock_folder
from zinegen.errors import GameFolderError


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
    closed(folder, early=True, begun=begun)
    again = closed(folder, early=True, begun=begun)
    assert again.idle == "another run has closed 1901-1-spring in the meantime"
    assert again.records == ()
    assert len(closed(folder, early=True, begun=time.time_ns() + 10**9).records) == 1


def test_a_build_records_when_the_close_beside_it_is_done(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    make_ready(folder)
    found: list[str] = []

    def build() -> None:
        found.extend(record.season for record in record_due(folder).records)

    waiting = threading.Thread(target=build)
    with lock_folder(folder):
        waiting.start()
        waiting.join(0.3)
        assert not list(folder.rglob("result.json"))
    waiting.join(20)
    assert found == ["1901-1-spring"]
