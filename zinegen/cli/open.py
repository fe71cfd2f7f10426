"""The command that shows what is inside sealed files: open."""

from __future__ import annotations

from pathlib import Path

import click

from zinegen.archive.files import read_plain
from zinegen.archive.folder.games import Game, Season, open_game
from zinegen.archive.folder.hidden_file import HIDDEN
from zinegen.archive.folder.order_file import OrderSlot
from zinegen.archive.folder.press_files import PressSlot
from zinegen.archive.records.result_file import LIMIT
from zinegen.archive.sealing.reports import REPORTS
from zinegen.archive.sealing.sealed_files import (
    open_orders,
    open_press,
    verify_orders,
    verify_press,
)
from zinegen.archive.sealing.sealed_records import SEALED_RECORD
from zinegen.archive.seals import SEALED_LIMIT, Identity, SealError, decrypt, parse_open_key
from zinegen.cli.keys import KEY, gm_identity
from zinegen.cli.paths import place_of


@click.command("open")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@KEY
def open_files(*, files: tuple[Path, ...], key: Path | None) -> int:
    """Print what is inside sealed files: with the GM's key, or after closing with the published one."""
    for path in files:
        name = _apart(path)
        if name:
            content = read_plain(path, LIMIT)
            opened = decrypt(content, name, _needed_for(path, key, name), LIMIT)
            click.echo(opened.rstrip(b" "), nl=False)
            continue
        game, season, slot = place_of(path)
        content = read_plain(path, SEALED_LIMIT)
        if isinstance(slot, PressSlot):
            click.echo(_press(content, game, season, slot, key), nl=False)
        else:
            click.echo(_content(content, season, slot, key), nl=False)
    return 0


def _press(content: bytes, game: Game, season: Season, slot: PressSlot, key: Path | None) -> str:
    receipt = season.closing.press.get(slot.key) if season.closing is not None else None
    powers = game.settings.powers
    if receipt is not None and receipt.open_key and key is None:
        return verify_press(content, slot, receipt, powers).content.decode()
    return open_press(content, slot, _needed(key, slot.name), powers).content.decode()


def _needed(key: Path | None, name: str) -> Identity:
    identity = gm_identity(key)
    if identity is None:
        raise SealError("S07", name, "there is no key here")
    return identity


def _content(content: bytes, season: Season, slot: OrderSlot, key: Path | None) -> str:
    receipt = season.closing.receipts.get(slot.power) if season.closing is not None else None
    if receipt is not None and receipt.open_key and key is None:
        return verify_orders(content, slot, receipt).content.decode()
    return open_orders(content, slot, _needed(key, slot.name)).content.decode()


def _apart(path: Path) -> str:
    """Return the name of a sealed file that the program wrote: a report, a record, a game's secrets."""
    if path.name in {HIDDEN, SEALED_RECORD} or path.absolute().parent.name == REPORTS:
        return path.name
    return ""


def _needed_for(path: Path, key: Path | None, name: str) -> Identity:
    """Return the key to open what the program sealed: one at hand, or the game's own when it is published."""
    if key is None:
        above = path.absolute().parents
        folder = next((one for one in above if (one / "game.toml").is_file()), None)
        game = open_game(folder) if folder is not None else None
        published = game.settings.secrecy.open_key if isinstance(game, Game) else ""
        if published:
            return parse_open_key(published, name)
    return _needed(key, name)
