"""How often outlines cross themselves and each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import shapely
from shapely import LineString

from zinegen.geometry.shape import Point

SegmentIndex: TypeAlias = shapely.STRtree


def index_segments(rings: Iterable[Sequence[Point]]) -> SegmentIndex:
    """Return the segments of closed rings, each from a point to the next, so that crossings are found quickly."""
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
