"""A deadline that was put earlier, as the repository knows it."""

import subprocess
from pathlib import Path

import pytest

from tests.archive.folders import change
from zinegen.archive import NewGame, new_game
from zinegen.archive.closing.check import check_folder

LATE, EARLY, EARLIER = (f"2031-01-{day}T20:00:00Z" for day in (20, 15, 10))


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A season in a repository, with a deadline that was committed."""
    (tmp_path / "games").mkdir()
    folder = new_game(tmp_path / "games", "demo", "standard", NewGame())
    season = folder / "seasons/1901-1-spring"
    change(season / "season.toml", "\n# deadline = ", f"\ndeadline = {LATE}\n# ")
    git(tmp_path, "init", "--quiet")
    commit(season)
    return season


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(season: Path) -> None:
    git(season, "add", "--all", ".")
    git(season, "commit", "--quiet", "-m", "x")


def asked(season: Path) -> list[str]:
    """Return what `check` asks for of the deadline."""
    found = check_folder(season.parents[1])
    return [one.hint for result in found for one in result.findings if one.code == "G23"]


def test_check_asks_for_the_former_deadline_where_it_was_later(season: Path):
    assert asked(season) == []
    change(season / "season.toml", LATE, EARLY)
    (hint,) = asked(season)
    assert f"moved_from = [{LATE}]" in hint
    commit(season)
    assert asked(season) == [hint]
    path = season / "season.toml"
    path.write_text(path.read_text() + f"moved_from = [{LATE}]\n")
    assert asked(season) == []
    change(path, EARLY, EARLIER)
    assert asked(season) == []


def test_a_deadline_that_was_put_off_needs_no_note(season: Path):
    change(season / "season.toml", LATE, "2031-02-01T20:00:00Z")
    commit(season)
    assert asked(season) == []
