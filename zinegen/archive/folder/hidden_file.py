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
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import FileError, read_plain
from zinegen.archive.folder.game_file import Settings
from zinegen.archive.seals import (
    Identity,
    OneTimeKey,
    SealError,
    decrypt,
    encrypt,
    is_open_key,
    new_one_time_key,
    parse_one_time_key,
    wrong_place_error,
)
from zinegen.notation.findings import Finding, count_faults, error_finding
from zinegen.play.names import digest
from zinegen.play.setups import SecretSetup, keeps_secrets
from zinegen.play.texts.chance_file import Draw, is_secret, read_draw
from zinegen.play.texts.tables import Table
from zinegen.play.texts.toml_text import RULINGS, parse_toml

HIDDEN = "hidden.toml.age"
PADDING = 4096
FILL = b"#" + b"." * 78 + b"\n"
LIMIT = 256 * 1024
"""Bytes of the sealed file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenFile:
    """What ``hidden.toml`` says."""

    open_key: str
    secret: str = ""
    """Of the throws, as hexadecimal digits; empty when the GM keeps it elsewhere, or throws dice."""
    draws: tuple[Draw, ...] = ()
    setup: SecretSetup | None = None

    @property
    def key(self) -> OneTimeKey:
        """The game's own key, to seal to."""
        return parse_one_time_key(self.open_key, HIDDEN)


def check_hidden_file(folder: Path, shown: str, settings: Settings) -> tuple[Finding, ...]:
    """Return what is wrong with the file of secrets of a game, as everybody can see it without opening it."""
    if not keeps_secrets(settings.variant):
        return ()
    try:
        known = digest(read_plain(folder / HIDDEN, LIMIT))
    except FileError as error:
        return (_error(f"{shown}/{HIDDEN}", error.fault.value),)
    if known != settings.secrecy.hidden:
        return (_error(f"{shown}/{HIDDEN}", "game.toml has another digest of this file"),)
    return ()


def _error(file: str, title: str) -> Finding:
    hint = '`zinegen new` writes both: the file, and hidden = "sha256:…" under [secrecy]'
    return error_finding("S09", file, title, hint, if_left="the game cannot be closed")


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
    return encrypt(filled, gm_keys, _parse(filled, game).key)


def open_hidden_file(sealed: bytes, game: str, identity: Identity, known: str) -> HiddenFile:
    """Open a ``hidden.toml.age``; ``known`` is the digest that game.toml has of it.

    Raises SealError: S09 when it is another file, S06 damaged, S07 another key, S05 another game's,
    S04 not what it should be.
    """
    if known != digest(sealed):
        raise SealError("S09", HIDDEN, "game.toml has another digest of it")
    return _parse(decrypt(sealed, HIDDEN, identity, LIMIT), game)


def _parse(content: bytes, game: str) -> HiddenFile:
    """Return what stands in a ``hidden.toml``; what is wrong with it is not repeated."""
    document = parse_toml(content, HIDDEN, RULINGS).document
    if document is None:
        raise SealError("S04", HIDDEN, "it is not TOML")
    top = Table.of(document)
    top.require("game", game)
    secret, key = top.text("secret") or "", top.text("open_key", needed=True) or ""
    draws = [read_draw(table, secret=True) for table in top.tables("draw")]
    setup = _read_setup(top.table("start"))
    top.report_unknown_keys()
    if not is_open_key(key) or (secret and not is_secret(secret)):
        raise SealError("S04", HIDDEN, "its secret or its open_key is none")
    if document.data.get("game", game) != game:
        raise wrong_place_error(HIDDEN, document.data)
    if top.findings:
        raise SealError("S04", HIDDEN, count_faults(top.findings))
    found = tuple(draw for draw in draws if draw is not None)
    return HiddenFile(open_key=key, secret=secret, draws=found, setup=setup)


def _read_setup(start: Table | None) -> SecretSetup | None:
    if start is None:
        return None
    secret = start.section("secret")
    return SecretSetup(
        centres=secret.texts_by_power("centres"),
        ranges=secret.texts("ranges"),
        known=start.texts_by_power("known") or {},
    )
