"""What a command of zinegen takes, run in a process of its own: seconds, and the most memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = [sys.executable, "-c", "from zinegen.cli import main; main()"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a command took."""

    wall: float
    processor: float
    """Seconds of all its processes."""
    memory: int
    """MB of the largest of them."""


def find_environment() -> dict[str, str]:
    """Return the variables of a build: Python keeps what it has compiled, as it has of what is installed."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT)}


def run(words: Sequence[str], folder: Path) -> Spent:
    """Run a command of zinegen in a folder; raises CalledProcessError when it could not."""
    began = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603  (our own words)
        [*COMMAND, *words],
        cwd=folder,
        env=find_environment(),
        stdout=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in {0, 1}:  # a game that comes out otherwise is taken in up to there
        raise subprocess.CalledProcessError(process.returncode, words)
    return Spent(
        wall=time.perf_counter() - began,
        processor=used.ru_utime + used.ru_stime,
        memory=used.ru_maxrss // 1024,
    )
