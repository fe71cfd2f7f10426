"""Ctrl-C, which a terminal sends to a command and to every process that it has started."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Let Ctrl-C come as soon as this is over; processes that are started meanwhile never hear of it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
