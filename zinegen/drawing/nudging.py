"""Small steps for a name and a unit that almost have room: the name further in, the unit out of its way."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from zinegen.drawing.geometry import Rect
from zinegen.planar.shape import Point

STEPS = np.arange(-80, 81, 20)
"""How far the name may go to each side, in tenths."""
ASIDE = np.arange(-60, 61, 20)
"""How far the unit may go."""
EDGE = 115
"""Least distance of the middle of a unit from the rim of its province, where there is so much."""
APART = 118
"""Least distance of a name from the middle of the unit."""


def nudged(ground: Polygon, name: Rect, unit: Point) -> tuple[Point, Point]:
    """Return by how much a name should move and where the unit should stand instead.

    The name gets as far into its ground as it can; then steps are as small as possible. Nothing moves
    where no step helps.
    """
    units = _grid(ASIDE) + np.array(unit)
    room = shapely.distance(ground.boundary, shapely.points(units))
    least = min(float(EDGE), float(shapely.distance(ground.boundary, shapely.Point(unit))))
    units = units[(room >= least) & shapely.contains_xy(ground, units[:, 0], units[:, 1])]
    shifts = _grid(STEPS)
    boxes = shapely.box(
        name.left + shifts[:, 0],
        name.top + shifts[:, 1],
        name.right + shifts[:, 0],
        name.bottom + shifts[:, 1],
    )
    within = shapely.area(shapely.intersection(boxes, ground)) / shapely.area(boxes)
    gaps = shapely.distance(boxes[:, None], shapely.points(units)[None, :])
    walked = np.hypot(*shifts.T)[:, None] + np.hypot(*(units - np.array(unit)).T)[None, :]
    worth = np.where(gaps >= APART, within[:, None] - 0.0004 * walked, -np.inf)
    if not worth.size or not np.isfinite(worth.max()):
        return (0, 0), unit
    best, place = np.unravel_index(int(np.argmax(worth)), worth.shape)
    (dx, dy), (x, y) = shifts[best], units[place]
    return (round(float(dx)), round(float(dy))), (round(float(x)), round(float(y)))


def _grid(steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return all pairs of steps."""
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
