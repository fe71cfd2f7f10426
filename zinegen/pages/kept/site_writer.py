"""Files written into a new site: what the site before holds as well is that same file under a second name.

A file takes ten times as long to write as to be given a second name, and most stay as they are. A preview is
built in its own place: what is as it was stays where it is.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from zinegen.archive.files import FileError, read_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPages:
    """The pages of a site, each with what it was printed from and what tells its file from any other."""

    pages: Mapping[str, tuple[str, tuple[int, int, int, int]]]
    """By path within the site: the digest of what it was printed from, and what `_describe_file` says."""


def _describe_file(path: str) -> tuple[int, int, int, int]:
    """Return size, time, place on the disk and kind of a file; raises OSError where there is none."""
    about = os.lstat(path)
    return about.st_size, about.st_mtime_ns, about.st_ino, stat.S_IFMT(about.st_mode)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteWriter:
    """Writes the files of one build."""

    folder: Path
    """The folder of the site."""
    before: Path | None = None
    """That of the site before, which may be the same; None where others may write into finished files."""
    made: set[str] = field(default_factory=set)
    """The folders that are there."""
    known: dict[str, tuple[str, tuple[int, int, int, int]]] = field(default_factory=dict)
    """The pages of the site before, as `WrittenPages` has them."""
    printed: dict[str, str] = field(default_factory=dict)
    """The digests of what the pages of the new site were printed from, by path."""
    lasting: set[str] = field(default_factory=set)
    """Folders that stay as they are in the site before, by path within the site."""

    def clear(self, wanted: Container[str]) -> None:
        """Remove what lies in the folder and is not wanted there, and folders in which nothing lies."""
        if self.folder.is_dir():
            self._clear_folder(str(self.folder), wanted)

    def _clear_folder(self, folder: str, wanted: Container[str]) -> None:
        with os.scandir(folder) as found:
            entries = list(found)
        start = len(str(self.folder)) + 1
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                if entry.path not in wanted:
                    os.unlink(entry.path)  # noqa: PTH108  (a text, as there are thousands)
            elif entry.path[start:] not in self.lasting:
                self._clear_folder(entry.path, wanted)
        with suppress(OSError):
            os.rmdir(folder)  # noqa: PTH106  (a text)

    def write(self, path: str, content: bytes) -> None:
        """Write a file of the site."""
        self._make_folder_of(path)
        if not self._link(path, content):
            with suppress(FileNotFoundError):
                os.unlink(path)  # noqa: PTH108  (a text)
            with open(path, "wb") as file:  # noqa: PTH123  (a text, as there are thousands)
                file.write(content)

    def link(self, source: str, path: str) -> None:
        """Put a file that lies elsewhere into the site: under a second name, or as a copy."""
        self._make_folder_of(path)
        with suppress(FileNotFoundError):
            if os.path.samefile(source, path):  # noqa: PTH121  (a text)
                return
            os.unlink(path)  # noqa: PTH108  (a text)
        try:
            os.link(source, path)
        except OSError:
            shutil.copyfile(source, path)

    def put_back(self, path: str, content: bytes) -> bool:
        """Put a file in its place if the site before holds it with this content; tell whether it does."""
        self._make_folder_of(path)
        return self._link(path, content)

    def find_again(self, path: str, key: str) -> bool:
        """Put a page in its place that was printed from what a digest tells; tell whether it is there.

        It is the one of the site before, if that is the file that was written then.
        """
        self.printed[path] = key
        name = path.removeprefix(f"{self.folder}{os.sep}")
        if self.before is None or name not in self.known:
            return False
        place = f"{self.before}{os.sep}{name}"
        with suppress(OSError):
            if self.known[name] == (key, _describe_file(place)):
                if self.before != self.folder:
                    self._make_folder_of(path)
                    os.link(place, path)
                return True
        return False

    def list_written(self) -> WrittenPages:
        """Return the pages of the new site."""
        pages = dict(self.list_lasting())
        for path, key in self.printed.items():
            with suppress(OSError):
                pages[path.removeprefix(f"{self.folder}{os.sep}")] = key, _describe_file(path)
        return WrittenPages(pages=pages)

    def list_lasting(self) -> Iterator[tuple[str, tuple[str, tuple[int, int, int, int]]]]:
        """Yield the pages in folders that stay, as `WrittenPages` has them."""
        for path, page in self.known.items():
            if "/".join(path.split(os.sep, 2)[:2]) in self.lasting:
                yield path, page

    def _make_folder_of(self, path: str) -> None:
        folder = os.path.dirname(path)  # noqa: PTH120  (a text)
        if folder not in self.made:
            with suppress(FileExistsError):
                try:
                    os.mkdir(folder)  # noqa: PTH102  (a text)
                except FileNotFoundError:
                    os.makedirs(folder)  # noqa: PTH103  (a text)
            self.made.add(folder)

    def _link(self, path: str, content: bytes) -> bool:
        start = f"{self.folder}{os.sep}"
        if self.before is None or not path.startswith(start):
            return False
        known = self.before / path.removeprefix(start)
        with suppress(FileError, OSError):
            if read_plain(known, len(content)) == content:
                if self.before != self.folder:
                    os.link(known, path)
                return True
        return False
