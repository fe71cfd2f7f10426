"""How far long work has come: on a terminal one line that goes away, elsewhere nothing."""

import io
import logging

import pytest

from zinegen.cli.exits import progress_line
from zinegen.workers import IN_PROCESS, progress


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


def test_what_takes_long_says_how_quick_it_is_and_what_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = at_home(monkeypatch)
    moments = iter((0.0, 4.0, 10.0, 600.0, 601.0))
    with progress_line(wanted=True):
        for done in (1, 2, 11, 12, 100):
            said = logging.makeLogRecord(
                {
                    "msg": "%s: %d of %d",
                    "args": ("drawing", done, 100),
                    "created": next(moments),
                    "levelno": logging.INFO,
                }
            )
            progress.handle(said)
    lines = [line.rstrip() for line in terminal.getvalue().split("\r")]
    assert lines[1:] == [
        "drawing: 1 %",
        "drawing: 2 %",
        "drawing: 11 % (1 a second, 89 s left)",
        "drawing: 12 % (1 a minute, 80 min left)",
        "",
        "",
    ]
    assert terminal.getvalue().endswith(f"\r{' ' * len(lines[4])}\r")


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
