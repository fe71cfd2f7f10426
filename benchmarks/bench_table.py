"""The engine in the pages: how long the first Try takes, the next, a check after a keystroke, and practice.

In Chromium, from a server on this machine: cold is a browser that has never been here, warm one that keeps
the files and was closed. Each figure is the best of three.

A browser's throttle slows a page and not its workers, so of answers in practice the processor time of the
engine's own thread is measured, as Linux counts it, and what a phone takes is reckoned from it.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tables import Row, show

from zinegen.pages.browser_bundle import find_runtime, make_engine_files, pack_program
from zinegen.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserType

HEAD = ("what", "cold", "warm", "wanted")
FIGURES = (
    ("the first Try", "first", "6 s cold, 2 s warm"),
    ("the next Try", "next", "100 ms"),
    ("checking after a keystroke", "check", "100 ms"),
)
"""What is measured, under which name, and what is wanted."""
ASSETS = Path(__file__).parents[1] / "site_src" / "assets"
ROUNDS = 3
PAGE = '<!doctype html><meta name="zinegen-engine" content="engine/engine.json"><title>Try</title>'
PHASES = 60
"""So many phases of each rule set are practised: late positions are among them."""
SLOWER = 4
"""How many times as long as here a middling phone takes."""
ORDERS = "A Vie - Gal\nF Tri - Alb\nA Bud - Ser"
TRY = """async orders => {
  const begun = performance.now()
  const { openEngine } = await import(new URL("assets/engine.js", location).href)
  const engine = await openEngine()
  const opened = await engine.ask({ do: "blank", variant: "standard" })
  const texts = { Austria: `orders = '''\\n${orders}\\n'''` }
  const judge = () => engine.ask({ do: "judge", position: opened.position, texts })
  await judge()
  const first = performance.now() - begun
  const time = async what => {
    let best = Infinity
    for (let round = 0; round < 20; round += 1) {
      const start = performance.now()
      await what()
      best = Math.min(best, performance.now() - start)
    }
    return best
  }
  const check = () =>
    engine.ask({ do: "check", position: opened.position, power: "Austria", text: texts.Austria })
  const found = { first, next: await time(judge), check: await time(check) }
  await new Promise(done => setTimeout(done, 6000)) // the engine keeps what it has compiled
  return found
}"""


BEGIN_PRACTICE = """async variant => {
  const { openBots } = await import(new URL("assets/engine.js", location).href)
  const engine = await openBots()
  window.game = { engine, ...(await engine.ask({ do: "blank", variant })) }
}"""
ANSWER = """async () => {
  const { engine, position, powers } = game
  const { texts } = await engine.ask({ do: "fill", position, powers: powers.slice(1), seed: 1 })
  const files = {}
  for (const [heading, own] of Object.entries(texts))
    for (const [power, text] of Object.entries(own))
      files[power] = `${files[power] ?? ""}${heading} = '''\\n${text}\\n'''\\n`
  const found = await engine.ask({ do: "judge", position, texts: files, seed: 1 })
  Object.assign(game, { position: found.position, powers: found.powers })
  return !found.winners && !!found.powers.length
}"""
"""One answer of practice: programs order for all powers but the first, and the phase is judged."""


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files that browsers may keep."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        """Say so."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing else."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def lay_out(folder: Path) -> None:
    """Put a page with the engine into a folder."""
    runtime = find_runtime()
    if runtime is None:
        sys.exit("nothing runs the engine in a browser: make setup installs it where npm is")
    engine = make_engine_files(runtime, pack_program())
    shutil.copytree(ASSETS, folder / "assets")
    (folder / "index.html").write_text(PAGE)
    for uri, content in engine.contents.items():
        (folder / uri).parent.mkdir(parents=True, exist_ok=True)
        (folder / uri).write_bytes(content)
    for uri, path in engine.copies.items():
        (folder / uri).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, folder / uri)


def measure_practice(
    chromium: BrowserType, profile: Path, address: str, variant: str
) -> Iterator[Row]:
    """Yield how long programs take to answer on a page that has never been opened and on one that has."""
    firsts, spent = [], []
    for _ in ("cold", "warm"):
        browser = chromium.launch_persistent_context(
            profile,
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox"],
            viewport={"width": 390, "height": 844},
        )
        page = browser.new_page()
        page.goto(address)
        begun = perf_counter()
        page.evaluate(BEGIN_PRACTICE, variant)
        goes_on = page.evaluate(ANSWER)
        firsts.append(1000 * (perf_counter() - begun))
        answers: list[float] = []
        while goes_on and len(answers) < PHASES:
            before = count_worker_time(profile)
            goes_on = page.evaluate(ANSWER)
            answers.append(count_worker_time(profile) - before)
        spent.append(answers)
        page.wait_for_timeout(6000)
        browser.close()
    yield f"practice, `{variant}`: the first answer", *map(in_time, firsts), ""
    here = [f"{in_time(mean(one))}, at most {in_time(max(one))}" for one in spent]
    yield f"{min(map(len, spent))} later ones, processor", *here, ""
    yield f"the longest, {SLOWER} times", *(in_time(SLOWER * max(one)) for one in spent), "1 s"


def count_worker_time(profile: Path) -> float:
    """Return the milliseconds of processor time that the workers of a browser with a profile have had."""
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(profile).encode() not in (process / "cmdline").read_bytes():
                continue
            for thread in (process / "task").iterdir():
                if (thread / "comm").read_text().startswith("DedicatedWorker"):
                    total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


def measure_rows() -> Iterator[Row]:
    """Yield a row for each figure."""
    found: dict[str, list[dict[str, float]]] = {"cold": [], "warm": []}
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        site = Path(place, "site")
        site.mkdir()
        lay_out(site)
        with serve(site) as address:
            for number in range(ROUNDS):
                profile = Path(place, f"profile{number}")
                # The second visit lets the browser keep what it has compiled.
                for name in ("cold", "", "warm"):
                    browser = playwright.chromium.launch_persistent_context(
                        profile, executable_path=shutil.which("chromium"), args=["--no-sandbox"]
                    )
                    page = browser.new_page()
                    page.goto(address)
                    figures = page.evaluate(TRY, ORDERS)
                    browser.close()
                    if name:
                        found[name].append(figures)
            for what, key, wanted in FIGURES:
                best = [min(one[key] for one in rounds) for rounds in found.values()]
                yield what, *map(in_time, best), wanted
            for variant in VARIANTS:
                place_of = Path(place, variant)
                yield from measure_practice(playwright.chromium, place_of, address, variant)


def in_time(milliseconds: float) -> str:
    """Return a time in what reads best."""
    return f"{milliseconds / 1000:.1f} s" if milliseconds >= 1000 else f"{milliseconds:.0f} ms"


def main() -> None:
    """Print the figures."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
