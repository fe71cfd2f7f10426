"""The desk killed at any moment: nothing is half-written, and done once more all is done.

Publishing is killed with all that works for it, as when the machine goes off. Of what copies a site into a
folder `tests/pages/test_mirror.py` cuts off every step.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest
from starlette.testclient import TestClient

from tests.desk.conftest import elsewhere, git, start_desk
from tests.desk.test_publish import press
from zinegen.archive import Game, open_game, verify_game
from zinegen.archive.files import TEMPORARY
from zinegen.desk import Desk

KILLS = int(os.environ.get("DESK_KILLS", "1"))
SEASON = "games/demo/seasons/1901-1-spring"
MAIL = "Subject: France\n\nA Par - Bur\nF Bre - MAO\nA Mar H\n"
RULING = "[[ruling]]\ndo = 'proceed'\nreason = 'No word.'\n"


class Asker(Protocol):
    """What asks a desk."""

    def get(self, address: str) -> str:
        """Return a page."""

    def post(self, address: str, fields: dict[str, str]) -> str:
        """Send a form, and return the page that follows."""


@dataclass(frozen=True)
class Inside:
    """Asks the desk in this process: what is killed is only the one before it."""

    client: TestClient

    def get(self, address: str) -> str:
        """Return a page."""
        return self.client.get(address).text

    def post(self, address: str, fields: dict[str, str]) -> str:
        """Send a form, and return the page that follows."""
        return self.client.post(address, data=fields).text


@dataclass(frozen=True)
class Browser:
    """Asks a desk over its real address, as a browser does."""

    opener: OpenerDirector
    host: str

    def get(self, address: str) -> str:
        """Return a page."""
        return self.opener.open(self.host + address, timeout=30).read().decode()

    def post(self, address: str, fields: dict[str, str]) -> str:
        """Send a form, and return the page that follows."""
        said, headers = urlencode(fields).encode(), {"Origin": self.host}
        request = Request(self.host + address, said, headers)  # noqa: S310  (of this machine)
        return self.opener.open(request, timeout=30).read().decode()


@contextmanager
def desk_over(zine: Path) -> Iterator[tuple[Browser, Callable[[], None]]]:
    """Open the desk over a zine; gives what asks it, and what kills it."""
    with start_desk(zine) as (address, process):
        opener = build_opener(HTTPCookieProcessor())
        opener.open(address, timeout=30).read()
        yield Browser(opener, address.partition("/?")[0]), process.kill


def take(browser: Asker) -> Callable[[], object]:
    return lambda: browser.post("/games/demo/take", {"text": MAIL})


def close(browser: Asker) -> Callable[[], object]:
    (of,) = set(re.findall(r'name="of" value="([^"]+)"', browser.get("/games/demo/close")))
    return lambda: browser.post("/games/demo/close", {"of": of})


def reopen(browser: Asker) -> Callable[[], object]:
    fields = {"season": "1901-1-spring", "why": "One mail was slow."}
    return lambda: browser.post("/games/demo/reopen", fields)


def save(browser: Asker) -> Callable[[], object]:
    form = browser.get("/games/demo").split('action="/games/demo/seat"')[1]
    (digest,) = re.findall(r'name="digest" value="([^"]*)"', form)[:1]
    fields = {"power": "france", "player": "Bea", "digest": digest}
    return lambda: browser.post("/games/demo/seat", fields)


DONE = {
    take: lambda zine: "A Par - Bur" in (zine / SEASON / "orders/france.toml").read_text(),
    close: lambda zine: (zine / SEASON / "result.json").exists(),
    reopen: lambda zine: not (zine / SEASON / "result.json").exists(),
    save: lambda zine: '"Bea"' in (zine / "games/demo/game.toml").read_text(),
}
"""What is done, and how it is seen that it was."""
LASTS = {take: 0.12, close: 0.15, reopen: 0.06, save: 0.04}
"""Seconds in which each is done, on two cores with little else to do."""


@pytest.mark.slow
@pytest.mark.parametrize("deed", DONE)
def test_a_kill_at_any_moment_leaves_whole_files_and_the_next_desk_ends_the_work(
    zine: Path, client: TestClient, deed: Callable[[Asker], Callable[[], object]]
) -> None:
    (zine / SEASON / "rulings.toml").write_text(RULING)
    if deed is reopen:
        close(Inside(client))()
    start = zine.with_name("start")
    shutil.copytree(zine / "games", start)
    chance, done = random.Random(f"{deed.__name__} 1901"), 0
    for _ in range(KILLS):
        shutil.rmtree(zine / "games")
        shutil.copytree(start, zine / "games")
        with desk_over(zine) as (browser, kill):
            run = threading.Thread(target=ignore_ends, args=(deed(browser),))
            run.start()
            time.sleep(chance.uniform(0, LASTS[deed]))
            kill()
            run.join()
        assert is_whole(zine, begun="1901-2-autumn/season.toml")
        done += DONE[deed](zine)
        if not DONE[deed](zine):
            deed(Inside(client))()
        elif deed is close:
            Inside(client).post("/games/demo/close", {})  # makes what is missing of the next season
        assert DONE[deed](zine)
        assert is_whole(zine)
        assert deed is not close or [*zine.rglob(f"{TEMPORARY}*")] == []
    print(f"killed {KILLS} times during {deed.__name__}, done {done}")  # noqa: T201


def ignore_ends(act: Callable[[], object]) -> None:
    """Do something, whatever becomes of the connection."""
    with suppress(OSError, HTTPException):
        act()


def is_whole(zine: Path, begun: str = "-") -> bool:
    """Tell whether every file of the game can be read, and its records are what the orders give.

    A file whose path ends so may still be missing.
    """
    game = open_game(zine / "games/demo")
    assert isinstance(game, Game)
    wrong = [one for one in game.findings if one.level == "error"]
    assert [one for one in wrong if not one.where.file.endswith(begun)] == []
    return verify_game(zine / "games/demo").is_sound


# ---------------------------------------------------------------------------------------- publishing

PATIENCE = 6
"""Seconds after which it is killed in any case."""


def kill_all(zine: Path, address: str, fields: dict[str, str], turn: int, after: float) -> None:
    """Press a button of a desk, and kill the desk and every process that it has started.

    That is so long after so many of them have been seen: of what is done a kill meets every part alike.
    """
    with desk_over(zine) as (browser, _):
        run = threading.Thread(target=ignore_ends, args=(lambda: browser.post(address, fields),))
        run.start()
        seen, end = set[int](), time.monotonic() + PATIENCE
        while len(seen) < turn and time.monotonic() < end:
            seen.update(find_processes(zine))
        time.sleep(after)
        for one in find_processes(zine):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        run.join()


def find_processes(folder: Path) -> Iterator[int]:
    """Yield the processes that work in a folder, but for this one."""
    for place in Path("/proc").iterdir():
        if place.name.isdigit() and int(place.name) != os.getpid():
            with suppress(OSError):
                if (place / "cwd").resolve().is_relative_to(folder):
                    yield int(place.name)


@pytest.mark.slow
def test_a_repository_holds_every_change_once_whenever_sending_was_killed(
    client: TestClient, desk: Desk, zine: Path, other: Path
) -> None:
    chance, put_back = random.Random(1901), 0
    start = zine.with_name("start")
    for number in range(KILLS):
        elsewhere(other, "about.md", f"theirs {number}\n")
        for name in ("mkdocs.yml", "games/demo/game.toml"):
            (zine / name).write_text((zine / name).read_text() + f"# mine {number}\n")
        shutil.copytree(zine, start, dirs_exist_ok=True)
        kill_all(zine, "/publish/send", {}, chance.randint(3, 40), chance.uniform(0, 0.01))
        page = client.get("/publish").text
        if "put it back" in page:
            assert "If it is left, nothing can be sent." in page
            assert "nothing of yours is lost" in client.post("/publish/put-back").text
            put_back += 1
        said = press(client, desk, "/publish/send")
        assert "Nothing is new: both sides have the same." in client.get("/publish").text, said
        assert git(zine, "status", "--porcelain") == ""
        git(other, "fsck", "--strict")
        for name in ("mkdocs.yml", "games/demo/game.toml"):
            assert git(other, "show", f"main:{name}") == (start / name).read_text()
        assert git(other, "show", "main:about.md") == f"theirs {number}\n"
        assert (zine / "about.md").read_text() == f"theirs {number}\n"
        assert git(other, "log", "--oneline", "main", "--", "mkdocs.yml").count("\n") == number + 2
        assert git(zine, "stash", "list") == ""
    print(f"killed {KILLS} times during send, put back {put_back}")  # noqa: T201
