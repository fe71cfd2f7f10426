"""A zine's folder to run commands in."""

from __future__ import annotations

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
