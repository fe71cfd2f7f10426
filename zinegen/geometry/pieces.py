"""Small questions asked of shapely everywhere: which polygons, which lines, which is the largest."""

from __future__ import annotations

from collections.abc import Iterable

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.errors import ZinegenError


def polygons_of(geometry: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a geometry, however nested; points and lines are left out."""
    if isinstance(geometry, Polygon):
        return [] if geometry.is_empty else [geometry]
    return [found for part in getattr(geometry, "geoms", []) for found in polygons_of(part)]


def lines_of(geometry: BaseGeometry) -> list[LineString]:
    """Return the lines of a geometry, however nested; a ring counts as a line."""
    if isinstance(geometry, LineString):
        return [] if geometry.is_empty else [geometry]
    return [found for part in getattr(geometry, "geoms", []) for found in lines_of(part)]


def largest(geometry: BaseGeometry) -> Polygon:
    """Return the polygon of the largest area.

    Raises:
        ZinegenError: there is none.
    """
    found = polygons_of(geometry)
    if not found:
        raise ZinegenError("nothing is left of a shape that must have an area")
    return max(found, key=lambda polygon: polygon.area)


def longest(lines: Iterable[LineString]) -> LineString:
    """Return the longest line.

    Raises:
        ZinegenError: there is none.
    """
    found = list(lines)
    if not found:
        raise ZinegenError("nothing is left of a line that must have a length")
    return max(found, key=lambda line: line.length)
