"""Screens of the desk in Firefox, by day and night, on telephones and large screens; and pictures of them."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_firefox import run, wait_until
from tests.desk.conftest import OpenDesk
from tests.desk.test_screens_in_browser import GAME, OF_A_GAME, SCREENS

__test__ = bool(int(os.environ.get("DESK_SCREENS", "0")))
"""Whether screens are looked at in Firefox, too: pytest finds no test here else."""
PICTURES = os.environ.get("DESK_PICTURES", "")
"""The folder in which pictures of all screens are kept; empty: nowhere."""
WIDTHS = (390, 1440)
SCHEMES = {"light": 1, "dark": 0}
SCHEME = "layout.css.prefers-color-scheme.content-override"
ORDERS = "A Par - Bur\nF Bre - Nrt\nA Mar H"
OF_TWO = "A Vie - Gal\nA Mun - Ruh"
NARROW = """gBrowser.selectedBrowser.style.minWidth = "0"
    gBrowser.selectedBrowser.style.maxWidth = arguments[0]"""
TAKE = """const [game, text, power, done] = arguments
    const all = new FormData()
    for (const [name, value] of Object.entries({ text, power, anyway: "on" })) all.append(name, value)
    fetch(`${game}/take`, { method: "POST", body: all }).then(answer => done(answer.url))"""
OPEN = "document.querySelectorAll('details').forEach(one => (one.open = true))"
DONE = "document.readyState == 'complete' && [...document.images].every(one => one.complete)"

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def looked_at(firefox: Any) -> Iterator[Any]:
    """Firefox, which is given back as it was."""
    yield firefox
    firefox.clear_pref(SCHEME)
    _set_width(firefox, 0)
    firefox.set_window_rect(width=1280, height=1000)


def _set_width(firefox: Any, width: int) -> None:
    """Make the page so wide, also where windows cannot be so narrow; 0: as wide as the window."""
    firefox.set_window_rect(width=max(width, 500), height=900)
    with firefox.using_context("chrome"):
        firefox.execute_script(NARROW, script_args=[f"{width}px" if width else ""])
    if width:
        wait_until(firefox, f"innerWidth == {width}")


def test_each_screen_fits_and_is_pictured_by_day_and_night(
    looked_at: Any, zine: Path, loaded_desk: OpenDesk
) -> None:
    firefox = looked_at
    with loaded_desk(zine) as address:
        desk = address.partition("/?")[0]
        firefox.navigate(address)
        firefox.timeout.script = 60
        firefox.execute_async_script(TAKE, script_args=[f"{desk}{GAME}", ORDERS, "france"])
        refused = firefox.execute_async_script(TAKE, script_args=[f"{desk}{GAME}", OF_TWO, ""])
        told = refused.removeprefix(desk)
        for screen in ["/", told, *SCREENS, *(GAME + one for one in OF_A_GAME)]:
            name = "refused" if screen == told else screen.strip("/").replace("/", "-") or "today"
            for width in WIDTHS:
                _set_width(firefox, width)
                for scheme, number in SCHEMES.items():
                    firefox.set_pref(SCHEME, number)
                    firefox.navigate(desk + screen)
                    wait_until(firefox, DONE)
                    run(firefox, OPEN)
                    assert run(firefox, "document.querySelector('main h1')?.innerText"), screen
                    wide = run(firefox, "document.documentElement.scrollWidth")
                    assert wide <= width, f"{screen} is wider than {width}"
                    if PICTURES:
                        file = Path(PICTURES) / f"{name}-{width}-{scheme}.png".replace("?", "-")
                        file.parent.mkdir(parents=True, exist_ok=True)
                        file.write_bytes(base64.b64decode(firefox.screenshot(full=True)))
