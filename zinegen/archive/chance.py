"""Chance that can be checked: the GM commits to a secret first, and every draw follows from it.

The method, byte for byte::

    key   = HMAC-SHA256(secret, "v1" 0 game 0 sorted digests of the players' nonces)
    draw  = HMAC-SHA256(key, label 0 counter), first 8 bytes as a number, refused above the largest
            multiple of the number of sides
    label = season folder / phase / purpose / subject
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from zinegen.archive.files import write_whole
from zinegen.archive.tables import Table
from zinegen.archive.toml_files import Document, Value, written_toml
from zinegen.errors import GameFolderError
from zinegen.game.state import Throw
from zinegen.notation.findings import Finding

Item = TypeVar("Item")

COMMITMENT = "sha256:"
SECRET_BYTES = 32
BAD_DRAW = "13"
_WORD = 1 << 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A throw and what it gave, as it stands in ``chance.toml``."""

    label: str
    """``1901-1-spring/S1901E/coast/F Con``."""
    candidates: tuple[str, ...]
    result: int
    """The number of a candidate, from 1."""
    by: str = "draw"
    """``draw``, or ``gm`` for a result that the GM typed (real dice)."""


Dice = Callable[[str, int], int | None]
"""Gives for a full label and a number of sides the result from 1, or None when it has no means to."""


def new_secret() -> bytes:
    """Return a fresh secret of the GM."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return what the GM publishes before the first draw."""
    return COMMITMENT + hashlib.sha256(secret).hexdigest()


def game_key(secret: bytes, game: str, nonces: Iterable[str] = ()) -> bytes:
    """Return the key from which all draws of a game follow; the order of the nonces is of no account."""
    digests = sorted(hashlib.sha256(nonce.encode()).digest() for nonce in nonces)
    message = b"v1\0" + game.encode() + b"\0" + b"".join(digests)
    return hmac.digest(secret, message, "sha256")


def drawn(key: bytes, label: str, sides: int) -> int:
    """Return a number from 1 to ``sides``, every one as likely as the others."""
    return _below(_stream(key, label), sides) + 1


def shuffled(key: bytes, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the items in an order drawn at random: Fisher and Yates, from the end, one label."""
    found, stream = list(items), _stream(key, label)
    for last in range(len(found) - 1, 0, -1):
        chosen = _below(stream, last + 1)
        found[last], found[chosen] = found[chosen], found[last]
    return tuple(found)


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


def dice_of(secret: bytes, game: str, nonces: Iterable[str] = ()) -> Dice:
    """Return dice that throw what the GM's secret says."""
    key = game_key(secret, game, nonces)
    return lambda label, sides: drawn(key, label, sides)


def no_dice(_label: str, _sides: int) -> int | None:
    """Throw nothing: for everybody who does not hold the GM's secret."""
    return None


def full_label(season: str, phase: str, throw: Throw) -> str:
    """Return the label under which a throw is drawn and recorded; no two throws of a game share it."""
    return f"{season}/{phase}/{throw.label}"


def write_draws(path: Path, draws: Iterable[Draw]) -> None:
    """Write ``chance.toml``: every throw of a season, by label."""
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
    write_whole(path, written_toml({"draw": tables}, head=head))


def secret_of(text: str) -> bytes:
    """Return the secret that a GM keeps as hexadecimal digits.

    Raises GameFolderError when it is none; the text is not repeated.
    """
    try:
        found = bytes.fromhex(text.strip())
    except ValueError:
        found = b""
    if len(found) != SECRET_BYTES:
        raise GameFolderError(f"a GM's secret is {2 * SECRET_BYTES} hexadecimal digits")
    return found


def draws_of(document: Document) -> tuple[tuple[Draw, ...], tuple[Finding, ...]]:
    """Read a ``chance.toml``; a draw that is wrong is left out, and is a finding."""
    top = Table.of(document)
    found = [_draw(table) for table in top.tables("draw")]
    labels = [draw.label for draw in found if draw is not None]
    if len(set(labels)) < len(labels):
        top.complain(BAD_DRAW, "draw", "a throw stands there twice")
    top.close()
    return tuple(draw for draw in found if draw is not None), tuple(top.findings)


def _draw(table: Table) -> Draw | None:
    before = len(table.findings)
    label = table.text("label", needed=True) or ""
    candidates = table.texts("candidates", needed=True)
    sides = table.number("sides", len(candidates), least=1)
    result = table.number("result", 0, least=1, most=max(sides, 1))
    by = table.choice("by", ("draw", "gm"), "draw")
    if sides != len(candidates) or not result:
        table.complain(BAD_DRAW, "result", f"the throw {label} has no result among its candidates")
    table.close()
    if len(table.findings) > before:
        return None
    return Draw(label=label, candidates=candidates, result=result, by=by)
