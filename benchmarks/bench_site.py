"""Seconds for building a zine, beside bare MkDocs Material with as many hand-written pages.

Run it with ``make bench``; ``--pages 100,1000`` says how many. Both sites hold the same: the words, lists,
tables and maps of the season pages of the one are, written by hand as Markdown, the pages of the other. Maps
are drawn beforehand and lie beside the pages on both sides, so drawing does not count. Each build is a
process of its own, and the best of several counts: when a file of one game has changed since the build
before, when none has, and when no book of a game was kept, only maps. Last comes a rebuild after an edit to
one order file, in a process that has built before, as in a preview.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar

from mkdocs.commands.build import build
from mkdocs.config import load_config

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.tools.real_game import GAME, season_folders, write_game
from zinegen.archive import CloseOptions, close_game

ROUNDS = 3
PROGRAMS = {"zinegen": "zinegen.cli import main", "mkdocs": "mkdocs.__main__ import cli"}
"""What is imported to run each of the two, as their commands do."""
ROOT = Path(__file__).resolve().parent.parent

BARE = """site_name: Bare
docs_dir: pages
theme: {name: material, font: false}
plugins: [search]
not_in_nav: /seasons/
nav: [index.md]
"""


def zine(folder: Path, pages: int) -> None:
    """Make a zine with at least so many season pages out of copies of a game that people played."""
    for part in ("site_src", "templates", "mkdocs.yml"):
        source = ROOT / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / part)
    shutil.rmtree(folder / "site_src" / "issues", ignore_errors=True)
    for number in range(-(-pages // len(list(season_folders())))):
        name = f"copy-{number:03}"
        target = write_game(folder / "made").rename(folder / name)
        for path in target.rglob("*.toml"):
            path.write_text(path.read_text().replace(GAME, name))
        (folder / "games").mkdir(exist_ok=True)
        close_game(target.rename(folder / "games" / name), CloseOptions(now=datetime.now(UTC)))


def bare(folder: Path, site: Path) -> int:
    """Make a bare site of the words, tables and pictures of a built one's seasons; return how many pages."""
    reports = sorted(site.glob("games/*/*/index.html"))
    (folder / "pages" / "seasons").mkdir(parents=True)
    (folder / "pages" / "index.md").write_text("# Bare\n")
    (folder / "mkdocs.yml").write_text(BARE)
    for number, report in enumerate(reports):
        (folder / "pages" / "seasons" / f"{number}.md").write_text(as_markdown(report.read_text()))
    for number, maps in enumerate(sorted(site.glob("games/*/maps"))):
        shutil.copytree(maps, folder / "pages" / (f"maps-{number}" if number else "maps"))
    return len(reports)


def as_markdown(page: str) -> str:
    """Return the article of a page as somebody would write it by hand."""
    writer = Handwriting()
    writer.feed(page)
    return re.sub(r"\n{3,}", "\n\n", "".join(writer.written)).strip() + "\n"


class Handwriting(HTMLParser):
    """Writes the article of a page as Markdown: headings, paragraphs, lists, tables, links, pictures."""

    BEGIN: ClassVar = {
        **{f"h{level}": "\n\n" + "#" * level + " " for level in range(1, 7)},
        **dict.fromkeys(("p", "ul", "ol", "dl", "blockquote", "table", "figure", "div"), "\n\n"),
        "li": "\n- ",
        "br": "\n",
        "tr": "\n|",
        "dt": "\n\n",
        "dd": "\n\n",
        "td": " ",
        "th": " ",
        "strong": "**",
        "b": "**",
        "em": "*",
        "i": "*",
    }
    """What is written where an element begins."""
    END: ClassVar = {"td": " |", "th": " |", "strong": "**", "b": "**", "em": "*", "i": "*"}
    """What is written where it ends; a blank line after blocks, and below the first row of a table."""
    SKIPPED = frozenset({"script", "style", "svg"})

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []
        self.inside = self.skipping = self.cells = 0
        self.rows = 0
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write what begins."""
        about = dict(attrs)
        self.inside += tag == "article"
        self.skipping += tag in self.SKIPPED
        if tag == "table":
            self.rows = 0
        elif tag == "tr":
            self.cells = 0
        elif tag == "img":
            self.write(f"![{about.get('alt') or ''}]({picture(about.get('src') or '')})")
        elif tag == "a":
            self.links.append(about.get("href") or "")
            self.write("[")
        self.write(self.BEGIN.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """Write what ends."""
        self.write(self.END.get(tag, ""))
        self.cells += tag in {"td", "th"}
        if tag == "a" and self.links:
            self.write(f"](#{self.links.pop().rpartition('#')[2][:20]})")
        if tag == "tr":
            self.rows += 1
            if self.rows == 1:
                self.write("\n|" + " --- |" * self.cells)
        if self.BEGIN.get(tag, "").startswith("\n\n"):
            self.write("\n\n")
        self.inside -= tag == "article"
        self.skipping -= tag in self.SKIPPED

    def handle_data(self, data: str) -> None:
        """Write words."""
        words = re.sub(r"\s+", " ", data)
        self.write(words if words != " " else "")

    def write(self, text: str) -> None:
        """Write a text if it stands in the article."""
        if self.inside and not self.skipping:
            self.written.append(text)


def picture(address: str) -> str:
    """Return where a page of the bare site finds a map."""
    return f"../maps/{address.rpartition('/')[2]}"


def seconds(folder: Path, program: str) -> float:
    """Build a site in a process of its own and return how long it took, the start of Python included."""
    start = f"import sys; sys.argv = ['{program}', 'build']; from {PROGRAMS[program]} as run; run()"
    begin = time.perf_counter()
    done = subprocess.run(  # noqa: S603  (our own words)
        [sys.executable, "-c", start],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return time.perf_counter() - begin


def edited(folder: Path) -> None:
    """Change a byte of one order file."""
    orders = max(folder.glob("games/*/seasons/*/orders/*.toml"))
    orders.write_text(orders.read_text() + "\n")


def forgotten(folder: Path) -> None:
    """Throw away what was kept of games, but not the maps."""
    for values in (folder / ".cache" / "build").glob("*/values"):
        shutil.rmtree(values)


def untouched(folder: Path) -> None:
    """Leave everything as it is."""


def rebuilt(folder: Path) -> float:
    """Return how long a preview takes to build again after an edit to one order file."""
    config = str(folder / "mkdocs.yml")
    first = load_config(config, site_dir=str(folder / "preview"))
    first.plugins.on_startup(command="serve", dirty=False)
    build(first)
    edited(folder)
    begin = time.perf_counter()
    build(load_config(config, site_dir=str(folder / "preview")))
    return time.perf_counter() - begin


def compare(pages: int) -> None:
    """Print the times for so many pages."""
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs = Path(scratch, "zine"), Path(scratch, "bare")
        ours.mkdir()
        theirs.mkdir()
        zine(ours, pages)
        first = seconds(ours, "zinegen")
        count = bare(theirs, ours / "site")
        peer, mine = 1e9, dict.fromkeys((edited, untouched, forgotten), 1e9)
        for _ in range(ROUNDS):
            peer = min(peer, seconds(theirs, "mkdocs"))
            for change, best in mine.items():
                change(ours)
                mine[change] = min(best, seconds(ours, "zinegen"))
        print(f"{count:6} pages, bare Material {peer:5.1f} s", flush=True)
        for change, best in mine.items():
            print(f"{'':6} zinegen, {change.__name__:9} {best:5.1f} s, ratio {best / peer:4.2f}")
        print(
            f"{'':6} first build, maps drawn: {first:.1f} s; again in a preview: {rebuilt(ours):.1f} s"
        )


def main() -> None:
    """Print a row for each number of pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", default="100,1000")
    for number in parser.parse_args().pages.split(","):
        compare(int(number))


if __name__ == "__main__":
    main()
