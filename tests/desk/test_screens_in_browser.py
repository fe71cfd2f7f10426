"""Screens of the desk in a real browser: open to everybody, on telephones too; the policy refuses nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_pages import AXE, EVERY_RULE, judged_by_axe
from tests.desk.conftest import OpenDesk

if TYPE_CHECKING:
    from playwright.sync_api import Page  # takes long: for those who need it

GAME = "/games/demo"
OF_A_GAME = ["", "/desk/#france", "/close", "/orders/france", "/remind", "/history", "/reopen"]
MAIL = "From: bea@example.org\nSubject: France\n\nA Par - Bur\nF Bre - Nrt\nA Mar H\n"
SCREENS = [
    "/new",
    "/new?variant=deluge2",
    "/publish",
    "/issues",
    "/issues/1",
    "/settings",
    "/settings/games.demo",
    "/settings/lists",
    "/settings/zine/text",
    "/safe",
]
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "iframes": False}


@pytest.mark.browser
def test_each_screen_is_open_to_everybody_and_fits_a_telephone(
    page: Page, zine: Path, loaded_desk: OpenDesk
) -> None:
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text))
    with loaded_desk(zine) as address:
        page.goto(address)
        page.goto(address.partition("/?")[0] + GAME)
        page.fill("#take-text", MAIL)
        page.check("[name=anyway]")
        with page.expect_navigation():
            page.click("text=Take in >> nth=-1")
        for screen in ["/", *SCREENS, *(GAME + one for one in OF_A_GAME)]:
            page.goto(address.partition("/?")[0] + screen)
            page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
            page.evaluate(AXE)
            wrong, _ = judged_by_axe(page, {**EVERY_RULE, "iframes": False})
            assert wrong == [], screen
            page.set_viewport_size({"width": 390, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == 390, screen
            page.set_viewport_size({"width": 1920, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == 1920, screen
            page.set_viewport_size({"width": 1280, "height": 800})
            page.emulate_media(color_scheme="dark")
            assert judged_by_axe(page, CONTRAST)[0] == [], f"{screen} at night"
            page.emulate_media(color_scheme="light")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main", (
            "the first key leads past the head"
        )
    assert said == []
