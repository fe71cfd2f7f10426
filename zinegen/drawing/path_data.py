"""Lines and curves as SVG writes them: whole numbers, as few characters as possible."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from zinegen.geometry.shape import Line, Point


@lru_cache(maxsize=1024)
def number(value: float) -> str:
    """Return a number with at most two decimals and no needless signs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in {"-0", ""}:
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def steps(numbers: Iterable[int]) -> str:
    """Return whole numbers separated by as few characters as possible."""
    return "".join(f"{one}" if one < 0 else f" {one}" for one in numbers)


@lru_cache(maxsize=4096)
def course(points: Line, *, closed: bool) -> str:
    """Return a polyline as path commands: an absolute start, then relative steps."""
    px, py = points[0]
    parts = [f"M{px} {py}l" if py >= 0 else f"M{px}{py}l"]
    for x, y in points[1:-1] if closed and points[0] == points[-1] else points[1:]:
        dx, dy = x - px, y - py
        parts.append(f"{dx}{dy}" if dy < 0 else f"{dx} {dy}")
        px, py = x, y
    text = " ".join(parts).replace(" -", "-").replace("l ", "l")
    return text + "z" if closed else text


def bends(points: tuple[Point, ...], *, closed: bool) -> str:
    """Return a chain of cubic curves as path commands."""
    x, y = points[0]
    numbers: list[int] = []
    for place in range(1, len(points) - 2, 3):
        for px, py in points[place : place + 3]:
            numbers += (px - x, py - y)
        x, y = points[place + 2]
    text = f"M{steps(points[0]).strip()}c{steps(numbers).strip()}"
    return text + "z" if closed else text
