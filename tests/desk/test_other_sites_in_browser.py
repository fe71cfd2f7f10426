"""What pages of other sites try in the browser in which the desk is open: they get nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.browser.serving import serve
from tests.conftest import EVIL
from tests.desk.conftest import OpenDesk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page  # takes long: for those who need it

pytestmark = pytest.mark.browser
Files = dict[Path, bytes]
PAGE = """<!doctype html><title>evil</title>
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
FROM_INSIDE = """async () => {
    const got = []
    for (const method of ["GET", "POST"])
        for (const path of ["/", "/stop", "/games/demo", "/games/demo/pause", "/assets/desk.js"]) {
            const answer = await fetch(path, { method, credentials: "include" })
            got.push([answer.status, await answer.text()])
        }
    return got }"""
"""What a page can do to whose site the desk belongs, as the browser sees it."""


def read_all(zine: Path) -> Files:
    """Return all files of the zine."""
    return {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()}


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Page]:
    """A page of its own: it goes to sites to which the tests' common one must not go."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("host", ["127.0.0.1", EVIL])
def test_a_page_of_another_origin_neither_reads_nor_does_anything(
    visitor: Page, zine: Path, tmp_path: Path, host: str, loaded_desk: OpenDesk
) -> None:
    """On another port of this machine it is the same site for browsers, and has the cookie; elsewhere not."""
    folder = tmp_path / "evil"
    folder.mkdir()
    before = read_all(zine)
    with loaded_desk(zine) as address, serve(folder) as evil:
        desk = address.partition("/?")[0]
        (folder / "index.html").write_text(PAGE.format(desk=desk))
        visitor.goto(address)
        assert "Today" in visitor.title()
        visitor.goto(evil.replace("127.0.0.1", host))
        got, frame = visitor.evaluate("window.over")
        assert all(one.endswith(": opaque") for one in got), got
        assert "Today" not in frame
        assert "demo" not in frame.lower()
        visitor.goto(address)
        assert "Today" in visitor.title(), "it still runs"
        with pytest.raises(HTTPError, match="401"):
            urlopen(desk)  # noqa: S310  (of this machine)
    assert read_all(zine) == before


def test_a_name_of_somebody_elses_that_leads_here_leads_to_nothing(
    visitor: Page, zine: Path, loaded_desk: OpenDesk
) -> None:
    """DNS rebinding: for the browser the desk then belongs to that site, whose page may ask it anything."""
    before = read_all(zine)
    with loaded_desk(zine) as address:
        visitor.goto(address)
        rebound = address.replace("127.0.0.1", EVIL)
        for one in (rebound, rebound.partition("/?")[0]):  # not even with the token
            answer = visitor.goto(one)
            assert answer is not None
            assert answer.status == 421
            assert visitor.context.cookies(one) == []
        for status, said in visitor.evaluate(FROM_INSIDE):
            assert status == 421
            assert "demo" not in said.lower()
            assert "The Try" not in said
        visitor.goto(address)
        assert "Today" in visitor.title(), "it still runs"
    assert read_all(zine) == before
