"""Lines under numbers, as files for other programs have them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise

from zinegen.geometry.shape import Line

FIRST, MORE, BITS = 63, 32, 5
"""Of an encoded polyline: the sign for 0, what is added where another follows, and the bits of each."""
REMEMBERED = 4096
"""So many lines are remembered as they are written: those of a few maps, which stay from season to season."""


class LineTable:
    """The lines of several maps, each once: most stay as they are."""

    def __init__(self) -> None:
        self.numbers: dict[Line, int] = {}

    def number(self, line: Line) -> int:
        """Return the number of a line, from 1."""
        return self.numbers.setdefault(line, len(self.numbers) + 1)

    def list(self) -> list[str]:
        """Return the lines in the order of their numbers, as encoded polylines."""
        return [encode_line(line) for line in self.numbers]


@lru_cache(REMEMBERED)
def encode_line(line: Line) -> str:
    """Return a line as an encoded polyline of whole numbers, x before y: half as long as its digits.

    Source: Google Maps Platform, "Encoded Polyline Algorithm Format".
    """
    return "".join(map(_encode, _list_steps(line)))


def _list_steps(line: Line) -> Iterator[int]:
    """Yield x and y of the start, then the steps."""
    yield from line[0]
    for (x, y), (to_x, to_y) in pairwise(line):
        yield from (to_x - x, to_y - y)


@lru_cache(REMEMBERED)
def _encode(step: int) -> str:
    rest = ~(step << 1) if step < 0 else step << 1
    signs = []
    while rest >= MORE:
        signs.append(rest % MORE + MORE)
        rest >>= BITS
    return "".join(chr(FIRST + sign) for sign in (*signs, rest))


def decode_line(text: str) -> Line:
    """Return the line of an encoded polyline; raises ValueError when it is none."""
    numbers = [*_decode(text)]
    if not numbers or len(numbers) % 2:
        raise ValueError("no points")
    steps = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(accumulate(steps, lambda at, by: (at[0] + by[0], at[1] + by[1])))


def _decode(text: str) -> Iterator[int]:
    rest = shift = 0
    for sign in text:
        value = ord(sign) - FIRST
        if not 0 <= value < 2 * MORE:
            raise ValueError("no such sign")
        rest |= (value % MORE) << shift
        shift += BITS
        if value < MORE:
            yield ~(rest >> 1) if rest & 1 else rest >> 1
            rest = shift = 0
    if shift:
        raise ValueError("no end")
