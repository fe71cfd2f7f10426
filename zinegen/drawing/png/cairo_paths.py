"""Paths of our SVG, read once into points for cairo.

Our writer begins every piece of a path with an absolute ``M`` and goes on in relative commands, so
that a letter's outline is the same text wherever it stands. Such texts are remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache

PIECES = re.compile(r"M ?(-?\d+) ?(-?\d+)([^M]*)")
COMMANDS = re.compile(r"([mlhvcz])([^mlhvcz]*)")
NUMBERS = re.compile(r"-?\d+")

Run = tuple[str, tuple[tuple[int, ...], ...]]
"""Commands of one kind in turn, by their letter, with their points: l (x, y), c (x, y three times), z ()."""
Subpath = tuple[tuple[int, int], tuple[Run, ...]]
"""Where a subpath begins, and its commands."""


@lru_cache(maxsize=4096)
def read_path(path: str) -> tuple[tuple[int, int, tuple[Subpath, ...]], ...]:
    """Return the pieces of a path: where each stands, and its subpaths as seen from there."""
    return tuple((int(x), int(y), _read_steps(steps)) for x, y, steps in PIECES.findall(path))


@lru_cache(maxsize=4096)
def _read_steps(text: str) -> tuple[Subpath, ...]:
    """Return relative commands as subpaths whose points are counted from (0, 0)."""
    x = y = 0
    start = (0, 0)
    runs: list[Run] = []
    found: list[Subpath] = []
    for letter, written in COMMANDS.findall(text):
        numbers = [int(one) for one in NUMBERS.findall(written)]
        match letter:
            case "z":
                runs.append(("z", ()))
                x, y = start
                continue
            case "m":
                found.append((start, tuple(runs)))
                x, y = start = x + numbers[0], y + numbers[1]
                runs = []
                continue
            case "h":
                pairs = [(step, 0) for step in numbers]
            case "v":
                pairs = [(0, step) for step in numbers]
            case _:
                pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        together = 3 if letter == "c" else 1
        points: list[tuple[int, ...]] = []
        for place in range(0, len(pairs), together):
            there = [(x + dx, y + dy) for dx, dy in pairs[place : place + together]]
            points.append(tuple(one for point in there for one in point))
            x, y = there[-1]
        kind = "c" if letter == "c" else "l"
        if runs and runs[-1][0] == kind:
            points[:0] = runs.pop()[1]
        runs.append((kind, tuple(points)))
    return (*found, (start, tuple(runs)))
