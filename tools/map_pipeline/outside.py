"""A name in the sea beside its island, where the island is too small to hold it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

from tools.map_pipeline.europe import Label
from tools.map_pipeline.lettering import Setting, beside_island
from zinegen.errors import ZinegenError

_REACH = 22
"""Farthest distance of the name's box from the island's, drawing units."""

_STEP = 2
"""Places are tried this far apart."""


def label_beside(
    name: str,
    island: Polygon,
    *,
    seas: Sequence[Polygon],
    lines: Sequence[LineString],
    islands: Sequence[Polygon],
    taken: Sequence[tuple[Label, list[float]]],
) -> Label:
    """Find the nearest free water for a name.

    Args:
        name: what to write.
        island: where it belongs.
        seas: where it may stand.
        lines: borders, of which it keeps clear.
        islands: other land.
        taken: names and units of the seas.

    Raises:
        ZinegenError: there is no free water near by.
    """
    setting = beside_island(name)
    width, height = setting.width + 4, 12 * len(setting.lines) + 2
    busy = [box for label, unit in taken for box in _busy(label, unit)]
    near = island.buffer(2 * _REACH + width)
    free = shapely.union_all([sea for sea in seas if sea.intersects(near)]).difference(
        shapely.union_all([*busy, *(line.buffer(2.5) for line in lines), *islands])
    )
    middle = shapely.maximum_inscribed_circle(island).coords[0]
    left, top, right, bottom = island.bounds
    best: tuple[float, float, float] | None = None
    for y in np.arange(top - height / 2 - _REACH, bottom + height / 2 + _REACH, _STEP).tolist():
        for x in np.arange(left - width / 2 - _REACH, right + width / 2 + _REACH, _STEP).tolist():
            box = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            away = island.distance(box)
            if away < 3 or not free.contains(box):
                continue
            price = away * 1.5 + abs(x - middle[0]) * 0.3 + abs(y - middle[1]) * 0.1
            if best is None or price < best[0]:
                best = (price, x, y)
    if best is None:
        raise ZinegenError(f"there is no free water for the name of {name}")
    return {
        "x": round(best[1], 1),
        "y": round(best[2], 1),
        "size": setting.size,
        "lines": list(setting.lines),
        "out": 1,
    }


def _busy(label: Label, unit: list[float]) -> list[Polygon]:
    """Return the ground that a sea's name and its unit take up."""
    setting = Setting(label["size"], tuple(label["lines"]), is_sea=True)
    x, y = setting.width / 2 + 3, label["size"] * 1.1 * len(label["lines"]) / 2 + 2
    box = shapely.box(label["x"] - x, label["y"] - y, label["x"] + x, label["y"] + y)
    return [box, Point(unit).buffer(14)]
