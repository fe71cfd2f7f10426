"""The search for a place: a name, as large as fits, with room for a unit beside it.

Candidates for the middle of the name lie on a grid; a rectangle of the name's size must lie in the
ground, and the disc of a unit above, below or beside it. The largest name that finds a place wins,
then the abbreviation, then whatever room there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.drawing import lettering
from zinegen.drawing.geometry import to_point
from zinegen.drawing.scene import Typeface
from zinegen.geometry.shape import Lettering, Places, Point

Array = npt.NDArray[np.float64]

LEAST = 108
"""The least size of a name in tenths: its letters are seven pixels high where the map is 1200 wide."""
SIZES = (220, 190, 160, 140, 120, LEAST)
"""Sizes of names, largest first, in tenths."""
SPREAD = 20
"""The space between letters, where there is any, as the part of their size that it is."""
SMALLEST = 110
"""The size of an abbreviation."""
CLEAR = 134
"""Least distance of a name from the middle of a unit."""
MIDDLING = 140
"""Names of this size or less may come as near to the rim, left and right, as..."""
AIR, WIDE_AIR = 12, 45
"""...the first of these; larger ones, which would look cramped there, as the second."""
ROOM = 135
"""What a unit's disc needs round its middle."""
STEPS = 22
"""Candidates across the larger side of a province."""
DRAWN = 0.9
"""How large letters are drawn, as a part of their size (see `placing.LETTERS`)."""


def search_places(
    ground: Polygon,
    name: str,
    short: str,
    cut: Typeface,
    *,
    spaced: bool = False,
    near: Point | None = None,
    largest: int = 220,
) -> Places:
    """Return places for a name and a unit in some ground.

    ``spaced`` tells that there is space between the letters. ``near`` is where the unit stood before;
    places close to it are preferred, so that things do not jump about the map without need; ``largest``
    is the size that the name must not exceed.
    """

    def width(text: str, size: int) -> float:
        return lettering.width(text, cut, size, size // SPREAD if spaced else 0)

    shapely.prepare(ground)
    grid, room = _candidates(ground)
    for lines, size in _list_layouts(name, short, largest):
        wide = max(width(text, round(size * DRAWN)) for text in lines)
        found = _find_best(ground, grid, room, (lines, size, wide), near)
        if found is not None:
            return found
    return _squeeze_in(ground, short, width)


def _candidates(ground: Polygon) -> tuple[Array, Array]:
    """Return points of a grid inside the ground, and how far each is from its rim."""
    left, top, right, bottom = ground.bounds
    step = max(30.0, max(right - left, bottom - top) / STEPS)
    xs = np.arange(left + step / 2, right, step)
    ys = np.arange(top + step / 2, bottom, step)
    grid = grid_inside(ground, xs, ys)
    room: Array = np.asarray(shapely.distance(ground.boundary, shapely.points(grid)))
    return grid, room


def grid_inside(ground: BaseGeometry, xs: Array, ys: Array) -> Array:
    """Return the points of a grid that lie inside the ground."""
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    found: Array = grid[shapely.contains_xy(ground, grid[:, 0], grid[:, 1])]
    return found


def _list_layouts(name: str, short: str, largest: int) -> Iterator[tuple[tuple[str, ...], int]]:
    words = name.split()
    for size in (size for size in SIZES if size <= max(largest, SIZES[-1])):
        yield (name,), size
        for count in (2, 3):
            for cuts in combinations(range(1, len(words)), count - 1):
                ends = (0, *cuts, len(words))
                yield (
                    tuple(" ".join(words[a:b]) for a, b in pairwise(ends)),
                    size,
                )
    yield (short,), SMALLEST


def _find_best(
    ground: Polygon,
    grid: Array,
    room: Array,
    layout: tuple[tuple[str, ...], int, float],
    near: Point | None,
) -> Places | None:
    lines, size, width = layout
    wide = width / 2 + (WIDE_AIR if size > MIDDLING else AIR)
    high = (0.5 + 0.56 * (len(lines) - 1)) * size * DRAWN + 14
    fits = grid[room >= min(high, wide)]
    if not len(fits):
        return None
    boxes = shapely.box(fits[:, 0] - wide, fits[:, 1] - high, fits[:, 0] + wide, fits[:, 1] + high)
    fits = fits[shapely.contains(ground, boxes)]
    away = ((0, high + ROOM), (0, -high - ROOM), (wide + ROOM, 0), (-wide - ROOM, 0))
    best: tuple[float, Array, Array] | None = None
    for turn, step in enumerate(away):
        units = fits + np.array(step)
        within = shapely.contains_xy(ground, units[:, 0], units[:, 1])
        names, units = fits[within], units[within]
        clear = shapely.distance(ground.boundary, shapely.points(units))
        names, units, clear = names[clear >= ROOM], units[clear >= ROOM], clear[clear >= ROOM]
        if not len(names):
            continue
        value = np.minimum(clear, 3 * ROOM) - 40 * turn
        middle = np.array(near or (ground.centroid.x, ground.centroid.y))
        value -= 0.35 * np.hypot(*(units - middle).T)
        place = int(np.argmax(value))
        if best is None or value[place] > best[0]:
            best = (float(value[place]), names[place], units[place])
    if best is None:
        return None
    return Places(
        label=Lettering(at=to_point(best[1]), size=size, lines=lines), unit=to_point(best[2])
    )


def _squeeze_in(ground: Polygon, short: str, width: Callable[[str, int], float]) -> Places:
    """Return places where there is little room: the unit in the widest part, the abbreviation beside it.

    Where it does not fit at all it sticks out as little as can be.
    """
    circle = shapely.maximum_inscribed_circle(ground, tolerance=5)
    unit = np.array(circle.coords[0])
    high, wide = SMALLEST * DRAWN / 2, width(short, round(SMALLEST * DRAWN)) / 2
    middles = np.vstack([_list_around(unit, wide, high), _list_inside(ground)])
    gap = np.hypot(*np.maximum(np.abs(middles - unit) - (wide, high), 0).T)
    middles, gap = middles[gap >= CLEAR], gap[gap >= CLEAR]
    boxes = shapely.box(
        middles[:, 0] - wide, middles[:, 1] - high, middles[:, 0] + wide, middles[:, 1] + high
    )
    out = shapely.area(shapely.difference(boxes, ground)) / (4 * wide * high)
    at = middles[int(np.argmin(out + 0.0002 * gap))]
    label = Lettering(at=to_point(at), size=SMALLEST, lines=(short,))
    return Places(label=label, unit=to_point(unit))


def _list_around(unit: Array, wide: float, high: float) -> Array:
    """Return the middles of names above, below and beside a unit."""
    steps = ((0, -ROOM - high), (0, ROOM + high), (ROOM + wide, 0), (-ROOM - wide, 0))
    found: Array = unit + np.array(steps)
    return found


def _list_inside(ground: Polygon) -> Array:
    """Return points of a fine grid inside the ground."""
    left, top, right, bottom = ground.bounds
    step = max(25.0, max(right - left, bottom - top) / (2 * STEPS))
    return grid_inside(ground, np.arange(left, right, step), np.arange(top, bottom, step))
