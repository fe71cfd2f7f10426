"""Every line of docs/week.md is typed, in the order of the page, in a clone of an empty repository."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.archive.folders import change
from tests.cli.conftest import PROCEED
from tests.sites import put_maps

PAGE = (Path(__file__).parents[2] / "docs" / "week.md").read_text(encoding="utf-8")
LINES = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).splitlines()
SEASON = Path("games/spring-offensive/seasons/1901-1-spring")
MAIL = "From: Dora <dora@example.org>\nSubject: France\n\nA Par - Bur\nF Bre - MAO\nA Mar H\n"


@pytest.fixture
def hub(zine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand for the platform's repository, that of Ann, who works beside it."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ann@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(zine.parent / "gitconfig"))
    place = zine.parent / "hub.git"
    git("init", "--quiet", "--bare", "--initial-branch", "main", str(place))
    return place


def git(*words: str) -> str:
    """Run git; fails as it does."""
    done = subprocess.run(("git", *words), check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"git {shlex.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout


def merge_orders(hub: Path) -> None:
    """Let the platform merge a player's proposal."""
    git("clone", "--quiet", str(hub), "../bob")
    orders = Path("../bob") / SEASON / "orders/england.toml"
    change(orders, "F Lon\n", "F Lon - NTH\n")
    git("-C", "../bob", "commit", "--quiet", "--all", "--message", "Orders")
    git("-C", "../bob", "push", "--quiet")


@pytest.mark.slow
def test_the_week_can_be_typed_to_the_letter(
    zine: Path, hub: Path, run, start_maps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail comes, a proposal is merged, the deadline passes, the game waits for a ruling, and goes on."""
    closed = []
    for line in LINES:
        words = shlex.split(line)
        if words[:2] == ["git", "clone"]:
            git("clone", "--quiet", str(hub), "my-zine")
        elif words[0] == "cd":
            monkeypatch.chdir(words[1])
            put_maps(Path.cwd(), start_maps)
        elif words[0] == "git":
            if words[1:] == ["add", "site_src"]:
                Path("site_src/issues/2.md").write_text("---\ndate: 2027-01-11\n---\nWords.\n")
            git(*words[1:])
        else:
            if words[1] == "take":
                Path("../mail.eml").write_text(MAIL)
                words[-1] = "../mail.eml"
            if line == "zinegen check spring-offensive":
                merge_orders(hub)
                git("pull", "--quiet", "--rebase")
                change(SEASON / "season.toml", "2027-01-10", "2020-01-10")
            ended = run(*words[1:])
            if line.startswith("zinegen close"):
                closed.append(ended.code)
                if ended.code:
                    (SEASON / "rulings.toml").write_text(PROCEED)
                    ended = run(*words[1:])
            assert ended.code == 0, f"{line}\n{ended.out}{ended.err}"
    assert closed == [1, 0]
    assert git("status", "--porcelain") == ""
    kept = git("--git-dir", str(hub), "ls-tree", "-r", "--name-only", "main").splitlines()
    assert f"{SEASON}/result.json" in kept
    assert "site_src/issues/2.md" in kept
    assert not [name for name in kept if name.startswith(("site/", ".cache/"))]
    report = Path("site/games/spring-offensive/1901-1-spring/index.html").read_text()
    assert "F Lon - NTH" in report
    assert "A Par - Bur" in report


def test_what_the_page_names_in_the_browser_is_there(zine: Path, run) -> None:
    """The workflow that closes is called as the page says, and can be started by hand."""
    run("init", "my-zine", "--gm", "Ann Example", "--platform", "github")
    workflow = Path("my-zine/.github/optional/close.yml").read_text()
    assert "\nname: Close seasons\n" in workflow
    assert "workflow_dispatch:" in workflow
    assert "*Close seasons*" in PAGE
