"""The search of a zine beside the one that MkDocs has built in: what the first hit costs, and the index.

Run it with ``make bench``; ``--pages 240,5000`` says of how many pages. They are those of generated games
(seeds 0, 1, 2 and on) of ten years in the standard rules, as readers get them but for the pictures. The peer
is Material with its search, whose pages hold the same words, written by hand as Markdown. The search is
opened in a browser that has never been there by an address with an order in it: once as this machine is, and
once on the phone of ``bench_vitals.py``, whose processor is slow for what pages do, not for their workers.
Bytes are what the search loaded besides its page until a hit stood there, packed as hosts send it.
"""

from __future__ import annotations

import argparse
import logging
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar, NamedTuple
from urllib.parse import quote

from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tables import Row, show

from benchmarks.bench_site import as_markdown
from benchmarks.bench_vitals import Packing, serve, slow_down
from tests.seasons import Played, seasons
from zinegen.archive import CloseOptions, close_game
from zinegen.game import PhaseKind, Season
from zinegen.pages import Addresses, Publisher, Zine
from zinegen.pages.search.documents import SearchDocument
from zinegen.pages.search.pagefind import FOLDER, put_index
from zinegen.pages.site.page_merger import PageMerger
from zinegen.pages.site.render import Page
from zinegen.variants import VARIANTS
from zinegen.workers import IN_PROCESS

HEAD = ("what", "zinegen", "built in", "ratio")
ROOT = Path(__file__).resolve().parent.parent
YEARS = 10
PAGES_A_GAME, OTHER_PAGES = 31, 36
"""About so many pages has a game, its players' pages included, and a zine besides."""
WORDS = "A Bur - Mun"
SECTIONS = {
    PhaseKind.MOVES: "orders",
    PhaseKind.RETREATS: "retreats",
    PhaseKind.ADJUSTMENTS: "builds",
}
GAME_FILE = """game    = "{game}"
title   = "Game {seed}"
variant = "standard"
gm      = {{ name = "The Dice" }}

[secrecy]
orders = "open"

[players]
"""
PLAIN = """site_name: Plain
docs_dir: pages
theme: {name: material, font: false}
plugins: [search]
"""
ZINE = """site_name: The Test
docs_dir: site_src
theme: {name: material, font: false}
extra_css: [assets/fonts.css, assets/zine.css]
extra_javascript: [assets/zine.js]
plugins: [zinegen]
"""
OF_SEARCH = re.compile(r"/pagefind/|search[^/]*\.js")
"""What the search alone loads, of either site."""


class Index(NamedTuple):
    """A site that can be looked through."""

    site: Path
    address: str
    """Of the page that looks for the words at once."""
    hit: str
    """A selector of what stands there when something has been found."""
    seconds: float
    """What indexing took."""


# ----------------------------------------------------------------------------------- generated games


def write_game(folder: Path, seed: int) -> None:
    """Write a game of plausible orders that is over after so many years, and close its seasons."""
    name = f"game-{seed:03}"
    game = folder / name
    phases = [
        one for deadline in seasons(VARIANTS["standard"], seed, 2 * YEARS) for one in deadline
    ]
    powers = phases[0].before.powers
    game.mkdir(parents=True)
    players = "".join(f'{one.lower()} = {{ name = "{one} of {seed}" }}\n' for one in powers)
    (game / "game.toml").write_text(GAME_FILE.format(game=name, seed=seed) + players)
    for (year, is_spring), played in groupby(phases, _season_of):
        season = f"{year}-{'1-spring' if is_spring else '2-autumn'}"
        _write_season(game / "seasons" / season, name, tuple(played))
    close_game(game, CloseOptions(now=datetime.now(UTC)))


def _season_of(phase: Played) -> tuple[int, bool]:
    """Return the deadline of a phase: winters belong to autumn."""
    return phase.before.phase.year, phase.before.phase.season is Season.SPRING


def _write_season(folder: Path, game: str, played: tuple[Played, ...]) -> None:
    (folder / "orders").mkdir(parents=True)
    year, is_spring = _season_of(played[0])
    phases = ("SM", "SR") if is_spring else ("FM", "FR", "WA")
    names = ", ".join(f'"{season}{year}{kind}"' for season, kind in phases)
    (folder / "season.toml").write_text(
        f'season   = "{folder.name}"\nready    = true\n'
        f"phases   = [{names}]\n"
        f"deadline = {year}-{'06' if is_spring else '12'}-01T20:00:00Z\n"
    )
    for power in played[0].before.powers:
        text = f'game   = "{game}"\nseason = "{folder.name}"\npower  = "{power.lower()}"\n'
        for phase in played:
            if lines := phase.orders.get(power):
                section = SECTIONS[phase.before.phase.kind]
                text += f"{section} = '''\n" + "\n".join(lines) + "\n'''\n"
        (folder / "orders" / f"{power.lower()}.toml").write_text(text)


# ------------------------------------------------------------------------------------- the two sites


def publish(folder: Path) -> tuple[tuple[SearchDocument, ...], tuple[Page, ...], float]:
    """Return what our search finds of a folder of games, the pages, and the seconds for the documents."""
    addresses = Addresses()
    templates = str(ROOT / "templates" / "pages")
    publisher = Publisher(
        root=folder, games="games", templates=templates, addresses=addresses, workers=IN_PROCESS
    )
    publisher.maps.render = lambda job: type(job).__name__.encode()  # no picture is looked through
    zine = Zine(name="The Test", url="https://zine.example/")
    site = publisher.publish(zine, folder / "site_src", frozenset(), preview=False)
    begin = time.perf_counter()
    merger = PageMerger(site, addresses, zine.url)
    for page in site.pages:
        merger.merge(page.uri, "", page.title)
    found = (*site.list_words(), *merger.documents.values())
    return found, site.pages, time.perf_counter() - begin


def make_ours(folder: Path, documents: tuple[SearchDocument, ...], before: float) -> Index:
    """Build a zine without games, and put the index of the documents into it."""
    shutil.copytree(ROOT / "site_src" / "assets", folder / "site_src" / "assets")
    (folder / "site_src" / "index.md").write_text("# The Test\n")
    (folder / "mkdocs.yml").write_text(ZINE)
    config = load_config(str(folder / "mkdocs.yml"))
    build(config)
    site = Path(config.site_dir)
    shutil.rmtree(site / FOLDER)
    begin = time.perf_counter()
    put_index(documents, "en", folder / "kept", site / FOLDER)
    seconds = before + time.perf_counter() - begin
    return Index(site, f"find/?q={quote(WORDS)}", ".z-hits > li", seconds)


def make_theirs(folder: Path, pages: tuple[Page, ...]) -> Index:
    """Build a plain site of the same words, written by hand; time what its search adds."""
    (folder / "pages").mkdir(parents=True)
    for number, page in enumerate(pages):
        text = as_markdown(f"<article>{page.body}</article>")
        (folder / "pages" / f"{number}.md").write_text(text)
    (folder / "pages" / "index.md").write_text("# Plain\n")
    (folder / "mkdocs.yml").write_text(PLAIN)
    config = load_config(str(folder / "mkdocs.yml"))
    taken: list[float] = []
    for hooks in config.plugins.events.values():
        hooks[:] = [_timed(hook, taken) for hook in hooks]
    build(config)
    return Index(Path(config.site_dir), f"?q={quote(WORDS)}", ".md-search-result__item", sum(taken))


def _timed(hook: Callable[..., object], taken: list[float]) -> Callable[..., object]:
    """Return a hook of a plugin that notes how long it takes."""

    def run(*words: object, **named: object) -> object:
        begin = time.perf_counter()
        try:
            return hook(*words, **named)
        finally:
            taken.append(time.perf_counter() - begin)

    return run


# ---------------------------------------------------------------------------------------- measuring


class Weighing(Packing):
    """A server that notes how many bytes the search has loaded."""

    loaded: ClassVar[list[int]] = []

    def note(self, size: int) -> None:
        """Note what is of the search."""
        if OF_SEARCH.search(self.path):
            self.loaded.append(size)


def first_hit(browser: Browser, index: Index, *, on_phone: bool) -> tuple[int, float]:
    """Return the bytes of the search until a hit stands there, and the seconds since its page was asked."""
    with (
        serve(index.site, Weighing) as address,
        browser.new_context(viewport={"width": 390, "height": 844}) as context,
    ):
        page = context.new_page()
        if on_phone:
            slow_down(page)
        Weighing.loaded.clear()
        begin = time.perf_counter()
        page.goto(address + index.address, wait_until="commit", timeout=600_000)
        page.wait_for_selector(index.hit, state="attached", timeout=600_000)
        return sum(Weighing.loaded), time.perf_counter() - begin


def compare(browser: Browser, pages: int) -> Iterator[Row]:
    """Yield what both need for so many pages."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for seed in range(round((pages - OTHER_PAGES) / PAGES_A_GAME)):
            write_game(folder / "games", seed)
        (folder / "site_src").mkdir()
        documents, made, before = publish(folder)
        ours = make_ours(folder / "ours", documents, before)
        theirs = make_theirs(folder / "theirs", made)
        size = f"{len(made):,} pages, {len(documents):,} things to find"
        yield _row(f"{size}: making the index", ours.seconds, theirs.seconds, "s")
        for where in (False, True):
            (mine, fast), (peer, slow) = (
                first_hit(browser, one, on_phone=where) for one in (ours, theirs)
            )
            if not where:
                yield _row("loaded before the first hit, packed", mine / 1000, peer / 1000, "KB")
            name = "the phone" if where else "this machine"
            yield _row(f"from opening the page to the first hit, on {name}", fast, slow, "s")


def _row(what: str, mine: float, peer: float, unit: str) -> Row:
    return what, f"{mine:,.1f} {unit}", f"{peer:,.1f} {unit}", f"{mine / peer:.2f}"


def measure_rows(numbers: Iterable[int] = (240, 5000)) -> Iterator[Row]:
    """Yield the rows of each number of pages."""
    logging.getLogger("mkdocs").setLevel(logging.ERROR)  # the pictures are not there
    chromium = shutil.which("chromium")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]) as browser,
    ):
        for number in numbers:
            yield from compare(browser, number)


def main() -> None:
    """Print the figures for each number of pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", default="240,5000")
    show(HEAD, measure_rows(map(int, parser.parse_args().pages.split(","))))


if __name__ == "__main__":
    main()
