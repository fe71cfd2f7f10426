"""Seals: armoured age files that only the GM can open, and that anybody can check after the deadline.

What a player seals holds a one-time key, and is sealed to the GM's key and to that one: publishing it after
the deadline opens exactly this file for everybody, and nothing else. It is kept without its prefix, so
that the prefix anywhere in a repository is always an alarm.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, NewType, TypeVar

import pyrage
from pyrage import passphrase, ssh, x25519

from zinegen.errors import ZinegenError
from zinegen.languages.texts import N_, gettext
from zinegen.play.hidden_text import is_open_key
from zinegen.play.names import digest, digest_text
from zinegen.play.texts.order_file import ARMOUR

Content = TypeVar("Content")

PREFIX = "AGE-SECRET-KEY-1"
SEALED_LIMIT = 24 * 1024
"""Bytes of a sealed file of a player."""
PADDING = 2048
"""Bytes: what is sealed is filled up to the next multiple, which hides how many orders there are."""
REPORT_PADDING = 4096
_ARMOUR = re.compile(ARMOUR.encode() + rb"[A-Za-z0-9+/=\s]+-----END AGE ENCRYPTED FILE-----")
_SECRET = re.compile(
    rb"AGE-(?:SECRET-KEY|PLUGIN)-[A-Z0-9-]{0,40}?1[A-Z0-9]{30}|-----BEGIN (?:OPENSSH|RSA) PRIVATE KEY",
    re.IGNORECASE,
)
"""What every kind of secret key that can open a sealed file begins with."""
_PUBLIC = re.compile(r"age1[0-9a-z]{58}|ssh-(?:ed25519|rsa) [A-Za-z0-9+/=]+(?: .*)?")
_NAME = re.compile(r"[a-z0-9-]{1,60}")

Identity = NewType("Identity", tuple[object, ...])
"""Secret keys, one at least, ready to open with: one that fits is enough. They have no text."""

MEANINGS = {
    "S01": N_("this is no key that can be used"),
    "S02": N_("the order file is too long to be sealed"),
    "S03": N_("this is no place for orders"),
    "S04": N_("what is inside is not what belongs there"),
    "S05": N_("what is inside was sealed for another place"),
    "S06": N_("the sealed file is too large or damaged"),
    "S07": N_("no key that is here opens the file"),
    "S08": N_("the file's own open_key does not open it"),
    "S09": N_("the published orders are not the ones that were sealed"),
}


_REASON = re.compile(r"(S[0-9]{2}): ([^()]*?)(?: \((.*)\))?", re.DOTALL)


def say_reason(reason: str) -> str:
    """Return why a sealed file is refused, as a record has it, in the language of the zine."""
    match = _REASON.fullmatch(reason)
    if match is None or MEANINGS.get(match[1]) != match[2]:
        return gettext(reason)
    detail = f" ({gettext(match[3])})" if match[3] else ""
    return f"{match[1]}: {gettext(match[2])}{detail}"


class SealError(ZinegenError):
    """A sealed file that is refused. Its text names the code and the file, never an order or a key."""

    def __init__(self, code: str, file: str = "", detail: str = "", **values: object) -> None:
        self.code = code
        self.file = file
        more = f" ({detail.format(**values) if values else detail})" if detail else ""
        self.reason = f"{code}: {MEANINGS[code]}{more}"
        """In English, as records have it; the text of the error is in the language of the zine."""
        said = f"{code}: {gettext(MEANINGS[code])}"
        said += f" ({gettext(detail, **values)})" if detail else ""
        super().__init__(f"{file}: {said}" if file else said)


def wrong_place_error(file: str, said: Mapping[str, object]) -> SealError:
    """Return the error of a file that was sealed for another place, and for which, if its names are plain."""
    names = {key: said.get(key) for key in ("game", "season", "power", "from")}
    named = [
        f"{key} {name}"
        for key, name in names.items()
        if isinstance(name, str) and _NAME.fullmatch(name)
    ]
    detail = N_("for {place}") if named else ""
    error = SealError("S05", file, detail, place=", ".join(named))
    # It is published, and the place is a word of what is sealed.
    error.reason = SealError("S05").reason
    return error


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPair:
    """A new pair of keys."""

    secret: str
    """To be kept; begins with the prefix that `check` refuses in a repository."""
    public: str
    """For game.toml: ``age1…``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsealed(Generic[Content]):
    """A sealed file, opened: its content, and the key and digests that let everybody check it."""

    inside: Content
    content: bytes
    """Exactly what was sealed."""
    open_key: str
    sealed_sha256: str
    opened_sha256: str


def make_key_pair() -> KeyPair:
    """Return a new pair of keys."""
    identity = x25519.Identity.generate()
    return KeyPair(secret=str(identity), public=str(identity.to_public()))


def parse_identity(text: str) -> Identity:
    """Return the secret keys in a text: every line that is one; remarks and blanks are passed over.

    Raises SealError S01 when there is none, or one that is wrong; the text is not repeated.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith(PREFIX)]
    try:
        if lines:
            return Identity(tuple(x25519.Identity.from_str(line) for line in lines))
        return Identity((ssh.Identity.from_buffer(text.encode()),))
    except (pyrage.IdentityError, ValueError):
        detail = "" if lines else N_("a secret key begins with AGE-SECRET-KEY-1")
        raise SealError("S01", detail=detail) from None


def join_identities(identities: Iterable[Identity]) -> Identity | None:
    """Return several secret keys as one, so that any of them opens; None of nothing."""
    keys = tuple(key for identity in identities for key in identity)
    return Identity(keys) if keys else None


def public_key(identity: Identity) -> str:
    """Return the public half of the first of some secret keys.

    Raises SealError S01 for an SSH key, whose public half is written otherwise.
    """
    if not isinstance(identity[0], x25519.Identity):
        raise SealError("S01", detail=N_("the public half of an SSH key has to be named"))
    return str(identity[0].to_public())


def is_any_for(identity: Identity, public_keys: Iterable[str]) -> bool:
    """Tell whether one of some secret keys belongs to one of some public ones; an SSH key may always."""
    known = set(public_keys)
    return any(
        not isinstance(key, x25519.Identity) or str(key.to_public()) in known for key in identity
    )


def parse_recipient(key: str) -> object:
    """Return the recipient of a public key: ``age1…``, or an SSH key of the kinds ed25519 and rsa.

    Raises SealError S01 when the text is none.
    """
    try:
        if key.startswith("age1"):
            found: object = x25519.Recipient.from_str(key)
            return found
        found = ssh.Recipient.from_str(key)
    except (pyrage.RecipientError, ValueError):
        raise SealError("S01", detail=N_("public keys begin with age1")) from None
    return found


def holds_secret_key(content: bytes) -> bool:
    """Tell whether a file shows a secret key, in whatever letters and whether it is a right one or not."""
    return _SECRET.search(content.replace(b"\0", b"")) is not None


def is_public_key(text: str) -> bool:
    """Tell whether a text is a public key to seal to."""
    if _PUBLIC.fullmatch(text) is None:
        return False
    try:
        parse_recipient(text)
    except SealError:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTimeKey:
    """The one-time key of a file that is about to be sealed."""

    key: str
    """Without its prefix, as it goes inside."""
    recipient: object


def new_one_time_key() -> OneTimeKey:
    """Return a fresh one-time key."""
    once = x25519.Identity.generate()
    return OneTimeKey(key=str(once).removeprefix(PREFIX), recipient=once.to_public())


def parse_one_time_key(key: str, name: str) -> OneTimeKey:
    """Return the one-time key whose secret half a file has; raises SealError S08 when it is none."""
    identity = parse_open_key(key, name)
    return OneTimeKey(key=key, recipient=parse_recipient(public_key(identity)))


def encrypt(content: bytes, keys: Iterable[str], once: OneTimeKey | None = None) -> bytes:
    """Return bytes encrypted to public keys, and to a one-time key.

    Raises SealError S01 for a key that is none, or when there is not one.
    """
    recipients = [parse_recipient(key) for key in keys]
    if not recipients:
        raise SealError("S01", detail=N_("there is no key to seal to"))
    if once is not None:
        recipients.append(once.recipient)
    found: bytes = pyrage.encrypt(content, recipients, armored=True)
    return found


def unseal(
    sealed: bytes, name: str, identity: Identity, read: Callable[[bytes], tuple[Content, str]]
) -> Unsealed[Content]:
    """Open a file with the GM's key, and again with its own one-time key; ``read`` parses the content.

    Raises SealError: S06 damaged, S07 another key, S08 its own key, and whatever ``read`` raises.
    """
    content = decrypt(sealed, name, identity)
    found, key = read(content)
    try:
        again = decrypt(sealed, name, parse_open_key(key, name))
    except SealError:
        raise SealError("S08", name) from None
    if not hmac.compare_digest(again, content):
        raise SealError("S08", name, N_("it opens to something else"))
    return Unsealed(
        inside=found,
        content=content,
        open_key=key,
        sealed_sha256=digest(sealed),
        opened_sha256=digest_text(content),
    )


def unseal_published(
    sealed: bytes,
    name: str,
    published: tuple[str, str, str],
    read: Callable[[bytes], tuple[Content, str]],
) -> Unsealed[Content]:
    """Open a file with what the GM published, as any reader can: its key, the sealed and the opened digest.

    Raises SealError S09 when a digest does not agree, S08 when the key is not this file's.
    """
    open_key, sealed_sha256, opened_sha256 = published
    if digest(sealed) != sealed_sha256:
        raise SealError("S09", name, N_("the sealed file was changed"))
    try:
        content = decrypt(sealed, name, parse_open_key(open_key, name))
    except SealError as error:
        raise SealError("S08" if error.code == "S07" else error.code, name) from None
    found, key = read(content)
    if opened_sha256 not in {digest(content), digest_text(content)} or key != open_key:
        raise SealError("S09", name)
    return Unsealed(
        inside=found,
        content=content,
        open_key=key,
        sealed_sha256=sealed_sha256,
        opened_sha256=opened_sha256,
    )


def parse_open_key(key: str, name: str) -> Identity:
    """Return the secret key that is written without its prefix; raises SealError S08 when it is none."""
    if not is_open_key(key):
        raise SealError("S08", name)
    try:
        return Identity((x25519.Identity.from_str(PREFIX + key),))
    except pyrage.IdentityError:
        raise SealError("S08", name) from None


def decrypt(sealed: bytes, name: str, identity: Identity, limit: int = SEALED_LIMIT) -> bytes:
    """Open the armoured block in a file; what stands around it (a mail) is passed over.

    Raises SealError S06 when it is damaged or has more than ``limit`` bytes, S07 for another key.
    """
    found = _ARMOUR.search(sealed) if len(sealed) <= limit else None
    if found is None:
        is_bare = len(sealed) <= limit and b"BEGIN AGE" not in sealed
        raise SealError("S06", name, N_("it is not sealed") if is_bare else "")
    armoured = b"\n".join(line.strip() for line in found[0].splitlines()) + b"\n"
    try:
        content: bytes = pyrage.decrypt(armoured, [*identity])
    except (pyrage.DecryptError, ValueError):
        raise SealError("S07", name) from None
    return content


def is_armoured(content: bytes) -> bool:
    """Tell whether a file is one armoured block and nothing else, as far as that is seen without a key."""
    return _ARMOUR.fullmatch(content.strip()) is not None


def seal_report(text: str, keys: Iterable[str], once: OneTimeKey | None = None) -> bytes:
    """Return a sealed private report; all have the same length, so that the length tells nothing.

    Raises SealError S02 when it is longer than they are.
    """
    content = text.encode() + b"\n"
    if len(content) > REPORT_PADDING:
        raise SealError("S02", detail=N_("a report"))
    content += b" " * (REPORT_PADDING - len(content))
    return encrypt(content, keys, once)


def lock_by_passphrase(content: bytes, words: str) -> bytes:
    """Return bytes sealed to a passphrase; any `age` opens them with it."""
    return bytes(passphrase.encrypt(content, words))


def unlock_by_passphrase(sealed: bytes, words: str) -> bytes:
    """Return what was sealed to a passphrase; raises ZinegenError for another one, or what is damaged."""
    try:
        return bytes(passphrase.decrypt(sealed, words))
    except (pyrage.DecryptError, ValueError):
        raise ZinegenError(
            gettext("the passphrase is not the one of this copy, or the copy is damaged")
        ) from None
