"""Which province each of many points lies in, told fast: the map is cut into rows once a board.

In the middle of each row the borders are crossed from left to right; a point lies in the province to
the right of the last crossing before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zinegen.drawing.drawn_map import DrawnMap, cache_on_map
from zinegen.geometry.mesh import ProvinceKey

Array = npt.NDArray[np.float64]

ROW = 20
"""Height of a row, in tenths: so exact is the answer."""
WIDE = 1e6
"""More than any map is wide."""


@dataclass(frozen=True, slots=True, eq=False)
class PointLocation:
    """The crossings of a board's borders with the middles of all rows."""

    numbers: dict[ProvinceKey, int]
    """A number for every province."""
    crossings: Array
    """Rows and places in them in one ascending number."""
    right_of: npt.NDArray[np.int64]
    """The number of the province to the right of each crossing."""

    def find_provinces(self, points: Array) -> npt.NDArray[np.int64]:
        """Return the numbers of the provinces that points, each x and y, lie in."""
        where = np.floor(points[..., 1] / ROW) * WIDE + points[..., 0]
        before = np.searchsorted(self.crossings, where) - 1
        return self.right_of[before]


@cache_on_map
def locate_points(drawn: DrawnMap) -> PointLocation:
    """Return the location of points on an up-to-date board."""
    board = drawn.board
    numbers = {face: number for number, face in enumerate(sorted(board.mesh.rings))}
    lines = board.current_shape.lines
    courses = [np.array(line, dtype=np.float64) for line in lines.values()]
    starts, ends = (np.vstack([one[part] for one in courses]) for part in (np.s_[:-1], np.s_[1:]))
    sides = np.array([[numbers[face] for face in board.mesh.sides(border)] for border in lines])
    sides = np.repeat(sides, [len(one) - 1 for one in courses], axis=0)
    right = np.where(starts[:, 1] < ends[:, 1], sides[:, 1], sides[:, 0])
    low = np.ceil(np.minimum(starts[:, 1], ends[:, 1]) / ROW - 0.5).astype(np.int64)
    high = np.ceil(np.maximum(starts[:, 1], ends[:, 1]) / ROW - 0.5).astype(np.int64)
    which = np.repeat(np.arange(len(starts)), high - low)
    rows = np.arange(len(which)) - np.repeat(np.cumsum(high - low) - (high - low), high - low)
    rows += low[which]
    (x, y), (dx, dy) = starts[which].T, (ends - starts)[which].T
    crossings = rows * WIDE + x + ((rows + 0.5) * ROW - y) * dx / dy
    order = np.argsort(crossings, kind="stable")
    return PointLocation(numbers=numbers, crossings=crossings[order], right_of=right[which][order])
