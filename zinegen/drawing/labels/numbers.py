"""Numbered marks beside what they number, clear of names, units and each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zinegen.drawing import style
from zinegen.drawing.geometry import Rect, apart
from zinegen.drawing.layers.counters import CENTRE, UNIT
from zinegen.drawing.orders.badges import MARK
from zinegen.drawing.scene import Again, Anchor, Face, Group, Ink, Lines, Shape, Words
from zinegen.geometry.shape import Point

NEAR = (0, 190, 260, 340, 430, 540)
"""How far a mark may stand from its place."""
TURNS = 16


def draw_number_mark(number: int, at: Point, to: Point, *, title: str = "") -> Shape:
    """Return a numbered mark at a point, with a line to the place that it numbers if that is elsewhere."""
    ink = Ink(stroke=style.CHANGED, width=24, round=True)
    lead = (Lines(lines=((at, to),), ink=ink),) if apart(at, to) > MARK else ()
    figure = Words(
        text=str(number),
        at=(at[0], at[1] + 56),
        size=160 if number < 10 else 130,
        face=Face.BOLD,
        anchor=Anchor.MIDDLE,
        ink=Ink(fill="#ffffff"),
    )
    return Group(kind="mark", title=title, items=(*lead, Again(of="mark", by=at), figure))


def place_marks(
    anchors: Sequence[Point],
    *,
    names: Sequence[Rect],
    units: Sequence[Point],
    centres: Sequence[Point],
    window: Rect,
) -> tuple[Point, ...]:
    """Return a point for a mark beside each place, so that marks cover as little as can be."""
    found: list[Point] = []
    for anchor in anchors:
        best, least = anchor, math.inf
        for at in _candidates(anchor):
            cost = 0.25 * apart(at, anchor) + (60 if at == anchor else 0)
            cost += sum(max(0.0, MARK + 25 - box.distance(at)) for box in names) * 2
            cost += sum(max(0.0, MARK + UNIT + 20 - apart(at, unit)) for unit in units) * 4
            cost += sum(max(0.0, MARK + CENTRE + 85 - apart(at, one)) for one in centres) * 2
            cost += sum(max(0.0, 2 * MARK + 40 - apart(at, other)) for other in found) * 8
            cost += sum(max(0.0, MARK - apart(at, other)) for other in anchors) * 2
            cost += 1000 if window.distance(at) or _rim(window, at) < MARK + 20 else 0
            if cost < least - 1e-9:
                best, least = at, cost
        found.append(best)
    return tuple(found)


def _candidates(anchor: Point) -> list[Point]:
    x, y = anchor
    return [
        (
            round(x + far * math.cos(math.tau * turn / TURNS)),
            round(y + far * math.sin(math.tau * turn / TURNS)),
        )
        for far in NEAR
        for turn in range(TURNS if far else 1)
    ]


def _rim(window: Rect, at: Point) -> float:
    """Return how far a point in a window is from its edge."""
    x, y = at
    return min(x - window.left, window.right - x, y - window.top, window.bottom - y)
