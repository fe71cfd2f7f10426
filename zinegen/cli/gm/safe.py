"""The command that copies a GM's keys and secrets into one encrypted file, and brings them back: safe."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import click

from zinegen.archive.files import FileError, list_folder, read_plain, write_atomically
from zinegen.archive.seals import lock_by_passphrase, unlock_by_passphrase
from zinegen.cli.exits import DONE, WRONG, print_error
from zinegen.cli.keys import KEY_SUFFIX, find_configuration_folder, write_secretly
from zinegen.errors import GameFolderError
from zinegen.languages.texts import gettext, ngettext
from zinegen.play.names import digest
from zinegen.play.texts.toml_text import KILOBYTE

SECRET_SUFFIX = ".secret"  # noqa: S105  (the ending of a name)
PASSPHRASE = "ZINEGEN_PASSPHRASE"  # noqa: S105  (the name of a variable)
"""The variable of the environment with the passphrase, where nobody can be asked."""
COPIES = "copies.json"
"""Remembers by digest what is in a copy; it tells nobody a key."""
LEAST = 10
"""Characters of a passphrase: a copy may lie where others can try."""
LIMIT, MOST = 16 * KILOBYTE, 1000
"""Bytes of a key or secret, and how many a copy may hold."""
COPY_LIMIT = 1 << 24
"""Bytes of a copy."""
_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,80}}(?:\{KEY_SUFFIX}|\{SECRET_SUFFIX})")


class SecretKind(Enum):
    """What a file is, by its ending."""

    KEY = KEY_SUFFIX
    SECRET = SECRET_SUFFIX


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSecret:
    """A key or a secret as it lies in the configuration folder."""

    name: str
    kind: SecretKind
    content: bytes
    is_copied: bool
    """The same is in a copy that was made here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What came back from a copy, by name."""

    written: tuple[str, ...]
    same: tuple[str, ...]
    """Lay here already as they are in the copy."""
    left: tuple[str, ...]
    """Something else lies here under their names, and stays."""


def list_secrets() -> tuple[KeptSecret, ...]:
    """Return the keys and secrets of the configuration folder, in the order of their names."""
    folder = find_configuration_folder()
    copied = _read_copied(folder)
    found = []
    for path in list_folder(folder):
        if _NAME.fullmatch(path.name):
            content = read_plain(path, LIMIT)
            found.append(
                KeptSecret(
                    name=path.name,
                    kind=SecretKind(path.suffix),
                    content=content,
                    is_copied=copied.get(path.name) == digest(content),
                )
            )
    return tuple(found)


def _read_copied(folder: Path) -> Mapping[str, str]:
    try:
        found = json.loads(read_plain(folder / COPIES, COPY_LIMIT))
    except (FileError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def make_copy(words: str) -> bytes:
    """Return all keys and secrets in one archive, sealed to a passphrase, and note that they are in a copy.

    Raises GameFolderError where there are none, or the passphrase is too short.
    """
    check_passphrase(words)
    found = list_secrets()
    if not found:
        raise GameFolderError(gettext("there are no keys and secrets to copy"))
    archive = BytesIO()
    with ZipFile(archive, "w") as file:
        for one in found:
            file.writestr(one.name, one.content)
    sealed = lock_by_passphrase(archive.getvalue(), words)
    noted = {one.name: digest(one.content) for one in found}
    write_secretly(find_configuration_folder() / COPIES, json.dumps(noted, indent=1).encode())
    return sealed


def check_passphrase(words: str) -> None:
    """Raise GameFolderError for a passphrase that others would soon find."""
    if len(words) < LEAST:
        raise GameFolderError(
            gettext(
                "a passphrase has at least {number} characters; several words are best",
                number=LEAST,
            )
        )


def restore_copy(sealed: bytes, words: str) -> Restored:
    """Bring back what a copy holds and is not here; what lies here stays.

    Raises ZinegenError for another passphrase, or a file that is no such copy: nothing is written then.
    """
    found = _read_copy(unlock_by_passphrase(sealed, words))
    folder = find_configuration_folder()
    written, same, left = [], [], []
    for name, content in found.items():
        path = folder / name
        if not path.exists() and not path.is_symlink():
            write_secretly(path, content)
            written.append(name)
        elif path.is_file() and path.read_bytes() == content:
            same.append(name)
        else:
            left.append(name)
    return Restored(written=tuple(written), same=tuple(same), left=tuple(left))


def _read_copy(archive: bytes) -> dict[str, bytes]:
    """Return the files of a copy; raises GameFolderError where anything but keys and secrets is in it."""
    wrong = GameFolderError(gettext("this is no copy of keys and secrets"))
    try:
        with ZipFile(BytesIO(archive)) as file:
            entries = file.infolist()
            if len(entries) > MOST or any(
                _NAME.fullmatch(one.filename) is None or one.file_size > LIMIT for one in entries
            ):
                raise wrong
            return {
                one.filename: file.read(one) for one in sorted(entries, key=lambda e: e.filename)
            }
    except (BadZipFile, RuntimeError, EOFError):
        raise wrong from None


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--restore", is_flag=True, help="Bring back what is in FILE and not here; what is here stays."
)
def safe(*, file: Path, restore: bool) -> int:
    """Copy your keys and secrets into one encrypted FILE, or with --restore bring them back from it.

    The passphrase is asked for, or is in ZINEGEN_PASSPHRASE; without it nobody opens the copy, you neither.
    """
    if not restore and file.exists():
        raise GameFolderError(f"{file} is there already, and a copy is written over nothing")
    sealed = read_plain(file, COPY_LIMIT) if restore else b""
    words = os.environ.get(PASSPHRASE) or _ask_passphrase(twice=not restore)
    if not restore:
        write_atomically(file, make_copy(words))
        said = ngettext(
            "{file} holds {number} key or secret: keep it apart from this machine",
            "{file} holds {number} keys and secrets: keep it apart from this machine",
            len(list_secrets()),
            file=file,
        )
        click.echo(said)
        return DONE
    done = restore_copy(sealed, words)
    for name in done.written:
        click.echo(f"{name} is back")
    for name in done.same:
        click.echo(f"{name} was here already")
    for name in done.left:
        print_error(f"{name} is another one here, and stays as it is")
    return WRONG if done.left else DONE


def _ask_passphrase(*, twice: bool) -> str:
    """Return the passphrase as it is typed, unseen; raises GameFolderError where nobody can be asked."""
    if not sys.stdin.isatty():
        raise GameFolderError(f"there is no terminal to ask for the passphrase: set {PASSPHRASE}")
    return str(click.prompt("Passphrase", hide_input=True, confirmation_prompt=twice))
