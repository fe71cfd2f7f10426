"""The pages in Firefox: what stands in Chromium's tests in full is looked at here once."""

import json
import re
import time

import pytest

from zinegen.pages import Session, pack_question

pytestmark = pytest.mark.browser

TRY = {
    "do": "judge",
    "position": "p1",
    "texts": {
        "Austria": "orders = '''\nA Vie - Tyr\n'''",
        "Italy": "orders = '''\nA Ven - Tyr\n'''",
    },
}
ASK = """const [questions, done] = arguments
    import("/assets/engine.js").then(async ({ openEngine }) => {
        const engine = await openEngine(() => undefined)
        const answers = []
        for (const one of questions) answers.push(await engine.ask(one))
        done(JSON.stringify(answers))
    }).catch(problem => done(String(problem)))"""
KEYS = {"Down": "\ue015", "Enter": "\ue007", "Escape": "\ue00c", "Right": "\ue014"}


def run(firefox, script, *arguments):
    """Return what a script returns in the page."""
    return firefox.execute_script(f"return {script}", script_args=arguments)


def wait_until(firefox, script, *arguments, seconds=30):
    """Wait until a script returns something true, and return that."""
    end = time.monotonic() + seconds
    while not (found := run(firefox, script, *arguments)):
        assert time.monotonic() < end, f"never true: {script}"
        time.sleep(0.02)
    return found


def find(firefox, selector):
    """Return the first element that a selector finds, scrolled to the middle of the window."""
    found = firefox.find_element("css selector", selector)
    run(firefox, "arguments[0].scrollIntoView({block: 'center'})", found)
    return found


def card(firefox):
    """Return what the card of the first map says."""
    text = run(firefox, "document.querySelector('.z-card-of-map')?.innerText ?? ''")
    return re.sub(r"\s+", " ", text)


def wait_for_card(firefox, words):
    """Wait until the card of the first map says something; nothing, where no words are given."""
    text = "(document.querySelector('.z-card-of-map')?.innerText ?? '').replace(/\\s+/g, ' ')"
    wait_until(firefox, f"arguments[0] ? {text}.includes(arguments[0]) : !{text}", words)


def click_beside_slider(firefox, found):
    """Click 150 pixels right of the middle, where the slider lies."""
    marionette = pytest.importorskip("marionette_driver.marionette")
    pointer = marionette.ActionSequence(firefox, "pointer", "mouse")
    pointer.pointer_move(150, 0, origin=found).pointer_down(button=0).pointer_up(button=0).perform()


@pytest.fixture
def report(firefox, played_address):
    """The report of a season, with its first map open, whatever test was there before."""
    address = f"{played_address}games/quake/1901-1-spring/"
    if firefox.get_url().partition("#")[0] != address:
        firefox.navigate(address)
        click_beside_slider(firefox, find(firefox, ".z-compare__after"))
        wait_until(firefox, "document.querySelectorAll('.z-compare .z-touch').length == 2")
    return firefox


def test_the_text_is_set_in_the_vendored_face_and_falls_back_to_a_serif(report):
    """Firefox has no Georgia on every machine."""
    faces = run(report, "getComputedStyle(document.body).fontFamily")
    assert faces.startswith('"Libre Caslon Text", Georgia, serif')
    assert "Libre Caslon Text" in run(
        report, "[...document.fonts].filter(one => one.status == 'loaded').map(one => one.family)"
        ".join()"
    )  # fmt: skip


def test_a_click_and_the_keys_open_cards(report):
    """The card names the province, its neighbours and what was ordered."""
    if not card(report):
        click_beside_slider(report, find(report, ".z-compare__after .z-touch"))
    wait_until(report, "document.querySelector('.z-card-of-map')?.innerText")
    field = find(report, ".z-panel input")
    field.clear()
    field.send_keys("vie")
    wait_for_card(report, "Vienna Vie Land")
    assert "A Vie - Tyr fails: bounced with Germany's A Mun" in card(report)
    field.send_keys(KEYS["Enter"])
    wait_until(report, "document.activeElement.getAttribute('role') == 'application'")
    report.find_element("css selector", ".z-touch:focus").send_keys(KEYS["Right"])
    wait_for_card(report, "Budapest")
    report.find_element("css selector", ".z-touch:focus").send_keys(KEYS["Escape"])
    wait_for_card(report, "")


def test_plus_zooms(report):
    """And both maps under the slider alike."""
    find(report, ".z-compare__after .z-touch").send_keys("+")
    scales = """[...document.querySelectorAll(".z-compare .z-layer")]
        .map(one => new DOMMatrix(getComputedStyle(one).transform).a)"""
    wait_until(report, f"{scales}.every((scale, _, [first]) => scale > 1.2 && scale == first)")
    report.find_element("css selector", ".z-compare__after .z-touch").send_keys("-")


def test_the_tabs_and_the_slider_work(report):
    """By keys."""
    shown = """[...document.querySelectorAll("figure[data-stage]")]
        .filter(one => one.checkVisibility()).map(one => one.dataset.stage)"""
    find(report, "[role=tab][aria-selected=true]").send_keys(KEYS["Right"])
    wait_until(report, f"{shown}.join() == 'Moves'")
    find(report, "[role=tab]").click()
    slider = find(report, ".z-compare input")
    slider.send_keys(KEYS["Right"])
    wait_until(report, "arguments[0].value == '51'", slider)


def test_the_search_and_the_switch_of_colours_work_under_the_policy(report, played_address):
    """On a page that Markdown has made."""
    report.navigate(f"{played_address}about/")
    report.find_element("css selector", "label[title='Switch to dark mode']").click()
    is_night = "document.body.dataset.mdColorScheme == 'slate'"
    wait_until(report, is_night)
    report.navigate(f"{played_address}how-to-play/")
    wait_until(report, is_night)
    report.find_element("css selector", ".z-find input").send_keys(f"A Mun - Tyr{KEYS['Enter']}")
    wait_until(report, "document.querySelector('.z-hits > li a')")
    assert "bounced" in run(report, "document.querySelector('.z-hits > li').innerText")
    ran = run(
        report,
        """(() => {
            const script = document.createElement("script")
            script.textContent = "window.ran = true"
            document.body.append(script)
            return window.ran ?? null
        })()""",
    )
    assert ran is None


def test_a_replay_is_stepped_by_keys(firefox, played_address):
    """Its canvas shows another map then."""
    firefox.navigate(f"{played_address}games/quake/replay/#1901-1-spring")
    wait_until(firefox, "document.querySelector('.z-replay')?.dataset.ready == 'true'")
    caption = "document.querySelector('.z-replay__caption').innerText"
    shown = "document.querySelector('.z-replay canvas').toDataURL()"
    assert run(firefox, caption).startswith("Spring 1901")
    later = run(firefox, shown)
    firefox.find_element("css selector", "body").send_keys("\ue012")
    wait_until(firefox, f"{caption}.startsWith('The start')")
    assert run(firefox, shown) != later


def test_the_engine_judges_as_cpython_does(firefox, played_address):
    """To the byte; it is loaded, compiled and asked in a worker. And the question of a link is answered."""
    questions = [{"do": "blank", "variant": "standard"}, TRY]
    firefox.navigate(f"{played_address}what-if/")
    firefox.timeout.script = 60
    answers = firefox.execute_async_script(ASK, script_args=[questions])
    session = Session()
    known = [json.loads(session.answer(json.dumps(one))) for one in questions]
    assert json.loads(answers) == known
    assert "bounced" in answers
    orders = {"Austria": "A Vie - Boh", "Germany": "A Mun - Boh"}
    steps = [{"texts": {"orders": orders}, "throws": {}}]
    link = pack_question({"at": "games/quake/1901-1-spring", "steps": steps})
    run(firefox, "location.hash = arguments[0]", link)
    result = "document.querySelector('.z-try__result')?.innerText"
    assert "bounced with Germany's A Mun" in wait_until(firefox, result)
    assert run(firefox, "document.querySelectorAll('.z-drawn--move.is-fails').length") == 2


def test_orders_are_clicked_and_sealed(firefox, played_address):
    """At the desk of a game: two clicks are a move, and the sealed file is in armour."""
    firefox.navigate(f"{played_address}games/dawn/desk/#austria")
    text = "document.querySelector('.z-paper textarea').value"
    wait_until(firefox, "document.querySelector('.z-steps') !== null")
    for key in ("Bud", "Ser"):
        find(firefox, f".z-touch path[data-key={key}]").click()
    wait_until(firefox, f"{text}.includes('\\nA Bud - Ser\\n')")
    assert run(firefox, "document.querySelectorAll('.z-drawn--move').length") == 1
    firefox.navigate("about:blank")
    firefox.navigate(f"{played_address}games/hush/desk/#austria")
    wait_until(firefox, "location.pathname.includes('hush') && document.querySelector('.z-steps')")
    find(firefox, ".z-paper textarea").send_keys("# a word\n")
    find(firefox, ".z-desk__ways button").click()
    sealed = "document.querySelector('.z-desk__sealed').textContent"
    assert wait_until(firefox, sealed).startswith("-----BEGIN AGE ENCRYPTED FILE-----")
