"""Orders are tried on the positions of the zine, in a real browser, and what comes of them is shown."""

import json
import re
from contextlib import chdir
from functools import reduce
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.browser.listening import listening
from tests.browser.serving import answering
from tests.browser.test_pages import AXE, EVERY_RULE, judged_by_axe
from tests.pages.test_map_data import join
from zinegen.cli import commands
from zinegen.pages.builders.what_if import list_examples, pack_question

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("runtime")]

SEASON = "games/quake/1901-1-spring"
PLAYED = "Boh & Sil separate, Mun & Gal connect"


@pytest.fixture(scope="module")
def page_of_module(chromium, played_site, played_address, tmp_path_factory):
    """One page for all tests: the engine takes a while to start. Boards of rule sets have the game's map."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(15_000)
    before = tmp_path_factory.mktemp("board") / "before.svg"
    words = ["draw", "quake", "S1901M", "--before", "-o", str(before)]
    with chdir(played_site.parent):
        assert CliRunner().invoke(commands, words).exit_code == 0
    drawn = before.read_bytes()
    facts = json.loads((played_site / SEASON / "map.json").read_text())
    facts = json.dumps(
        {key: value for key, value in facts.items() if key not in ("between", "after")}
    )
    with answering("*/rules/maps/*.svg", drawn), answering("*/rules/maps/*.json", facts):
        page.goto(f"{played_address}what-if/")
        yield page
    context.close()


@pytest.fixture
def table(page_of_module, played_address):
    """Open questions, by what an address ends in. Fails when the page says anything in the console."""
    page = page_of_module

    def ask(fragment):
        go_to(page, fragment)
        return page

    with listening(page) as said:
        yield ask
    assert not said


def go_to(page, fragment):
    """Let the address end in something, and the page take that up: what it showed before is gone."""
    page.evaluate(
        """async fragment => {
            for (const end of ["other", fragment]) {  // the same once more would be no question
                const taken = new Promise(done => addEventListener("hashchange", done, { once: true }))
                location.hash = end
                await taken
            }
        }""",
        fragment,
    )


def begin(table, fragment=SEASON, *, played=False):
    """Open a question and its engine; a report's without the orders that were played there."""
    page = table(fragment)
    try_ = page.get_by_role("button", name="Try", exact=True)
    start = page.get_by_role("button", name=re.compile("^Begin"))
    start.or_(try_).wait_for(timeout=60_000)
    if start.is_visible():  # else this browser has the engine already
        start.click()
        try_.wait_for(timeout=60_000)
    if fragment == SEASON and not played:
        page.get_by_role("button", name="No orders").click()
    return page


def order(page, **orders):
    """Write orders for some powers and try them."""
    for power, text in orders.items():
        page.get_by_label(re.compile(f"^[A-Z][a-z ]+ of {power.title()}$")).first.fill(text)
    page.get_by_role("button", name="Try", exact=True).click()
    page.locator(".z-try:not([aria-busy])").wait_for()
    assert trouble(page) == ""


def try_again(page):
    """Try what stands there, with an engine that has to start first."""
    page.get_by_role("button", name="Try", exact=True).click()
    page.locator(".z-try:not([aria-busy])").wait_for(timeout=60_000)
    assert trouble(page) == ""


def trouble(page):
    """Return what the page says is wrong."""
    return page.locator(".z-try__trouble").inner_text()


def results(page):
    """Return the lines of the result."""
    return page.locator(".z-try__result li").all_inner_texts()


def test_one_power_is_played_against_programs(table):
    """They order for the others when the reader tries, phase by phase, and never over what is written."""
    page = begin(table)
    page.get_by_label("You order for").select_option("Germany")
    order(page, germany="A Boh H")
    fields = page.get_by_label(re.compile("^Orders of Austria$"))
    first = fields.input_value()
    assert " " in first
    assert first != "A Bud\nA Vie\nF Tri"  # units with something behind them
    lines = results(page)
    assert any("Boh" in line for line in lines)
    page.get_by_role("button", name=re.compile("^Next: ")).click()
    page.locator(".z-try:not([aria-busy])").wait_for()
    order(page)
    assert results(page)
    page.get_by_label("You order for").select_option("")


def test_orders_for_anybody_are_judged_here_and_now_and_the_season_goes_on(table):
    """With the reasons in words, the orders drawn, retreats asked for, and a step back."""
    page = begin(table)
    assert page.locator(".z-try__powers legend").all_inner_texts() == [
        "Austria", "Germany", "Russia", "Turkey",
    ]  # fmt: skip
    order(
        page,
        austria="A Vie - Tyr",
        germany="A Mun - Tyr",
        russia="A Rum - Bul\nF BLA S A Rum - Bul",
    )
    assert "A Mun - Tyr ✗ bounced with Austria's A Vie" in results(page)
    assert page.locator(".z-drawn--move.is-fails").count() == 2
    page.get_by_role("button", name="Next: Spring 1901, retreats").click()
    page.get_by_label("A Bul goes to").select_option("Con")
    page.get_by_role("button", name="Try", exact=True).click()
    page.get_by_text("Turkey has now: A Con").wait_for()
    page.get_by_role("button", name="After").click()
    assert page.locator(".z-unit").count() == 6
    page.get_by_role("button", name="Step back").click()
    assert page.locator(".z-try__orders h3").inner_text() == "Spring 1901, moves"
    assert page.get_by_label("Orders of Austria").input_value() == "A Vie - Tyr"


def test_a_reader_begins_with_the_orders_as_they_were_played(table, played_site):
    """Of each phase in turn; and what comes of them is what came of them."""
    page = begin(table)
    for following in ("Spring 1901, retreats", "Spring 1901, map events", "Autumn 1901, moves"):
        page.get_by_role("button", name="As it was played").click()
        if following == "Spring 1901, map events":
            assert page.get_by_label("A Bul goes to").input_value() == "Con"
        order(page)
        page.get_by_role("button", name=f"Next: {following}").click()
    season = json.loads((played_site / SEASON / "map.json").read_text())
    position = reduce(join, [*season["between"], season["after"]], season["before"])
    units = [one["unit"]["text"] for one in position["provinces"].values() if "unit" in one]
    assert page.get_by_role("button", name="As it was played").count() == 0
    values = page.locator(".z-try__powers textarea").evaluate_all(
        "all => all.map(one => one.value)"
    )
    assert sorted("\n".join(values).splitlines()) == sorted(units)


def test_a_report_s_question_begins_with_what_was_ordered(table):
    """So that one order can be changed and the rest stays; or nobody has ordered anything."""
    page = begin(table, played=True)
    field = page.get_by_label("Orders of Russia")
    assert field.input_value() == "A Rum - Bul\nF BLA S A Rum - Bul"
    page.get_by_role("button", name="No orders").click()
    assert field.input_value() == "A Rum\nF BLA"


def test_what_cannot_be_read_is_told_in_sentences(table):
    """With the line, what was probably meant, and what happens now."""
    page = begin(table)
    order(page, germany="A Mun - Gla")
    (said, *_) = results(page)
    assert said.startswith('A Mun - Gla There is no province called "Gla". Did you mean Gal')
    assert said.endswith("If left: A Mun will hold.")


def test_nobody_goes_on_from_what_came_of_other_orders(table):
    """The result says so at once, and the next phase begins with what stands there now."""
    page = begin(table)
    order(page, germany="A Mun - Ruh")
    page.get_by_label("Orders of Germany").fill("A Mun - Boh")
    assert "before you changed" in page.locator(".z-try__result h3").inner_text()
    assert "Germany has now: A Ruh" in results(page)
    page.get_by_role("button", name=re.compile("^Next")).click()
    page.get_by_role("heading", name="Spring 1901, map events").wait_for()
    page.get_by_role("button", name="Step back").click()
    assert page.locator(".z-try__result h3").inner_text() == "What comes of it"
    assert "Germany has now: A Boh" in results(page)


def test_a_link_holds_the_whole_question(table):
    """Nothing is kept anywhere else."""
    page = begin(table)
    order(page, germany="A Mun - Ruh")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("The link is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert (
        page.evaluate("localStorage.length + sessionStorage.length") <= 2
    )  # the theme's, the engine's
    begin(table, "rules/standard")
    page = table(link.partition("#")[2])
    page.locator(".z-try__result h3").wait_for()
    assert page.get_by_label("Orders of Germany").input_value() == "A Mun - Ruh"
    assert "Germany has now: A Ruh" in results(page)


QUESTION = {"at": SEASON, "steps": []}


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ("%E0%A4%A", "spoilt"),
        ("1.eJ%ZZ", "spoilt"),
        ("1.eJx!!", "spoilt"),
        ("1.eJwrLQIAA0gBVA", "spoilt"),
        (pack_question(QUESTION)[2:], "spoilt"),
        (pack_question(QUESTION)[:-9], "spoilt"),
        (pack_question(["a", 1, None]), "spoilt"),
        (pack_question({**QUESTION, "at": "games/../about"}), "spoilt"),
        (
            pack_question({**QUESTION, "steps": [{"texts": {"orders": ["A Vie"]}, "throws": {}}]}),
            "spoilt",
        ),
        (pack_question({**QUESTION, "more": "A" * 1_000_000}), "spoilt"),
        ("1." + "A" * 100_000, "spoilt"),
        (pack_question({**QUESTION, "steps": [{"texts": {}, "throws": {}}] * 6000}), "spoilt"),
        ("2.eJw", "later version"),
        ("games/quake/1999-1-spring", "not there"),
        ("rules/none-of-ours", "not there"),
    ],
)
def test_a_spoilt_link_is_told_in_a_sentence_and_the_page_stays_of_use(
    page_of_module, spoilt, said
):
    """The boards and examples are still there."""
    with listening(page_of_module) as heard:
        page = page_of_module
        go_to(page, spoilt)
        page.locator(".z-try__trouble", has_text=said).wait_for()
        assert page.locator("#examples").is_visible()
    assert all("404" in one for one in heard)


@pytest.mark.parametrize(
    ("place", "ready"),
    [
        ("games/quake/replay/", ".z-replay[data-ready=true]"),
        ("games/dawn/desk/", ".z-desk__powers button >> nth=0"),
    ],
)
def test_no_page_minds_a_spoilt_end_of_its_address(page, played_address, place, ready):
    """Of those that look for a season or a power there."""
    with listening(page) as said:
        page.goto(f"{played_address}{place}#%E0%A4%A")
        page.locator(ready).wait_for()
    assert not said


def test_what_parts_and_what_joins_is_drawn_and_the_card_has_the_new_neighbours(table):
    """The map itself is drawn at the deadline, unless the build has drawn just this."""
    page = begin(table)
    order(page)
    page.get_by_role("button", name="Next: Spring 1901, map events").click()
    order(page, austria="Mun & Bur separate, Swi & Ruh connect")
    assert page.locator("[data-apart='Bur Mun'] path").count() == 2
    assert page.locator("[data-together='Ruh Swi'] circle").count() == 2
    page.get_by_role("button", name="After").click()
    assert "drawn at the deadline" in page.locator(".z-try__from").inner_text()
    page.locator(".z-try__board input[type=search]").fill("mun")
    assert "Bur" in page.locator(".z-card-of-map dd").last.inner_text()
    order(page, austria=PLAYED)
    page.get_by_role("button", name="After").click()
    assert "deadline" not in page.locator(".z-try__from").inner_text()
    page.locator(".z-try__board input[type=search]").fill("gal")
    assert "Mun" in page.locator(".z-card-of-map dd").first.inner_text()


def test_the_scenario_file_is_run_by_the_command_and_gives_the_same(table, tmp_path):
    """Word for word."""
    page = begin(table)
    order(page, germany="A Mun - Tyr", austria="A Vie - Tyr\nA Bud S A Vie - Tyr")
    told = [line for line in results(page) if "has now" in line]
    with page.expect_download() as download:
        page.get_by_role("button", name="As scenario file").click()
    path = tmp_path / "what-if.toml"
    download.value.save_as(path)
    ran = CliRunner().invoke(commands, ["scenario", str(path)])
    assert ran.exit_code == 0, ran.output
    assert "1 passed" in ran.output
    assert all(line in ran.output for line in told)
    assert "Germany: A Mun - Tyr (fails" in ran.output


def test_every_example_comes_out_on_the_board_as_the_page_tells_it(table):
    """Boards of five rule sets."""
    for example in list_examples().values():
        page = table(example.fragment)
        page.locator(".z-try__result h3").wait_for()
        _, lines = example.phases[-1]
        told = "\n".join(results(page))
        assert trouble(page) == ""
        assert all(line in told for line in lines if " has now: " in line)


def test_units_are_put_on_a_blank_board_by_hand(table):
    """An army of Austria in Munich, and the centre there is hers; a phase that is none changes nothing."""
    page = begin(table, "rules/standard")
    page.get_by_role("button", name="Change the board").click()
    page.get_by_role("button", name="Take all units away").click()
    page.locator(".z-unit").first.wait_for(state="detached")
    page.locator("path[data-key=Mun]").dispatch_event("click")
    page.get_by_label("Whose it is").select_option("Austria")
    page.get_by_label("What stands there").select_option("A Mun")
    page.locator(".z-unit").wait_for()
    page.get_by_label("Who owns the centre").select_option("Austria")
    page.get_by_label("Orders of Germany").wait_for()
    page.get_by_label("Phase", exact=True).fill("F19")
    page.get_by_label("Phase", exact=True).press("Enter")
    page.locator(".z-try__trouble", has_text="F19").wait_for()
    page.get_by_label("Phase", exact=True).fill("F1903M")
    page.get_by_label("Phase", exact=True).press("Enter")
    page.get_by_role("heading", name="Autumn 1903, moves").wait_for()
    order(page, austria="A Mun - Boh")
    assert "Austria has now: A Boh" in results(page)


def test_orders_are_clicked_for_whoever_has_the_unit(table):
    """A unit and a province on the map are a move."""
    page = begin(table)
    page.get_by_role("button", name="Click orders").click()
    page.locator(".z-try__steps select").wait_for()
    for key in ("Vie", "Tyr", "Mun", "Boh"):
        page.locator(f"path[data-key={key}]").dispatch_event("click")
    assert page.get_by_label("Orders of Austria").input_value() == "A Bud\nA Vie - Tyr"
    assert page.get_by_label("Orders of Germany").input_value() == "A Mun - Boh"
    order(page)
    assert "Germany has now: A Boh" in results(page)


def test_axe_finds_nothing_wrong_with_the_board(table):
    """WCAG 2.2 A and AA, and what is good besides."""
    page = begin(table)
    order(page, germany="A Mun - Tyr")
    page.evaluate("scrollTo(0, 0)")  # what the head covers is no target
    page.evaluate(AXE)
    wrong, _ = judged_by_axe(page, EVERY_RULE)
    assert wrong == []


@pytest.mark.parametrize(
    ("place", "end"),
    [
        ("games/", ""),
        ("how-to-play/", ""),
        ("games/quake/1901-1-spring/", f"#{SEASON}"),
        ("games/dawn/desk/", "#games/dawn/desk"),
        ("rules/standard/", "#rules/standard"),
        ("what-if/", "#games/dawn/desk"),
        ("what-if/", f"#{SEASON}"),
    ],
)
def test_readers_find_the_page_where_they_may_look_for_it(played_site, place, end):
    """In the menu of every page, beside what can be tried, and in its own list of boards."""
    html = (played_site / place / "index.html").read_text()
    to = ".*" if place == "what-if/" else "(../)+what-if/"
    assert re.search(f'href="{to}{re.escape(end)}"', html)


def test_the_board_of_the_open_season_can_be_tried(table):
    """From the position for which orders are still to come: nothing has been played there."""
    page = begin(table, "games/dawn/desk")
    order(page, austria="A Bud - Ser")
    assert "Austria has now: A Ser, F Tri, A Vie" in results(page)
    assert page.get_by_role("button", name="As it was played").count() == 0


def test_the_keyboard_stays_where_it_was_and_is_led_to_what_comes(table):
    """Whatever is shown anew; and a click on the map shows the whole of it on a phone."""
    focused = "document.activeElement.textContent"
    page = begin(table)
    page.get_by_role("button", name="Try", exact=True).press("Enter")
    page.locator(".z-try__result h3:focus").wait_for()
    page.get_by_role("button", name="After").press("Enter")
    assert page.evaluate(focused) == "After"
    page.get_by_role("button", name=re.compile("^Next")).press("Enter")
    assert page.evaluate(focused) == "Spring 1901, map events"
    page.get_by_role("button", name="Step back").press("Enter")
    page.get_by_role("button", name="Click orders").press("Enter")
    page.locator(".z-try__steps select:focus").wait_for()
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("path[data-key=Mun]").dispatch_event("click")
    map_, bar = (page.locator(one).bounding_box() for one in (".z-try__board", ".z-try__bar"))
    assert map_["y"] >= 48
    assert map_["y"] + map_["height"] <= bar["y"] + 1
    page.set_viewport_size({"width": 1280, "height": 900})


def test_the_question_and_its_result_can_be_printed(table):
    """What is ordered, what comes of it, the map with the units; nothing that only a screen needs."""
    page = begin(table)
    order(page, austria="A Vie - Tyr", germany="A Mun - Tyr")
    page.emulate_media(media="print")
    seen = [".z-try__result", ".z-unit >> nth=0", "textarea[aria-label='Orders of Austria']"]
    gone = [".z-try__bar", ".z-try__tools", ".z-panel", "#examples", ".z-summary"]
    shown = [page.locator(one).is_visible() for one in (*seen, *gone)]
    page.emulate_media(media="null")
    assert shown == [True] * len(seen) + [False] * len(gone)


def test_a_site_without_an_engine_tells_the_examples_in_words(page, played_site, played_address):
    """And has no buttons that need it."""
    html = Path(played_site / "what-if" / "index.html").read_text()
    html = re.sub(r'<meta name="zinegen-engine"[^>]*>', "", html)
    with answering("*/what-if/", html):
        page.goto(f"{played_address}what-if/#{SEASON}")
    page.get_by_text("This site has no engine").wait_for()
    assert page.get_by_text("Try it on the board").first.is_hidden()
    page.get_by_text("What comes of it, in words").first.click()
    assert page.get_by_text("Germany: A Mun H (succeeds").is_visible()


STUCK = """
self.onmessage = ({ data }) => {
    if (data.list) return self.postMessage({ ready: true })
    while (true);
}
"""
"""Stands for the engine's worker; no question ever ends."""


def test_what_takes_long_can_be_stopped_and_begins_again_when_wanted(
    page_of_module, played_address
):
    """By keyboard, and told aloud. That an engine starts anew, the next test shows."""
    page = page_of_module.context.new_page()
    page.goto(f"{played_address}about/")
    page.evaluate("localStorage.clear()")  # as if nobody had loaded the engine before
    with answering("*/engine-worker.js", STUCK):
        page.goto(f"{played_address}what-if/#{SEASON}")
        page.get_by_role("button", name=re.compile("^Begin")).press("Enter")
        slow = page.get_by_role("status").filter(has_text="This takes a while")
        slow.wait_for()
        stop = page.get_by_role("button", name="Stop")
        stop.press("Enter")
        page.get_by_role("alert").filter(has_text="Stopped before there was an answer").wait_for()
        stop.wait_for(state="hidden")
        again = page.get_by_role("button", name="Try again")
        assert again.evaluate("one => one === document.activeElement")
        again.press("Enter")
        slow.wait_for()
    page.close()


def test_a_question_without_an_answer_is_stopped_after_a_minute(table):
    """And said to be; what is asked next is answered. The page's clock is put forward."""
    page = begin(table)
    page.get_by_label("Orders of Germany").fill("A Mun - Ruh")
    page.evaluate(
        """() => {
            window.wait = setTimeout
            window.setTimeout = (act, time, ...more) =>
                time < 60_000 ? wait(act, time, ...more) : queueMicrotask(act)  // before any answer
        }"""
    )
    page.get_by_role("button", name="Try", exact=True).click()
    page.get_by_role("alert").filter(has_text="no answer after 60 seconds").wait_for()
    page.evaluate("() => { window.setTimeout = wait }")
    try_again(page)
    assert "Germany has now: A Ruh" in results(page)
