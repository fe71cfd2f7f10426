"""A map that answers, in a real browser: by mouse, keys and touch; quiet until it is touched."""

import re

import pytest

from tests.browser.listening import listening, wait_until
from tests.browser.test_pages import AXE, judged_by_axe

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(played_address):
    """The report of a season in which Munich and Galicia meet."""
    return f"{played_address}games/quake/1901-1-spring/"


@pytest.fixture
def reader(page, address):
    """The report, which fails the test when it says anything in the console."""
    page.set_viewport_size({"width": 1280, "height": 900})
    with listening(page) as said:
        page.goto(address)
        yield page
    assert not said


def open_map(page):
    """Point at the map after the season, and wait until it answers."""
    page.locator(".z-compare__after").hover(position={"x": 900, "y": 300})
    page.locator(".z-touch").nth(1).wait_for()


def card(page):
    """Return what the card of the first figure says."""
    return re.sub(r"\s+", " ", page.locator(".z-card-of-map").first.inner_text())


def test_nothing_of_the_table_is_fetched_before_the_map_is_touched(page, address):
    """And what is there before is small."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address, wait_until="networkidle")
    assert not [url for url in asked if "map-table" in url or url.endswith("map.json")]


def test_whoever_looks_for_a_province_is_told_its_neighbours_and_which_are_new(reader):
    """Galicia touches Munich since this season, and Bohemia and Silesia have parted."""
    open_map(reader)
    reader.locator(".z-panel input").first.fill("gal")
    assert "Galicia Gal Land" in card(reader)
    assert "Mun new" in card(reader).replace("Munnew", "Mun new")
    reader.locator(".z-panel input").first.fill("bohem")
    assert "No longer Sil" in re.sub("(?i)no longer", "No longer", card(reader))
    lit = "() => [...document.querySelectorAll('.z-touch .is-near')].map(one => one.dataset.key)"
    assert {"Mun", "Gal", "Vie", "Tyr"} <= set(reader.evaluate(lit))
    reader.locator(".z-panel input").first.fill("xyz")
    assert card(reader) == "No province is called “xyz”."


def test_the_arrow_keys_walk_over_the_map_and_escape_lets_go(reader):
    """One stop of the keyboard a map."""
    open_map(reader)
    reader.locator(".z-panel input").first.fill("Par")
    reader.keyboard.press("Enter")
    assert reader.evaluate("document.activeElement.getAttribute('role')") == "application"
    reader.keyboard.press("ArrowRight")
    assert "Burgundy" in card(reader)
    reader.keyboard.press("Escape")
    assert card(reader) == ""


def test_what_was_ordered_is_told_and_leads_to_its_line_and_back(reader):
    """The two armies that bounced at Tyrolia."""
    open_map(reader)
    reader.locator(".z-panel input").first.fill("vie")
    assert "A Vie - Tyr fails: bounced with Germany's A Mun" in card(reader)
    reader.locator(".z-card-of-map a", has_text="A Vie - Tyr").first.click()
    assert reader.url.endswith("#a-vie-tyr")
    line = reader.locator("li#a-vie-tyr")
    line.hover()
    reader.locator(".z-mark.is-lit[data-order=a-vie-tyr]").first.wait_for(state="attached")
    reader.locator(".z-mark.is-blamed[data-order=a-mun-tyr]").first.wait_for(state="attached")
    assert "is-lit" in line.get_attribute("class")


def test_a_click_on_an_arrow_is_one_on_the_province_whose_order_it_is(reader):
    """The arrows lie above the provinces, and hide none of them."""
    reader.get_by_role("tab", name="Moves").click()
    figure = reader.locator("figure[data-stage=Moves]")
    figure.locator("a[data-map]").hover(position={"x": 20, "y": 120})
    mark = figure.locator(".z-mark[data-order=a-vie-tyr]").first
    mark.wait_for(state="attached")
    mark.dispatch_event("click")
    assert "Vienna" in figure.locator(".z-card-of-map").inner_text()


def test_a_tap_opens_the_card_and_not_the_picture(chromium, address):
    """On a phone, where nothing hovers."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(address)
    page.locator(".z-compare__after").tap(position={"x": 300, "y": 150})
    page.locator(".z-card-of-map p").first.wait_for()
    assert page.url == address
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_only_ctrl_and_the_wheel_zoom_so_that_the_page_scrolls(reader):
    """Plus and minus do, too."""
    open_map(reader)
    scale = "getComputedStyle(document.querySelector('.z-layer')).transform.split(/[(,]/)[1]"
    reader.mouse.wheel(0, 200)
    wait_until(reader, "scrollY > 0")
    reader.locator(".z-touch").nth(1).focus()
    reader.keyboard.press("+")
    wait_until(reader, f"parseFloat({scale}) > 1.2")


def test_one_power_can_be_shown_alone(reader):
    """Its provinces and those with its units stay as they are."""
    open_map(reader)
    button = reader.get_by_role("button", name="Turkey").first
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    clear = """() => [...document.querySelectorAll(".z-touch")][1]
        .querySelectorAll("path[data-key]:not(.is-other)").length"""
    assert reader.evaluate(clear) == 3
    button.click()
    assert reader.evaluate(clear) > 70


def test_axe_finds_nothing_wrong_with_an_open_map(reader):
    """WCAG 2.2 A and AA."""
    open_map(reader)
    reader.locator(".z-panel input").first.fill("spa")
    reader.evaluate(AXE)
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    wrong, _ = judged_by_axe(reader, {"runOnly": {"type": "tag", "values": tags}})
    assert wrong == []


LATER = '{"format": 99, "before": {"provinces": {}}, "after": {"provinces": {}}}'


@pytest.mark.parametrize("spoilt", ["", "{}", LATER])
def test_where_the_facts_are_spoilt_the_map_leads_to_its_picture(page, address, spoilt):
    """As it does without the script."""
    page.route("**/map.json", lambda route: route.fulfill(body=spoilt))
    page.goto(address)
    page.locator(".z-compare__after").click(position={"x": 900, "y": 300})
    page.wait_for_url("**/*.svg")
    page.unroute("**/map.json")


def test_all_maps_of_a_report_share_one_place_with_a_tab_for_each(reader, address):
    """By mouse, by keys, by an address that ends in a map's name, and from an order's line."""
    shown = """() => [...document.querySelectorAll("figure[data-stage]")]
        .filter(one => one.checkVisibility()).map(one => one.dataset.stage)"""
    names = ["Before and after", "Moves", "Retreats", "Map events", "Changes of the map"]
    tabs = reader.get_by_role("tab")
    assert tabs.all_inner_texts() == names
    assert reader.evaluate(shown) == names[:1]
    tabs.first.focus()
    reader.keyboard.press("ArrowRight")
    assert reader.evaluate(shown) == names[1:2]
    reader.goto(f"{address}#map-changes-of-the-map")
    assert reader.evaluate(shown) == names[4:]
    reader.locator("li#a-vie-tyr .z-order").click()
    assert reader.evaluate(shown) == names[1:2]
    reader.goto(f"{address}#after")
    assert reader.locator(".z-compare input").input_value() == "0"
    reader.emulate_media(media="print")
    assert reader.evaluate(shown) == names
    reader.emulate_media(media="screen")
