"""How far long work has come: on a terminal one line that goes away, elsewhere nothing."""

import io

import pytest

from zinegen.cli.site import shown
from zinegen.workers import nobody


class Terminal(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        """Tell that it is one."""
        return True


def at_home(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let standard error be a terminal at home."""
    monkeypatch.delenv("CI", raising=False)
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    return terminal


def test_on_a_terminal_the_work_is_told_on_one_line_that_goes_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = at_home(monkeypatch)
    tell = shown("drawing maps")
    for done in (1, 2, 3):
        tell(done, 3)
    first, second, last = (
        "drawing maps: 33 %",
        "drawing maps: 66 %",
        " " * len("drawing maps: 100 %"),
    )
    assert terminal.getvalue() == f"\r{first}\r{second}\r{last}\r"


def test_in_a_pipe_and_on_the_platform_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_home(monkeypatch)
    monkeypatch.setenv("CI", "true")
    assert shown("drawing maps") is nobody
    monkeypatch.delenv("CI")
    for stream in (io.StringIO(), None):
        monkeypatch.setattr("sys.stderr", stream)
        assert shown("drawing maps") is nobody
    assert terminal.getvalue() == ""
