"""``channels.toml``: where news go (Discord, Slack, Matrix, any program), and which; outside repositories."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from zinegen.delivery.mail_settings import LOOPBACK
from zinegen.notation.findings import Finding
from zinegen.play.names import is_slug
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import SETTINGS_LIMIT, WRONG_KIND, FileKind, parse_toml

CHANNEL_SETTINGS = FileKind(letter="N", limit=SETTINGS_LIMIT, if_left="nothing is announced")
DISCORD, SLACK, MATRIX, JSON, MAIL = "discord", "slack", "matrix", "json", "mail"
KINDS = (DISCORD, SLACK, MATRIX, JSON, MAIL)
NEWS = ("season", "over", "issue", "deadline", "missing", "moved", "paused", "resumed", "seat")
"""What there can be to tell."""
USUAL = tuple(one for one in NEWS if one != "missing")
"""What a channel tells unless it says otherwise: who is late is told where the house wants it."""
MAILED = ("season", "issue")
"""What goes out by mail."""
MOST_HOURS = 24 * 14
_ROOM = re.compile(r"[!#][^\s:/?#]{1,200}:[A-Za-z0-9.:-]{1,200}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A place where news are told."""

    name: str
    kind: str
    address: str = ""
    """Of the webhook, or of the Matrix server. Whoever knows it can write there."""
    room: str = ""
    """On Matrix: ``!abc:example.org``."""
    token: str = ""
    """On Matrix: the access token of the account that writes."""
    games: tuple[str, ...] = ()
    """Empty: all."""
    news: tuple[str, ...] = USUAL
    hours: int = 48
    """So long before a deadline it is near."""
    mentions: Mapping[str, str] | None = None
    """What players are called there, by name."""


def read_channels(
    content: bytes, shown: str, variables: Mapping[str, str]
) -> tuple[tuple[Channel, ...], tuple[Finding, ...]]:
    """Return the channels in a text, and what is wrong with it; no address and no token is repeated.

    ``variables`` are those of the environment, by which an address or a token may be named
    (``address = "$ZINEGEN_DISCORD"``).
    """
    reading = parse_toml(content, shown, CHANNEL_SETTINGS)
    if reading.document is None:
        return (), tuple(map(_hide_line, reading.findings))
    top = Table.of(reading.document)
    found = tuple(_read_channels(top, variables))
    names = [one.name for one in found]
    for name in sorted({one for one in names if names.count(one) > 1}):
        top.add_error(WRONG_KIND, "channel", f"two channels are called {name}")
    if not found and not top.findings:
        top.add_error(WRONG_KIND, None, "there is no [[channel]]", "with name, kind and address")
    top.report_unknown_keys()
    if top.findings:
        return (), tuple(map(_hide_line, top.findings))
    return found, ()


def _read_channels(top: Table, variables: Mapping[str, str]) -> Iterator[Channel]:
    for table in top.tables("channel"):
        name = table.valid_text(
            "name", is_slug, "this is no name", "small letters, digits, dashes", needed=True
        )
        kind = table.choice("kind", KINDS, JSON)
        address, token = (_read_secret(table, key, variables) for key in ("address", "token"))
        room = table.valid_text("room", _is_room, "this is no room", "such as !abc:example.org")
        if kind != MAIL:
            _check_address(table, address)
        if kind == MATRIX and not (room and token):
            table.add_error(WRONG_KIND, "kind", "Matrix needs a room and a token")
        yield Channel(
            name=name,
            kind=kind,
            address=address,
            room=room,
            token=token,
            games=table.texts("games"),
            news=_read_news(table),
            hours=table.number("hours", 48, least=1, most=MOST_HOURS),
            mentions=_read_mentions(table),
        )


def _read_secret(table: Table, key: str, variables: Mapping[str, str]) -> str:
    text = table.text(key, most=2000) or ""
    if not text.startswith("$"):
        return text
    found = variables.get(text[1:], "")
    if not found:
        table.add_error(
            WRONG_KIND, key, f"the variable {text[1:60]} is empty", "it holds the address or token"
        )
    return found.strip()


def _check_address(table: Table, address: str) -> None:
    if not address:
        table.add_error(
            WRONG_KIND, None, "address is missing", "the webhook's, or the Matrix server's"
        )
    elif not is_safe_address(address):
        hint = "whoever can read the address can write there"
        table.add_error(WRONG_KIND, "address", "this is no https address", hint)


def is_safe_address(address: str) -> bool:
    """Tell whether an address is one to send to: https, or this machine; without a password in it."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    is_here = parts.scheme == "http" and host in LOOPBACK
    is_plain = address.isascii() and address.isprintable() and " " not in address
    return (
        is_plain and bool(host) and "@" not in parts.netloc and (parts.scheme == "https" or is_here)
    )


def _read_news(table: Table) -> tuple[str, ...]:
    if "news" not in table:
        return USUAL
    found = table.texts("news")
    for one in found:
        if one not in NEWS:
            table.add_error(
                WRONG_KIND,
                "news",
                f"there are no news {one[:40]!r}",
                f"there are {', '.join(NEWS)}",
            )
    return found


def _read_mentions(table: Table) -> Mapping[str, str]:
    names = table.section("mentions")
    return {name: names.text(name, most=100) or "" for name in names.names()}


def _is_room(text: str) -> bool:
    return _ROOM.fullmatch(text) is not None


def _hide_line(finding: Finding) -> Finding:
    """Return a finding without its line where that may hold an address or a token."""
    hidden = any(word in finding.line for word in ("address", "token", "://"))
    return replace(finding, line="") if hidden else finding
