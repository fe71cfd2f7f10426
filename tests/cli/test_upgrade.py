"""A zine's own copies of the program's files, after an update of the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zinegen.pages import ZINE_FILES
from zinegen.pages.site.copied_files import is_older
from zinegen.pages.site.upgrade import list_news
from zinegen.play import digest

CHECK, CLOSE = ".github/workflows/check-orders.yml", ".github/optional/close.yml"
NOTES = ".zinegen.json"


@pytest.fixture
def old(zine: Path, run) -> Path:
    """Give a zine on GitHub as an earlier version had laid it out: every workflow was another one."""
    run("init", "--platform", "github")
    notes = json.loads((zine / NOTES).read_text())
    for name in [name for name in notes["files"] if name.endswith(".yml")]:
        (zine / name).write_text(f"# Earlier\n{(zine / name).read_text()}")
        notes["files"][name] = digest((zine / name).read_bytes())
    notes["version"] = "0.0.9"
    (zine / NOTES).write_text(json.dumps(notes))
    return zine


def note(zine: Path, name: str, content: bytes) -> None:
    """Put a file into a zine, as if an earlier version of the program had written it."""
    notes = json.loads((zine / NOTES).read_text())
    notes["files"][name] = digest(content)
    (zine / NOTES).write_text(json.dumps(notes))
    (zine / name).write_bytes(content)


def contents(zine: Path) -> dict[str, bytes]:
    files = (path for path in zine.rglob("*") if path.is_file())
    return {path.relative_to(zine).as_posix(): path.read_bytes() for path in files}


def test_files_that_nobody_changed_become_those_of_this_version(old: Path, run) -> None:
    assert is_older(old)
    ended = run("upgrade", "--yes")
    assert ended.code == 0
    assert not is_older(old)
    assert "-# Earlier" in ended.out
    for name in (CHECK, CLOSE):
        assert (old / name).read_bytes() == (ZINE_FILES / name).read_bytes()
    before = contents(old)
    assert "nothing to write" in run("upgrade").out
    assert contents(old) == before


def test_without_a_terminal_nothing_is_written_unless_it_is_said(old: Path, run) -> None:
    before = contents(old)
    ended = run("upgrade")
    assert ended.code == 2
    assert "-# Earlier" in ended.out
    assert "nothing is written" in ended.err
    assert contents(old) == before


def test_what_the_gm_has_changed_or_deleted_is_left(old: Path, run) -> None:
    (old / CHECK).write_text("# Mine\n")
    (old / CLOSE).unlink()
    ended = run("upgrade", "--yes")
    assert f"left as it is, for it is not as zinegen wrote it: {CHECK}" in ended.out
    assert (old / CHECK).read_text() == "# Mine\n"
    assert not (old / CLOSE).exists()


def test_an_optional_workflow_is_found_where_it_was_moved_to(old: Path, run) -> None:
    moved = old / ".github/workflows/close.yml"
    (old / CLOSE).rename(moved)
    run("upgrade", "--yes")
    assert moved.read_bytes() == (ZINE_FILES / CLOSE).read_bytes()
    assert not (old / CLOSE).exists()


def test_a_copied_template_that_is_unchanged_follows_the_program(old: Path, run) -> None:
    run("templates", "season.html", "--copy")
    note(old, "templates/pages/season.html", b"Earlier")
    assert run("upgrade", "--yes").code == 0
    copied = old / "templates/pages/season.html"
    assert copied.read_bytes() == (ZINE_FILES / "templates/pages/season.html").read_bytes()


def test_the_lock_and_its_wheel_stay_where_no_newer_one_is_known(old: Path, run) -> None:
    """A checkout has no wheel; that a new one takes the place of the old is seen in `test_wheel`."""
    wheel = ".github/zinegen-0.0.9-py3-none-any.whl"
    note(old, wheel, b"Earlier")
    note(old, ".github/requirements.txt", b"Earlier")
    before = contents(old)
    ended = run("upgrade", "--yes")
    assert "not installed from a wheel" in ended.err
    for name in (wheel, ".github/requirements.txt"):
        assert contents(old)[name] == before[name]


def test_a_zine_of_a_later_version_is_refused_with_the_version_it_needs(zine: Path, run) -> None:
    run("new", "spring")
    (zine / "mkdocs.yml").write_text("site_name: Z\n")
    (zine / NOTES).write_text('{"version": "99.1.0", "files": {}}')
    before = contents(zine)
    for words in (
        ("upgrade",),
        ("new", "other"),
        ("build",),
        ("close", "spring"),
        ("check",),
        ("serve",),
    ):
        ended = run(*words)
        assert ended.code == 2, words
        assert "install 99.1.0 or later" in ended.err, words
    assert contents(zine) == before


def test_a_move_to_another_platform_brings_its_files_and_takes_those_of_the_one_before(
    zine: Path, run
) -> None:
    run("init", "--platform", "github")
    (zine / ".github/optional/close.yml").rename(zine / ".github/workflows/close.yml")
    (zine / CHECK).write_text("# Mine\n")
    (zine / ".github/workflows/own.yml").write_text("# Mine, too\n")
    ended = run("upgrade", "--platform", "gitlab", "--yes")
    assert ended.code == 0
    assert f"left as it is, for it is not as zinegen wrote it: {CHECK}" in ended.out
    assert "README.md and mkdocs.yml are yours" in ended.out
    here = {name for name in contents(zine) if name.startswith(".git")}
    kept = {CHECK, ".github/workflows/own.yml", ".gitignore"}
    assert here == kept | {
        ".gitlab-ci.yml",
        ".gitlab/install",
        ".gitlab/record",
        ".gitlab/requirements.txt",
    }
    before = contents(zine)
    for words in (("upgrade",), ("upgrade", "--platform", "gitlab", "--yes")):
        assert "nothing to write" in run(*words).out
        assert contents(zine) == before
    (zine / ".gitlab-ci.yml").unlink()
    run("upgrade", "--platform", "gitlab", "--yes")
    assert not (zine / ".gitlab-ci.yml").exists()
    run("upgrade", "--platform", "none", "--yes")
    assert {name for name in contents(zine) if name.startswith(".git")} == kept
    assert not (zine / ".gitlab").exists()


def test_a_zine_of_no_platform_gets_no_files_of_one_beside_workflows_of_its_own(
    zine: Path, run
) -> None:
    run("init")
    (zine / ".github/workflows").mkdir(parents=True)
    (zine / ".gitlab-ci.yml").write_text("mine: {script: [x]}\n")
    before = contents(zine)
    assert "nothing to write" in run("upgrade", "--yes").out
    assert contents(zine) == before


def test_outside_of_a_zine_there_is_nothing_to_upgrade(zine: Path, run) -> None:
    ended = run("upgrade")
    assert ended.code == 2
    assert "this is no zine" in ended.err
    assert contents(zine) == {}


def test_news_are_those_of_the_versions_since() -> None:
    changes = "# C\n\n## Unreleased\n\nU\n\n## 0.10.0 - 2027\n\nTen\n\n## 0.9.0\n\nNine\n\n## 0.2\n\nTwo\n"
    assert [news[:7] for news in list_news(changes, "0.2.0")] == ["## 0.10", "## 0.9."]
    assert list(list_news(changes, "0.10.0")) == []
