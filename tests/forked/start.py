"""Starts the process that commands are forked from, once for all processes of the tests."""

from __future__ import annotations

import fcntl
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
COMMAND = "import sys; sys.argv[0] = 'zinegen'; from zinegen.cli import main; main()"
"""The command `zinegen`."""


@contextmanager
def run_server(shared: Path) -> Iterator[tuple[str, ...]]:
    """Give the words that run code as ``python -c`` does, by the server of a folder.

    The server ends when nobody holds it any more. Who comes after that starts another.
    """
    place, held = shared / "forked.socket", shared / "forked.held"
    words = (sys.executable, "-IS", str(HERE / "client.py"), str(place))
    with (shared / "forked.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not held.exists():
            os.mkfifo(held)
        holding = os.open(held, os.O_RDWR)  # that it can be read as well lets nobody wait
        if not place.exists() or subprocess.run((*words, "pass"), check=False).returncode:
            place.unlink(missing_ok=True)
            _start(place, held)
    try:
        yield words
    finally:
        os.close(holding)


def _start(place: Path, held: Path) -> None:
    """Start a server and wait until it has loaded the program."""
    told, tell = os.pipe()
    os.posix_spawn(
        sys.executable,
        [sys.executable, str(HERE / "server.py"), str(place)],
        {**os.environ, "PYTHONPATH": str(HERE.parents[1])},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, str(held), os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, tell, 1),
        ],
    )
    os.close(tell)
    with os.fdopen(told) as said:
        assert said.read() == "loaded\n"


def write_program(path: Path, loaded_python: tuple[str, ...]) -> None:
    """Write a script that is the command `zinegen`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\nexec {shlex.join((*loaded_python, COMMAND))} "$@"\n')
    path.chmod(0o755)
