"""Long commands run in the background: their progress is seen, and they can be given up."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from zinegen.archive.files import lock_folder
from zinegen.desk import Desk

WAITS = ("pause", "demo", "--why", "Holidays.")
"""What waits as long as somebody else is at work in the game's folder."""


def wait(until: Callable[[], object], seconds: float = 30) -> None:
    """Wait for something that comes by itself."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_job_says_what_its_command_said_and_how_it_ended(desk: Desk) -> None:
    job = desk.jobs.start(("check", "demo"))
    wait(lambda: job.code is not None)
    assert job.code == 0
    assert desk.jobs.find(job.name) is job
    assert any("nowhere to send" in line for line in job.lines)
    wrong = desk.jobs.start(("check", "nothing"))
    wait(lambda: wrong.code is not None)
    assert wrong.code == 2
    assert "there is no game nothing" in " ".join(wrong.lines)


def test_the_same_command_does_not_run_twice_at_once_and_leaves_nothing_when_it_is_given_up(
    desk: Desk, zine: Path
) -> None:
    season = zine / "games/demo/seasons/1901-1-spring/season.toml"
    before = season.read_bytes()
    with lock_folder(zine / "games/demo"):
        job = desk.jobs.start(WAITS)
        assert desk.jobs.start(WAITS) is job
        desk.jobs.give_up(job)
        wait(lambda: job.code is not None)
        assert job.is_given_up
        other = desk.jobs.start(WAITS)
        assert other is not job
        desk.jobs.give_up_all()
        wait(lambda: other.code is not None)
    assert season.read_bytes() == before


def test_what_runs_is_never_forgotten_and_of_what_has_ended_only_the_last(
    desk: Desk, zine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zinegen.desk.jobs.MOST_JOBS", 1)
    with lock_folder(zine / "games/demo"):
        runs = desk.jobs.start(WAITS)
        ended = [desk.jobs.start(("check", word)) for word in ("one", "two", "three")]
        wait(lambda: all(one.code is not None for one in ended))
        last = desk.jobs.start(("--help",))
        assert desk.jobs.jobs == [runs, ended[-1], last]
        desk.jobs.give_up_all()
        wait(lambda: runs.code is not None)


def test_steps_are_told_as_they_come(desk: Desk, zine: Path) -> None:
    job = desk.jobs.start(("--help",))
    wait(lambda: job.code is not None)
    for line in ("maps: 10 %", "maps: 20 %", "done"):
        job.hear(line)
    assert (job.step, job.percent) == ("maps", 20)
    assert job.as_data()["percent"] == 20
