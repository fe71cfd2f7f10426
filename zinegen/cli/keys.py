"""Files of the GM's keys and secrets: outside every repository, readable by their owner only."""

from __future__ import annotations

import os
from pathlib import Path

import click

from zinegen.archive.files import read_plain
from zinegen.archive.folder.chance import (
    NO_DICE,
    Dice,
    commitment,
    new_secret,
    parse_secret,
)
from zinegen.archive.folder.games import Game, open_game
from zinegen.archive.folder.toml_files import KILOBYTE
from zinegen.archive.seals import Identity, make_key_pair, parse_identity, public_key
from zinegen.errors import GameFolderError

ENVIRONMENT = "ZINEGEN_GM_KEY"
KEY = click.option(
    "--key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"The file of the GM's secret key; else {ENVIRONMENT} or the configuration folder.",
)


def find_configuration_folder() -> Path:
    """Return the user's own folder for keys and secrets, outside every repository."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "zinegen"


def find_identity(key: Path | None = None) -> Identity | None:
    """Return the GM's secret key from where it was said to lie; None when there is none."""
    if key is not None:
        return parse_identity(_read_secret(key))
    text = os.environ.get(ENVIRONMENT)
    if text:
        return parse_identity(text)
    usual = find_usual_key_file()
    return parse_identity(_read_secret(usual)) if usual.is_file() else None


def _read_secret(path: Path) -> str:
    return read_plain(path, 16 * KILOBYTE).decode("utf-8", errors="replace")


def find_usual_key_file() -> Path:
    """Return where the GM's secret key lies if nothing else was said."""
    return find_configuration_folder() / "gm.key"


def make_key(target: Path) -> str:
    """Make a pair of keys, write the secret half into a file and return the public one.

    Raises GameFolderError when the file is there, lies in a git folder, or cannot be written.
    """
    pair = make_key_pair()
    _write_secret(target, f"# public key: {pair.public}\n{pair.secret}\n")
    return pair.public


def find_or_make_public_key() -> str:
    """Return the public half of the GM's usual key, which is made if it is not there.

    Raises GameFolderError when it cannot be made, SealError when what lies there is no key.
    """
    if os.environ.get(ENVIRONMENT) or find_usual_key_file().is_file():
        identity = find_identity()
        if identity is not None:
            return public_key(identity)
    return make_key(find_usual_key_file())


def _write_secret(target: Path, text: str) -> None:
    """Write a secret where only its owner can read it, and never over another."""
    if any((folder / ".git").exists() for folder in target.absolute().parents):
        raise GameFolderError(f"{target.name} would lie in a git folder, where keys get published")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as problem:
        raise GameFolderError(f"{target} is there already; a key is never overwritten") from problem
    except OSError as problem:
        raise GameFolderError(f"{target} cannot be written: {problem.strerror}") from problem
    with os.fdopen(handle, "w") as file:
        file.write(text)


def make_pledge(game: str, links: int = 0) -> tuple[str, bytes]:
    """Make and keep the GM's secret for a game's throws, or a chain; return the commitment and the secret.

    Raises GameFolderError when it cannot be kept.
    """
    secret = new_secret()
    said = commitment(secret, links)
    _write_secret(find_configuration_folder() / _name_secret(game, said), f"{secret.hex()}\n")
    return said, secret


def _name_secret(game: str, said: str) -> str:
    """Return the name of a secret's file: a game may be made anew under its old name."""
    return f"{game}-{said.partition(':')[2][:12]}.secret" if said else f"{game}.secret"


def find_dice(folder: Path) -> Dice:
    """Return the GM's dice for a game; none where the secret is not here.

    Raises GameFolderError when the secret is not the one to which the game is committed.
    """
    game = open_game(folder, past_orders=False)
    if not isinstance(game, Game):
        return NO_DICE
    chance = game.settings.chance
    places = (
        find_configuration_folder() / _name_secret(game.slug, said)
        for said in (chance.commitment, "")
    )
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        return NO_DICE
    secret = parse_secret(_read_secret(path))
    if chance.commitment and commitment(secret, chance.chain) != chance.commitment:
        raise GameFolderError(f"{path} is not the secret that {game.slug} is committed to")
    return Dice(game=game.slug, secret=secret, nonces=chance.nonces, links=chance.chain)
