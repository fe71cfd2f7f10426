"""A GM's evening at the desk in a browser, from mails to a closed season; and what other pages try."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.browser.listening import listening, wait_until
from tests.browser.serving import serve
from tests.desk.conftest import open_desk

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


def test_from_mails_to_a_closed_season_and_back(reader: Page, zine: Path, tmp_path: Path) -> None:
    clicks = 0

    def click(name: str | re.Pattern[str], role: str = "button") -> None:
        nonlocal clicks
        clicks += 1
        with reader.expect_navigation():
            reader.get_by_role(role, name=name, exact=isinstance(name, str)).first.click()

    with open_desk(zine) as address:
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


EVIL = """<!doctype html><title>evil</title>
<form method="post" action="{desk}/stop" target="inside"><input name="a" value="b"></form>
<form method="post" action="{desk}/games/demo/pause" enctype="text/plain" target="inside">
<input name="why" value="evil"></form>
<iframe name="inside" src="{desk}/"></iframe><img src="{desk}/games/demo">
<script src="{desk}/assets/desk.js"></script><link rel="stylesheet" href="{desk}/assets/desk.css">
<script>
const got = []
const note = (what, word) => got.push(`${{what}}: ${{word}}`)
const desk = "{desk}"
const tries = []
for (const mode of ["cors", "no-cors"]) for (const method of ["GET", "POST"])
    for (const path of ["/", "/stop", "/games/demo/pause", "/?token=x"])
        tries.push(fetch(desk + path, {{method, mode, credentials: "include"}})
            .then(async one =>
                note(`${{mode}} ${{method}} ${{path}}`, one.type === "opaque" ? "opaque" : await one.text()))
            .catch(() => {{}}))
tries.push(fetch(desk + "/stop", {{method: "POST", mode: "cors", credentials: "include",
    headers: {{"Content-Type": "application/json", "X-Own": "1"}}}}).catch(() => {{}}))
tries.push(new Promise(done => {{
    const one = new WebSocket(desk.replace("http", "ws") + "/")
    one.onopen = () => (note("socket", "open"), done()); one.onerror = done }}))
tries.push(new Promise(done => {{
    navigator.sendBeacon(desk + "/stop", "a=b"); setTimeout(done, 200) }}))
document.forms[0].submit()
setTimeout(() => document.forms[1].submit(), 100)
window.over = Promise.all(tries).then(() => new Promise(done => setTimeout(done, 400))).then(() => {{
    let frame = "closed"
    try {{ frame = window.frames[0].document.body.innerText }} catch {{}}
    return [got, frame] }})
</script>
"""


def test_a_page_of_another_origin_in_the_same_browser_neither_reads_nor_does_anything(
    page: Page, zine: Path, tmp_path: Path
) -> None:
    """It lies on the same machine, on another port: for browsers the same site, so the cookie is sent."""
    folder = tmp_path / "evil"
    folder.mkdir()
    before = {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()}
    with open_desk(zine) as address, serve(folder) as evil:
        desk = address.partition("/?")[0]
        (folder / "index.html").write_text(EVIL.format(desk=desk))
        page.goto(address)
        assert "Today" in page.title()
        page.goto(evil)
        got, frame = page.evaluate("window.over")
        assert all(one.endswith(": opaque") for one in got), got
        assert "Today" not in frame
        assert "demo" not in frame.lower()
        page.goto(address)
        assert "Today" in page.title(), "it still runs"
        with pytest.raises(HTTPError, match="401"):
            urlopen(desk)  # noqa: S310  (of this machine)
    page.context.clear_cookies()
    assert {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()} == before
