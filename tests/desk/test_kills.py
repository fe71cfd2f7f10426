"""The desk killed at any moment: nothing is half-written, and done once more all is done."""

from __future__ import annotations

import os
import random
import re
import shutil
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

from tests.desk.conftest import start_desk
from zinegen.archive import Game, open_game, verify_game
from zinegen.archive.files import TEMPORARY

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
