"""The replay of a game, in a real browser: played, stepped, gone to; still for those who want that."""

import pytest

from tests.browser.listening import expect, listening, wait_until
from tests.browser.serving import answering, serve
from tests.browser.test_pages import AXE, CUT_OFF, EVERY_RULE, judged_by_axe

pytestmark = pytest.mark.browser

SHOWN = "document.querySelector('.z-replay canvas').toDataURL()"
CAPTION = "document.querySelector('.z-replay__caption').innerText"
READY = "document.querySelector('.z-replay')?.dataset.ready === 'true'"


@pytest.fixture(scope="module")
def address(played_address):
    """The replay of a game of one season: moves, a retreat, and borders that part and meet."""
    return f"{played_address}games/quake/replay/"


@pytest.fixture
def stage(page, address):
    """The replay at its start, which fails the test when it says anything in the console."""
    with listening(page) as said:
        page.goto(address)
        wait_until(page, READY)
        yield page
    assert not said


def test_the_page_of_the_game_fetches_nothing_of_the_replay(page, played_address):
    """It shows a still that leads there."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{played_address}games/quake/", wait_until="networkidle")
    assert not [url for url in asked if "replay" in url]
    page.locator(".z-replay-link a").click()
    wait_until(page, READY)
    assert page.url.endswith("/games/quake/replay/")


def test_an_address_that_ends_in_a_season_shows_it(stage, address):
    """And stepping writes it there."""
    start = stage.evaluate(SHOWN)
    assert stage.evaluate(CAPTION).startswith("The start")
    stage.goto(f"{address}#%E0%A4%A")
    assert stage.evaluate(CAPTION).startswith("The start")
    stage.goto(f"{address}#1901-1-spring")
    wait_until(stage, f"{CAPTION}.startsWith('Spring 1901')")
    assert stage.locator(".z-replay input").input_value() == "1"
    assert stage.evaluate(SHOWN) != start
    stage.keyboard.press("ArrowLeft")
    assert stage.evaluate(CAPTION).startswith("The start")
    assert stage.url == address
    assert stage.evaluate(SHOWN) == start


def test_a_season_is_played_by_keys_and_stops_at_its_end(stage):
    """Moves, retreats, then the map; meanwhile nothing is read out."""
    stage.locator(".z-replay select").select_option("4")
    stage.locator("h1").click()
    stage.evaluate(
        f"""() => {{
            window.seen = new Set()
            const next = requestAnimationFrame.bind(window)
            let now = performance.now()
            // So many frames, however slow the machine is just now.
            window.requestAnimationFrame = draw => next(() => draw((now += 20)))
            const look = () => {{
                if ({CAPTION}.includes("the map")) window.seen.add({SHOWN})
                next(look)
            }}
            look()
        }}"""
    )
    stage.keyboard.press("ArrowRight")
    assert stage.evaluate("document.querySelector('[role=status]').ariaLive") == "off"
    wait_until(stage, "location.hash === '#1901-1-spring'")
    assert stage.evaluate("window.seen.size") > 2
    assert stage.evaluate("document.querySelector('[role=status]').ariaLive") == "polite"
    end = stage.evaluate(SHOWN)
    stage.keyboard.press("End")
    assert stage.evaluate(SHOWN) == end
    stage.keyboard.press("Home")
    stage.keyboard.press(" ")
    expect(stage.get_by_role("button", name="Pause")).to_be_visible()
    stage.keyboard.press(" ")
    expect(stage.get_by_role("button", name="Play")).to_be_visible()
    stage.locator("canvas").click()
    expect(stage.get_by_role("button", name="Pause")).to_be_visible()
    stage.locator("canvas").click()
    expect(stage.get_by_role("button", name="Play")).to_be_visible()


def test_whoever_wants_no_motion_gets_steps(page, address):
    """There is no button that plays."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(address)
    wait_until(page, READY)
    assert not page.locator(".z-replay__play").is_visible()
    start = page.evaluate(SHOWN)
    page.get_by_role("button", name="Next season").click()
    assert page.evaluate(CAPTION).startswith("Spring 1901")
    assert page.evaluate(SHOWN) != start


def test_the_slider_and_the_dark_scheme_change_the_picture(stage):
    """Without motion: the season that was gone to is there at once."""
    start = stage.evaluate(SHOWN)
    stage.locator(".z-replay input").focus()
    stage.keyboard.press("ArrowRight")
    assert stage.evaluate(CAPTION).startswith("Spring 1901")
    spoken = stage.locator(".z-replay input").get_attribute("aria-valuetext")
    assert spoken.startswith("Spring 1901, 1 of ")
    after = stage.evaluate(SHOWN)
    assert after != start
    stage.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    assert stage.evaluate(
        f"after => new Promise(done => setTimeout(() => done({SHOWN} !== after), 200))", after
    )


ARRIVAL = """async () => {
  const folder = document.querySelector("script[src*='zine.js']").src
  const { players: [{ painter, replay }] } = await import(new URL("replay.js", folder).href)
  const { Passage } = await import(new URL("replay-passage.js", folder).href)
  const at = replay.stops.findIndex(stop => stop.charts.length > 1) - 1
  const passage = new Passage(painter, replay.stops[at], replay.stops[at + 1])
  const [wide, high] = [painter.canvas.width, painter.canvas.height]
  const pen = new OffscreenCanvas(wide, high).getContext("2d", { willReadFrequently: true })
  const read = () => {
    pen.drawImage(painter.canvas, 0, 0)
    return pen.getImageData(0, 0, wide, high).data
  }
  painter.lay(painter.lastSheet(passage))
  const still = read()
  const differences = []
  for (const slow of [false, true]) {
    if (slow) painter.spare()
    passage.begin()
    painter.lay(painter.moveGround(passage, passage.glides.length - 1, 1))
    painter.begin(painter.pen)
    painter.paintNames(painter.pen, passage.end, passage.to, 1)
    const strange = read().filter((value, place) => Math.abs(value - still[place]) > 40)
    differences.push((100 * strange.length) / still.length)
  }
  return [painter.fineness, ...differences]
}"""


def test_a_map_that_moves_looks_at_the_end_of_its_way_as_it_does_at_rest(stage):
    """Its softer water is hardly seen; where the machine is slow, coasts are a pixel broad."""
    fineness, quick, slow = stage.evaluate(ARRIVAL)
    assert 0.5 <= fineness <= 0.75
    assert quick < 0.5, "per cent of all values that differ by more than 40"
    assert slow < 3


LATER = '{"format": 99, "seasons": [], "stops": []}'


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        ("", "The data of the replay is spoilt."),
        ("{}", "The data of the replay is spoilt."),
        ('{"format": 2, "seasons": [1], "stops": [{}]}', "The data of the replay is spoilt."),
        (
            '{"format": 2, "size": [9, 9], "seasons": [{}], "stops": [{"steps": []}]}',
            "The data of the replay is spoilt.",
        ),
        (LATER, "The replay is newer than this page: load the page again."),
    ],
)
def test_where_the_data_is_spoilt_the_page_says_so(page, address, spoilt, words):
    """And its seasons stay links to their reports."""
    with answering("*/replay-*.json", spoilt):
        page.goto(address)
        assert page.locator(".z-replay [role=alert]").inner_text() == words
    expect(page.locator(".z-strip a", has_text="Spring 1901")).to_be_visible()


def test_axe_finds_nothing_wrong_with_a_replay(stage):
    """WCAG 2.2 A and AA, and what is good besides."""
    stage.evaluate(AXE)
    wrong, _ = judged_by_axe(stage, EVERY_RULE)
    assert wrong == []


def test_nothing_folded_below_the_replay_is_cut_off_on_a_phone(stage):
    """Words for another site stand there, which are longer in other languages."""
    stage.set_viewport_size({"width": 360, "height": 740})
    assert stage.locator("main details").count() > 0
    assert stage.evaluate(CUT_OFF) == []


def test_another_site_can_show_the_replay_in_a_frame(page, played_address, tmp_path):
    """On a phone as well; its links lead out of the frame."""
    line = (
        f'<iframe src="{played_address}games/quake/embed.html" width="340" height="500"></iframe>'
    )
    (tmp_path / "index.html").write_text(f'<link rel="icon" href="data:,">{line}')
    page.set_viewport_size({"width": 360, "height": 640})
    with serve(tmp_path) as other, listening(page) as said:
        page.goto(other)
        page.frame_locator("iframe").locator(".z-replay[data-ready]").wait_for()
        inside = page.frames[1]
        assert inside.evaluate("document.documentElement.scrollWidth") <= 340
        assert inside.evaluate("[...document.links].every(one => one.target === '_blank')")
    assert not said
