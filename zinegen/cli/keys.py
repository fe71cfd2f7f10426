"""Files of the GM's keys and secrets: outside every repository, readable by their owner only."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from zinegen.archive.files import (
    FileError,
    list_folder,
    read_plain,
    report_disk_errors,
    write_atomically,
)
from zinegen.archive.folder.chance import name_secret, new_secret
from zinegen.archive.folder.games import Game
from zinegen.archive.seals import (
    Identity,
    SealError,
    join_identities,
    make_key_pair,
    parse_identity,
    public_key,
)
from zinegen.cli.exits import print_error
from zinegen.errors import GameFolderError
from zinegen.play.chance import NO_DICE, Dice, commitment
from zinegen.play.texts.chance_file import parse_secret
from zinegen.play.texts.toml_text import KILOBYTE

ENVIRONMENT = "ZINEGEN_GM_KEY"
KEY_SUFFIX = ".key"
KEY = click.option(
    "--key",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"A file of secret keys, of several if named several times; else {ENVIRONMENT}, or all keys"
    " in the configuration folder.",
)


def find_configuration_folder() -> Path:
    """Return the user's own folder for keys and secrets, outside every repository."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "zinegen"


def find_identity(keys: Iterable[Path] = ()) -> Identity | None:
    """Return the secret keys from where they were said to lie, any of which may open; None without one.

    In the configuration folder, what is no key is told of and passed over.
    """
    named = [parse_identity(_read_secret(key)) for key in keys]
    if named:
        return join_identities(named)
    text = os.environ.get(ENVIRONMENT)
    return parse_identity(text) if text else join_identities(_read_key_folder())


def _read_key_folder() -> Iterator[Identity]:
    for path in list_folder(find_configuration_folder()):
        if path.suffix == KEY_SUFFIX:
            try:
                yield parse_identity(_read_secret(path))
            except (SealError, FileError):
                print_error(f"warning: {path} holds no key that can be used")


def _read_secret(path: Path) -> str:
    return read_plain(path, 16 * KILOBYTE).decode("utf-8", errors="replace")


def find_usual_key_file(game: str = "") -> Path:
    """Return where the GM's secret key for a game lies, or for all games, if nothing else was said."""
    return find_configuration_folder() / f"{game or 'gm'}{KEY_SUFFIX}"


def describe_missing_key(game: str) -> str:
    """Return where the GM's key for a game is looked for, and what helps where it is not there."""
    return (
        f"it is looked for in {find_usual_key_file(game)} and the other {KEY_SUFFIX} files beside it;"
        f" put your copy there, name one with --key, or run this where the game was made"
    )


def make_key(target: Path) -> str:
    """Make a pair of keys, write the secret half into a file and return the public one.

    Raises GameFolderError when the file is there, lies in a git folder, or cannot be written.
    """
    pair = make_key_pair()
    _write_secret(target, f"# public key: {pair.public}\n{pair.secret}\n")
    return pair.public


def find_or_make_public_key(game: str) -> str:
    """Return the public half of the GM's key for a game, which is made if it is not there.

    Raises GameFolderError when it cannot be made, SealError when what lies there is no key.
    """
    usual, text = find_usual_key_file(game), os.environ.get(ENVIRONMENT)
    if not text and not usual.is_file():
        return make_key(usual)
    return public_key(parse_identity(text or _read_secret(usual)))


def write_secretly(target: Path, content: bytes) -> None:
    """Write a file where only its owner can read it; what was there is replaced.

    Raises GameFolderError when the disk does not take it.
    """
    with report_disk_errors(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(target, content)
        target.chmod(0o600)


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


def make_pledge(game: str, links: int = 0) -> tuple[str, bytes, Path]:
    """Make and keep the GM's secret for a game's throws, or a chain; return commitment, secret and its file.

    Raises GameFolderError when it cannot be kept.
    """
    secret = new_secret()
    said = commitment(secret, links)
    path = find_configuration_folder() / name_secret(game, said)
    _write_secret(path, f"{secret.hex()}\n")
    return said, secret, path


def find_dice(game: Game) -> Dice:
    """Return the GM's dice for a game; none where the secret is not here.

    Raises GameFolderError when the secret is not the one to which the game is committed.
    """
    chance = game.settings.chance
    home = find_configuration_folder()
    places = [home / name_secret(game.slug, said) for said in (chance.commitment, "")]
    if chance.commitment:  # it may lie there under a name that the game had before
        places += sorted(home.glob(name_secret("*", chance.commitment)))
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        return Dice(missing=str(places[0])) if chance.commitment else NO_DICE
    secret = parse_secret(_read_secret(path))
    if chance.commitment and commitment(secret, chance.chain) != chance.commitment:
        raise GameFolderError(f"{path} is not the secret that {game.slug} is committed to")
    return Dice(game=game.slug, secret=secret, nonces=chance.nonces, links=chance.chain)
