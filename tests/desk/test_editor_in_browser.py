"""The editor of issues in a real browser: the page beside the text, drafts that outlive the tab, pictures."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.listening import expect
from tests.desk.conftest import OpenDesk

TEXT = "---\nnumber: 1\ndate: 2026-11-02\ntitle: One\n---\nHello.\n"


@pytest.mark.browser
def test_what_is_typed_is_shown_outlives_the_tab_and_is_saved_once(
    page: Page, zine: Path, loaded_desk: OpenDesk
) -> None:
    issue = zine / "site_src/issues/1.md"
    issue.parent.mkdir(parents=True, exist_ok=True)
    issue.write_text(TEXT)
    with loaded_desk(zine) as address:
        page.goto(address)
        place = address.partition("/?")[0] + "/issues/1"
        page.goto(place)
        shown = page.frame_locator("iframe[name=preview]")
        expect(shown.locator("p").first).to_contain_text("Hello.")
        page.fill("#f-prose", "Hello *again*.")
        expect(shown.locator("em").first).to_have_text("again")
        photo = BytesIO()
        Image.new("RGB", (40, 20), "red").save(photo, "PNG")
        picture = {"name": "Cat.png", "mimeType": "image/png", "buffer": photo.getvalue()}
        page.set_input_files("#f-pictures", [picture])
        page.click("[data-pictures] button")
        expect(page.locator("#f-prose")).to_have_value(
            "Hello *again*.\n\n![What the picture shows](../pictures/cat.png)\n\n"
        )
        expect(shown.locator("img[src^='data:image/png']")).to_have_count(1)
        page.goto(address.partition("?")[0])
        page.goto(place)
        expect(page.locator("#f-prose")).to_have_value(
            "Hello *again*.\n\n![What the picture shows](../pictures/cat.png)\n\n"
        )
        assert issue.read_text() == TEXT
        page.click("text=Save")
        expect(page.locator("[data-done]")).to_contain_text("Issue 1 is saved")
        assert "Hello *again*." in issue.read_text()
        issue.write_text(TEXT)
        page.goto(place)
        expect(page.locator("#f-prose")).to_have_value("Hello.\n")


@pytest.mark.browser
def test_a_draft_of_an_older_version_is_never_written_over_a_newer_one(
    page: Page, zine: Path, loaded_desk: OpenDesk
) -> None:
    issue = zine / "site_src/issues/1.md"
    issue.parent.mkdir(parents=True, exist_ok=True)
    issue.write_text(TEXT)
    with loaded_desk(zine) as address:
        page.goto(address)
        place = address.partition("/?")[0] + "/issues/1"
        page.goto(place)
        page.fill("#f-prose", "mine")
        issue.write_text(TEXT.replace("Hello.", "Somebody else's."))
        page.goto(address.partition("?")[0])
        page.goto(place)
        expect(page.locator("#f-prose")).to_have_value("mine")
        page.click("text=Save")
        expect(page.locator("[role=alert]")).to_contain_text("was changed since")
        assert "Somebody else's." in issue.read_text()
