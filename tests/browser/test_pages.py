"""The pages in a real browser: slider, night, phone, paper, and what axe-core says of them."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from tests.browser.listening import TWO_FRAMES, expect, listening, wait_until
from tests.browser.serving import serve
from tests.pages import examples
from tests.sites import example_site

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parents[1] / "data" / "axe.min.js").read_text("utf-8")
EVERY_RULE = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
}
"""WCAG 2.2 A and AA, and what axe-core holds for good besides."""
SEASON = "games/winter/1901-1-spring/"
PAGES = [
    "", "archive/", "games/", "games/winter/", SEASON, "games/winter/1901-2-autumn/",
    "games/broken/", "issues/7/", "players/", "players/bob/", "results/", "press/",
    "rules/", "rules/standard/",
    "games/winter/options/", "games/winter/borders/", "games/winter/calendar/",
    "games/winter/truth/", "games/winter/atlas/", "rules/standard/atlas/",
    "how-to-play/", "house-rules/", "about/", "what-if/", "find/", "find/?q=orders", "404.html",
]  # fmt: skip


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The site of the example zine."""
    return example_site(tmp_path_factory.mktemp("zine"), site_url="http://127.0.0.1/")


@pytest.fixture(scope="module")
def address(example):
    """The example zine, served on this machine."""
    with serve(example) as found:
        yield found


@pytest.fixture(scope="module")
def address_of_blank(example):
    """The same zine with blank maps, for tests that do not look at them."""
    with serve(example, blank=True) as found:
        yield found


@pytest.fixture
def reader(page):
    """A page that fails the test when it says anything in the console."""
    with listening(page) as said:
        yield page
    assert not said


def judged_by_axe(page, options):
    """Return what axe-core finds wrong with a page at rest, a line each, and how many rules applied."""
    return page.evaluate(
        """async options => {
            for (let round = 0; round < 2; round++) {  // what scrolling starts, it starts in the frame after
                await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
                const ends = document.getAnimations().filter(
                    one => one.effect.getComputedTiming().endTime < Infinity)
                await Promise.allSettled(ends.map(one => one.finished))
            }
            // Of what is right it notes one place for each rule: all of them would take half as long again.
            const result = await axe.run({ ...options, resultTypes: ["violations"] })
            const wrong = result.violations.flatMap(
                v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary}`))
            return [wrong, result.passes.length]
        }""",
        options,
    )


WATCH = """
if (!window.moved) {  // the page of several tests has this script several times
    window.moved = []
    new PerformanceObserver(list => {
        for (const one of list.getEntries().filter(one => !one.hadRecentInput)) {
            const parts = one.sources.map(({ node }) => node?.className || node?.nodeName)
            moved.push([one.value, ...parts])
        }
    }).observe({ type: "layout-shift", buffered: true })
}
"""
CUT_OFF = """
    [...document.querySelectorAll("main details:not([open])")].flatMap(one => {
        const parts = [...one.querySelectorAll("summary, p, li, dt, dd")].filter(
            part => !part.closest(".z-scroll"))
        const words = parts.map(part => new Text(" auf einer anderen Seite zu lesen".repeat(2)))
        one.open = true
        parts.forEach((part, number) => part.append(words[number]))
        const cut = parts.filter(part => part.scrollWidth > part.clientWidth + 1)
        words.forEach(word => word.remove())
        one.open = false
        return cut.map(part => part.textContent.trim().slice(0, 60))
    })
"""
"""What would be wider than its box, where it cannot be scrolled, in folded parts of the page.

In another language all may be longer by some words."""
MOST_MOVED = 0.05
"""Half of what the Web Vitals call good."""


def moves_by_itself(page):
    """Return what has moved on a page since it began to load, where that is too much; WATCH runs in it."""
    moved = page.evaluate("moved")
    return moved if sum(value for value, *_ in moved) > MOST_MOVED else []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_open_to_everybody_on_a_phone_by_day_and_by_night(
    reader, address_of_blank, path, subtests
):
    """It is loaded once for all three."""
    reader.set_viewport_size({"width": 360, "height": 740})
    reader.emulate_media(reduced_motion="reduce")  # no colour is on its way
    reader.add_init_script(WATCH)
    reader.goto(address_of_blank + path, wait_until="networkidle")
    with subtests.test("nothing moves by itself while it loads"):
        assert moves_by_itself(reader) == []
    with subtests.test("only tables and drawings scroll, in boxes of their own"):
        assert reader.evaluate("document.documentElement.scrollWidth") <= 360
    with subtests.test("no line is cut off, nor one that is folded away"):
        assert reader.evaluate(CUT_OFF) == []
    with subtests.test("the first stop of the keyboard leads past the head"):
        reader.keyboard.press("Tab")
        assert reader.evaluate("document.activeElement.textContent.trim()") == "Skip to content"
        reader.keyboard.press("Enter")
        reader.keyboard.press("Tab")
        assert not reader.evaluate("document.activeElement.closest('.md-header, .md-tabs')")
    reader.set_viewport_size({"width": 1280, "height": 720})
    reader.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
    reader.evaluate(AXE)
    with subtests.test("axe-core finds nothing: WCAG 2.2 A and AA, and what it holds for good"):
        wrong, passed = judged_by_axe(reader, EVERY_RULE)
        assert wrong == []
        assert passed > 10
    with subtests.test("the contrast is enough by night"):
        reader.locator("label[title='Switch to dark mode']").click()
        wait_until(reader, "document.body.dataset.mdColorScheme == 'slate'")
        contrast = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
        assert judged_by_axe(reader, contrast) == [[], 1]


def test_the_first_map_is_asked_for_before_the_style_sheets_have_come(reader, address):
    reader.goto(address + SEASON, wait_until="networkidle")
    early, shown = reader.evaluate("""[
        document.querySelector("link[rel=preload][as=image]").href,
        document.querySelector("img[fetchpriority=high]").src.split("#")[0]]""")
    assert early == shown
    names = reader.evaluate(
        "performance.getEntriesByType('resource').map(one => one.name.split('#')[0])"
    )
    assert names.count(shown) == 1
    reader.goto(address + "how-to-play/", wait_until="networkidle")
    assert reader.locator("link[rel=preload][as=image]").count() == 0


def test_pictures_far_below_are_not_painted_before_somebody_comes_near(reader, address):
    reader.set_viewport_size({"width": 360, "height": 740})

    def come_near(picture):
        picture.scroll_into_view_if_needed()
        picture.evaluate("async one => { await one.decode() }")
        wait_until(
            reader, "new Promise(done => requestAnimationFrame(() => setTimeout(done, 50, 1)))"
        )

    def painted(act):
        browser = reader.context.browser
        browser.start_tracing(page=reader)
        act()
        events = json.loads(browser.stop_tracing())["traceEvents"]
        shown = [one["args"]["data"] for one in events if one["name"] == "PaintImage"]
        return [one for one in shown if one.get("loadingAttribute") == "lazy"]

    assert painted(lambda: reader.goto(address + SEASON, wait_until="networkidle")) == []
    far = reader.locator(".z-map img[loading=lazy]:visible").last
    assert far.bounding_box()["y"] > 3 * 740
    assert painted(lambda: come_near(far))


def test_only_what_scrolls_sideways_is_a_stop_of_its_own(reader, address):
    """A stop at every table would be a nuisance; one that is cut off must be reached."""
    stops = """() => [...document.querySelectorAll(".z-scroll")].map(box => [
        box.scrollWidth > box.clientWidth + 1, box.tabIndex == 0, box.getAttribute("aria-label")])"""
    for width, path in ((1300, SEASON), (360, "games/winter/")):
        reader.set_viewport_size({"width": width, "height": 740})
        reader.goto(address + path, wait_until="networkidle")
        found = reader.evaluate(stops)
        assert found
        assert all(scrolls == stop == bool(name) for scrolls, stop, name in found)
    assert any(scrolls for scrolls, _, _ in found)


def test_the_slider_stays_in_sight_beside_a_map_taller_than_the_window(reader, address):
    """Below the head of the page, wherever in the map one is."""
    reader.set_viewport_size({"width": 1300, "height": 700})
    reader.goto(address + SEASON)
    reader.evaluate(
        "scrollTo(0, document.querySelector('.z-compare').getBoundingClientRect().top + 150)"
    )
    assert reader.evaluate("document.querySelector('.z-compare').getBoundingClientRect().top") < 0
    slider = reader.locator(".z-compare input").first.bounding_box()
    assert 40 < slider["y"] < 120


def test_the_slider_works_by_keyboard(reader, address):
    """The arrows move it, and a reader of screens hears how far."""
    reader.goto(address + SEASON)
    slider = reader.locator(".z-compare input").first
    slider.focus()
    assert reader.evaluate("document.activeElement.type") == "range"
    for _ in range(10):
        reader.keyboard.press("ArrowRight")
    assert slider.input_value() == "60"
    assert slider.get_attribute("aria-valuetext") == "60 % before, 40 % after"
    after = reader.locator(".z-compare__after").first
    assert "60%" in after.evaluate("one => getComputedStyle(one).clipPath")
    reader.keyboard.press("End")
    assert slider.input_value() == "100"


def test_under_the_slider_lie_maps_alone_and_one_legend_stands_below(reader, address):
    """Of two titles and two legends over each other nobody could read either."""
    reader.goto(address + SEASON)
    reader.locator(".z-compare--cropped").first.wait_for()
    boxes = [
        reader.locator(f".z-compare{part}").first.bounding_box()
        for part in ("__before", "__after", "__legend")
    ]
    before, after, legend = boxes
    assert before == after
    assert after["height"] / after["width"] == pytest.approx(1177 / 1644, abs=0.01)
    assert legend["y"] >= after["y"] + after["height"] - 1
    assert legend["height"] / legend["width"] == pytest.approx(100 / 1644, abs=0.01)


def test_tables_of_results_sort_by_a_touch_and_by_keyboard(reader, address):
    """Names upwards first, numbers downwards; what cannot be told apart stays as it stood."""
    reader.goto(address + "results/")
    table = reader.locator("#counts ~ .z-scroll .z-sort").first
    head = table.locator("thead th")
    names = "rows => [...rows].map(row => row.cells[0].textContent.trim())"
    reader.wait_for_selector(".z-sort thead button")
    printed = table.locator("tbody tr").evaluate_all(names)
    head.nth(0).locator("button").click()
    assert head.nth(0).get_attribute("aria-sort") == "ascending"
    assert table.locator("tbody tr").evaluate_all(names) == sorted(printed, key=str.casefold)
    head.nth(3).locator("button").focus()
    reader.keyboard.press("Enter")
    assert head.nth(3).get_attribute("aria-sort") == "descending"
    assert head.nth(0).get_attribute("aria-sort") is None
    won = "rows => [...rows].map(row => Number(row.cells[3].dataset.key))"
    assert (counts := table.locator("tbody tr").evaluate_all(won)) == sorted(counts)[::-1]
    assert counts[0] > counts[-1]
    reader.keyboard.press("Enter")
    assert table.locator("tbody tr").evaluate_all(won) == sorted(counts)


def test_a_moving_map_plays_when_it_is_seen_and_again_when_asked(reader, address):
    """And never where less motion is wished, nor for those who are elsewhere on the page."""
    reader.goto(address + SEASON)
    picture, again = reader.locator(".z-motion img"), reader.locator(".z-again")
    assert picture.get_attribute("src") is None
    reader.get_by_role("tab", name="In motion").click()
    picture.scroll_into_view_if_needed()
    again.wait_for()
    assert picture.get_attribute("src").endswith(".svg?1")
    again.click()
    assert picture.get_attribute("src").endswith(".svg?2")
    picture.click()
    assert picture.get_attribute("src").endswith(".svg?3")
    assert reader.url == address + SEASON
    reader.emulate_media(reduced_motion="reduce")
    reader.goto(address + SEASON)
    reader.get_by_role("tab", name="In motion").click()
    assert picture.get_attribute("src").endswith(".svg")
    assert not again.is_visible()
    reader.emulate_media(reduced_motion="no-preference")


@pytest.fixture(scope="module")
def season_without_scripts(chromium, address):
    """A season in a browser that runs no scripts."""
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + SEASON)
    yield page
    context.close()


def test_without_scripts_both_maps_stand_one_below_the_other(season_without_scripts):
    """The page is complete; there is no slider that does nothing."""
    page = season_without_scripts
    before = page.locator(".z-compare__before").first.bounding_box()
    after = page.locator(".z-compare__after").first.bounding_box()
    assert after["y"] >= before["y"] + before["height"]
    assert not page.locator(".z-compare input").first.is_visible()


def test_on_paper_both_maps_stand_side_by_side(reader, address, subtests):
    """Wherever the slider was."""
    reader.goto(address + SEASON)
    for slid in ("0", "50", "100"):
        reader.emulate_media(media="null", color_scheme="light")
        reader.locator(".z-compare input").first.fill(slid)
        reader.emulate_media(media="print", color_scheme="dark")
        with subtests.test(slid=slid):
            look_at_paper(reader)


def look_at_paper(page):
    """Both maps are there in full, on white, and nothing that is for screens."""
    before = page.locator(".z-compare__before img").first.bounding_box()
    after = page.locator(".z-compare__after img").first.bounding_box()
    assert after["x"] >= before["x"] + before["width"]
    assert abs(after["y"] - before["y"]) < 2
    clip = page.locator(".z-compare__after").first.evaluate("one => getComputedStyle(one).clipPath")
    assert clip == "none"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for furniture in (".md-header", ".md-tabs", ".md-footer", ".z-compare__bar"):
        assert not page.locator(furniture).first.is_visible()


def test_a_season_prints_as_a_pdf(reader, address):
    """Tagged, on A4."""
    reader.goto(address + SEASON)
    pdf = reader.pdf(prefer_css_page_size=True, tagged=True)
    assert pdf.startswith(b"%PDF")
    assert b"/StructTreeRoot" in pdf
    assert 1 <= pdf.count(b"/Type /Page\n") <= 8


def test_maps_that_fit_are_printed_below_the_first_whatever_follows(reader, address):
    """A row of maps is a line, and of paragraphs of two lines browsers break none."""
    reader.goto(address + SEASON)
    reader.wait_for_selector(".z-tabs")
    reader.evaluate("""() => {
        const panel = document.querySelector("[role=tabpanel] ~ [role=tabpanel]")
        for (let times = 0; times < 2; times++) panel.after(panel.cloneNode(true))
    }""")
    first, *others = PdfReader(io.BytesIO(reader.pdf(prefer_css_page_size=True))).pages
    caption = "The orders drawn"
    assert caption in first.extract_text()
    assert caption in others[0].extract_text()


def test_a_table_that_goes_on_overleaf_has_its_head_there_again(reader, address):
    """Of a button in a head that is printed again nothing is seen but its arrow."""
    reader.goto(address + "results/")
    reader.wait_for_selector(".z-sort thead button")
    reader.evaluate("""() => {
        const rows = document.querySelector(".z-sort tbody")
        const some = [...rows.rows]
        for (let times = 0; times < 20; times++) rows.append(...some.map(row => row.cloneNode(true)))
    }""")
    pages = PdfReader(io.BytesIO(reader.pdf())).pages
    text = "".join(page.extract_text() for page in pages)
    assert text.count("Eliminated") > reader.locator(".z-sort thead", has_text="Eliminated").count()
    assert "\u2195" not in text


def paper_of(page):
    """Return the colour of most of the margin of the first map, as it is seen."""
    picture = Image.open(io.BytesIO(page.locator(".z-map img").first.screenshot())).convert("RGB")
    margin = picture.crop((2, picture.height // 3, 5, picture.height // 2))
    return max(margin.getcolors(10_000))[1]


NIGHT, DAY = (25, 24, 21), (255, 255, 255)


def test_at_night_pages_and_maps_are_drawn_for_dark_paper(reader, address):
    """The scheme follows the system, and the maps follow the scheme; on paper all is white."""
    reader.emulate_media(color_scheme="dark")
    reader.goto(address + SEASON)
    background = "one => getComputedStyle(one).backgroundColor"
    assert reader.locator("body").evaluate(background) == "rgb(25, 24, 21)"
    assert paper_of(reader) == NIGHT
    reader.emulate_media(media="print", color_scheme="dark")
    assert paper_of(reader) == DAY


def test_the_switch_changes_the_scheme_and_the_maps(reader, address):
    """Against the system's wish, too, and back."""
    reader.emulate_media(color_scheme="light")
    reader.goto(address + SEASON)
    assert paper_of(reader) == DAY
    reader.get_by_title("Switch to dark mode").click()
    body = reader.locator("body")
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    reader.evaluate(TWO_FRAMES)
    assert paper_of(reader) == NIGHT
    reader.goto(address + "about/")
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    reader.get_by_title("Switch to light mode").click()
    expect(body).to_have_attribute("data-md-color-scheme", "default")


def test_a_script_that_a_stranger_gets_into_a_page_does_not_run(page, address):
    """Neither an inline one nor a handler, and no text is run as a script."""
    page.goto(address)
    ran = page.evaluate(
        """async () => {
            const refused = []
            document.addEventListener("securitypolicyviolation", one => refused.push(one.blockedURI))
            addEventListener("error", one => one.preventDefault())
            const script = document.createElement("script")
            script.textContent = "window.ran = 'inline'"
            document.body.append(script)
            document.body.insertAdjacentHTML("beforeend", "<img alt='' src=no onerror='window.ran = 1'>")
            const run = document.createElement("script")
            run.src = "data:text/javascript,window.ran = 'data'"
            document.body.append(run)
            await new Promise(done => setTimeout(done, 50))
            return [window.ran, [...new Set(refused)].sort()]
        }"""
    )
    assert ran == [None, ["data", "inline"]]


def test_without_scripts_pages_and_maps_follow_the_system(season_without_scripts):
    """Both ways."""
    page = season_without_scripts
    for scheme, paper, page_paper in (
        ("dark", NIGHT, "rgb(25, 24, 21)"),
        ("light", DAY, "rgb(251, 248, 240)"),
    ):
        page.emulate_media(color_scheme=scheme)
        assert paper_of(page) == paper
        background = "one => getComputedStyle(one).backgroundColor"
        assert page.locator("body").evaluate(background) == page_paper


def test_the_faces_are_the_vendored_ones(reader, address):
    """Text in Caslon, orders in Courier, and a Polish name in the same face."""
    reader.goto(address + SEASON)
    reader.evaluate("document.fonts.ready")
    loaded = reader.evaluate(
        "[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)"
    )
    assert {name.strip('"') for name in loaded} == {"Libre Caslon Text", "Courier Prime"}


def test_large_text_breaks_nothing(reader, address):
    """Twice the size on half the width still needs no sideways scrolling."""
    reader.set_viewport_size({"width": 720, "height": 900})
    reader.goto(address + SEASON)
    reader.evaluate("document.documentElement.style.setProperty('font-size', '250%', 'important')")
    assert reader.evaluate("document.documentElement.scrollWidth") <= 720


def test_hostile_words_do_nothing_when_they_are_clicked_hovered_and_focused(reader, address):
    """Every element of the press, in a season with forty items of it."""
    reader.goto(address + "games/winter/1901-2-autumn/")
    count = reader.evaluate(
        """() => {
            const every = document.querySelectorAll(".z-press, .z-press *, h1, .z-written")
            for (const one of every) {
                if (one.tagName != "A") one.click?.()
                one.focus?.()
                for (const name of ["mouseover", "toggle", "focusin"]) one.dispatchEvent(new Event(name))
            }
            return every.length
        }"""
    )
    assert count > 100
    assert examples.EVIL in reader.locator("h1").inner_text()


def test_the_search_finds_press_and_shows_a_hostile_title_as_words(reader, address):
    """From the head of any page."""
    reader.goto(address)
    reader.keyboard.press("/")
    reader.keyboard.type("omnibus")
    reader.keyboard.press("Enter")
    results = reader.locator(".z-hits")
    results.locator("li").first.wait_for()
    assert "omnibus" in results.inner_text()
    reader.goto(f"{address}find/?q=onerror")
    results.locator("li").first.wait_for()
    assert "onerror" in results.inner_text()
    assert results.locator("img").count() == 0


def test_two_maps_of_the_atlas_lie_one_over_the_other_and_others_can_be_chosen(reader, address):
    """By keyboard, with names that follow; what is chosen is what the links lead to."""
    reader.goto(f"{address}games/winter/atlas/")
    bar, left = reader.locator(".z-compare__bar"), reader.locator(".z-compare__before")
    bar.wait_for()
    assert bar.locator("span").all_inner_texts() == ["At the start", "Autumn 1901"]
    source = left.locator("img").get_attribute("src")
    reader.locator("select[name=left]").select_option("Spring 1901")
    wait_until(
        reader, "document.querySelector('.z-compare__bar span').textContent == 'Spring 1901'"
    )
    assert left.locator("img").get_attribute("src") != source
    assert left.get_attribute("href") == left.locator("img").get_attribute("src")
    assert left.locator("img").get_attribute("alt") == examples.SPRING.after.alt
    slider = bar.locator("input")
    slider.focus()
    reader.keyboard.press("ArrowRight")
    assert slider.input_value() == "51"


def test_without_scripts_the_atlas_shows_the_first_and_the_last_map(chromium, address):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}games/winter/atlas/")
        boxes = [page.locator(f".z-compare__{name}").bounding_box() for name in ("before", "after")]
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
        assert not page.locator("select[name=left]").is_visible()
