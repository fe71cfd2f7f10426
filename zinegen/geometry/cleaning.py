"""Outlines laid over each other: they share their lines, leave no slit, and come in whole tenths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.errors import MapError
from zinegen.geometry.flaws import GRID, Flaw, OutlineFault
from zinegen.geometry.pieces import largest, polygons_of
from zinegen.geometry.shape import TENTHS

TOLERANCE = 0.5
"""What may be left out of a stranger's lines, in drawing units."""
OPENINGS = (0.3, 0.8, 2.0)
"""What is narrower is cut off where rounding breaks it, from try to try, in drawing units."""


def tidy(shape: BaseGeometry) -> BaseGeometry:
    """Return an area whose points lie on a fine grid, and whose rings neither cross nor touch themselves."""
    valid = shapely.set_precision(shapely.make_valid(shape), GRID / TENTHS)
    return shapely.MultiPolygon(polygons_of(valid))


def clean_coverage(shapes: Mapping[str, BaseGeometry], gap: float) -> dict[str, BaseGeometry]:
    """Return outlines that share their lines; slits and overlaps go to the longest neighbour.

    Raises MapError when nothing is left of one of them.
    """
    given = [shapely.MultiPolygon(polygons_of(shape)) for shape in shapes.values()]
    cleaned = shapely.coverage_clean(given, gap_width=gap)  # type: ignore[attr-defined]  # newer than its stubs
    found = {name: tidy(ground) for name, ground in zip(shapes, cleaned, strict=True)}
    for name, ground in found.items():
        if not polygons_of(ground):
            raise MapError(f"nothing is left of {name}: it lies wholly under others")
    return found


def measure_borders(piece: Polygon, grounds: Mapping[str, Polygon]) -> dict[str, float]:
    """Return how long a piece of ground borders on each province that it touches."""
    lengths = {
        name: float(shapely.intersection(piece, ground).length)
        for name, ground in grounds.items()
        if piece.intersects(ground)
    }
    return {name: length for name, length in lengths.items() if length > 0}


def round_or_keep(
    grounds: Mapping[str, Polygon],
) -> tuple[dict[str, Polygon], list[Flaw]]:
    """Return the provinces with fewer points, in whole tenths, and where lines had to be parted for that.

    Where rounding breaks them they keep more of their points; where it still does, what broke is opened by a
    little, cleaned and rounded again. Raises MapError when that does not help.
    """
    names, given = [*grounds], [*grounds.values()]
    for tolerance in (TOLERANCE, TOLERANCE / 3, 0.0):
        try:
            return dict(zip(names, simplify_coverage(given, names, tolerance), strict=True)), []
        except MapError:
            continue
    flaws: list[Flaw] = []
    for opening in OPENINGS:
        given, more = _open_narrows(names, given, opening)
        flaws += more
        for tolerance in (TOLERANCE, TOLERANCE / 3, 0.0):
            try:
                return dict(
                    zip(names, simplify_coverage(given, names, tolerance), strict=True)
                ), flaws
            except MapError:
                continue
    raise MapError("the outlines do not fit each other even in whole tenths: draw them more simply")


def _open_narrows(
    names: Sequence[str], given: Sequence[Polygon], opening: float
) -> tuple[list[Polygon], list[Flaw]]:
    """Cut what is narrower than an opening from polygons that rounding breaks, and clean them again."""
    opened: dict[str, BaseGeometry] = {}
    flaws: list[Flaw] = []
    for name, polygon in zip(names, given, strict=True):
        if shapely.transform(polygon, _round).is_valid:
            opened[name] = polygon
            continue
        inner = shapely.buffer(polygon, -opening / 2, join_style="mitre")
        opened[name] = largest(shapely.buffer(inner, opening / 2, join_style="mitre"))
        lost = polygons_of(shapely.difference(polygon, opened[name]))
        spot = max(lost, key=lambda one: one.area, default=polygon).representative_point()
        flaws.append(
            Flaw(fault=OutlineFault.ROUNDED, at=(spot.x, spot.y), names=(name,), size=opening)
        )
    cleaned = clean_coverage(opened, 2 * opening)
    return [largest(cleaned[name]) for name in names], flaws


def simplify_coverage(
    polygons: Sequence[Polygon], names: Sequence[str], tolerance: float
) -> list[Polygon]:
    """Simplify a partition of the board and round it to tenths.

    The square of the tolerance, in drawing units, is the area of a corner that may be left out. Raises
    MapError when rounding broke a polygon, or made two of them overlap.
    """
    out: list[Polygon] = []
    for simple in shapely.coverage_simplify(list(polygons), tolerance):
        rounded = shapely.transform(simple, _round)
        if isinstance(rounded, Polygon):
            out.append(rounded)
    broken = [name for polygon, name in zip(out, names, strict=True) if not polygon.is_valid]
    if broken:
        raise MapError(f"rounding to tenths breaks {', '.join(broken)}")
    if not shapely.coverage_is_valid(out):
        raise MapError("after rounding to tenths the cells no longer fit each other")
    return out


def _round(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.round(points, 1)
