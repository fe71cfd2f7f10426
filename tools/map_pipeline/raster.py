"""Shapes as pixels: which lie inside, how far each is from the rim, how many fill a rectangle.

A pixel is one drawing unit; pixel (row, column) of a picture whose corner is (x, y) covers the unit
square at (x + column, y + row) and counts as inside where its middle is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

from tools.map_pipeline.projection import Floats

Mask: TypeAlias = NDArray[np.bool_]
Counts: TypeAlias = NDArray[np.int64]


class Window(NamedTuple):
    """A part of a picture, in pixels; right and bottom lie outside it."""

    left: int
    top: int
    right: int
    bottom: int


class Extent(NamedTuple):
    """The rectangle of a picture in whole drawing units; right and bottom lie outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top, self.right - self.left


def extent_of(polygon: Polygon, margin: int) -> Extent:
    """Return the rectangle round a polygon."""
    left, top, right, bottom = (int(v) for v in polygon.bounds)
    return Extent(left - margin, top - margin, right + margin + 1, bottom + margin + 1)


def mask_of(polygons: Iterable[Polygon], extent: Extent) -> Mask:
    """Return which pixels lie in an odd number of rings: polygons that do not overlap."""
    toggles = np.zeros((extent.shape[0], extent.shape[1] + 1), dtype=np.int64)
    for polygon in polygons:
        for ring in (polygon.exterior, *polygon.interiors):
            _toggle(toggles, np.asarray(ring.coords, dtype=np.float64), extent)
    return np.asarray(toggles.cumsum(axis=1)[:, :-1] % 2 == 1)


def _toggle(toggles: Counts, ring: Floats, extent: Extent) -> None:
    """Count, in every row, each edge of a ring at the first pixel right of it."""
    points = ring - [extent.left + 0.5, extent.top + 0.5]
    for (ax, ay), (bx, by) in zip(points[:-1].tolist(), points[1:].tolist(), strict=True):
        first, last = np.ceil(min(ay, by)), np.ceil(max(ay, by))
        rows = np.arange(max(first, 0), min(last, extent.shape[0]), dtype=np.int64)
        if rows.size:
            across = ax + (rows - ay) / (by - ay) * (bx - ax)
            columns = np.clip(np.ceil(across), 0, extent.shape[1]).astype(np.int64)
            np.add.at(toggles, (rows, columns), 1)


def clearance(mask: Mask) -> Floats:
    """Return each pixel's distance to the nearest pixel outside; beyond the picture is outside.

    Exact: first along columns, then over columns side by side, as far as the largest distance.
    """
    padded = np.pad(mask, 1)
    height, width = padded.shape
    column = np.where(padded, float(height + width), 0.0)
    for row in range(1, height):
        column[row] = np.minimum(column[row], column[row - 1] + 1)
    for row in range(height - 2, -1, -1):
        column[row] = np.minimum(column[row], column[row + 1] + 1)
    squares = column**2
    nearest = squares.copy()
    aside = 1
    while aside < width and aside * aside < nearest.max():
        np.minimum(nearest[:, aside:], squares[:, :-aside] + aside**2, out=nearest[:, aside:])
        np.minimum(nearest[:, :-aside], squares[:, aside:] + aside**2, out=nearest[:, :-aside])
        aside += 1
    return np.asarray(np.sqrt(nearest[1:-1, 1:-1]))


def distance_to(mask: Mask) -> Floats:
    """Return each pixel's distance to the nearest pixel inside, 0 for those; empty: far away."""
    # No pixel inside is further away than the diagonal, and beyond the margin counts as inside.
    margin = math.ceil(math.hypot(*mask.shape))
    around = np.pad(~mask, margin, constant_values=True)
    return clearance(around)[margin:-margin, margin:-margin]


class Rectangles:
    """How many pixels of a mask any rectangle holds, by a table of sums."""

    def __init__(self, mask: Mask) -> None:
        self._sums = np.pad(mask.astype(np.int64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def everywhere(self, height: int, width: int) -> Counts:
        """Return the counts of rectangles of one size by row and column of their corner."""
        sums = self._sums
        return np.asarray(
            sums[height:, width:]
            - sums[:-height, width:]
            - sums[height:, :-width]
            + sums[:-height, :-width]
        )


def distance_to_rectangle(window: Window, top: int, left: int, bottom: int, right: int) -> Floats:
    """Return the distance of pixels in a window to the nearest pixel of a rectangle.

    ``bottom`` and ``right`` lie outside the rectangle.
    """
    rows = np.arange(window.top, window.bottom, dtype=np.float64)[:, None]
    columns = np.arange(window.left, window.right, dtype=np.float64)[None, :]
    down = np.maximum(np.maximum(top - rows, rows - (bottom - 1)), 0)
    across = np.maximum(np.maximum(left - columns, columns - (right - 1)), 0)
    return np.asarray(np.hypot(down, across))
