"""Lines under numbers, as files for other programs have them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from zinegen.geometry.shape import Line


class LineTable:
    """The lines of several maps, each once: most stay as they are."""

    def __init__(self) -> None:
        self.numbers: dict[Line, int] = {}

    def number(self, line: Line) -> int:
        """Return the number of a line, from 1."""
        return self.numbers.setdefault(line, len(self.numbers) + 1)

    def list(self) -> list[list[int]]:
        """Return the lines in the order of their numbers: x and y of the start, then the steps."""
        return [[*_list_steps(line)] for line in self.numbers]


def _list_steps(line: Line) -> Iterator[int]:
    yield from line[0]
    for (x, y), (to_x, to_y) in pairwise(line):
        yield from (to_x - x, to_y - y)
