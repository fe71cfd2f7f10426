"""Numbers that follow from a seed: the same on every machine and in every version of Python.

Source of the method: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

_BITS = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class SeededNumbers:
    """A sequence of numbers that follows from a seed."""

    def __init__(self, *seeds: int | str) -> None:
        self._state = 0
        for seed in seeds:
            number = seed if isinstance(seed, int) else int.from_bytes(seed.encode(), "big")
            while True:
                self._state ^= number & _BITS
                self._state = self._next()
                number >>= 64
                if number in {0, -1}:
                    break

    def _next(self) -> int:
        self._state = (self._state + _STEP) & _BITS
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _BITS
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _BITS
        return mixed ^ (mixed >> 31)

    def below(self, most: int) -> int:
        """Return a number from 0 that is less than ``most``."""
        return self._next() * most >> 64

    def choose(self, among: Sequence[Item]) -> Item:
        """Return one of several; there is one at least."""
        return among[self.below(len(among))]

    def shuffle(self, items: Sequence[Item]) -> list[Item]:
        """Return the same in another sequence."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
