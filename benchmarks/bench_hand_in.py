"""Taps and seconds from orders that are written to orders that are handed in, by each way of a phone.

Run it with ``make bench``. A zine with one game is made and built; its order desk is used with a finger, on
the slow phone of `bench_vitals.py`. What the platform shows is a page of this machine with as many buttons as
its own way has (of a change by a fork: fork, select all, paste, commit, propose, create twice), so its taps
count and its bytes do not; an issue is taken in by the program itself. Mail program and share sheet are the
phone's: their taps are added, and nobody can measure them here.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import escape
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from bench_vitals import Packing, slow_down
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tables import Row, show

from zinegen.archive.mail.issue_orders import read_event, take_issue
from zinegen.cli.gm.issue_answer import write_answer

GAME, POWER, ACCOUNT = "demo", "england", 7
HEAD = ("way", "taps", "seconds")
ORDERS = {"F Edi": " - NWG", "F Lon": " - NTH", "A Lvp": " - Yor"}
COMMITTING = ("Fork this repository", "Select all", "Paste", "Commit changes", "Propose changes")
EDITOR = (*COMMITTING, "Create pull request", "Create it")
"""What is to be tapped at a platform to change a file of somebody else's, after its editor has opened."""
STUBS = """
navigator.share = async () => { window.left = true }
const open = window.open
window.open = (address, ...more) => {
  if (!String(address).startsWith("mailto:")) return open(address, ...more)
  window.left = true
  return null
}
"""


class Way(NamedTuple):
    """A way to hand in."""

    name: str
    button: str
    """How the desk's button begins."""
    there: tuple[str, ...] = ()
    """What is tapped at the platform."""
    outside: int = 0
    """Taps in the phone's own programs: the program, the chat, sending."""


WAYS = (
    Way("issue", "Hand in at", ("Create",)),
    Way("mail", "Mail it to", outside=1),
    Way("share", "Share", outside=3),
    Way("pull request", "Open the editor at", EDITOR),
)


def make_zine(folder: Path, address: str) -> None:
    """Make a zine with a game that waits for orders, on a platform at an address, and build it."""

    def run(*words: str) -> None:
        command = [Path(sys.executable).with_name("zinegen"), *words]
        subprocess.run(command, cwd=folder, check=False, capture_output=True)  # noqa: S603

    run("init", ".", "--platform", "github")
    until = (datetime.now(UTC) + timedelta(days=3)).strftime("%Y-%m-%dT20:00:00Z")
    run("new", GAME, "--chance", "none", "--deadline", until, "--player", f"{POWER}=Bob")
    path = folder / "games" / GAME / "game.toml"
    text = path.read_text().replace('name = "Bob"', f'name = "Bob", id = {ACCOUNT}')
    path.write_text(text.replace('name = "The GM"', 'name = "Ann", contact = "ann@example.org"'))
    workflow = folder / ".github/workflows/orders-by-issue.yml"
    shutil.copy(folder / ".github/optional/orders-by-issue.yml", workflow)
    settings = folder / "mkdocs.yml"
    repository = f"repo_url: {address}/ann/zine\nedit_uri: edit/main/\n"
    lines = settings.read_text().splitlines(keepends=True)
    kept = [one for one in lines if not one.startswith(("repo_url:", "edit_uri:"))]
    settings.write_text(repository + "".join(kept))
    run("build")


class Platform(Packing):
    """The site, and beside it a platform that asks for as many taps as the real ones."""

    zine: Path

    def do_GET(self) -> None:  # noqa: N802  (as http.server calls it)
        """Send a file of the site, or a page of the platform."""
        at = urlsplit(self.path)
        asked = {key: one[0] for key, one in parse_qs(at.query).items()}
        if not at.path.startswith("/ann/"):
            super().do_GET()
        elif at.path.endswith("/issues/new"):
            body = escape(asked.get("body", ""))
            self.send(
                f"<form method=post><textarea name=body>{body}</textarea><button>Create</button>"
            )
        else:
            step = int(asked.get("step", "0"))
            button = f"<button>{EDITOR[step]}</button>" if step < len(EDITOR) else "<p id=done>Done"
            self.send(f"<form><input type=hidden name=step value={step + 1}>{button}</form>")

    def do_POST(self) -> None:  # noqa: N802  (as above)
        """Take an issue in, by the program itself, and show its answer."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        moment = datetime.now(UTC).isoformat()
        issue = {"number": 1, "title": "Orders", "body": parse_qs(body)["body"][0]}
        event = {
            "action": "opened",
            "issue": {**issue, "created_at": moment, "user": {"id": ACCOUNT}},
        }
        answer = take_issue(self.zine, read_event(json.dumps(event).encode()))
        self.send(
            f"<p id={'done' if answer.is_taken else 'refused'}>{escape(write_answer(answer))}"
        )

    def send(self, body: str) -> None:
        """Send a page."""
        head = '<!doctype html><meta name=viewport content="width=device-width">'
        content = f"{head}{body}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def open_desk(context: BrowserContext, address: str) -> Page:
    """Return the desk on the phone, with orders written."""
    page = context.new_page()
    page.add_init_script(STUBS)
    slow_down(page)
    page.goto(f"{address}/games/{GAME}/desk/#{POWER}", timeout=120_000)
    field = page.locator(".z-paper textarea")
    field.wait_for()
    text = field.input_value()
    for unit, order in ORDERS.items():
        text = text.replace(f"\n{unit}\n", f"\n{unit}{order}\n")
    field.fill(text)
    return page


def hand_in(browser: Browser, address: str, way: Way) -> tuple[int, float]:
    """Return taps and seconds of a way, counted from orders that are written."""
    phone = {"width": 390, "height": 844}
    context = browser.new_context(
        viewport=phone, device_scale_factor=2, is_mobile=True, has_touch=True
    )
    page = open_desk(context, address)
    button = page.locator(".z-desk__ways button", has_text=way.button)
    begun, taps = time.perf_counter(), 1
    if way.there:
        with context.expect_page() as opened:
            button.tap()
        page = opened.value
        slow_down(page)
        for name in way.there:
            page.get_by_role("button", name=name, exact=True).tap()
            taps += 1
        page.locator("#done").wait_for()
    else:
        button.tap()
        page.wait_for_function("window.left")
    seconds = time.perf_counter() - begun
    context.close()
    return taps + way.outside, seconds


def measure_rows() -> Iterator[Row]:
    """Yield a row for each way."""
    with tempfile.TemporaryDirectory() as name:
        zine = Path(name) / "zine"
        zine.mkdir()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Platform)
        address = f"http://127.0.0.1:{server.server_port}"
        make_zine(zine, address)
        Platform.zine = zine
        handler = type("Handler", (Platform,), {"zine": zine})
        server.RequestHandlerClass = lambda *words: handler(*words, directory=str(zine / "site"))
        Thread(target=server.serve_forever, daemon=True).start()
        with (
            sync_playwright() as playwright,
            playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            ) as browser,
        ):
            for way in WAYS:
                taps, seconds = hand_in(browser, address, way)
                outside = f", {way.outside} of them in other programs" if way.outside else ""
                yield way.name, f"{taps}{outside}", f"{seconds:.1f} s"
        server.shutdown()


def main() -> None:
    """Print a row for each way."""
    show(HEAD, measure_rows())


if __name__ == "__main__":
    main()
