"""Mails from the command line: text, files, and what a real mail server gets."""

from __future__ import annotations

import email
import email.policy
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.archive.folders import change

CONFIG = """
site_name: The Test
site_url: https://zine.example/
docs_dir: pages
plugins: [{zinegen: {editor: Ann}}]
"""
SEASON = "1901-1-spring"


@dataclass
class Mailbox:
    """What a server took in, and what it does to whom."""

    got: list[tuple[str, str, EmailMessage]] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """What it answers to a receiver."""
    drops: set[str] = field(default_factory=set)
    """At whose mails it breaks the connection, once it has them."""
    port: int = 0

    async def handle_RCPT(  # noqa: N802  (aiosmtpd's own)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        (to,) = envelope.rcpt_tos
        self.got.append((envelope.mail_from, to, mail))
        if to in self.drops:
            self.drops.remove(to)
            server.transport.close()
        return "250 OK"

    @property
    def receivers(self) -> list[str]:
        return [to for _, to, _ in self.got]


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """A mail server on this machine, to which one has to log in."""
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        box.port = free.getsockname()[1]

    def let_in(
        server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
    ) -> AuthResult:
        right = LoginPassword(b"zine", b"hunter2")
        return AuthResult(success=data == right, handled=False)

    server = Controller(
        box, "127.0.0.1", box.port, authenticator=let_in, auth_required=True, auth_require_tls=False
    )
    server.start()
    yield box
    server.stop()


@pytest.fixture
def played(demo: Path, zine: Path) -> Path:
    """The folder of a game of one season in a zine; two of its players have addresses."""
    (zine / "mkdocs.yml").write_text(CONFIG)
    (zine / "pages" / "issues").mkdir(parents=True)
    issue = "---\ndate: 2026-12-02\ntitle: Nobody moves\n---\nWell. [The game](../games/demo/index.md).\n"
    (zine / "pages" / "issues" / "3.md").write_text(issue)
    folder = demo / "games" / "demo"
    with (folder / "game.toml").open("a") as file:
        file.write('france = { name = "Cécile", mail = "cecile@example.org" }\n')
        file.write('italy = { name = "Ugo", mail = "ugo@example.org" }\n')
    return folder


@pytest.fixture
def settings(
    played: Path, mailbox: Mailbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The settings of mails, outside the zine, on a machine that is no platform's."""
    monkeypatch.delenv("CI", raising=False)
    path = tmp_path / "home" / "zinegen" / "mail.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"""
left = ["Gone@example.org"]
[smtp]
host = "127.0.0.1"
port = {mailbox.port}
security = "none"
user = "zine"
password = "hunter2"
from = "The Test <zine@example.org>"
[[reader]]
mail = "Bob <bob@example.org>"
games = ["demo"]
[[reader]]
mail = "gone@example.org"
[[reader]]
mail = "ugo@example.org"
games = ["demo"]
""")
    path.chmod(0o600)
    return path


def test_the_text_of_the_last_season_goes_to_standard_output(played: Path, run) -> None:
    ended = run("mail", "--game", "demo")
    assert (ended.code, ended.err) == (0, "")
    assert "DEMO" in ended.out
    assert "Spring 1901, report 1" in ended.out
    assert "AUSTRIA: A Bud H" in ended.out
    assert run("mail", "--game", "demo", "--season", "spring 1901").out == ended.out
    assert max(len(line) for line in ended.out.splitlines() if "://" not in line) <= 72


def test_the_newest_issue_is_meant_where_none_is_named(played: Path, run) -> None:
    ended = run("mail")
    assert ended.code == 0
    assert "NOBODY MOVES" in ended.out
    assert "[1] https://zine.example/games/demo/" in ended.out
    assert run("mail", "3").out == run("mail", "No. 3").out == ended.out


def test_a_file_is_a_whole_message_with_maps_the_same_each_time(
    played: Path, zine: Path, run
) -> None:
    for name in ("one.eml", "two.eml"):
        assert run("mail", "--game", "demo", "-o", name).code == 0
    content = (zine / "one.eml").read_bytes()
    assert content == (zine / "two.eml").read_bytes()
    mail = email.message_from_bytes(content, policy=email.policy.default)
    assert mail["subject"] == "Demo, Spring 1901"
    assert mail["x-unsent"] == "1"
    maps = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert [part.get_filename() for part in maps] == ["orders-s1901m.png", "after.png"]
    assert all(part.get_content().startswith(b"\x89PNG") for part in maps)
    run("mail", "--game", "demo", "-o", "text.txt")
    text = mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
    assert (zine / "text.txt").read_text() == text


def test_a_pdf_is_attached_where_that_is_wanted(played: Path, zine: Path, run) -> None:
    pytest.importorskip("typst")
    assert run("mail", "--pdf", "-o", "mail.eml").code == 0
    mail = email.message_from_bytes((zine / "mail.eml").read_bytes(), policy=email.policy.default)
    (attached,) = mail.iter_attachments()
    assert attached.get_content_type() == "application/pdf"
    assert attached.get_filename() == "issue-3.pdf"
    assert attached.get_content().startswith(b"%PDF-")


def test_one_power_gets_its_own_report_in_an_open_game(played: Path, run) -> None:
    out = run("mail", "--game", "demo", "--power", "France").out
    assert out.splitlines()[1] == "FOR FRANCE ALONE"
    assert "Your units: F Bre, A Mar, A Par" in out
    assert "Wanted of you" in out


def test_in_a_game_that_seals_it_is_sealed_to_the_players_key_or_refused(
    played: Path, zine: Path, run, tmp_path: Path
) -> None:
    keys = {}
    for name in ("gm", "cecile"):
        keys[name] = run("keygen", "-o", str(tmp_path / f"{name}.key")).out.strip()
    change(
        played / "game.toml", 'orders = "open"', f'orders = "sealed"\ngm_keys = ["{keys["gm"]}"] #'
    )
    refused = run("mail", "--game", "demo", "--power", "france", "-o", "f.eml")
    assert refused.code == 2
    assert "France's player, Cécile, has no key in game.toml" in refused.err
    assert "under [players]" in refused.err
    assert not (zine / "f.eml").exists()
    change(played / "game.toml", 'mail = "cecile', f'key = "{keys["cecile"]}", mail = "cecile')
    assert run("mail", "--game", "demo", "--power", "france", "-o", "f.eml").code == 0
    mail = email.message_from_bytes((zine / "f.eml").read_bytes(), policy=email.policy.default)
    assert b"Your units" not in (zine / "f.eml").read_bytes()
    (sealed,) = mail.iter_attachments()
    (zine / sealed.get_filename()).write_bytes(sealed.get_content())
    opened = run("open", sealed.get_filename(), "--key", str(tmp_path / "cecile.key"))
    assert "Your units: F Bre, A Mar, A Par" in opened.out
    assert run("open", sealed.get_filename(), "--key", str(tmp_path / "gm.key")).code == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("9",), "there is no issue 9; there are No. 3 to No. 3"),
        (("--game", "dmeo"), "did you mean demo?"),
        (("--game", "demo", "--season", "1901-2-spring"), "no played season 1901-2-spring"),
        (("--game", "demo", "--power", "Frnce"), "did you mean france?"),
        (("--power", "France"), "--power needs --game"),
        (("--season", "x"), "--season needs --game"),
        (("3", "--game", "demo"), "not both"),
        (("-o", "x.pdf"), "a mail is written as .eml, its text as .txt"),
        (("-o", "no/x.eml"), "there is no folder no"),
        (("--send",), "nothing is sent: there is no"),
        (("--again",), "--again goes with --send"),
        (("--pdf",), "--pdf goes with -o FILE.eml or --send"),
    ],
)
def test_bad_words_are_told_with_what_was_probably_meant(
    played: Path, zine: Path, run, words, told
) -> None:
    ended = run("mail", *words)
    assert ended.code == 2
    assert told in ended.err
    assert [one.name for one in zine.iterdir() if one.suffix in {".eml", ".pdf"}] == []


def test_a_dry_run_says_who_would_get_what_and_sends_nothing(settings, mailbox, run) -> None:
    ended = run("mail", "--game", "demo", "--dry-run")
    assert ended.code == 0
    assert ended.out == (
        "Demo, Spring 1901\n"
        "  cecile@example.org (plays France): gets it\n"
        "  ugo@example.org (plays Italy): gets it\n"
        "  Bob <bob@example.org> (reader): gets it\n"
    )
    assert mailbox.got == []
    assert not (settings.parent / "mail-sent.jsonl").exists()


def test_each_gets_one_mail_and_typed_twice_nobody_gets_another(settings, mailbox, run) -> None:
    ended = run("mail", "--game", "demo", "--send")
    assert (ended.code, ended.err) == (0, "")
    assert mailbox.receivers == ["cecile@example.org", "ugo@example.org", "bob@example.org"]
    for sender, to, mail in mailbox.got:
        assert sender == "zine@example.org"
        assert [one.addr_spec for one in mail["to"].addresses] == [to]
        assert mail["cc"] is mail["bcc"] is mail["x-unsent"] is None
        assert mail["list-id"] == "<demo.zine.example>"
        assert mail["list-unsubscribe"] == "<mailto:zine@example.org?subject=leave>"
        assert (
            "To leave the list, write to zine@example.org"
            in mail.get_body(("plain",)).get_content()
        )
        assert sum(part.get_content_type() == "image/png" for part in mail.walk()) == 2
        assert "hunter2" not in str(mail)
    again = run("mail", "--game", "demo", "--send")
    assert (again.code, len(mailbox.got)) == (0, 3)
    assert "had it on" in again.out
    assert run("mail", "--game", "demo", "--send", "--again").code == 0
    assert len(mailbox.got) == 6


def test_an_issue_goes_to_the_readers_who_want_issues(settings, mailbox, run) -> None:
    assert run("mail", "--send").code == 0
    assert mailbox.receivers == ["bob@example.org", "ugo@example.org"]
    assert {str(mail["message-id"]) for _, _, mail in mailbox.got} == {"<issues.3@zine.example>"}


def test_what_is_for_one_power_goes_to_its_player_alone(settings, mailbox, run, played) -> None:
    assert run("mail", "--game", "demo", "--power", "italy", "--send").code == 0
    assert mailbox.receivers == ["ugo@example.org"]
    ended = run("mail", "--game", "demo", "--power", "england", "--send")
    assert ended.code == 1
    assert "the player has no mail in demo's game.toml" in ended.err


def test_whom_the_server_refuses_is_told_and_stops_nobody(settings, mailbox, run) -> None:
    mailbox.refused = {
        "cecile@example.org": "550 no such user here",
        "ugo@example.org": "451 try again later",
    }
    ended = run("mail", "--game", "demo", "--send")
    assert ended.code == 1
    assert "cecile@example.org: refused: 550 no such user here" in ended.err
    assert "ugo@example.org: put off: 451 try again later" in ended.err
    assert mailbox.receivers == ["bob@example.org"]
    mailbox.refused = {}
    assert run("mail", "--game", "demo", "--send").code == 0
    assert mailbox.receivers == ["bob@example.org", "ugo@example.org"]


def test_what_was_under_way_when_the_connection_broke_is_not_sent_again_by_itself(
    settings, mailbox, run
) -> None:
    mailbox.drops = {"ugo@example.org"}
    ended = run("mail", "--game", "demo", "--send")
    assert ended.code == 2
    assert "the connection broke" in ended.err
    assert "2 of 3 mails were not sent; typed again, this goes on where it stopped" in ended.err
    again = run("mail", "--game", "demo", "--send")
    assert mailbox.receivers == ["cecile@example.org", "ugo@example.org", "bob@example.org"]
    assert again.code == 1
    assert "ugo@example.org: perhaps had it on" in again.out
    run("mail", "--game", "demo", "--send", "--again")
    assert len(mailbox.got) == 6


def test_a_server_that_is_not_there_or_lets_nobody_in_sends_nothing(settings, mailbox, run) -> None:
    change(settings, '"hunter2"', '"wrong"')
    ended = run("mail", "--send")
    assert ended.code == 2
    assert "does not let zine in" in ended.err
    change(settings, f"port = {mailbox.port}", "port = 1")
    ended = run("mail", "--send")
    assert ended.code == 2
    assert "127.0.0.1:1 cannot be used" in ended.err
    change(settings, "port = 1", f"port = {mailbox.port}")
    change(settings, '"wrong"', '"hunter2"')
    assert run("mail", "--send").code == 0
    assert len(mailbox.got) == 2


def test_a_season_that_is_not_recorded_is_not_sent(settings, mailbox, run, played: Path) -> None:
    for one in ("result.json", "close.toml"):
        (played / "seasons" / SEASON / one).unlink(missing_ok=True)
    season = played / "seasons" / SEASON / "season.toml"
    season.write_text(season.read_text().replace("ready    = false", "ready    = true"))
    for later in (played / "seasons").iterdir():
        if later.name != SEASON:
            for path in sorted(later.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
            later.rmdir()
    ended = run("mail", "--game", "demo", "--send")
    assert ended.code == 2
    assert "is not recorded and may still change; `zinegen close demo` records it" in ended.err
    assert mailbox.got == []


def test_settings_in_the_zine_or_on_a_machine_that_forgets_send_nothing(
    settings, mailbox, run, monkeypatch, tmp_path: Path
) -> None:
    zine = tmp_path / "zine"
    monkeypatch.setenv("CI", "true")
    assert "this machine forgets it" in run("mail", "--send").err
    monkeypatch.setenv("ZINEGEN_SENT", str(zine / "sent"))
    assert "in the zine, where addresses get published" in run("mail", "--send").err
    monkeypatch.setenv("ZINEGEN_SENT", str(tmp_path / "lasting"))
    monkeypatch.setenv("ZINEGEN_MAIL", settings.read_text().replace('"hunter2"', '"no"'))
    monkeypatch.setenv("ZINEGEN_SMTP_PASSWORD", "hunter2")
    assert run("mail", "--send").code == 0
    assert len(mailbox.got) == 2
    monkeypatch.delenv("ZINEGEN_MAIL")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(zine))
    (zine / "zinegen").mkdir()
    (zine / "zinegen" / "mail.toml").write_text(settings.read_text())
    assert "lies in the zine" in run("mail", "--send").err
    assert len(mailbox.got) == 2


def test_wrong_settings_are_told_with_line_and_caret_and_without_the_password(
    settings, mailbox, run
) -> None:
    change(settings, "security =", "secrty =")
    change(settings, 'mail = "gone@', 'mail = "gone at ')
    ended = run("mail", "--send")
    assert ended.code == 2
    assert "mail.toml:6:1" in ended.err
    assert "did you mean security?" in ended.err
    assert "^^^" in ended.err
    assert "hunter2" not in ended.err
    assert mailbox.got == []


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """The folder of a key and a certificate for this machine, made for a day."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl here")
    subprocess.run(
        f"{openssl} req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout key.pem"
        " -out cert.pem -addext subjectAltName=DNS:localhost".split(),
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    return tmp_path


@pytest.mark.parametrize("is_trusted", [True, False])
def test_the_connection_is_made_secret_and_a_stranger_gets_nothing(
    settings, mailbox, run, certificate: Path, is_trusted: bool
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Controller(mailbox, "127.0.0.1", port, tls_context=context, require_starttls=True)
    server.start()
    try:
        text = settings.read_text().replace(f"port = {mailbox.port}", f"port = {port}")
        text = text.replace("127.0.0.1", "localhost").replace('"none"', '"starttls"')
        settings.write_text(text.replace('user = "zine"\n', ""))
        with pytest.MonkeyPatch.context() as patch:
            if is_trusted:
                patch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
            ended = run("mail", "--send")
    finally:
        server.stop()
    assert len(mailbox.got) == (2 if is_trusted else 0)
    assert ended.code == (0 if is_trusted else 2)
    assert ("localhost" in ended.err) == (not is_trusted)


def test_a_log_that_everybody_reads_names_no_address(
    settings, mailbox, run, monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("ZINEGEN_SENT", str(tmp_path / "lasting"))
    mailbox.refused = {"ugo@example.org": "550 <ugo@example.org>: no such user"}
    for words in (("--dry-run",), ("--send",), ("--send",)):
        ended = run("mail", "--game", "demo", *words)
        said = ended.out + ended.err
        assert "…@example.org" in said
        for name in ("cecile", "ugo", "bob"):
            assert name not in said.casefold()


def test_nobody_learns_from_a_mail_who_plays_an_anonymous_game(
    settings, mailbox, run, played: Path
) -> None:
    with (played / "game.toml").open("a") as file:
        file.write("")
    text = (played / "game.toml").read_text()
    rule = '[secrecy]\nplayers = "never-told"\n'
    (played / "game.toml").write_text(
        text.replace("[secrecy]\n", rule) if "[secrecy]" in text else f"{text}\n{rule}"
    )
    assert run("mail", "--game", "demo", "--send").code == 0
    assert run("mail", "--game", "demo", "--power", "italy", "--send").code == 0
    assert mailbox.receivers == [
        "cecile@example.org",
        "ugo@example.org",
        "bob@example.org",
        "ugo@example.org",
    ]
    for _, to, mail in mailbox.got:
        content = str(mail.items()) + "".join(
            part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"
        )
        assert "Cécile" not in content
        assert "Ugo" not in content
        assert to == "ugo@example.org" or "ugo@" not in content
