"""The search as readers use it: by keyboard, by touch, narrowed, from a folder, and without scripts."""

import re
from urllib.parse import quote

import pytest

from tests.browser.listening import expect, listening, wait_until
from tests.browser.serving import answering
from zinegen.pages.search.pagefind import has_pagefind

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not has_pagefind(), reason="Pagefind is not installed"),
]


@pytest.fixture
def reader(page, played_address):
    """The search page, which says nothing in the console."""
    with listening(page) as said:
        page.goto(f"{played_address}find/")
        yield page
    assert not said


def hits(page):
    """Return the hits of what is asked now, once something is said of them."""
    expect(page.locator(".z-finder__state")).to_have_text(re.compile(r"\d|Nothing"))
    expect(page.locator(".z-hits")).not_to_have_attribute("aria-busy", "true")
    return page.locator(".z-hits > li").all_inner_texts()


def asked(page, address, words, **choices):
    """Return the hits of a search."""
    query = "&".join(f"{key}={quote(text)}" for key, text in {"q": words, **choices}.items())
    page.goto(f"{address}find/?{query}")
    return hits(page)


@pytest.mark.parametrize(
    "typed", ["A Mun - Tyr", "a mun-tyr", "A Mun – Tyr", "Munich moves Tyrolia"]
)
def test_an_order_is_one_hit_that_tells_what_came_of_it(reader, played_address, typed):
    first, *_ = asked(reader, played_address, typed)
    assert first.splitlines()[0] == "A Mun - Tyr"
    assert "Quake, Spring 1901 Germany: fails, bounced" in first


def test_it_leads_to_the_line(reader, played_address):
    asked(reader, played_address, "A Mun - Tyr")
    reader.locator(".z-hits a").first.click()
    reader.wait_for_url("**/games/quake/1901-1-spring/#a-mun-tyr")
    line = reader.locator("li#a-mun-tyr")
    assert line.inner_text().startswith("A Mun - Tyr")
    assert line.evaluate("one => one.matches(':target') && one.checkVisibility()")


def test_it_is_used_by_keyboard_alone(reader):
    reader.locator("#find-words").wait_for()
    reader.keyboard.press("/")
    reader.keyboard.type("A Rum - Bul")
    assert hits(reader)[0].startswith("A Rum - Bul")
    assert reader.evaluate("location.search") == "?q=A+Rum+-+Bul"
    reader.keyboard.press("ArrowDown")
    assert reader.evaluate("document.activeElement.closest('.z-hits') !== null")
    reader.keyboard.press("ArrowUp")
    assert reader.evaluate("document.activeElement.name") == "q"
    reader.keyboard.press("ArrowDown")
    reader.keyboard.press("Enter")
    reader.wait_for_url("**#a-rum-bul")
    reader.go_back()
    assert hits(reader)[0].startswith("A Rum - Bul")  # it is still there


def test_what_is_found_late_of_older_words_is_never_shown(reader):
    """Nor for the moment before it is looked for what has been typed since."""
    asked, late = "**/fragment/*", []
    reader.route(asked, lambda route: late.append(route))  # noqa: PLW0108  (it must be a function)
    words = reader.locator("#find-words")
    words.fill("Gulf of Lyon")
    with reader.expect_request(asked):
        pass
    words.fill("A Rum - Bul")
    with reader.expect_response(asked):
        for route in late:
            route.continue_()
    reader.unroute(asked)
    assert hits(reader)[0].startswith("A Rum - Bul")


def test_it_can_be_narrowed(reader, played_address):
    everything = asked(reader, played_address, "bul")
    orders = asked(reader, played_address, "bul", kind="order", power="russia")
    assert 0 < len(orders) < len(everything)
    assert all("Russia" in one for one in orders)
    assert asked(reader, played_address, "omnibus zebra", kind="order", power="turkey") == []
    assert "Nothing is found" in reader.locator(".z-finder__state").inner_text()
    asked(reader, played_address, "bul", kind="order", power="russia")
    reader.get_by_label("Power").select_option("Turkey")
    wait_until(reader, "document.querySelector('.z-hits > li')?.innerText.includes('Turkey')")
    assert "power=turkey" in reader.evaluate("location.search")


@pytest.mark.parametrize("name", ["Gulf of Lions", "LYO", "GOL", "lyons"])
def test_a_province_is_found_by_each_of_its_names(reader, played_address, name):
    (first, *_) = asked(reader, played_address, name, kind="province")
    assert first.startswith("Gulf of Lyon (GOL)")
    reader.locator(".z-hits a").first.click()
    wait_until(reader, "document.querySelector('li:target')?.textContent.includes('Gulf of Lyon')")


def test_on_a_phone_a_tap_leads_to_it(page, played_address):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{played_address}about/")
    assert not page.locator(".z-find").is_visible()
    page.get_by_role("link", name="Search").click()
    wait_until(page, "document.activeElement?.name == 'q'")  # none while a page is loaded
    page.keyboard.type("tyrolia")
    assert any("Tyr" in one for one in hits(page))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_index_that_cannot_be_read_is_told(chromium, played_address):
    with answering("*.pf_meta", "spoilt"), chromium.new_context() as context:  # it has kept nothing
        page = context.new_page()
        page.goto(f"{played_address}find/?q=tyrolia")
        said = page.locator(".z-finder__state")
        wait_until(page, "document.querySelector('.z-finder__state').textContent")
        assert "cannot read its index" in said.inner_text()
        assert page.locator("#by-game").is_visible()


def test_opened_as_a_file_it_says_why_there_is_none(page, played_site):
    page.goto((played_site / "find" / "index.html").as_uri())
    assert "opened as a file" in page.locator(".z-finder__file").inner_text()
    assert page.locator("#by-game").is_visible()
    assert page.locator(".z-finder form").count() == 0


def test_without_scripts_there_is_the_index(chromium, played_address):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{played_address}find/?q=tyrolia")
        assert "needs JavaScript" in page.locator("noscript").text_content()
        assert page.locator(".z-finder form").is_hidden()
        for title in ("By game", "By province"):
            assert page.get_by_role("heading", name=title).is_visible()
        links = page.locator(".z-index a")
        addresses = links.evaluate_all("all => all.map(one => one.getAttribute('href'))")
        assert any(re.search("games/quake/1901-1-spring/$", one) for one in addresses)
