"""What commits records: the job `record` of publish.yml and its script, run on real repositories."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tests.archive.folders import change
from tests.forked.start import write_program
from tests.workflows.test_close_workflow import GM, ROOT, SEASON, git
from zinegen.archive import NewGame, new_game

WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/publish.yml").read_text())
JOB = WORKFLOW["jobs"]["record"]
WHO = ("-c", "user.name=x", "-c", "user.email=x@example.org")
NOBODY = "[[ruling]]\ndo = 'proceed'\nreason = 'Nobody moves.'\n"


def add_game(root: Path, name: str, *, ready: bool = True, **plan: object) -> Path:
    """Make a game whose first season its GM has made ready; return the season."""
    folder = new_game(root / "games", name, "standard", NewGame(**plan))  # type: ignore[arg-type]
    season = folder / "seasons" / SEASON
    if ready:
        change(season / "season.toml", "ready    = false", "ready = true")
    (season / "rulings.toml").write_text(NOBODY)
    return season


@pytest.fixture
def checkout(tmp_path: Path, loaded_python: tuple[str, ...]) -> Path:
    """Give a checkout of a zine, the platform's repository beside it, without any game."""
    root = tmp_path / "checkout"
    write_program(root / ".venv/bin/zinegen", loaded_python)
    (root / ".github").mkdir()
    (root / ".github/record").write_bytes((ROOT / ".github/record").read_bytes())
    (root / ".gitignore").write_text("/.venv/\n.zinegen-*\n")
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch", "main", "hub.git")
    git(root, "init", "--quiet", "--initial-branch", "main")
    return root


def push(root: Path) -> str:
    """Commit and push all that lies in a checkout; return the commit."""
    git(root, "add", "--all")
    git(root, *WHO, "commit", "--quiet", "-m", "x")
    git(root, "push", "--quiet", str(root.parent / "hub.git"), "HEAD:main")
    return git(root, "rev-parse", "HEAD").strip()


def run_job(root: Path) -> tuple[list[int], str]:
    """Run the scripts of the job but for what installs; return their exit codes and the log."""
    hub = root.parent / "hub.git"
    environment = {
        **os.environ,
        "CI": "true",
        "GH_TOKEN": "t0ken",
        "GITHUB_REPOSITORY": "ann/zine",
        "XDG_CONFIG_HOME": str(root.parent),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{hub}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://x-access-token:t0ken@github.com/ann/zine.git",
    }
    return run_steps(JOB["steps"], root, environment)


def run_steps(
    steps: list[dict[str, str]], root: Path, environment: Mapping[str, str]
) -> tuple[list[int], str]:
    """Run the scripts of steps but for those that install; after one that fails those with a condition."""
    codes, log = list[int](), ""
    for step in steps:
        if "install" in step.get("run", "install") or (any(codes) and "if" not in step):
            continue
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]],
            cwd=root,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
        codes.append(done.returncode)
        log += done.stdout + done.stderr
    return codes, log


def list_pushed(root: Path) -> list[str]:
    """Return what the platform's main changes against the commit before it."""
    return git(root.parent / "hub.git", "show", "--name-status", "--format=", "main").splitlines()


def test_what_is_ready_is_closed_and_its_records_are_committed_and_nothing_else(checkout: Path):
    add_game(checkout, "ready")
    add_game(checkout, "open", ready=False)
    add_game(checkout, "late", ready=False, deadline=None)
    push(checkout)
    (checkout / "notes.txt").write_text("what lies about is left")
    codes, log = run_job(checkout)
    assert codes == [0, 0], log
    pushed = list_pushed(checkout)
    closed, following = "games/ready/seasons/1901-1-spring", "games/ready/seasons/1901-2-autumn"
    assert {f"A\t{closed}/result.json", f"A\t{closed}/close.toml"} <= {*pushed}
    assert f"A\t{following}/season.toml" in pushed
    assert all(line.startswith((f"A\t{closed}/", f"A\t{following}/")) for line in pushed)
    assert "Close the seasons that were ready" in git(
        checkout.parent / "hub.git", "log", "-1", "main"
    )
    before = git(checkout, "rev-parse", "HEAD")
    assert run_job(checkout)[0] == [0, 0]
    assert git(checkout, "rev-parse", "HEAD") == before


def test_a_game_that_needs_the_key_waits_and_keeps_no_other_from_being_recorded(checkout: Path):
    sealed = add_game(checkout, "sealed", gm_keys=(GM.public,))
    (sealed / "orders/france.toml.age").write_bytes(b"age-encryption.org/v1\n")
    change(
        sealed.parent.parent / "game.toml", 'unreadable_file = "wait"', 'unreadable_file = "hold"'
    )
    add_game(checkout, "ready")
    push(checkout)
    codes, log = run_job(checkout)
    assert codes == [0, 0], log
    assert not [line for line in list_pushed(checkout) if "sealed" in line]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("games/ready/game.toml", "title = 'Other'\n"),
        (f"games/ready/seasons/{SEASON}/orders/france.toml", "orders = ''\n"),
        (f"games/ready/seasons/{SEASON}/rulings.toml", ""),
        (f"games/ready/seasons/{SEASON}/press/gm-1.md", "---\n---\nHello.\n"),
    ],
)
def test_any_other_change_of_a_game_stops_the_commit_and_the_folder_is_as_before(
    checkout: Path, path: str, text: str
):
    season = add_game(checkout, "ready")
    before = push(checkout)
    codes, _ = run_job(checkout)
    assert codes == [0, 0]
    git(checkout, "reset", "--quiet", "--hard", before)
    git(checkout, "push", "--quiet", "--force", str(checkout.parent / "hub.git"), "HEAD:main")
    (season / "result.json").write_text("{}")
    (season / "close.toml").write_text("")
    (checkout / path).parent.mkdir(exist_ok=True)
    (checkout / path).write_text(text)
    done = subprocess.run(
        ["bash", ".github/record", str(checkout.parent / "hub.git"), "Close"],
        cwd=checkout,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert f"not recorded: '{path}' is no record" in done.stdout
    assert git(checkout.parent / "hub.git", "rev-parse", "main").strip() == before
    assert git(checkout, "status", "--short") == ""


def test_what_was_merged_meanwhile_stays_below_the_record(checkout: Path, tmp_path: Path):
    add_game(checkout, "ready")
    push(checkout)
    git(tmp_path, "clone", "--quiet", "hub.git", "other")
    (tmp_path / "other/new.txt").write_text("merged")
    merged = push(tmp_path / "other")
    assert run_job(checkout)[0] == [0, 0]
    assert git(tmp_path / "hub.git", "rev-parse", "main~1").strip() == merged


def test_where_main_takes_no_push_the_season_is_not_shown_as_recorded(checkout: Path):
    season = add_game(checkout, "ready")
    push(checkout)
    hook = checkout.parent / "hub.git/hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'GH013: Repository rule violations found'\nexit 1\n")
    hook.chmod(0o755)
    codes, log = run_job(checkout)
    assert codes == [0, 1]
    assert "main does not take it" in log
    assert not (season / "result.json").exists()


def test_the_site_is_built_and_published_also_where_nothing_is_recorded():
    """A job is skipped with any that it needs, and those behind it too, unless it says otherwise."""
    jobs = WORKFLOW["jobs"]
    assert "vars.ZINEGEN_RECORD == 'yes'" in JOB["if"]
    assert jobs["build"]["needs"] == "record"
    assert "!cancelled()" in jobs["build"]["if"]
    assert "!cancelled() && needs.build.result == 'success'" in jobs["deploy"]["if"]


def edit(root: Path, path: Path, old: str, new: str) -> None:
    """Change a file by the platform's pencil: a commit of its own on its main."""
    git(root, "pull", "--quiet", "--rebase", str(root.parent / "hub.git"), "main")
    change(path, old, new)
    push(root)


def test_two_weeks_can_be_played_by_pencil_alone_as_the_page_on_the_week_says(checkout: Path):
    """The table *Without git* of docs/week.md: a deadline, a mail, ready, a pasted ruling, twice."""
    folder = add_game(checkout, "demo", ready=False).parent
    (folder / SEASON / "rulings.toml").unlink()
    push(checkout)
    for season, was, new in (
        ("1901-1-spring", "F Lon\n", "F Lon - NTH\n"),
        ("1901-2-autumn", "F NTH\n", "F NTH - Nwy\n"),
    ):
        plan = folder / season / "season.toml"
        edit(checkout, plan, "\n# deadline = ", "\ndeadline = 2020-01-10T20:00:00Z\n# was ")
        edit(checkout, folder / season / "orders/england.toml", was, new)
        edit(checkout, plan, "ready    = false", "ready = true")
        assert run_job(checkout)[0] == [0, 0]
        # The first time the game waits for powers without orders, and the check that follows says so.
        asked = re.findall(r"write a ruling into rulings.toml: (do = \"\w+\")", check(checkout))
        assert len(asked) == (season == SEASON)
        for ruling in asked:
            text = f"[[ruling]]\n{ruling}\nreason = 'Holidays'\n"
            (folder / season / "rulings.toml").write_text(text)
            push(checkout)
            assert run_job(checkout)[0] == [0, 0]
        assert f"A\tgames/demo/seasons/{season}/result.json" in list_pushed(checkout)
    (checkout / "site_src/issues").mkdir(parents=True)
    (checkout / "site_src/issues/2.md").write_text("---\ndate: 2027-01-11\n---\nWords.\n")
    assert "error" not in check(checkout)
    orders = folder.parent / "seasons/1901-2-autumn/orders"
    assert "F NTH - Nwy" in (orders / "england.toml").read_text()


def check(root: Path) -> str:
    """Return what `zinegen check` says."""
    words = [str(root / ".venv/bin/zinegen"), "check"]
    return subprocess.run(words, cwd=root, check=False, capture_output=True, text=True).stdout
