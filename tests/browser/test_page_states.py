"""The states of the order desk and of What if?: steps that change no state, run without any page."""

from pathlib import Path

import pytest

from tests.browser.serving import serve

pytestmark = pytest.mark.browser

ASSETS = Path(__file__).parents[2] / "site_src" / "assets"
BEGIN = """
    const freeze = thing => {
        if (thing && typeof thing === "object") Object.values(Object.freeze(thing)).forEach(freeze)
        return thing
    }
    const blank = `game = "g"\\nseason = "s"\\npower = "austria"\\norders = '''\\nA Vie\\nA Bud\\n'''\\n`
    const file = slug => ({ file: `${slug}.toml`, text: blank.replace("austria", slug) })
    const choices = {
        headings: {},
        powers: { Austria: { orders: 0, retreats: 4 }, Italy: { orders: 0 } },
        nodes: [
            { provinces: { Vie: ["A Vie", 1] } },
            { buttons: [["moves to", " - ", 2], ["holds", " H"], ["via …", "", 3]] },
            { provinces: { Gal: ["Gal"], Tyr: ["Tyr"] } },
            { end: true, buttons: [["more", " more", 3]] },
            { provinces: { Bud: ["A Bud disband"] } },
        ],
    }
    const position = { provinces: {
        Vie: { abbreviation: "Vie", unit: { text: "A Vie", power: "Austria" } },
        Bud: { abbreviation: "Bud", unit: { text: "A Bud", power: "Austria" } },
        Gal: { abbreviation: "Gal" },
    } }
    const data = {
        game: "g", season: "s", phases: ["S1901M"], drawn: ["orders"], most: 400,
        powers: { Austria: file("austria"), Italy: file("italy") },
    }
    const before = {
        position: "p1", phase: "S1901M", asked: { orders: "Orders" }, powers: ["Austria"],
        dislodged: {}, data: position,
    }
"""
"""A game of two units, and clicks to some of their orders; whatever a step is given is frozen."""

MODULES = """
    const names = ["desk-state", "desk-clicks", "what-if-state"]
    const [desk, clicks, tried] = await Promise.all(
        names.map(name => import(`${self.origin}/${name}.js`)))
    const take = (state, step, ...what) => freeze(step(freeze(state), ...what))
    const open = () => take(take(desk.openState(data, position), desk.offerClicks, choices),
        desk.choosePower, "Austria")
"""
TELL = "self.postMessage, problem => self.postMessage(String(problem.stack))"
WORK = """source => new Promise(done => {
    const script = new Blob([source], { type: "text/javascript" })
    const worker = new Worker(URL.createObjectURL(script))
    worker.onmessage = ({ data }) => done(data)
    worker.onerror = ({ message }) => done(message)
})"""


@pytest.fixture(scope="module")
def run(chromium):
    """Return what a script returns that runs in a worker, where there is no page."""
    page = chromium.new_page()

    def work(script):
        return page.evaluate(WORK, f"(async () => {{ {MODULES} {BEGIN} {script} }})().then({TELL})")

    with serve(ASSETS) as address:
        page.goto(f"{address}favicon.svg")
        yield work
    page.close()


def test_what_is_typed_within_a_pause_is_undone_together(run):
    """And done again; what was to come is forgotten once something else is written. The hidden head stays."""
    assert run("""
        let state = take(open(), desk.type, "a", 10_000)
        for (const [text, now] of [["ab", 10_100], ["abc", 12_000]]) state = take(state, desk.type, text, now)
        const undone = take(take(state, desk.undo), desk.undo)
        const again = take(take(undone, desk.redo), desk.redo)
        const other = take(take(state, desk.undo), desk.change, "x")
        const first = take(undone, desk.undo)
        const { head, shown } = desk.showFile(again)
        const isWhole = again.text === head + shown && head !== "" && blank.startsWith(head)
        return [state.past.length, undone.text === blank, shown, isWhole, other.future, first === undone]
    """) == [2, True, "abc", True, [], True]


def test_a_draft_of_another_position_is_shown_with_a_warning(run):
    """The steps of the power before can no longer be undone."""
    text, past, said = run("""
        const draft = { text: "mine", blank: "old" }
        const state = take(take(open(), desk.change, "x"), desk.choosePower, "Italy", draft)
        return [state.text, state.past, state.said]
    """)
    assert (text, past) == ("mine", [])
    assert said.startswith("The position has changed")


def test_clicks_come_to_a_line_in_the_file_which_can_be_taken_out_again(run):
    """One step to undo; the line of a unit takes the place of the one before, once that is meant."""
    written, asked, other, said, dropped, undone = run("""
        const click = (state, ...keys) => keys.reduce(
            (now, key) => take(now, desk.goOn, it => clicks.pick(it, key) ?? it), state)
        const state = click(open(), "Vie", "Gal")
        const begun = click(state, "Vie", "Tyr")
        const other = take(begun, desk.goOn, clicks.insist)
        const dropped = take(other, desk.dropLine, "A Vie - Tyr")
        const undone = take(other, desk.undo)
        return [
            state.text, [begun.text === state.text, clicks.findContradicted(begun.clicks, begun.text)],
            other.text, other.said, dropped.text === blank,
            [undone.text === state.text, take(undone, desk.undo).text === blank],
        ]
    """)
    assert "\nA Vie - Gal\nA Bud\n" in written
    assert asked == [True, "A Vie - Gal"]
    assert "\nA Vie - Tyr\nA Bud\n" in other
    assert (said, dropped, undone) == ("Written: A Vie - Tyr.", True, [True, True])


def test_written_events_are_drawn_and_known_without_the_engine(run):
    """By the words that the rule set has for them."""
    assert run("""
        const does = words => ({ words, event: "change", does: words.join(" ") })
        const events = [
            does(["erode"]), { ...does(["support", "erode"]) }, does(["ice", "advance"]), does(["canal"]),
            { words: ["separate", "connect"], event: "apart", does: "parts" },
            { words: ["connect"], event: "together", does: "joins" },
            { words: ["strait"], event: "", does: "says" },
        ]
        const ground = { provinces: Object.fromEntries(["Vie", "Bud", "Gal", "Ice"].map(
            name => [name, { abbreviation: name }])) }
        const lines = [
            "Erode Bud", "Support Turkey: Erode Gal", "Ice advance Ice", "Canal Vie Bud-Gal",
            "Vie & Bud separate, Gal & Ice connect", "Vie & Gal connect",
            "strait Vie/Bud: delete", "who knows",
        ]
        const begun = take(desk.openState({ ...data, drawn: ["events"] }, ground), desk.offerClicks,
            { ...choices, headings: { events: { title: "", ask: "", events } } })
        const state = { ...take(begun, desk.choosePower, "Austria"),
            text: ["events = '''", ...lines, "'''", ""].join("\\n") }
        return desk.listDrawn(state).map(({ text, mark }) => [text, mark.event, mark.provinces, mark.joins])
    """) == [
        ["Erode Bud", "change", ["Bud"], []],
        ["Support Turkey: Erode Gal", "change", ["Gal"], []],
        ["Ice advance Ice", "change", ["Ice"], []],
        ["Canal Vie Bud-Gal", "change", ["Vie"], []],
        ["Vie & Bud separate, Gal & Ice connect", "apart", ["Vie", "Bud"], ["Gal", "Ice"]],
        ["Vie & Gal connect", "together", ["Vie", "Gal"], []],
    ]  # fmt: skip


def test_a_line_can_be_left_gone_back_on_and_ended(run):
    """A click on the unit of another heading begins there; one that leads nowhere is none."""
    assert run("""
        let now = clicks.openPower(choices, "Austria")
        const begun = freeze(clicks.pick(now, "Vie"))
        const moving = clicks.pressButton(begun, 0)
        const more = clicks.pressButton(clicks.pressButton(begun, 2), 0)
        return [
            clicks.lineOf(begun), clicks.lineOf(moving), clicks.lineOf(clicks.goBack(moving)),
            clicks.lineOf(clicks.leaveLine(moving)), clicks.mayEnd(begun), clicks.mayEnd(more),
            clicks.write(more, blank), clicks.write(clicks.endLine(more), blank).line,
            clicks.pick(now, "Bud").section, clicks.pick(begun, "Bud"),
            [...clicks.listProvinces(begun).keys()],
        ]
    """) == [
        "A Vie", "A Vie - ", "A Vie", "", False, True, None, "A Vie more", "retreats", None, ["Gal", "Tyr"],
    ]  # fmt: skip


def test_an_answer_about_another_text_is_passed_over(run):
    """Whoever has typed on is not told of what stood there before."""
    assert run("""
        const answer = { findings: [{ level: "error" }], read: [], orders: [] }
        const state = open()
        const heard = take(state, desk.takeAnswer, "Austria", state.text, answer)
        const late = take(take(state, desk.change, "x"), desk.takeAnswer, "Austria", state.text, answer)
        const typed = take(heard, desk.change, "x")
        return [heard.check.said, late.checked, ...[heard, typed].map(desk.hasMistakes)]
    """) == ["Checked: 0 orders can be read; 1 mistake.", None, True, False]


def test_a_sealed_file_goes_once_the_orders_are_others(run):
    """Also where they changed while it was sealed, and it is never shown to another power."""
    sealed, changed, late, other = run("""
        const state = open()
        const sealed = take(state, desk.takeSealed, "Austria", state.text, "age")
        const late = take(take(state, desk.change, "x"), desk.takeSealed, "Austria", state.text, "age")
        const italy = take(state, desk.choosePower, "Italy")
        const other = take(italy, desk.takeSealed, "Austria", state.text, "age")
        return [sealed, take(sealed, desk.change, "x"), late, other].map(one => one.hand)
    """)
    assert sealed["sealed"]["text"] == "age"
    for one in (changed, late):
        assert "sealed" not in one
        assert "seal them again" in one["said"]
    assert other == {"said": "", "asked": ""}


def test_what_the_desk_says_of_a_file(run):
    """Which units wait, what is drawn, what is wrong with the file as a file."""
    assert run("""
        const state = take(open(), desk.change, blank.replace("A Vie", "A Vie - Gal"))
        const units = desk.listUnits(state)
        const wrong = take(state, desk.change, blank.replace('"s"', '"t"').replace("game", "name"))
        const long = take(state, desk.change, "ö".repeat(201))
        return [
            units.map(unit => desk.findOrder(state, unit)), desk.describeUnits(state, 2, ["A Bud"]),
            desk.listDrawn(state).map(one => one.mark), desk.listTroubles(wrong),
            desk.isTooLong(long), desk.listTroubles(long).length,
        ]
    """) == [
        ["", "- Gal"],
        "Still without an order: A Bud.",
        [{"kind": "move", "from": "Vie", "to": "Gal"}],
        [
            'The line game = "g" is missing at the top of the file.',
            'This file is for another season, t: here season = "s" is wanted.',
        ],
        True,
        1,
    ]


def test_what_came_of_other_orders_is_known_as_such(run):
    """Also where they were changed while they were judged; and nobody goes on from a question of the GM's."""
    assert run("""
        const answer = { ...before, position: "p2", needs: null, winners: null }
        const begun = take(tried.START, tried.openTurn, before)
        const { texts } = tried.turnOf(begun)
        const judged = take(begun, tried.takeAnswer, texts, answer)
        const write = state => take(state, tried.writeTexts, "Austria", { orders: "A Vie H" })
        const changed = write(judged)
        const late = take(write(begun), tried.takeAnswer, texts, answer)
        const needs = { label: "a", candidates: [] }
        const asked = take(begun, tried.takeAnswer, texts, { ...answer, needs })
        const next = take(judged, tried.goOn)
        return [
            texts, ...[judged, changed, late].map(one => tried.turnOf(one).isChanged),
            take(begun, tried.goOn).turns.length, take(asked, tried.goOn).turns.length, next.turns.length,
            take(next, tried.stepBack).turns[0] === judged.turns[0], tried.writeQuestion(changed).steps,
        ]
    """) == [
        {"orders": {"Austria": "A Bud\nA Vie"}}, False, True, True, 1, 1, 2, True,
        [{"texts": {"orders": {"Austria": "A Vie H"}}, "throws": {}}],
    ]  # fmt: skip


def test_orders_are_clicked_into_the_texts_of_whoever_has_the_unit(run):
    """Only under the headings that the phase asks for; a line that has been begun stays its power's."""
    assert run("""
        const begun = take(take(tried.START, tried.openTurn, before), tried.offerClicks, choices)
        const other = clicks.openPower(begun.clicks.choices, "Italy")
        const owned = tried.chooseOwner(other, position, "Vie")
        const click = (state, key) => take(state, tried.click, now => clicks.pick(now, key) ?? now)
        const state = click(click(begun, "Vie"), "Gal")
        const dropped = take(state, tried.dropLine, "A Vie - Gal")
        return [
            Object.keys(clicks.sectionsOf(begun.clicks)), owned.power,
            tried.chooseOwner(clicks.pick(other, "Vie"), position, "Vie").power,
            tried.turnOf(state).texts.orders, state.said, tried.turnOf(dropped).texts.orders,
        ]
    """) == [
        ["orders"], "Austria", "Italy",
        {"Austria": "A Bud\nA Vie - Gal"}, "Written: A Vie - Gal.", {"Austria": "A Bud\nA Vie"},
    ]  # fmt: skip
