"""What readers will see that they do not see yet: the pages of the site beside those published last."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from filecmp import cmp
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

from zinegen.archive.files import link_or_copy
from zinegen.desk.file_marks import FileMark, list_marks

PUBLISHED = Path(".cache") / "published"
"""The pages as they were when the zine was published last from here."""
MOST_PAGES, MOST_LINES = 40, 30
"""So many pages are shown with their lines, and so many lines of each."""
_BLOCKS = re.compile(
    "address|article|blockquote|br|d[dlt]|div|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section"
    "|table|t[dhr]|ul"
)
_UNSEEN = frozenset(("head", "nav", "script", "style", "svg", "template", "title"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PageChange:
    """A page that readers will find otherwise."""

    path: str
    """From the site's folder."""
    kind: str
    """``new``, ``changed`` or ``gone``."""
    gone: tuple[str, ...] = ()
    """Lines that readers read no more."""
    come: tuple[str, ...] = ()
    """Lines that are new."""


def note_published(site: Path) -> None:
    """Keep the pages of the site as those that readers have."""
    beside = PUBLISHED.with_name("published-new")
    shutil.rmtree(beside, ignore_errors=True)
    for path in sorted(site.rglob("*.html")):
        link_or_copy(path, beside / path.relative_to(site))
    shutil.rmtree(PUBLISHED, ignore_errors=True)
    if beside.is_dir():
        beside.rename(PUBLISHED)


def list_page_changes(site: Path) -> tuple[PageChange, ...]:
    """Return the pages that differ from those published last, in the order of their paths."""
    now, before = _list_pages(site), _list_pages(PUBLISHED)
    return tuple(_compare(now, before, site))


def _compare(
    now: Mapping[str, FileMark], before: Mapping[str, FileMark], site: Path
) -> Iterator[PageChange]:
    shown = 0
    for path in sorted(now.keys() | before.keys()):
        if path not in now:
            yield PageChange(path=path, kind="gone")
        elif path not in before:
            yield PageChange(path=path, kind="new")
        elif now[path][1:] == before[path][1:]:
            continue  # it is the same file under two names
        elif not cmp(site / path, PUBLISHED / path, shallow=False):
            shown += 1
            is_shown = shown <= MOST_PAGES
            gone, come = _compare_lines(before[path], now[path]) if is_shown else ((), ())
            yield PageChange(path=path, kind="changed", gone=gone, come=come)


def _list_pages(folder: Path) -> dict[str, FileMark]:
    """Return what each page below a folder is known by, by its path from there."""
    if not folder.is_dir():
        return {}
    cut = len(f"{folder}{os.sep}")
    marks = (mark for mark in list_marks(folder, ".html") if mark[1] >= 0)
    return {mark[0][cut:].replace(os.sep, "/"): mark for mark in marks}


@lru_cache(maxsize=4 * MOST_PAGES)
def _compare_lines(before: FileMark, now: FileMark) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that are gone, and those that have come; remembered as long as both files stay."""
    old, new = read_lines(Path(before[0])), read_lines(Path(now[0]))
    gone, come = [], []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            gone += old[a:b]
            come += new[c:d]
    return tuple(gone[:MOST_LINES]), tuple(come[:MOST_LINES])


def read_lines(page: Path) -> list[str]:
    """Return what a page says, block by block."""
    reader = _PageText()
    reader.feed(page.read_text("utf-8", errors="replace"))
    lines = (" ".join(line.split()) for line in "".join(reader.parts).split("\n"))
    return [line for line in lines if line]


class _PageText(HTMLParser):
    """Keeps the text of a page that readers see."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self.unseen.append(tag)
        elif _BLOCKS.fullmatch(tag):
            self.parts.append("\n")
        elif tag == "img" and not self.unseen:
            self.parts.append(f"[{dict(attrs).get('alt') or ''}]")

    def handle_endtag(self, tag: str) -> None:
        if self.unseen and tag == self.unseen[-1]:
            self.unseen.pop()
        elif _BLOCKS.fullmatch(tag):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.parts.append(data)
