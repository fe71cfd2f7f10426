"""What is drawn and not played: small islands, lakes, water inside land, the canal."""

from __future__ import annotations

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tools.map_pipeline import inputs
from tools.map_pipeline.cells import Faces, Islands
from tools.map_pipeline.coastline import Ground, project_shores
from tools.map_pipeline.inputs import Cuts, Shores
from tools.map_pipeline.projection import project
from tools.map_pipeline.tokens import curve
from zinegen.geometry.pieces import lines_of, longest, polygons_of

_GREENLAND = shapely.box(0, 0, 260, 35)
"""A corner of Greenland peeps into the frame; it would look like a blot."""

_LAKE = 40
"""Lakes up to this area, in square units, are not drawn."""


Rings = list[list[list[float]]]
"""Polygons or lines in drawing units, each a list of points ``[x, y]``."""


def make_decoration(
    cuts: Cuts, lakes: Shores, ground: Ground, faces: Faces, islands: Islands
) -> dict[str, Rings]:
    """Collect all decoration, simplified and rounded to tenths."""
    filled = shapely.union_all([ground.fills[name] for name in cuts["drawn_water"]])
    return {
        "islands": _islands(ground, islands),
        "water": _water(ground, filled),
        "lakes": _lakes(lakes, ground, filled),
        "canals": [
            _canal(text, faces.outline(province)) for province, text in cuts["canal_lines"].items()
        ],
    }


def _islands(ground: Ground, islands: Islands) -> Rings:
    """Take the islands that are neither provinces nor their natural originals."""
    taken = [*islands.drawn.values(), *(island.buffer(-0.5) for island in islands.natural)]
    out = []
    for island in ground.drawn_islands:
        if not _GREENLAND.contains(island.centroid) and not any(
            other.intersects(island) for other in taken
        ):
            out += _outlines(island, tolerance=0.7, least=5)
    return out


def _water(ground: Ground, filled: BaseGeometry) -> Rings:
    """Take what is water in nature and land on the board, where it is to be shown."""
    shore = ground.nature.intersection(filled.buffer(6)).buffer(0.35).buffer(-0.35)
    covered = ground.land.intersection(filled.buffer(4))
    water = filled.buffer(1.0).intersection(covered).difference(shore).buffer(-0.3).buffer(0.3)
    return [ring for part in polygons_of(water) for ring in _outlines(part, tolerance=0.4, least=3)]


def _lakes(lakes: Shores, ground: Ground, filled: BaseGeometry) -> Rings:
    inland = ground.land.simplify(0.3).buffer(-1.5, quad_segs=2)
    out = []
    for lake in project_shores(lakes):
        smooth = lake.buffer(0.6).buffer(-0.6).intersection(inland)
        if smooth.area > _LAKE and not smooth.intersects(filled):
            out += _outlines(smooth, tolerance=0.6, least=30)
    return out


def _canal(text: str, province: BaseGeometry) -> list[list[float]]:
    course = LineString(curve(project(inputs.points(text)), 8)).intersection(province)
    return _round(longest(lines_of(course)).coords[:])


def _outlines(geometry: BaseGeometry, *, tolerance: float, least: float) -> Rings:
    """Return simplified outlines, closing points left out, of the parts that are large enough."""
    out = []
    for part in polygons_of(geometry):
        simple = Polygon(part.exterior).simplify(tolerance)
        if part.area >= least and isinstance(simple, Polygon) and not simple.is_empty:
            out.append(_round(simple.exterior.coords[:-1]))
    return out


def _round(points: list[tuple[float, ...]]) -> list[list[float]]:
    return [[round(point[0], 1), round(point[1], 1)] for point in points]
