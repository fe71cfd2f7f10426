"""The countdown to a deadline, and the same moment in the reader's own zone."""

from datetime import datetime, timedelta

import pytest

from tests.browser.serving import serve
from tests.pages import examples
from tests.sites import example_site

pytestmark = pytest.mark.browser
UNTIL = datetime.fromisoformat(examples.DEADLINE.iso)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The example zine, served on this machine."""
    with serve(example_site(tmp_path_factory.mktemp("zine"), site_url="http://127.0.0.1/")) as it:
        yield it


@pytest.fixture
def page(chromium):
    """A page of a reader in New York whose clock the test sets."""
    with chromium.new_context(timezone_id="America/New_York") as context:
        yield context.new_page()


def test_a_deadline_is_counted_down_and_told_in_the_readers_own_zone(page, address):
    """Once a minute, without a word to screen readers, until it has passed; and nothing moves."""
    page.clock.install(time=UNTIL - timedelta(days=2, hours=3, seconds=30))
    page.goto(f"{address}games/winter/")
    left = page.locator(".z-summary .z-left")
    there = UNTIL - timedelta(hours=5)
    assert left.text_content().startswith("in 2 days 3 hours; ")
    assert left.text_content().endswith(f"{there:%H:%M} your time")
    assert page.locator("[data-until] >> xpath=ancestor-or-self::*[@aria-live]").count() == 0
    high = left.bounding_box()["height"]
    page.clock.run_for(3_600_000)
    assert left.text_content().startswith("in 2 days 2 hours; ")
    assert left.bounding_box()["height"] == high
    page.clock.fast_forward(3 * 86_400_000)
    page.clock.run_for(60_000)
    assert left.text_content() == ""
    assert left.bounding_box()["height"] == high


def test_a_reader_in_the_zone_of_the_game_is_told_the_time_once(chromium, address):
    with chromium.new_context(timezone_id="UTC") as context:
        page = context.new_page()
        page.clock.install(time=UNTIL - timedelta(minutes=1, seconds=30))
        page.goto(f"{address}games/winter/")
        assert page.locator(".z-summary .z-left").text_content() == "in 1 minute"


def test_without_javascript_the_time_stands_there_alone(chromium, address):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}games/winter/")
        assert page.locator(".z-summary time").is_visible()
        assert not page.locator(".z-summary .z-left").is_visible()
