"""What every test may use: Hypothesis profiles, approved files, and a browser."""

from __future__ import annotations

import gc
import os
import shutil
import socket
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings

from tests.forked.start import run_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request, ViewportSize

    from zinegen.pages import Runtime

ROOT = Path(__file__).parent.parent
APPROVED = ROOT / "tests" / "golden"
MEMORY = Path("/dev/shm")  # noqa: S108  (pytest makes a folder there that nobody else may enter)
ENOUGH = 4 << 30
"""Bytes that must be free there."""
Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)
_SECONDS = {"slow": 4, "browser": 1}
"""How long a test takes that is marked so; the others take a moment."""

# All that is imported and collected lives until the end.
gc.disable()

# Each of the processes that tests start would otherwise compile the program again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile(
    "dev", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci", settings.get_profile("dev"), max_examples=20, derandomize=True, print_blob=True
)
settings.register_profile("long", settings.get_profile("dev"), max_examples=2000)
settings.load_profile("ci" if "CI" in os.environ else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--approve`: what the tests drew becomes what is right. Look at it afterwards."""
    parser.addoption("--approve", action="store_true", help="rewrite the files in tests/golden")


def pytest_configure() -> None:
    """Let tests write into memory where there is plenty: making files on a disk takes ten times as long."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        found = os.statvfs(MEMORY)
        if found.f_bavail * found.f_frsize > ENOUGH and not found.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the files begin first that take longest: none is left to one process while another has nothing."""
    weights = Counter[Path]()
    for item in items:
        for mark, seconds in _SECONDS.items():
            weights[item.path] += seconds * (item.get_closest_marker(mark) is not None)
    items.sort(key=lambda item: -weights[item.path])


def pytest_collection_finish() -> None:
    """Let the collector pass over what lives until the end: all tests, and the modules they import."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)  # as commands do, which then leave it as it is


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let no test be skipped in CI: what it lacks there, `make test` has to install."""
    report = yield
    return _refuse_skip(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let no file of tests be skipped in CI."""
    report = yield
    return _refuse_skip(report)


def _refuse_skip(report: Report) -> Report:
    if report.skipped and "CI" in os.environ and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"CI skips nothing: {report.longrepr}"
    return report


@pytest.fixture(scope="session", autouse=True)
def _write_without_waiting() -> Iterator[None]:
    """Let the disk take its time: what is written survives a killed process, and no test cuts the power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield


@pytest.fixture
def approved(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the approved file of that name in tests/golden."""

    def compare(name: str, text: str) -> None:
        file = APPROVED / name
        if request.config.getoption("--approve"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
        assert file.exists(), f"{name} is not approved yet: pytest --approve, then look at it"
        same = file.read_bytes() == text.encode()
        assert same, f"{name} is not as approved: pytest --approve, then look at the difference"

    return compare


@pytest.fixture(scope="session")
def runtime() -> Runtime:
    """Give what runs the engine in the pages. Skips where there is none."""
    from zinegen.pages import find_runtime  # loads half the program

    found = find_runtime()
    if found is None:
        pytest.skip("nothing runs the engine: make setup installs it where npm is")
    return found


@pytest.fixture(scope="session")
def start_maps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder of maps: each rule set's at the start, and those of the opening that many tests play."""
    from tests.archive.folders import closed, hand_in_opening, made
    from tests.sites import build_site, lay_out, make_once, open_cache  # imports MkDocs

    def make(zine: Path) -> None:
        lay_out(zine)
        game = made(zine)
        hand_in_opening(game)
        closed(game)
        build_site(zine)

    return open_cache(make_once(tmp_path_factory, "start-maps", make)).folder / "maps"


@pytest.fixture(scope="session")
def loaded_python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, ...]]:
    """Give the words that run code as ``python -c`` does, in a process that has loaded the program.

    It is as one that nobody used before, and costs no import of half a second. How the program starts by
    itself is for others to see.
    """
    shared = tmp_path_factory.getbasetemp()
    with run_server(shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) as words:
        yield words


EVIL = "evil.example"
"""A site of somebody else's, whose name leads to this machine."""
# The browser has no way out of this machine; the flags keep it from trying.
_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {EVIL} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
_SIZE: ViewportSize = {"width": 1280, "height": 720}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Give the system's Chromium, headless. Skips where there is none.

    If it is there, without what makes its own window: that takes a fifth less of the processor.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("there is no Chromium: make test installs it")
    from playwright.sync_api import sync_playwright  # takes half a second: for those who need it

    root = os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=[*_FLAGS, "--no-sandbox"] if root else _FLAGS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The system's Firefox, headless. Skips where there is none."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("there is no Firefox: make test installs it")
    marionette = pytest.importorskip("marionette_driver.marionette")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]  # each process of the tests has a Firefox of its own
    # The driver removes the file it is given before it writes one: never a device of the system.
    log = tmp_path_factory.mktemp("firefox") / "gecko.log"
    driver = marionette.Marionette(bin=path, headless=True, port=port, gecko_log=str(log))
    driver.start_session()
    driver.set_window_rect(width=1280, height=1000)
    yield driver
    driver.quit(clean=True, in_app=False)  # asked politely it may not go for a minute


@pytest.fixture(scope="session")
def window(chromium: Browser) -> Page:
    """Give the one page in which all tests of this process look at things: another context takes a second."""
    return chromium.new_context(viewport=_SIZE).new_page()


@pytest.fixture
def page(window: Page) -> Iterator[Page]:
    """Give an empty page that fails the test if it asks anybody but this machine for anything.

    It remembers nothing of the test before, but what listens to it the test takes away itself.
    """
    outside: list[str] = []

    def note_strangers(request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme in {"http", "https"} and url.hostname not in {"127.0.0.1", "localhost"}:
            outside.append(request.url)

    window.on("request", note_strangers)
    yield window
    window.remove_listener("request", note_strangers)
    window.evaluate("origin == 'null' || sessionStorage.clear()")
    every_site = {
        "origin": "*",
        "storageTypes": "local_storage",
    }  # not the one alone that was seen last
    browser = window.context.new_cdp_session(window)
    browser.send("Storage.clearDataForOrigin", every_site)
    browser.detach()
    window.goto("about:blank")
    window.emulate_media(media="null", color_scheme="light", reduced_motion="null")
    window.set_viewport_size(_SIZE)
    assert not outside, f"the page asked others for {outside}"
