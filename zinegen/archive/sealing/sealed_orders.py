"""Sealed orders: the player's ordinary order file with a ``[seal]`` table at its end, sealed for one slot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from zinegen.archive.folder.order_file import OrderFile, Slot, parse_order_file
from zinegen.archive.folder.toml_files import (
    DIFFERS,
    ORDERS,
    ORDERS_LIMIT,
    TOO_LARGE,
    parse_toml,
)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A sealed order file, opened."""

    orders: OrderFile
    seal: Unsealed


def seal_orders(orders: str, slot: Slot, gm_keys: Iterable[str], written: str) -> bytes:
    """Return an order file sealed for its slot; ``written`` is the player's claim of the time, in ISO form.

    Raises SealError: S01 for a key, S02 when it is too long, S04 and S05 when it could not be accepted.
    """
    once = new_one_time_key()
    table = f'[seal]\nversion = 1\nwritten = {written}\nopen_key = "{once.key}"\n'
    content = f"{orders.rstrip()}\n\n{table}".encode()
    content += b"#" + b"." * (-(len(content) + 2) % PADDING) + b"\n"
    if len(content) > ORDERS_LIMIT:
        raise SealError("S02", slot.name, f"at most {ORDERS_LIMIT} bytes")
    if _inside(content, slot)[1] != once.key:
        raise SealError("S04", slot.name, "it holds a [seal] already")
    return encrypt(content, gm_keys, once)


def open_orders(sealed: bytes, slot: Slot, identity: Identity) -> Opened:
    """Open a sealed file with the GM's key, and again with its own one-time key.

    Raises SealError: S06 damaged, S07 another key, S04 no orders inside, S05 another slot, S08 its own key.
    """
    orders, seal_ = unseal(sealed, slot.name, identity, lambda content: _inside(content, slot))
    return Opened(orders=orders, seal=seal_)


def verify_orders(
    sealed: bytes, slot: Slot, open_key: str, *, sealed_sha256: str, opened_sha256: str
) -> Opened:
    """Open a sealed file with what the GM published, as any reader can.

    Raises SealError S09 when a digest does not agree, S08 when the key is not this file's.
    """
    published = (open_key, sealed_sha256, opened_sha256)
    orders, seal_ = unseal_published(
        sealed, slot.name, published, lambda content: _inside(content, slot)
    )
    return Opened(orders=orders, seal=seal_)


def _inside(content: bytes, slot: Slot) -> tuple[OrderFile, str]:
    """Return the orders inside and their one-time key, if they are orders for this slot."""
    reading = parse_toml(content, f"{slot.shown}/{slot.name}", ORDERS)
    if len(content) > ORDERS_LIMIT or reading.document is None:
        raise SealError("S04", slot.name)
    orders = parse_order_file(reading, slot)
    codes = {finding.code[1:] for finding in orders.findings}
    if DIFFERS in codes:
        raise wrong_place_error(slot.name, reading.document.data)
    if codes - {TOO_LARGE}:
        raise SealError("S04", slot.name)
    table = reading.document.data.get("seal")
    key = table.get("open_key") if isinstance(table, dict) else None
    if not isinstance(key, str):
        raise SealError("S08", slot.name, "it has no open_key")
    return orders, key
