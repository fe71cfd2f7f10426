"""Orders clicked for a power: the order desk of the site in the GM's desk, which hands in through `take`."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import create_server
from time import sleep
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from tests.browser.listening import expect, listening
from tests.desk.conftest import OpenDesk, git
from zinegen.archive import NewGame, make_key_pair, new_game
from zinegen.desk import SCREENS, Desk
from zinegen.desk.routes import Route
from zinegen.drawing import draw_before

if TYPE_CHECKING:
    from playwright.sync_api import Page  # takes long: for those who need it

    from zinegen.drawing import Scene
    from zinegen.game.state import GameState

SEASON = "games/demo/seasons/1901-1-spring"
NOTE = r'note = "Italy: do \"not\" stir.\nA Mar H, as a last resort – thanks."'
TYPED = r'''"note" = """
It\u0061ly: do "not" \
    stir.

A Mar H, as a last resort \u2013 thanks.""" # typed so
'''
"""The same note, as TOML allows it to be written."""


@pytest.mark.browser
def test_two_clicks_are_a_move_which_is_taken_and_can_be_gone_on_with(
    page: Page, zine: Path, loaded_desk: OpenDesk
) -> None:
    with listening(page) as said, loaded_desk(zine) as address:
        page.goto(address)
        page.goto(address.partition("/?")[0] + "/games/demo")
        page.get_by_role("link", name="Click orders: France").click()
        lines = page.locator(".z-paper textarea")
        page.locator(".z-steps").wait_for()
        for key in ("Par", "Bur"):
            page.locator(f".z-touch path[data-key={key}]").click()
        expect(lines).to_have_value(re.compile("^A Par - Bur$", re.MULTILINE))
        lines.fill(re.sub("(?m)^# *note.*$", "", lines.input_value()) + TYPED)
        page.get_by_role("button", name="Write these orders").click()
        expect(page.get_by_role("status").first).to_contain_text("1 order file is written")
        orders = (zine / SEASON / "orders/france.toml").read_text()
        assert ("A Par - Bur\n" in orders, f"\n{NOTE}\n" in orders) == (True, True)
        page.get_by_role("link", name="Click orders: France").click()
        expect(lines).to_have_value(re.compile("^A Par - Bur$", re.MULTILINE))
        expect(page.locator(".z-desk__said").first).to_have_text(
            re.compile("Still without an order")
        )
        page.locator(".z-steps").wait_for()
        for key in ("Mar", "Spa"):
            page.locator(f".z-touch path[data-key={key}]").click()
        page.get_by_role("button", name="Write these orders").click()
        expect(page.get_by_role("status").first).to_contain_text("1 order file is written")
    orders = (zine / SEASON / "orders/france.toml").read_text()
    assert ("A Par - Bur\n" in orders, "A Mar - Spa\n" in orders, said) == (True, True, [])
    assert f"\n{NOTE}\n" in orders, "it goes on as the orders do"


@pytest.mark.browser
def test_of_a_sealed_game_nothing_stays_in_the_browser(
    page: Page, zine: Path, loaded_desk: OpenDesk
) -> None:
    new_game(zine / "games", "hush", "standard", NewGame(gm_keys=(make_key_pair().public,)))
    with loaded_desk(zine) as address:
        page.goto(address)
        page.goto(address.partition("/?")[0] + "/games/hush/desk/#france")
        page.locator(".z-steps").wait_for()
        page.locator(".z-paper textarea").fill("orders = '''\nA Par - Gas\n'''\n")
        page.goto(address.partition("/?")[0])
        kept = page.evaluate("Object.values(localStorage).join()")
        assert "Gas" not in kept


def test_what_lies_there_is_gone_on_with_but_not_where_orders_are_sealed(
    client: TestClient, zine: Path
) -> None:
    new_game(zine / "games", "hush", "standard", NewGame(gm_keys=(make_key_pair().public,)))
    for game in ("demo", "hush"):
        lines = "A Par - Gas\nF Bre - MAO\nA Mar H"
        client.post(f"/games/{game}/take", data={"power": "france", "text": lines})
        found = client.get(f"/games/{game}/desk/desk.json").json()
        assert ("A Par - Gas" in json.dumps(found)) == (game == "demo")
    assert client.get("/games/demo/desk/choices.json").json()["powers"]
    for file in ("nothing.json", "austria.toml.age", "..%2fgame.toml", "%2e%2e/game.toml"):
        assert client.get(f"/games/demo/desk/{file}").status_code == 404


def test_maps_are_drawn_one_at_a_time(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that ask the shapes of one map at once end the whole program, without a word."""
    drawing, most = [0], []

    def draw(state: GameState) -> Scene:
        drawing.append(drawing[-1] + 1)
        sleep(0.05)
        most.append(drawing[-1])
        drawing.append(drawing[-1] - 1)
        return draw_before(state)

    monkeypatch.setattr("zinegen.desk.screens.ordering.draw_before", draw)
    with ThreadPoolExecutor(3) as several:
        answers = [
            *several.map(lambda _: client.get("/games/demo/desk/map.svg").status_code, range(3))
        ]
    assert (answers, most, desk.drawing.locked()) == ([200] * 3, [1] * 3, False)


@pytest.mark.parametrize("deed", ["look", "send"])
def test_a_server_that_hangs_lets_maps_be_drawn_meanwhile(
    client: TestClient, desk: Desk, zine: Path, other: Path, deed: str
) -> None:
    assert other.is_dir()
    with create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(2) as several:
        server.settimeout(30)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/zine.git"
        git(zine, "remote", "set-url", "origin", address)
        asking = several.submit(client.post, f"/publish/{deed}")
        asked, _ = server.accept()  # and never a word
        with asked:
            drawn = several.submit(client.get, "/games/demo/desk/map.svg").result(30)
            assert drawn.text.startswith("<svg")
            (job,) = desk.jobs.jobs
            assert job.code is None, job.lines
            assert "data-work" in asking.result(30).text
            desk.jobs.give_up(job)
    assert [one.address for one in _list_askers() if one.draws] == []


def _list_askers() -> list[Route]:
    """Return the routes behind which somebody else may be asked."""
    begin = ("/publish", "/jobs", "/stop", "/games/{game}/announce")
    found = [one for screen in SCREENS for one in screen.routes if one.address.startswith(begin)]
    assert len(found) > 10
    return found


def test_scripts_speak_the_zines_language(client: TestClient, zine: Path) -> None:
    assert "export const messages = {}" in client.get("/assets/messages.js").text
    text = (zine / "mkdocs.yml").read_text().replace("language: en", "language: de")
    (zine / "mkdocs.yml").write_text(text)
    assert '"adjustments": "Auf- und Abbau"' in client.get("/assets/messages.js").text


def test_what_is_no_order_file_is_refused_at_its_line_and_a_vote_is_told(
    client: TestClient, zine: Path
) -> None:
    head = 'game = "demo"\nseason = "1901-1-spring"\npower = "france"\n'
    orders = "orders = '''\nA Par - Bur # east\nF Bre - MAO\n  A Mar H\n'''\n"
    for broken, told in (
        (f"{head}orders = '''\nA Par - Bur\n", "line 6: "),
        (head.replace("france", "italy") + orders, "line 3: "),
        (f"{head}{orders}sprung = 1\n", "line 9: "),
    ):
        answer = client.post("/games/demo/take", data={"power": "france", "file": broken})
        assert (answer.status_code, told in answer.text) == (409, True), answer.text
    assert not (zine / SEASON / "orders/france.before-1.toml").exists()
    fields = {"power": "france", "file": f'{head}{orders}vote = "draw"\n'}
    page = client.post("/games/demo/take", data=fields).text
    assert "The vote is not taken in with the orders" in page
    written = (zine / SEASON / "orders/france.toml").read_text()
    assert "A Par - Bur\nF Bre - MAO\nA Mar H\n" in written
