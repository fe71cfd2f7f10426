"""The GM's desk over a zine of its own: asked without a browser, and served to one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def start_desk(zine: Path, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start `zinegen desk` in a process of its own; gives the address that it prints, and the process."""
    command = [sys.executable, "-c", "from zinegen.cli import main; main()", "desk", "--no-browser"]
    process = subprocess.Popen(
        [*command, *words],
        cwd=zine,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@contextmanager
def open_desk(zine: Path, *words: str) -> Iterator[str]:
    """Start the desk; gives the address that it prints."""
    with start_desk(zine, *words) as (address, _):
        yield address
