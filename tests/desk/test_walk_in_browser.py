"""From mails to a closed season and back, at the desk in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.listening import listening, wait_until
from tests.desk.conftest import OpenDesk

if TYPE_CHECKING:
    from playwright.sync_api import Page  # takes long: for those who need it

pytestmark = pytest.mark.browser
MAILS = {
    "Austria": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb",
    "England": "F Lon - NTH\nF Edi - NWG\nA Lvp - Yor",
    "France": "A Par - Bur\nF Bre - Nrt\nA Mar H",
}
CHAT = "A Mun - Ruh\nF Kie - Den\nA Ber - Kie"
SEASON = "games/demo/seasons/1901-1-spring"


@pytest.fixture
def reader(page: Page) -> Iterator[Page]:
    """A page that fails the test when it says anything in the console, and leaves no cookie."""
    with listening(page) as said:
        yield page
    page.context.clear_cookies()
    assert not said


def write_mails(folder: Path) -> list[Path]:
    """Write a mail of each power that sends one."""
    folder.mkdir()
    for power, orders in MAILS.items():
        text = f"From: {power.lower()}@example.org\nSubject: {power}\n\n{orders}\n"
        (folder / f"{power}.eml").write_text(text)
    return sorted(folder.iterdir())


def test_from_mails_to_a_closed_season_and_back(
    reader: Page, zine: Path, tmp_path: Path, loaded_desk: OpenDesk
) -> None:
    clicks = 0

    def click(name: str | re.Pattern[str], role: str = "button") -> None:
        nonlocal clicks
        clicks += 1
        with reader.expect_navigation():
            reader.get_by_role(role, name=name, exact=isinstance(name, str)).first.click()

    with loaded_desk(zine) as address:
        reader.goto(address)
        assert (reader.title(), "token" in reader.url) == ("Today – The Try", False)
        click("Demo", "link")
        reader.set_input_files("#take-files", write_mails(tmp_path / "mails"))
        reader.get_by_label("take it although").check()
        click("Take in")
        told = reader.get_by_role("status")
        assert "3 order files are written." in told.inner_text()
        assert reader.evaluate("document.activeElement.hasAttribute('data-told')")
        assert "d-power--wrong" in (reader.locator("#power-france").get_attribute("class") or "")
        reader.fill("#take-text", CHAT)
        reader.reload()
        assert reader.input_value("#take-text") == CHAT, "a draft outlives its page"
        reader.select_option("#take-power", "germany")
        click("Take in")
        assert reader.input_value("#take-text") == "", "what was taken is no draft any more"
        click(re.compile("Look what would come"), "link")
        reader.get_by_role("textbox", name="Read as").fill("F Bre - MAO")
        for number, choice in enumerate(("read-as", "proceed")):
            field = reader.locator("fieldset").nth(number)
            field.get_by_role("radio").nth(1 if choice == "read-as" else 0).check()
            field.get_by_label("Why").fill("As they said on the phone.")
            clicks += 1
        click("Record these rulings")
        wait_until(reader, "[...document.images].every(one => one.naturalWidth > 100)")
        assert reader.locator(".d-map").count() == 2
        click("Close it")
        assert "is recorded" in reader.get_by_role("status").inner_text()
        assert (zine / SEASON / "result.json").exists()
        click("Take its record back", "link")
        reader.get_by_label("Why").fill("One mail was slow.")
        click(re.compile("Take the record of"))
        assert not (zine / SEASON / "result.json").exists()
        click("Stop the desk")
        assert "The desk is closed" in reader.inner_text("h1")
    assert clicks < 15
