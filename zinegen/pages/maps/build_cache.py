"""The cache of builds: values in files below `.cache/`, found by everything that they were made from.

Whether something has changed is asked in one way only: is there a value under this key? A key takes in the
digest of the program (all of its code and data, the libraries it prints and draws with) and whatever the
value itself was made from. So no value is ever compared with its sources, and none is marked as out of date.
"""

from __future__ import annotations

import os
import pickle
import shutil
import stat
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from ctypes import CDLL
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import file_digest, sha256
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from types import MemberDescriptorType
from typing import TypeVar

from zinegen.archive.files import CACHE, list_folder, make_folder, write_atomically
from zinegen.errors import ZinegenError

LIBRARIES = (
    "attrs",
    "babel",
    "cairosvg",
    "cattrs",
    "icalendar",
    "jinja2",
    "markdown",
    "markupsafe",
    "mkdocs",
    "mkdocs-material",
    "networkx",
    "numpy",
    "openskill",
    "pillow",
    "pyrage",
    "pyyaml",
    "scipy",
    "shapely",
    "toml",
    "typing-extensions",
)
"""Packages of which another version might print or draw something else."""
OPTIONAL_LIBRARIES = ("brotli", "fonttools", "typst")
"""Such packages that need not be there."""
DIGEST = 32
"""Bytes of a SHA-256."""
READ_ONLY = 0o444
PACKAGE = Path(__file__).parents[2]
"""All of this program's own code and data."""
DATA_CLASSES = frozenset(
    {
        ("datetime", "date"),
        ("datetime", "datetime"),
        ("datetime", "timedelta"),
        ("datetime", "timezone"),
        ("markupsafe", "Markup"),
        ("pathlib", "PosixPath"),
        ("pathlib", "PurePosixPath"),
        ("pathlib", "WindowsPath"),
    }
)
"""Classes besides our own that may stand in a kept value."""
EARLIER = {"maps": "[0-9a-f]" * 16, "books": "*.book", "templates": "__jinja2_*.cache"}
"""Folders of earlier versions below `CACHE`, each with the pattern of what they kept there."""

Value = TypeVar("Value")
SETTLED = 2_000_000_000
"""Nanoseconds after which another change of a file is sure to give it another time."""
_KNOWN_FILES: dict[tuple[int, int], tuple[tuple[int, int, int], bytes]] = {}
"""Digests of files that were read, by disk and place there, each with size and times."""
_ASKED_FILES: set[tuple[int, int]] = set()
"""Those of them that this process has asked for."""
FILES = "files"
"""The key under which they are kept for other processes."""


class CacheError(ZinegenError):
    """A cache that is not this machine's own, or whose values cannot be told from others."""


def _read_data(content: bytes) -> object:
    """Return the value in a kept file; None when it holds anything but data."""
    try:
        found: object = _DataReader(BytesIO(content)).load()
    except pickle.UnpicklingError:
        return None
    return found


class _DataReader(pickle.Unpickler):
    """Reads values that hold data only: records of this program, and plain values of Python's own."""

    def find_class(self, module: str, name: str) -> type:
        """Return a class of data; raises UnpicklingError for all that could do anything else.

        What a module of ours has imported, or a class has within it, is none of its own classes.
        """
        is_ours = module.partition(".")[0] == PACKAGE.name
        is_plain = name.isidentifier() and (is_ours or (module, name) in DATA_CLASSES)
        found = super().find_class(module, name) if is_plain and module in sys.modules else None
        is_own = isinstance(found, type) and (found.__module__, found.__name__) == (module, name)
        if not isinstance(found, type) or not is_own or (is_ours and not _is_record(found)):
            raise pickle.UnpicklingError(f"{module}.{name} is no data")
        if is_ours and is_dataclass(found):
            _restore_quickly(found)
        return found


@cache
def _restore_quickly(kind: type) -> None:
    """Let values of a class with slots be restored by these; as dataclasses do it, it takes twice as long."""
    slots = [getattr(kind, one.name, None) for one in fields(kind)]
    setters = [one.__set__ for one in slots if isinstance(one, MemberDescriptorType)]

    def restore(value: object, state: Sequence[object]) -> None:
        for put, content in zip(setters, state, strict=True):
            put(value, content)

    if len(setters) == len(slots) and "__setstate__" in vars(kind):
        kind.__setstate__ = restore  # type: ignore[attr-defined]  # what pickle looks for


def _is_record(kind: type) -> bool:
    """Tell whether the values of a class hold fields and nothing else."""
    return is_dataclass(kind) or issubclass(kind, Enum | str) or hasattr(kind, "_fields")


@dataclass(frozen=True, slots=True)
class BuildCache:
    """Files in a folder that belongs to this very program, and values of this process in its memory.

    A file is written beside its place and renamed, so a killed process leaves none by halves.
    """

    folder: Path
    """Whoever deletes it loses nothing but time."""
    memory: dict[tuple[type, str], object] = field(default_factory=dict)
    """Values by their kind and key."""
    used: set[tuple[type, str]] = field(default_factory=set)
    """What was asked for or put in since `drop_unused`."""

    def get(self, kind: type[Value], key: str) -> Value | None:
        """Return the value of a class under a key; None when there is none.

        Nothing is found under an empty key: that of sources which cannot be read.
        """
        self.used.add((kind, key))
        value = self.memory.get((kind, key))
        if value is None and key:
            content = self.read(f"values/{kind.__name__}-{key}")
            value = _read_data(content) if content else None
        return value if isinstance(value, kind) else None

    def note_used(self, kind: type, key: str) -> None:
        """Let a value stay that need not be read."""
        self.used.add((kind, key))

    def recall(self, kind: type[Value], key: str) -> Value | None:
        """Return a value that is in memory; None when it is not."""
        value = self.memory.get((kind, key))
        return value if isinstance(value, kind) else None

    def release(self, kind: type, key: str) -> None:
        """Let go of a value that is in memory."""
        self.memory.pop((kind, key), None)

    def forget(self, kind: type, key: str) -> None:
        """Delete a value."""
        self.memory.pop((kind, key), None)
        (self.folder / f"values/{kind.__name__}-{key}").unlink(missing_ok=True)

    def put(self, key: str, value: object, *, lasting: bool = True) -> None:
        """Keep a value in memory under its class and a key; a ``lasting`` one in a file instead.

        Raises GameFolderError when the disk does not take it.
        """
        kind = type(value)
        self.used.add((kind, key))
        if not key:
            return
        if lasting:
            content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
            self.write(f"values/{kind.__name__}-{key}", content)
            self.memory.pop((kind, key), None)
        else:
            self.memory[kind, key] = value

    def take_over(self, other: BuildCache, kind: type, key: str) -> None:
        """Take a value that lies in a file of another cache on one disk, unless it is gone."""
        name = f"values/{kind.__name__}-{key}"
        make_folder((self.folder / name).parent)
        with suppress(FileNotFoundError):
            (other.folder / name).replace(self.folder / name)
        self.used.add((kind, key))

    def drop_unused(self, *, files: bool) -> None:
        """Drop every value that was neither asked for nor put in since the last time; on disk, too."""
        for known in self.memory.keys() - self.used:
            del self.memory[known]
        names = {f"{kind.__name__}-{key}" for kind, key in self.used}
        for path in list_folder(self.folder / "values") if files else ():
            if path.name not in names:
                path.unlink(missing_ok=True)
        self.used.clear()

    def read(self, name: str) -> bytes | None:
        """Return the content that was written under a name; None when there is none, or a torn one."""
        try:
            content = (self.folder / name).read_bytes()
        except OSError:
            return None
        head, rest = content[:DIGEST], content[DIGEST:]
        return rest if head == sha256(rest).digest() else None

    def write(self, name: str, content: bytes) -> None:
        """Write content that `read` checks, without waiting for the disk.

        Raises GameFolderError when the disk does not take it.
        """
        path = self.folder / name
        make_folder(path.parent)
        write_atomically(path, sha256(content).digest() + content, lasting=False)

    def find_file(self, name: str) -> Path | None:
        """Return a file that `keep_file` has written; None when there is none."""
        path = self.folder / name
        return path if path.is_file() else None

    def keep_file(self, name: str, content: bytes) -> None:
        """Write a plain file, to be read only: the site may hold the same file under another name.

        Raises GameFolderError when the disk does not take it.
        """
        path = self.folder / name
        make_folder(path.parent)
        write_atomically(path, content)
        path.chmod(READ_ONLY)


def digest_of_values(*values: object) -> str:
    """Return a digest of values that are told apart by their `repr`; empty when one is an empty text."""
    return "" if "" in values else sha256(repr(values).encode()).hexdigest()


def digest_of_folder(folder: Path, *, plain: bool = False) -> str:
    """Return a digest of the names and contents of all files in a folder and below it.

    Compiled Python is left out. Empty when something cannot be read: then nothing is known; with ``plain``
    also when something is a link, which leads to what may change by itself.
    """
    found, start = sha256(), len(str(folder)) + 1
    try:
        for path in sorted(_walk_paths(str(folder))):
            name = path[start:].encode("utf-8", "surrogateescape")
            found.update(b"%s\0%s" % (name, _digest_file(path, plain=plain)))
    except OSError:
        return ""
    return found.hexdigest()


def _walk_paths(folder: str) -> Iterator[str]:
    """Yield the paths of what lies in a folder and below it and is no folder."""
    with os.scandir(folder) as found:
        for entry in found:
            if entry.name == "__pycache__" and entry.is_dir():
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _walk_paths(entry.path)
            else:
                yield entry.path


def _digest_file(path: str, *, plain: bool) -> bytes:
    about = os.lstat(path)
    if plain and not stat.S_ISREG(about.st_mode):
        raise OSError(f"{path} is no plain file")
    if stat.S_ISLNK(about.st_mode):
        return sha256(b"link " + os.fsencode(os.readlink(path))).digest()  # noqa: PTH115  (a text)
    if not stat.S_ISREG(about.st_mode):
        return sha256(b"neither file nor link").digest()
    place = about.st_dev, about.st_ino
    _ASKED_FILES.add(place)
    version = about.st_size, about.st_mtime_ns, about.st_ctime_ns
    known = _KNOWN_FILES.get(place)
    if known is not None and known[0] == version:
        return known[1]
    now = time.time_ns()
    with open(path, "rb") as file:  # noqa: PTH123  (a text, as there are thousands)
        digest = file_digest(file, "sha256").digest()
    if about.st_ctime_ns < now - SETTLED:
        _KNOWN_FILES[place] = version, digest
    return digest


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDigests:
    """Digests of files, so that no file is read again of which neither size nor times have changed."""

    files: Mapping[tuple[int, int], tuple[tuple[int, int, int], bytes]]
    """By disk and place there: size, times of content and of any change, digest."""


def recall_files(kept: BuildCache) -> None:
    """Recall the digests of files that another process has kept."""
    if (found := kept.get(FileDigests, FILES)) is not None:
        _KNOWN_FILES.update(found.files)


def keep_files(kept: BuildCache) -> None:
    """Keep the digests of the files that this process has asked for."""
    files = {place: _KNOWN_FILES[place] for place in _ASKED_FILES if place in _KNOWN_FILES}
    kept.put(FILES, FileDigests(files=files))


def program_digest(package: Path) -> str:
    """Return a digest of a copy of this program, with the libraries and the Python that it runs on.

    Raises CacheError when it cannot be read.
    """
    libraries = [version(name) for name in LIBRARIES]
    libraries += map(_find_version, OPTIONAL_LIBRARIES)
    program = digest_of_folder(package)
    if not program:
        raise CacheError("the program's own files cannot be read")
    return digest_of_values(sys.version, libraries, cairo_version(), program)


@cache
def digest_this_program() -> str:
    """Return the digest of the program that runs here, as it was when this process first asked.

    Raises CacheError as `program_digest` does.
    """
    return program_digest(PACKAGE)


def _find_version(name: str) -> str:
    """Return the version of a package; nothing where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def cairo_version() -> int:
    """Return the version of the cairo library where CairoSVG looks for it first; 0 if it is not there.

    CairoSVG may find the library elsewhere all the same: then only drawing tells.
    """
    try:
        return int(CDLL("libcairo.so.2").cairo_version())
    except OSError:
        return 0


@cache
def open_cache(root: Path) -> BuildCache:
    """Return the cache of a zine, the same one for all of this process; that of other programs goes.

    What its folder is called nobody knows who did not make it on this disk: what came with a repository, an
    archive or from somebody else's hand lies elsewhere, is never read, and goes.
    Raises CacheError when it belongs to somebody else or is a link, or the program itself cannot be read.
    """
    make_folder(root / CACHE)
    name = digest_of_values(digest_this_program(), _find_origin(root / CACHE / "origin"))
    folder = root / CACHE / "build" / name[:DIGEST]
    for other in list_folder(folder.parent):
        if other != folder and other.is_dir() and not other.is_symlink():
            shutil.rmtree(other, ignore_errors=True)
    _delete_earlier_caches(root / CACHE)
    return BuildCache(folder)


def _delete_earlier_caches(cache_folder: Path) -> None:
    """Delete what earlier versions kept beside today's cache; what is not theirs stays."""
    for name, pattern in EARLIER.items():
        folder = cache_folder / name
        if folder.is_symlink():
            continue  # what a link leads to is somebody else's
        with suppress(OSError):
            for path in folder.glob(pattern):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            folder.rmdir()


def _find_origin(path: Path) -> tuple[int, int]:
    """Return where and when, to the nanosecond, an empty file was made; it is made when it is not there.

    Neither can be chosen by who unpacks, copies or checks out a file.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise CacheError(f"{path} cannot be made: {error.strerror}") from None
    about = path.lstat()
    if hasattr(os, "geteuid") and about.st_uid != os.geteuid():
        raise CacheError(
            f"{path.parent} belongs to somebody else, so nothing can be taken from it: delete it"
        )
    return about.st_ino, about.st_ctime_ns
