"""Addresses in game.toml: how players write to the GM, and by which address a player's mail is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

LONGEST = 300
_ADDRESS = re.compile(r"[\w.+=~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+", re.ASCII)
_LINK = re.compile(r"https?://[!#$%&()*+,./0-9:;=?@A-Z\[\]_a-z~-]+")
_WITH_WORDS = re.compile(r"([^<>]*[^<>\s])\s*<([^<>\s]+)>")


@dataclass(frozen=True, slots=True)
class Contact:
    """A way to write to somebody."""

    text: str
    """As it is shown."""
    link: str
    """A web address, or ``mailto:`` and a mail address."""

    @property
    def plain(self) -> str:
        """As a line of plain text: the address, and before it the words where they say something else."""
        address = self.link.removeprefix("mailto:")
        return address if self.text in address else f"{self.text} <{address}>"


def is_mail_address(text: str) -> bool:
    """Tell whether a text is a mail address and nothing else."""
    return len(text) <= LONGEST and _ADDRESS.fullmatch(text) is not None


def parse_contact(text: str) -> Contact | None:
    """Return the way that a text names: ``ann@x.org``, ``https://x.org/ann`` or ``Our chat <https://…>``.

    None for anything else, such as a link that runs a program or holds a password.
    """
    words = _WITH_WORDS.fullmatch(text)
    shown, target = (words[1], words[2]) if words else ("", text)
    if len(text) > LONGEST or not shown.isprintable():
        return None
    address = target.removeprefix("mailto:")
    if is_mail_address(address):
        return Contact(shown or address, f"mailto:{address}")
    if _LINK.fullmatch(target) is None or not _is_plain_link(target):
        return None
    return Contact(shown or target.partition("://")[2].rstrip("/"), target)


def _is_plain_link(link: str) -> bool:
    try:
        parts = urlsplit(link)
        return bool(parts.hostname) and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        return False
