"""Seconds for building a zine, beside bare MkDocs Material with as many hand-written pages.

Run it with ``make bench``, which writes what it finds into docs/benchmarks.md; ``--pages 100,1000`` says
how many. Both sites hold the same: the words, lists, tables and maps of the season pages of the one are,
written by hand as Markdown, the pages of the other. Maps are drawn beforehand and lie beside the pages on
both sides, so drawing does not count. Each build is a process of its own, and the best of several counts:
when a file of one game has changed since the build before, when none has, and when nothing of a game was
kept, only maps. Last comes a rebuild after an edit to one order file, in a process that has built before, as
in a preview.

Seconds are those of the processor, of all processes of a build together, so that other work on the machine
matters little; of a first build those by the clock are told, too, as maps are drawn while pages are written.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar

from mkdocs.commands.build import build
from mkdocs.config import load_config

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spending import find_environment
from tables import Row, show

from tests.tools.real_game import GAME, season_folders, write_game
from zinegen.archive import CloseOptions, close_game

ROUNDS = 3
PROGRAMS = {"zinegen": "zinegen.cli import main", "mkdocs": "mkdocs.__main__ import cli"}
"""What is imported to run each of the two, as their commands do."""
ROOT = Path(__file__).resolve().parent.parent

HEAD = ("build, processor time", "zinegen", "bare MkDocs Material", "ratio", "wanted")
WANTED = {
    (100, "edited"): "0.8",
    (100, "untouched"): "0.4",
    (100, "forgotten"): "1.15",
    (1000, "edited"): "0.25",
    (1000, "untouched"): "0.1",
    (1000, "forgotten"): "1.15",
    (1000, "preview"): "1 s",
}
"""By the least number of pages and what has happened since the build before."""

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
    (folder / "site_src" / "lists.toml").unlink(missing_ok=True)
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
    """Build a site in a process of its own and return the processor's seconds, the start of Python included.

    A build that says that something is wrong with the zine ends with 1, and counts.
    """
    start = f"import sys; sys.argv = ['{program}', 'build']; from {PROGRAMS[program]} as run; run()"
    begin = spent()
    done = subprocess.run(  # noqa: S603  (our own words)
        [sys.executable, "-c", start],
        cwd=folder,
        env=find_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return spent() - begin


def spent() -> float:
    """Return the processor's seconds of all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def edited(folder: Path) -> None:
    """Change a byte of one order file."""
    orders = max(folder.glob("games/*/seasons/*/orders/*.toml"))
    orders.write_text(orders.read_text() + "\n")


def forgotten(folder: Path) -> None:
    """Throw away what was kept of games, but not the maps."""
    for kept in (folder / ".cache" / "build").glob("*/*"):
        if kept.name != "maps":
            shutil.rmtree(kept)


def untouched(folder: Path) -> None:
    """Leave everything as it is."""


def rebuilt(folder: Path) -> float:
    """Return how long a preview takes to build again after an edit to one order file."""
    config = str(folder / "mkdocs.yml")
    first = load_config(config, site_dir=str(folder / "preview"))
    first.plugins.on_startup(command="serve", dirty=False)
    build(first)
    edited(folder)
    begin = time.process_time()
    build(load_config(config, site_dir=str(folder / "preview")))
    return time.process_time() - begin


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Seconds of builds of one size."""

    pages: int
    bare: float
    builds: Mapping[str, float]
    """Those of zinegen, by what has happened since the build before."""
    first: float
    """A first build, with its maps."""
    first_by_clock: float
    """From its beginning to its end; on a busy machine it tells nothing."""
    preview: float

    def ratio(self, change: str) -> float:
        """Return how long a build takes beside the bare one."""
        return self.builds[change] / self.bare

    def rows(self) -> Iterator[Row]:
        """Yield what is found as rows of a table."""
        told = {
            "edited": "one order file edited",
            "untouched": "nothing edited",
            "forgotten": "nothing kept but maps",
        }
        for change, best in self.builds.items():
            ratio = f"{self.ratio(change):.2f}"
            what = f"{self.pages:,} season pages, {told[change]}"
            yield what, f"{best:.1f} s", f"{self.bare:.1f} s", ratio, self.wanted(change)
        yield f"{self.pages:,}, a first build with its maps", f"{self.first:.1f} s", "", "", ""
        by_clock = f"{self.first_by_clock:.1f} s", "", "", ""
        yield f"{self.pages:,}, the same by the clock", *by_clock
        preview = f"{self.preview:.1f} s", "", "", self.wanted("preview")
        yield f"{self.pages:,}, edited in a preview", *preview

    def wanted(self, change: str) -> str:
        """Return what is wanted of a build of so many pages."""
        sizes = [pages for pages, name in WANTED if name == change and pages <= self.pages]
        return WANTED[max(sizes), change] if sizes else ""


def measure(pages: int, rounds: int = ROUNDS) -> Measured:
    """Measure builds of so many pages."""
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs = Path(scratch, "zine"), Path(scratch, "bare")
        ours.mkdir()
        theirs.mkdir()
        zine(ours, pages)
        began = time.monotonic()
        first = seconds(ours, "zinegen")
        by_clock = time.monotonic() - began
        count = bare(theirs, ours / "site")
        peer, mine = 1e9, dict.fromkeys((edited, untouched, forgotten), 1e9)
        for _ in range(rounds):
            peer = min(peer, seconds(theirs, "mkdocs"))
            for change, best in mine.items():
                change(ours)
                mine[change] = min(best, seconds(ours, "zinegen"))
        return Measured(
            pages=count,
            bare=peer,
            builds={change.__name__: best for change, best in mine.items()},
            first=first,
            first_by_clock=by_clock,
            preview=rebuilt(ours),
        )


def measure_rows(numbers: Iterable[int] = (100, 1000)) -> Iterator[Row]:
    """Yield the rows of each number of pages."""
    for number in numbers:
        yield from measure(number).rows()


def main() -> None:
    """Measure each number of pages and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", default="100,1000")
    show(HEAD, measure_rows(map(int, parser.parse_args().pages.split(","))))


if __name__ == "__main__":
    main()
