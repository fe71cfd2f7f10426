"""What commands share: exit codes, places, messages on standard error. It is loaded before any command."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

import click

DONE, WRONG, CANNOT = 0, 1, 2
"""Done and clean; done, and something is wrong with the input; could not do it (contract)."""

GAMES = Path("games")
"""The folder of the games, below the folder a command is run in."""
CONFIG = "mkdocs.yml"
"""The zine's own settings, in that folder."""
PROGRESS = "ZINEGEN_PROGRESS"
"""The variable of the environment that, as `lines`, has every step of long work printed on a line."""
BEGIN = "begin one with `zinegen new NAME`"
"""What to do where there is no game."""


def _show_in_log(text: str) -> str:
    """Return a text as a log may hold it."""
    from zinegen.notation.findings import show_in_log  # noqa: PLC0415  (help waits for none of it)

    return show_in_log(text)


def print_error(sentence: str) -> None:
    """Print a message on standard error."""
    click.echo(_show_in_log(sentence), err=True)


class _LogStream(TextIOWrapper):
    """Standard output or error where a platform keeps it and reads commands in it."""

    def write(self, text: str, /) -> int:
        """Write what cannot command."""
        super().write(_show_in_log(text))
        return len(text)


def guard_log() -> None:
    """Let no stranger's word reach a platform's log unescaped, whoever prints it."""
    for name in ("stdout", "stderr") if os.environ.get("CI") else ():
        stream = getattr(sys, name)
        if type(stream) is TextIOWrapper:  # not what a test looks into
            encoding, lines = stream.encoding, stream.line_buffering
            guarded = _LogStream(
                stream.detach(), encoding, errors="backslashreplace", line_buffering=lines
            )
            setattr(sys, name, guarded)


def stand_in_for_closed_streams() -> None:
    """Let standard streams that were closed read nothing and write nowhere: what asks for one finds one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  (open to the end)


def exchange_utf_8() -> None:
    """Read and write UTF-8, as JSON wants it, whatever the system speaks; a byte-order mark is forgiven."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


_progress = logging.getLogger("zinegen.progress")
"""As `zinegen.workers` names it, which takes long to load."""


class _ProgressLine(logging.Handler):
    """Writes how far some work has come on one line of a terminal, and wipes it when the work is done."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self.stream = stream
        self.began: tuple[object, float, int] = ("", 0.0, 0)
        """What is done now, when its first step was seen, and which step that was."""
        self.width = 0
        """Of the longest line that stands there."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line anew."""
        what, done, total = record.args if isinstance(record.args, tuple) else ("", 1, 1)
        if isinstance(done, int) and isinstance(total, int):
            if what != self.began[0]:
                self.began, self.width = (what, record.created, done), 0
            _, since, first = self.began
            pace = _say_pace(done - first, total - done, record.created - since)
            line = f"{what}: {100 * done // total} %{pace}"
            self.width = max(self.width, len(line))
            gone = f"\r{' ' * self.width}\r"
            self.stream.write(f"\r{line:{self.width}}" if done < total else gone)
            self.stream.flush()


SOON = 5.0
"""Seconds after which it is told how quick some work is, and how long it will take."""


def _say_pace(done: int, left: int, seconds: float) -> str:
    """Return how many steps are done in a second or minute, and how long the rest takes; empty at first."""
    if seconds < SOON or not done:
        return ""
    rate = done / seconds
    pace = f"{rate:.0f} a second" if rate >= 1 else f"{60 * rate:.0f} a minute"
    rest = left / rate
    until = f"{rest / 60:.0f} min" if rest >= 90 else f"{rest:.0f} s"
    return f" ({pace}, {until} left)"


class _ProgressLines(logging.Handler):
    """Writes how far some work has come, a line for each step, for the program that reads them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        what, done, total = record.args if isinstance(record.args, tuple) else ("", 1, 1)
        if isinstance(done, int) and isinstance(total, int):
            click.echo(f"{what}: {100 * done // total} %", err=True)


@contextmanager
def progress_line(*, wanted: bool) -> Iterator[None]:
    """Show how far long work has come, on a terminal: nobody looks at a log, a pipe, a platform's runs.

    Where the environment says so (`PROGRESS`), each step is a line instead.
    """
    if os.environ.get(PROGRESS) == "lines":
        with listening(_progress, _ProgressLines(), logging.INFO):
            yield
        return
    stream = sys.stderr
    if not wanted or os.environ.get("CI") or stream is None or not stream.isatty():
        yield
        return
    with listening(_progress, _ProgressLine(stream), logging.INFO):
        yield


@contextmanager
def listening(
    logger: logging.Logger, handler: logging.Handler, level: int | None = None
) -> Iterator[None]:
    """Let a handler hear what a logger has to tell, for a while; from a level on, if it is another."""
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(before if level is None else level)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
