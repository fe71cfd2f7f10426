"""``hidden.toml.age``: what only the GM and the deputy know of a game that keeps secrets, from its beginning.

Inside is a small TOML file: the secret from which the throws follow, the game's own key, throws of real dice
that the GM typed, and a position to begin with, if it is not the rule set's own::

    game     = "ash"
    open_key = "…"        # published in game.toml at the end: it opens everything that was hidden
    secret   = "…"        # the secret to which game.toml is committed
    [start]               # as in scenario files: known.<Power>, and below it
    [start.secret]        # centres.<Power or neutral>, ranges

The digest of the sealed file stands in game.toml, so it cannot be exchanged for another.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.game_file import Settings
from zinegen.archive.seals import (
    Identity,
    SealError,
    decrypt,
    encrypt,
    new_one_time_key,
    parse_one_time_key,
    wrong_place_error,
)
from zinegen.errors import GameFolderError
from zinegen.languages.texts import N_, gettext
from zinegen.notation.findings import Finding, error_finding
from zinegen.play.hidden_text import HiddenText, OtherGameError, parse_hidden_text
from zinegen.play.names import digest
from zinegen.play.setups import keeps_secrets

HIDDEN = "hidden.toml.age"
PADDING = 4096
FILL = b"#" + b"." * 78 + b"\n"
LIMIT = 256 * 1024
"""Bytes of the sealed file."""


def check_hidden_file(folder: Path, shown: str, settings: Settings) -> tuple[Finding, ...]:
    """Return what is wrong with the file of secrets of a game, as everybody can see it without opening it."""
    if not keeps_secrets(settings.variant):
        return ()
    try:
        known = digest(read_plain(folder / HIDDEN, LIMIT))
    except FileError as error:
        return (_error(f"{shown}/{HIDDEN}", gettext(error.fault.value)),)
    if known != settings.secrecy.hidden:
        return (_error(f"{shown}/{HIDDEN}", gettext("game.toml has another digest of this file")),)
    return ()


def _error(file: str, title: str) -> Finding:
    hint = gettext('`zinegen new` writes both: the file, and hidden = "sha256:…" under [secrecy]')
    return error_finding("S09", file, title, hint, if_left=gettext("the game cannot be closed"))


def hidden_toml(game: str, secret: bytes | None) -> str:
    """Return the text of a new ``hidden.toml``."""
    line = f'secret   = "{secret.hex()}"\n' if secret is not None else ""
    return f'game     = "{game}"\nopen_key = "{new_one_time_key().key}"\n{line}'


def seal_hidden_file(text: str, gm_keys: Iterable[str], game: str) -> bytes:
    """Return a ``hidden.toml`` sealed to the GM, the deputy and the game's own key.

    Raises SealError S04 when it is none, S05 when it is another game's, S01 for a key.
    """
    content = f"{text.rstrip()}\n".encode()
    size = len(content) + (-len(content) % PADDING)
    filled = (content + FILL * (PADDING // len(FILL) + 1))[: size - 1] + b"\n"
    return encrypt(filled, gm_keys, parse_one_time_key(_parse(filled, game).open_key, HIDDEN))


def open_hidden_file(sealed: bytes, game: str, identity: Identity, known: str) -> HiddenText:
    """Open a ``hidden.toml.age``; ``known`` is the digest that game.toml has of it.

    Raises SealError: S09 when it is another file, S06 damaged, S07 another key, S05 another game's,
    S04 not what it should be.
    """
    if known != digest(sealed):
        raise SealError("S09", HIDDEN, N_("game.toml has another digest of it"))
    return _parse(decrypt(sealed, HIDDEN, identity, LIMIT), game)


def _parse(content: bytes, game: str) -> HiddenText:
    """Return what stands in a ``hidden.toml``; what is wrong with it is not repeated."""
    try:
        return parse_hidden_text(content, game, HIDDEN)
    except OtherGameError as error:
        raise wrong_place_error(HIDDEN, {"game": error.game}) from None
    except GameFolderError as error:
        raise SealError("S04", HIDDEN, str(error)) from None
