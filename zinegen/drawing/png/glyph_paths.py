"""Outlines of letters, read once: every point from where the letter starts."""

from __future__ import annotations

import re
from functools import cache

_COMMANDS = re.compile(r"([mlhvcz])([^mlhvcz]*)")
_NUMBERS = re.compile(r"-?\d+")

Command = tuple[str, tuple[int, ...]]
"""A letter as in SVG, and its points as x, y, x, y, ...: move (m), line (l), curve (c) or close (z)."""


@cache
def glyph_path(outline: str) -> tuple[Command, ...]:
    """Return an outline that `labels.lettering.Glyph` gives in relative steps."""
    found: list[Command] = []
    x = y = start_x = start_y = 0
    for letter, text in _COMMANDS.findall(outline):
        numbers = [int(one) for one in _NUMBERS.findall(text)]
        match letter:
            case "z":
                found.append(("z", ()))
                x, y = start_x, start_y
                continue
            case "h":
                name, steps = "l", [(step, 0) for step in numbers]
            case "v":
                name, steps = "l", [(0, step) for step in numbers]
            case _:
                name, steps = letter, list(zip(numbers[::2], numbers[1::2], strict=True))
        together = 3 if letter == "c" else 1
        for place in range(0, len(steps), together):
            points = [(x + dx, y + dy) for dx, dy in steps[place : place + together]]
            found.append((name, tuple(one for point in points for one in point)))
            x, y = points[-1]
        if letter == "m":
            start_x, start_y = x, y
    return tuple(found)
