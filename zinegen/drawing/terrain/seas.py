"""The tints of seas: neighbouring seas differ, so that an arm between lands can be told from the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from zinegen.drawing import style
from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.drawing.scene import Ink, Lines
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Line

OVER = 140
"""How far the edge of a tint lies under the land beside it, in tenths; there it may be coarse."""
COARSE = 115
GRID = 30
HIDDEN = 12
"""How far the edge may be from a border, in tenths: about as far as the border's own line is broad."""
LEAST = 2500
"""Parts with less area, in square tenths, are the leavings of the cut."""


@cache_on_map
def find_sea_shades(drawn: DrawnMap) -> Mapping[ProvinceKey, int]:
    """Return the shade of every sea; see `style.assign_sea_shades`."""
    return style.assign_sea_shades(drawn.board)


@cache_on_map
def draw_sea_tints(drawn: DrawnMap) -> tuple[Lines, ...]:
    """Return the seas of each tint but the first, which is that of all water, to be laid over that.

    What the land will cover is coarse, as it is not seen: true are the borders of seas with each other.
    """
    shades = find_sea_shades(drawn)
    found = []
    for shade in range(1, style.SHADES):
        seas = [drawn.polygons[face] for face in shades if shades[face] == shade]
        others = [drawn.polygons[face] for face in shades if shades[face] != shade]
        lines = tuple(_list_rings(_spread(seas, others))) if seas else ()
        if lines:
            found.append(Lines(lines=lines, closed=True, ink=ink_of_tint(shade)))
    return tuple(found)


def ink_of_tint(shade: int) -> Ink:
    """Return the ink that is laid over seas of a shade other than 0."""
    return Ink(fill=style.SEA_TINTS[shade - 1], fill_opacity=style.SEA_TINT)


def _spread(seas: list[shapely.Polygon], others: list[shapely.Polygon]) -> BaseGeometry:
    """Return some seas with a coarse edge beyond their shores, clear of all others; none overlap."""
    wide = shapely.buffer(shapely.coverage_union_all(seas), OVER, join_style="mitre", mitre_limit=2)
    coarse = shapely.set_precision(shapely.simplify(wide, COARSE), GRID)
    return shapely.simplify(shapely.difference(coarse, shapely.coverage_union_all(others)), HIDDEN)


def _list_rings(area: BaseGeometry) -> Iterator[Line]:
    """Yield the rings of some ground in whole tenths, without tiny parts."""
    for part in shapely.get_parts(area):
        if part.geom_type == "Polygon" and part.area > LEAST:
            for ring in shapely.get_rings(shapely.orient_polygons(part)):
                points = np.rint(shapely.get_coordinates(ring)).astype(int).tolist()
                yield tuple((x, y) for x, y in points)
