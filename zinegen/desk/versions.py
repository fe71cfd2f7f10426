"""Files that may be edited elsewhere while the desk shows them: nothing is overwritten that was not seen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import FileError, FileFault, read_plain, write_atomically
from zinegen.errors import ZinegenError
from zinegen.play.names import digest

LIMIT = 4 << 20
"""Bytes of the largest file that the desk edits."""
NOTHING = ""
"""The digest of a file that is not there."""


class ConflictError(ZinegenError):
    """A file is not as it was when its form was shown: both versions are there, and nothing was written."""

    def __init__(self, path: Path, yours: str, there: str, digest_there: str) -> None:
        self.path = path
        self.yours = yours
        self.there = there
        self.digest_there = digest_there
        super().__init__(f"{path.name} was changed meanwhile, and nothing was written")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileVersion:
    """A file's text as it was read, and its digest, which the form carries until it is sent."""

    text: str
    digest: str


def read_version(path: Path) -> FileVersion:
    """Return a file's text and digest; an empty one where it is not there.

    Raises FileError when it cannot be read as text.
    """
    try:
        content = read_plain(path, LIMIT)
    except FileError as error:
        if error.fault is FileFault.MISSING:
            return FileVersion(text="", digest=NOTHING)
        raise
    try:
        return FileVersion(text=content.decode("utf-8-sig"), digest=digest(content))
    except UnicodeDecodeError:
        raise FileError(path, FileFault.NOT_UTF8) from None


def check_version(path: Path, seen: str, yours: str) -> None:
    """Raise ConflictError where a file is no longer the one of a digest. Ask with the folder locked."""
    now = read_version(path)
    if now.digest != seen:
        raise ConflictError(path, yours, now.text, now.digest)


def write_version(path: Path, seen: str, text: str) -> None:
    """Replace a file that is still the one of a digest; ask with the folder locked.

    Raises ConflictError where it is another, GameFolderError when the disk does not take it.
    """
    check_version(path, seen, text)
    write_atomically(path, text.encode())


def digest_files(paths: Iterable[Path]) -> str:
    """Return one digest of several files together: another one as soon as any of them is another."""
    parts = []
    for path in sorted(paths):
        try:
            parts.append(f"{path.as_posix()} {digest(read_plain(path, LIMIT))}")
        except FileError as error:
            parts.append(f"{path.as_posix()} {error.fault.name}")
    return digest("\n".join(parts).encode("utf-8", "surrogateescape"))  # as names of files may be
