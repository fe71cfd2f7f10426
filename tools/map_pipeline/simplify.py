"""Fewer points on shared lines: neighbours are simplified together, so nothing comes apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely import Polygon

from tools.map_pipeline.lines import Cell
from tools.map_pipeline.projection import Floats
from zinegen.errors import ZinegenError

TOLERANCE = 0.8
"""What may be left out, in drawing units; the square is the area in Visvalingam's sense."""

GRID = 0.1
"""Points of the finished map are whole tenths."""


def simplify_coverage(polygons: Sequence[Polygon], cells: Sequence[Cell]) -> list[Polygon]:
    """Simplify a partition of the board and round it to tenths.

    Raises:
        ZinegenError: rounding broke a polygon, or made two of them overlap.
    """
    out: list[Polygon] = []
    for simple in shapely.coverage_simplify(list(polygons), TOLERANCE):
        rounded = shapely.transform(simple, _round)
        if isinstance(rounded, Polygon):
            out.append(rounded)
    broken = [str(cell) for polygon, cell in zip(out, cells, strict=True) if not polygon.is_valid]
    if broken:
        raise ZinegenError(f"rounding to tenths breaks {', '.join(broken)}")
    if not shapely.coverage_is_valid(out):
        raise ZinegenError("after rounding to tenths the cells no longer fit each other")
    return out


def _round(points: Floats) -> Floats:
    return np.round(points, 1)
