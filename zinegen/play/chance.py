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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zinegen.play.texts.chance_file import is_old_label

COMMITMENT = "sha256:"
_WORD = 1 << 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceSettings:
    """The commitment that makes the GM's throws checkable."""

    commitment: str = ""
    nonces: tuple[str, ...] = ()
    """Words of the players, added after the commitment, each in its one form."""
    spelt: tuple[str, ...] = ()
    """The same as they are written: the throws of games of earlier versions follow from this spelling."""
    secret: str = ""
    """Published at the end of the game; of a chain the last one."""
    chain: int = 0
    """How many seasons a chain of secrets is for; 0 for one secret."""
    lottery_form: str = ""
    """How the numbers of a lottery are written, a 0 for each digit."""


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
