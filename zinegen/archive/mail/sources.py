"""Where messages lie: a file, a mailbox (mbox), a Maildir, a folder of mails. Nothing in them is changed."""

from __future__ import annotations

import mailbox
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from zinegen.archive.files import FileError, list_folder, read_plain
from zinegen.archive.mail.messages import LIMIT
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext

MOST_MESSAGES = 2000
MAILBOX_LIMIT = 256 << 20
"""Bytes of a mailbox in one file."""
ENDINGS = (".eml", ".txt", ".toml", ".age", ".msg")
"""What the names of messages in a folder end with."""
MBOX = b"From "
MAILDIR = ("cur", "new")
_NEVER = datetime(1, 1, 1, tzinfo=UTC)


class SourceError(GameFolderError):
    """A mailbox that cannot be read, or holds too much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMessage:
    """A message as it lies somewhere."""

    name: str
    """As people see it: ``inbox.mbox, message 3``."""
    content: bytes
    """Longer ones are cut off just behind the limit, and refused when they are read."""

    @property
    def sent(self) -> datetime:
        """When it says that it was sent; long ago where it says nothing that can be read."""
        head = BytesHeaderParser().parsebytes(self.content.lstrip()[: 1 << 16])
        try:
            found = parsedate_to_datetime(str(head.get("Date", "")))
        except (TypeError, ValueError, OverflowError):
            return _NEVER
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def list_messages(source: Path) -> Sequence[FoundMessage]:
    """Return the messages in a file or folder, in the order in which they lie there.

    Raises SourceError for a folder without messages, or with too many, FileError as reading a file does.
    """
    if source.is_dir():
        found = [*(_list_maildir(source) if _is_maildir(source) else _list_files(source))]
        if not found:
            raise SourceError(
                gettext(
                    "{source} holds no mails: they end in {endings}",
                    source=source,
                    endings=", ".join(ENDINGS),
                )
            )
    else:
        found = [*_read_file(source)]
    if len(found) > MOST_MESSAGES:
        raise SourceError(
            gettext(
                "{source} holds {number} messages, and at most {most} are read",
                source=source,
                number=len(found),
                most=MOST_MESSAGES,
            )
        )
    return found


def sort_by_time(messages: Sequence[FoundMessage]) -> Sequence[FoundMessage]:
    """Return messages with the oldest first; those of which nobody knows go before, as they lie."""
    return sorted(messages, key=lambda one: one.sent)


def _is_maildir(folder: Path) -> bool:
    return all((folder / name).is_dir() for name in MAILDIR)


def _list_maildir(folder: Path) -> Iterator[FoundMessage]:
    for name in MAILDIR:
        for path in list_folder(folder / name):
            yield FoundMessage(
                name=f"{folder.name}/{name}/{path.name}", content=read_plain(path, LIMIT)
            )


def _list_files(folder: Path) -> Iterator[FoundMessage]:
    for path in list_folder(folder):
        if path.suffix.lower() in ENDINGS and path.is_file() and not path.is_symlink():
            try:
                yield FoundMessage(name=path.name, content=read_plain(path, LIMIT))
            except FileError:
                yield FoundMessage(name=path.name, content=b"x" * (LIMIT + 1))


def _read_file(path: Path) -> Iterator[FoundMessage]:
    """Yield the messages of a file: several where it is a mailbox."""
    content = read_plain(path, MAILBOX_LIMIT)
    if not content.startswith(MBOX):
        yield FoundMessage(name=path.name, content=content[: LIMIT + 1])
        return
    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.keys(), 1):
            yield FoundMessage(
                name=gettext("{name}, message {number}", name=path.name, number=number),
                content=box.get_bytes(key)[: LIMIT + 1],
            )
    finally:
        box.close()
