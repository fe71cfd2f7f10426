"""``mail.toml``: by which server mails are sent, to whom, and who has left. It lies outside repositories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.headerregistry import Address

from zinegen.archive.folder.contacts import is_mail_address
from zinegen.notation.findings import Finding
from zinegen.play.names import is_slug
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import SETTINGS_LIMIT, WRONG_KIND, FileKind, parse_toml

MAIL_SETTINGS = FileKind(letter="N", limit=SETTINGS_LIMIT, if_left="no mail is sent")
PORTS = {"starttls": 587, "tls": 465, "none": 25}
"""The usual port of each way to keep a connection secret."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_NAMED = re.compile(r"\s*([^<>@\r\n]{0,80}?)\s*<([^<>\s]+)>\s*")
_WEB = re.compile(r"https://[^\s<>\"']{1,280}")
ADDRESS_HINT = 'it looks like "ann@example.org" or "Ann Example <ann@example.org>"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Somebody on the list."""

    address: Address
    issues: bool = True
    games: tuple[str, ...] = ()
    """Games whose seasons are wanted too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailSettings:
    """How mails are sent."""

    host: str
    port: int
    security: str
    """``starttls``, ``tls`` or ``none``."""
    sender: Address
    user: str = ""
    password: str = ""
    leave: str = ""
    """Where to write in order to leave the list: ``mailto:`` or a web address."""
    readers: tuple[Reader, ...] = ()
    left: frozenset[str] = frozenset()
    """Addresses that get nothing any more, as `key_of_address` writes them."""


def key_of_address(address: str) -> str:
    """Return an address as two are compared."""
    return address.strip().casefold()


def parse_address(text: str) -> Address | None:
    """Return an address with or without a name before it; None for anything else."""
    named = _NAMED.fullmatch(text)
    name, address = (named[1].strip(' "'), named[2]) if named else ("", text.strip())
    if not is_mail_address(address) or not name.isprintable():
        return None
    return Address(display_name=name, addr_spec=address)


def read_mail_settings(
    content: bytes, shown: str, password: str = ""
) -> tuple[MailSettings | None, tuple[Finding, ...]]:
    """Return the settings in a text, and what is wrong with it; a line with a password is not repeated.

    ``password`` takes the place of the one in the text.
    """
    reading = parse_toml(content, shown, MAIL_SETTINGS)
    if reading.document is None:
        return None, tuple(map(_hide_password, reading.findings))
    top = Table.of(reading.document)
    settings = _read_server(top, password)
    readers = tuple(_read_readers(top))
    left = [one for one in top.texts("left") if _is_address(top, "left", one)]
    top.report_unknown_keys()
    findings = tuple(map(_hide_password, top.findings))
    if settings is None or findings:
        return None, findings
    gone = frozenset(map(key_of_address, left))
    return replace(settings, readers=readers, left=gone), ()


def _read_server(top: Table, password: str) -> MailSettings | None:
    table = top.table("smtp", needed=True)
    if table is None:
        return None
    security = table.choice("security", tuple(PORTS), "starttls")
    host = table.valid_text(
        "host", _is_host, "this is no host", "such as mail.example.org", needed=True
    )
    text = table.valid_text("from", _parses, "this is no mail address", ADDRESS_HINT, needed=True)
    sender = parse_address(text) if text else None
    what = "this is neither a mail address nor an https address"
    leave = table.valid_text("leave", _is_way_out, what, "where readers ask to leave the list")
    user, own = table.text("user") or "", table.text("password") or ""
    port = table.number("port", PORTS[security], least=1, most=65535)
    if (password or own) and security == "none" and host not in LOOPBACK:
        what = "a password would go over the network for everybody to read"
        table.add_error(WRONG_KIND, "security", what, 'write security = "starttls" or "tls"')
    if not host or sender is None:
        return None
    return MailSettings(
        host=host,
        port=port,
        security=security,
        sender=sender,
        user=user,
        password=password or own,
        leave=leave if not leave or leave.startswith("https:") else f"mailto:{leave}",
    )


def _read_readers(top: Table) -> Iterator[Reader]:
    for table in top.tables("reader"):
        text = table.valid_text(
            "mail", _parses, "this is no mail address", ADDRESS_HINT, needed=True
        )
        games = table.texts("games")
        for name in games:
            if not is_slug(name):
                table.add_error(WRONG_KIND, "games", f"{name!r} is no name of a game")
        address = parse_address(text) if text else None
        issues = table.flag("issues") if "issues" in table else True
        if address is not None:
            yield Reader(address=address, issues=issues, games=games)


def _is_address(table: Table, key: str, text: str) -> bool:
    if parse_address(text) is not None:
        return True
    table.add_error(WRONG_KIND, key, f"{text[:60]!r} is no mail address", ADDRESS_HINT)
    return False


def _parses(text: str) -> bool:
    return parse_address(text) is not None


def _is_host(text: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9.:-]{1,253}", text) is not None


def _is_way_out(text: str) -> bool:
    return is_mail_address(text) or _WEB.fullmatch(text) is not None


def _hide_password(finding: Finding) -> Finding:
    return replace(finding, line="") if "password" in finding.line.casefold() else finding
