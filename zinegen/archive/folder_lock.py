"""A lock on a folder: one run of the program at a time works in it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zinegen.errors import GameFolderError


@contextmanager
def lock_folder(folder: Path, *, wait: bool = False) -> Iterator[None]:
    """Lock a folder against other runs of the program until the work in it is done.

    The lock ends with the process, so that a killed one leaves nothing behind. On disks that know no locks
    nobody is kept out. With ``wait`` this run waits for the other one.
    Raises GameFolderError when another run holds the folder, or when it cannot be opened.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise GameFolderError(f"{folder} cannot be opened: {error.strerror}") from None
    try:
        _lock(handle, folder, 0 if wait else fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path, mode: int) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | mode)
    except BlockingIOError:
        raise GameFolderError(
            f"another zinegen is at work in {folder}; look what it has done before you try again"
        ) from None
    except OSError:
        return
