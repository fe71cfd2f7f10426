"""Paths as cairo keeps them (``cairo_path_data_t``), so that one takes one call, not one a point."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt

from zinegen.drawing.lettering import Glyph, list_steps
from zinegen.geometry.shape import Line

Path = npt.NDArray[np.float64]
"""Rows of 16 bytes: points, as two numbers, and before those of a step one that says its kind and length."""

MOVE_TO, LINE_TO, CURVE_TO, CLOSE_PATH = range(4)
"""Kinds of steps, by their numbers in cairo (``cairo_path_data_type_t``)."""
KINDS = {"m": MOVE_TO, "l": LINE_TO, "c": CURVE_TO, "z": CLOSE_PATH}


@lru_cache(maxsize=16)  # as many as patterns have, which are traced at every place in a row
def trace_lines(lines: tuple[Line, ...], *, closed: bool) -> Path:
    """Return polylines as a path; of closed ones the last point may be the first once more."""
    if closed:
        lines = tuple(line[:-1] if line[0] == line[-1] and line[1:] else line for line in lines)
    lengths = np.array([len(line) for line in lines])
    ends = lengths.cumsum()
    heads = 2 * np.arange(ends[-1])
    if closed:
        heads += np.arange(len(lines)).repeat(lengths)
    path = np.empty((heads[-1] + 2 + closed, 2))
    flat = chain.from_iterable(chain.from_iterable(lines))
    path[heads + 1] = np.fromiter(flat, float, 2 * len(heads)).reshape(-1, 2)
    words = path.view(np.int32)
    words[heads, :2] = LINE_TO, 2
    words[heads[ends - lengths], 0] = MOVE_TO
    if closed:
        words[heads[ends - 1] + 2, :2] = CLOSE_PATH, 1
    return path


@lru_cache(maxsize=2048)
def trace_letters(letters: tuple[tuple[Glyph, int], ...]) -> Path:
    """Return letters, each with the step of the grid where it begins, as a path on that grid."""
    traced = [_trace_letter(letter) for letter, _ in letters]
    path = np.concatenate([outline for outline, _ in traced])
    shifts = np.concatenate(
        [points * at for (_, at), (_, points) in zip(letters, traced, strict=True)]
    )
    shifted = np.flatnonzero(shifts)  # what heads hold are no numbers
    path[shifted, 0] += shifts[shifted]
    return path


@cache
def _trace_letter(letter: Glyph) -> tuple[Path, npt.NDArray[np.int64]]:
    """Return a letter's outline, and 1 for each of its rows that is a point, 0 for others."""
    rows: list[tuple[float, float]] = [(0, 0), (letter.x, letter.y)]
    heads = [(0, MOVE_TO, 2)]
    x, y = begin = letter.x, letter.y
    for command, steps in list_steps(letter):
        heads.append((len(rows), KINDS[command], 1 + len(steps) // 2))
        points = [(x + dx, y + dy) for dx, dy in zip(steps[::2], steps[1::2], strict=True)]
        rows += [(0, 0), *points]
        x, y = points[-1] if points else begin
        if command == "m":
            begin = x, y
    path = np.array(rows, float)
    at, kinds, lengths = np.array(heads).T
    words = path.view(np.int32)
    words[at, 0], words[at, 1] = kinds, lengths
    is_point = np.ones(len(rows), int)
    is_point[at] = 0
    return path, is_point
