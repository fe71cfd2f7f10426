"""The order desk in a real browser: written by mouse, keys and touch, drafted, sealed, handed in."""

import hashlib
import json
import re
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from tests.browser.listening import expect, listening, wait_until
from tests.browser.serving import answering
from tests.browser.test_pages import AXE, EVERY_RULE, WATCH, judged_by_axe, moves_by_itself
from zinegen.archive import (
    await_orders,
    open_game,
    play,
    read_message,
    seal_orders,
)
from zinegen.cli import commands
from zinegen.pages import Session
from zinegen.play import TakeOptions, read_mail_orders
from zinegen.play.mails.standing import Standing
from zinegen.play.texts import OrderSlot

pytestmark = pytest.mark.browser


@pytest.fixture
def reader(page):
    """A page that fails the test when it says anything in the console."""
    page.set_viewport_size({"width": 1280, "height": 900})
    with listening(page) as said:
        yield page
    assert not said


def open_desk(page, address, game="dawn", power="austria"):
    """Open a game's desk with a power chosen, as a link to it does."""
    page.goto("about:blank")
    page.goto(f"{address}games/{game}/desk/#{power}")
    page.locator(".z-paper textarea").wait_for()


def text_of(page):
    """Return what stands in the order file."""
    return page.locator(".z-paper textarea").input_value()


def file_of(page):
    """Return the whole order file, with its head, which nobody sees who does not ask for it."""
    button = page.get_by_role("button", name="Head of the file")
    button.click()
    whole = text_of(page)
    button.click()
    assert whole.endswith(text_of(page))
    return whole


def said(page, part="sheet"):
    """Return what the desk says about the file, or about handing in."""
    return page.locator(f".z-desk__{part} .z-desk__said").inner_text()


def type_behind(page, unit, order):
    """Write behind a unit that stands in the file."""
    field = page.locator(".z-paper textarea")
    field.fill(text_of(page).replace(f"\n{unit}\n", f"\n{unit}{order}\n"))


def test_the_file_begins_as_the_program_writes_it(reader, played_site, played_address):
    """To the letter, and its name is that of the file in the game's folder; its head is hidden."""
    open_desk(reader, played_address)
    orders = next(played_site.parent.glob("games/dawn/seasons/*/orders"))
    assert "game" not in text_of(reader)
    assert file_of(reader) == (orders / "austria.toml").read_text()
    assert "austria.toml" in reader.locator(".z-paper__head").inner_text()


def test_without_javascript_the_desk_lists_each_file_and_where_it_goes(played_site):
    """The file itself, as the program makes it, and the GM's address."""
    desk = played_site / "games/dawn/desk"
    (said,) = re.findall(r"(?s)<noscript>(.*?)</noscript>", (desk / "index.html").read_text())
    orders = next(played_site.parent.glob("games/dawn/seasons/*/orders"))
    for file in orders.glob("*.toml"):
        assert f'<a href="{file.name}">{file.name}</a>' in said
        assert (desk / file.name).read_bytes() == file.read_bytes()
    assert "mailto:ann@example.org" in said


def test_what_is_typed_is_counted_undone_and_kept(reader, played_address):
    """By game, season and power; and a unit without an order is named."""
    open_desk(reader, played_address)
    assert said(reader) == "3 units wait for orders."
    type_behind(reader, "A Bud", " - Ser")
    assert said(reader) == "Still without an order: A Vie, F Tri."
    open_desk(reader, played_address, power="france")
    assert said(reader) == "3 units wait for orders."
    open_desk(reader, played_address)
    assert "\nA Bud - Ser\n" in text_of(reader)
    reader.get_by_role("button", name="Begin again").click()
    assert "Ser" not in text_of(reader)
    reader.locator(".z-paper textarea").press("Control+z")
    assert "\nA Bud - Ser\n" in text_of(reader)


def test_a_browser_that_keeps_nothing_says_so_and_the_desk_works(reader, played_address):
    """Its storage is full, or forbidden."""
    open_desk(reader, played_address)
    reader.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full') } }")
    type_behind(reader, "A Bud", " H")
    assert "keeps no draft" in reader.locator(".z-desk__trouble").inner_text()
    assert said(reader) == "Still without an order: A Vie, F Tri."


@pytest.fixture
def sealing(reader, played_address):
    """The desk of a sealed game, with an order in the file."""
    open_desk(reader, played_address, "hush")
    reader.locator(".z-paper textarea").wait_for()
    field = reader.locator(".z-paper textarea")
    field.fill(text_of(reader).replace("A Vie\n", "A Vie - Gal  # die Brücke\n"))
    return reader


SLOT = OrderSlot(
    game="hush", season="1901-1-spring", power="Austria", shown="games/hush/seasons/1901-1-spring"
)


@pytest.fixture
def in_zine(played_site, gm, monkeypatch):
    """Run commands in the folder of the zine, as the GM with the key."""
    monkeypatch.chdir(played_site.parent)
    monkeypatch.setenv("ZINEGEN_GM_KEY", gm.secret)
    return partial(CliRunner().invoke, commands)


def test_what_the_desk_seals_the_program_opens(sealing, in_zine):
    """The very file that was saved, in its place in the zine: by `zinegen open`, and in the GM's `inbox`."""
    sealing.get_by_role("button", name="Seal my orders").click()
    with sealing.expect_download() as saved:
        sealing.get_by_role("button", name="Save austria.toml.age").click()
    assert saved.value.suggested_filename == "austria.toml.age"
    shown = sealing.locator(".z-desk__sealed").text_content()
    assert saved.value.path().read_text() == shown
    place = Path(SLOT.shown, "orders", "austria.toml.age")
    try:
        saved.value.save_as(place)
        opened, inbox = in_zine(["open", str(place)]), in_zine(["inbox", "hush"])
    finally:
        place.unlink()
    assert opened.output.startswith(file_of(sealing).rstrip())
    assert len(opened.output.encode()) == 2048
    assert "Austria: opens, 1 of 1 orders readable" in inbox.output


def test_what_the_program_seals_the_desk_opens(sealing, gm):
    """The same format both ways."""
    sealed = seal_orders(file_of(sealing), SLOT, [gm.public], "2026-12-01T20:00:00Z").decode()
    opened = sealing.evaluate(
        """async ([sealed, key]) => {
            const { armor, Decrypter } = await import("../../../assets/vendor/age.js")
            const opener = new Decrypter()
            opener.addIdentity(key)
            return opener.decrypt(armor.decode(sealed), "text")
        }""",
        [sealed, gm.secret],
    )
    assert "A Vie - Gal  # die Brücke" in opened


def test_what_has_changed_since_it_was_sealed_is_sealed_again(sealing):
    """Nobody hands in what he has thought better of."""
    sealing.get_by_role("button", name="Seal my orders").click()
    sealing.locator(".z-desk__sealed").wait_for()
    type_behind(sealing, "A Bud", " - Ser")
    expect(sealing.locator(".z-desk__sealed")).to_be_hidden()
    assert "seal them again" in said(sealing, "send")
    assert sealing.locator(".z-desk__ways button").all_inner_texts() == ["Seal my orders"]


def test_a_sealed_game_offers_no_way_for_plain_orders(sealing):
    """Nothing but the sealed file leaves the page."""
    ways = sealing.locator(".z-desk__ways button")
    assert ways.all_inner_texts() == ["Seal my orders"]
    sealing.get_by_role("button", name="Begin again").click()
    ways.click()
    assert said(sealing, "send") == "There is no order in your file yet."
    expect(sealing.locator(".z-desk__sealed")).to_be_hidden()


def hand_in(page, address, way, **places):
    """Hand in by a way, with addresses of a platform, and return what was opened and what was copied."""
    data = page.request.get(f"{address}games/dawn/desk/desk.json").json()
    data["powers"]["Austria"] |= places
    with answering("*/dawn/desk/desk.json", json.dumps(data)):
        open_desk(page, address)
    page.evaluate(
        """() => {
            window.opened = []
            window.open = address => { window.opened.push(address); return null }
            navigator.clipboard.writeText = async text => { window.copied = text }
        }"""
    )
    type_behind(page, "A Bud", " - Ser")
    page.get_by_role("button", name=way).click()
    expect(page.locator(".z-desk__send .z-desk__said")).to_contain_text("Receipt")
    return page.evaluate("[window.opened[0], window.copied]")


def test_an_editor_of_a_new_file_is_filled_where_the_platform_takes_it(reader, played_address):
    """As GitHub and Forgejo do."""
    new = "https://github.com/o/z/new/main/games/orders?filename={name}&value={text}"
    opened, copied = hand_in(reader, played_address, "Open a new file at github.com", new=new)
    head = (
        "https://github.com/o/z/new/main/games/orders?filename=austria.toml&value=game%20%20%20%3D"
    )
    assert opened.startswith(head)
    assert "A%20Bud%20-%20Ser%0A" in opened
    assert copied is None


def test_an_issue_is_filled_and_is_what_the_program_takes_in(reader, played_address):
    """Two taps: the button here, and the one that creates it there. The receipt is that of the file."""
    pattern = "https://github.com/o/z/issues/new?title={name}&body={text}"
    path = "games/dawn/seasons/1901-1-spring/orders/austria.toml"
    opened, copied = hand_in(
        reader, played_address, "Hand in at github.com", issue=pattern, path=path
    )
    assert copied is None
    words = parse_qs(urlsplit(opened).query)
    text = "\n".join(words["body"][0].split("\n")[3:-2]) + "\n"
    assert words["body"][0].startswith(f"`{path}`\n\n````\n")
    assert text == file_of(reader)
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert f"sha256:{digest}" in said(reader, "send")


def test_orders_that_are_too_long_for_a_link_are_copied_as_the_text_of_an_issue(
    reader, played_address
):
    pattern = "https://github.com/o/z/issues/new?title={name}&body={text}"
    path = "x" * 8000
    opened, copied = hand_in(
        reader, played_address, "Hand in at github.com", issue=pattern, path=path
    )
    assert "body=" not in opened
    assert copied.startswith(f"`{path}`")
    assert file_of(reader) in copied
    assert "paste them into the issue" in said(reader, "send")


def test_the_editor_of_a_file_that_is_there_is_opened_beside_a_copy(reader, played_address):
    """No platform fills it, and the desk says so."""
    edit = "https://github.com/o/z/edit/main/games/orders/austria.toml"
    opened, copied = hand_in(reader, played_address, "Open the editor at github.com", edit=edit)
    assert opened == edit
    assert copied == file_of(reader)
    assert "paste" in said(reader, "send")


def test_a_mail_is_one_that_the_program_takes(reader, played_site, played_address):
    """With the power and the season in its subject, and the file in its text."""
    opened, copied = hand_in(reader, played_address, "Mail it to Ann")
    assert copied is None
    address = urlsplit(opened)
    assert (address.scheme, address.path) == ("mailto", "ann@example.org")
    words = parse_qs(address.query)
    mail = (
        f"From: b@example.org\nTo: a@example.org\nSubject: {words['subject'][0]}\n\nA Bud - Ser\n"
    )
    current = play(open_game(played_site.parent / "games" / "dawn"))
    for content in (mail.encode(), words["body"][0].encode()):
        options = TakeOptions(name="mail")
        awaited = await_orders(current, current.open_season)
        message = read_message(content)
        found = read_mail_orders(awaited, message, options, lambda _: Standing())
        assert found.power == "Austria"
        assert b"\nA Bud - Ser\n" in found.content


def test_a_file_for_another_season_is_not_handed_in(reader, played_address):
    """It would count for nothing."""
    open_desk(reader, played_address)
    field = reader.locator(".z-paper textarea")
    field.fill(file_of(reader).replace("1901-1-spring", "1902-1-spring").replace("Vie", "Vie H"))
    assert "another season, 1902-1-spring" in reader.locator(".z-findings").inner_text()
    reader.get_by_role("button", name="Copy").click()
    assert "Mend that first" in said(reader, "send")


def test_a_hundred_kilobytes_are_told_to_be_too_many_and_stop_nothing(reader, played_address):
    """Whoever pastes a book by mistake takes it back with one step."""
    open_desk(reader, played_address)
    began = text_of(reader)
    took = reader.evaluate(
        """() => {
            const field = document.querySelector(".z-paper textarea")
            const before = field.value
            const tries = [1, 2, 3, 4, 5].map(() => {
                const start = performance.now()
                field.value = before + "A Bud - Ser, and so on\\n".repeat(5000)
                field.dispatchEvent(new Event("input", { bubbles: true }))
                return performance.now() - start
            })
            return Math.min(...tries)  // others may have been at work on this machine meanwhile
        }"""
    )
    assert took < 300
    assert "at most 16 KB" in reader.locator(".z-findings").inner_text()
    reader.get_by_role("button", name="Undo").click()
    assert text_of(reader) == began


REPORT = """Germany, ash, 1901-1-spring

News
nothing

All that you know
centre Kie
no centre Ruh
range Mun/Tyr
owns Mun

In words
You own: Munich.
"""


def test_an_opened_report_is_laid_over_the_map_and_forgotten_again(reader, played_address):
    """It is kept by this browser alone, and a report of another game is refused."""
    open_desk(reader, played_address, "ash", "germany")
    load = reader.locator(".z-desk__report input")
    load.set_input_files(
        {"name": "g.txt", "mimeType": "text/plain", "buffer": REPORT.replace("ash", "ode").encode()}
    )
    reader.get_by_text("This report is of another game").wait_for()
    load.set_input_files({"name": "g.txt", "mimeType": "text/plain", "buffer": REPORT.encode()})
    wait_until(reader, "document.querySelectorAll('.z-known > *').length >= 3")
    assert "Mun/Tyr" in reader.locator(".z-desk__report dl").inner_text()
    open_desk(reader, played_address, "ash", "germany")
    wait_until(reader, "document.querySelectorAll('.z-known > *').length >= 3")
    reader.get_by_role("button", name="Forget it").click()
    assert reader.locator(".z-known").count() == 0


@pytest.mark.parametrize("width", [390, 1366])
def test_nothing_moves_by_itself_while_the_desk_loads(reader, played_address, width):
    """With a power that was chosen before."""
    reader.set_viewport_size({"width": width, "height": 844})
    reader.add_init_script(WATCH)
    open_desk(reader, played_address)
    reader.wait_for_load_state("networkidle")
    assert moves_by_itself(reader) == []


def test_axe_finds_nothing_wrong_with_the_desk(reader, played_address):
    """WCAG 2.2 A and AA, and a phone needs no sideways scrolling."""
    open_desk(reader, played_address)
    type_behind(reader, "A Bud", " - Ser")
    reader.evaluate(AXE)
    wrong, _ = judged_by_axe(reader, EVERY_RULE)
    assert wrong == []
    reader.set_viewport_size({"width": 360, "height": 740})
    assert reader.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_contrast_of_the_desk_is_enough_by_night(reader, played_address):
    """Of the power's buttons, of units without orders, of the sheet."""
    reader.emulate_media(color_scheme="dark", reduced_motion="reduce")
    open_desk(reader, played_address)
    reader.evaluate(AXE)
    wait_until(reader, "document.body.dataset.mdColorScheme == 'slate'")
    contrast = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    assert judged_by_axe(reader, contrast)[0] == []


def click_map(page, key):
    """Click on a province, wherever the page is scrolled to."""
    page.locator(f".z-touch path[data-key={key}]").dispatch_event("click")


def steps(page):
    """Return what can be chosen next."""
    return page.locator(".z-steps__ways button").all_inner_texts()


def test_two_clicks_on_the_map_are_a_move_which_is_drawn(reader, played_address):
    """Another order for the same unit takes the place of the first, once the player has said so."""
    open_desk(reader, played_address)
    reader.locator(".z-steps").wait_for()
    click_map(reader, "Bud")
    lit = "[...document.querySelectorAll('.is-choice')].map(one => one.dataset.key).sort()"
    assert reader.evaluate(lit) == ["Gal", "Rum", "Ser", "Tri", "Vie"]
    click_map(reader, "Ser")
    assert "\nA Bud - Ser\n" in text_of(reader)
    assert said(reader) == "Written: A Bud - Ser."
    assert reader.locator(".z-touch .z-drawn--move").count() == 1
    click_map(reader, "Bud")
    click_map(reader, "Rum")
    assert reader.locator(".z-steps__line").inner_text() == "Instead of A Bud - Ser?"
    assert "\nA Bud - Ser\n" in text_of(reader)
    reader.get_by_role("button", name="Write A Bud - Rum").click()
    assert "\nA Bud - Rum\n" in text_of(reader)
    assert "Ser" not in text_of(reader)
    reader.get_by_role("button", name="Undo").click()
    assert "\nA Bud - Ser\n" in text_of(reader)
    click_map(reader, "Vie")
    wait_until(reader, f"{lit}.length > 0")
    reader.evaluate("document.activeElement.blur()")  # as after a click on the map
    reader.keyboard.press("Escape")
    wait_until(reader, f"{lit}.length == 0")


def test_an_order_is_chosen_by_keys_alone_and_taken_back(reader, played_address):
    """The focus goes along with what is to be chosen."""
    open_desk(reader, played_address)
    reader.locator(".z-steps").wait_for()
    reader.locator(".z-desk__units button", has_text="A Vie").focus()
    reader.keyboard.press("Enter")
    assert steps(reader)[:3] == ["moves to", "holds", "supports"]
    for key in ("Tab", "Tab", "Enter"):
        reader.keyboard.press(key)
    assert "Bud" in steps(reader)
    for key in ("Bud", "Gal"):
        reader.locator(f".z-steps button[data-key={key}]").press("Enter")
    assert "\nA Vie S A Bud - Gal\n" in text_of(reader)
    focused = "document.activeElement.textContent"
    assert reader.evaluate(focused) == "A Bud no order yet"  # the next that waits
    reader.locator(".z-desk__units button", has_text="A Vie").click()
    reader.get_by_role("button", name="No order", exact=True).click()
    assert "\nA Vie\n" in text_of(reader)


def test_orders_come_along_to_where_they_are_tried(reader, played_address):
    """With every other unit on the board, which nobody has ordered anything."""
    open_desk(reader, played_address)
    type_behind(reader, "A Bud", " - Ser")
    reader.get_by_role("link", name="What if? Try these orders").click()
    reader.wait_for_url("**/what-if/#1.*")
    asked = reader.evaluate(
        "import('../assets/question.js').then(one => one.readQuestion(location.hash.slice(1)))"
    )
    assert asked["at"] == "games/dawn/desk"
    (step,) = asked["steps"]
    assert "A Bud - Ser" in step["texts"]["orders"]["Austria"].splitlines()
    assert step["texts"]["orders"]["Italy"] == "A Rom\nA Ven\nF Nap"
    reader.goto("about:blank")  # the engine need not start


def test_orders_can_always_be_handed_to_another_program(reader, played_address):
    """By whatever the browser's own sheet offers: mail, chat, another device."""
    reader.goto(played_address)
    reader.add_init_script(
        "navigator.share = one => { window.shared = one; return Promise.resolve() }"
    )
    open_desk(reader, played_address)
    type_behind(reader, "A Bud", " - Ser")
    reader.get_by_role("button", name="Share").click()
    wait_until(reader, "window.shared")
    assert "A Bud - Ser" in reader.evaluate("window.shared.text")
    assert "Spring 1901" in reader.evaluate("window.shared.title")


def test_what_a_section_holds_can_be_taken_out_line_by_line(reader, played_address):
    """Retreats are written for whatever may come."""
    open_desk(reader, played_address, "hush")
    reader.get_by_role("button", name="Retreats").click()
    reader.locator(".z-steps button[data-key=Bud]").click()
    reader.get_by_role("button", name="disbands").click()
    assert "\nA Bud disband\n" in text_of(reader)
    reader.get_by_role("button", name="Take out A Bud disband").click()
    assert "disband\n" not in text_of(reader).replace("Tyr, disband", "")


ENGINE = """
export const engineAddress = () => "here"
export const describeSize = async () => "(loads 6.5 MB once)"
export const isEngineKept = async () => false
export const stopEngine = () => {}
export class EngineStopped extends Error {}
export const watchSlow = act => act()
export const openPosition = async (engine, address) =>
    (await engine).ask({ do: "open", position: await (await fetch(address)).text() })
export const openEngine = async () => ({ ask: async question => {
    const answer = JSON.parse(await window.answer(JSON.stringify(question)))
    if (answer.error) throw Error(answer.error)
    return answer
} })
"""
"""Stands for the engine's worker; the answers are the program's own."""


@pytest.fixture(scope="module")
def answered(chromium):
    """A page for all tests, in which the program answers: another has everything still to load."""
    page = chromium.new_page()
    page.expose_function("answer", partial(Session.answer, Session()))
    yield page
    page.close()


@pytest.fixture
def checking(answered, played_address):
    """A desk that can be checked, as the program answers."""
    with answering("*/engine.js", ENGINE):
        open_desk(answered, played_address)
    yield answered
    answered.evaluate("localStorage.clear()")


def test_the_check_says_what_the_command_says_and_underlines_it(checking):
    """With the slip's place, what was meant, and what happens if it is left."""
    page = checking
    type_behind(page, "A Bud", " - Srb")
    type_behind(page, "A Vie", " - Lon")
    page.get_by_role("button", name="Check my orders (loads 6.5 MB once)").press("Enter")
    page.locator(".z-desk__check [role=status]:focus").wait_for()
    marks = page.locator(".z-paper__marks mark")
    marks.first.wait_for(state="attached")
    assert marks.all_text_contents() == ["Srb", "A Vie - Lon"]
    found = page.locator(".z-findings").inner_text()
    assert 'There is no province called "Srb"' in found
    assert "If left: the game waits for the GM; left unread, A Bud will hold." in found
    field = page.locator(".z-paper textarea")
    field.fill(text_of(page).replace("Srb", "Ser").replace("A Vie - Lon", "A Vie-galicia"))
    page.get_by_text("Checked: 2 orders can be read.").wait_for()
    assert "read as A Vie - Gal" in page.locator(".z-findings").inner_text()
    assert page.locator(".z-touch .z-drawn--move").count() == 2


MAIL = """Hi Ann,

Austria, Spring 1901
A Bud - Ser
F Tri - Alb
then Vienna goes somewhere

> A Bud H
"""


def paste(page, text, at=None):
    """Paste a text into the file, at a place of it or behind all."""
    page.locator(".z-paper textarea").evaluate(
        """(area, [text, at]) => {
            area.setSelectionRange(at ?? area.value.length, at ?? area.value.length)
            const data = new DataTransfer()
            data.setData("text/plain", text)
            const news = { clipboardData: data, bubbles: true, cancelable: true }
            if (area.dispatchEvent(new ClipboardEvent("paste", news))) area.setRangeText(text)
        }""",
        [text, at],
    )


def start_check(page):
    """Load what checks orders."""
    page.get_by_role("button", name="Check my orders").click()
    page.get_by_text("Checked: ").or_(page.get_by_text("handed in nothing")).first.wait_for()


def test_a_pasted_mail_becomes_the_file_as_the_program_takes_it(checking):
    """What was left out is told with its place, and one step takes all of it back."""
    began = text_of(checking)
    start_check(checking)
    paste(checking, MAIL)
    checking.get_by_text("Read as a message: 2 lines with orders.").wait_for()
    assert "\nA Bud - Ser\nF Tri - Alb\n" in file_of(checking)
    assert "A Bud H" not in text_of(checking)
    told = checking.locator(".z-desk__message li").all_inner_texts()
    assert told[0] == "Line 1: Hi Ann, (left out)"
    assert told[1].startswith(
        "Line 6: then Vienna goes somewhere (this line is left out, and may be"
    )
    assert told[2] == "Line 8: A Bud H (left out: quoted)"
    checking.get_by_role("button", name="Undo").click()
    assert text_of(checking) == began


def test_a_mail_that_changes_one_order_keeps_the_rest_of_the_file(checking):
    """It says so itself."""
    start_check(checking)
    type_behind(checking, "A Bud", " - Ser")
    type_behind(checking, "A Vie", " - Gal")
    paste(checking, "A Vie - Tri, the rest as before")
    checking.get_by_text("1 other of those that stood there kept.").wait_for()
    assert "\nA Bud - Ser\nA Vie - Tri\n" in text_of(checking)


def test_a_message_for_another_season_is_not_read_and_stays_as_it_was_pasted(checking):
    """The desk says why."""
    start_check(checking)
    paste(checking, "Austria, Autumn 1905\nA Bud - Ser\n")
    checking.get_by_text("this is for Autumn 1905, and 1901-1-spring is open").wait_for()
    assert text_of(checking).endswith("Austria, Autumn 1905\nA Bud - Ser\n")


def test_orders_pasted_under_a_heading_stay_where_they_are_pasted(checking):
    """They are lines of the file, not a message."""
    start_check(checking)
    text = text_of(checking)
    paste(checking, "A Bud - Ser\nA Vie - Tyr\n", text.index("A Bud"))
    checking.get_by_text("Checked: 2 orders can be read").wait_for()
    assert text_of(checking) == text.replace("A Bud", "A Bud - Ser\nA Vie - Tyr\nA Bud", 1)


def test_bare_lines_are_put_under_their_headings_when_the_player_says_so(checking):
    """Typing is never interrupted."""
    start_check(checking)
    type_behind(checking, "A Vie", " - Gal")
    button = checking.get_by_role("button", name="Read the bare lines")
    assert button.is_hidden()
    checking.locator(".z-paper textarea").fill(f"A Bud - Ser\n{text_of(checking)}")
    button.click()
    checking.get_by_text("Read as a message: 1 line with orders.").wait_for()
    assert "A Bud - Ser" in file_of(checking)
    assert "\nA Vie - Gal\n" in text_of(checking)
    assert text_of(checking).startswith("orders = '''")
    assert button.is_hidden()


STUCK = """
self.onmessage = ({ data }) => {
    if (data.list) return self.postMessage({ ready: true })
    if (JSON.parse(data.question).do === "check") return
    self.postMessage({ number: data.number, answer: '{"position": "as it was"}' })
}
"""
"""Stands for the engine's worker; no check ever ends."""


@pytest.mark.usefixtures("runtime")
def test_a_check_that_takes_long_can_be_stopped_and_begins_again_only_when_wanted(
    answered, played_address
):
    """By keyboard, and told aloud."""
    page = answered
    with answering("*/engine-worker.js", STUCK):
        open_desk(page, played_address)
        check = page.get_by_role("button", name=re.compile("^Check my orders"))
        check.press("Enter")
        said = page.locator(".z-desk__check").get_by_role("status")
        said.filter(has_text="This takes a while").wait_for()
        page.get_by_role("button", name="Stop").press("Enter")
        said.filter(has_text="Stopped before there was an answer").wait_for()
        assert check.evaluate("one => one === document.activeElement")
        type_behind(page, "A Bud", " - Srb")
        page.wait_for_timeout(100)
        assert "Stopped" in said.inner_text()
        check.press("Enter")
        said.filter(has_text="This takes a while").wait_for()
    page.evaluate("localStorage.clear()")
