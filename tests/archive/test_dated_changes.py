"""Options and languages that change in mid-game: dated they leave what is recorded as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.archive.folders import (
    change,
    closed,
    go_on_without_orders,
    hand_in,
    hand_in_opening,
    made,
    opened,
    season_of,
)
from zinegen.archive import check_folder, play, verify_game

DATED = '\n[[options_from]]\nseason = "{}"\n{}\n'


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of which the spring is recorded."""
    folder = made(tmp_path_factory.mktemp("dated"))
    hand_in_opening(folder)
    closed(folder)
    return folder


@pytest.fixture
def folder(spring: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    return Path(shutil.copytree(spring, tmp_path / "games" / spring.name))


def add(folder: Path, text: str) -> None:
    path = folder / "game.toml"
    path.write_text(path.read_text() + text)


def phases(folder: Path, number: int) -> list[str]:
    return [str(phase) for phase in season_of(folder, number).deadline.phases]


def errors(folder: Path) -> list[str]:
    """Return the errors of `check` about undated changes, title and hint."""
    results = check_folder(folder)
    return [f"{f.title} | {f.hint}" for one in results for f in one.findings if f.code == "G21"]


BARE = [
    (
        '# rhythm = "two-deadline"',
        'rhythm = "separate"',
        'rhythm = "two-deadline" then, rhythm = "separate" now',
        '[[options_from]], season = "1901-2-autumn", rhythm = "separate"',
    ),
    (
        "# victory = 18",
        "victory = 20",
        "victory = 18 then, victory = 20 now",
        '[[options_from]], season = "1901-2-autumn", victory = 20',
    ),
    (
        '# [notation]\n# languages = ["de", "fr"]',
        '[notation]\nlanguages = ["de"]',
        'languages = [] then, languages = ["de"] now',
        '[[options_from]], season = "1901-2-autumn", languages = ["de"]',
    ),
]


@pytest.mark.parametrize(("old", "new", "told", "hint"), BARE)
def test_a_bare_change_is_an_error_that_says_how_to_date_it_and_nothing_is_locked(
    folder: Path, old: str, new: str, told: str, hint: str
):
    change(folder / "game.toml", old, new)
    (error,) = errors(folder)
    assert told in error
    assert hint in error
    go_on_without_orders(folder)
    done = closed(folder)
    assert done.waiting is not None
    assert [one.code for one in done.waiting.reasons] == ["G21"]
    assert season_of(folder, 1).closing is None
    # What the hint says mends it.
    change(folder / "game.toml", new, old)
    add(folder, hint.replace(", ", "\n", 2))
    assert errors(folder) == []
    assert closed(folder).records
    assert not verify_game(folder).differences


def test_a_default_that_is_written_out_or_left_out_changes_nothing(folder: Path):
    """Before the next season and after it: it is the same game, and each record keeps what it says."""
    for old, new in (("# victory = 18", "victory = 18"), ("\nvictory = 18", "\n# victory = 18")):
        change(folder / "game.toml", old, new)
        assert errors(folder) == []
        assert not verify_game(folder).differences
        go_on_without_orders(folder)
        assert closed(folder).records


def test_languages_are_read_from_their_season_on(folder: Path):
    add(folder, DATED.format("1901-2-autumn", 'languages = ["de"]'))
    hand_in(folder, "Italy", 1, orders="A Ven - Rom\nF ION hält")
    go_on_without_orders(folder)
    (record,) = closed(folder).records
    assert "Italy" not in record.missing
    assert not verify_game(folder).differences


def test_another_rhythm_holds_for_the_folders_that_are_made_from_then_on(folder: Path):
    add(folder, DATED.format("1902-1-spring", 'rhythm = "separate"'))
    go_on_without_orders(folder)
    closed(folder)
    assert phases(folder, 1) == ["F1901M", "F1901R", "W1901A"]
    assert phases(folder, 2) == ["S1902M"]
    assert not verify_game(folder).differences
    assert play(opened(folder)).variant.option("rhythm") == "separate"


def test_a_change_that_was_recorded_undated_is_dated_where_it_began(folder: Path):
    # Under an earlier version nobody minded: the autumn is recorded with the new rules.
    add(folder, DATED.format("1901-2-autumn", "victory = 20"))
    go_on_without_orders(folder)
    closed(folder)
    text = (folder / "game.toml").read_text()
    bare = text.partition("\n[[options_from]]")[0].replace("# victory = 18", "victory = 20")
    (folder / "game.toml").write_text(bare)
    (error,) = errors(folder)
    assert 'season = "1901-2-autumn", victory = 20' in error


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (DATED.format("autumn", "victory = 20"), "autumn is no season"),
        (DATED.format("1902-1-spring", "victroy = 20"), "has no option victroy"),
        (DATED.format("1902-1-spring", 'languages = ["xx"]'), 'no language "xx" is read'),
        (DATED.format("1902-1-spring", "victory = 20") * 2, "does not come after 1902-1-spring"),
        ("\n[[options_from]]\nvictory = 20\n", "season is missing"),
    ],
)
def test_what_is_wrong_with_a_date_is_told(folder: Path, text: str, told: str):
    add(folder, text)
    titles = [f.title for one in check_folder(folder) for f in one.findings]
    assert [title for title in titles if told in title]
