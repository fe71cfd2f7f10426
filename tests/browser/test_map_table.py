"""A map that answers, in a real browser: by mouse, keys and touch; quiet until it is touched."""

import json
import re

import pytest

from tests.browser.listening import TWO_FRAMES, expect, listening, wait_until
from tests.browser.serving import answering
from tests.browser.test_pages import AXE, EVERY_RULE, judged_by_axe

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


def open_first(page):
    """Point at the map after the season, and wait until it answers."""
    page.locator(".z-compare__after").hover(position={"x": 500, "y": 200})
    page.locator(".z-touch").nth(1).wait_for()


@pytest.fixture(scope="module")
def page_of_module(chromium, address):
    """The report with its first map open: for all tests that leave its zoom and its colours alone.

    It has a window of its own: a page behind another draws nothing that moves.
    """
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    open_first(page)
    yield page
    page.close()


@pytest.fixture
def table(page_of_module):
    """The open report as if nobody had touched it, which fails the test when it says anything."""
    page = page_of_module
    with listening(page) as said:
        page.get_by_role("tab").first.click()
        page.locator(".z-panel input").first.fill("")
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
        assert card(page) == ""
        yield page
    assert not said


def open_map(figure):
    """Point at the map of a figure, if no test has done so before."""
    if (link := figure.locator("a[data-map]")).count():
        link.hover(position={"x": 20, "y": 120})
    figure.locator(".z-touch").wait_for()


def card(page):
    """Return what the card of the first figure says."""
    return re.sub(r"\s+", " ", page.locator(".z-card-of-map").first.inner_text())


PARTS = {"map-table.js", "map-facts.js", "polylines.js", "elements.js", "panzoom.js", "map.json"}


def test_nothing_of_the_table_is_fetched_before_the_map_is_touched_and_then_all_at_once(
    page, address
):
    """No part waits for the one that asks for it: here the first never comes."""
    asked, held = [], []
    page.route("**/map-table.js", lambda route: held.append(route))  # noqa: PLW0108  (it must be a function)
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
    page.goto(address, wait_until="networkidle")
    assert not PARTS & set(asked)
    with page.expect_request("**/map.json"):
        page.locator(".z-compare__after").hover(position={"x": 500, "y": 200})
    assert set(asked) >= PARTS
    held[0].abort()
    page.unroute("**/map-table.js")


def test_whoever_looks_for_a_province_is_told_its_neighbours_and_which_are_new(table):
    """Galicia touches Munich since this season, and Bohemia and Silesia have parted."""
    table.locator(".z-panel input").first.fill("gal")
    assert "Galicia Gal Land" in card(table)
    assert "Mun new" in card(table).replace("Munnew", "Mun new")
    table.locator(".z-panel input").first.fill("bohem")
    assert "No longer Sil" in re.sub("(?i)no longer", "No longer", card(table))
    lit = "() => [...document.querySelectorAll('.z-touch .is-near')].map(one => one.dataset.key)"
    assert {"Mun", "Gal", "Vie", "Tyr"} <= set(table.evaluate(lit))
    table.locator(".z-panel input").first.fill("xyz")
    assert card(table) == "No province is called “xyz”."


def test_the_arrow_keys_walk_over_the_map_and_escape_lets_go(table):
    """One stop of the keyboard a map."""
    table.locator(".z-panel input").first.fill("Par")
    table.keyboard.press("Enter")
    assert table.evaluate("document.activeElement.getAttribute('role')") == "application"
    table.keyboard.press("ArrowRight")
    assert "Burgundy" in card(table)
    table.keyboard.press("Escape")
    assert card(table) == ""


def test_whoever_comes_by_keyboard_stays_on_the_map_when_it_opens(reader):
    """The link that was in focus is no longer there then."""
    reader.get_by_role("tab", name="Moves").click()
    reader.locator("figure[data-stage=Moves] a[data-map]").focus()
    wait_until(reader, "document.activeElement.getAttribute('role') == 'application'")
    reader.keyboard.press("ArrowRight")
    figure = reader.locator("figure[data-stage=Moves]")
    assert figure.locator(".z-card-of-map strong").count() == 1
    reader.keyboard.press("Tab")
    assert reader.evaluate("!!document.activeElement.closest('.z-card-of-map dd')")


def test_what_was_ordered_is_told_and_leads_to_its_line_and_back(table):
    """The two armies that bounced at Tyrolia."""
    table.locator(".z-panel input").first.fill("vie")
    assert "A Vie - Tyr fails: bounced with Germany's A Mun" in card(table)
    table.locator(".z-card-of-map a", has_text="A Vie - Tyr").first.click()
    table.wait_for_url("**/#a-vie-tyr")
    line = table.locator("li#a-vie-tyr")
    line.hover()
    table.locator(".z-mark.is-lit[data-order=a-vie-tyr]").first.wait_for(state="attached")
    table.locator(".z-mark.is-blamed[data-order=a-mun-tyr]").first.wait_for(state="attached")
    assert "is-lit" in line.get_attribute("class")


def test_a_click_on_an_arrow_is_one_on_the_province_whose_order_it_is(table):
    """The arrows lie above the provinces, and hide none of them."""
    table.get_by_role("tab", name="Moves").click()
    figure = table.locator("figure[data-stage=Moves]")
    open_map(figure)
    mark = figure.locator(".z-mark[data-order=a-vie-tyr]").first
    mark.wait_for(state="attached")
    mark.dispatch_event("click")
    assert "Vienna" in figure.locator(".z-card-of-map").inner_text()


def test_fingers_open_the_card_and_not_the_picture_drag_the_line_and_zoom(chromium, address):
    """On a phone, where nothing hovers."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    for down in (60, 250):  # where the card will lie, too
        page.goto(address)
        place = page.locator(".z-compare__after")
        place.evaluate("one => scrollTo(0, one.getBoundingClientRect().bottom - innerHeight)")
        place.tap(position={"x": 300, "y": down})
        page.locator(".z-card-of-map p").first.wait_for()
        place, panel = (page.locator(one).last.bounding_box() for one in (".is-here", ".is-open"))
        assert place["y"] + place["height"] <= panel["y"], "the card hides what it tells about"
        assert page.url == address
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".z-panel").first.bounding_box()["height"] < 800 * 0.4
    page.locator("h1").tap()
    expect(page.locator(".z-card-of-map p")).to_have_count(0)
    lines = "[...document.querySelectorAll('.z-powers button')].map(one => one.offsetHeight)"
    assert max(page.evaluate(lines)) < 40
    assert size_of_letters(page, ".z-panel input") >= 16, "the phone would zoom in on the field"
    drag_by_finger(page)
    page.goto(re.sub("quake/.*", "dawn/desk/#austria", address))
    assert size_of_letters(page, ".z-paper textarea") >= 16, "the phone would zoom in on the field"
    context.close()


def size_of_letters(page, field):
    """Return the size of what is written in a field, in pixels."""
    return page.locator(field).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")


def drag_by_finger(page):
    """Drag the line, scroll, pinch and drag what is zoomed, and look at what each does and nothing else."""
    session = page.context.new_cdp_session(page)
    zoom = "getComputedStyle(document.querySelector('.z-layer')).transform"

    def touch(kind, *points):
        places = [{"x": box["x"] + box["width"] * x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def drag(*fingers):
        for count in range(len(fingers)):
            touch("touchStart", *(start for start, _ in fingers[: count + 1]))
        for step in range(1, 6):
            part = step / 5
            touch(
                "touchMove",
                *((a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in fingers),
            )
            page.wait_for_timeout(20)
        page.wait_for_timeout(100)  # or the page would go on scrolling
        touch("touchEnd")
        page.evaluate(TWO_FRAMES)
        return split(page), page.evaluate(zoom), page.evaluate("scrollY")

    page.locator(".z-compare__after").scroll_into_view_if_needed()
    box = page.locator(".z-compare__after").bounding_box()
    y = box["y"] + box["height"] / 2
    part, whole, top = drag(((0.4, y), (0.7, y)))
    assert part == 70
    drag(((0.8, y), (0.8, y - 150)))
    wait_until(page, f"scrollY > {top}")
    page.evaluate("top => scrollTo(0, top)", top)
    zoomed = drag(((0.8, y), (0.75, y)), ((0.85, y), (0.95, y)))
    assert (zoomed[0], zoomed[2]) == (70, top)
    assert zoomed[1] != whole
    moved = drag(((0.9, y), (0.8, y - 40)))
    assert (moved[0], moved[2]) == (70, top)
    assert moved[1] != zoomed[1], "on the map after as on the map before"


def test_only_ctrl_and_the_wheel_zoom_so_that_the_page_scrolls(reader):
    """Plus and minus do, too."""
    open_first(reader)
    scale = "getComputedStyle(document.querySelector('.z-layer')).transform.split(/[(,]/)[1]"
    reader.mouse.wheel(0, 200)
    wait_until(reader, "scrollY > 0")
    reader.locator(".z-touch").nth(1).focus()
    reader.keyboard.press("+")
    wait_until(reader, f"parseFloat({scale}) > 1.2")


def test_one_power_can_be_shown_alone(table):
    """Its provinces, those with its units and those where it orders something stay as they are."""
    button = table.get_by_role("button", name="Turkey").first
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    clear = """() => [...document.querySelectorAll(".z-touch")][1]
        .querySelectorAll("path[data-key]:not(.is-other)").length"""
    assert table.evaluate(clear) == 4  # with Bulgaria, where its army is driven out
    button.click()
    table.get_by_role("button", name="Germany").first.click()
    assert (
        table.locator(".z-touch").nth(1).locator("path[data-key=Tyr]:not(.is-other)").count() == 1
    )
    table.get_by_role("button", name="Germany").first.click()
    assert table.evaluate(clear) > 70


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong_with_an_open_map(reader, scheme):
    """WCAG 2.2 A and AA, by day and by night, with a card, one power alone and an order lit."""
    reader.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_first(reader)
    reader.get_by_role("button", name="Turkey").first.click()
    reader.locator("li#a-vie-tyr").hover()
    reader.locator(".z-panel input").first.fill("spa")
    reader.evaluate("scrollTo(0, 0)")  # what the head covers is no target
    reader.evaluate(AXE)
    wrong, _ = judged_by_axe(reader, EVERY_RULE)
    assert wrong == []


def test_the_map_of_each_phase_answers_for_the_position_in_which_it_was_played(table):
    """When Turkey retreats, Russia stands in Bulgaria; that Munich touches Galicia comes later."""
    table.get_by_role("tab", name="Retreats").click()
    figure = table.locator("figure[data-stage=Retreats]")
    open_map(figure)
    figure.locator(".z-panel input").fill("bul")
    told = re.sub(r"\s+", " ", figure.locator(".z-card-of-map").inner_text())
    assert "A Bul of Russia; A Bul of Turkey, dislodged" in told
    figure.locator(".z-panel input").fill("mun")
    assert "Gal" not in figure.locator(".z-card-of-map").inner_text()
    assert figure.locator(".z-touch").get_attribute("aria-label").startswith("The map: Retreats. ")


def test_every_map_of_the_site_answers_but_those_that_move(played_site):
    """Each leads to facts that hold the position it shows. Small maps in lists lead to pages."""
    seen = set()
    for path in played_site.rglob("*.html"):
        for figure in re.findall(
            r'<figure class="z-map(?! z-motion).*?</figure>', path.read_text(), re.DOTALL
        ):
            for link in re.findall(r"<a [^>]*><img", figure):
                found = re.search(r'data-map="(.*?)" data-position="(.*?)"', link)
                if found is None and "atlas" in path.parts:
                    continue  # of two seasons there that are compared, each leads to its page
                data, position = found.groups()
                file = path.parent / data
                seen.add((file.parent.name, position))
                assert file.is_file()
                if file.name == "map.json":
                    facts = json.loads(file.read_text())
                    between = {one["phase"] for one in facts.get("between", ())}
                    assert position in {"before", "after"} | between, f"{path}: {position}"
    report = "1901-1-spring"
    opened = {"2020-3-winter-placement", "2021-1-spring"}
    assert {name for name, _ in seen} == {report, *opened, "maps", "desk"}
    phases = {"before", "S1901R", "S1901E", "after"}
    assert {position for name, position in seen if name == report} == phases


SPLIT = "document.querySelector('.z-compare input').value"


def split(page):
    """Return how much of the map before is shown, in per cent."""
    return int(page.locator(".z-compare input").input_value())


def press(page, x, y):
    """Press a mouse's button at a point. Of a busy machine's Chromium now and then nothing comes of it."""
    page.evaluate(
        """() => {
            window.isPressed = false
            addEventListener("pointerdown", () => (window.isPressed = true), true)
        }"""
    )
    page.mouse.move(x, y)
    page.mouse.down()
    while not page.evaluate("isPressed"):
        page.mouse.up()
        page.mouse.down()


def test_a_drag_over_the_maps_moves_the_line_and_opens_no_card(reader):
    """Unless they are zoomed: then it moves the maps."""
    open_first(reader)
    for goal in (0.3, 0.6):
        box = reader.locator(".z-compare__after").bounding_box()  # where it lies by now
        x, y = box["x"] + box["width"] * 0.7, box["y"] + 100
        press(reader, x, y)
        reader.mouse.move(box["x"] + box["width"] * goal, y, steps=4)
        reader.mouse.up()
        wait_until(reader, f"Math.abs({SPLIT} - {100 * goal}) < 1")
    reader.mouse.move(0, 0)
    assert card(reader) == ""
    reader.locator(".z-touch").nth(1).focus()
    reader.keyboard.press("+")
    reader.locator(".z-map--zoomed").first.wait_for()
    press(reader, x, y)
    reader.mouse.move(x - 200, y, steps=4)
    reader.mouse.up()
    assert split(reader) == pytest.approx(60, abs=1)


LATER = '{"format": 99, "before": {"provinces": {}}, "after": {"provinces": {}}}'
HOLLOW = '{"format": 2, "before": {"provinces": {"Mun": 7}}, "lines": [], "orders": []}'
SPOILT = "What lies behind this map is spoilt."
NEWER = "What lies behind this map is newer than this page: load the page again."
SPOILT_FACTS = {
    "": SPOILT,
    '{"format": 1, "before": {"prov': SPOILT,
    "[]": SPOILT,
    '{"format": 2, "before": {"provinces": 3}, "lines": {}, "orders": []}': SPOILT,
    LATER: NEWER,
    HOLLOW: NEWER,
}


def test_facts_that_are_spoilt_are_refused_with_a_sentence(page, played_address):
    page.goto(f"{played_address}404.html")
    script = """async () => {
        const { findPosition, loadFacts } = await import("/assets/map-facts.js")
        const facts = loadFacts("/map.json")
        return facts.then(found => findPosition(found, "S1901R")).catch(({ message }) => message)
    }"""
    told = []
    for content in SPOILT_FACTS:
        with answering("/map.json", content):
            told.append(page.evaluate(script))
    assert told == list(SPOILT_FACTS.values())


@pytest.mark.parametrize("spoilt", [LATER, HOLLOW])
def test_where_the_facts_are_spoilt_that_is_said_and_the_map_leads_to_its_picture(
    page, address, spoilt
):
    """As it does without the script."""
    told = SPOILT_FACTS[spoilt]
    with answering("*/map.json", spoilt):
        page.goto(f"{address}#map-retreats")
        place = page.locator("figure[data-stage=Retreats] a[data-map]")
        link = page.locator("figure[data-stage=Retreats] > a")
        place.click(position={"x": 20, "y": 120})
        note = page.locator("figure[data-stage=Retreats] .z-remark")
        assert note.inner_text() == f"{told} Another click opens its picture."
        assert page.locator(".z-panel").count() == 0
        link.click(position={"x": 20, "y": 120})
        page.wait_for_url("**/*.svg#S1901R")


@pytest.mark.parametrize("lost", ["map.json", "*.svg", "map-table.js"])
def test_where_something_cannot_be_fetched_any_more_the_page_stays_and_says_so(page, address, lost):
    """Offline since it was loaded, say."""
    page.goto(address, wait_until="load")
    page.route(f"**/{lost}", lambda route: route.abort())
    page.locator(".z-compare__after").click(position={"x": 500, "y": 200})
    page.locator(".z-remark[role=status]").wait_for()
    told = page.locator(".z-remark[role=status]").all_inner_texts()
    assert len(told) == 1
    assert re.fullmatch(r"(What|The picture|This map) .* just now\. Another .*", told[0])
    assert page.url == address
    page.unroute(f"**/{lost}")


def test_all_maps_of_a_report_share_one_place_with_a_tab_for_each(table, address):
    """By mouse, by keys, by an address that ends in a map's name, and from an order's line."""
    shown = """() => [...document.querySelectorAll("figure[data-stage]")]
        .filter(one => one.checkVisibility()).map(one => one.dataset.stage)"""
    names = [
        "Before and after",
        "Moves",
        "Retreats",
        "Map events",
        "Changes of the map",
        "In motion",
    ]
    tabs = table.get_by_role("tab")
    assert tabs.all_inner_texts() == names
    assert table.evaluate(shown) == names[:1]
    tabs.first.focus()
    table.keyboard.press("ArrowRight")
    assert table.evaluate(shown) == names[1:2]
    table.goto(f"{address}#map-changes-of-the-map")
    wait_until(table, f"({shown})()[0] === '{names[4]}'")
    assert table.evaluate(shown) == names[4:5]
    table.locator("li#a-vie-tyr .z-order").click()
    assert table.evaluate(shown) == names[1:2]
    table.goto(f"{address}#after")
    expect(table.locator(".z-compare input")).to_have_value("0")
    table.emulate_media(media="print")
    assert table.evaluate(shown) == names[:5], "what moves is not printed"
    table.emulate_media(media="screen")


def test_no_section_of_a_report_only_points_to_another(played_site):
    """What was ordered about the map is drawn where its changes are told."""
    html = (played_site / "games/quake/1901-1-spring/index.html").read_text()
    before, changes = html.split('<h2 id="map-changes"')
    assert 'data-stage="Map events"' in changes
    assert "s1901e" not in before
