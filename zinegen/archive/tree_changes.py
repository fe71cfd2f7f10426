"""Which paths differ between two checkouts, whole: by git's objects and modes, or by what lies on the disk.

Nothing in a checkout is run or followed: git is asked for objects only, with no way to fetch any, and a link
is a path like another.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import IO, Protocol

from zinegen.archive.files import FileError, FileFault, read_plain
from zinegen.errors import GameFolderError

GIT = ".git"
_PIECE = 1 << 20
"""Bytes that are read at once."""


class PathKind(StrEnum):
    """What lies under a path, as people are told of it."""

    FILE = "a plain file"
    PROGRAM = "a file that may be run"
    LINK = "a link"
    SUBMODULE = "another repository (a submodule)"
    OTHER = "no file, but a pipe or a device"


_MODES = {
    "100644": PathKind.FILE,
    "100755": PathKind.PROGRAM,
    "120000": PathKind.LINK,
    "160000": PathKind.SUBMODULE,
}


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """What a checkout has under a path; equal when kind and content are."""

    kind: PathKind
    key: str
    """The git object, or the SHA-256 of the content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathChange:
    """A path that a checkout adds, changes or takes away."""

    path: str
    """From the checkout's folder on, with ``/``; bytes that are no UTF-8 are written as ``\\xff``."""
    entry: TreeEntry | None
    """What is there now; None when it was taken away."""


class Checkout(Protocol):
    """A tree of files that another one is compared with."""

    @property
    def doubt(self) -> str:
        """Say why this may not be what would be merged; empty where nothing speaks against it."""

    def list_entries(self) -> Mapping[str, TreeEntry]:
        """Return what lies under each path."""

    def read(self, change: PathChange, limit: int) -> bytes:
        """Return the bytes of a file; raises FileError when it has more than ``limit``."""


_FEW = 3
"""So many files are named."""


@contextmanager
def open_checkouts(base: Path, proposal: Path) -> Iterator[tuple[Checkout, Checkout]]:
    """Open two checkouts to be compared: as commits where both are, else as they lie on the disk."""
    with ExitStack() as stack:
        roots = (base, proposal)
        first, second = (stack.enter_context(_open_commit(root)) for root in roots)
        if first is None or second is None:
            one, other = (_DiskTree(root, _doubt_git(root)) for root in roots)
            yield one, other
        else:
            yield first, second


def list_changes(base: Checkout, proposal: Checkout) -> Iterator[PathChange]:
    """Yield every path that differs, in alphabetical order."""
    before, after = base.list_entries(), proposal.list_entries()
    for path in sorted({*before, *after}):
        if before.get(path) != after.get(path):
            yield PathChange(path=path, entry=after.get(path))


@dataclass(frozen=True, slots=True)
class _DiskTree:
    """A folder as it lies there; its own ``.git`` is no part of it."""

    root: Path
    doubt: str

    def list_entries(self) -> Mapping[str, TreeEntry]:
        found = {}
        for place, folders, files in os.walk(self.root):
            if place == str(self.root):
                folders[:] = [name for name in folders if name != GIT]
                files = [name for name in files if name != GIT]  # noqa: PLW2901  (a worktree's own)
            links = [name for name in folders if (Path(place) / name).is_symlink()]
            for name in (*files, *links):
                path = Path(place) / name
                shown = os.fsencode(path.relative_to(self.root).as_posix())
                found[shown.decode(errors="backslashreplace")] = _disk_entry(path)
        return found

    def read(self, change: PathChange, limit: int) -> bytes:
        return read_plain(self.root / change.path, limit)


def _disk_entry(path: Path) -> TreeEntry:
    """Return what lies under a path, read in pieces whatever its size.

    Raises GameFolderError when it cannot be read.
    """
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            return TreeEntry(PathKind.LINK, str(path.readlink()))
        if not stat.S_ISREG(mode):
            return TreeEntry(PathKind.OTHER, "")
        with path.open("rb") as file:
            key = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise GameFolderError(f"{path} cannot be read: {error.strerror}") from None
    return TreeEntry(PathKind.PROGRAM if mode & stat.S_IXUSR else PathKind.FILE, key)


def _doubt_git(root: Path) -> str:
    """Say that git gave no answer where there is a repository; empty where git answers, or has none to."""
    with _open_commit(root) as commit:
        has_answer = commit is not None or not os.path.lexists(root / GIT)
    return "" if has_answer else f"git gives no answer about {root}, although {GIT} lies there"


@contextmanager
def _open_commit(root: Path) -> Iterator[_CommitTree | None]:
    """Open the commit that a folder is a checkout of; None when it is none that git answers for."""
    git = shutil.which("git")
    command = [git or "git", "-C", str(root), "-c", "core.fsmonitor=false"]
    if git is None or not (root / GIT).exists():
        yield None
        return
    listing = _ask(command, root, "ls-tree", "-r", "-t", "-z", "--full-tree", "HEAD")
    if listing is None:
        yield None
        return
    # Where nothing was checked out, nothing on the disk can be another thing than the commit.
    is_out = any(name != GIT for name in os.listdir(root))  # noqa: PTH208  (names are enough)
    doubt = _doubt_commit(command, root) if is_out else ""
    with subprocess.Popen(  # noqa: S603  (as above)
        [*command, "cat-file", "--batch"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=git_environment(root),
    ) as objects:
        if objects.stdin is None or objects.stdout is None:
            raise GameFolderError("git cannot be asked for files")
        yield _CommitTree(listing, objects.stdin, objects.stdout, doubt)


def _doubt_commit(command: Sequence[str], root: Path) -> str:
    """Say which files of a commit lie otherwise in its checkout; empty where none do."""
    answer = _ask(command, root, "diff", "--name-only", "-z", "--ignore-submodules=all", "HEAD")
    if answer == b"":
        return ""
    names = [name.decode(errors="backslashreplace") for name in (answer or b"").split(b"\0")[:-1]]
    said = f": {', '.join(names[:_FEW])}" if names else ""
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return f"what lies in {root} is not what its last commit holds{said}{more}"


def _ask(command: Sequence[str], root: Path, *words: str) -> bytes | None:
    """Return what git says; None when it fails."""
    done = subprocess.run(  # noqa: S603  (git itself; the folder is named by whoever runs us)
        [*command, *words], capture_output=True, check=False, env=git_environment(root)
    )
    return None if done.returncode else done.stdout


def git_environment(root: Path) -> Mapping[str, str]:
    """Return an environment in which git looks at this folder only, fetches nothing and replaces nothing."""
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
        "GIT_CEILING_DIRECTORIES": str(root.resolve().parent),
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }


@dataclass(frozen=True, slots=True)
class _CommitTree:
    """The tree of a commit, and a running git that hands out its objects."""

    listing: bytes
    """``mode type object<tab>path``, each ended by a zero byte."""
    questions: IO[bytes]
    answers: IO[bytes]
    doubt: str

    def list_entries(self) -> Mapping[str, TreeEntry]:
        """Return what lies under each path; raises GameFolderError where two things have one name."""
        found, names = {}, set[str]()
        for line in self.listing.split(b"\0")[:-1]:
            about, shown = line.split(b"\t", 1)
            mode, what, key = about.decode().split()
            path = shown.decode(errors="backslashreplace")
            if path in names:
                raise GameFolderError(f"a commit has two things under one name: {path!a}")
            names.add(path)
            if what != "tree":
                found[path] = TreeEntry(_MODES.get(mode, PathKind.OTHER), key)
        return found

    def read(self, change: PathChange, limit: int) -> bytes:
        entry, path = change.entry, Path(change.path)
        if entry is None or entry.kind is PathKind.SUBMODULE:
            raise FileError(path, FileFault.NOT_PLAIN)
        self.questions.write(f"{entry.key}\n".encode())
        self.questions.flush()
        header = self.answers.readline().split()
        if len(header) != 3:
            raise FileError(path, FileFault.UNREADABLE, "git has no such object")
        content, left = b"", int(header[2]) + 1  # a line feed follows
        while left:
            piece = self.answers.read(min(left, _PIECE))
            if not piece:
                raise FileError(path, FileFault.UNREADABLE, "git ended")
            left -= len(piece)
            content = content if len(content) > limit else content + piece
        if int(header[2]) > limit:
            raise FileError(path, FileFault.TOO_LARGE, f"{int(header[2])} bytes, at most {limit}")
        return content[:-1]
