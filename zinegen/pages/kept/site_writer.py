"""Files written into a new site: what the site before holds as well is that same file under a second name.

A file takes ten times as long to write as to be given a second name, and most stay as they are. A preview is
built in its own place: what is as it was stays where it is.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from zinegen.archive.files import FileError, read_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteWriter:
    """Writes the files of one build."""

    folder: Path
    """The folder of the site."""
    before: Path | None = None
    """That of the site before, which may be the same; None where others may write into finished files."""
    made: set[str] = field(default_factory=set)
    """The folders that are there."""

    def clear(self, wanted: Container[str]) -> None:
        """Remove what lies in the folder and is not wanted there, and folders in which nothing lies."""
        for folder, _, names in os.walk(self.folder, topdown=False):
            for name in names:
                if (path := f"{folder}{os.sep}{name}") not in wanted:
                    os.unlink(path)  # noqa: PTH108  (a text, as there are thousands)
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
