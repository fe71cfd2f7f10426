"""A game at the desk: orders come in, each line is shown as it is read, and all is what the commands do."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.desk.conftest import read_commands
from zinegen.archive import NewGame, make_key_pair, new_game, seal_orders
from zinegen.archive.files import write_atomically
from zinegen.desk import Desk
from zinegen.play.texts import OrderSlot

MAIL = "From: Bea <bea@example.org>\nSubject: France\n\nA Par - Bur\nF Bre - MAO\nA Mar H\n"
SEASON = "games/demo/seasons/1901-1-spring"
ORDERS = f"{SEASON}/orders/france.toml"


def digest_in(page: str, action: str) -> str:
    """Return the digest that the form of an address carries."""
    (form,) = re.findall(rf'action="{action}".*?</form>', page, re.DOTALL)[:1]
    (found,) = re.findall(r'name="digest" value="([^"]*)"', form)
    return found


_OPENED: list[list[str]] = []


def _note_open(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and _OPENED:
        _OPENED[-1].append(str(arguments[0]))


sys.addaudithook(_note_open)


@contextmanager
def watching_opens() -> Iterator[list[str]]:
    """Give the names of all files that are opened meanwhile."""
    _OPENED.append([])
    yield _OPENED[-1]
    _OPENED.pop()


def send_mail(client: TestClient, **fields: str) -> str:
    """Drop a mail of France's into the game, and return the page that follows."""
    files = {"files": ("mail.eml", MAIL.encode(), "message/rfc822")}
    return client.post("/games/demo/take", data=fields, files=files).text


def test_a_mail_that_is_dropped_in_becomes_an_order_file_and_each_line_is_shown_as_it_is_read(
    client: TestClient, zine: Path
) -> None:
    page = html.unescape(send_mail(client))
    assert "A Par - Bur" in (zine / ORDERS).read_text()
    assert "<code>A Par - Bur</code>" in page
    assert "orders: A Par - Bur" in page
    assert "zinegen take demo mail.eml" in page
    assert "zinegen restore demo france" in page
    again = send_mail(client)
    assert "these orders lay there already" in again


@pytest.mark.parametrize("way", ["pasted", "typed", "dropped"])
def test_orders_may_be_pasted_typed_or_dropped(client: TestClient, zine: Path, way: str) -> None:
    chat = "A Mun - Ruh\nF Kie - Den\nA Ber - Kie\n"
    if way == "dropped":
        files = {"files": ("chat.txt", chat.encode(), "text/plain")}
        client.post("/games/demo/take", data={"power": "germany"}, files=files)
    else:
        page = client.get("/games/demo/orders/germany").text
        assert "F Kie" in page
        client.post("/games/demo/take", data={"power": "germany", "text": chat})
    assert "F Kie - Den" in (zine / SEASON / "orders/germany.toml").read_text()


def test_several_mails_and_a_mailbox_come_in_at_once(client: TestClient, zine: Path) -> None:
    box = "".join(
        f"From x Mon Nov 23 10:00:00 2026\nFrom: {who}@example.org\nSubject: {power}\n\n{order}\n\n"
        for who, power, order in (
            ("ada", "Austria", "A Vie - Gal\nA Bud - Ser\nF Tri - Alb"),
            ("ivo", "Italy", "A Ven H\nA Rom - Apu\nF Nap - ION"),
        )
    )
    files = [
        ("files", ("mail.eml", MAIL.encode(), "message/rfc822")),
        ("files", ("../../box.mbox", box.encode(), "application/mbox")),
    ]
    page = client.post("/games/demo/take", files=files).text
    assert "3 order files are written." in page
    assert not [*zine.rglob("*.mbox"), *zine.parent.glob("*.mbox")]


def test_what_is_wrong_is_shown_beside_the_players_words_with_what_happens_if_it_is_left(
    client: TestClient,
) -> None:
    bad = MAIL.replace("F Bre - MAO", "F Bre - Nrt")
    page = client.post("/games/demo/take", data={"text": bad, "anyway": "on"}).text
    assert "F Bre - Nrt" in page
    page = html.unescape(client.get("/games/demo").text)
    power = page.split('id="power-france"')[1].split("</li>")[0]
    assert "d-power--wrong" in page
    assert "<code>F Bre - Nrt</code>" in power
    assert "there is no province called" in power
    assert "If it is left:" in power


def test_a_refused_message_writes_nothing_and_says_why(client: TestClient, zine: Path) -> None:
    before = {path: path.read_bytes() for path in (zine / "games").rglob("*") if path.is_file()}
    page = client.post("/games/demo/take", data={"text": "Hello! How are you?"}).text
    assert "Something wants a look" in page
    answer = client.post("/games/demo/take", data={"text": "  "})
    assert answer.status_code == 409
    assert "there is nothing to take yet" in answer.text
    after = {path: path.read_bytes() for path in (zine / "games").rglob("*") if path.is_file()}
    assert after == before


def test_what_was_refused_is_gone_on_with_where_it_stands_and_not_dropped_in_again(
    client: TestClient, desk: Desk, zine: Path
) -> None:
    new_game(zine / "games", "other", "standard", NewGame())
    of_two = ("mine.txt", b"A Par - Bur\nA Mun - Ruh\n", "text/plain")
    wrong = ("mail.eml", MAIL.encode(), "message/rfc822")
    page = client.post("/games/demo/take", files=[("files", of_two), ("files", of_two)]).text
    assert "nothing says whose orders these are; units of France and Germany are ordered" in page
    assert "--power" not in re.sub("<code>.*?</code>", "", page), (
        "the desk speaks of what is clicked"
    )
    assert "mine.txt (2) is not taken yet; see below." in page
    kept = re.findall(r'name="kept" value="([^"]+)"', page)
    assert len(kept) == len(desk.refused.kept) == 2
    assert (
        client.post("/games/other/take", data={"kept": kept[0], "power": "france"}).status_code
        == 409
    )
    for _ in range(2):  # typed twice it does no harm
        page = client.post("/games/demo/take", data={"kept": kept[0], "power": "germany"}).text
        assert "as you have chosen" in page
    assert "these orders lay there already" in page
    assert "A Mun - Ruh" in (zine / SEASON / "orders/germany.toml").read_text()
    page = client.post("/games/demo/take", data={"power": "italy"}, files={"files": wrong}).text
    assert "no unit of Italy is ordered, but units of France" in page
    (kept,) = re.findall(r'name="kept" value="([^"]+)"', page)
    page = client.post("/games/demo/take", data={"kept": kept, "power": ""}).text
    assert 'name="kept"' not in page
    assert "A Par - Bur" in (zine / ORDERS).read_text()
    desk.refused.kept.clear()
    answer = client.post("/games/demo/take", data={"kept": kept})
    assert (answer.status_code, "not kept any more" in answer.text) == (409, True)


def test_a_sealed_file_that_no_key_opens_waits_for_its_key(client: TestClient, zine: Path) -> None:
    pair, strange = make_key_pair(), make_key_pair()
    new_game(zine / "games", "hush", "standard", NewGame(gm_keys=(pair.public,)))
    season = "games/hush/seasons/1901-1-spring"
    slot = OrderSlot(game="hush", season="1901-1-spring", power="France", shown=season)
    text = "game = \"hush\"\nseason = \"1901-1-spring\"\npower = \"france\"\norders = '''\nA Par - Bur\n'''\n"
    sealed = seal_orders(text, slot, (pair.public,), "2026-11-23T10:00:00Z")
    keys = zine.parent / "home/zinegen"
    keys.mkdir(parents=True)
    (keys / "gm.key").write_text(f"{strange.secret}\n")
    dropped = {"files": ("france.toml.age", sealed, "text/plain")}
    page = client.post("/games/hush/take", files=dropped).text
    assert "no key here opens it" in page
    (kept,) = re.findall(r'name="kept" value="([^"]+)"', page)
    (keys / "gm.key").write_text(f"{pair.secret}\n")
    page = client.post("/games/hush/take", data={"kept": kept, "power": ""}).text
    assert ("sealed; it opens" in page, "Bur" in page) == (True, False)
    lies = zine / season / "orders/france.toml.age"
    assert lies.read_bytes().strip() == sealed.strip()


def test_what_was_there_before_the_last_take_is_brought_back(
    client: TestClient, zine: Path
) -> None:
    send_mail(client)
    before = (zine / ORDERS).read_bytes()
    client.post(
        "/games/demo/take", data={"power": "france", "text": "A Par - Pic\nF Bre H\nA Mar H"}
    )
    assert "A Par - Pic" in (zine / ORDERS).read_text()
    page = client.post("/games/demo/orders/france/restore").text
    assert "as it was before the last take" in page
    assert (zine / ORDERS).read_bytes() == before


def test_deadlines_and_seats_are_changed_as_the_commands_do_with_the_way_back(
    client: TestClient, zine: Path
) -> None:
    page = client.get("/games/demo").text
    later = (datetime.now(UTC) + timedelta(days=9)).strftime("%Y-%m-%dT20:00")
    fields = {
        "when": later,
        "why": "the first deadline",
        "digest": digest_in(page, "/games/demo/extend"),
    }
    page = client.post("/games/demo/extend", data=fields).text
    assert "Orders are due" in page
    assert f"deadline = {later}" in (zine / SEASON / "season.toml").read_text()
    fields = {"why": "Holidays.", "digest": digest_in(page, "/games/demo/pause")}
    page = client.post("/games/demo/pause", data=fields).text
    assert "<code>zinegen resume demo</code>" in page
    page = client.post(
        "/games/demo/resume", data={"digest": digest_in(page, "/games/demo/resume")}
    ).text
    assert "The game goes on." in page
    fields = {"power": "france", "player": "Bea", "mail": "bea@example.org"}
    page = client.post(
        "/games/demo/seat", data={**fields, "digest": digest_in(page, "/games/demo/seat")}
    ).text
    assert "<code>zinegen seat demo france --vacant</code>" in read_commands(page)
    assert 'mail = "bea@example.org"' in (zine / "games/demo/game.toml").read_text()


def test_what_was_edited_elsewhere_meanwhile_is_never_overwritten_and_both_versions_are_shown(
    client: TestClient, zine: Path
) -> None:
    page = client.get("/games/demo").text
    file = zine / "games/demo/game.toml"
    edited = file.read_text().replace('title   = "Demo"', 'title   = "Edited elsewhere"')
    file.write_text(edited)
    fields = {"power": "france", "player": "Bea", "digest": digest_in(page, "/games/demo/seat")}
    answer = client.post("/games/demo/seat", data=fields)
    assert answer.status_code == 409
    shown = html.unescape(answer.text)
    assert file.read_text() == edited
    assert 'name = "Bea"' in shown
    assert "Edited elsewhere" in shown
    again = {**fields, "digest": digest_in(answer.text, "/games/demo/seat")}
    client.post("/games/demo/seat", data=again)
    assert "Edited elsewhere" in file.read_text()
    assert 'name = "Bea"' in file.read_text()


def test_a_season_is_closed_after_a_look_and_two_rulings_and_taken_back(
    client: TestClient, zine: Path
) -> None:
    bad = MAIL.replace("F Bre - MAO", "F Bre - Nrt")
    client.post("/games/demo/take", data={"text": bad, "anyway": "on"})
    page = html.unescape(client.get("/games/demo/close").text)
    (of,) = set(re.findall(r'name="of" value="([^"]+)"', page))
    questions = re.findall(r'name="reason-(\d)"', page)
    assert len(questions) == 2
    assert "<h2>Spring 1901, moves</h2>" in page
    assert not (zine / SEASON / "result.json").exists()
    picture = client.get(f"/games/demo/close/after.svg?of={of}")
    assert picture.text.startswith("<svg")
    assert "sandbox" in picture.headers["content-security-policy"]
    number = re.findall(r'name="as-(\d)"', page)[0]
    fields = {"of": of, "digest": digest_in(page, "/games/demo/rulings")}
    for one in questions:
        fields |= {f"choice-{one}": "0", f"reason-{one}": "Said so on the phone."}
    fields |= {f"choice-{number}": "1", f"as-{number}": "F Bre - MAO"}
    page = client.post("/games/demo/rulings", data=fields).text
    rulings = (zine / SEASON / "rulings.toml").read_text()
    assert 'as = "F Bre - MAO"' in rulings
    assert rulings.count("Said so on the phone.") == 2
    assert "Close it" in page
    (of,) = set(re.findall(r'name="of" value="([^"]+)"', page))
    page = client.post("/games/demo/close", data={"of": of}).text
    assert (zine / SEASON / "result.json").exists()
    assert "Spring 1901 is recorded (moves)." in page
    assert "<code>zinegen close demo --early 1901-1-spring</code>" in read_commands(page)
    assert "Next orders are for autumn 1901." in page
    reopened = client.post(
        "/games/demo/reopen", data={"season": "1901-1-spring", "why": "The phone was wrong."}
    ).text
    assert "is open again" in reopened
    assert not (zine / SEASON / "result.json").exists()


def test_a_look_at_what_would_come_of_a_season_reads_nothing_of_recorded_seasons_again(
    client: TestClient, zine: Path
) -> None:
    for season in ("1901-1-spring", "1901-2-autumn", "1902-1-spring", "1902-2-autumn"):
        rulings = zine / "games/demo/seasons" / season / "rulings.toml"
        rulings.write_text("[[ruling]]\ndo = 'proceed'\nreason = 'No word.'\n")
        if season != "1902-2-autumn":
            (of,) = set(
                re.findall(r'name="of" value="([^"]+)"', client.get("/games/demo/close").text)
            )
            client.post("/games/demo/close", data={"of": of})
    recorded = sorted(one.parent.name for one in zine.glob("games/demo/seasons/*/result.json"))
    assert len(recorded) == 3
    for most in (1, 0):
        # Of the first look all is read, by the desk; of the next one only what the record before is.
        with watching_opens() as opened:
            assert "Close it" in client.get("/games/demo/close").text
        told = [Path(one) for one in opened if "/seasons/" in one]
        read = Counter("/".join(one.parts[-2:]) for one in told if one.parts[-2] in recorded)
        last = read.pop(f"{recorded[-1]}/result.json")
        assert last <= most + 1
        assert max(read.values(), default=0) == most


def test_nothing_is_closed_that_was_changed_since_the_look(client: TestClient, zine: Path) -> None:
    (zine / SEASON / "rulings.toml").write_text("[[ruling]]\ndo = 'proceed'\nreason = 'No word.'\n")
    page = client.get("/games/demo/close").text
    (of,) = set(re.findall(r'name="of" value="([^"]+)"', page))
    send_mail(client)
    answer = client.post("/games/demo/close", data={"of": of})
    assert answer.status_code == 409
    assert "look once more" in answer.text
    assert not (zine / SEASON / "result.json").exists()


def test_what_a_killed_closing_left_is_gone_on_with(client: TestClient, zine: Path) -> None:
    """It was locked and not recorded; or recorded, and the next season has no folder."""
    (zine / SEASON / "rulings.toml").write_text("[[ruling]]\ndo = 'proceed'\nreason = 'No word.'\n")
    (of,) = set(re.findall(r'name="of" value="([^"]+)"', client.get("/games/demo/close").text))
    client.post("/games/demo/close", data={"of": of})
    (zine / SEASON / "result.json").unlink()
    shutil.rmtree(zine / "games/demo/seasons/1901-2-autumn")
    page = client.get("/games/demo/close").text
    assert "<code>zinegen close demo</code>" in page
    (of,) = set(re.findall(r'name="of" value="([^"]+)"', page))
    assert "is recorded" in client.post("/games/demo/close", data={"of": of}).text
    following = zine / "games/demo/seasons/1901-2-autumn"
    for is_begun in (False, True):
        shutil.rmtree(following)
        if is_begun:
            following.mkdir()
        assert client.get("/games/demo").status_code == 200
        assert "Make the next season ready" in client.get("/games/demo/close").text
        assert "Next orders are for autumn 1901." in client.post("/games/demo/close").text
        assert (following / "season.toml").is_file()


def test_the_history_shows_each_version_and_brings_it_back(client: TestClient, zine: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], check=True, capture_output=True, cwd=zine)

    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    file = zine / "games/demo/game.toml"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    before = file.read_bytes()
    git("init", "--quiet")
    git("add", ".")
    git(*who, "commit", "--quiet", "--message", "Begin <b>the</b> game")
    file.write_bytes(before.replace(b'"Demo"', b'"Other"'))
    page = client.get("/games/demo/history").text
    assert "Begin &lt;b&gt;the&lt;/b&gt; game" in page
    (link,) = re.findall(r'href="(\S+game\.toml\S+)"', page)
    page = client.get(html.unescape(link)).text
    assert "Other" in page
    commit = re.findall(r'name="commit" value="([0-9a-f]+)"', page)[0]
    fields = {
        "file": "game.toml",
        "commit": commit,
        "digest": digest_in(page, "/games/demo/history/back"),
    }
    page = client.post("/games/demo/history/back", data=fields).text
    assert f"git restore --source={commit[:12]}" in read_commands(page)
    assert file.read_bytes() == before
    stale = client.post("/games/demo/history/back", data={**fields, "digest": "x"})
    assert stale.status_code == 409


@pytest.fixture
def sealed(zine: Path, tmp_path: Path) -> str:
    """A second game, `hush`, in which France's orders are sealed; gives a line of them."""
    pair = make_key_pair()
    (tmp_path / "home/zinegen").mkdir(parents=True)
    (tmp_path / "home/zinegen/gm.key").write_text(pair.secret)
    new_game(zine / "games", "hush", "standard", NewGame(gm="Ann", gm_keys=(pair.public,)))
    season = zine / "games/hush/seasons/1901-1-spring"
    slot = OrderSlot(
        game="hush",
        season="1901-1-spring",
        power="France",
        shown="games/hush/seasons/1901-1-spring",
    )
    text = 'game = "hush"\nseason = "1901-1-spring"\npower = "france"\norders = """\nA Par - Gas\n"""\n'
    content = seal_orders(text, slot, (pair.public,), "2026-11-28T00:00:00Z")
    write_atomically(season / "orders/france.toml.age", content)
    return "Gas"


def test_sealed_orders_are_not_shown_before_the_deadline_unless_the_log_says_so(
    client: TestClient, desk: Desk, sealed: str, tmp_path: Path
) -> None:
    page = client.get("/games/hush").text
    assert "opens, 1 of 1 orders readable" in page
    for address in ("", "/close", "/orders/france", "/remind", "/history", "/reopen"):
        page = client.get(f"/games/hush{address}").text
        assert f"- {sealed}" not in page, address
    page = client.post("/games/hush/unlock", data={"why": "France asks whether it came in whole."})
    assert f"- {sealed}" in html.unescape(page.text)
    log = tmp_path / "home/zinegen/unlocked.log"
    assert "1901-1-spring: France asks whether" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600
    desk.unlocked.until.clear()
    assert f"- {sealed}" not in client.get("/games/hush/close").text
    assert client.post("/games/hush/unlock", data={"why": " "}).status_code == 409


def test_after_the_deadline_sealed_orders_are_seen_and_closed_with_the_key(
    client: TestClient, zine: Path, sealed: str
) -> None:
    season = zine / "games/hush/seasons/1901-1-spring"
    file = season / "season.toml"
    file.write_text("deadline = 2020-01-01T20:00:00Z\n" + file.read_text())
    (season / "rulings.toml").write_text("[[ruling]]\ndo = 'proceed'\nreason = 'No word.'\n")
    page = client.get("/games/hush/close").text
    assert f"- {sealed}" in html.unescape(page)
    assert "<code>zinegen close hush</code>" in page
    (of,) = set(re.findall(r'name="of" value="([^"]+)"', page))
    assert "is recorded" in client.post("/games/hush/close", data={"of": of}).text
    assert (season / "opened/france.toml").exists()


STRANGE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "</textarea><script>alert(1)</script>",
    "\u202egnp.exe",
]
"""What strangers write in order to be run."""


@pytest.mark.parametrize("words", STRANGE)
def test_what_strangers_write_is_shown_and_never_run(
    client: TestClient, zine: Path, words: str
) -> None:
    mail = f"From: {words} <a@example.org>\nSubject: France {words}\n\nA Par - Bur\n{words}\n"
    files = {"files": (f"{words}.eml", mail.encode(), "message/rfc822")}
    pages = [client.post("/games/demo/take", data={"anyway": "on"}, files=files).text]
    fields = {"power": "france", "anyway": "on", "text": f"A Par - Bur\n{words}"}
    pages.append(client.post("/games/demo/take", data=fields).text)
    pages += [client.get(f"/games/demo{one}").text for one in ("", "/orders/france", "/close")]
    for page in pages:
        main = page.split("<main")[1]
        assert not re.search(r"<(script|img src=x|svg)", main)
        assert "\u202e" not in main
        assert "{{ 7" not in main or "{{ 7 * 7 }}" in main


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/games/..%2fdemo", {}),
        ("/games/nothing", {}),
        ("/games/DEMO", {}),
        ("/games/demo%00", {}),
        ("/games/demo/orders/..%2f..%2fgame", {}),
        ("/games/demo/orders/atlantis", {}),
        ("/games/demo/history/file?file=../../mkdocs.yml", {}),
        ("/games/demo/history/file?file=/etc/passwd", {}),
        ("/games/demo/history/file?file=..%5c..%5cmkdocs.yml", {}),
        ("/games/demo/history/file?file=game.toml%00", {}),
        ("/games/demo/history/file?file=link", {}),
        ("/games/demo/history/file?file=", {}),
        ("/games/demo/close/after.svg?of=../x", {}),
        ("/games/demo/history/back", {"file": "../../mkdocs.yml", "commit": "a" * 40}),
        ("/games/demo/history/back", {"file": "game.toml", "commit": "--help"}),
        ("/games/demo/history/back", {"file": f"{SEASON}/result.json", "commit": "a" * 40}),
        ("/games/demo/reopen", {"season": "../../x", "why": "x"}),
        ("/games/demo/seat", {"power": "../x", "player": "x"}),
        ("/games/demo/take", {"power": "atlantis", "text": "A Par - Bur"}),
        ("/games/demo/extend", {"when": "3d; rm -rf /", "why": "x"}),
        ("/games/demo/close", {"of": "x"}),
    ],
)
def test_no_path_leads_out_of_the_zine(
    client: TestClient, zine: Path, address: str, fields: dict[str, str]
) -> None:
    (zine / "games/demo/link").symlink_to(zine / "mkdocs.yml")
    before = {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()}
    answer = client.post(address, data=fields) if fields else client.get(address)
    assert answer.status_code in {404, 409}
    assert "site_name" not in answer.text
    assert "root:" not in answer.text
    assert {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()} == before


FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"


def part(head: bytes, body: bytes) -> bytes:
    """Return a form of one part."""
    return b"--x\r\nContent-Disposition: form-data" + head + b"\r\n\r\n" + body + b"\r\n--x--\r\n"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b"text=%FF%FE%00"),
        (FORM, b"text=\xff\xfe"),
        (FORM, b"text=" + b"a" * 5_000_000),
        (f"{FORM}; charset=nope", b"text=a"),
        (PARTS, part(b'; name="text"', b"\xff\xfe")),
        (PARTS, part(b'; name="\xff"', b"a")),
        (PARTS, part(b'; name="files"; filename="\xff\xfe.eml"', b"\xff")),
        (PARTS, part(b'; name="files"; filename="a.eml"', b"From: a\n\n" + bytes(range(256)))),
        (PARTS, part(b'; name="files"; filename="x.mbox"', b"From " + b"\0" * 1000)),
        (PARTS, part(b'; name="files"; filename="' + b"a" * 9000 + b'"', b"A Par H")),
        (PARTS, part(b"", b"a")),
        (PARTS, b"--x"),
        (PARTS, b""),
        ("multipart/form-data", b"a"),
        ("text/plain", b"text=A Par - Bur"),
        ("application/json", b'{"text": "A Par - Bur"}'),
    ],
)
def test_a_form_that_is_none_is_a_sentence_and_writes_nothing(
    client: TestClient, zine: Path, kind: str, body: bytes
) -> None:
    before = {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()}
    answer = client.post("/games/demo/take", content=body, headers={"Content-Type": kind})
    assert answer.status_code in {200, 400, 409}
    assert {path: path.read_bytes() for path in zine.rglob("*") if path.is_file()} == before
