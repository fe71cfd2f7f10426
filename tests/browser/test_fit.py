"""A map fits the window, whole, beside its card or over its panel: on every kind of page."""

import pytest

from tests.browser.listening import TWO_FRAMES, listening, wait_until

pytestmark = pytest.mark.browser

WINDOWS = ((1440, 900), (1366, 768), (1024, 768), (390, 844))
PLACES = """(map) => {
    const place = (one) => one && one.getBoundingClientRect().toJSON()
    const shown = [...document.querySelectorAll(".z-panel")].find(one => one.offsetParent)
    return { map: place(document.querySelector(map)), panel: place(shown) }
}"""
SCROLL = "(map) => scrollBy(0, document.querySelector(map).getBoundingClientRect().top - %d)"
HEAD = 48


@pytest.fixture
def reader(page):
    """A page that fails the test when it says anything in the console."""
    with listening(page) as said:
        yield page
    assert not said


def look(page, address, size, map_):
    """Load a page in a window, and scroll to its map."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("about:blank")
    page.goto(address)
    page.locator(map_).first.wait_for()
    page.evaluate(SCROLL % HEAD, map_)


def resize(page, size, map_):
    """Give a window another size, let the page follow, and scroll to its map."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(TWO_FRAMES)
    page.evaluate(SCROLL % HEAD, map_)


def is_whole(page, map_, size, head=HEAD):
    """Tell whether a map is seen whole below the head, none of it under its panel."""
    found = page.evaluate(PLACES, map_)
    box, panel = found["map"], found["panel"]
    fits = box["top"] >= head - 1 and box["bottom"] <= size[1] + 1 and box["right"] <= size[0]
    return fits and (
        panel is None or panel["left"] >= box["right"] or panel["top"] >= box["bottom"] - 1
    )


def test_the_map_of_a_report_fits_with_its_slider_and_its_legend(reader, played_address, subtests):
    """Beside its card from 960 pixels on, over it where orders stand there or the window is narrow."""
    look(reader, f"{played_address}games/quake/1901-1-spring/", WINDOWS[0], ".z-compare--cropped")
    for size in WINDOWS:
        with subtests.test("quiet", size=size):
            resize(reader, size, ".z-compare--cropped")
            assert is_whole(reader, ".z-compare", size)
    reader.locator(".z-compare__after").dispatch_event("pointerover")
    reader.locator(".z-touch").nth(1).wait_for()
    for size in WINDOWS:
        with subtests.test("open", size=size):
            resize(reader, size, ".z-compare--cropped")
            assert is_whole(reader, ".z-compare", size)
            found = reader.evaluate(PLACES, ".z-compare")
            assert (found["panel"]["left"] >= found["map"]["right"]) == (960 <= size[0] < 1200)
            if size[0] >= 1200:
                orders = reader.locator(".z-season__orders").bounding_box()
                assert orders["x"] >= found["map"]["right"]
            assert reader.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_whoever_chooses_a_power_sees_the_whole_board(reader, played_address, size):
    """Beside the file from 960 pixels on; and so does whoever then chooses a unit."""
    look(reader, f"{played_address}games/dawn/desk/", size, ".z-desk .z-box")
    reader.locator(".z-steps").wait_for(state="attached")
    reader.evaluate("scrollTo(0, 0)")
    reader.get_by_role("button", name="Austria", exact=True).click()
    assert is_whole(reader, ".z-desk .z-box", size)
    reader.locator(".z-touch path[data-key=Bud]").dispatch_event("click")
    reader.locator(".is-choice").first.wait_for(state="attached")
    assert is_whole(reader, ".z-desk .z-box", size)
    sides = "['.z-box', '.z-paper'].map(one => document.querySelector(one).getBoundingClientRect())"
    reach = reader.evaluate(f"(([map, file]) => file.left >= map.right)({sides})")
    assert reach == (size[0] >= 960)


def test_the_board_of_what_if_fits_over_its_buttons(reader, played_address, subtests):
    """They are always in sight, and cover none of it."""
    board = ".z-try .z-box"
    look(reader, f"{played_address}what-if/#games/quake/1901-1-spring", WINDOWS[0], board)
    for size in WINDOWS:
        with subtests.test(size=size):
            resize(reader, size, board)
            assert is_whole(reader, board, (size[0], size[1] - 44))


def test_a_replay_is_seen_whole_with_its_slider_as_the_page_opens(reader, played_address, subtests):
    """Without any scrolling, and no button lies over it."""
    canvas = ".z-replay[data-ready] canvas"
    look(reader, f"{played_address}games/quake/replay/", WINDOWS[0], canvas)
    below = "document.querySelector('.z-replay__controls').getBoundingClientRect()"
    over = "document.querySelector('.z-replay canvas').getBoundingClientRect()"
    for size in WINDOWS:
        with subtests.test(size=size):
            resize(reader, size, canvas)
            reader.evaluate("scrollTo(0, 0)")
            assert is_whole(reader, canvas, size)
            assert reader.evaluate(f"{over}.bottom <= {below}.top && {below}.bottom <= innerHeight")


def test_full_screen_has_the_map_its_slider_and_its_card(reader, played_address, subtests):
    """As large as the screen lets them be."""
    look(reader, f"{played_address}games/quake/1901-1-spring/", WINDOWS[0], ".z-compare--cropped")
    reader.locator(".z-compare__after").dispatch_event("pointerover")
    for size in WINDOWS:
        with subtests.test(size=size):
            resize(reader, size, ".z-compare--cropped")
            reader.get_by_role("button", name="Full screen").first.click()
            wait_until(reader, "document.fullscreenElement")
            box = "document.querySelector('.z-compare').getBoundingClientRect()"
            wait_until(reader, f"{box}.top < 20")
            assert is_whole(reader, ".z-compare", size, head=0)
            box = reader.evaluate(PLACES, ".z-compare")["map"]
            assert box["width"] > 0.9 * size[0] or box["height"] > 0.85 * size[1]
            reader.evaluate("document.exitFullscreen()")


def test_a_page_at_twice_its_size_has_a_map_to_work_with(reader, played_address):
    """In a window of 1440 by 900 that is 720 by 450: the map is no postage stamp."""
    look(reader, f"{played_address}games/dawn/desk/#austria", (720, 450), ".z-desk .z-box")
    assert reader.evaluate(PLACES, ".z-desk .z-box")["map"]["width"] >= 480
    assert reader.evaluate("document.documentElement.scrollWidth") <= 720


def test_names_in_tables_break_between_words_alone(reader, played_address):
    """On the narrowest phone too; the table is scrolled before a name is torn."""
    reader.set_viewport_size({"width": 320, "height": 700})
    reader.goto(f"{played_address}games/quake/")
    torn = """names => names.filter(cell => {
        cell.innerHTML = '<a href="./">Theodora Anstruther</a>'
        return [[0, 8], [9, 19]].some(([from, to]) => {
            const word = document.createRange()
            word.setStart(cell.firstChild.firstChild, from)
            word.setEnd(cell.firstChild.firstChild, to)
            return word.getClientRects().length > 1
        })
    }).length"""
    table = reader.locator(".z-scroll > table").first
    table.evaluate(
        "one => { one.parentElement.style.width = '120px' }"
    )  # as where there are more columns
    names = table.locator("td:nth-child(2)")
    assert names.count() > 1
    assert names.evaluate_all(torn) == 0
    assert reader.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_power_and_its_mark_fit_their_cell(reader, played_address):
    """However narrow the table is, the longest name keeps its distance from the next column."""
    reader.set_viewport_size({"width": 390, "height": 844})
    reader.goto(f"{played_address}games/quake/1901-1-spring/")
    assert reader.locator("th:has(> .z-power)").count() > 1
    wrong = reader.evaluate("""() => {
        for (const one of document.querySelectorAll(".z-scroll")) one.style.width = "120px"
        return [...document.querySelectorAll("th:has(> .z-power)")].filter(one => {
            const right = one.getBoundingClientRect().right - parseFloat(getComputedStyle(one).paddingRight)
            return one.firstElementChild.getBoundingClientRect().right > right + 1
        }).map(one => one.textContent)
    }""")
    assert wrong == []
