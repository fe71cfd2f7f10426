"""How far long work has come: on a terminal one line that goes away, elsewhere nothing."""

import io

import pytest

from zinegen.cli.exits import progress_line
from zinegen.workers import IN_PROCESS


class Terminal(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        """Tell that it is one."""
        return True


def draw_three(*, wanted: bool = True) -> None:
    """Do three jobs as a command does."""
    with progress_line(wanted=wanted):
        assert list(IN_PROCESS.spread(abs, [1, 2, 3], "drawing maps")) == [1, 2, 3]


def at_home(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let standard error be a terminal at home."""
    monkeypatch.delenv("CI", raising=False)
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    return terminal


def test_on_a_terminal_progress_is_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_home(monkeypatch)
    draw_three()
    first, second = "drawing maps: 33 %", "drawing maps: 66 %"
    last = " " * len("drawing maps: 100 %")
    assert terminal.getvalue() == f"\r{first}\r{second}\r{last}\r"


def test_progress_is_shown_while_the_command_runs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_home(monkeypatch)
    draw_three()
    written = terminal.getvalue()
    list(IN_PROCESS.spread(abs, [1, 2, 3], "drawing maps"))
    assert terminal.getvalue() == written


def test_a_quiet_command_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_home(monkeypatch)
    draw_three(wanted=False)
    assert terminal.getvalue() == ""


def test_in_a_pipe_and_on_the_platform_no_progress_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = at_home(monkeypatch)
    monkeypatch.setenv("CI", "true")
    draw_three()
    assert terminal.getvalue() == ""
    monkeypatch.delenv("CI")
    for stream in (io.StringIO(), None):
        monkeypatch.setattr("sys.stderr", stream)
        draw_three()
        assert stream is None or stream.getvalue() == ""


def test_a_program_that_asks_for_it_reads_a_line_for_each_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZINEGEN_PROGRESS", "lines")
    draw_three(wanted=False)
    told = capsys.readouterr().err.splitlines()
    assert told == ["drawing maps: 33 %", "drawing maps: 66 %", "drawing maps: 100 %"]
