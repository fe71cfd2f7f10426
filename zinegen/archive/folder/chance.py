"""Random throws that can be checked.

The GM commits to a secret first, and every throw follows from it. The method, byte for byte::

    key   = HMAC-SHA256(secret, "v2" 0 sorted digests of the players' nonces)
    draw  = HMAC-SHA256(key, label 0 counter), first 8 bytes as a number, refused above the largest
            multiple of the number of sides
    label = phase / purpose / subject

No name of a folder has a part in it: whoever could choose it could choose the throw. In the first form, in
which older games are recorded, the key began with ``"v1" 0 game 0`` and the label with the season's folder.

A game has one secret, published at its end, or a chain of them, ``s[i] = sha256(s[i + 1])``: the commitment
is to the first, and the n-th is published with the n-th season, so that each season can be checked at once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from zinegen.archive.files import write_atomically
from zinegen.archive.folder.toml_files import encode_toml
from zinegen.play.texts.chance_file import SECRET_BYTES, Draw, is_old_label
from zinegen.play.texts.toml_text import Value

COMMITMENT = "sha256:"
LONGEST_CHAIN = 10_000
"""Seasons; a game of a thousand years has fewer."""
_WORD = 1 << 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """The GM's dice: throws that follow from a secret."""

    game: str = ""
    """Of throws in the first form."""
    secret: bytes | None = None
    """The game's secret, or the last of its chain; None for everybody who does not hold it."""
    nonces: tuple[str, ...] = ()
    links: int = 0
    """How many seasons the chain of secrets is for; 0 where one secret is for the whole game."""
    missing: str = ""
    """The file in which the secret was looked for and is not; empty where it is there, or nobody looked."""

    def secret_for(self, turn: int) -> bytes | None:
        """Return the secret from which the throws of a season follow; seasons are counted from 1.

        None without a secret, or when the chain has come to its end.
        """
        if self.secret is None or not self.links:
            return self.secret
        return earlier_secret(self.secret, self.links - turn) if turn <= self.links else None

    def throw(self, turn: int, label: str, sides: int) -> int | None:
        """Return the result of a throw, from 1; None when it cannot be thrown."""
        secret = self.secret_for(turn)
        if secret is None:
            return None
        old = is_old_label(label)
        key = first_key(secret, self.game, self.nonces) if old else throw_key(secret, self.nonces)
        return draw_number(key, label, sides)

    def link_to_publish(self, turn: int) -> str:
        """Return the link of the chain that is published with a season; empty without a chain."""
        secret = self.secret_for(turn) if self.links else None
        return secret.hex() if secret is not None else ""


NO_DICE = Dice()
"""For everybody who does not hold the GM's secret: nothing can be thrown."""


def name_secret(game: str, said: str) -> str:
    """Return the name of the file of a game's secret; ``said`` is its commitment: names may be used anew."""
    return f"{game}-{said.partition(':')[2][:12]}.secret" if said else f"{game}.secret"


def new_secret() -> bytes:
    """Return a fresh secret of the GM."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes, links: int = 0) -> str:
    """Return the commitment that the GM publishes before the first throw; of a chain, to its last secret."""
    return COMMITMENT + hashlib.sha256(earlier_secret(secret, links - 1)).hexdigest()


def earlier_secret(secret: bytes, links: int) -> bytes:
    """Return the secret that many links earlier in a chain."""
    for _ in range(links):
        secret = hashlib.sha256(secret).digest()
    return secret


def throw_key(secret: bytes, nonces: Iterable[str] = ()) -> bytes:
    """Return the key from which all draws of a game follow; the order of the nonces does not matter."""
    return hmac.digest(secret, b"v2\0" + _join_digests(nonces), "sha256")


def first_key(secret: bytes, game: str, nonces: Iterable[str] = ()) -> bytes:
    """Return the key of a game's draws in the first form."""
    return hmac.digest(secret, b"v1\0" + game.encode() + b"\0" + _join_digests(nonces), "sha256")


def _join_digests(nonces: Iterable[str]) -> bytes:
    return b"".join(sorted(hashlib.sha256(nonce.encode()).digest() for nonce in nonces))


def draw_number(key: bytes, label: str, sides: int) -> int:
    """Return a number from 1 to ``sides``, every one as likely as the others."""
    return _below(_stream(key, label), sides) + 1


def _stream(key: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, label.encode() + b"\0" + counter.to_bytes(8, "big"), "sha256")
        yield int.from_bytes(block[:8], "big")
        counter += 1


def _below(stream: Iterator[int], sides: int) -> int:
    if sides < 1:
        raise ValueError("a throw needs a side")
    fair = _WORD - _WORD % sides
    return next(number for number in stream if number < fair) % sides


def write_draws(path: Path, draws: Iterable[Draw], secret: str = "") -> None:
    """Write ``chance.toml``: every throw of a season, by label, and its link of the chain of secrets."""
    tables: list[Value] = [
        {
            "label": draw.label,
            "sides": len(draw.candidates),
            "candidates": list(draw.candidates),
            "result": draw.result,
            "by": draw.by,
        }
        for draw in sorted(draws, key=lambda draw: draw.label)
    ]
    head = (
        '# Throws of this season. A line with by = "gm" was thrown by the GM and typed in here.\n'
    )
    data: dict[str, Value] = {"secret": secret} if secret else {}
    write_atomically(path, encode_toml({**data, "draw": tables}, head=head))
