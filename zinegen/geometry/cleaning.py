"""Outlines laid over each other: they share their lines, leave no slit, and come in whole tenths."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.errors import MapError
from zinegen.geometry.draft import SHORTEST
from zinegen.geometry.flaws import GRID, XY, Flaw, OutlineFault
from zinegen.geometry.lines import CellLine, lines_between
from zinegen.geometry.pieces import largest, lines_of, polygons_of
from zinegen.geometry.shape import OUTSIDE, TENTHS
from zinegen.languages.texts import gettext

TOLERANCE = 0.5
"""What may be left out of a stranger's lines, in drawing units."""


def tidy(shape: BaseGeometry) -> BaseGeometry:
    """Return an area whose points lie on a fine grid, and whose rings neither cross nor touch themselves."""
    valid = shapely.set_precision(shapely.make_valid(shape), GRID / TENTHS)
    return shapely.MultiPolygon(polygons_of(valid))


def simplify_ring(ring: tuple[XY, ...], tolerance: float) -> tuple[XY, ...]:
    """Return a ring without points that lie nearer than a tolerance to the line through the others."""
    if len(ring) < 4:
        return ring
    line = shapely.simplify(shapely.linearrings(ring), tolerance, preserve_topology=False)
    kept = [(x, y) for x, y in shapely.get_coordinates(line).tolist()[:-1]]
    return tuple(kept) if len(kept) > 2 else ring


def clean_coverage(shapes: Mapping[str, BaseGeometry], gap: float) -> dict[str, BaseGeometry]:
    """Return outlines that share their lines; slits and overlaps go to the longest neighbour.

    Raises MapError when nothing is left of one of them.
    """
    given = [shapely.MultiPolygon(polygons_of(shape)) for shape in shapes.values()]
    cleaned = shapely.coverage_clean(given, gap_width=gap)  # type: ignore[attr-defined]  # newer than its stubs
    found = {name: tidy(ground) for name, ground in zip(shapes, cleaned, strict=True)}
    for name, ground in found.items():
        if not polygons_of(ground):
            raise MapError(
                gettext("nothing is left of {name}: it lies wholly under others", name=name)
            )
    return found


def snap_coverage(grounds: Mapping[str, BaseGeometry], size: XY, grid: float) -> dict[str, Polygon]:
    """Return provinces in one piece that fill the map, on a grid: each two share their lines to the point.

    All lines are laid together on the grid, and each cell between them goes to the province in which it lies;
    a cell that lies in none or apart from its province goes to the neighbour with the longest border.
    Raises MapError when nothing is left of a province.
    """
    names, given = [*grounds], [*grounds.values()]
    frame = shapely.box(0, 0, *size)
    edges = [frame.boundary, *(ground.boundary for ground in given)]
    lines = shapely.intersection(shapely.union_all(edges, grid_size=grid), frame)
    tree = shapely.STRtree(given)
    inside: dict[str, list[Polygon]] = {name: [] for name in names}
    loose: list[Polygon] = []
    for cell in polygons_of(shapely.polygonize(lines_of(lines))):
        at = sorted(tree.query(cell.representative_point(), "intersects").tolist())
        (inside[names[at[0]]] if at else loose).append(cell)
    found: dict[str, Polygon] = {}
    for name, own in inside.items():
        *pieces, most = sorted(
            polygons_of(shapely.union_all(own, grid_size=grid)) or [Polygon()],
            key=lambda one: one.area,
        )
        if most.is_empty:
            raise MapError(
                gettext("nothing is left of {name}: it lies wholly under others", name=name)
            )
        found[name] = most
        loose += pieces
    _give_loose(found, loose, grid)
    return found


def _give_loose(found: dict[str, Polygon], loose: list[Polygon], grid: float) -> None:
    """Give pieces of ground to the neighbours with the longest borders, then those behind them."""
    while loose:
        given: dict[str, list[Polygon]] = {}
        left: list[Polygon] = []
        for piece in sorted(loose, key=lambda one: one.bounds):
            beside = measure_borders(piece, found)
            if beside:
                name = max(sorted(beside), key=beside.__getitem__)
                given.setdefault(name, []).append(piece)
            else:
                left.append(piece)
        if not given:
            return
        for name, pieces in given.items():
            whole = shapely.union_all([found[name], *pieces], grid_size=grid)
            found[name] = largest(whole)
        loose = left


def measure_borders(piece: Polygon, grounds: Mapping[str, Polygon]) -> dict[str, float]:
    """Return how long a piece of ground borders on each province that it touches."""
    lengths = {
        name: float(shapely.intersection(piece, ground).length)
        for name, ground in grounds.items()
        if piece.intersects(ground)
    }
    return {name: length for name, length in lengths.items() if length > 0}


def round_coverage(grounds: Mapping[str, Polygon]) -> dict[str, Polygon]:
    """Return the provinces with fewer points, in whole tenths; with more of them where rounding breaks one.

    Raises MapError when it does even if they keep all.
    """
    for tolerance in (TOLERANCE, TOLERANCE / 3):
        try:
            return _round_map(grounds, tolerance)
        except MapError:
            continue
    return _round_map(grounds, 0.0)


def _round_map(grounds: Mapping[str, Polygon], tolerance: float) -> dict[str, Polygon]:
    """Raise MapError when rounding lets four provinces meet, or leaves a border too short to be seen."""
    names = [*grounds]
    found = simplify_coverage([*grounds.values()], names, tolerance)
    lines = lines_between(found, names, GRID, str(OUTSIDE))
    ends = Counter(spot for line in lines for spot in (line.points[0], line.points[-1]))
    if any(count > 3 for count in ends.values()):
        raise MapError("after rounding to tenths four provinces meet at one point")
    if any(measure_line(line) < SHORTEST for line in lines):
        raise MapError("after rounding to tenths a border is too short to be seen")
    return dict(zip(names, found, strict=True))


def open_narrows(
    grounds: Mapping[str, Polygon], size: XY, opening: float
) -> tuple[dict[str, Polygon], list[Flaw]]:
    """Cut what is narrower than an opening from provinces that rounding breaks; others share it."""
    opened: dict[str, BaseGeometry] = {}
    flaws: list[Flaw] = []
    for name, polygon in grounds.items():
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
    return snap_coverage(clean_coverage(opened, 2 * opening), size, GRID), flaws


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


def measure_line(line: CellLine[str]) -> float:
    """Return the length of a line in whole tenths, in drawing units."""
    return sum(math.dist(one, other) for one, other in pairwise(line.points)) / TENTHS


def _round(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.round(points, 1)
