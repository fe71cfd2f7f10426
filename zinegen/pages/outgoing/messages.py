"""Whole mails: text, HTML, maps by content id and attachments. The same letter gives the same bytes.

Nothing is left to the clock or to chance: date and Message-ID come from the records, and the boundaries
between parts from what lies between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from urllib.parse import urlsplit

from zinegen.pages.words.visible_text import one_line

NOWHERE = "zine.invalid"
"""Stands for the host of a zine of which nobody knows where it lies (RFC 2606)."""
LONGEST_SUBJECT = 120
_NAME = re.compile(r"[^a-z0-9.]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that comes with a mail."""

    name: str
    content: bytes
    kind: str
    """Its media type: ``application/pdf``."""
    content_id: str = ""
    """By which the HTML shows it; empty for one that is only attached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """What a mail says, whoever gets it."""

    number: str
    """What it is about, for ever: ``issues/8``, ``half-life/2021-1-spring``, the same with ``/Austria``."""
    subject: str
    date: str
    """When it was written, in universal time: ``2026-12-01T22:00:00Z``."""
    text: str
    html: str
    """With ``cid:`` where it shows pictures."""
    pictures: tuple[Attachment, ...] = ()
    attached: tuple[Attachment, ...] = ()
    follows: str = ""
    """The number of the letter before it, behind which mail programs show it."""
    list_name: str = ""
    """The list it goes to: the zine's name, or a game's."""

    @property
    def digest(self) -> str:
        """What tells two letters of one number apart: text, pictures and files."""
        told = sha256(f"{self.subject}\n{self.text}".encode())
        for one in (*self.pictures, *self.attached):
            told.update(one.name.encode())
            # What is sealed is other bytes each time; it was sealed from what the text is made of.
            told.update(b"" if one.name.endswith(".age") else one.content)
        return told.hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """Who gets a mail, from whom, and how to leave the list; empty where nobody says so."""

    sender: Address | None = None
    receiver: Address | None = None
    leave: str = ""
    """A ``mailto:`` or web address."""
    more: Mapping[str, str] = field(default_factory=dict)
    """Other headers, by name."""


def name_content(number: str, what: str, host: str) -> str:
    """Return the content id of a picture: ``orders-s1901m.winter-palace.21@zine.example``."""
    return f"{_plain(what)}.{_plain(number)}@{host}"


def find_host(site: str) -> str:
    """Return the host of a site's address, for the ids of mails and lists."""
    try:
        return urlsplit(site).hostname or NOWHERE
    except ValueError:
        return NOWHERE


def message_id(number: str, host: str) -> str:
    """Return the id of the mail about something with this number; it never changes."""
    return f"<{_plain(number)}@{host}>"


def make_message(letter: Letter, envelope: Envelope, host: str) -> bytes:
    """Return a whole mail as it is sent and as an ``.eml`` file holds it: lines end in CR LF."""
    message = EmailMessage(policy=SMTP)
    for name, value in _list_headers(letter, envelope, host):
        message[name] = value
    message.set_content(letter.text, cte="quoted-printable")
    message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    *_, html = message.iter_parts()
    for one in letter.pictures:
        main, _, sub = one.kind.partition("/")
        cid, name = f"<{one.content_id}>", one.name
        html.add_related(one.content, main, sub, cid=cid, filename=name, disposition="inline")
    for one in letter.attached:
        main, _, sub = one.kind.partition("/")
        message.add_attachment(one.content, main, sub, filename=one.name)
    # "=_" stands in no part: one is base64, or quoted-printable, where "=" is written "=3D".
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{letter.digest}.{number}")
    return message.as_bytes()


def _list_headers(letter: Letter, envelope: Envelope, host: str) -> Sequence[tuple[str, object]]:
    found: list[tuple[str, object]] = [("MIME-Version", "1.0")]
    if envelope.sender is not None:
        found.append(("From", envelope.sender))
    if envelope.receiver is not None:
        found.append(("To", envelope.receiver))
    found += [
        ("Subject", one_line(letter.subject)[:LONGEST_SUBJECT]),
        ("Date", format_datetime(datetime.fromisoformat(letter.date).astimezone(UTC))),
        ("Message-ID", message_id(letter.number, host)),
    ]
    if letter.follows:
        before = message_id(letter.follows, host)
        found += [("In-Reply-To", before), ("References", before)]
    name = _plain(letter.list_name) or "zine"
    found.append(("List-Id", f"<{name}.{host}>"))
    if envelope.leave:
        found.append(("List-Unsubscribe", f"<{envelope.leave}>"))
    return [*found, *envelope.more.items()]


def _plain(text: str) -> str:
    return _NAME.sub("-", text.lower().replace("/", ".").encode("ascii", "ignore").decode()).strip(
        "-"
    )
