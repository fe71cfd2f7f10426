"""The GM's desk over a zine of its own: asked without a browser, and served to one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.sites import ROOT
from zinegen.archive import NewGame, new_game
from zinegen.desk import SCREENS, Desk, Guard, make_application

PORT = 8770
HOST = f"http://127.0.0.1:{PORT}"
SETTINGS = (
    "site_name: The Try\ndocs_dir: site_src\nplugins:\n  - zinegen:\n      language: {language}\n"
)


@pytest.fixture
def zine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zine with one standard game, `demo`, of seven players; keys lie in a home of its own."""
    folder = tmp_path / "zine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ZINEGEN_GM_KEY", raising=False)
    (folder / "mkdocs.yml").write_text(SETTINGS.format(language="en"))
    new_game(folder / "games", "demo", "standard", NewGame(gm="Ann"))
    return folder


@pytest.fixture
def desk(zine: Path) -> Desk:
    """The desk over the zine."""
    return Desk(guard=Guard(port=PORT), root=zine)


@pytest.fixture
def stranger(desk: Desk) -> TestClient:
    """Asks the desk as anybody on the machine can: without token and cookie."""
    return TestClient(make_application(desk, SCREENS), base_url=HOST, follow_redirects=False)


@pytest.fixture
def client(stranger: TestClient, desk: Desk) -> TestClient:
    """Asks the desk as the GM's browser does: with the cookie, from the desk's own pages."""
    assert stranger.get(desk.guard.address).status_code == 303
    stranger.headers["Origin"] = HOST
    stranger.follow_redirects = True
    return stranger


def read_commands(page: str) -> str:
    """Return a page without the marks within commands, which keep an option on one line."""
    return page.replace("<span>", "").replace("</span>", "")


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def other(zine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The other side of the zine's repository, which has all of it; git was told no name."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(zine.parent))
    (zine / ".gitignore").write_text(".cache/\n/site/\n*.lock\n.zinegen-*\n")
    git(zine.parent, "init", "--quiet", "--bare", "--initial-branch=main", "other.git")
    git(zine, "init", "--quiet", "--initial-branch=main")
    git(zine, "remote", "add", "origin", "../other.git")
    commit(zine, "Begin")
    git(zine, "push", "--quiet", "--set-upstream", "origin", "main")
    return zine.parent / "other.git"


def commit(folder: Path, message: str) -> None:
    git(folder, "add", ".")
    named = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    git(folder, *named, "commit", "--quiet", "--message", message)


def elsewhere(other: Path, name: str, text: str) -> None:
    """Let somebody else send a change."""
    folder = other.parent / "elsewhere"
    if not folder.exists():
        git(other.parent, "clone", "--quiet", "other.git", "elsewhere")
    git(folder, "pull", "--quiet")
    (folder / name).write_text(text)
    commit(folder, "Elsewhere")
    git(folder, "push", "--quiet")


@contextmanager
def start_desk(
    zine: Path,
    python: tuple[str, ...] = (sys.executable, "-c"),
    code: str = "from zinegen.cli import main; main()",
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start `zinegen desk` in a process of its own; gives the address that it prints, and the process."""
    process = subprocess.Popen(
        [*python, code, "desk", "--no-browser"],
        cwd=zine,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@contextmanager
def open_desk(zine: Path) -> Iterator[str]:
    """Start the desk; gives the address that it prints."""
    with start_desk(zine) as (address, _):
        yield address


LOADED = """
from zinegen.cli import main
from zinegen.desk import jobs
alone = jobs.find_program()[-1]
jobs.find_program = lambda: (*{python!r}, alone)
main()
"""
"""A desk whose commands are forked from a process that has loaded the program, too."""
OpenDesk = Callable[[Path], AbstractContextManager[str]]


@pytest.fixture
def loaded_desk(loaded_python: tuple[str, ...]) -> OpenDesk:
    """Opens the desk over a zine as `open_desk` does, in less time; gives the address that it prints."""

    @contextmanager
    def start(zine: Path) -> Iterator[str]:
        with start_desk(zine, loaded_python, LOADED.format(python=loaded_python)) as (address, _):
            yield address

    return start
