"""What keeps a version from being released; that the files are right is seen in `tests/test_wheel`."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tools.release import ReleaseError, check_runtime, list_uncommitted, name_changes
from zinegen.pages.site.upgrade import list_news
from zinegen.version import __version__

ROOT = Path(__file__).parents[2]
NEW = "# Changes\n\n## Unreleased\n\n- This.\n\n## 1.1.0 - 2026-01-01\n\n- That.\n"
DAY = "2027-02-03"


def test_what_is_unreleased_gets_the_version_and_the_day() -> None:
    named = name_changes(NEW, "1.10.0", DAY)
    assert named == NEW.replace("Unreleased", f"1.10.0 - {DAY}")
    assert name_changes(named, "1.10.0", "2028-01-01") == named
    (news,) = list_news(named, "1.1.0")
    assert news.endswith("- This.")


@pytest.mark.parametrize("version", ["1.1.0", "1.0.9", "0.9.0"])
def test_changes_since_a_release_need_a_higher_version(version: str) -> None:
    with pytest.raises(ReleaseError, match=r"raise the version in zinegen/version\.py"):
        name_changes(NEW, version, DAY)


@pytest.mark.parametrize(
    ("changes", "version", "said"),
    [
        (NEW.replace("Unreleased", "1.2.0"), "1.3.0", "begins with 1.2.0"),
        ("# Changes\n", "1.0.0", "begins with"),
        (NEW, "1.2", "no version such as 1.2.3"),
        (NEW, "1.2.0.dev0", "no version such as 1.2.3"),
    ],
)
def test_a_version_that_is_not_that_of_the_changes_is_none(
    changes: str, version: str, said: str
) -> None:
    with pytest.raises(ReleaseError, match=re.escape(said)):
        name_changes(changes, version, DAY)


def test_the_changes_of_this_tree_have_its_version_or_can_have_it() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text()
    assert f"## {__version__} - 2" in name_changes(changes, __version__, DAY)


def test_the_version_stands_in_one_place() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    assert 'path = "zinegen/version.py"' in project
    assert __version__ not in project


def test_what_is_not_committed_is_not_released(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="git"):
        list_uncommitted(tmp_path)
    subprocess.run(("git", "init", "--quiet"), cwd=tmp_path, check=True)
    (tmp_path / "CHANGELOG.md").write_text("")
    list_uncommitted(tmp_path)
    (tmp_path / "stray").write_text("")
    with pytest.raises(ReleaseError, match="these files are not committed: stray"):
        list_uncommitted(tmp_path)


def test_a_runtime_that_is_not_there_or_was_touched_is_not_released(tmp_path: Path) -> None:
    with pytest.raises(ReleaseError, match="make setup"):
        check_runtime(tmp_path)
    folder = tmp_path / "pyodide"
    folder.mkdir()
    (folder / "runtime.json").write_text('{"files": [{"name": "a.mjs", "sha256": "00"}]}')
    (folder / "a.mjs").touch()
    with pytest.raises(ReleaseError, match=r"a\.mjs in .* is not the one"):
        check_runtime(tmp_path)
