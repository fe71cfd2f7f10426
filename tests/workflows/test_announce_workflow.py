"""The job `announce` of publish.yml, run on a real repository and a platform that takes webhooks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from tests.delivery.platform import Platform, run_platform
from tests.workflows.test_close_workflow import ROOT, git
from tests.workflows.test_record_workflow import add_game, checkout, push, run_steps  # noqa: F401  (a fixture)
from zinegen.archive import CloseOptions, close_game

JOB = yaml.safe_load((ROOT / ".github/workflows/publish.yml").read_text())["jobs"]["announce"]
CHANNEL = '[[channel]]\nname = "us"\naddress = "{}/sesame"\nnews = ["season"]\n'


@pytest.fixture
def platform() -> Iterator[Platform]:
    """A platform that takes webhooks, on this machine."""
    with run_platform() as running:
        yield running


@pytest.fixture
def zine(checkout: Path) -> Path:  # noqa: F811  (the fixture)
    """A zine of a game with a recorded season, pushed."""
    season = add_game(checkout, "demo")
    assert close_game(season.parents[1], CloseOptions(now=datetime.now(UTC))).records
    (checkout / "mkdocs.yml").write_text(
        "site_name: The Test\nsite_url: https://zine.example/\ndocs_dir: pages\nplugins: [zinegen: {}]\n"
    )
    (checkout / "pages").mkdir()
    (checkout / "pages" / "about.md").write_text("About.\n")
    with (checkout / ".gitignore").open("a") as file:
        file.write("/.cache/\n")
    push(checkout)
    return checkout


def run_job(zine: Path, platform: Platform) -> tuple[list[int], str]:
    """Run the scripts of the job, up to the first that fails; return their exit codes and the log."""
    environment = {
        **os.environ,
        "CI": "true",
        "GH_TOKEN": "t0ken",
        "GITHUB_REPOSITORY": "ann/zine",
        "RUNNER_TEMP": str(zine.parent),
        "XDG_CONFIG_HOME": str(zine.parent),
        "ZINEGEN_CHANNELS": CHANNEL.format(platform.address),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{zine.parent / 'hub.git'}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://x-access-token:t0ken@github.com/ann/zine.git",
        "GIT_TERMINAL_PROMPT": "0",
    }
    return run_steps(JOB["steps"], zine, environment)


def pushed(zine: Path) -> list[str]:
    """Return the states in the list that the platform's main has."""
    text = git(zine.parent / "hub.git", "show", "main:announced.jsonl")
    return [json.loads(line)["state"] for line in text.splitlines()]


def test_the_list_is_pushed_before_anything_is_told_and_again_after(
    zine: Path, platform: Platform
) -> None:
    codes, log = run_job(zine, platform)
    assert codes == [0, 0, 0, 0], log
    assert pushed(zine) == ["begun", "sent"]
    assert len(platform.got) == 1
    assert "sesame" not in log
    subjects = git(zine.parent / "hub.git", "log", "-2", "--format=%s", "main").splitlines()
    assert subjects == ["Write down what was told", "Write down what is told"]


def test_where_main_takes_no_push_nothing_is_told(zine: Path, platform: Platform) -> None:
    hook = zine.parent / "hub.git" / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    codes, log = run_job(zine, platform)
    assert codes[:2] == [0, 1], log
    assert platform.got == []


def test_what_nobody_knows_of_stays_so_on_main(zine: Path, platform: Platform) -> None:
    platform.answers = [(500, {}, b"")]
    codes, log = run_job(zine, platform)
    assert codes == [0, 0, 1, 0], log
    assert pushed(zine) == ["begun", "begun"]
