"""How soon each kind of page is there on a slow phone, how far it jumps, and what the games' pages weigh.

Run it with ``make bench`` when the example zine has been built, or name another built site. The phone has
390 by 844 pixels, 1.6 Mbit/s, 150 ms and a processor 4 times slower than this one; files come packed, as
hosts send them. LCP is when the largest thing was painted, CLS how far things moved by themselves; what had
come until then, in how many requests, and how long the processor worked, say more on a machine that is busy.
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from tables import Row, show

HEAD = (
    "page",
    "largest thing painted",
    "moved (CLS)",
    "requests",
    "loaded",
    "work",
    "largest thing",
)
ROOT = Path(__file__).resolve().parent.parent
GAME, SEASON = "games/terra-infirma", "1901-2-spring-events"
KINDS = {
    "front page": "",
    "issue": "issues/*",
    "archive": "archive",
    "games": "games",
    "game": GAME,
    "season": f"{GAME}/{SEASON}",
    "replay": f"{GAME}/replay",
    "options": "games/*/options",
    "borders": "games/*/borders",
    "calendar": "games/*/calendar",
    "secrets": "games/*/truth",
    "desk": "games/*/desk",
    "what if": "what-if",
    "players": "players",
    "player": "players/*",
    "rule set": "rules/*",
    "how to play": "how-to-play",
}
"""One page of each kind, by the folder that it lies in; the first that fits."""
LATENCY = 150
BITS = 1_600_000
SLOWER = 4
PACKED = (".png", ".woff2", ".gz", ".zip", ".age")
"""What servers do not pack again."""
WATCH = """
window.vitals = { lcp: 0, cls: 0, what: "" }
window.countLoaded = until => {
  const kinds = ["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
  const come = kinds.filter(one => one.responseEnd <= until)
  return [come.length, come.reduce((sum, one) => sum + one.encodedBodySize, 0)]
}
new PerformanceObserver(list => {
  for (const one of list.getEntries()) {
    vitals.lcp = one.startTime
    vitals.what = one.url ? one.url.split("/").at(-1) : (one.element?.localName ?? "")
  }
}).observe({ type: "largest-contentful-paint", buffered: true })
new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) vitals.cls += one.value
}).observe({ type: "layout-shift", buffered: true })
"""


class Packing(http.server.SimpleHTTPRequestHandler):
    """A server that packs what can be packed, and says nothing."""

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content, packs = path.read_bytes(), path.suffix not in PACKED
        content = gzip.compress(content, 6) if packs else content
        self.note(len(content))
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(content)))
        if packs:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)

    def note(self, size: int) -> None:
        """Hear how many bytes are sent, packed."""

    def log_message(self, *_words: object) -> None:
        """Keep quiet."""


@contextmanager
def serve(folder: Path, handler: type[Packing] = Packing) -> Iterator[str]:
    """Serve a folder; give its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Vitals(NamedTuple):
    """What was measured of a page."""

    lcp: float
    """Milliseconds."""
    shift: float
    largest: str
    requests: int
    """That had been answered by then."""
    loaded: int
    """Bytes of the answers, packed."""
    worked: float
    """Seconds of the processor, for the whole page."""

    @property
    def cells(self) -> Row:
        """Return it as the columns of a table."""
        return (
            f"{self.lcp / 1000:.1f} s",
            f"{self.shift:.2f}",
            f"{self.requests}",
            f"{self.loaded / 1000:.0f} KB",
            f"{self.worked:.1f} s",
            self.largest,
        )


def measure(browser: Browser, address: str) -> Vitals:
    """Return how soon the largest thing of a page is painted, and what that took."""
    phone = {"width": 390, "height": 844}
    context = browser.new_context(viewport=phone, device_scale_factor=2, is_mobile=True)
    page = context.new_page()
    page.add_init_script(WATCH)
    slow_down(page)
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(address, wait_until="networkidle", timeout=120_000)
    page.wait_for_timeout(500)
    found = page.evaluate("vitals")
    requests, loaded = page.evaluate("countLoaded(vitals.lcp)")
    metrics = session.send("Performance.getMetrics")["metrics"]
    worked = next(one["value"] for one in metrics if one["name"] == "TaskDuration")
    context.close()
    return Vitals(
        lcp=float(found["lcp"]),
        shift=float(found["cls"]),
        largest=str(found["what"]),
        requests=requests,
        loaded=loaded,
        worked=float(worked),
    )


def slow_down(page: Page) -> None:
    """Make a page as slow as on the phone."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    rate = BITS / 8
    conditions = {"downloadThroughput": rate, "uploadThroughput": rate}
    session.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, **conditions}
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def weigh(site: Path) -> tuple[int, int]:
    """Return the bytes of the games' part of a site, and how many seasons have been judged there."""
    files = [path for path in (site / "games").rglob("*") if path.is_file()]
    return sum(path.stat().st_size for path in files), sum(
        path.name == "result.json" for path in files
    )


def measure_rows(site: Path = ROOT / "site") -> Iterator[Row]:
    """Yield a row for each kind of page, and the weight of a season; raises SystemExit without a site."""
    if not site.is_dir():
        sys.exit(f"{site.name} is not there: build the zine first")
    total, seasons = weigh(site)
    if seasons:
        yield f"a season, of {seasons}", "", "", "", f"{total / seasons / 1e6:.2f} MB", "", ""
    with (
        serve(site) as address,
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        ) as browser,
    ):
        for kind, folder in KINDS.items():
            for path in sorted(site.glob(f"{folder}/index.html" if folder else "index.html"))[:1]:
                uri = path.relative_to(site).parent.as_posix()
                found = measure(browser, f"{address}{uri}/".replace("/./", "/"))
                yield kind, *found.cells


def main() -> None:
    """Print a row for each kind of page, and the weight of a season."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", nargs="?", type=Path, default=ROOT / "site")
    show(HEAD, measure_rows(parser.parse_args().site))


if __name__ == "__main__":
    main()
