"""Paths as cairo keeps them (``cairo_path_data_t``), so that one takes one call, not one a point."""

from __future__ import annotations

from collections.abc import Sequence
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


def trace_curve(points: Line, *, closed: bool) -> Path:
    """Return a chain of cubic curves as a path."""
    count = len(points) // 3
    path = np.empty((2 + 4 * count + closed, 2))
    heads = 2 + 4 * np.arange(count)
    words = path.view(np.int32)
    words[0, :2] = MOVE_TO, 2
    words[heads, 0], words[heads, 1] = CURVE_TO, 4
    path[1] = points[0]
    for place in range(3):
        path[heads + 1 + place] = points[1 + place : 1 + 3 * count : 3]
    if closed:
        words[-1, :2] = CLOSE_PATH, 1
    return path


def repeat_path(path: Path, places: Sequence[tuple[float, float]]) -> Path:
    """Return a path at each of some places, as one."""
    is_point, head = np.ones(len(path), dtype=np.bool_), 0
    while head < len(path):
        is_point[head] = False
        head += int(path.view(np.int32)[head, 1])
    found = np.tile(path, (len(places), 1, 1))
    found[:, is_point] += np.array(places)[:, None]
    return found.reshape(-1, 2)


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
