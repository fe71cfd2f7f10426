"""What the files below a folder are known by, without reading them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

FileMark = tuple[str, int, int, int]
"""Path, size, time of change and number of a file."""


def list_marks(folder: Path | str, ending: str = "") -> Iterator[FileMark]:
    """Yield what each file below a folder is known by; what cannot be looked at is known by its path.

    With an ending only files whose names end so.
    """
    try:
        entries = [*os.scandir(folder)]
    except OSError:
        yield str(folder), -1, 0, 0
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from list_marks(entry.path, ending)
            continue
        if not entry.name.endswith(ending):
            continue
        try:
            about = entry.stat(follow_symlinks=False)
        except OSError:  # it was taken away meanwhile
            yield entry.path, -1, 0, 0
        else:
            yield entry.path, about.st_size, about.st_mtime_ns, about.st_ino
