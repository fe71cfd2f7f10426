"""Seconds for building a zine, beside bare MkDocs Material with as many hand-written pages.

Run it with ``make bench``; ``--pages 100,1000`` says how many. Both sites hold the same words: the
season pages of the one, as Markdown, are the pages of the other. Maps are drawn beforehand, so they
do not count. Last comes a rebuild after one edit, in the process that has built before, as in a preview.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.tools.real_game import GAME, season_folders, write_game
from zinegen.archive.close import record_due

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
        record_due(target.rename(folder / "games" / name))


def bare(folder: Path, site: Path) -> int:
    """Make a bare site with the words of the season pages of a built one; return how many pages."""
    reports = sorted(site.glob("games/*/*/index.html"))
    (folder / "pages" / "seasons").mkdir(parents=True)
    (folder / "pages" / "index.md").write_text("# Bare\n")
    (folder / "mkdocs.yml").write_text(BARE)
    for number, report in enumerate(reports):
        (folder / "pages" / "seasons" / f"{number}.md").write_text(as_markdown(report.read_text()))
    return len(reports)


def as_markdown(page: str) -> str:
    """Return the words of a page as Markdown: headings, lists and tables by their lines."""
    match = re.search(r"<article.*?</article>", page, re.DOTALL)
    body = match[0] if match else ""
    body = re.sub(r"<(script|style|svg).*?</\1>", "", body, flags=re.DOTALL)
    body = re.sub(r"<h([1-6])[^>]*>", lambda found: "\n\n" + "#" * int(found[1]) + " ", body)
    body = re.sub(r"<li[^>]*>", "\n- ", body)
    body = re.sub(r"</t[dh]>\s*<t[dh][^>]*>", " | ", body)
    body = re.sub(r"<tr[^>]*>", "\n", body)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"<[^>]+>", "", body))


def seconds(folder: Path) -> float:
    """Build a site once and return how long it took."""
    config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "site"))
    begin = time.perf_counter()
    build(config)
    return time.perf_counter() - begin


def compare(pages: int) -> None:
    """Print the times for so many pages."""
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs = Path(scratch, "zine"), Path(scratch, "bare")
        ours.mkdir()
        theirs.mkdir()
        zine(ours, pages)
        first = seconds(ours)
        mine = seconds(ours)
        count = bare(theirs, ours / "site")
        peer = seconds(theirs)
        print(
            f"{count:6} pages: zinegen {mine:6.1f} s, bare Material {peer:6.1f} s, ratio {mine / peer:4.2f}"
            f" (first build, maps drawn: {first:.1f} s)",
            flush=True,
        )


def main() -> None:
    """Print a row for each number of pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", default="100,1000")
    for number in parser.parse_args().pages.split(","):
        compare(int(number))


if __name__ == "__main__":
    main()
