"""A mailbox on a server (IMAP), read and never changed: nothing is deleted, moved or marked as read.

Its address stands outside the repository, in ``mailboxes.toml`` of the configuration folder, the password in
a file beside it or in the environment.
"""

from __future__ import annotations

import imaplib
import os
import re
import ssl
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import read_plain
from zinegen.archive.mail.messages import LIMIT
from zinegen.archive.mail.sources import FoundMessage, SourceError
from zinegen.notation.grammar.names import suggest
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import KILOBYTE, SETTINGS, parse_toml

FILE = "mailboxes.toml"
PASSWORD = "ZINEGEN_IMAP_PASSWORD_"  # noqa: S105  (the name of a variable)
"""What the name of the variable with the password begins with; the mailbox's follows in capitals."""
NEWEST = 500
"""So many of the newest messages are looked at."""
PATIENCE = 30
"""Seconds after which a server that says nothing is given up."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SIZE = re.compile(rb"(\d+) \(.*?RFC822\.SIZE (\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class MailboxSettings:
    """Where a mailbox is, and who reads it."""

    name: str
    host: str
    port: int
    user: str
    folder: str
    security: str
    """``tls``, ``starttls``, or ``none`` on this machine only."""
    password: str


def read_mailbox_settings(name: str, folder: Path) -> MailboxSettings:
    """Return the settings of a mailbox by its name, from the configuration folder.

    Raises SourceError when there is none of the name, or the settings are wrong.
    """
    path = folder / FILE
    if not path.is_file():
        raise SourceError(f'there is no {path}: write [{name}], host = "…", user = "…" into it')
    reading = parse_toml(read_plain(path, 64 * KILOBYTE), str(path), SETTINGS)
    if reading.document is None:
        raise SourceError(f"{reading.findings[0].where}: {reading.findings[0].title}")
    top = Table.of(reading.document)
    known = top.names()
    table = top.table(name) if name in known else None
    if table is None:
        hint = suggest(name, known, f"it knows {', '.join(known) or 'none'}")
        raise SourceError(f"{path} has no mailbox {name[:40]}; {hint}")
    security = table.choice("security", ("tls", "starttls", "none"), "tls")
    found = MailboxSettings(
        name=name,
        host=table.text("host", needed=True) or "",
        port=table.number("port", 993 if security == "tls" else 143, least=1, most=65535),
        user=table.text("user", needed=True) or "",
        folder=table.text("folder") or "INBOX",
        security=security,
        password=_find_password(name, folder, table.text("password_file") or ""),
    )
    table.report_unknown_keys()
    if top.findings:
        raise SourceError(
            f"{top.findings[0].where}: {top.findings[0].title}; {top.findings[0].hint}"
        )
    if security == "none" and found.host not in _LOOPBACK:
        raise SourceError(
            f'{path}: security = "none" would send the password in plain to {found.host}'
        )
    return found


def _find_password(name: str, folder: Path, file: str) -> str:
    """Return the password; raises SourceError where there is none, or others can read its file."""
    variable = PASSWORD + re.sub(r"\W", "_", name).upper()
    said = os.environ.get(variable)
    if said:
        return said
    path = folder / (file or f"{name}.password")
    if not path.is_file():
        raise SourceError(
            f"no password for {name}: put it into {path}, or into the variable {variable}"
        )
    if os.name == "posix" and path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        raise SourceError(f"others can read {path}: type `chmod 600 {path}`")
    return read_plain(path, KILOBYTE).decode("utf-8", "replace").strip()


def fetch_messages(settings: MailboxSettings) -> Sequence[FoundMessage]:
    """Return the newest messages of a mailbox; nothing there is changed.

    Raises SourceError when the server cannot be reached, lets nobody in, or breaks off: then nothing is
    taken, and the next run begins anew.
    """
    try:
        box = _connect(settings)
    except (OSError, imaplib.IMAP4.error) as problem:
        raise SourceError(
            f"the mailbox {settings.name} cannot be reached: {_say(problem)}"
        ) from None
    try:
        with box:
            _log_in(box, settings)
            _expect(box.select(f'"{settings.folder}"', readonly=True), settings)
            return [*_fetch(box, settings)]
    except (OSError, imaplib.IMAP4.error, EOFError) as problem:
        said = _say(problem).replace(settings.password, "…")
        raise SourceError(
            f"the mailbox {settings.name} broke off, and nothing is taken: {said}"
        ) from None


def _log_in(box: imaplib.IMAP4, settings: MailboxSettings) -> None:
    try:
        box.login(settings.user, settings.password)
    except imaplib.IMAP4.abort:
        raise  # the line broke
    except imaplib.IMAP4.error as problem:
        said = _say(problem).replace(settings.password, "…")
        raise SourceError(f"the mailbox {settings.name} lets nobody in: {said}") from None


def _connect(settings: MailboxSettings) -> imaplib.IMAP4:
    context = ssl.create_default_context()
    if settings.security == "tls":
        return imaplib.IMAP4_SSL(
            settings.host, settings.port, ssl_context=context, timeout=PATIENCE
        )
    box = imaplib.IMAP4(settings.host, settings.port, timeout=PATIENCE)
    if settings.security == "starttls":
        box.starttls(context)
    return box


def _fetch(box: imaplib.IMAP4, settings: MailboxSettings) -> Iterator[FoundMessage]:
    found = next(iter(_expect(box.search(None, "ALL"), settings)), b"")
    numbers = found.split()[-NEWEST:] if isinstance(found, bytes) else []
    if not numbers:
        return
    listed = b",".join(numbers).decode()
    answers = _expect(box.fetch(listed, "(RFC822.SIZE)"), settings)
    sizes = (_SIZE.match(one) for one in answers if isinstance(one, bytes))
    large = {match[1] for match in sizes if match is not None and int(match[2]) > LIMIT}
    for number in numbers:
        name = f"{settings.name}, message {number.decode()}"
        if number in large:
            yield FoundMessage(name=name, content=b"x" * (LIMIT + 1))
            continue
        parts = _expect(box.fetch(number.decode(), "(BODY.PEEK[])"), settings)
        yield from (
            FoundMessage(name=name, content=one[1]) for one in parts if isinstance(one, tuple)
        )


def _expect(answer: tuple[str, Sequence[object]], settings: MailboxSettings) -> Sequence[object]:
    """Return what a server answers; raises SourceError for a no."""
    if answer[0] != "OK":
        raise SourceError(f"the mailbox {settings.name} says no: {_say(answer[1])}")
    return answer[1]


def _say(what: object) -> str:
    if isinstance(what, Exception):
        what = list(what.args)
    parts = what if isinstance(what, list) else [what]
    said = b" ".join(one if isinstance(one, bytes) else str(one).encode() for one in parts)
    return said.decode("utf-8", "replace")[:200]
