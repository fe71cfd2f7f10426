"""The GM's secret for throws, made anew, and the file in which the throws of a season stand."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path

from zinegen.archive.files import write_atomically
from zinegen.archive.folder.toml_files import encode_toml
from zinegen.play.texts.chance_file import SECRET_BYTES, Draw
from zinegen.play.texts.toml_text import Value

LONGEST_CHAIN = 10_000
"""Seasons; a game of a thousand years has fewer."""


def name_secret(game: str, said: str) -> str:
    """Return the name of the file of a game's secret; ``said`` is its commitment: names may be used anew."""
    return f"{game}-{said.partition(':')[2][:12]}.secret" if said else f"{game}.secret"


def new_secret() -> bytes:
    """Return a fresh secret of the GM."""
    return secrets.token_bytes(SECRET_BYTES)


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
