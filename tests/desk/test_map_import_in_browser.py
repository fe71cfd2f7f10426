"""A map of eight provinces named wholly by clicks in a real browser, and a game begun on it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_pages import AXE, EVERY_RULE, judged_by_axe
from tests.desk.conftest import OpenDesk
from tests.desk.test_map_import import BARE, HOSTILE, ORDER
from zinegen.archive import Game, open_game

if TYPE_CHECKING:
    from playwright.sync_api import Page  # takes long: for those who need it

CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "iframes": False}
HOMES = {
    "Fell": ("North", "A"),
    "Tarn": ("North", "F"),
    "Beck": ("South", "A"),
    "Dale": ("South", "F"),
}
BAD = ("script", "handler", "picture", "style", "foreign")


@pytest.mark.browser
def test_a_small_drawing_is_named_by_clicks_and_played_on(
    page: Page, zine: Path, loaded_desk: OpenDesk
) -> None:
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text))
    page.on("dialog", lambda one: (said.append(one.message), one.dismiss()))
    texts = "".join(f"<text>{name}</text>" for name in ORDER)
    more = texts + "".join(HOSTILE[kind] for kind in BAD)
    with loaded_desk(zine) as address:
        home = address.partition("/?")[0]
        page.on(
            "request",
            lambda one: said.append(one.url) if not one.url.startswith((home, "data:")) else None,
        )
        page.goto(address)
        page.goto(f"{home}/new")
        page.click("text=A map of your own")
        _judge(page)
        page.set_input_files(
            "#f-drawing",
            {
                "name": "the-meres.svg",
                "mimeType": "image/svg+xml",
                "buffer": BARE.replace("</svg>", f"{more}</svg>").encode(),
            },
        )
        with page.expect_navigation():
            page.click("text=Begin the map")
        _judge(page)
        page.fill("#p-powers", "North\nSouth")
        with page.expect_navigation():
            page.click("text=Go on")
        for name in ORDER:
            assert page.locator(".m-shape--chosen").count() == 1
            if name in HOMES:
                page.select_option("#f-home", HOMES[name][0])
                page.select_option("#f-unit", HOMES[name][1])
            if name in HOMES or name == "Skerry":
                page.check("[name=centre]")
            if name == "Moor":
                _judge(page)
            with page.expect_navigation():
                page.click(f'.m-pick button:text-is("{name}")')
        with page.expect_navigation():  # the path that would run something
            page.click("text=It is no province")
        with page.expect_navigation():
            page.click("text=Check and make the map")
        assert "The Meres is made: 8 provinces." in page.inner_text("[data-told]")
        _judge(page)
        with page.expect_navigation():
            page.click("text=Begin a game on it")
        page.fill("#f-title", "First Flood")
        with page.expect_navigation():
            page.click("text=Begin the game")
        assert "First Flood is ready." in page.inner_text("[data-told]")
    assert said == []
    game = open_game(zine / "games/first-flood")
    assert isinstance(game, Game)
    assert game.is_sound
    assert [*game.settings.players] == ["North", "South"] or game.settings.variant.start.powers == (
        "North",
        "South",
    )


@pytest.mark.browser
def test_the_keyboard_is_enough(page: Page, zine: Path, loaded_desk: OpenDesk) -> None:
    with loaded_desk(zine) as address:
        page.goto(address)
        page.goto(f"{address.partition('/?')[0]}/new/map")
        page.set_input_files(
            "#f-drawing", {"name": "a.svg", "mimeType": "image/svg+xml", "buffer": BARE.encode()}
        )
        page.focus("text=Begin the map")
        page.keyboard.press("Enter")
        page.fill("#p-powers", "North\nSouth")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("#f-name:focus")
        page.keyboard.type("Fell")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("shape-2"))
        page.wait_for_selector("#f-name:focus")
        page.focus(".m-shape--named")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile("shape-1"))
        assert page.input_value("#f-name") == "Fell"


def _judge(page: Page) -> None:
    """Hold a page open to everybody, by day and night, on a telephone and on a wide screen."""
    address = page.url
    page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    page.evaluate(AXE)
    assert judged_by_axe(page, {**EVERY_RULE, "iframes": False})[0] == [], address
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width, address
    page.emulate_media(color_scheme="dark")
    assert judged_by_axe(page, CONTRAST)[0] == [], f"{address} at night"
    page.emulate_media(color_scheme="light")
