"""Paths of our SVG, read once into points for cairo.

Our writer begins every piece of a path with an absolute ``M`` and goes on in relative commands, so
that a letter's outline is the same text wherever it stands. Such texts are remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

PIECES = re.compile(r"M ?(-?\d+) ?(-?\d+)([^M]*)")
COMMANDS = re.compile(r"([mlhvcz])([^mlhvcz]*)")
NUMBERS = re.compile(r"-?\d+")

MOVE, LINE, CURVE, CLOSE = range(4)
"""What cairo calls the parts of a path."""

Path = tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]]
"""A path as cairo keeps it, in rows of 16 bytes, and the numbers of those that are points.

The others say what comes: the part and the number of rows that it has, as two whole numbers of 4 bytes.
"""


@lru_cache(maxsize=4096)
def read_path(path: str) -> Path:
    """Return a path for cairo."""
    pieces = [((int(x), int(y)), *_read_steps(steps)) for x, y, steps in PIECES.findall(path)]
    if not pieces:
        return np.empty((0, 2)), np.empty(0, dtype=np.intp)
    starts, tables, points = zip(*pieces, strict=True)
    table = np.concatenate(tables)
    firsts = np.cumsum([0, *map(len, tables)])[:-1]
    counts = [len(one) for one in points]
    where = np.concatenate(points) + np.repeat(firsts, counts)
    table[where] += np.repeat(starts, counts, axis=0)
    return table, where


@lru_cache(maxsize=4096)
def _read_steps(text: str) -> Path:
    """Return relative commands as a path that begins at (0, 0)."""
    x = y = 0
    start = (0, 0)
    rows: list[tuple[int, int]] = []
    heads: list[tuple[int, int]] = []

    def add(part: int, *points: tuple[int, int]) -> None:
        heads.append((len(rows), part))
        rows.extend(((0, 0), *points))

    add(MOVE, start)
    for letter, written in COMMANDS.findall(text):
        numbers = [int(one) for one in NUMBERS.findall(written)]
        match letter:
            case "z":
                add(CLOSE)
                x, y = start
                continue
            case "m":
                x, y = start = x + numbers[0], y + numbers[1]
                add(MOVE, start)
                continue
            case "h":
                pairs = [(step, 0) for step in numbers]
            case "v":
                pairs = [(0, step) for step in numbers]
            case _:
                pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        part, together = (CURVE, 3) if letter == "c" else (LINE, 1)
        for place in range(0, len(pairs), together):
            there = [(x + dx, y + dy) for dx, dy in pairs[place : place + together]]
            add(part, *there)
            x, y = there[-1]
    table = np.array(rows, dtype=np.float64)
    at, parts = np.array(heads).T
    ints = table.view(np.int32)
    ints[at, 0], ints[at, 1] = parts, np.diff(at, append=len(rows))
    return table, np.delete(np.arange(len(rows)), at)
