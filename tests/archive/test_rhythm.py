"""From one deadline to the next."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.archive.folders import NOW, change, closed, hand_in, made, season_of
from zinegen.archive import open_game
from zinegen.archive.folder.rhythm import parse_every, parse_time

ZONE = "Europe/London"


@pytest.mark.parametrize(
    ("every", "at", "last", "now", "wanted"),
    [
        ("2 weeks", "", "2026-12-01T20:00Z", "2026-12-01T21:00Z", "2026-12-15T20:00+00:00"),
        ("2 weeks", "19:30", "2026-12-01T20:00Z", "2026-12-03T21:00Z", "2026-12-15T19:30+00:00"),
        ("1 week", "20:00", "2026-03-24T20:00Z", "2026-03-24T21:00Z", "2026-03-31T20:00+01:00"),
        ("1 week", "1:30", "2026-03-22T20:00Z", "2026-03-22T21:00Z", "2026-03-29T02:30+01:00"),
        ("36 hours", "", "2026-12-01T20:00Z", "2026-12-01T21:00Z", "2026-12-03T08:00+00:00"),
        ("1 month", "", "2026-01-31T20:00Z", "2026-01-31T21:00Z", "2026-02-28T20:00+00:00"),
        ("3 months", "", "2026-11-30T20:00Z", "2026-12-01T21:00Z", "2027-02-28T20:00+00:00"),
        # The first closed late: at least half a rhythm is left.
        ("2 weeks", "", "2026-12-01T20:00Z", "2026-12-08T19:00Z", "2026-12-15T20:00+00:00"),
        ("2 weeks", "", "2026-12-01T20:00Z", "2026-12-09T20:00Z", "2026-12-29T20:00+00:00"),
        # The first closed early: the rhythm stays.
        ("1 week", "", "2026-12-10T20:00Z", "2026-12-01T20:00Z", "2026-12-17T20:00+00:00"),
        # There was no deadline: from this moment on.
        ("10 days", "20:00", "", "2026-12-01T11:12:13Z", "2026-12-11T20:00+00:00"),
    ],
)
def test_the_next_deadline_is_a_rhythm_after_the_last_on_the_local_clock(
    every: str, at: str, last: str, now: str, wanted: str
):
    rhythm = parse_every(every)
    assert rhythm is not None
    rhythm = type(rhythm)(count=rhythm.count, unit=rhythm.unit, at=parse_time(at))
    before = datetime.fromisoformat(last) if last else None
    found = rhythm.next(before, datetime.fromisoformat(now), ZONE)
    assert found.isoformat(timespec="minutes") == wanted


def with_deadlines(tmp_path: Path, lines: str) -> Path:
    folder = made(tmp_path)
    change(folder / "game.toml", 'no_orders_first = "wait"', 'no_orders_first = "hold"')
    with (folder / "game.toml").open("a") as file:
        file.write(f"[deadlines]\n{lines}\n")
    return folder


def test_closing_writes_the_next_deadline_into_the_next_season(tmp_path: Path):
    folder = with_deadlines(tmp_path, f'timezone = "{ZONE}"\nevery = "2 weeks"\nat = "20:00"')
    hand_in(folder, "Italy", orders="A Ven H")
    closed(folder)
    path = season_of(folder, 1).folder / "season.toml"
    assert "\ndeadline = 2026-12-15T20:00:00Z\n" in path.read_text()
    # So one close too many waits for it, whatever lies there.
    hand_in(folder, "Italy", orders="A Ven H")
    assert "is open until Tuesday 15 December 2026" in closed(folder, early="").idle


def test_without_a_rhythm_the_gm_sets_each_deadline(tmp_path: Path):
    folder = with_deadlines(tmp_path, f'timezone = "{ZONE}"')
    hand_in(folder, "Italy", orders="A Ven H")
    closed(folder)
    assert season_of(folder, 1).deadline.deadline is None


def test_a_rhythm_that_leads_beyond_all_years_sets_no_deadline(tmp_path: Path):
    folder = with_deadlines(tmp_path, 'every = "999 months"')
    change(
        season_of(folder).folder / "season.toml",
        "# deadline = 2026-12-01T22:00:00Z",
        "deadline = 9998-12-01T22:00:00Z",
    )
    hand_in(folder, "Italy", orders="A Ven H")
    assert closed(folder).next_season == "1901-2-autumn"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('every = "fortnightly"', "this is no rhythm"),
        ('every = "0 weeks"', "this is no rhythm"),
        ('every = "2 weeks"\nat = "8 pm"', "this is no time of day"),
        ('every = "2 weeks"\nat = "24:00"', "this is no time of day"),
        ('at = "20:00"', "a time of day needs a rhythm of days at least"),
        ('every = "48 hours"\nat = "20:00"', "a time of day needs a rhythm of days at least"),
    ],
)
def test_a_rhythm_that_cannot_be_read_is_told_with_its_line(tmp_path: Path, lines: str, told: str):
    folder = with_deadlines(tmp_path, lines)
    (found,) = open_game(folder).findings
    assert (found.title, found.where.line > 1) == (told, True)
    assert "every = " in found.hint or "at = " in found.hint


def test_half_of_a_rhythm_is_told_by_its_length():
    for text, length in (("2 weeks", 14), ("1 month", 30), ("48 hours", 2), ("1 day", 1)):
        rhythm = parse_every(text)
        assert rhythm is not None
        assert rhythm.length == timedelta(days=length)
        assert rhythm.next(None, NOW, "UTC") - NOW >= rhythm.length / 2
