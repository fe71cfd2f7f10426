"""Sealed orders and sealed press: a player's file sealed for one place, opened, and checked when published.

Orders hold their one-time key in a ``[seal]`` table at the end, press in its front matter. Press to
some powers only is opened at the deadline like any other, but only the GM has it then, to pass it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.games import Game, SeasonFolder
from zinegen.archive.folder.press_files import (
    GM,
    PRESS_KEYS,
    SEAL_KEYS,
    PressItem,
    PressNameFault,
    PressSlot,
    parse_front_matter,
    parse_press_item,
    parse_press_name,
)
from zinegen.archive.seals import (
    PADDING,
    SEALED_LIMIT,
    Identity,
    OneTimeKey,
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
from zinegen.languages.texts import N_
from zinegen.notation.findings import Finding
from zinegen.play.names import digest, power_slug
from zinegen.play.texts.close_file import PressReceipt, Receipt
from zinegen.play.texts.order_file import OPENED, OrderFile, OrderSlot, parse_order_file
from zinegen.play.texts.toml_text import (
    DIFFERS,
    ORDERS,
    ORDERS_LIMIT,
    TOO_LARGE,
    decode_text,
    parse_toml,
)

NOT_PRESS = N_("the text inside is not an item of press")


def seal_orders(orders: str, slot: OrderSlot, gm_keys: Iterable[str], written: str) -> bytes:
    """Return an order file sealed for its slot; ``written`` is the player's claim of the time, in ISO form.

    Raises SealError: S01 for a key, S02 when it is too long, S04 and S05 when it could not be accepted.
    """
    once = new_one_time_key()
    table = f'[seal]\nversion = 1\nwritten = {written}\nopen_key = "{once.key}"\n'
    content = f"{orders.rstrip()}\n\n{table}".encode()
    content += _padding(content)
    parse = partial(_parse_orders, slot=slot, name=slot.path)
    return _seal(
        content, slot.path, once, gm_keys, parse=parse, detail=N_("it holds a [seal] already")
    )


def seal_press(
    text: str, slot: PressSlot, gm_keys: Iterable[str], powers: tuple[Power, ...]
) -> bytes:
    """Return an item of press sealed for its place.

    Raises SealError: S01 for a key, S02 when it is too long, S04 and S05 when it could not be accepted.
    """
    keys, body, complaint = parse_front_matter(text)
    if complaint:
        raise SealError("S04", slot.path, complaint)
    once = new_one_time_key()
    keys |= zip(SEAL_KEYS, (*_place(slot), once.key), strict=True)
    lines = "".join(f"{name}: {value}\n" for name, value in keys.items())
    content = f"---\n{lines}---\n{body}".encode()
    content = content[:4] + _padding(content) + content[4:]
    parse = partial(_parse_press, slot=slot, powers=powers, name=slot.path)
    return _seal(content, slot.path, once, gm_keys, parse=parse)


def _padding(content: bytes) -> bytes:
    """Return a remark that fills a file up to the next multiple of the common size."""
    return b"#" + b"." * (-(len(content) + 2) % PADDING) + b"\n"


def _seal(
    content: bytes,
    name: str,
    once: OneTimeKey,
    gm_keys: Iterable[str],
    *,
    parse: Callable[[bytes], tuple[object, str]],
    detail: str = "",
) -> bytes:
    """Seal a file that reads back as one for its place."""
    if len(content) > ORDERS_LIMIT:
        raise SealError("S02", name, N_("at most {number} bytes"), number=ORDERS_LIMIT)
    if parse(content)[1] != once.key:
        raise SealError("S04", name, detail)
    return encrypt(content, gm_keys, once)


def open_orders(
    sealed: bytes, slot: OrderSlot, identity: Identity, name: str = ""
) -> Unsealed[OrderFile]:
    """Open sealed orders with the GM's key, and again with their own one-time key.

    ``name`` is the file in the season's folder, where it does not lie in its slot.
    Raises SealError: S06 damaged, S07 another key, S04 no orders inside, S05 another slot, S08 its own key.
    """
    name = f"{slot.shown}/{name or f'{slot.name}.age'}"
    return unseal(sealed, name, identity, partial(_parse_orders, slot=slot, name=name))


def open_press(
    sealed: bytes, slot: PressSlot, identity: Identity, powers: tuple[Power, ...]
) -> Unsealed[PressItem]:
    """Open a sealed item of press with the GM's key, and again with its own one-time key.

    Raises SealError: S06 damaged, S07 another key, S04 no press inside, S05 another place, S08 its own key.
    """
    name = f"{slot.path}.age"
    parse = partial(_parse_press, slot=slot, powers=powers, name=name)
    return unseal(sealed, name, identity, parse)


def verify_orders(sealed: bytes, slot: OrderSlot, receipt: Receipt) -> Unsealed[OrderFile]:
    """Open sealed orders with what the GM published, as any reader can.

    Raises SealError S09 when a digest does not agree, S08 when the key is not this file's.
    """
    published = (receipt.open_key, receipt.sealed_sha256, receipt.opened_sha256)
    name = f"{slot.shown}/{receipt.file}"
    parse = partial(_parse_orders, slot=slot, name=name)
    return unseal_published(sealed, name, published, parse)


def verify_press(
    sealed: bytes, slot: PressSlot, receipt: PressReceipt, powers: tuple[Power, ...]
) -> Unsealed[PressItem]:
    """Open a sealed item of press with what the GM published, as any reader can.

    Raises SealError S09 when a digest does not agree, S08 when the key is not this file's.
    """
    published = (receipt.open_key, receipt.sealed_sha256, receipt.opened_sha256)
    name = f"{slot.path}.age"
    parse = partial(_parse_press, slot=slot, powers=powers, name=name)
    return unseal_published(sealed, name, published, parse)


def _parse_orders(content: bytes, *, slot: OrderSlot, name: str) -> tuple[OrderFile, str]:
    """Return the orders inside and their one-time key, if they are orders for this slot."""
    reading = parse_toml(content, slot.path, ORDERS)
    if len(content) > ORDERS_LIMIT or reading.document is None:
        raise SealError("S04", name)
    orders = parse_order_file(reading, slot)
    codes = {finding.code[1:] for finding in orders.findings}
    if DIFFERS in codes:
        raise wrong_place_error(name, reading.document.data)
    if codes - {TOO_LARGE}:
        raise SealError("S04", name)
    table = reading.document.data.get("seal")
    key = table.get("open_key") if isinstance(table, dict) else None
    if not isinstance(key, str):
        raise SealError("S08", name, N_("it has no open_key"))
    return orders, key


def _parse_press(
    content: bytes, *, slot: PressSlot, powers: tuple[Power, ...], name: str
) -> tuple[PressItem, str]:
    """Return the item inside and its one-time key, if it is press for this place."""
    try:
        text = decode_text(content)
    except UnicodeDecodeError:
        raise SealError("S04", name, NOT_PRESS) from None
    keys, _, complaint = parse_front_matter(text, (*PRESS_KEYS, *SEAL_KEYS))
    where = Where(file=name)
    item = parse_press_item(text, where, slot, powers, sealed=True)
    if complaint or isinstance(item, Finding):
        raise SealError("S04", name, NOT_PRESS)
    said = tuple(keys.get(name) for name in SEAL_KEYS[:3])
    if said[slot.any_game :] != _place(slot)[slot.any_game :]:
        raise wrong_place_error(name, keys)
    if "open_key" not in keys:
        raise SealError("S08", name, N_("it has no open_key"))
    return item, keys["open_key"]


def _place(slot: PressSlot) -> tuple[str, str, str]:
    """Return what a sealed item says of its place: game, season and author."""
    return slot.game, slot.season, power_slug(slot.author) if slot.author is not None else GM


def check_seals(game: Game, season: SeasonFolder) -> Iterator[str]:
    """Yield in which ways published orders and press are not those that were sealed, a sentence each."""
    if season.closing is None:
        return
    powers = game.settings.powers
    for power, receipt in season.closing.receipts.items():
        slot = season.slot(power)
        places = ((receipt, slot.opened_name), (receipt.in_time, slot.in_time_name))
        for one, name in places:
            if one is not None and one.sealed_sha256:
                verify = partial(verify_orders, slot=slot, receipt=one)
                yield from _check_seal(season, one.file, name, one, verify)
    for key, press in season.closing.press.items():
        item = parse_press_name(f"{key}.md", game.slug, season.slug, season.shown, powers)
        if isinstance(item, PressNameFault):
            yield f"{season.shown}/close.toml: there is no press {key}"
        else:
            item = replace(item, any_game=True)
            verify_item = partial(verify_press, slot=item, receipt=press, powers=powers)
            name = f"{OPENED}/{item.key}.md"
            yield from _check_seal(season, f"{item.name}.age", name, press, verify_item)


def _check_seal(
    season: SeasonFolder,
    sealed_name: str,
    name: str,
    receipt: Receipt | PressReceipt,
    verify: Callable[[bytes], Unsealed[OrderFile] | Unsealed[PressItem]],
) -> Iterator[str]:
    """Yield what is wrong with one sealed file; of one that stays sealed, whether it was changed."""
    try:
        sealed = season.read_sealed_file(sealed_name)
        if receipt.open_key:
            content = verify(sealed).content
            if read_plain(season.folder / name, SEALED_LIMIT) != content:
                yield str(SealError("S09", f"{season.shown}/{name}"))
        elif digest(sealed) != receipt.sealed_sha256:
            yield str(
                SealError("S09", f"{season.shown}/{sealed_name}", N_("the sealed file was changed"))
            )
    except (FileError, SealError) as error:
        yield str(error)
