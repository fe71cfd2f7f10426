"""Commands of sealed orders: keygen, seal, inbox, open. No order and no key is ever printed but by `open`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from zinegen.archive.files import digest, read_plain, write_atomically
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.folder.hidden_file import HIDDEN, seal_hidden_file
from zinegen.archive.folder.order_file import OrderSlot, read_order_file
from zinegen.archive.folder.press_files import PressSlot
from zinegen.archive.folder.toml_files import ORDERS_LIMIT, decode_text
from zinegen.archive.sealing.sealed_files import seal_orders, seal_press
from zinegen.archive.seals import SealError
from zinegen.cli.exits import WRONG, told
from zinegen.cli.keys import make_key, usual_key
from zinegen.cli.paths import place_of
from zinegen.errors import GameFolderError
from zinegen.notation.findings import has_errors
from zinegen.notation.findings_format import as_text


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


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def seal(*, files: tuple[Path, ...]) -> int:
    """Check order files or press, seal them to the GM's key as FILE.age; the plain ones stay out of git."""
    wrong = 0
    for path in files:
        if f"{path.name}.age" == HIDDEN:
            _seal_secrets(path)
            continue
        game, _, slot = place_of(path)
        sealed = _sealed(path, game, slot)
        if sealed is None:
            wrong += 1
            continue
        target = path.with_name(f"{path.name}.age")
        write_atomically(target, sealed)
        _keep_out_of_git(path)
        click.echo(f"{target} is sealed; send this file, and keep {path.name} to yourself")
    return WRONG if wrong else 0


def _seal_secrets(path: Path) -> None:
    """Seal a game's file of secrets anew, and say what game.toml has to be told."""
    game = open_game(path.absolute().parent)
    if not isinstance(game, Game):
        raise SealError("S03", path.name, "its game cannot be read")
    keys = game.settings.secrecy.gm_keys
    sealed = seal_hidden_file(decoded_or_refused(path, path.name), keys, game.slug)
    write_atomically(path.with_name(HIDDEN), sealed)
    _keep_out_of_git(path)
    click.echo(f'{path}.age is sealed; now game.toml needs hidden = "sha256:{digest(sealed)}"')


def _sealed(path: Path, game: Game, slot: OrderSlot | PressSlot) -> bytes | None:
    """Return a file sealed for its place; None, and the reasons told, when it cannot be read."""
    keys = game.settings.secrecy.gm_keys
    if not keys:
        raise GameFolderError(f"{game.slug} has no gm_keys in game.toml: nothing is sealed in it")
    if isinstance(slot, PressSlot):
        text = decoded_or_refused(path, slot.name)
        return seal_press(text, slot, keys, game.settings.powers)
    file = read_order_file(path, slot)
    if has_errors(file.findings):
        told(as_text(file.findings).rstrip())
        return None
    written = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return seal_orders(decoded_or_refused(path, slot.name), slot, keys, written)


def decoded_or_refused(path: Path, name: str) -> str:
    """Return the text of a file that is to be sealed.

    Raises SealError S02 when it is too long, S04 when it is no text, FileError when it cannot be read.
    """
    try:
        return decode_text(read_plain(path, ORDERS_LIMIT))
    except UnicodeDecodeError:
        raise SealError("S04", name, "it is not UTF-8 text") from None


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
