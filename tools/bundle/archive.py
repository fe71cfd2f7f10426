"""Packs the folder into one file, as it is uploaded: what stores single files forgets which may be run."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

SYSTEMS = {"darwin": "macos", "win32": "windows"}
"""What people call a system that Python calls otherwise."""


def pack_folder(folder: Path, system: str) -> Path:
    """Return the file beside a folder that holds it: ZIP for Windows, else tar, which keeps links and rights.

    ``system`` is what `sys.platform` says: ``linux``, ``darwin``, ``win32``.
    """
    machine = platform.machine().lower()
    base = folder.with_name(f"{folder.name}-{SYSTEMS.get(system, system)}-{machine}")
    kind = "zip" if system == "win32" else "gztar"
    return Path(shutil.make_archive(str(base), kind, folder.parent, folder.name))


if __name__ == "__main__":
    pack_folder(Path("dist/zinegen-desk"), sys.platform)
