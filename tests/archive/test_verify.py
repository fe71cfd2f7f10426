"""Making every record again and comparing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.archive.folders import change, closed, hand_in, hand_in_opening, made, rule, season_of
from zinegen.archive import Severity, verify_game
from zinegen.archive.closing import verify as verify_module
from zinegen.errors import GameFolderError


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a game of which two seasons are recorded, to be copied."""
    folder = made(tmp_path_factory.mktemp("recorded"))
    hand_in_opening(folder)
    rule(folder, do="correct")
    closed(folder)
    hand_in(folder, "Turkey", orders="A Bul - Ser", builds="build F Smy")
    closed(folder)
    return folder


@pytest.fixture
def folder(recorded: Path, tmp_path: Path) -> Path:
    """Give the same, to be changed."""
    return shutil.copytree(recorded, tmp_path / "games" / recorded.name)


def differences(folder: Path) -> list[str]:
    return [f"{one.season} {one.level}: {one.text}" for one in verify_game(folder).differences]


def spring(folder: Path) -> Path:
    return folder / "seasons" / "1901-1-spring"


def test_what_is_recorded_is_what_the_files_say(folder: Path):
    found = verify_game(folder)
    assert (found.game, found.seasons, found.differences) == ("winter", 2, ())
    assert found.is_sound


@pytest.mark.parametrize("name", ["orders/italy.toml", "rulings.toml", "close.toml"])
def test_an_input_that_was_edited_is_named(folder: Path, name: str):
    path = spring(folder) / name
    path.write_text(path.read_text() + "# edited\n")
    texts = differences(folder)
    assert texts[0] == (
        f"1901-1-spring wrong: seasons/1901-1-spring/{name} was edited after the season was recorded"
    )
    assert len(texts) == 1


def test_an_input_that_is_gone_is_named(folder: Path):
    (spring(folder) / "orders" / "italy.toml").unlink()
    (text,) = differences(folder)
    assert "orders/italy.toml is gone" in text


def test_an_input_that_was_added_is_named(folder: Path):
    (spring(folder) / "chance.toml").write_text("")
    (text,) = differences(folder)
    assert "chance.toml was added" in text


def test_other_options_are_named(folder: Path):
    change(folder / "game.toml", "[policy]", "victory = 20\n[policy]")
    assert differences(folder)[0].endswith("game.toml was edited after the season was recorded")


def test_line_ends_of_another_machine_change_no_digest(tmp_path: Path):
    """An editor on Windows writes them, and git takes them out of what is committed."""
    folder = made(tmp_path)
    hand_in_opening(folder)
    rule(folder, do="proceed")
    (season := season_of(folder).folder / "press").mkdir(exist_ok=True)
    (season / "gm-1.md").write_bytes(b"---\nfrom: GM\n---\nHi\n")
    texts = [path for path in folder.rglob("*") if path.suffix in {".toml", ".md"}]
    for path in texts:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    closed(folder)
    assert differences(folder) == []
    for path in texts:
        path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n"))
    assert differences(folder) == []


def test_what_does_not_bear_on_the_result_may_be_edited(folder: Path):
    change(folder / "game.toml", 'title   = "Winter"', 'title = "Summer"')
    change(folder / "game.toml", "# france = {", "france = { name = 'New' } # ")
    change(spring(folder) / "season.toml", "# headline", 'headline = "All quiet" #')
    assert differences(folder) == []


def test_other_phases_are_named(folder: Path):
    change(spring(folder) / "season.toml", '"S1901M", "S1901R"', '"S1901M"')
    assert "season.toml was edited" in differences(folder)[0]


def test_the_phase_and_order_that_differ_are_named(folder: Path):
    path = spring(folder) / "result.json"
    change(path, '"order": "A Con - Bul",\n     "power": "Turkey",\n     "reason": "moved"',
           '"order": "A Con - Bul",\n     "power": "Turkey",\n     "reason": "too-far"')  # fmt: skip
    texts = differences(folder)
    assert "1901-1-spring wrong: seasons/1901-1-spring/result.json was edited" not in texts[0]
    assert any(
        "S1901M Turkey: A Con - Bul: recorded void (too-far), judged succeeds (moved)" in text
        for text in texts
    )


def test_a_reason_of_before_is_not_a_difference_where_one_tells_more_today(tmp_path: Path):
    folder = made(tmp_path)
    hand_in_opening(folder)
    hand_in(folder, "Turkey", orders="F Ank - Smy\nA Con - Bul\nA Smy - Con")
    closed(folder)
    path = spring(folder) / "result.json"
    change(path, '"reason": "no-common-coast"', '"reason": "too-far"')
    assert not any("judged" in text for text in differences(folder))
    change(path, '"reason": "too-far"', '"reason": "impassable"')
    assert any("judged" in text for text in differences(folder))


def test_a_position_that_was_edited_is_named(folder: Path):
    path = season_of(folder, 1).folder / "result.json"
    text = path.read_text()
    at = text.rindex('"Ven": {')
    path.write_text(text[:at] + text[at:].replace('"Italy"', '"France"', 1))
    texts = differences(folder)
    assert any("the position after it differs: France A Ven, Italy A Ven" in one for one in texts)


def test_bytes_that_are_not_canonical_are_told(folder: Path):
    path = spring(folder) / "result.json"
    path.write_text(path.read_text().replace("\n}\n", "\n}"))
    assert "result.json was edited" in differences(folder)[0]


def test_a_record_that_cannot_be_read_is_told_and_ends_the_check(folder: Path):
    (spring(folder) / "result.json").write_text("{}")
    (text,) = differences(folder)
    assert "result.json: it is no record of format 1" in text
    assert not verify_game(folder).is_sound


def test_under_a_newer_engine_a_difference_is_a_note(folder: Path, monkeypatch: pytest.MonkeyPatch):
    path = season_of(folder, 1).folder / "result.json"
    change(path, '"reason": "built"', '"reason": "not-due"')
    monkeypatch.setattr(verify_module, "__version__", "99.0")
    found = verify_game(folder)
    notes = [one for one in found.differences if one.level is Severity.NOTE]
    assert notes
    assert all("now 99.0" in one.text for one in notes)


def test_a_game_that_cannot_be_opened_is_told(folder: Path):
    (folder / "game.toml").unlink()
    with pytest.raises(GameFolderError, match="no such file"):
        verify_game(folder)


def test_a_record_behind_a_season_without_one_is_named(folder: Path):
    """It was made from a record that is not there, and nobody can judge it again."""
    (spring(folder) / "result.json").unlink()
    path = "games/winter/seasons/1901-2-autumn/result.json"
    told = f"1901-2-autumn wrong: {path} lies behind a season that has no record"
    assert differences(folder) == [told]
