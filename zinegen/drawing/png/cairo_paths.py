"""The commands of SVG paths as cairo keeps them: blocks of numbers, each read once.

Our writer begins every piece of a path with an absolute ``M`` and goes on in relative commands, so
that a letter's outline is the same text wherever it stands. Such texts are remembered.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

PIECES = re.compile(r"M ?(-?\d+) ?(-?\d+)([^M]*)")
COMMANDS = re.compile(r"([mlhvcz])([^mlhvcz]*)")
NUMBERS = re.compile(r"-?\d+")

Row = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Track:
    """A path as rows of two numbers: a header, then its points, as in ``cairo_path_data_t``."""

    rows: NDArray[np.float64]
    headers: NDArray[np.bool_]
    """Which rows are no points."""

    def repeated(self, steps: NDArray[np.float64]) -> Track:
        """Return the path in several places, given as rows of x and y to move it by."""
        rows = self.rows[None] + steps[:, None]
        rows[:, self.headers] = self.rows[self.headers]
        return Track(rows.reshape(-1, 2), np.tile(self.headers, len(steps)))


@lru_cache(maxsize=4096)
def track(path: str) -> Track:
    """Return a path of absolute starts and relative steps; other commands are not ours."""
    found = PIECES.findall(path)
    if not found:
        return Track(np.empty((0, 2)), np.empty(0, dtype=bool))  # a blank line of text
    pieces = [_from_here(steps) for _, _, steps in found]
    rows = np.concatenate([piece.rows for piece in pieces])
    headers = np.concatenate([piece.headers for piece in pieces])
    starts = np.array([(int(x), int(y)) for x, y, _ in found], dtype=float)
    moved = rows + np.repeat(starts, [len(piece.rows) for piece in pieces], axis=0)
    moved[headers] = rows[headers]
    return Track(moved, headers)


@lru_cache(maxsize=4096)
def _from_here(steps: str) -> Track:
    """Return relative steps from the point (0, 0)."""
    walk = _Walk()
    walk.to(MOVE, 0, 0)
    for letter, text in COMMANDS.findall(steps):
        walk.go(letter, [int(one) for one in NUMBERS.findall(text)])
    headers = np.zeros(len(walk.rows), dtype=bool)
    headers[walk.headers] = True
    return Track(np.array(walk.rows, dtype=float), headers)


def _header(kind: int, length: int) -> Row:
    """Return the row before the points of a command: its kind and how many rows it has."""
    return struct.unpack("=d", struct.pack("=ii", kind, length))[0], 0.0


MOVE, LINE, CURVE, CLOSE = (_header(kind, rows) for kind, rows in enumerate((2, 2, 4, 1)))


class _Walk:
    """Where a path has come to."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.headers: list[int] = []
        self.x = self.y = self.start_x = self.start_y = 0

    def to(self, kind: Row, *steps: int) -> None:
        """Go on by points given from here, and stand at the last."""
        self.headers.append(len(self.rows))
        x, y = self.x, self.y
        self.rows += (
            kind,
            *((x + dx, y + dy) for dx, dy in zip(steps[::2], steps[1::2], strict=True)),
        )
        self.x, self.y = x + steps[-2], y + steps[-1]

    def go(self, letter: str, numbers: list[int]) -> None:
        """Follow a relative command with all its numbers."""
        match letter:
            case "l":
                for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                    self.to(LINE, dx, dy)
            case "h":
                for dx in numbers:
                    self.to(LINE, dx, 0)
            case "v":
                for dy in numbers:
                    self.to(LINE, 0, dy)
            case "c":
                for place in range(0, len(numbers), 6):
                    self.to(CURVE, *numbers[place : place + 6])
            case "m":
                self.to(MOVE, *numbers)
                self.start_x, self.start_y = self.x, self.y
            case _:
                self.headers.append(len(self.rows))
                self.rows.append(CLOSE)
                self.x, self.y = self.start_x, self.start_y
