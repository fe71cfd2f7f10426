"""A zine's folder to run commands in."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from zinegen.cli import main


@dataclass(frozen=True)
class Ended:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str


PROCEED = "[[ruling]]\ndo = 'proceed'\nreason = 'Nobody has handed in anything.'\n"
"""A ruling by which a season is judged although not one order file is in."""

Run = Callable[..., Ended]


@pytest.fixture
def zine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty zine: a folder with games, in which commands are run; keys lie in a home of its own."""
    (tmp_path / "zine" / "games").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "zine")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ZINEGEN_GM_KEY", raising=False)
    return tmp_path / "zine"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``zinegen`` with some words and returns how it ended; a traceback fails the test."""

    def command(*words: str) -> Ended:
        monkeypatch.setattr("sys.argv", ["zinegen", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Ended(code=int(ended.value.code or 0), out=said.out, err=said.err)

    return command


@pytest.fixture(scope="session")
def played_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game of one season, in which nobody moves; it is played once for all tests."""
    place = tmp_path_factory.mktemp("demo")
    (place / "games").mkdir()
    folder = place / "games" / "demo"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for words in (("new", "demo"), ("close", "demo", "--early", "1901-1-spring")):
            patch.setattr("sys.argv", ["zinegen", *words])
            with pytest.raises(SystemExit) as ended:
                main()
            assert not ended.value.code
            settings = (folder / "game.toml").read_text()
            holding = settings.replace('no_orders_first = "wait"', 'no_orders_first = "hold"')
            (folder / "game.toml").write_text(holding)
            (folder / "seasons/1901-1-spring/rulings.toml").write_text(PROCEED)
    return folder


@pytest.fixture
def demo(zine: Path, played_demo: Path) -> Path:
    """A zine with the game ``demo``, of which one season has been played."""
    shutil.copytree(played_demo, zine / "games" / "demo")
    return zine
