"""Whether the published orders and press are those that were sealed, as everybody can check it."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.archive.files import FileError, digest, read_plain
from zinegen.archive.folder.close_file import PressReceipt, Receipt
from zinegen.archive.folder.games import Game, Season
from zinegen.archive.folder.order_file import Slot
from zinegen.archive.folder.press_files import OPENED, parse_press_name
from zinegen.archive.folder.slugs import power_slug
from zinegen.archive.sealing.sealed_orders import verify_orders
from zinegen.archive.sealing.sealed_press import verify_press
from zinegen.archive.seals import SEALED_LIMIT, SealError
from zinegen.board.board import Power


def check_seals(game: Game, season: Season) -> Iterator[str]:
    """Yield what is wrong with the seals of a season, in one sentence each."""
    for power, receipt in season.closing.receipts.items() if season.closing else ():
        said = _seal(game, season, power, receipt) if receipt.sealed_sha256 else ""
        if said:
            yield said
    for key, item in season.closing.press.items() if season.closing else ():
        said = _press_seal(game, season, key, item)
        if said:
            yield said


def _press_seal(game: Game, season: Season, key: str, receipt: PressReceipt) -> str:
    """Return what is wrong with a sealed item of press; one for some powers only is not opened."""
    slot = parse_press_name(f"{key}.md", game.slug, season.slug, season.shown, game.settings.powers)
    if isinstance(slot, str):
        return f"{season.shown}/close.toml: there is no press {key}"
    try:
        sealed = read_plain(season.folder / f"{slot.name}.age", SEALED_LIMIT)
        if not receipt.open_key:
            changed = digest(sealed) != receipt.sealed_sha256
            return (
                str(SealError("S09", slot.name, "the sealed file was changed")) if changed else ""
            )
        published = (receipt.open_key, receipt.sealed_sha256, receipt.opened_sha256)
        opened = verify_press(sealed, slot, published, game.settings.powers)
        name = f"{OPENED}/{slot.key}.md"
        printed = read_plain(season.folder / name, SEALED_LIMIT)
    except (FileError, SealError) as error:
        return str(error)
    return "" if printed == opened.seal.content else str(SealError("S09", name))


def _seal(game: Game, season: Season, power: Power, receipt: Receipt) -> str:
    slot = Slot(game=game.slug, season=season.slug, power=power, shown=season.shown)
    try:
        sealed = read_plain(season.folder / f"{slot.name}.age", SEALED_LIMIT)
        if not receipt.open_key:
            return _unopened(sealed, slot.name, receipt.sealed_sha256)
        opened = verify_orders(
            sealed,
            slot,
            receipt.open_key,
            sealed_sha256=receipt.sealed_sha256,
            opened_sha256=receipt.opened_sha256,
        )
        name = f"opened/{power_slug(power)}.toml"
        published = read_plain(season.folder / name, SEALED_LIMIT)
    except (FileError, SealError) as error:
        return str(error)
    return "" if published == opened.seal.content else str(SealError("S09", name))


def _unopened(sealed: bytes, name: str, known: str) -> str:
    """Return what is wrong with a file that stays sealed."""
    changed = digest(sealed) != known
    return str(SealError("S09", name, "the sealed file was changed")) if changed else ""
