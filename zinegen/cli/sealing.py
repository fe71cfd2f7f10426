"""Commands of sealed files: keygen, seal, open.

No key is ever printed, and no order but by `open`, and by `seal` with what is wrong with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.closing.check import check_order_file
from zinegen.archive.closing.next_season import write_blank_orders
from zinegen.archive.closing.progress import GameProgress, play
from zinegen.archive.files import FileError, make_folder, read_plain, write_atomically
from zinegen.archive.folder.games import SEASONS, Game, SeasonFolder, open_game
from zinegen.archive.folder.hidden_file import HIDDEN, seal_hidden_file
from zinegen.archive.folder.press_files import PRESS, PressNameFault, PressSlot, parse_press_name
from zinegen.archive.folder.toml_files import read_toml
from zinegen.archive.result_file import LIMIT
from zinegen.archive.sealing.plain_files import PlainFile, find_plain_file
from zinegen.archive.sealing.reports import REPORT, REPORTS
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
from zinegen.cli.exits import CANNOT, DONE, GAMES, WRONG, print_error
from zinegen.cli.keys import (
    KEY,
    find_configuration_folder,
    find_identity,
    find_usual_key_file,
    make_key,
    write_secretly,
)
from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_
from zinegen.notation.findings import as_text, has_errors
from zinegen.play.names import digest, is_slug, power_of
from zinegen.play.read_orders import is_blank
from zinegen.play.texts.order_file import OrderSlot, parse_order_file
from zinegen.play.texts.toml_text import ORDERS, ORDERS_LIMIT, decode_text, parse_toml


@click.command()
@click.argument("game", required=False)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the secret key goes; the configuration folder if left out.",
)
def keygen(*, game: str | None, output: Path | None) -> int:
    """Make a pair of keys outside the repository, for one GAME or for all, and print the public half."""
    if game is not None and not is_slug(game):
        raise click.BadParameter("a game is named with small letters, digits and dashes")
    target = (output or find_usual_key_file(game or "")).absolute()
    click.echo(make_key(target))
    print_error(f"the secret half is in {target}; keep it, and show it to nobody")
    return DONE


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--anyway", is_flag=True, help="Seal also lines that cannot be read, as they stand.")
def seal(*, files: tuple[Path, ...], anyway: bool) -> int:
    """Check order files or press, seal them to the GM's key as FILE.age; the plain ones stay out of git.

    An order file may lie anywhere: its headings say for which game and season it is.
    """
    return max(_seal_or_report(path, anyway=anyway) for path in files)


def _seal_or_report(path: Path, *, anyway: bool) -> int:
    """Seal one of several files; what is wrong with it does not keep the others from being sealed."""
    try:
        if f"{path.name}.age" == HIDDEN:
            _seal_secrets(path)
            return DONE
        place = _find_place(path)
        if isinstance(place.slot, PressSlot):
            return _seal_press(path, place, place.slot)
        return _seal_orders(path, place, place.slot, anyway=anyway)
    except (SealError, FileError) as problem:
        print_error(str(problem))
        return WRONG


def _seal_secrets(path: Path) -> None:
    """Seal a game's file of secrets anew, and say what game.toml has to be told."""
    game = open_game(path.absolute().parent)
    if not isinstance(game, Game):
        raise SealError("S03", str(path), N_("its game cannot be read"))
    keys = game.settings.secrecy.gm_keys
    sealed = seal_hidden_file(_read_text(path), keys, game.slug)
    write_atomically(path.with_name(HIDDEN), sealed)
    plain = find_plain_file(path)
    if plain is not None:
        plain.untrack()
    click.echo(f'{path}.age is sealed; now game.toml needs hidden = "sha256:{digest(sealed)}"')


def _seal_press(path: Path, place: _Place, slot: PressSlot) -> int:
    text = _read_text(path)
    sealed = seal_press(text, slot, _gm_keys(place.game), place.game.settings.powers)
    _write_sealed(place, sealed)
    plain = find_plain_file(path)
    if plain is not None:
        _warn_of_history(path, [version.commit for version in plain.list_versions()])
        if plain.last_version is None or not plain.restore():
            plain.untrack()
    return DONE


def _seal_orders(path: Path, place: _Place, slot: OrderSlot, *, anyway: bool) -> int:
    keys = _gm_keys(place.game)
    file = parse_order_file(read_toml(path, slot.path, ORDERS), slot)
    if not file.is_readable:
        print_error(as_text(file.findings).rstrip())
        return WRONG
    current = play(place.game)
    if current.open_season is None or current.open_season.slug != slot.season:
        raise SealError("S03", str(path), f"{slot.season} is not open")
    if is_blank(file, current.turn(place.season)) and not anyway:
        kept = _kept_path(slot)
        hint = f"; what you sealed before is in {kept}" if kept.is_file() else ""
        print_error(f"{path}: there are no orders in it, and nothing is sealed{hint}")
        return WRONG
    checked = check_order_file(current, file, is_bare=False)
    if checked.findings:
        print_error(as_text(checked.findings).rstrip())
    if has_errors(checked.findings) and not anyway:
        print_error(f"{path} is not sealed; `zinegen seal --anyway` seals it as it stands")
        return WRONG
    written = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    _write_sealed(place, seal_orders(_read_text(path), slot, keys, written))
    plain = find_plain_file(place.season.folder / slot.name)
    if plain is None or not _hide_orders(plain, current, place.season, slot):
        click.echo(f"keep {path} to yourself")
    return DONE


def _gm_keys(game: Game) -> tuple[str, ...]:
    keys = game.settings.secrecy.gm_keys
    if not keys:
        raise GameFolderError(f"{game.slug} has no gm_keys in game.toml: nothing is sealed in it")
    return keys


def _write_sealed(place: _Place, sealed: bytes) -> None:
    target = place.season.folder / f"{place.slot.name}.age"
    make_folder(target.parent)
    write_atomically(target, sealed)
    click.echo(f"{place.slot.path}.age is sealed: send this file")


def _hide_orders(
    plain: PlainFile, current: GameProgress, season: SeasonFolder, slot: OrderSlot
) -> bool:
    """Keep orders that were sealed out of git; tell whether a file that git has was made the blank again."""

    def is_empty(content: bytes) -> bool:
        file = parse_order_file(parse_toml(content, slot.path, ORDERS), slot)
        return is_blank(file, current.turn(season))

    versions = list(plain.list_versions())
    shown = [one.commit for one in versions if not is_empty(one.content)]
    _warn_of_history(plain.path, shown)
    if not plain.path.exists() or is_empty(read_plain(plain.path, ORDERS_LIMIT)):
        return False
    if not plain.is_tracked:
        plain.exclude()
        return False
    kept = _kept_path(slot)
    write_secretly(kept, read_plain(plain.path, ORDERS_LIMIT))
    last, more = plain.last_version, ""
    if last is None or not is_empty(last) or not plain.restore():
        more = "; commit it as it is now"
        blank = next((one.content for one in versions if is_empty(one.content)), None)
        write_atomically(plain.path, blank or write_blank_orders(current, season, slot.power))
    click.echo(
        f"{slot.path} is empty again, since git has it{more}. Your orders are in {kept}:"
        " to change them, change and seal that file"
    )
    return True


def _kept_path(slot: OrderSlot) -> Path:
    """Return where a player's orders are kept when they must not stay in the repository."""
    return find_configuration_folder() / "plain" / slot.game / slot.season / Path(slot.name).name


def _warn_of_history(path: Path, commits: list[str]) -> None:
    """Say that a plain file was committed, and what can still be done."""
    if commits:
        print_error(
            f"warning: {path.name} lies open in git since commit {commits[-1][:10]}: whoever gets that commit"
            " reads it, sealed or not. Not pushed yet: take the commit back (`git reset`)."
            " Pushed: write other orders, or tell the GM"
        )


def _read_text(path: Path) -> str:
    """Return the text of a file that is to be sealed.

    Raises SealError S02 when it is too long, S04 when it is no text, FileError when it cannot be read.
    """
    try:
        return decode_text(read_plain(path, ORDERS_LIMIT))
    except UnicodeDecodeError:
        raise SealError("S04", str(path), N_("it is not UTF-8 text")) from None


@click.command("open")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@KEY
def open_files(*, files: tuple[Path, ...], key: tuple[Path, ...]) -> int:
    """Print what is inside sealed files: with the GM's key, or after closing with the published one."""
    return max(_open_or_report(path, key) for path in files)


def _open_or_report(path: Path, key: tuple[Path, ...]) -> int:
    """Print what is inside one of several files; one that does not open stops no other."""
    try:
        click.echo(_open_file(path, key), nl=False)
    except (SealError, FileError) as problem:
        print_error(str(problem))
        return CANNOT if isinstance(problem, SealError) and problem.code == "S07" else WRONG
    return DONE


def _open_file(path: Path, key: tuple[Path, ...]) -> bytes:
    is_report = path.absolute().parent.name == REPORTS or path.name.endswith(REPORT)
    if path.name in {HIDDEN, SEALED_RECORD} or is_report:
        sealed = read_plain(path, LIMIT)
        return decrypt(sealed, str(path), _find_key_for(path, key), LIMIT).rstrip(b" ")
    place = _find_place(path)
    sealed = read_plain(path, SEALED_LIMIT)
    if isinstance(place.slot, PressSlot):
        return _open_press(sealed, place, place.slot, key)
    return _open_orders(sealed, place, place.slot, key)


def _open_press(sealed: bytes, place: _Place, slot: PressSlot, key: tuple[Path, ...]) -> bytes:
    closing = place.season.closing
    receipt = closing.press.get(slot.key) if closing is not None else None
    powers = place.game.settings.powers
    if receipt is not None and receipt.open_key and not key:
        return verify_press(sealed, slot, receipt, powers).content
    return open_press(sealed, slot, _require_key(key, f"{slot.path}.age"), powers).content


def _open_orders(sealed: bytes, place: _Place, slot: OrderSlot, key: tuple[Path, ...]) -> bytes:
    closing = place.season.closing
    receipt = closing.receipts.get(slot.power) if closing is not None else None
    if receipt is not None and receipt.open_key and not key:
        return verify_orders(sealed, slot, receipt).content
    return open_orders(sealed, slot, _require_key(key, f"{slot.path}.age")).content


def _require_key(key: tuple[Path, ...], name: str) -> Identity:
    identity = find_identity(key)
    if identity is None:
        raise SealError("S07", name, f"there is none in {find_configuration_folder()}")
    return identity


def _find_key_for(path: Path, key: tuple[Path, ...]) -> Identity:
    """Return the key to a file that the program sealed: one at hand, or the game's own once published."""
    if not key:
        above = path.absolute().parents
        folder = next((one for one in above if (one / "game.toml").is_file()), None)
        game = open_game(folder) if folder is not None else None
        published = game.settings.secrecy.open_key if isinstance(game, Game) else ""
        if published:
            return parse_open_key(published, str(path))
    return _require_key(key, str(path))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """What an order file or an item of press is for."""

    game: Game
    season: SeasonFolder
    slot: OrderSlot | PressSlot


def _find_place(path: Path) -> _Place:
    """Return what a file is for, as its path says, or else its headings.

    Raises SealError S03 when neither says so.
    """
    parts = path.absolute().parts[-5:]
    if len(parts) == 5 and parts[-2] in {"orders", PRESS} and parts[-4] == SEASONS:
        folder = path.absolute().parents[3] if ".." not in path.parts else None
        return _find_slot(path, folder, parts[-3], path.name, is_press=parts[-2] == PRESS)
    heading = read_toml(path, str(path), ORDERS).document if path.suffix == ".toml" else None
    names = [heading.data.get(key) for key in ("game", "season", "power")] if heading else []
    match names:
        case [str(game), str(season), str(power)] if is_slug(game):
            return _find_slot(path, GAMES / game, season, f"{power}.toml")
    hint = "orders lie in games/GAME/seasons/SEASON/orders/, press beside them in press/"
    raise SealError("S03", str(path), hint)


def _find_slot(
    path: Path, folder: Path | None, season_name: str, name: str, *, is_press: bool = False
) -> _Place:
    """Return the place in a game's folder for a file that is to be called so there."""
    game = open_game(folder) if folder is not None else None
    if not isinstance(game, Game):
        raise SealError("S03", str(path), N_("its game cannot be read"))
    season = next((one for one in game.seasons if one.slug == season_name), None)
    if season is None:
        raise SealError("S03", str(path), f"{game.slug} has no such season")
    powers = game.settings.powers
    if is_press:
        slot = parse_press_name(name, game.slug, season.slug, season.shown, powers)
        if isinstance(slot, PressNameFault):
            raise SealError("S03", str(path), slot.title)
        if season.no_press and slot.author is not None:
            raise SealError("S03", str(path), season.no_press)
        return _Place(game=game, season=season, slot=slot)
    power = power_of(name.removesuffix(".age").removesuffix(".toml"), powers)
    if power is None:
        raise SealError("S03", str(path), N_("no power's orders have this name"))
    return _Place(game=game, season=season, slot=season.slot(power))
