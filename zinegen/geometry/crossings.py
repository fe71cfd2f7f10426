"""How often outlines cross themselves and each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import shapely
from shapely import LineString

SegmentIndex: TypeAlias = shapely.STRtree
Ring: TypeAlias = Sequence[tuple[float, float]]


def index_segments(rings: Iterable[Ring]) -> SegmentIndex:
    """Return the segments of closed rings, ready to be asked for crossings."""
    return shapely.STRtree(
        [
            LineString(pair)
            for ring in rings
            for pair in zip(ring, (*ring[1:], ring[0]), strict=True)
        ]
    )


def count_crossings(one: SegmentIndex, other: SegmentIndex) -> int:
    """Return how often segments cross; those of one index with itself are counted from either side."""
    return len(other.query(one.geometries, predicate="crosses")[0])
