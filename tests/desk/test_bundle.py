"""What is double-clicked: the desk over the user's own zine; long work starts the same program again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.bundle.start import choose_words
from zinegen.desk.jobs import find_program


def test_a_double_click_opens_the_desk_over_a_folder_that_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ZINEGEN_ZINE", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert choose_words([]) == ["desk", str(tmp_path / "Zine")]
    assert (tmp_path / "Zine").is_dir()
    monkeypatch.setenv("ZINEGEN_ZINE", str(tmp_path / "elsewhere/mine"))
    assert choose_words([]) == ["desk", str(tmp_path / "elsewhere/mine")]
    assert choose_words(["check"]) == ["check"]


def test_long_work_starts_the_bundled_program_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_program()[:2] == (sys.executable, "-P")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert find_program() == (sys.executable,)
