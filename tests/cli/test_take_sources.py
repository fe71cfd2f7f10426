"""Mails of all kinds, from wherever they lie: mailboxes, folders, servers, sealed ones, several games."""

from __future__ import annotations

import mailbox
import shutil
import socket
import threading
import tomllib
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.archive.folders import change
from tests.cli.mail_server import PASSWORD, USER, list_flags, mail_server
from zinegen.archive import NewGame, new_game

SEASON = "1901-1-spring"
ADDRESSES = {"France": "cecile@example.org", "Germany": "hans@example.org"}
FRANCE = "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO\n"
GERMANY = "A Mun - Ruh\nA Ber - Kie\nF Kie - Den\n"


def mail(
    words: str,
    sender: str = "cecile@example.org",
    day: int = 1,
    subject: str = "Orders",
    **files: bytes,
) -> bytes:
    """Return a mail of a day in December; ``files`` are attached."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, "ann@example.org", subject
    made["Date"] = f"Tue, {day:02} Dec 2026 10:00:00 +0000"
    made.set_content(words)
    for name, content in files.items():
        made.add_attachment(
            content, maintype="application", subtype="octet-stream", filename=name.replace("_", ".")
        )
    return bytes(made)


def make_game(zine: Path, name: str, title: str = "") -> Path:
    folder = new_game(
        zine / "games",
        name,
        "standard",
        NewGame(title=title, players={"France": "Cécile", "Germany": "Hans"}),
    )
    for power, player in (("France", "Cécile"), ("Germany", "Hans")):
        change(folder / "game.toml", f'"{player}"', f'"{player}", mail = "{ADDRESSES[power]}"')
    return folder


@pytest.fixture
def game(zine: Path) -> Path:
    return make_game(zine, "demo")


def orders(game: Path, power: str) -> str:
    path = game / "seasons" / SEASON / "orders" / f"{power}.toml"
    return str(tomllib.loads(path.read_text()).get("orders", ""))


def files(game: Path) -> dict[str, bytes]:
    return {
        str(one.relative_to(game)): one.read_bytes() for one in game.rglob("*") if one.is_file()
    }


def write_mbox(path: Path, messages: list[bytes]) -> Path:
    box = mailbox.mbox(path)
    for one in messages:
        box.add(one)
    box.close()
    return path


def write_maildir(path: Path, messages: list[bytes]) -> Path:
    box = mailbox.Maildir(path)
    for one in messages:
        box.add(one)
    return path


def write_folder(path: Path, messages: list[bytes]) -> Path:
    path.mkdir()
    for number, one in enumerate(messages):
        (path / f"{number}.eml").write_bytes(one)
    (path / "notes.odt").write_bytes(b"PK\3\4")
    return path


WEEK = [
    mail("A Par - Gas\nA Mar - Spa\nF Bre - MAO\n", day=3),
    mail(GERMANY, "hans@example.org", day=1),
    mail("A Par - Pic\nA Mar H\nF Bre H\n", day=1),
    mail("A Mar - Bur, the rest as before\n", day=4),
    mail("Hello, how are you?\n", "mary@example.org", day=2),
]
"""Out of order: France's of the third day counts, changed on the fourth."""


@pytest.mark.parametrize("write", [write_mbox, write_maildir, write_folder])
def test_of_a_mailbox_the_newest_of_each_power_counts_and_twice_is_once(write, game, zine, run):
    source = write(zine / "mails", WEEK)
    ended = run("take", "demo", str(source))
    assert orders(game, "france") == "A Par - Gas\nA Mar - Bur\nF Bre - MAO\n"
    assert orders(game, "germany") == GERMANY
    assert ended.code == 1  # a message without orders
    table = ended.out.rpartition("\n\n")[2].splitlines()
    assert table[0].split("  ")[0] == "game, power"
    assert len(table) == 1 + len(WEEK)
    assert sum("is newer" in row for row in table) == 2
    assert sum("there is no order" in row or "nothing says" in row for row in table) == 1
    before = files(game)
    again = run("take", "demo", str(source))
    assert files(game) == before
    assert "there already" in again.out


def test_several_games_are_told_apart_by_what_each_message_names_or_by_its_sender(zine, run):
    first, second = make_game(zine, "demo", "The First"), make_game(zine, "other", "The Second")
    change(second / "game.toml", "hans@example.org", "greta@example.org")
    messages = [
        mail(FRANCE, subject="The Second: France"),
        mail("other\nGermany\n" + GERMANY, "hans@example.org"),
        mail(GERMANY, "hans@example.org", day=2, subject="Germany"),
        mail(FRANCE, subject="France"),
    ]
    source = write_mbox(zine / "inbox", messages)
    ended = run("take", "--all", str(source))
    assert orders(second, "france") == FRANCE
    assert orders(second, "germany") == GERMANY
    assert orders(first, "germany") == GERMANY
    assert orders(first, "france") != FRANCE
    assert "it may be for demo and other; `zinegen take demo FILE`" in ended.err
    assert ended.code == 1
    (second / "game.toml").write_text("spoilt")
    assert "games/other/game.toml" in run("take", "--all", str(source)).err
    assert run("take", "--all", str(source), "--power", "france").code == 2


@pytest.fixture
def sealed(game: Path, run) -> Path:
    """The game with orders sealed to a key here; a sealed file of France lies beside the zine."""
    public = run("keygen").out.strip()
    change(game / "game.toml", 'orders = "open"', f'orders = "sealed"\ngm_keys = ["{public}"] #')
    path = game / "seasons" / SEASON / "orders" / "france.toml"
    path.write_text(path.read_text().replace("F Bre\nA Mar\nA Par\n", FRANCE))
    assert run("seal", str(path)).code == 0
    shutil.move(f"{path}.age", game.parents[1] / "sealed.age")
    path.unlink(missing_ok=True)
    return game


@pytest.mark.parametrize("form", ["words", "attached", "file", "quoted"])
def test_a_sealed_file_is_put_where_it_opens_and_nothing_of_it_is_said(form, sealed, zine, run):
    armoured = (zine / "sealed.age").read_bytes()
    quoted = "".join(f"> {line}\n" for line in armoured.decode().splitlines())
    content = {
        "words": mail(armoured.decode(), "somebody@example.org"),
        "attached": mail("Here they are.", "somebody@example.org", france_toml_age=armoured),
        "file": armoured,
        "quoted": mail(f"On Tue, 1 Dec 2026 Bob wrote:\n{quoted}", "ann@example.org"),
    }[form]
    (zine / "mail.eml").write_bytes(content)
    ended = run("take", "demo", "mail.eml")
    assert ended.code == 0, ended
    assert "sealed orders of France; it opens" in ended.out
    assert "Bur" not in ended.out + ended.err
    place = sealed / "seasons" / SEASON / "orders" / "france.toml.age"
    assert place.read_bytes().strip() == armoured.strip()
    before = files(sealed)
    assert "holds these orders already" in run("take", "demo", "mail.eml").out
    assert files(sealed) == before


def test_a_sealed_file_that_opens_nowhere_is_refused_and_without_a_key_goes_where_it_says(
    sealed, zine, run, monkeypatch
):
    armoured = (zine / "sealed.age").read_bytes()
    place = sealed / "seasons" / SEASON / "orders" / "france.toml.age"
    lines = armoured.splitlines()
    spoilt = b"\n".join([*lines[:3], lines[4], lines[3], *lines[5:]]) + b"\n"
    (zine / "mail.eml").write_bytes(mail("", france_toml_age=spoilt))
    ended = run("take", "demo", "mail.eml")
    assert (ended.code, place.exists()) == (1, False)
    assert "damaged, or for another game or season" in ended.err
    (zine / "mail.eml").write_bytes(mail("", france_toml_age=b"\0\1\2"))
    assert "not in armour" in run("take", "demo", "mail.eml").err
    monkeypatch.setenv("XDG_CONFIG_HOME", str(zine / "nowhere"))
    (zine / "mail.eml").write_bytes(mail(armoured.decode(), "somebody@example.org", subject="x"))
    assert "name the power by --power" in run("take", "demo", "mail.eml").err
    (zine / "mail.eml").write_bytes(mail("", france_toml_age=armoured))
    ended = run("take", "demo", "mail.eml")
    assert "no key here to try it" in ended.out
    assert place.exists()


def test_a_sealed_file_in_an_open_game_is_refused(game, zine, run):
    (zine / "mail.eml").write_bytes(
        mail("-----BEGIN AGE ENCRYPTED FILE-----\nYQ==\n-----END AGE ENCRYPTED FILE-----\n")
    )
    ended = run("take", "demo", "mail.eml")
    assert (ended.code, "ask for them in plain" in ended.err) == (1, True)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"PK\3\4\0\0", "a word processor's file"),
        (b"\x89PNG\r\n\0", "a picture"),
        (mail("See attached.", orders_docx=b"PK\3\4"), "orders.docx cannot be read"),
    ],
)
def test_what_is_no_text_is_refused_with_a_sentence(content, says, game, zine, run):
    (zine / "orders.docx").write_bytes(content)
    before = files(game)
    ended = run("take", "demo", "orders.docx")
    assert (ended.code, says in ended.err, "as text" in ended.err) == (1, True, True)
    assert files(game) == before


def test_press_in_a_mail_goes_to_the_press_once(game, zine, run):
    (zine / "mail.eml").write_bytes(
        mail(f"{FRANCE}\nPress:\nVive la <b>France</b>!\n\nAnd so on.\n")
    )
    ended = run("take", "demo", "mail.eml")
    item = game / "seasons" / SEASON / "press" / "france-1.md"
    assert "press is written as press/france-1.md" in ended.out
    assert item.read_text().endswith("---\nVive la <b>France</b>!\n\nAnd so on.\n")
    assert "lies there already" in run("take", "demo", "mail.eml").out
    assert [one.name for one in item.parent.iterdir()] == ["france-1.md"]
    (zine / "mail.eml").write_bytes(mail("Press:\nOnly this.\n", subject="France"))
    assert run("take", "demo", "mail.eml").code == 0
    assert orders(game, "france") == FRANCE


def test_press_of_a_sealed_game_is_sealed(sealed, zine, run):
    (zine / "mail.eml").write_bytes(mail(f"{FRANCE}\nPress:\nVive la France!\n"))
    run("take", "demo", "mail.eml")
    run("take", "demo", "mail.eml")
    (item,) = (sealed / "seasons" / SEASON / "press").iterdir()
    assert item.name == "france-1.md.age"
    assert b"Vive" not in item.read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("take", "demo"), "name a game and what to take"),
        (("take", "demo", "nowhere.eml"), "there is no file or folder nowhere.eml"),
        (("take", "demo", "empty"), "holds no mails"),
        (("take", "demo", "imap:home"), "mailboxes.toml"),
    ],
)
def test_a_source_that_is_none_is_said(words, says, game, zine, run):
    (zine / "empty").mkdir()
    ended = run(*words)
    assert (ended.code, says in ended.err) == (2, True), ended


def set_mailbox(zine: Path, port: int, **more: str) -> None:
    home = zine.parent / "home" / "zinegen"
    home.mkdir(parents=True, exist_ok=True)
    lines = {"host": "127.0.0.1", "user": USER, "security": "none", **more}
    text = "".join(f'{key} = "{value}"\n' for key, value in lines.items())
    (home / "mailboxes.toml").write_text(f"[home]\nport = {port}\n{text}")
    (home / "home.password").write_text(PASSWORD)
    (home / "home.password").chmod(0o600)


def test_a_mailbox_on_a_server_is_read_and_nothing_there_is_changed(game, zine, run):
    with mail_server([*WEEK, mail("x" * 99, day=9) + b"y" * (5 << 20)]) as port:
        set_mailbox(zine, port)
        ended = run("take", "demo", "imap:home")
        assert orders(game, "france") == "A Par - Gas\nA Mar - Bur\nF Bre - MAO\n"
        assert "at most 4 MB" in ended.err
        before = files(game)
        run("take", "demo", "imap:home")
        assert files(game) == before
        assert not any(b"Seen" in flags or b"Deleted" in flags for flags in list_flags(port))
        (zine.parent / "home/zinegen/home.password").write_text("wrong")
        ended = run("take", "demo", "imap:home")
        assert ended.code == 2
        assert "lets nobody in: [AUTHENTICATIONFAILED]" in ended.err
        assert "wrong" not in ended.err
        (zine.parent / "home/zinegen/home.password").chmod(0o644)
        assert "others can read" in run("take", "demo", "imap:home").err
        set_mailbox(zine, port, folder="Nowhere")
        assert "says no" in run("take", "demo", "imap:home").err


def test_a_server_that_breaks_off_or_is_not_there_takes_nothing(game, zine, run):
    before = files(game)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()

        def answer() -> None:
            line, _ = server.accept()
            with line:
                line.sendall(b"* OK ready\r\n")
                line.recv(999)
                line.sendall(b"* CAPABILITY IMAP4rev1\r\nAAAA")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        set_mailbox(zine, server.getsockname()[1])
        ended = run("take", "demo", "imap:home")
        assert (ended.code, "Traceback" in ended.err) == (2, False)
        thread.join(10)
        assert not thread.is_alive()
    set_mailbox(zine, 9)
    assert "cannot be reached" in run("take", "demo", "imap:home").err
    set_mailbox(zine, 143, host="mail.example.org")
    assert "in plain to mail.example.org" in run("take", "demo", "imap:home").err
    assert files(game) == before
