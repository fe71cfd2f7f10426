"""Finding a place for a province's name, its unit and its centre mark.

Every way to set the name is tried at many places: the unit's disc goes below the name or above it,
the centre mark beside either. Each try has a price, in about drawing units of displeasure: far from
the middle, small letters, a name in two lines, a name reaching over the coast, a unit or a mark too
near a border. The cheapest wins.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon

from tools.map_pipeline.lettering import Setting, settings
from tools.map_pipeline.projection import XY, Floats
from tools.map_pipeline.raster import (
    Counts,
    Extent,
    Mask,
    Rectangles,
    Window,
    clearance,
    distance_to,
    distance_to_rectangle,
    extent_of,
    mask_of,
)

UNIT = 12.5
"""Radius of a unit's disc in drawing units."""

CENTRE = 6.5
"""Radius of a centre mark with its halo."""

_BEST_UNIT = (UNIT + 6) / 2
"""What the best place for a unit takes off the price."""

_REACH = 150
"""How far from its name a unit may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where things may be put in a province; pictures of it, one pixel a drawing unit.

    ``inside`` is where unit and mark may be, ``clear`` its clearance; ``writable`` where letters
    may be, on land a little of the sea as well. ``eye`` is the visual middle (column, row).
    """

    extent: Extent
    inside: Mask
    clear: Floats
    writable: Mask
    eye: XY
    area: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The places found, drawing units: middle of the name, of the unit, of the centre mark."""

    price: float
    setting: Setting
    label: XY
    unit: XY
    centre: XY | None


@dataclass(frozen=True, slots=True)
class _Name:
    """A way to set the name at a place: the middle (column, row), box, and distance from the eye."""

    setting: Setting
    x: float
    y: float
    width: float
    height: float
    top: int
    left: int
    from_eye: float
    over_coast: int


def make_room(
    polygon: Polygon, avoid: Sequence[Polygon], coastal: Sequence[Polygon] | None
) -> Room:
    """Picture a province without what must stay free in it.

    Args:
        polygon: where unit and mark may be.
        avoid: islands in a sea, lakes on land.
        coastal: the province and all seas, over which a name on land may reach a little; None at
            sea.
    """
    extent = extent_of(polygon, 2 if coastal is None else 12)
    inside = mask_of([polygon], extent)
    inside &= ~_any_of(avoid, extent)
    area = int(inside.sum())
    clear = clearance(inside)
    rows, columns = np.nonzero(inside)
    pole_row, pole_column = np.unravel_index(int(clear.argmax()), clear.shape)
    eye = (
        0.6 * float(pole_column) + 0.4 * float(columns.mean()),
        0.6 * float(pole_row) + 0.4 * float(rows.mean()),
    )
    writable = inside
    if coastal is not None:
        overhang = 9 if area < 8000 else 5
        writable = (distance_to(inside) <= overhang) & _any_of(coastal, extent)
    return Room(extent=extent, inside=inside, clear=clear, writable=writable, eye=eye, area=area)


def _any_of(polygons: Sequence[Polygon], extent: Extent) -> Mask:
    """Return the pixels that lie in at least one of the polygons."""
    frame = shapely.box(*extent)
    out = np.zeros(extent.shape, dtype=np.bool_)
    for polygon in polygons:
        if polygon.envelope.intersects(frame):
            out |= mask_of([polygon], extent)
    return out


def place(
    room: Room, name: str, abbreviation: str, *, is_sea: bool, has_centre: bool
) -> Placement | None:
    """Return the cheapest placement; None where not even the abbreviation has room."""
    ways = settings(name, abbreviation, room.area, is_sea=is_sea)
    rooms = (Rectangles(room.writable), Rectangles(room.inside))
    best: Placement | None = None
    for setting in ways:
        short = setting.lines == (abbreviation,)
        fixed = (ways[0].size - setting.size) * 2.2 + (14 if short else 0)
        fixed += 5 if not is_sea and len(setting.lines) > 1 else 0
        for named in _names(room, rooms, setting):
            before = fixed + _price_of_name(room, named)
            if best is not None and before - _BEST_UNIT >= best.price:
                continue
            found = _priced(room, named, before, has_centre=has_centre)
            if best is None or found.price < best.price:
                best = found
        if best is not None and best.price < -2 and setting.size <= best.setting.size - 2:
            break
    return best


def _names(room: Room, rooms: tuple[Rectangles, Rectangles], setting: Setting) -> Iterator[_Name]:
    """Yield places for a name, from near the eye outwards, ever sparser."""
    width, height = setting.width + 3, setting.height + 1
    margin = 3 if len(setting.lines[0]) > 3 or setting.is_sea else 2
    across, down = math.ceil(width + 2 * margin), math.ceil(height + 2 * margin)
    rows, columns = room.inside.shape
    if down >= rows or across >= columns:
        return
    held = rooms[0].everywhere(down, across)
    on_ground: Counts = rooms[1].everywhere(down, across)
    tops, lefts = np.nonzero(held == down * across)
    if not len(tops):
        return
    from_eye = np.hypot(lefts + across / 2 - room.eye[0], tops + down / 2 - room.eye[1])
    order = np.argsort(from_eye, kind="stable")
    tries = 60 if room.area < 20000 else 40
    chosen = np.unique(np.linspace(0, min(len(order) - 1, 1500), tries).astype(int))
    for i in order[chosen].tolist():
        top, left = int(tops[i]), int(lefts[i])
        yield _Name(
            setting,
            left + across / 2,
            top + down / 2,
            width,
            height,
            top + margin - 1,
            left + margin - 1,
            float(from_eye[i]),
            down * across - int(on_ground[top, left]),
        )


def _price_of_name(room: Room, name: _Name) -> float:
    """Price a name for reaching over the coast, and for being far from the eye."""
    far = name.from_eye * (0.25 if room.area < 30000 else 0.12)
    return name.over_coast * 0.024 + far


def _priced(room: Room, name: _Name, before: float, *, has_centre: bool) -> Placement:
    """Find the best unit and centre mark for a name; ``before`` is what the name costs."""
    rows, columns = room.inside.shape
    x, y = int(name.x), int(name.y)
    window = Window(
        max(0, x - _REACH), max(0, y - _REACH), min(columns, x + _REACH), min(rows, y + _REACH)
    )
    bottom, right = name.top + int(name.height) + 2, name.left + int(name.width) + 2
    off_name = distance_to_rectangle(window, name.top, name.left, bottom, right)
    clear = np.minimum(room.clear[window.top : window.bottom, window.left : window.right], off_name)
    at_row, at_column = np.mgrid[window.top : window.bottom, window.left : window.right]
    unit_price, unit = _cheapest(_unit_prices(name, clear, at_column, at_row), window)
    price = before + unit_price
    centre: XY | None = None
    if has_centre:
        prices = _centre_prices(name, unit, clear, at_column, at_row)
        centre_price, (column, row) = _cheapest(prices, window)
        price += centre_price
        centre = (column + room.extent.left + 0.5, row + room.extent.top + 0.5)
    return Placement(
        price=price,
        setting=name.setting,
        label=(name.x + room.extent.left, name.y + room.extent.top),
        unit=(unit[0] + room.extent.left + 0.5, unit[1] + room.extent.top + 0.5),
        centre=centre,
    )


def _unit_prices(name: _Name, clear: Floats, columns: Counts, rows: Counts) -> Floats:
    """Price every pixel for the unit: below the name if possible, else above; well inside."""
    away = name.height / 2 + UNIT + 3
    below = np.hypot(columns - name.x, rows - (name.y + away))
    above = np.hypot(columns - name.x, rows - (name.y - away)) + 6
    tight = np.maximum(0, UNIT + 2 - clear) * 9
    return np.asarray(np.minimum(below, above) * 0.5 + tight - np.minimum(clear, UNIT + 6) / 2)


def _centre_prices(
    name: _Name, unit: tuple[int, int], clear: Floats, columns: Counts, rows: Counts
) -> Floats:
    """Price every pixel for the centre mark: beside the name, or else beside the unit."""
    free = np.minimum(clear, np.hypot(columns - unit[0], rows - unit[1]) - UNIT)
    beside = [
        np.hypot(columns - x, rows - y)
        for x, y in (
            (name.x - name.width / 2 - 8, name.y),
            (name.x + name.width / 2 + 8, name.y),
            (unit[0] - UNIT - 10, unit[1]),
            (unit[0] + UNIT + 10, unit[1]),
        )
    ]
    nearest = np.minimum.reduce(beside)
    return np.asarray(nearest * 0.35 + np.maximum(0, CENTRE + 1.5 - free) * 9)


def _cheapest(prices: Floats, window: Window) -> tuple[float, tuple[int, int]]:
    """Return the least price and its pixel (column, row) in the whole picture."""
    row, column = np.unravel_index(int(prices.argmin()), prices.shape)
    at = (int(column) + window.left, int(row) + window.top)
    return float(prices[row, column]), at
