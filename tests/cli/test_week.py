"""The week in one command: a real repository, mails, rulings, a site, and everything asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.archive.test_repository import git
from tests.delivery.platform import run_platform
from tests.sites import put_maps
from zinegen.cli import commands

MAIL = "France\nA Par - Bur\nA Mar H\nF Bre - MAO\n"
SEASON = "games/demo/seasons/1901-1-spring"


@pytest.fixture
def walked(zine: Path, run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zine in a repository with another side, whose only deadline has passed."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ann@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.delenv("CI", raising=False)
    run("new", "demo", "--chance", "none", "--deadline", "2026-01-01T20:00:00Z")
    git(zine.parent, "init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    git(zine, "init", "--quiet", "--initial-branch=main")
    git(zine, "remote", "add", "origin", "../other.git")
    git(zine, "add", ".")
    git(zine, "commit", "--quiet", "--message", "Begin")
    git(zine, "push", "--quiet", "--set-upstream", "origin", "main")
    (zine.parent / "mail.txt").write_text(MAIL)
    return zine


def week(*words: str, typed: str = "") -> str:
    """Walk through the week and return what was said."""
    ended = CliRunner().invoke(commands, ["week", *words], input=typed)
    assert ended.exception is None or isinstance(ended.exception, SystemExit), ended.exception
    return ended.output


def test_a_week_from_a_mail_to_what_readers_see(walked):
    answers = ["../mail.txt", "", "y", "Holidays", "y", "y", ""]
    said = week(typed="\n".join(answers))
    assert "orders of France" in said
    assert "1901-1-spring is recorded" in said
    assert "sent" in said
    assert git(walked, "log", "--format=%s").splitlines() == ["Record Spring 1901 of demo", "Begin"]
    assert git(walked, "rev-parse", "main") == git(walked.parent / "other.git", "rev-parse", "main")
    assert git(walked, "status", "--porcelain") == ""
    assert 'reason = "Holidays"' in (walked / SEASON / "rulings.toml").read_text()
    again = week("--yes")
    assert "nothing to send" in again
    assert git(walked, "log", "--format=%s").count("\n") == 2


def test_without_a_reason_nothing_is_ruled_and_with_yes_nothing_either(walked):
    said = week("--yes")
    assert "1 thing left" in said
    assert not (walked / SEASON / "rulings.toml").exists()
    assert not (walked / SEASON / "result.json").exists()


def test_orders_that_come_to_the_gm_alone_are_not_committed_before_the_deadline(walked, run):
    path = walked / "games/demo/game.toml"
    path.write_text(path.read_text().replace('orders = "open"', 'orders = "by-gm"'))
    season = walked / SEASON / "season.toml"
    season.write_text(season.read_text().replace("2026-01-01", "2126-01-01"))
    run("take", "demo", str(walked.parent / "mail.txt"))
    week("--yes")
    assert git(walked, "status", "--porcelain").split() == ["M", f"{SEASON}/orders/france.toml"]
    assert "A Par - Bur" not in git(walked, "log", "--patch")


def test_a_folder_that_is_no_repository_and_a_game_that_is_broken_stop_nothing(zine, run):
    run("new", "demo", "--chance", "none")
    run("new", "spoilt", "--chance", "none")
    (zine / "games/spoilt/game.toml").write_text("x")
    said = week(typed="\n" * 9)
    assert "is no repository" in said
    assert "zinegen check spoilt" in said
    assert "demo: 1901-1-spring is open without a deadline" in said


def test_an_end_of_input_ends_the_walk_and_leaves_all_as_it_was(walked):
    done = subprocess.run(
        [Path(sys.executable).with_name("zinegen"), "week"],
        cwd=walked,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert git(walked, "status", "--porcelain") == ""


def test_what_is_new_is_told_before_all_is_sent(walked, start_maps, monkeypatch):
    put_maps(walked, start_maps)
    with run_platform() as platform:
        channel = f'[[channel]]\nname = "us"\naddress = "{platform.address}/x"\n'
        monkeypatch.setenv("ZINEGEN_CHANNELS", channel)
        (walked / "mkdocs.yml").write_text(
            "site_name: Z\ndocs_dir: pages\ntheme: material\nplugins: [zinegen: {}]\n"
        )
        (walked / "pages").mkdir()
        (walked / "pages" / "about.md").write_text("About.\n")
        (walked / SEASON / "rulings.toml").write_text(
            "[[ruling]]\ndo = 'proceed'\nreason = 'Nobody has handed in anything.'\n"
        )
        said = week("--yes")
    assert "the same as: zinegen announce --all" in said
    assert "us: Demo, Spring 1901: told" in said
    assert len(platform.got) == 1
    pushed = git(walked.parent / "other.git", "show", "--name-only", "--format=", "main")
    assert "announced.jsonl" in git(
        walked.parent / "other.git", "ls-tree", "--name-only", "main"
    ), pushed


def test_settings_that_are_broken_stop_the_site_and_nothing_else(walked):
    (walked / "mkdocs.yml").write_text("site_name: Z\nmine\n")
    said = week("--yes")
    assert "could not find expected ':'" in said
    assert "site/index.html shows it" not in said
    assert "sent" in said
    assert git(walked, "rev-parse", "main") == git(walked.parent / "other.git", "rev-parse", "main")


def test_where_both_sides_changed_the_same_lines_the_file_is_named_and_nothing_lost(walked):
    git(walked.parent, "clone", "--quiet", "other.git", "second")
    for folder, words in ((walked.parent / "second", "theirs"), (walked, "mine")):
        (folder / "games/demo/season.md").write_text(f"{words}\n")
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "--message", words)
    git(walked.parent / "second", "push", "--quiet")
    said = week("--yes")
    assert "both sides have changed the same lines" in said
    assert "it is games/demo/season.md: `zinegen desk` shows both" in said
    assert "nothing is brought in: " not in said
    assert (walked / "games/demo/season.md").read_text() == "mine\n"
    assert git(walked, "status", "--porcelain") == ""
