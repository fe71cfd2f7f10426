"""How far long work has come: shown on a terminal, and nowhere else."""

from __future__ import annotations

import os
import sys

from zinegen.workers import Told, nobody


def shown(what: str) -> Told:
    """Return what tells how far some work has come, on one line that is gone when the work is done.

    Nothing is told where nobody looks on: in a log, a pipe, or the platform's runs.
    """
    stream = sys.stderr
    if os.environ.get("CI") or stream is None or not stream.isatty():
        return nobody

    def tell(done: int, total: int) -> None:
        line = f"{what}: {100 * done // total} %"
        stream.write(f"\r{line}" if done < total else f"\r{' ' * len(line)}\r")
        stream.flush()

    return tell
