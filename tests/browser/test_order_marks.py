"""Orders, units and changes of the map, drawn by the pages' own script over a map of two by two squares."""

from pathlib import Path

import pytest

from tests.browser.serving import serve

pytestmark = pytest.mark.browser

ASSETS = Path(__file__).parents[2] / "site_src" / "assets"
GROUND = """(() => {
    const square = (x, y) => [[100 * x, 100 * y], [100 * x + 100, 100 * y + 100]]
    const edges = {}
    const lines = []
    const encode = number => {
        let [text, rest] = ["", number < 0 ? ~(number << 1) : number << 1]
        for (; rest >= 32; rest >>= 5) text += String.fromCharCode((rest & 31 | 32) + 63)
        return text + String.fromCharCode(rest + 63)
    }
    const line = (ax, ay, bx, by) => {
        const name = [ax, ay, bx, by].join()
        const steps = [ax, ay, bx - ax, by - ay]
        edges[name] ??= lines.push(steps.map(step => encode(1000 * step)).join(""))
        return edges[name]
    }
    const ring = (x, y) => [line(x, y, x + 1, y), line(x + 1, y, x + 1, y + 1),
        -line(x, y + 1, x + 1, y + 1), -line(x, y, x, y + 1)]
    const at = (x, y) => ({at: [100 * x + 50, 100 * y + 50], outline: [ring(x, y)]})
    const provinces = {
        Nw: {...at(0, 0), unit: {text: "A Nw", power: "Austria"}},
        Ne: {...at(1, 0), unit: {text: "F Ne/nc", power: "England"}, coasts: {"Ne/nc": [190, 10]}},
        Sw: {...at(0, 1), dislodged: {text: "A Sw", power: "Austria"}},
        Se: at(1, 1),
    }
    const signs = {Austria: {letter: "A"}, England: {letter: "E"}}
    return {lines, position: {provinces}, powers: {Austria: "#97251a", England: "#0d2792"}, signs}
})()"""


@pytest.fixture(scope="module")
def marks(chromium):
    """A page that has the script and draws nothing yet; a function returns what is drawn as text."""
    page = chromium.new_page()

    def draw(what):
        return page.evaluate(
            f"""async what => {{
                const draw = await import("/order-marks.js")
                const ground = {GROUND}
                return (await ({what})(draw, ground)).outerHTML
            }}"""
        )

    with serve(ASSETS) as address:
        page.goto(f"{address}favicon.svg")
        yield draw
    page.close()


def order(text, kind, result, **mark):
    """Return an order as JavaScript, of Austria."""
    given = {"kind": kind, **mark}
    return f"{{id: '{text}', power: 'Austria', text: '{text}', result: {result}, mark: {given!r}}}"


def orders(*written):
    """Return what draws some orders."""
    return f"(draw, ground) => draw.drawOrders(ground, [{', '.join(written)}])"


GOES = {"from": "Nw", "to": "Se"}


def test_a_move_that_fails_is_broken_and_crossed_and_a_void_one_has_a_broken_ring(marks):
    """No colour is needed to see it."""
    sound, failed, void = (
        marks(orders(order("A Nw - Se", "move", result, **GOES)))
        for result in ("'succeeds'", "'fails'", "'void'")
    )
    assert "circle" not in sound
    assert 'stroke-dasharray="55 105"' not in sound
    assert 'stroke-dasharray="55 105"' in failed
    assert 'stroke-dasharray="none"' in failed
    assert 'stroke-dasharray="22 16"' in void
    assert "is-void" in void


def test_an_order_that_nobody_has_judged_is_drawn_whole(marks):
    """As on the order desk."""
    drawn = marks(orders(order("A Nw - Se", "move", "undefined", **GOES)))
    assert "is-open" in drawn
    assert "circle" not in drawn


def test_the_tip_stops_short_of_a_counter(marks):
    """And reaches on where nobody stands."""
    way = "(draw, ground) => draw.drawOrders(ground, [{}]).querySelectorAll('path')[1]"
    free, taken = (
        float(
            marks(
                way.format(
                    order(f"A Nw - {to}", "move", "'succeeds'", **{"from": "Nw", "to": to[:2]})
                )
            )
            .partition(' d="M')[2]
            .split(" ")[0]
        )
        for to in ("Sw", "Ne/nc")
    )
    assert free == 500
    assert 1700 < taken < 1900 - 100  # the fleet stands on its coast at 1900, 100


def test_a_support_ends_on_the_arrow_that_it_helps(marks):
    """Where that is ordered; else at the unit."""
    help_it = {"from": "Ne", "of": "Nw", "to": "Se"}
    support = order("F Ne S A Nw - Se", "support", "'succeeds'", **help_it)
    end = "[...made.querySelectorAll('.z-drawn--support circle')].map(c => c.getAttribute('cx'))"
    what = "(draw, ground) => {{ const made = draw.drawOrders(ground, [{}]); return {{outerHTML: {}}} }}"
    beside = marks(what.format(support, end))
    onto = marks(what.format(f"{order('A Nw - Se', 'move', 'undefined', **GOES)}, {support}", end))
    assert float(beside[0]) < 760 < float(onto[0])


def test_all_kinds_of_orders_are_drawn_and_those_without_a_place_are_left_out(marks):
    """None of them stops the others."""
    lone = {"from": "Nw"}
    drawn = marks(
        orders(
            order("h", "hold", "'succeeds'", **lone),
            order("c", "convoy", "'succeeds'", **{"from": "Ne", "of": "Nw", "to": "Se"}),
            order("r", "retreat", "'succeeds'", **{"from": "Sw", "to": "Se"}),
            order("d", "disband", "'succeeds'", **{"from": "Sw"}),
            order("build A Se", "build", "'succeeds'", unit="F", **{"from": "Se"}),
            order("e", "event", "'fails'", provinces=["Nw", "Ne"], event="apart"),
            order("s", "event", "'succeeds'", provinces=["Se"], event="sink"),
            order("off", "move", "'fails'", **{"from": "Nw", "to": "Atlantis"}),
            order("w", "waive", "'succeeds'"),
        )
    )
    names = [part.split('"')[0] for part in drawn.split('data-order="')[1:]]
    assert sorted(names) == sorted(["h", "c", "d", "e", "s", "build A Se", "r"])


@pytest.mark.parametrize(
    ("line", "kind", "mark"),
    [
        ("A Nw - Se", "move", {"from": "Nw", "to": "Se"}),
        ("F Ne S A Nw - Se", "support", {"from": "Ne", "of": "Nw", "to": "Se"}),
        ("A Nw H", "hold", {"from": "Nw"}),
        ("build A Se", "build", {"from": "Se", "unit": "A"}),
        ("build F Se", "build", {"from": "Se", "unit": "F"}),
        ("remove A Nw", "remove", {"from": "Nw"}),
    ],
)
def test_a_line_is_drawn_without_the_engine_as_it_is_with_it(marks, line, kind, mark):
    """A build where the map has no unit yet."""
    without = marks(
        f"""async (draw, ground) => {{
            const {{ readLine }} = await import("/desk-text.js")
            const names = new Map(Object.keys(ground.position.provinces).map(key => [key, key]))
            return draw.drawOrders(ground, [{{...readLine(names, "{line}", "Austria"), id: "{line}"}}])
        }}"""
    )
    assert f'data-order="{line}"' in without
    assert without == marks(orders(order(line, kind, "undefined", **mark)))


def test_a_cut_runs_along_the_border_and_a_link_joins_those_that_meet(marks):
    """The common line of both outlines."""
    cut = marks("(draw, ground) => draw.drawChanges(ground, {apart: [['Nw', 'Ne']]})")
    ends = [one.partition(" ")[0] for one in cut.partition(' d="M')[2].partition('"')[0].split("L")]
    assert ends[0] == ends[-1] == "1000"
    assert set(ends[1:-1]) == {"958", "1042"}
    link = marks("(draw, ground) => draw.drawChanges(ground, {together: [['Nw', 'Se']]})")
    assert link.count("<circle") == 2
    assert marks("(d, ground) => d.drawChanges(ground, {apart: [['Nw', 'Se']]})").count("path") == 0


def test_a_unit_stands_on_its_coast_and_a_dislodged_one_in_a_broken_ring(marks):
    """With the letter of its power, as the pictures have it."""
    drawn = marks("(draw, ground) => draw.drawUnits(ground)")
    assert "translate(1900 100)" in drawn
    assert drawn.count(">A</text>") == 2
    assert drawn.count('stroke-dasharray="50 28"') == 1
