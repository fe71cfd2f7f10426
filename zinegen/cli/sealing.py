"""Commands of sealed orders: keygen, seal, inbox, open. No order and no key is ever printed but by `open`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.checking import games_in
from zinegen.archive.files import FileError, read_plain
from zinegen.archive.games import Game, Season, open_game
from zinegen.archive.handed import Slot, read_order_file
from zinegen.archive.play import play
from zinegen.archive.seals import Identity, SealError, open_sealed, verified
from zinegen.archive.seals import seal as sealed_of
from zinegen.archive.slugs import power_of
from zinegen.archive.toml_files import ORDERS_LIMIT, SEALED_LIMIT
from zinegen.cli.ending import GAMES, WRONG, folder_of, told
from zinegen.cli.keys import KEY, gm_identity, make_key, usual_key
from zinegen.errors import GameFolderError
from zinegen.notation.findings import has_errors
from zinegen.notation.findings_format import as_text, count


@click.command()
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the secret key goes; the configuration folder if left out.",
)
def keygen(*, output: Path | None) -> int:
    """Make a pair of keys outside the repository and print the public half."""
    target = (output or usual_key()).absolute()
    click.echo(make_key(target))
    told(f"the secret half is in {target}; keep it, and show it to nobody")
    return 0


def _slot(path: Path) -> tuple[Game, Season, Slot]:
    """Return the place that an order file's path says it is for."""
    parts = path.absolute().parts[-5:]
    name = parts[-1].removesuffix(".age").removesuffix(".toml")
    if len(parts) < 5 or parts[-2] != "orders" or parts[-4] != "seasons" or ".." in path.parts:
        raise SealError("S03", path.name)
    game = open_game(path.absolute().parents[3])
    if not isinstance(game, Game):
        raise GameFolderError(f"{game.slug}: game.toml cannot be read")
    season = next((one for one in game.seasons if one.slug == parts[-3]), None)
    power = power_of(name, game.settings.variant.start.powers)
    if season is None or power is None:
        raise SealError("S03", path.name)
    return game, season, Slot(game=game.slug, season=season.slug, power=power, shown=season.shown)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def seal(*, files: tuple[Path, ...]) -> int:
    """Check order files and seal them to the GM's key as FILE.age; the plain files stay out of git."""
    wrong = 0
    for path in files:
        game, _, slot = _slot(path)
        file = read_order_file(path, slot)
        if has_errors(file.findings):
            told(as_text(file.findings).rstrip())
            wrong += 1
            continue
        written = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        text = read_plain(path, ORDERS_LIMIT).decode("utf-8-sig")
        target = path.with_name(f"{path.name}.age")
        target.write_bytes(sealed_of(text, slot, game.settings.secrecy.gm_keys, written))
        _keep_out_of_git(path)
        click.echo(f"{target} is sealed; send this file, and keep {path.name} to yourself")
    return WRONG if wrong else 0


def _keep_out_of_git(path: Path) -> None:
    root = next((folder for folder in path.absolute().parents if (folder / ".git").is_dir()), None)
    if root is None:
        return
    exclude = root / ".git" / "info" / "exclude"
    line = f"/{path.absolute().relative_to(root).as_posix()}"
    known = exclude.read_text().splitlines() if exclude.is_file() else []
    if line not in known:
        exclude.parent.mkdir(exist_ok=True)
        exclude.write_text("\n".join([*known, line]) + "\n")


@click.command()
@click.argument("game", required=False)
@KEY
def inbox(*, game: str | None, key: Path | None) -> int:
    """Say which orders are there and whether they open, and never what stands in them."""
    identity = gm_identity(key)
    folders = [folder_of(game)] if game else list(games_in((GAMES,)))
    wrong = 0
    for folder in folders:
        for good, sentence in _inbox(folder, identity):
            click.echo(f"{folder.name}: {sentence}")
            wrong += not good
    return WRONG if wrong else 0


def _inbox(folder: Path, identity: Identity | None) -> Iterator[tuple[bool, str]]:
    opened = open_game(folder)
    if not isinstance(opened, Game):
        yield False, "game.toml cannot be read"
        return
    season = play(opened).open_season
    if season is None:
        yield True, "no orders are wanted"
        return
    for power in opened.settings.variant.start.powers:
        if power in season.sealed:
            yield _tried(
                season,
                Slot(game=opened.slug, season=season.slug, power=power, shown=season.shown),
                identity,
            )
        elif power in season.files:
            file = season.files[power]
            told_of = count(file.findings)
            yield file.is_readable, f"{power}: lies there in plain, {told_of}"
        else:
            yield True, f"{power}: nothing yet"


def _tried(season: Season, slot: Slot, identity: Identity | None) -> tuple[bool, str]:
    if identity is None:
        return False, f"{slot.power}: sealed; there is no key here to try it"
    try:
        content = read_plain(season.folder / f"{slot.name}.age", SEALED_LIMIT)
        found = open_sealed(content, slot, identity)
    except (SealError, FileError) as problem:
        return False, f"{slot.power}: {problem}"
    return found.orders.is_readable, f"{slot.power}: opens, {count(found.orders.findings)}"


@click.command("open")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@KEY
def open_files(*, files: tuple[Path, ...], key: Path | None) -> int:
    """Print what is inside sealed files: with the GM's key, or after closing with the published one."""
    for path in files:
        _, season, slot = _slot(path)
        content = read_plain(path, SEALED_LIMIT)
        click.echo(_content(content, season, slot, key), nl=False)
    return 0


def _content(content: bytes, season: Season, slot: Slot, key: Path | None) -> str:
    published = season.closing.receipts.get(slot.power) if season.closing is not None else None
    if published is not None and published.open_key and key is None:
        found = verified(
            content,
            slot,
            published.open_key,
            sealed_sha256=published.sealed_sha256,
            opened_sha256=published.opened_sha256,
        )
        return found.content.decode()
    identity = gm_identity(key)
    if identity is None:
        raise SealError("S07", slot.name, "there is no key here")
    return open_sealed(content, slot, identity).content.decode()
