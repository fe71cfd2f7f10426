"""The page on which a reader checks a game: in the browser, with what is sealed opened there."""

import json
from pathlib import Path

import pytest

from tests.browser.serving import answering
from tests.browser.test_pages import AXE, EVERY_RULE, judged_by_axe

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGE, FIRST, SECOND = "games/half-life/check/", "2020-3-winter-placement", "2021-1-spring"
RIGHT = [
    "Nothing is wrong with this season.",
    "All 11 digests in the record are those of what is published.",
    "All 7 sealed files hold the orders that were published.",
    "Nothing was thrown.",
    "Judged again, all 22 orders come out as recorded.",
]


@pytest.fixture(scope="module")
def page_of_module(chromium, played_address, runtime):
    """One page for all tests: the engine takes a while to start."""
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{played_address}{PAGE}")
    yield page
    page.close()


OPEN_AGAIN = """async end => {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html")
    document.querySelector("[data-checks]").replaceWith(page.querySelector("[data-checks]"))
    history.replaceState(null, "", end)
    const { openChecks } = await import("/assets/season-checks.js")
    openChecks(document.querySelector("[data-checks]"))
}"""


@pytest.fixture
def reader(page_of_module):
    """The page as if nobody had checked anything yet, at an address that ends in a season."""
    page_of_module.evaluate(OPEN_AGAIN, f"#{SECOND}")
    page_of_module.locator(".z-checks__all button").wait_for()
    return page_of_module


def row(reader, season):
    """Return a season's row once there is something in it."""
    found = reader.locator(f'[id="{season}"]')
    found.locator("strong, output:not(:empty)").first.wait_for(timeout=60_000)
    return found


def checked(reader, season):
    """Return what a season's row says when it was checked, line by line."""
    reader.locator(f'[id="{season}"]:is(.is-right, .is-wrong)').wait_for(timeout=60_000)
    return row(reader, season).locator("output").inner_text().split("\n")


def read_site(played_site, name):
    return Path(played_site, "games", "half-life", name).read_text()


def test_a_season_of_a_secret_game_is_checked_from_the_page_with_one_tap(reader):
    """The link from its report leads to its button; the season before it is checked first, as it must."""
    assert (
        reader.evaluate("document.activeElement.getAttribute('aria-label')") == "Check Spring 2021"
    )
    reader.keyboard.press("Enter")
    assert checked(reader, SECOND) == RIGHT
    assert checked(reader, FIRST)[0] == RIGHT[0]
    assert reader.locator(".is-wrong").count() == 0
    assert reader.evaluate("document.documentElement.scrollWidth") <= 390
    reader.evaluate(AXE)
    wrong, _ = judged_by_axe(reader, EVERY_RULE)
    assert wrong == []


def test_a_tampered_season_is_told_line_by_line(reader, played_site):
    """Somebody has exchanged an order, in what is published and in the record; seals and judge tell it."""
    published = json.loads(read_site(played_site, f"{SECOND}/check.json"))
    orders = published["files"]["opened/england.toml"]
    assert "A Lvp" in orders
    published["files"]["opened/england.toml"] = orders.replace("A Lvp", "A Lpl", 1)
    with answering(f"*/{SECOND}/check.json", json.dumps(published)):
        reader.get_by_role("button", name="Check Spring 2021").click()
        told = checked(reader, SECOND)
    assert told[0] == "Something is wrong with this season."
    what = "seasons/2021-1-spring/opened/england.toml was edited after the season was recorded"
    assert what in told
    assert "opened/england.toml: the published orders are not the ones that were sealed" in told
    assert checked(reader, FIRST)[0] == RIGHT[0]


def test_a_player_finds_the_own_sealed_file_and_is_told_of_one_that_never_came(reader, played_site):
    published = json.loads(read_site(played_site, f"{SECOND}/check.json"))
    sealed = published["files"]["orders/turkey.toml.age"]
    said = reader.locator(".z-checks__found")
    reader.locator("textarea").fill(f"Dear GM,\n{sealed}")
    reader.get_by_role("button", name="Find it").click()
    said.get_by_text("This is the file of Turkey for Spring 2021, and it counted.").wait_for(
        timeout=60_000
    )
    reader.locator("textarea").fill("0123456789ab")
    reader.get_by_role("button", name="Find it").click()
    said.get_by_text("No file with this digest").wait_for()
    name = Path("orders.toml.age")
    file = {"name": name.name, "mimeType": "text/plain", "buffer": sealed.encode()}
    reader.locator(".z-checks input[type=file]").set_input_files(file)
    said.get_by_text("orders/turkey.toml.age").wait_for()


def test_records_that_cannot_be_had_are_told(reader):
    """Offline, or on a site that does not publish them, nothing is called right or wrong by mistake."""
    with answering(f"*/{FIRST}/check.json", ""):
        reader.get_by_role("button", name="Check Winter 2020, placement").click()
        assert checked(reader, FIRST) == [
            "The records of this season are not published on this site."
        ]
    with answering(f"*/{FIRST}/result.json", "{}"):
        reader.get_by_role("button", name="Check Winter 2020, placement").click()
        reader.get_by_text("it is no record of format 1").wait_for()
