"""Milliseconds until a page is painted, and until a touched map answers; bytes that a page loads untouched.

Run it with ``make bench``. The front page and a season's page of the same small zine are built twice, by this
program and by that of ``--before`` (the last one whose maps did not answer), and loaded in Chromium by turns,
each time with an empty cache, from a server on this machine. Bytes are packed as servers pack them (gzip).
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, Response, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tables import Row, show

from tests.browser.serving import serve

HEAD = ("what", "first paint, or until it is there", "from, to", "packed, or work of it")
ROOT = Path(__file__).resolve().parent.parent
BEFORE = "581283d^"
GAME, SEASON = "small-tremor", "1901-2-autumn"
PAGES = {"front page": "", "season page": f"games/{GAME}/{SEASON}/"}
ROUNDS = 11
TOUCHES = 20
PACKED = (".woff2", ".png")
"""What servers do not pack again."""
PAINT = """new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
    .observe({type: "paint", buffered: true}))"""
MIDDLES = """[...document.querySelectorAll(".z-compare__after path[data-key]")].flatMap(path => {
    const {x, y, width, height} = path.getBoundingClientRect()
    const middle = [x + width / 2, y + height / 2]
    return document.elementFromPoint(...middle) == path ? [middle] : []
})"""
"""Where provinces can be clicked."""
WATCH = """() => addEventListener("click", event => {
    const look = () => document.querySelector(".z-card-of-map p")
        ? requestAnimationFrame(() => { window.answered = performance.now() - event.timeStamp })
        : requestAnimationFrame(look)
    look()
}, {capture: true})"""


def make_zine(folder: Path, program: Path) -> Path:
    """Lay out a zine with the first seasons of a game, build it with a program, and return the site."""
    for part in ("site_src", "templates"):
        shutil.copytree(program / part, folder / part)
    shutil.rmtree(folder / "site_src" / "issues", ignore_errors=True)
    shutil.copy(program / "mkdocs.yml", folder)
    shutil.copytree(ROOT / "games" / GAME, folder / "games" / GAME)
    for season in (folder / "games" / GAME / "seasons").iterdir():
        if season.name > SEASON:
            shutil.rmtree(season)
    start = "import sys; sys.argv = ['zinegen', 'build']; from zinegen.cli import main; main()"
    subprocess.run(  # noqa: S603  (our own words)
        [sys.executable, "-c", start],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(program)},
        capture_output=True,
        check=False,  # 1: the game waits for a season
    )
    return folder / "site"


@contextmanager
def checkout(revision: str, folder: Path) -> Iterator[Path]:
    """Lay out the program as it was at a revision."""
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(folder), revision], check=True)  # noqa: S603
    try:
        yield folder
    finally:
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)  # noqa: S603


@contextmanager
def fresh_page(browser: Browser) -> Iterator[Page]:
    """Open a page in a browser that has seen nothing yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 1600})
    yield context.new_page()
    context.close()


def measure_paint(browser: Browser, address: str) -> float:
    """Return the milliseconds until the first contents of a page are painted."""
    with fresh_page(browser) as page:
        page.goto(address)
        return float(page.evaluate(PAINT))


def measure_bytes(browser: Browser, address: str) -> dict[str, int]:
    """Return the packed bytes that a page loads before anybody touches it: pictures, and all else."""
    found = {"pictures": 0, "rest": 0}
    responses: list[Response] = []
    with fresh_page(browser) as page:
        page.on("response", lambda response: responses.append(response))  # noqa: PLW0108  (it must be a function)
        page.goto(address, wait_until="networkidle")
        for response in responses:
            body = response.body()
            size = len(body if response.url.endswith(PACKED) else gzip.compress(body, 6))
            found["pictures" if ".svg" in response.url else "rest"] += size
    return found


def measure_cards(browser: Browser, address: str) -> list[tuple[float, float]]:
    """Return for some clicks on a map the milliseconds until they are answered, and those of work.

    The first click also loads what answers. Work is what the page's own thread did, whatever else the
    machine was doing.
    """
    with fresh_page(browser) as page:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(address, wait_until="networkidle")
        page.evaluate(WATCH)
        box = page.locator(".z-compare__after").bounding_box()
        assert box is not None
        first = answer_click(page, session, box["x"] + box["width"] * 0.55, box["y"] + 200)
        middles = page.evaluate(MIDDLES)[:TOUCHES]
        return [first, *(answer_click(page, session, x, y) for x, y in middles)]


def answer_click(page: Page, session: CDPSession, x: float, y: float) -> tuple[float, float]:
    """Return the milliseconds from a click to the card, and those of work."""
    page.evaluate("window.answered = null")
    begin = read_work(session)
    page.mouse.click(x, y)
    while (answered := page.evaluate("window.answered")) is None:
        page.wait_for_timeout(20)
    return float(answered), read_work(session) - begin


def read_work(session: CDPSession) -> float:
    """Return the milliseconds of work that the page's thread has done."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def measure_rows(revision: str = BEFORE) -> Iterator[Row]:
    """Yield a row for each page and program, and two for the cards."""
    with tempfile.TemporaryDirectory() as scratch, checkout(revision, Path(scratch, "old")) as old:
        sites = {}
        for name, program in (("before", old), ("now", ROOT)):
            folder = Path(scratch, name)
            folder.mkdir()
            sites[name] = make_zine(folder, program)
        chromium = shutil.which("chromium") or "chromium"
        with (
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]) as browser,
            serve(sites["before"]) as before,
            serve(sites["now"]) as now,
        ):
            yield from report(browser, {"before": before, "now": now})


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE)
    show(HEAD, measure_rows(parser.parse_args().before))


def report(browser: Browser, addresses: dict[str, str]) -> Iterator[Row]:
    """Yield a row for each page and program, and two for the cards."""
    for title, path in PAGES.items():
        paints: dict[str, list[float]] = {name: [] for name in addresses}
        for _ in range(ROUNDS):
            for name, address in addresses.items():
                paints[name].append(measure_paint(browser, address + path))
        for name, address in addresses.items():
            sizes, times = measure_bytes(browser, address + path), paints[name]
            yield (
                f"{title}, {name}",
                f"{statistics.median(times):.0f} ms",
                f"{min(times):.0f} to {max(times):.0f} ms",
                f"{sizes['rest'] / 1024:.1f} KiB, pictures {sizes['pictures'] / 1024:.0f} KiB",
            )
    first, *further = measure_cards(browser, addresses["now"] + PAGES["season page"])
    took, work = (sorted(one[kind] for one in further) for kind in (0, 1))
    yield "card of a province, at the first touch", f"{first[0]:.0f} ms", "", f"{first[1]:.0f} ms"
    yield (
        "at further ones",
        f"{statistics.median(took):.0f} ms",
        f"{took[0]:.0f} to {took[-1]:.0f} ms",
        f"{statistics.median(work):.0f} ms, at most {work[-1]:.0f} ms",
    )


if __name__ == "__main__":
    main()
