"""Commands of sealed files: keygen, seal, open. No order and no key is ever printed but by `open`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.files import digest, power_of, read_plain, write_atomically
from zinegen.archive.folder.games import Game, Season, open_game
from zinegen.archive.folder.hidden_file import HIDDEN, seal_hidden_file
from zinegen.archive.folder.player_files import (
    PRESS,
    OrderSlot,
    PressSlot,
    parse_press_name,
    read_order_file,
)
from zinegen.archive.folder.toml_files import ORDERS_LIMIT, decode_text
from zinegen.archive.records.result_file import LIMIT
from zinegen.archive.sealing.reports import REPORTS
from zinegen.archive.sealing.sealed_files import (
    open_orders,
    open_press,
    seal_orders,
    seal_press,
    verify_orders,
    verify_press,
)
from zinegen.archive.sealing.sealed_records import SEALED_RECORD
from zinegen.archive.seals import SEALED_LIMIT, Identity, SealError, decrypt, parse_open_key
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.cli.keys import KEY, find_identity, find_usual_key_file, make_key
from zinegen.errors import GameFolderError
from zinegen.notation.findings import as_text, has_errors


@click.command()
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the secret key goes; the configuration folder if left out.",
)
def keygen(*, output: Path | None) -> int:
    """Make a pair of keys outside the repository and print the public half."""
    target = (output or find_usual_key_file()).absolute()
    click.echo(make_key(target))
    print_error(f"the secret half is in {target}; keep it, and show it to nobody")
    return DONE


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def seal(*, files: tuple[Path, ...]) -> int:
    """Check order files or press, seal them to the GM's key as FILE.age; the plain ones stay out of git."""
    wrong = 0
    for path in files:
        if f"{path.name}.age" == HIDDEN:
            _seal_secrets(path)
            continue
        game, _, slot = _find_place(path)
        sealed = _seal_file(path, game, slot)
        if sealed is None:
            wrong += 1
            continue
        target = path.with_name(f"{path.name}.age")
        write_atomically(target, sealed)
        _exclude_from_git(path)
        click.echo(f"{target} is sealed; send this file, and keep {path.name} to yourself")
    return WRONG if wrong else DONE


def _seal_secrets(path: Path) -> None:
    """Seal a game's file of secrets anew, and say what game.toml has to be told."""
    game = open_game(path.absolute().parent)
    if not isinstance(game, Game):
        raise SealError("S03", path.name, "its game cannot be read")
    keys = game.settings.secrecy.gm_keys
    sealed = seal_hidden_file(_read_text(path, path.name), keys, game.slug)
    write_atomically(path.with_name(HIDDEN), sealed)
    _exclude_from_git(path)
    click.echo(f'{path}.age is sealed; now game.toml needs hidden = "sha256:{digest(sealed)}"')


def _seal_file(path: Path, game: Game, slot: OrderSlot | PressSlot) -> bytes | None:
    """Return a file sealed for its place; None, and the reasons told, when it cannot be read."""
    keys = game.settings.secrecy.gm_keys
    if not keys:
        raise GameFolderError(f"{game.slug} has no gm_keys in game.toml: nothing is sealed in it")
    if isinstance(slot, PressSlot):
        text = _read_text(path, slot.name)
        return seal_press(text, slot, keys, game.settings.powers)
    file = read_order_file(path, slot)
    if has_errors(file.findings):
        print_error(as_text(file.findings).rstrip())
        return None
    written = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return seal_orders(_read_text(path, slot.name), slot, keys, written)


def _read_text(path: Path, name: str) -> str:
    """Return the text of a file that is to be sealed.

    Raises SealError S02 when it is too long, S04 when it is no text, FileError when it cannot be read.
    """
    try:
        return decode_text(read_plain(path, ORDERS_LIMIT))
    except UnicodeDecodeError:
        raise SealError("S04", name, "it is not UTF-8 text") from None


def _exclude_from_git(path: Path) -> None:
    root = next((folder for folder in path.absolute().parents if (folder / ".git").is_dir()), None)
    if root is None:
        return
    exclude = root / ".git" / "info" / "exclude"
    line = f"/{path.absolute().relative_to(root).as_posix()}"
    known = exclude.read_text().splitlines() if exclude.is_file() else []
    if line not in known:
        exclude.parent.mkdir(exist_ok=True)
        exclude.write_text("\n".join([*known, line]) + "\n")


@click.command("open")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@KEY
def open_files(*, files: tuple[Path, ...], key: Path | None) -> int:
    """Print what is inside sealed files: with the GM's key, or after closing with the published one."""
    for path in files:
        if path.name in {HIDDEN, SEALED_RECORD} or path.absolute().parent.name == REPORTS:
            content = decrypt(read_plain(path, LIMIT), path.name, _find_key_for(path, key), LIMIT)
            click.echo(content.rstrip(b" "), nl=False)
            continue
        game, season, slot = _find_place(path)
        sealed = read_plain(path, SEALED_LIMIT)
        if isinstance(slot, PressSlot):
            click.echo(_open_press(sealed, game, season, slot, key), nl=False)
        else:
            click.echo(_open_orders(sealed, season, slot, key), nl=False)
    return DONE


def _open_press(
    content: bytes, game: Game, season: Season, slot: PressSlot, key: Path | None
) -> str:
    receipt = season.closing.press.get(slot.key) if season.closing is not None else None
    powers = game.settings.powers
    if receipt is not None and receipt.open_key and key is None:
        return verify_press(content, slot, receipt, powers).content.decode()
    return open_press(content, slot, _require_key(key, slot.name), powers).content.decode()


def _require_key(key: Path | None, name: str) -> Identity:
    identity = find_identity(key)
    if identity is None:
        raise SealError("S07", name, "there is no key here")
    return identity


def _open_orders(content: bytes, season: Season, slot: OrderSlot, key: Path | None) -> str:
    receipt = season.closing.receipts.get(slot.power) if season.closing is not None else None
    if receipt is not None and receipt.open_key and key is None:
        return verify_orders(content, slot, receipt).content.decode()
    return open_orders(content, slot, _require_key(key, slot.name)).content.decode()


def _find_key_for(path: Path, key: Path | None) -> Identity:
    """Return the key to a file that the program sealed: one at hand, or the game's own once published."""
    if key is None:
        above = path.absolute().parents
        folder = next((one for one in above if (one / "game.toml").is_file()), None)
        game = open_game(folder) if folder is not None else None
        published = game.settings.secrecy.open_key if isinstance(game, Game) else ""
        if published:
            return parse_open_key(published, path.name)
    return _require_key(key, path.name)


def _find_place(path: Path) -> tuple[Game, Season, OrderSlot | PressSlot]:
    """Return what the path of an order file or an item of press says it is for."""
    parts = path.absolute().parts[-5:]
    if len(parts) < 5 or parts[-2] not in {"orders", PRESS} or parts[-4] != "seasons":
        hint = "orders lie in games/GAME/seasons/SEASON/orders/, press beside them in press/"
        raise SealError("S03", path.name, hint)
    game = open_game(path.absolute().parents[3]) if ".." not in path.parts else None
    if not isinstance(game, Game):
        raise SealError("S03", path.name, "its game cannot be read")
    season = next((one for one in game.seasons if one.slug == parts[-3]), None)
    if season is None:
        raise SealError("S03", path.name, "there is no such season")
    powers = game.settings.powers
    if parts[-2] == PRESS:
        slot = parse_press_name(path.name, game.slug, season.slug, season.shown, powers)
        if isinstance(slot, str):
            raise SealError("S03", path.name, slot)
        return game, season, slot
    power = power_of(path.name.removesuffix(".age").removesuffix(".toml"), powers)
    if power is None:
        raise SealError("S03", path.name, "no power's orders have this name")
    return game, season, season.slot(power)
