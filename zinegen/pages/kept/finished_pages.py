"""Pages as they were printed: one of which nothing has changed that it was printed from is put back."""

from __future__ import annotations

import gc
import shutil
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from zinegen.pages.kept.site_writer import SiteWriter, WrittenPages
from zinegen.pages.maps.build_cache import BuildCache, digest_of_values

FOLDER = "pages"
"""Where they lie in the cache of builds."""
UTF_8 = ("utf-8", "surrogatepass")
"""How pages are kept: halves of characters, too, of which the host makes references."""
PRINTED = "printed"
"""Where they lie below that while others are printed."""
SITE = "site"
"""The key under which is kept what the last site was written from."""
OFTEN = 100
"""After so many printed pages their garbage goes: it lies in circles, and in a build nobody looks for it."""
QUICK = 1
"""How hard zlib tries; ten times as small as the page all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedPage:
    """A page with all that stands round it."""

    packed: bytes
    """UTF-8, by zlib."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageKeeper:
    """Keeps pages under the digest of all that they were printed from."""

    cache: BuildCache
    writer: SiteWriter
    """Knows where pages lie in the site before."""
    printed_with: str
    """The digest of what all pages are printed with; empty where that is not known, and none is kept."""
    is_lasting: bool
    """Whether they are kept for other processes."""
    printed: dict[str, FinishedPage | None] = field(default_factory=dict)
    """By key: those that `keep_printed` keeps; None for one that lies in a file already."""
    beside: BuildCache = field(init=False)
    """Where such files lie until then."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "beside", BuildCache(self.cache.folder / PRINTED))
        shutil.rmtree(self.beside.folder, ignore_errors=True)  # of a build that was cut off
        if (written := self.cache.get(WrittenPages, SITE)) is not None:
            self.writer.known.update(written.pages)

    def find_or_print(
        self, printed_from: tuple[object, ...], print_page: Callable[[], str], path: str = ""
    ) -> str:
        """Return a page; it is printed unless it was before, from values of the same `repr`.

        Where the site before has it, it is put in its place below ``path``, and nothing is returned.
        """
        key = digest_of_values(self.printed_with, printed_from)
        if key and path and self.writer.find_again(path, key):
            self.cache.note_used(FinishedPage, key)
            return ""
        known = self.cache.get(FinishedPage, key)
        if known is not None:
            return zlib.decompress(known.packed).decode(*UTF_8)
        page = print_page()
        if key:
            finished = FinishedPage(packed=zlib.compress(page.encode(*UTF_8), QUICK))
            self.printed[key] = None if self.is_lasting else finished
            if self.is_lasting:
                self.beside.put(key, finished)
                if len(self.printed) % OFTEN == 0:
                    gc.collect(0)
        return page

    def keep_printed(self) -> None:
        """Keep what was printed, which was printed with what all pages are printed with to the end."""
        for _, (key, _) in self.writer.list_lasting():
            self.cache.note_used(FinishedPage, key)
        for key, page in self.printed.items():
            if page is None:
                self.cache.take_over(self.beside, FinishedPage, key)
            else:
                self.cache.put(key, page, lasting=False)
        self.cache.put(SITE, self.writer.list_written(), lasting=self.is_lasting)

    def drop_unused(self) -> None:
        """Drop the pages that no site has had since the last time."""
        self.cache.drop_unused(files=self.is_lasting)


@cache
def open_page_cache(folder: Path) -> BuildCache:
    """Return the part of a zine's cache, which lies in a folder, that holds pages: one for this process."""
    return BuildCache(folder / FOLDER)
