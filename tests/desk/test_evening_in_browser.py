"""A GM's first evening: from an empty folder to a zine that is read; and the guide's pictures of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desk.conftest import OpenDesk
from tests.desk.evening import (
    Evening,
    Hands,
    begin_zine,
    close_season,
    look_around,
    publish,
    take_orders,
    write_issue,
)
from tests.desk.hands import ChromiumHands, FirefoxHands
from tests.sites import ROOT, put_maps

MOST_CLICKS, MOST_MINUTES = 120, 15
IN_FIREFOX = bool(int(os.environ.get("DESK_FIREFOX", "0")))
"""Whether the same evening is spent in Firefox, too."""
PICTURES = {
    "new-game": "new",
    "mails": "taken",
    "rulings": "rulings",
    "look": "close",
    "saved": "issue",
    "connected": "publish",
    "today": "today",
}
"""The screens of which the guide has a picture, by what they are called here."""

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, on the machine of somebody who has neither keys nor a name for git."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("ZINEGEN_GM_KEY", raising=False)
    folder = tmp_path / "zine"
    folder.mkdir()
    return folder


def spend(
    hands: Hands,
    empty: Path,
    look: Callable[[str], None],
    open_desk: OpenDesk,
    maps: Path | None = None,
) -> Evening:
    """Spend the evening, and return it; with maps that are drawn already it is shorter."""
    there, served = empty.with_name("lighthouse"), empty.with_name("served")
    begin = ["git", "init", "--quiet", "--bare", "--initial-branch=main", str(there)]
    subprocess.run(begin, check=True)
    with open_desk(empty) as address:
        evening = Evening(hands=hands, look=look)
        begin_zine(evening, address)
        if maps is not None:
            put_maps(empty, maps)
        take_orders(evening, empty)
        close_season(evening)
        write_issue(evening)
        publish(evening, there.as_uri(), served)
        clicks, minutes = evening.clicks, evening.minutes
        look_around(evening)
    assert clicks <= MOST_CLICKS
    assert minutes <= MOST_MINUTES
    sent = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "main"],
        cwd=there,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert "games/foghorn/seasons/1901-1-spring/result.json" in sent
    assert not [one for one in sent if one.endswith((".key", ".secret"))]
    assert "May the fog be kind." in (served / "index.html").read_text()
    assert (served / "games/foghorn/1901-1-spring/index.html").exists()
    return evening


@pytest.mark.parametrize("browser", ["page", *["firefox"] * IN_FIREFOX])
def test_an_evening_from_an_empty_folder_to_readers(
    browser: str,
    empty: Path,
    start_maps: Path,
    loaded_desk: OpenDesk,
    request: pytest.FixtureRequest,
) -> None:
    """In Chromium, and with `--approve` it makes the pictures of the guide; in Firefox by `make long`."""
    found = request.getfixturevalue(browser)
    hands = FirefoxHands(found) if browser == "firefox" else ChromiumHands(found)
    is_drawn = request.config.getoption("--approve") and browser == "page"

    if is_drawn:
        found.set_viewport_size({"width": 1280, "height": 960})

    def look(name: str) -> None:
        if is_drawn and name in PICTURES:
            if name == "saved":
                found.frame_locator("[name=preview]").locator("p").first.wait_for()
            if name == "connected":  # it names a folder of this machine
                hands.ask("document.querySelector('[data-told]').remove()")
            hands.ask("document.activeElement.blur(); scrollTo(0, 0)")
            hands.draw(ROOT / f"docs/images/desk-{PICTURES[name]}.png")

    evening = spend(hands, empty, look, loaded_desk, start_maps)
    assert set(PICTURES) <= set(evening.screens)
