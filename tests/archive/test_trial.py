"""What closing would come to is what closing comes to, and nothing of the game's folder changes."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from tests.sites import ROOT
from zinegen.archive import CloseOptions, close_game, open_sound_game, play
from zinegen.archive.closing.judge import draw_record
from zinegen.archive.closing.trial import try_close
from zinegen.play.records.result_text import encode_record


def test_a_trial_comes_to_what_closing_records_to_the_byte_and_leaves_the_folder_as_it_is(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "games/terra-infirma"
    shutil.copytree(ROOT / "games/terra-infirma", folder)
    season = folder / "seasons/1907-4-winter"
    for name in ("result.json", "close.toml"):
        (season / name).unlink()
    before = _read_all(folder)
    now = datetime.now(UTC)
    current = play(open_sound_game(folder, past_orders=False), now=now, draws_maps=False)
    tried = try_close(current, CloseOptions(now=now))
    assert _read_all(folder) == before
    (record,) = tried.records
    assert record.after.board.pending_surgeries  # borders move, and nobody has drawn them yet
    assert close_game(folder, CloseOptions(now=now, early=season.name)).records
    assert encode_record(draw_record(record)) == (season / "result.json").read_bytes()


def _read_all(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
