"""A zine of 10,000 season pages: seconds and memory of a build after an edit to one order file.

The pages are those of `bench_site.py`, as many copies of one game as it takes; each build is the command, in
a process of its own. ``--pages`` measures others; ``--folder`` keeps the zine, and uses it again.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import bench_site
from spending import run
from tables import Row, show

HEAD = ("build", "processor", "most memory of a process", "wanted")
PAGES = 10_000
BUILDS = (
    ("a first build with its maps", bench_site.untouched, ""),
    ("one order file edited", bench_site.edited, "8 s, 600 MB"),
    ("another one edited", bench_site.edited, "8 s, 600 MB"),
    ("nothing edited", bench_site.untouched, ""),
)


def measure_rows(pages: int = PAGES, folder: Path | None = None) -> Iterator[Row]:
    """Yield a row for each build."""
    with tempfile.TemporaryDirectory() as scratch:
        zine = folder or Path(scratch, "zine")
        if not zine.is_dir():
            zine.mkdir(parents=True)
            bench_site.zine(zine, pages)
        for made in (".cache", "site"):
            shutil.rmtree(zine / made, ignore_errors=True)
        for what, change, wanted in BUILDS:
            change(zine)
            spent = run(["build", "--quiet"], zine)
            name = f"{pages:,} season pages, {what}"
            yield name, f"{spent.processor:.1f} s", f"{spent.memory:,} MB", wanted


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--folder", type=Path)
    said = parser.parse_args()
    show(HEAD, measure_rows(said.pages, said.folder))


if __name__ == "__main__":
    main()
