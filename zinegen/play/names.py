"""Names of games, seasons and powers as folders and files bear them, and digests of what is in these.

Names are in small letters only, so that no two differ in case alone, and have no dots, so that no path leaves
its folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

from zinegen.board.board import Power

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_SEASON = re.compile(r"([0-9]{4})-([0-9]{1,2})-([a-z]+(?:-[a-z]+)*)")


def digest(content: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal digits."""
    return sha256(content).hexdigest()


def digest_text(content: bytes) -> str:
    """Return the digest of a text, the same with the line ends of Windows: git changes them."""
    return digest(content.replace(b"\r\n", b"\n"))


def is_slug(text: str) -> bool:
    """Tell whether a text may name a game's folder."""
    return _SLUG.fullmatch(text) is not None


def power_slug(power: Power) -> str:
    """Return the name of a power's files: ``england``, ``austria-hungary``."""
    return re.sub(r"[^a-z0-9]+", "-", power.lower()).strip("-")


def power_of(slug: str, powers: tuple[Power, ...]) -> Power | None:
    """Return the power whose files have a name."""
    return next((power for power in powers if power_slug(power) == slug), None)


@dataclass(frozen=True, slots=True, order=True)
class SeasonName:
    """The name of a season's folder, ``1901-1-spring``; ordered by its two numbers, then by name."""

    year: int
    number: int
    words: str

    def __str__(self) -> str:
        """Return the name of the folder."""
        return f"{self.year:04}-{self.number}-{self.words}"

    @classmethod
    def parse(cls, text: str) -> SeasonName | None:
        """Return the name that a text is, or None."""
        match = _SEASON.fullmatch(text)
        if match is None or len(text) > 60:
            return None
        return cls(int(match[1]), int(match[2]), match[3])
