"""Chromium and Firefox as the hands of somebody at the desk: the same clicks in both."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page  # takes long: for those who need it

PATIENCE = 30
"""Seconds that are waited for what is to be clicked, as on a machine on which much else is at work."""
SEEN = "arguments[0].scrollIntoView({block: 'center'}); return arguments[0].checkVisibility()"


@dataclass(slots=True)
class ChromiumHands:
    """A page of Chromium."""

    page: Page

    def go(self, address: str) -> None:
        """Go to an address."""
        self.page.goto(address)

    def click(self, path: str) -> None:
        """Click what can be seen."""
        self._find(path).click(timeout=PATIENCE * 1000)

    def type(self, path: str, text: str) -> None:
        """Put what is typed in the place of what stands in a field."""
        field = self._find(path)
        field.click(timeout=PATIENCE * 1000)
        field.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def choose(self, path: str, words: str) -> None:
        """Choose a line of a list."""
        self._find(path).select_option(label=words, timeout=PATIENCE * 1000)

    def ask(self, script: str, *arguments: object) -> object:
        """Return what a script returns in the page; its arguments are data."""
        from playwright.sync_api import Error

        try:
            return self.page.evaluate(f"all => (function () {{{script}}})(...all)", [*arguments])
        except Error as problem:
            if "context was destroyed" not in problem.message:
                raise
            return None  # the page went meanwhile

    def draw(self, file: Path) -> None:
        """Keep a picture of what is seen."""
        self.page.screenshot(path=file)

    def _find(self, path: str) -> Locator:
        return self.page.locator(f"xpath={path}").filter(visible=True).first


@dataclass(slots=True)
class FirefoxHands:
    """A window of Firefox, as its Marionette drives it."""

    driver: Any

    def go(self, address: str) -> None:
        """Go to an address."""
        self.driver.navigate(address)

    def click(self, path: str) -> None:
        """Click what can be seen."""
        self._find(path).click()

    def type(self, path: str, text: str) -> None:
        """Put what is typed in the place of what stands in a field."""
        field = self._find(path)
        field.click()
        self.driver.execute_script("arguments[0].select()", script_args=[field])
        field.send_keys(text)

    def choose(self, path: str, words: str) -> None:
        """Choose a line of a list."""
        line = f"{path}//option[normalize-space()={json.dumps(words, ensure_ascii=False)}]"
        self.driver.find_element("xpath", line).click()

    def ask(self, script: str, *arguments: object) -> object:
        """Return what a script returns in the page; its arguments are data."""
        return self.driver.execute_script(script, script_args=[*arguments], sandbox=None)

    def draw(self, file: Path) -> None:
        """Keep a picture of what is seen."""
        file.write_bytes(base64.b64decode(self.driver.screenshot(full=False)))

    def _find(self, path: str) -> Any:
        found = self.driver.find_elements("xpath", path)
        return next(one for one in found if self.driver.execute_script(SEEN, script_args=[one]))
