"""The date of a zine is that of its newest closing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.archive.folders import NOW, change, closed, hand_in_opening, made, make_ready, season_of
from zinegen.archive.closing.close import record_due
from zinegen.archive.records.dates import BEFORE_ALL, newest_closing


def test_a_zine_without_records_has_the_oldest_date(tmp_path: Path):
    assert newest_closing(tmp_path / "nothing") == BEFORE_ALL
    made(tmp_path)
    assert newest_closing(tmp_path / "games") == BEFORE_ALL


def test_the_newest_closing_counts(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    closed(folder)
    assert newest_closing(tmp_path / "games") == NOW
    close = season_of(folder).folder / "close.toml"
    (season_of(folder, 1).folder / "close.toml").write_bytes(close.read_bytes())
    change(season_of(folder, 1).folder / "close.toml", "2026-12-01", "2026-12-09")
    assert newest_closing(tmp_path / "games") == NOW + timedelta(days=8)


def test_a_season_recorded_without_a_closing_counts_from_its_deadline(tmp_path: Path):
    folder = made(tmp_path, deadline=datetime(2026, 11, 1, 20, tzinfo=UTC))
    hand_in_opening(folder)
    make_ready(folder)
    assert record_due(folder).records
    assert newest_closing(tmp_path / "games") == datetime(2026, 11, 1, 20, tzinfo=UTC)


def test_a_closing_that_cannot_be_read_has_no_part_in_it(tmp_path: Path):
    folder = made(tmp_path)
    (season_of(folder).folder / "close.toml").write_text("closed = soon")
    assert newest_closing(tmp_path / "games") == BEFORE_ALL
