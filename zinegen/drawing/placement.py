"""Where things lie on a province: its name, its unit, the mark of its centre, fleets on its coasts.

The shape's own places are used wherever they still fit; for ground that has changed, and for what
nobody placed, a place is looked for. Widths come from the typeface the names are drawn in, so a place
that fits in the search fits in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon

from zinegen.board.board import Board, Province
from zinegen.drawing import lettering
from zinegen.drawing.geometry import Outline, Rect, make_polygons, to_point
from zinegen.drawing.placement_search import AIR, CLEAR, LEAST, SPREAD, grid_inside, search_places
from zinegen.drawing.scene import Typeface
from zinegen.drawing.symbols import CENTRE, MARK, UNIT
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import Lettering, Line, Places, Point, is_inside
from zinegen.languages.names import name_province
from zinegen.languages.texts import spoken_language

LETTERS = 0.9
"""How large letters are drawn, as a part of the size that the shape gives: our typeface runs wide."""
LEADING = 1.12
"""Distance of two base lines, as a part of the size."""
WITHIN, TIGHT = 0.985, 0.6
"""How much of a name must lie in its province: as a rule, and where there is little room."""
FRAME = 30
"""Least distance of a name from the left and right edge of the map."""
SNUG = 0.9
"""How much of it must lie there in any case once it has made the small step that helps."""


def letter_size(label: Lettering) -> int:
    """Return the size of a label's letters in tenths."""
    return round(label.size * LETTERS)


def cut_of(*, is_water: bool) -> Typeface:
    """Return the typeface of names: italic for water, roman for land."""
    return Typeface.ITALIC if is_water else Typeface.REGULAR


def spacing_of(size: int, *, is_water: bool) -> int:
    """Return the space between the letters of a name, in tenths."""
    return size // SPREAD if is_water else 0


def find_baselines(label: Lettering) -> tuple[Point, ...]:
    """Return the middle of the base line of each line of a label."""
    x, y = label.at
    size = letter_size(label)
    middle = (len(label.lines) - 1) / 2
    return tuple(
        (x, round(y + (place - middle) * size * LEADING + size * 0.34))
        for place in range(len(label.lines))
    )


def find_label_box(board: Board, face: ProvinceKey, label: Lettering) -> Rect:
    """Return the rectangle that a name covers."""
    return find_name_box(label, is_water=board.is_water(face))


def find_name_box(label: Lettering, *, is_water: bool) -> Rect:
    """Return the rectangle that a name covers in the cut and spacing for water or for land."""
    size = letter_size(label)
    cut, spacing = cut_of(is_water=is_water), spacing_of(size, is_water=is_water)
    wide = max(lettering.width(text, cut, size, spacing) for text in label.lines)
    lines = find_baselines(label)
    x, _ = label.at
    return Rect(
        x - wide / 2,
        lines[0][1] - size * 0.74,
        x + wide / 2,
        lines[-1][1] + size * 0.22,
    )


class _Islands:
    """Islands in the waters of a board, equal only to itself: to compare all lines would take too long."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.area = shapely.union_all([shapely.make_valid(Polygon(line)) for line in lines])


@dataclass(frozen=True, kw_only=True)
class _Ground:
    """A province in which places are looked for: all that they depend on."""

    province: Province
    is_water: bool
    is_sunk: bool
    rings: Outline
    islands: _Islands | None
    """Those that may lie in it, if it is water."""
    wide: int
    """The map's width."""
    given: Places | None
    """The shape's own places."""
    code: str
    """The language of its name."""

    @cached_property
    def area(self) -> Polygon:
        """Its ground."""
        area: Polygon = make_polygons([self.rings])[0]
        return area

    @cached_property
    def free(self) -> Polygon:
        """The area without the islands in it, on which no name should lie."""
        return _clear(self.area, self.islands.area) if self.islands else self.area

    def box(self, label: Lettering) -> Rect:
        """Return the rectangle that its name covers."""
        return find_name_box(label, is_water=self.is_water)


def find_places(
    board: Board, rings: Mapping[ProvinceKey, Outline], islands: tuple[Line, ...]
) -> Mapping[ProvinceKey, Places]:
    """Return the places of every province of an up-to-date board, given with its outlines and islands."""
    shape, shores = board.current_shape, _know_islands(islands)
    return {
        face: _find_all(
            _Ground(
                province=board[face],
                is_water=board.is_water(face),
                is_sunk=board.is_sunk(face),
                rings=outline,
                islands=shores if board.is_water(face) else None,
                wide=shape.width,
                given=shape.places.get(face),
                code=spoken_language().code,
            )
        )
        for face, outline in rings.items()
    }


_know_islands = lru_cache(maxsize=8)(_Islands)
"""Returns islands; those of the next board mostly are the same."""


def _clear(ground: Polygon, islands: shapely.Geometry) -> Polygon:
    """Return a water without the islands in it."""
    parts = shapely.get_parts(shapely.difference(ground, islands))
    return max((one for one in parts if isinstance(one, Polygon)), key=shapely.area, default=ground)


@lru_cache(maxsize=1024)  # of a dozen boards, of which one has most as the other
def _find_all(here: _Ground) -> Places:
    given = here.given
    if given is not None:
        label = replace(_translate(here, given.label), size=max(given.label.size, LEAST))
        given = replace(given, label=_in_case(here, label))
    kept = _keep(here, given)
    roomy = kept and _give_room(here, kept)
    if roomy is None or not (fits(here.area, roomy.unit) or _is_narrow(here)):
        roomy = _give_room(here, _find(here, given))
    given = roomy
    if not here.province.centre:
        return replace(given, centre=None)
    if given.centre is None or not _is_free(here, given, given.centre):
        return replace(given, centre=_find_centre(here, given))
    return given


def _translate(here: _Ground, label: Lettering) -> Lettering:
    """Return a name as the zine's language has it, in as many lines as it had if it has the words."""
    province = here.province
    name, words = name_province(province.name), name_province(province.name).split()
    if name == province.name or label.lines == (province.abbreviation,):
        return label
    if len(label.lines) < 2 or len(words) < 2:
        return replace(label, lines=(name,))
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return replace(label, lines=min(ways, key=lambda way: max(map(len, way))))


def _keep(here: _Ground, given: Places | None) -> Places | None:
    """Return the places of before, moved by a small step if need be, where they still fit."""
    if given is None:
        return None
    clear = _is_clear(here, given)
    if given.label.beside:
        return given if clear else None
    within = _share_within(here, given)
    if clear and within >= WITHIN:
        return given
    moved = _nudge(here, given)
    if clear and within >= TIGHT and given.label.size <= LEAST:
        return moved if _share_within(here, moved) >= SNUG else None
    room = here.box(moved.label).grow(AIR)
    return moved if _is_clear(here, moved) and _holds(here, room) else None


def _find(here: _Ground, old: Places | None) -> Places:
    """Return new places, near the old ones if there were any; on an island rather than with a short name."""
    province, water = here.province, here.is_water
    name, short = name_province(province.name), province.abbreviation

    def search(ground: Polygon) -> Places:
        return search_places(
            ground,
            name.upper() if here.is_sunk else name,
            short,
            cut_of(is_water=water),
            spaced=water,
            near=old.unit if old else None,
            largest=old.label.size * 6 // 5 if old else 160,
        )

    found = search(here.free)
    if water and found.label.lines == (short,):
        found = search(here.area)
    return _nudge_if_needed(here, replace(found, label=_in_case(here, found.label)))


def _nudge_if_needed(here: _Ground, given: Places) -> Places:
    """Return places whose name does not stick out of its province if a small step can help it."""
    if given.label.beside or _share_within(here, given) >= WITHIN:
        return given
    return _nudge(here, given)


def _nudge(here: _Ground, given: Places) -> Places:
    """Return places with the name moved by a small step, and the unit too if need be."""
    box = here.box(given.label)
    (dx, dy), unit = nudge_name(here.free, box, given.unit)
    x, y = given.label.at
    return replace(given, label=replace(given.label, at=(x + dx, y + dy)), unit=unit)


def _holds(here: _Ground, box: Rect) -> bool:
    """Tell whether all of a rectangle lies in a province."""
    return bool(shapely.contains(here.free, box.area))


def _share_within(here: _Ground, given: Places) -> float:
    """Return how much of a name lies in its province, from 0 to 1."""
    box = here.box(given.label)
    if _holds(here, box):
        return 1.0  # nearly always, and quicker to tell
    name = box.area
    return float(shapely.area(shapely.intersection(here.free, name)) / shapely.area(name))


def _in_case(here: _Ground, label: Lettering) -> Lettering:
    """Return a label in the case that says what the ground is now.

    An abbreviation is in capitals for water, capitalised for ground; a name that was given to land is
    in capitals while its ground is water.
    """
    if [line.lower() for line in label.lines] == [here.province.key.lower()]:
        return replace(label, lines=(here.province.abbreviation,))
    if here.is_sunk:
        return replace(label, lines=tuple(line.upper() for line in label.lines))
    return label


INSIDE = CENTRE - 15
"""Least distance of the mark of a centre from the rim of its ground, where there is so much room."""


def _is_free(here: _Ground, given: Places, at: Point) -> bool:
    """Tell whether the mark of a centre is on its ground, and neither on the name nor under the unit."""
    box = here.box(given.label)
    near = min(box.distance(at) - CENTRE * 0.9, math.dist(at, given.unit) - UNIT - 25)
    return near >= 0 and _is_well_inside(here, at)


def _is_well_inside(here: _Ground, at: Point) -> bool:
    """Tell whether the mark of a centre lies on its ground and hardly over the rim."""
    rim = shapely.boundary(here.area)
    inside = is_inside(here.rings, at)
    return inside and bool(shapely.distance(rim, shapely.Point(at)) >= INSIDE)


FIT = 133
"""What a counter needs round its middle, so that it covers no other province."""
STEP = 40


def fits(ground: Polygon, at: Point) -> bool:
    """Tell whether a counter at a point inside a province is no wider than its ground."""
    return bool(shapely.distance(ground.boundary, shapely.Point(at)) >= FIT)


def _is_narrow(here: _Ground) -> bool:
    """Tell whether a province is nowhere as wide as a counter."""
    widest = shapely.maximum_inscribed_circle(here.area, tolerance=5)
    return bool(widest.length <= FIT)


def _give_room(here: _Ground, given: Places) -> Places:
    """Return places whose unit is no wider than its ground; the least step that keeps off the name."""
    if fits(here.area, given.unit):
        return given
    ground = here.area
    box = here.box(given.label)
    inner = shapely.buffer(ground, -FIT - 1)
    left, top, right, bottom = inner.bounds if not inner.is_empty else (0, 0, 0, 0)
    grid = grid_inside(inner, np.arange(left, right, STEP), np.arange(top, bottom, STEP))
    points = [*shapely.get_coordinates(inner), *grid]
    free = [(round(x), round(y)) for x, y in points if box.distance((x, y)) >= UNIT * 0.9]
    if not free:
        return given
    return replace(given, unit=min(free, key=lambda at: math.dist(at, given.unit)))


def _is_clear(here: _Ground, given: Places) -> bool:
    """Tell whether unit and name lie in their province, neither on the other nor at the map's edge."""
    rings = here.rings
    if not is_inside(rings, given.unit):
        return False
    if not given.label.beside and not is_inside(rings, given.label.at):
        return False
    rim = shapely.boundary(here.area)
    if shapely.distance(rim, shapely.Point(given.unit)) < 95:
        return False
    box = here.box(given.label)
    return box.distance(given.unit) >= CLEAR and FRAME <= box.left < box.right <= here.wide - FRAME


def _find_centre(here: _Ground, given: Places) -> Point:
    """Return a place for the mark of a centre: beside the unit, or the name, or under the unit."""
    box = here.box(given.label)
    x, y = given.unit
    beside = UNIT + CENTRE + 25
    sides = [
        (x - beside, y),
        (x + beside, y),
        (round(box.left) - CENTRE - 45, given.label.at[1]),
        (round(box.right) + CENTRE + 45, given.label.at[1]),
        (x, y + beside),
        (x, y - beside),
    ]
    free = [
        at
        for at in sides
        if _is_well_inside(here, at)
        and box.distance(at) >= CENTRE + 5
        and math.dist(at, given.unit) >= UNIT
    ]
    ground = here.area
    if free:
        return max(
            free, key=lambda at: min(CENTRE + 10, ground.boundary.distance(shapely.Point(at)))
        )
    return max(
        [*list_inner_points(ground, (CENTRE + 10, INSIDE)), given.unit],
        key=lambda at: min(box.distance(at) - CENTRE, math.dist(at, given.unit) - UNIT - CENTRE, 0),
    )


def list_inner_points(ground: Polygon, insets: Sequence[int]) -> Iterator[Point]:
    """Yield points along the rim of a province, so far inside it."""
    for far in insets:
        for part in shapely.get_parts(shapely.buffer(ground, -far)):
            if isinstance(part, Polygon) and not part.is_empty:
                points = shapely.get_coordinates(shapely.segmentize(part.exterior, 60))
                yield from ((x, y) for x, y in np.rint(points).astype(int).tolist())


STEPS = np.arange(-80, 81, 20)
"""How far the name may go to each side, in tenths."""
ASIDE = np.arange(-60, 61, 20)
"""How far the unit may go."""
EDGE = 115
"""Least distance of the middle of a unit from the rim of its province, where there is so much."""


def nudge_name(ground: Polygon, name: Rect, unit: Point) -> tuple[Point, Point]:
    """Return by how much a name should move and where the unit should stand instead.

    The name gets as far into its ground as it can; then steps are as small as possible. Nothing moves
    where no step helps.
    """
    units = _grid(ASIDE) + np.array(unit)
    room = shapely.distance(ground.boundary, shapely.points(units))
    least = min(float(EDGE), float(shapely.distance(ground.boundary, shapely.Point(unit))))
    units = units[(room >= least) & shapely.contains_xy(ground, units[:, 0], units[:, 1])]
    shifts = _grid(STEPS)
    left, top, right, bottom = np.array(name.sides)[:, None] + shifts.T[[0, 1, 0, 1]]
    boxes = shapely.box(left, top, right, bottom)
    within = shapely.area(shapely.intersection(boxes, ground)) / shapely.area(boxes)
    x, y = units.T
    across = np.maximum(np.maximum(left[:, None] - x, x - right[:, None]), 0)
    down = np.maximum(np.maximum(top[:, None] - y, y - bottom[:, None]), 0)
    gaps = np.hypot(across, down)
    walked = np.hypot(*shifts.T)[:, None] + np.hypot(*(units - np.array(unit)).T)[None, :]
    worth = np.where(gaps >= CLEAR, within[:, None] - 0.0004 * walked, -np.inf)
    if not worth.size or not np.isfinite(worth.max()):
        return (0, 0), unit
    best, place = np.unravel_index(int(np.argmax(worth)), worth.shape)
    return to_point(shifts[best]), to_point(units[place])


def _grid(steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return all pairs of steps."""
    return np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)


NEAR = (0, 190, 260, 340, 430, 540)
"""How far a mark may stand from its place."""
TURNS = 16


def place_marks(
    anchors: Sequence[Point],
    *,
    names: Sequence[Rect],
    units: Sequence[Point],
    centres: Sequence[Point],
    window: Rect,
) -> tuple[Point, ...]:
    """Return a point for a mark beside each place, so that marks cover as little as can be."""
    edges = [(one.left, one.top, one.right, one.bottom) for one in names]
    lots = (
        (edges, MARK + 25, 2),
        ([at * 2 for at in units], MARK + UNIT + 20, 4),
        ([at * 2 for at in centres], MARK + CENTRE + 85, 2),
        ([at * 2 for at in anchors], MARK, 2),
    )
    crowd = [(*box, room, weight) for boxes, room, weight in lots for box in boxes]
    rows = np.zeros((len(crowd) + len(anchors), 6))
    rows[: len(crowd)] = crowd
    found: list[Point] = []
    for anchor in anchors:
        spots = _candidates(anchor)
        costs = _rate_spots(np.array(spots), rows[: len(crowd) + len(found)], window)
        found.append(spots[int(np.argmin(np.round(costs, 9)))])
        rows[len(crowd) + len(found) - 1] = (*found[-1] * 2, 2 * MARK + 40, 8)
    return tuple(found)


def _rate_spots(
    spots: npt.NDArray[np.int64], crowd: npt.NDArray[np.float64], window: Rect
) -> npt.NDArray[np.float64]:
    """Return how bad each point is for a mark; the first is the place itself.

    ``crowd`` is what it should keep off: left, top, right and bottom, how far, and how much that matters.
    """
    away = np.hypot(*(spots - spots[0]).T)
    middle = np.tile(spots[0], 2)
    reach = away.max() + crowd[:, 4:5]
    near = np.all((crowd[:, :4] - middle) * (1, 1, -1, -1) < reach, axis=1)
    left, top, right, bottom, room, weight = crowd[near].T
    x, y = spots.T[:, :, None]
    across = np.maximum(np.maximum(left - x, x - right), 0)
    down = np.maximum(np.maximum(top - y, y - bottom), 0)
    harm = np.maximum(room - np.hypot(across, down), 0) @ weight
    x, y = spots.T
    inside = np.min([x - window.left, window.right - x, y - window.top, window.bottom - y], axis=0)
    rated: npt.NDArray[np.float64] = (
        harm + 0.25 * away + 60 * (away == 0) + 1000 * (inside < MARK + 20)
    )
    return rated


def _candidates(anchor: Point) -> list[Point]:
    x, y = anchor
    return [
        (
            round(x + far * math.cos(math.tau * turn / TURNS)),
            round(y + far * math.sin(math.tau * turn / TURNS)),
        )
        for far in NEAR
        for turn in range(TURNS if far else 1)
    ]
