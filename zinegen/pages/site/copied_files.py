"""What of a zine was copied from the program, and from which version of it: the file `.zinegen.json`.

By the digest of what was copied one can tell what the GM has changed since, and what the program has.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from zinegen.archive.files import FileError, read_plain, read_text, write_atomically
from zinegen.errors import ZinegenError
from zinegen.play.names import digest
from zinegen.version import __version__, is_newer, parse_version

FILE = ".zinegen.json"
LIMIT = 12 << 20
"""Bytes of a file of a zine; the largest is the program itself."""


class OriginsError(ZinegenError):
    """A zine of a later version of the program, or notes that cannot be read."""


class Copy(Enum):
    """What became of a file that a zine has from the program, or could have."""

    ABSENT = "not there"
    SAME = "the same"
    BEHIND = "as it was copied; the program has a newer one"
    OWN = "changed here"
    OWN_BEHIND = "changed here, and the program has a newer one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origins:
    """What was copied into a zine."""

    version: str = ""
    """That of the program which wrote last; empty for a zine without notes."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The digests of what was copied, by path from the zine's root."""

    def find_copy(self, root: Path, name: str, original: bytes, place: str = "") -> Copy:
        """Return what became of the copy of a file; without a note it counts as changed here.

        ``place`` is where it is looked for, if not under its own name.
        """
        path = root / (place or name)
        if not path.exists() and not path.is_symlink():
            return Copy.ABSENT
        try:
            here = digest(read_plain(path, LIMIT))
        except FileError:
            return Copy.OWN
        now, noted = digest(original), self.files.get(name)
        if here == now:
            return Copy.SAME
        if here == noted:
            return Copy.BEHIND
        return Copy.OWN if noted in {None, now} else Copy.OWN_BEHIND


def read_origins(root: Path) -> Origins:
    """Return what was copied into a zine; nothing where that is not noted.

    Raises OriginsError when the notes cannot be read, or are of a later version of the program.
    """
    path = root / FILE
    if not path.exists():
        return Origins()
    try:
        found = json.loads(read_text(path))
        version, files = str(found["version"]), dict(found["files"])
    except (FileError, ValueError, TypeError, KeyError, RecursionError):
        raise OriginsError(
            f"{FILE} cannot be read; delete it, and `zinegen upgrade` makes it anew"
        ) from None
    if is_newer(version):
        raise OriginsError(
            f"this zine is made for zinegen {version}, and this is {__version__}: install {version} or later"
        )
    return Origins(version=version, files={str(name): str(known) for name, known in files.items()})


def is_older(root: Path) -> bool:
    """Tell whether a zine was written by an earlier version; raises OriginsError as `read_origins`.

    Every command that reads games asks: what a later version keeps might be lost on this one.
    """
    version = read_origins(root).version
    return bool(version) and parse_version(version) < parse_version(__version__)


def note_origins(root: Path, copied: Mapping[str, bytes]) -> None:
    """Note what was copied into a zine besides what is noted already.

    Raises GameFolderError when the disk does not take it, OriginsError as `read_origins`.
    """
    before = read_origins(root)
    files = {**before.files, **{name: digest(content) for name, content in copied.items()}}
    write_origins(root, replace(before, version=__version__, files=files))


def write_origins(root: Path, origins: Origins) -> None:
    """Write the notes of what was copied; raises GameFolderError when the disk does not take it."""
    told = {"version": origins.version, "files": dict(sorted(origins.files.items()))}
    write_atomically(root / FILE, f"{json.dumps(told, indent=2, ensure_ascii=False)}\n".encode())
