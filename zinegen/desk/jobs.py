"""Long work in the background: commands in processes of their own, with progress, and to be given up.

A command that is ended at any moment leaves nothing half-written; so giving up is ending it.
"""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, Thread
from time import monotonic

from zinegen.cli.exits import PROGRESS
from zinegen.errors import ZinegenError

MOST_LINES = 400
"""So many lines of what a command prints are kept, the last ones."""
MOST_JOBS = 20
"""So many that have ended are remembered."""
_MAIN = "from zinegen.cli import main; main()"
_STEP = re.compile(r"(.{1,80}): ([0-9]{1,3}) %")


def find_program() -> tuple[str, ...]:
    """Return the words that start this program: what was double-clicked is the program itself."""
    is_bundled = getattr(sys, "frozen", False)
    return (sys.executable,) if is_bundled else (sys.executable, "-P", "-c", _MAIN)


@dataclass(slots=True, kw_only=True)
class Job:
    """A command at work, or one that has ended."""

    name: str
    words: tuple[str, ...]
    """The command without `zinegen`."""
    process: subprocess.Popen[str]
    begun: float = field(default_factory=monotonic)
    lines: list[str] = field(default_factory=list)
    """What it has printed."""
    step: str = ""
    """What it is doing."""
    percent: int = 0
    """How much of that step is done."""
    code: int | None = None
    """Its exit code; None while it runs."""
    is_given_up: bool = False
    then: Callable[[], object] | None = None
    """What is done once it has ended well."""

    @property
    def command(self) -> str:
        """The command as it is typed."""
        return " ".join(("zinegen", *self.words))

    def hear(self, line: str) -> None:
        """Note a line that the command has printed."""
        step = _STEP.fullmatch(line)
        if step is not None:
            self.step, self.percent = step[1], min(100, int(step[2]))
        elif line:
            self.lines.append(line)
            del self.lines[:-MOST_LINES]

    def as_data(self) -> Mapping[str, object]:
        """Return how far it is, as the page's script reads it."""
        return {
            "name": self.name,
            "command": self.command,
            "step": self.step,
            "percent": self.percent,
            "code": self.code,
            "given_up": self.is_given_up,
            "lines": self.lines[-12:],
            "seconds": round(monotonic() - self.begun),
        }


@dataclass(slots=True)
class JobList:
    """The commands that were started, oldest first."""

    jobs: list[Job] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def start(
        self,
        words: Sequence[str],
        environment: Mapping[str, str] | None = None,
        then: Callable[[], object] | None = None,
    ) -> Job:
        """Start a command; while the same one runs, that is returned.

        ``environment`` are more variables for it, such as a token that must not stand in the command;
        ``then`` is done once it has ended well.
        """
        with self.lock:
            same = [one for one in self.jobs if one.words == (*words,) and one.code is None]
            if same:
                return same[0]
            process = subprocess.Popen(  # noqa: S603  (a command of this program)
                [*find_program(), *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="replace",
                env={**os.environ, PROGRESS: "lines", **(environment or {})},
            )
            job = Job(name=secrets.token_urlsafe(9), words=(*words,), process=process, then=then)
            self.jobs.append(job)
            for old in [one for one in self.jobs if one.code is not None][:-MOST_JOBS]:
                self.jobs.remove(old)
        Thread(target=_listen, args=(job,), daemon=True).start()
        return job

    def find(self, name: str) -> Job | None:
        """Return the job of a name; None where there is none."""
        return next((one for one in self.jobs if one.name == name), None)

    def give_up(self, job: Job) -> None:
        """End a command that runs; one that has ended stays as it is."""
        if job.code is None:
            job.is_given_up = True
            job.process.terminate()

    def give_up_all(self) -> None:
        """End whatever runs: the desk closes."""
        for job in self.jobs:
            self.give_up(job)


def _listen(job: Job) -> None:
    """Note what a command prints, and how it ends."""
    if job.process.stdout is not None:
        for line in job.process.stdout:
            job.hear(line.rstrip())
    code = job.process.wait()
    if code == 0 and job.then is not None:
        with suppress(OSError, ZinegenError):  # what it notes only helps
            job.then()
    job.code = code
