"""From one deadline to the next."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.archive.folders import NOW, change, closed, hand_in, hand_in_opening, made, season_of
from zinegen.archive import CloseOptions, close_game, open_game
from zinegen.archive.closing.progress import due_season
from zinegen.archive.folder.rhythm import parse_every, parse_time
from zinegen.game import PhaseKind

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


def set_rules(folder: Path, *lines: str) -> None:
    """Let a game have these lines below ``[deadlines]``, in London."""
    path = folder / "game.toml"
    text = path.read_text().partition("\n[deadlines]")[0]
    path.write_text(
        f'{text}\n[deadlines]\ntimezone = "{ZONE}"\n' + "".join(f"{one}\n" for one in lines)
    )


@pytest.mark.parametrize(
    ("rules", "kinds", "wanted"),
    [
        ((), "M", "2026-12-15T20:00+00:00"),
        (('every_retreats = "3 days"',), "R", "2026-12-04T20:00+00:00"),
        (('every_retreats = "3 days"',), "A", "2026-12-15T20:00+00:00"),
        (('every_builds = "2 days"',), "RA", "2026-12-03T20:00+00:00"),
        (('every_builds = "2 days"',), "MRA", "2026-12-15T20:00+00:00"),
        (('skip = ["tuesday", "Wednesday"]',), "M", "2026-12-17T20:00+00:00"),
        (
            ('skip = ["saturday"]', 'holidays = ["2026-12-15/2026-12-18", "2026-12-20"]'),
            "M",
            "2026-12-21T20:00+00:00",
        ),
    ],
)
def test_free_days_and_intervals_of_their_own_set_the_next_deadline(tmp_path, rules, kinds, wanted):
    folder = made(tmp_path)
    set_rules(folder, 'every = "2 weeks"', *rules)
    deadlines = open_game(folder).settings.deadlines
    asked = [PhaseKind(letter) for letter in kinds]
    last = datetime.fromisoformat("2026-12-01T20:00Z")
    assert deadlines.next(asked, last, last) == datetime.fromisoformat(wanted)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('skip = ["sundey"]', 'did you mean "sunday"?'),
        ('skip = ["Sonntag"]', "days of the week in English"),
        (
            'skip = ["monday","tuesday","wednesday","thursday","friday","saturday","sunday"]',
            "no day is left",
        ),
        ('holidays = ["24.12.2026"]', "a day, or the first and the last"),
        ('holidays = ["2027-01-02/2026-12-24"]', "a day, or the first and the last"),
        ('extend_missing = "soon"', "this is no rhythm"),
        ('all_in = "now"', 'all_in cannot be "now"'),
    ],
)
def test_rules_that_cannot_be_kept_are_told_with_their_place(tmp_path, line, says):
    folder = made(tmp_path)
    set_rules(folder, line)
    (wrong,) = open_game(folder).findings
    assert says in f"{wrong.title} {wrong.hint}"
    assert wrong.where.line


def test_a_deadline_is_put_off_once_where_orders_are_missing(tmp_path):
    """Not by its name, and the second time the policy decides; the page says why."""
    until = NOW - timedelta(minutes=30)
    folder = made(tmp_path, deadline=until)
    set_rules(folder, 'extend_missing = "2 days"', 'skip = ["thursday"]')
    hand_in_opening(folder)
    (folder / "seasons/1901-1-spring/orders/italy.toml").unlink()
    first = close_game(folder, CloseOptions(now=NOW))
    assert not first.records
    assert "put off once: there are no orders of Italy" in first.idle
    deadline = season_of(folder).deadline
    assert deadline.deadline == NOW + timedelta(days=3)  # a Thursday is skipped
    assert deadline.moved_from == (until,)
    assert "open until" in close_game(folder, CloseOptions(now=NOW + timedelta(days=1))).idle
    late = CloseOptions(now=NOW + timedelta(days=3, minutes=1))
    waiting = close_game(folder, late).waiting
    assert waiting is not None
    assert "Italy" in waiting.reasons[0].title


def test_a_season_closed_by_its_name_is_not_put_off(tmp_path):
    folder = made(tmp_path, deadline=NOW)
    set_rules(folder, 'extend_missing = "2 days"')
    hand_in_opening(folder)
    hand_in(folder, "Italy", orders="")
    assert not close_game(folder, CloseOptions(now=NOW, early="1901-1-spring")).idle
    assert not season_of(folder).deadline.extended


def test_all_orders_in_close_a_season_where_that_is_the_rule(tmp_path):
    folder = made(tmp_path, deadline=NOW + timedelta(days=7))
    hand_in_opening(folder)
    assert due_season(open_game(folder), NOW) is None
    set_rules(folder, 'all_in = "close"')
    orders = folder / "seasons/1901-1-spring/orders"
    kept = (orders / "italy.toml").read_text()
    for spoilt in ("", kept.replace("A Ven H", "A Ven - Nowhere"), kept.replace("'''", "'", 1)):
        (orders / "italy.toml").write_text(spoilt)
        assert due_season(open_game(folder), NOW) is None
    (orders / "italy.toml").write_text(kept)
    (orders / "russia.txt").write_text("A Mos - Ukr")
    assert due_season(open_game(folder), NOW) is None
    (orders / "russia.txt").unlink()
    assert due_season(open_game(folder), NOW) is not None
    assert len(close_game(folder, CloseOptions(now=NOW)).records) == 1
