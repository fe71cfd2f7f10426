"""Lines as files have them, read as `docs/map-data.md` says."""

from collections.abc import Iterator
from itertools import accumulate


def read_line(text: str) -> list[tuple[int, int]]:
    """Return the points of an encoded polyline."""
    steps = list(_read_numbers(text))
    return list(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))


def _read_numbers(text: str) -> Iterator[int]:
    number = place = 0
    for sign in text:
        bits = ord(sign) - 63
        number += (bits % 32) << place
        place += 5
        if bits < 32:
            yield ~(number // 2) if number % 2 else number // 2
            number = place = 0
    assert place == 0, "a line ends within a number"
