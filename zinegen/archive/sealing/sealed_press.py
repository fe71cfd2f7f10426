"""Sealed press: an item of press with its place and a one-time key in the front matter, sealed to the GM.

Press to everybody is opened at the deadline and published with its key. Press to some powers only is opened
too, but only the GM has it then, to pass it on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from zinegen.archive.folder.press_files import (
    GM,
    SEAL_KEYS,
    PressItem,
    PressSlot,
    parse_front_matter,
    parse_press_item,
)
from zinegen.archive.folder.slugs import power_slug
from zinegen.archive.folder.toml_files import ORDERS_LIMIT, decode_text
from zinegen.archive.seals import (
    PADDING,
    Identity,
    SealError,
    Unsealed,
    encrypt,
    new_one_time_key,
    unseal,
    unseal_published,
    wrong_place_error,
)
from zinegen.board.board import Power
from zinegen.errors import Where
from zinegen.notation.findings import Finding

NOT_PRESS = "the text inside is not an item of press"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPress:
    """A sealed item of press, opened."""

    item: PressItem
    seal: Unsealed


def seal_press(
    text: str, slot: PressSlot, gm_keys: Iterable[str], powers: tuple[Power, ...]
) -> bytes:
    """Return an item of press sealed for its place.

    Raises SealError: S01 for a key, S02 when it is too long, S04 and S05 when it could not be accepted.
    """
    keys, body, complaint = parse_front_matter(text)
    if complaint:
        raise SealError("S04", slot.name, complaint)
    once = new_one_time_key()
    place = (slot.game, slot.season, _author(slot), once.key)
    lines = [f"{name}: {value}\n" for name, value in keys.items()]
    lines += [f"{name}: {value}\n" for name, value in zip(SEAL_KEYS, place, strict=True)]
    content = f"---\n{''.join(lines)}---\n{body}".encode()
    fill = b"#" + b"." * (-(len(content) + 2) % PADDING) + b"\n"
    content = content[:4] + fill + content[4:]
    if len(content) > ORDERS_LIMIT:
        raise SealError("S02", slot.name, f"at most {ORDERS_LIMIT} bytes")
    if _inside(content, slot, powers)[1] != once.key:
        raise SealError("S04", slot.name)
    return encrypt(content, gm_keys, once)


def open_press(
    sealed: bytes, slot: PressSlot, identity: Identity, powers: tuple[Power, ...]
) -> OpenedPress:
    """Open a sealed item of press with the GM's key, and again with its own one-time key.

    Raises SealError: S06 damaged, S07 another key, S04 no press inside, S05 another place, S08 its own key.
    """
    item, seal = unseal(sealed, slot.name, identity, lambda content: _inside(content, slot, powers))
    return OpenedPress(item=item, seal=seal)


def verify_press(
    sealed: bytes, slot: PressSlot, published: tuple[str, str, str], powers: tuple[Power, ...]
) -> OpenedPress:
    """Open a sealed item with what the GM published: its key, the sealed and the opened digest.

    Raises SealError S09 when a digest does not agree, S08 when the key is not this file's.
    """
    item, seal = unseal_published(
        sealed, slot.name, published, lambda content: _inside(content, slot, powers)
    )
    return OpenedPress(item=item, seal=seal)


def _author(slot: PressSlot) -> str:
    return power_slug(slot.author) if slot.author is not None else GM


def _inside(content: bytes, slot: PressSlot, powers: tuple[Power, ...]) -> tuple[PressItem, str]:
    """Return the item inside and its one-time key, if it is press for this place."""
    try:
        text = decode_text(content)
    except UnicodeDecodeError:
        raise SealError("S04", slot.name, NOT_PRESS) from None
    keys, _, complaint = parse_front_matter(text, ("from", "to", "dateline", *SEAL_KEYS))
    item = parse_press_item(
        text, Where(file=f"{slot.shown}/{slot.name}.age"), slot, powers, sealed=True
    )
    if complaint or isinstance(item, Finding):
        raise SealError("S04", slot.name, NOT_PRESS)
    if [keys.get(name) for name in SEAL_KEYS[:3]] != [slot.game, slot.season, _author(slot)]:
        raise wrong_place_error(slot.name, keys)
    if "open_key" not in keys:
        raise SealError("S08", slot.name, "it has no open_key")
    return item, keys["open_key"]
