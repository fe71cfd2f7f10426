"""How much an outline may be: thinned to what a map shows, and refused where it would take minutes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise

from zinegen.geometry.cleaning import simplify_ring
from zinegen.geometry.crossings import SegmentIndex, count_crossings, index_segments
from zinegen.languages.texts import gettext
from zinegen.maps.outlines import Ring
from zinegen.maps.troubles import PROVINCES, Trouble

FEW, FEW_TOGETHER = 800, 12_000
"""Points of a ring, and of all rings, that are taken as they are drawn."""
STEPS = (0.25, 0.5, 1.0, 2.0)
"""How far lines with more may run beside what is drawn, in units of the map: each is tried in turn."""
LONGEST = 100_000.0
"""A line that is longer is no coast and is not thinned, in units of the map."""
MOST = 3_000
"""Points of one province's outlines once they are thinned."""
MOST_TOGETHER = 30_000
"""Points of all outlines once they are thinned."""
MOST_CROSSINGS = 200
"""So often may an outline cross itself."""
MOST_CROSSINGS_TOGETHER = 30_000
"""So often may outlines cross each other: two that are drawn apart do so along their border."""

Grounds = Mapping[str, Sequence[Sequence[Ring]]]
"""Of each province its outlines, each with its rings, in units of the map."""


def thin(grounds: Grounds) -> Grounds:
    """Return outlines without points that a map cannot show, where a ring or the whole has many."""
    found = {
        key: [[_thin_ring(ring) for ring in rings] for rings in shapes]
        for key, shapes in grounds.items()
    }
    for step in STEPS:
        if sum(map(len, _rings_of(found))) <= FEW_TOGETHER:
            break
        found = {
            key: [[_leave_out(ring, step) for ring in rings] for rings in shapes]
            for key, shapes in found.items()
        }
    return found


def _rings_of(grounds: Grounds) -> Iterator[Ring]:
    return chain.from_iterable(chain.from_iterable(grounds.values()))


def _thin_ring(ring: Ring) -> Ring:
    for step in STEPS:
        if len(ring) <= FEW:
            break
        ring = _leave_out(ring, step)
    return ring


def _leave_out(ring: Ring, step: float) -> Ring:
    """Return a ring without points that lie nearer than a step to the line through the others."""
    if sum(math.dist(one, other) for one, other in pairwise(ring)) > LONGEST:
        return ring
    return simplify_ring(ring, step)


def find_excess(grounds: Grounds) -> Iterator[Trouble]:
    """Yield the outlines that are too long, or cross themselves or each other too often."""
    lines = {key: [ring for rings in shapes for ring in rings] for key, shapes in grounds.items()}
    counts = {key: sum(map(len, rings)) for key, rings in lines.items()}
    hint = gettext(
        "simplify it (in Inkscape: Path, then Simplify) until it has the points that are seen"
    )
    for key, count in counts.items():
        if count > MOST:
            what = gettext(
                "the outline of {key} has {count} points apart on the map, at most {most} are read",
                key=key,
                count=count,
                most=MOST,
            )
            yield Trouble(title=what, hint=hint, about=(PROVINCES, key))
    if (together := sum(counts.values())) > MOST_TOGETHER:
        what = gettext(
            "all outlines together have {together} points, at most {most_together} are read",
            together=together,
            most_together=MOST_TOGETHER,
        )
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
            what = gettext(
                "the outline of {key} crosses itself {own} times, at most "
                "{most_crossings} are mended",
                key=key,
                own=own,
                most_crossings=MOST_CROSSINGS,
            )
            hint = gettext("draw it as one line around its ground")
            yield Trouble(title=what, hint=hint, about=(PROVINCES, key))
            return
        for other in others:
            between += count_crossings(segments, other)
            if between > MOST_CROSSINGS_TOGETHER:
                what = gettext(
                    "outlines cross each other more than {most_crossings_together} times",
                    most_crossings_together=MOST_CROSSINGS_TOGETHER,
                )
                hint = gettext(
                    "{key} is one of them: let neighbours lie side by side, or snap them to "
                    "each other",
                    key=key,
                )
                yield Trouble(title=what, hint=hint, about=(PROVINCES, key))
                return
        others.append(segments)
