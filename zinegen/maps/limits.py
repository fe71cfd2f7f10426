"""How much an outline may be: thinned to what a map shows, and refused where it would take minutes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from zinegen.geometry.crossings import SegmentIndex, count_crossings, index_segments
from zinegen.maps.outlines import Ring
from zinegen.maps.troubles import PROVINCES, Trouble

FEW = 800
"""Points of a ring that is taken as it is drawn."""
STEPS = (0.5, 1.0, 2.0)
"""How near to each other points of a longer ring may lie, in units of the map: each is tried in turn."""
MOST = 1_500
"""Points of one province's outlines once they are thinned."""
MOST_TOGETHER = 40_000
"""Points of all outlines once they are thinned."""
MOST_CROSSINGS = 200
"""So often may an outline cross itself."""
MOST_CROSSINGS_TOGETHER = 4_000
"""So often may outlines cross each other: two that are drawn apart do so along their border."""


def thin_ring(ring: Ring) -> Ring:
    """Return a ring without points that lie closer to the one before than a map can show."""
    found = ring
    for step in STEPS:
        if len(found) <= FEW:
            return found
        kept = [found[0]]
        for point in found[1:]:
            if math.dist(kept[-1], point) >= step:
                kept.append(point)
        found = tuple(kept) if len(kept) > 2 else found[:3]
    return found


def find_excess(grounds: Mapping[str, Sequence[Sequence[Ring]]]) -> Iterator[Trouble]:
    """Yield the outlines that are too long, or cross themselves or each other too often."""
    lines = {key: [ring for rings in shapes for ring in rings] for key, shapes in grounds.items()}
    counts = {key: sum(map(len, rings)) for key, rings in lines.items()}
    hint = "simplify it (in Inkscape: Path, then Simplify) until it has the points that are seen"
    for key, count in counts.items():
        if count > MOST:
            what = (
                f"the outline of {key} has {count} points apart on the map, at most {MOST} are read"
            )
            yield Trouble(title=what, hint=hint, about=(PROVINCES, key))
    if (together := sum(counts.values())) > MOST_TOGETHER:
        what = f"all outlines together have {together} points, at most {MOST_TOGETHER} are read"
        yield Trouble(title=what, hint=hint)
    if together > MOST_TOGETHER or max(counts.values(), default=0) > MOST:
        return
    yield from _find_crossings(lines)


def _find_crossings(lines: Mapping[str, Sequence[Ring]]) -> Iterator[Trouble]:
    """Yield an outline that crosses itself too often, or that outlines cross each other too often."""
    between = 0
    others: list[SegmentIndex] = []
    for key, rings in lines.items():
        segments = index_segments(rings)
        own = count_crossings(segments, segments) // 2
        if own > MOST_CROSSINGS:
            what = f"the outline of {key} crosses itself {own} times, at most {MOST_CROSSINGS} are mended"
            hint = "draw it as one line around its ground"
            yield Trouble(title=what, hint=hint, about=(PROVINCES, key))
            return
        for other in others:
            between += count_crossings(segments, other)
            if between > MOST_CROSSINGS_TOGETHER:
                what = f"outlines cross each other more than {MOST_CROSSINGS_TOGETHER} times"
                hint = f"{key} is one of them: let neighbours lie side by side, or snap them to each other"
                yield Trouble(title=what, hint=hint, about=(PROVINCES, key))
                return
        others.append(segments)
