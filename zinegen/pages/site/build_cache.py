"""Books kept from one build to the next: a game of which no file changed is not read or written up again.

A kept book was made by this very program, with these libraries, from a folder that held the same bytes. What
else a book depends on lies beside it, and whoever takes one compares (`library`).
"""

from __future__ import annotations

import os
import pickle
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import file_digest, sha256
from importlib.metadata import version
from pathlib import Path

from zinegen.archive.files import list_folder, make_folder, write_atomically
from zinegen.errors import ZinegenError
from zinegen.pages.site.layout import RenderedPage
from zinegen.pages.site.map_jobs import has_pixels
from zinegen.pages.site.render import Addresses
from zinegen.pages.site.site import Zine
from zinegen.pages.views.contents import GameBook
from zinegen.pages.views.views import Link

LIBRARIES = ("jinja2", "markdown", "markupsafe", "toml", "shapely", "numpy")
"""Packages of which another version might print something else."""
DIGEST = 32
"""Bytes of a SHA-256."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedGame:
    """A game's book as an earlier build made it, and everything that it was made from."""

    folder: str
    """The digest of the game's folder."""
    zine: Zine
    people: Mapping[str, Link]
    """The page of everybody who plays or has played the game."""
    addresses: Addresses
    templates: str
    """The digest of the page templates."""
    book: GameBook
    pictures: tuple[str, ...]
    """The uris of its maps."""
    pages: Mapping[str, RenderedPage]
    """Its pages as they were set, by uri."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where books are kept: a file for each game."""

    folder: Path

    def take(self, game: str, digest: str) -> CachedGame | None:
        """Return the book of a game whose folder has this digest; None when there is none."""
        if not digest:
            return None
        try:
            content = self._place(game).read_bytes()
        except OSError:
            return None
        head, rest = content[: 2 * DIGEST], content[2 * DIGEST :]
        if head != edition() + sha256(rest).digest():
            return None
        kept: object = pickle.loads(rest)  # noqa: S301  (this machine's own file: see `cache`)
        return kept if isinstance(kept, CachedGame) and kept.folder == digest else None

    def put(self, game: str, kept: CachedGame) -> None:
        """Keep the book of a game in the place of an older one.

        Raises GameFolderError when the disk does not take it.
        """
        rest = pickle.dumps(kept, pickle.HIGHEST_PROTOCOL)
        make_folder(self.folder)
        # A torn one is known by its digest and passed over.
        content = edition() + sha256(rest).digest() + rest
        write_atomically(self._place(game), content, lasting=False)

    def tidy(self, games: Iterable[str]) -> None:
        """Throw away the books of games that are there no more."""
        places = {self._place(game) for game in games}
        for path in list_folder(self.folder):
            if path not in places and path.is_file():
                path.unlink(missing_ok=True)

    def _place(self, game: str) -> Path:
        return self.folder / f"{game}.book"


def digest_of(folder: Path, suffix: str = "") -> str:
    """Return a digest of the names and contents of all files in a folder and below it.

    ``suffix`` is how their names must end. Empty when something cannot be read: then nothing is known.
    """
    found = sha256()
    try:
        for path in sorted(_files(folder)):
            if path.endswith(suffix):
                found.update(sha256(path.encode("utf-8", "surrogateescape")).digest())
                found.update(_digest(f"{folder}/{path}"))
    except OSError:
        return ""
    return found.hexdigest()


def _files(folder: Path) -> Iterator[str]:
    """Yield what lies in a folder and below it and is no folder, by its path from there."""
    start = str(folder)
    for where, folders, files in os.walk(start, onerror=_raised):
        links = [name for name in folders if os.path.islink(f"{where}/{name}")]  # noqa: PTH114  (a text)
        for name in (*files, *links):
            yield f"{where}/{name}"[len(start) + 1 :]


def _raised(error: OSError) -> None:
    raise error


def _digest(path: str) -> bytes:
    about = os.lstat(path)
    if stat.S_ISLNK(about.st_mode):
        return sha256(b"link " + os.fsencode(os.readlink(path))).digest()  # noqa: PTH115  (a text)
    if not stat.S_ISREG(about.st_mode):
        return sha256(b"neither file nor link").digest()
    with open(path, "rb") as file:  # noqa: PTH123  (a text, as there are thousands)
        return file_digest(file, "sha256").digest()


@cache
def edition() -> bytes:
    """Return a digest of everything but the zine that a book depends on: program, libraries, machine."""
    package = Path(__file__).parents[2]
    parts = [
        sys.version,
        str(has_pixels()),
        *(f"{name} {version(name)}" for name in LIBRARIES),
        digest_of(package, ".py"),
        digest_of(package, ".json"),
    ]
    return sha256("\n".join(parts).encode()).digest()


CACHE = ".cache"
"""Below the zine's folder; git ignores it. Whoever deletes it loses nothing but time."""
SECONDS = 20
"""So long git is waited for."""


class CacheError(ZinegenError):
    """A cache that is not this machine's own."""


@cache
def cache_of(root: Path) -> Path:
    """Return the folder of a zine's cache, which need not be there yet.

    Raises CacheError when git tracks anything in it.
    """
    tracked = _tracked(root)
    if tracked:
        raise CacheError(
            f"{tracked} lies in the repository, but what {CACHE}/ holds is run and published unseen, so"
            f" nothing may be taken from there that somebody else may have made: git rm -r --cached {CACHE}"
        )
    return root / CACHE


def _tracked(root: Path) -> str:
    """Return a file of the cache that git tracks; empty when there is none, or no git."""
    # There are disks on which a folder answers to its name in capitals, too.
    command = ["git", "-C", str(root), "ls-files", "-z", "--", f":(icase){CACHE}"]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=SECONDS)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.split(b"\0")[0].decode(errors="replace") if done.returncode == 0 else ""
