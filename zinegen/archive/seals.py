"""Sealed orders: sealed to the GM's key, opened at the deadline, and then checkable by anybody.

A sealed file is an armoured age file. Inside is the player's ordinary order file with a ``[seal]`` table at
its end, which holds a one-time key. The file is sealed to the GM's key and to that one: publishing it after
the deadline opens exactly this file for everybody, and nothing else. It is kept without its prefix, so
that the prefix anywhere in a repository is always an alarm.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

import pyrage
from pyrage import ssh, x25519

from zinegen.archive.files import digest
from zinegen.archive.handed import OrderFile, Slot, order_file_of
from zinegen.archive.toml_files import (
    DIFFERS,
    ORDERS,
    ORDERS_LIMIT,
    SEALED_LIMIT,
    TOO_LARGE,
    parse_toml,
)
from zinegen.errors import ZinegenError

PREFIX = "AGE-SECRET-KEY-1"
PADDING = 2048
"""Bytes: what is sealed is filled up to the next multiple, which hides how many orders there are."""
REPORT_PADDING = 4096
_ARMOUR = re.compile(
    rb"-----BEGIN AGE ENCRYPTED FILE-----[A-Za-z0-9+/=\s]+-----END AGE ENCRYPTED FILE-----"
)
_ONE_TIME = re.compile(r"[0-9A-Z]{58}")

Identity = NewType("Identity", object)
"""A secret key, ready to open with; it has no text."""

MEANINGS = {
    "S01": "this is no key that can be used",
    "S02": "the order file is too long to be sealed",
    "S03": "this is no place for orders",
    "S04": "what is inside is not an order file",
    "S05": "the orders inside were sealed for another place",
    "S06": "the sealed file is too large or damaged",
    "S07": "the file cannot be opened with this key",
    "S08": "the file's own open_key does not open it",
    "S09": "the published orders are not the ones that were sealed",
}


class SealError(ZinegenError):
    """A sealed file that is refused. Its text names the code and the file, never an order or a key."""

    def __init__(self, code: str, file: str = "", detail: str = "") -> None:
        self.code = code
        self.file = file
        where = f"{file}: " if file else ""
        super().__init__(f"{where}{code}: {MEANINGS[code]}{f' ({detail})' if detail else ''}")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPair:
    """A new pair of keys."""

    secret: str
    """To be kept; begins with the prefix that `check` refuses in a repository."""
    public: str
    """For game.toml: ``age1…``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A sealed file, opened."""

    orders: OrderFile
    content: bytes
    """Exactly what was sealed."""
    open_key: str
    sealed_sha256: str
    opened_sha256: str


def new_keys() -> KeyPair:
    """Return a new pair of keys."""
    identity = x25519.Identity.generate()
    return KeyPair(secret=str(identity), public=str(identity.to_public()))


def identity_of(text: str) -> Identity:
    """Return the secret key in a text: the first line that is one; remarks and blanks are passed over.

    Raises SealError S01 when there is none; the text is not repeated.
    """
    for line in text.splitlines():
        if line.strip().startswith(PREFIX):
            try:
                return Identity(x25519.Identity.from_str(line.strip()))
            except pyrage.IdentityError:
                raise SealError("S01") from None
    try:
        return Identity(ssh.Identity.from_buffer(text.encode()))
    except (pyrage.IdentityError, ValueError):
        raise SealError("S01", detail="a secret key begins with AGE-SECRET-KEY-1") from None


def public_key(identity: Identity) -> str:
    """Return the public half of a secret key.

    Raises SealError S01 for an SSH key, whose public half is written otherwise.
    """
    if not isinstance(identity, x25519.Identity):
        raise SealError("S01", detail="the public half of an SSH key has to be named")
    return str(identity.to_public())


def recipient(key: str) -> object:
    """Return somebody to seal to: an ``age1…`` key, or an SSH key of the kinds ed25519 and rsa.

    Raises SealError S01 when the text is none.
    """
    try:
        if key.startswith("age1"):
            found: object = x25519.Recipient.from_str(key)
            return found
        found = ssh.Recipient.from_str(key)
    except (pyrage.RecipientError, ValueError):
        raise SealError("S01", detail="public keys begin with age1") from None
    return found


def seal(orders: str, slot: Slot, gm_keys: Iterable[str], written: str) -> bytes:
    """Return an order file sealed for its slot; ``written`` is the player's claim of the time, in ISO form.

    Raises SealError: S01 for a key, S02 when it is too long, S04 and S05 when it could not be accepted.
    """
    once = x25519.Identity.generate()
    recipients = [recipient(key) for key in gm_keys]
    if not recipients:
        raise SealError("S01", detail="the game has no key of its GM")
    key = str(once).removeprefix(PREFIX)
    table = f'[seal]\nversion = 1\nwritten = {written}\nopen_key = "{key}"\n'
    content = f"{orders.rstrip()}\n\n{table}".encode()
    content += b"#" + b"." * (-(len(content) + 2) % PADDING) + b"\n"
    if len(content) > ORDERS_LIMIT:
        raise SealError("S02", slot.name, f"at most {ORDERS_LIMIT} bytes")
    if _inside(content, slot)[1] != key:
        raise SealError("S04", slot.name, "it holds a [seal] already")
    found: bytes = pyrage.encrypt(content, [*recipients, once.to_public()], armored=True)
    return found


def open_sealed(sealed: bytes, slot: Slot, identity: Identity) -> Opened:
    """Open a sealed file with the GM's key, and again with its own one-time key.

    Raises SealError: S06 damaged, S07 another key, S04 no orders inside, S05 another slot, S08 its own key.
    """
    content = _decrypted(sealed, slot, identity)
    orders, key = _inside(content, slot)
    try:
        again = _decrypted(sealed, slot, _one_time(key, slot))
    except SealError:
        raise SealError("S08", slot.name) from None
    if not hmac.compare_digest(again, content):
        raise SealError("S08", slot.name, "it opens to something else")
    return Opened(
        orders=orders,
        content=content,
        open_key=key,
        sealed_sha256=digest(sealed),
        opened_sha256=digest(content),
    )


def verified(
    sealed: bytes, slot: Slot, open_key: str, *, sealed_sha256: str, opened_sha256: str
) -> Opened:
    """Open a sealed file with what the GM published, as any reader can.

    Raises SealError S09 when a digest does not agree, S08 when the key is not this file's.
    """
    if digest(sealed) != sealed_sha256:
        raise SealError("S09", slot.name, "the sealed file was changed")
    try:
        content = _decrypted(sealed, slot, _one_time(open_key, slot))
    except SealError as error:
        raise SealError("S08" if error.code == "S07" else error.code, slot.name) from None
    orders, key = _inside(content, slot)
    if digest(content) != opened_sha256 or key != open_key:
        raise SealError("S09", slot.name)
    return Opened(
        orders=orders,
        content=content,
        open_key=key,
        sealed_sha256=sealed_sha256,
        opened_sha256=opened_sha256,
    )


def sealed_report(text: str, keys: Iterable[str]) -> bytes:
    """Return a private report that may lie in public: all have the same length.

    Raises SealError S02 when it is longer than they are.
    """
    content = text.encode() + b"\n"
    if len(content) > REPORT_PADDING:
        raise SealError("S02", detail="a report")
    content += b" " * (REPORT_PADDING - len(content))
    found: bytes = pyrage.encrypt(content, [recipient(key) for key in keys], armored=True)
    return found


def _one_time(key: str, slot: Slot) -> Identity:
    if _ONE_TIME.fullmatch(key) is None:
        raise SealError("S08", slot.name)
    try:
        return Identity(x25519.Identity.from_str(PREFIX + key))
    except pyrage.IdentityError:
        raise SealError("S08", slot.name) from None


def _decrypted(sealed: bytes, slot: Slot, identity: Identity) -> bytes:
    """Open the armoured block in a file; what stands around it (a mail) is passed over."""
    found = _ARMOUR.search(sealed) if len(sealed) <= SEALED_LIMIT else None
    if found is None:
        raise SealError("S06", slot.name)
    armoured = b"\n".join(line.strip() for line in found[0].splitlines()) + b"\n"
    try:
        content: bytes = pyrage.decrypt(armoured, [identity])
    except (pyrage.DecryptError, ValueError):
        raise SealError("S07", slot.name) from None
    return content


def _inside(content: bytes, slot: Slot) -> tuple[OrderFile, str]:
    """Return the orders inside and their one-time key, if they are orders for this slot."""
    reading = parse_toml(content, f"{slot.shown}/{slot.name}", ORDERS)
    if len(content) > ORDERS_LIMIT or reading.document is None:
        raise SealError("S04", slot.name)
    orders = order_file_of(reading, slot)
    codes = {finding.code[1:] for finding in orders.findings}
    if DIFFERS in codes:
        raise SealError("S05", slot.name)
    if codes - {TOO_LARGE}:
        raise SealError("S04", slot.name)
    table = reading.document.data.get("seal")
    key = table.get("open_key") if isinstance(table, dict) else None
    if not isinstance(key, str):
        raise SealError("S08", slot.name, "it has no open_key")
    return orders, key
