"""Provinces as strangers draw them made a map without gaps: every two share their border to the point.

Drawn outlines overlap a little, leave slits, meet four at a point. What is smaller than the gap that is
allowed is mended; what is larger is a flaw, with its place, and left to whoever drew it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.errors import MapError
from zinegen.geometry.lines import CellLine, Spot, lines_between
from zinegen.geometry.pieces import largest, polygons_of
from zinegen.geometry.shape import OUTSIDE, TENTHS

XY = tuple[float, float]
Pair = frozenset[str]
"""Two provinces, or one that is to stay in one piece."""

GRID = 1 / TENTHS
"""Points of a finished map are whole tenths of a drawing unit."""
TOLERANCE = 0.5
"""What may be left out of a stranger's lines, in drawing units."""
SHORTEST = 10.0
"""Borders that are shorter are made longer; a drawing must keep eight."""
SPECK = 40.0
"""Smaller pieces of ground are no islands, in drawing units squared."""
ISLET = 0.5
"""The largest second piece that is taken for an islet, as a part of the first."""
REACHES = (8.0, 11.0, 15.0, 20.0, 26.0)
"""How far round a point the ground is dealt anew, from try to try."""


class OutlineFault(StrEnum):
    """What can be wrong with outlines."""

    OVERLAP = "overlap"
    GAP = "gap"
    ISLAND = "island"
    SEED = "seed"
    PIECES = "pieces"
    CORNER = "corner"
    SHORT = "short"
    SMALL = "small"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing that is wrong with the outlines, and where."""

    fault: OutlineFault
    at: XY
    """In drawing units."""
    names: tuple[str, ...]
    """The provinces it is about, those that meet at a corner in their order round it."""
    size: float = 0.0
    """Width or length, in drawing units."""

    @property
    def is_grave(self) -> bool:
        """Tell whether no map can be made before it is mended."""
        return self.fault not in {OutlineFault.SMALL, OutlineFault.ISLAND}


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Provinces without gap and overlap, and what lies in them."""

    grounds: Mapping[str, Polygon]
    islets: tuple[Polygon, ...] = ()
    """Ground of provinces away from them: it is drawn, and belongs to what lies round it."""
    holes: tuple[tuple[str, Polygon], ...] = ()
    """Ground within one province that was drawn as none."""
    flaws: tuple[Flaw, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineFacts:
    """What whoever drew the outlines says of them."""

    gap: float
    """Slits and overlaps up to this width are mended, in drawing units."""
    size: XY
    """Width and height of the map."""
    seeds: Mapping[str, XY] = field(default_factory=dict)
    """A point in each province that has no outline: it gets the ground round it that nobody drew."""
    waters: frozenset[str] = frozenset()
    corners: frozenset[Pair] = frozenset()
    """Which provinces touch where four meet at a point."""


def cover(shapes: Mapping[str, BaseGeometry], plan: OutlineFacts) -> Coverage:
    """Return provinces that fill the map, made of their outlines, with what could not be mended.

    Raises MapError when the outlines are such that nothing can be made of them.
    """
    try:
        return _cover(shapes, plan)
    except shapely.errors.GEOSException as error:
        what = str(error).removeprefix("TopologyException: ")
        raise MapError(f"the outlines cannot be laid over each other: {what}") from None


def _cover(shapes: Mapping[str, BaseGeometry], plan: OutlineFacts) -> Coverage:
    flaws = list(_find_overlaps(shapes, plan.gap))
    clean = clean_coverage(shapes, plan.gap)
    found: dict[str, Polygon] = {}
    islets: list[Polygon] = []
    for name, ground in clean.items():
        pieces = sorted(polygons_of(ground), key=lambda piece: piece.area, reverse=True)
        found[name] = pieces[0]
        for piece in pieces[1:]:
            if piece.area > ISLET * pieces[0].area:
                at = piece.representative_point()
                flaws.append(Flaw(fault=OutlineFault.PIECES, at=(at.x, at.y), names=(name,)))
            if piece.area > SPECK:
                islets.append(piece)
    found, holes, gaps = _deal_rest(found, plan, islets)
    flaws += gaps
    if not any(flaw.is_grave for flaw in flaws):
        found, more = _part_corners(found, plan)
        flaws += more
    if not any(flaw.is_grave for flaw in flaws):
        found = _round_or_keep(found)
    return Coverage(grounds=found, islets=tuple(islets), holes=tuple(holes), flaws=tuple(flaws))


def clean_coverage(shapes: Mapping[str, BaseGeometry], gap: float) -> dict[str, BaseGeometry]:
    """Return outlines that share their lines; slits and overlaps go to the longest neighbour.

    Raises MapError when nothing is left of one of them.
    """
    given = [shapely.MultiPolygon(polygons_of(shape)) for shape in shapes.values()]
    cleaned = shapely.coverage_clean(given, gap_width=gap)  # type: ignore[attr-defined]  # newer than its stubs
    found = dict(zip(shapes, cleaned, strict=True))
    for name, ground in found.items():
        if not polygons_of(ground):
            raise MapError(f"nothing is left of {name}: it lies wholly under others")
    return found


def _find_overlaps(shapes: Mapping[str, BaseGeometry], gap: float) -> Iterator[Flaw]:
    names, grounds = [*shapes], [*shapes.values()]
    tree = shapely.STRtree(grounds)
    for one, other in sorted(zip(*tree.query(grounds, "overlaps").tolist(), strict=True)):
        if one < other:
            both = shapely.intersection(grounds[one], grounds[other])
            yield from _flaws_of(OutlineFault.OVERLAP, both, gap, (names[one], names[other]))
    for one, other in sorted(zip(*tree.query(grounds, "contains_properly").tolist(), strict=True)):
        yield from _flaws_of(OutlineFault.OVERLAP, grounds[other], gap, (names[one], names[other]))


def _flaws_of(
    fault: OutlineFault, area: BaseGeometry, gap: float, names: tuple[str, ...]
) -> Iterator[Flaw]:
    """Yield a flaw where an area is wider than is mended."""
    for piece in polygons_of(area):
        if not shapely.buffer(piece, -gap / 2).is_empty:
            circle = shapely.maximum_inscribed_circle(piece, tolerance=0.5)
            x, y = circle.coords[0]
            yield Flaw(fault=fault, at=(x, y), names=names, size=2 * circle.length)


def _deal_rest(
    found: Mapping[str, Polygon], plan: OutlineFacts, islets: Sequence[Polygon]
) -> tuple[dict[str, Polygon], list[tuple[str, Polygon]], list[Flaw]]:
    """Give the ground that nobody drew to provinces: to one without outline, or to what lies round it."""
    frame = shapely.box(0, 0, *plan.size)
    rest = polygons_of(shapely.difference(frame, shapely.union_all([*found.values()])))
    given: dict[str, list[Polygon]] = {}
    holes: list[tuple[str, Polygon]] = []
    flaws: list[Flaw] = []
    for piece in _cut_tails(rest, plan.gap):
        seeded = [name for name, at in plan.seeds.items() if piece.covers(Point(at))]
        beside = _measure_borders(piece, found)
        islet = next((one for one in islets if piece.contains(one.representative_point())), None)
        if seeded:
            given.setdefault(seeded[0], []).append(piece)
            flaws += (
                Flaw(fault=OutlineFault.OVERLAP, at=plan.seeds[name], names=(seeded[0], name))
                for name in seeded[1:]
            )
        elif beside and islet:
            given.setdefault(max(sorted(beside), key=beside.__getitem__), []).append(piece)
        elif beside and shapely.buffer(piece, -plan.gap / 2).is_empty:
            for name, part in _share(piece, {name: found[name] for name in sorted(beside)}):
                given.setdefault(name, []).append(part)
        elif (len(beside) == 1 or plan.waters.issuperset(beside)) and not piece.intersects(
            frame.exterior
        ):
            name = max(sorted(beside), key=beside.__getitem__)
            given.setdefault(name, []).append(piece)
            holes.append((name, piece))
            if len(beside) > 1:
                spot, names = piece.representative_point(), tuple(sorted(beside))
                flaws.append(Flaw(fault=OutlineFault.ISLAND, at=(spot.x, spot.y), names=names))
        else:
            flaws += _flaws_of(OutlineFault.GAP, piece, 0, tuple(sorted(beside)))
    for name, at in plan.seeds.items():
        if name not in given:
            flaws.append(Flaw(fault=OutlineFault.SEED, at=at, names=(name,)))
    whole = dict(found)
    for name, pieces in given.items():
        parts = [*pieces, whole[name]] if name in whole else pieces
        whole[name] = largest(shapely.union_all(parts))
    return whole, holes, flaws


def _cut_tails(pieces: Iterable[Polygon], gap: float) -> list[Polygon]:
    """Return pieces of ground, the strips that hang on wider ones cut off, from left to right."""
    found: list[Polygon] = []
    for piece in pieces:
        wide = shapely.buffer(shapely.buffer(piece, -gap / 2), gap * 0.55, join_style="mitre")
        core = shapely.intersection(piece, wide)
        found += [*polygons_of(core), *polygons_of(shapely.difference(piece, core))]
    return sorted(found, key=lambda one: one.bounds)


def _share(piece: Polygon, beside: Mapping[str, Polygon]) -> Iterator[tuple[str, Polygon]]:
    """Yield the parts of a strip of ground, each with the province it is nearest to."""
    near: dict[XY, str] = {}
    for name, ground in beside.items():
        shared = shapely.segmentize(shapely.intersection(piece, ground), 2.0)
        for x, y in shapely.get_coordinates(shared).tolist():
            near.setdefault((round(x, 1), round(y, 1)), name)
    cells = shapely.voronoi_polygons(
        shapely.MultiPoint([*near]), extend_to=shapely.envelope(piece), ordered=True
    )
    for name in beside:
        own = [
            shapely.intersection(piece, cell)
            for cell, owner in zip(cells.geoms, near.values(), strict=True)
            if owner == name
        ]
        for part in polygons_of(shapely.union_all(own)):
            yield name, part


def _measure_borders(piece: Polygon, grounds: Mapping[str, Polygon]) -> dict[str, float]:
    """Return how long a piece of ground borders on each province that it touches."""
    lengths = {
        name: float(shapely.intersection(piece, ground).length)
        for name, ground in grounds.items()
        if piece.intersects(ground)
    }
    return {name: length for name, length in lengths.items() if length > 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Knot:
    """A place where borders are to be opened: for whom, at the cost of whom."""

    at: XY
    keep: tuple[str, ...]
    """The two provinces that are to touch, or the one that is to hang together."""
    give: tuple[str, ...]
    reach: float


def _part_corners(
    grounds: Mapping[str, Polygon], plan: OutlineFacts
) -> tuple[dict[str, Polygon], list[Flaw]]:
    """Return provinces that meet three at a point, no border too short to be seen."""
    found = dict(grounds)
    _fill(found, plan.size)
    found = _make_whole(found)
    for reach in (*REACHES, *REACHES):
        knots, flaws = _find_knots(found, plan.corners, reach)
        if flaws or not knots:
            return found, flaws
        for knot in knots:
            _open(found, knot)
        _fill(found, plan.size)
        found = _make_whole(found)
    knots, flaws = _find_knots(found, plan.corners, REACHES[-1])
    left = [Flaw(fault=OutlineFault.SHORT, at=one.at, names=one.keep) for one in knots]
    return found, [*flaws, *left]


def _make_whole(grounds: Mapping[str, Polygon]) -> dict[str, Polygon]:
    """Return provinces that share their lines to the point again, each in one piece."""
    return {name: largest(ground) for name, ground in clean_coverage(grounds, GRID).items()}


def _fill(grounds: dict[str, Polygon], size: XY) -> None:
    """Give what fell off when ground was dealt out to the province it borders on most."""
    whole = shapely.union_all([*grounds.values()])
    for piece in polygons_of(shapely.difference(shapely.box(0, 0, *size), whole)):
        beside = _measure_borders(piece, grounds)
        if beside:
            name = max(sorted(beside), key=beside.__getitem__)
            grounds[name] = largest(shapely.union_all([grounds[name], piece]))


def _find_knots(
    grounds: Mapping[str, Polygon], corners: frozenset[Pair], reach: float
) -> tuple[list[_Knot], list[Flaw]]:
    """Return where borders are to be opened, no two near each other, and corners that nobody explained."""
    lines = lines_between([*grounds.values()], [*grounds], GRID / 10, str(OUTSIDE))
    ends: dict[Spot, list[tuple[CellLine[str], int]]] = {}
    for line in lines:
        ends.setdefault(line.points[0], []).append((line, 0))
        ends.setdefault(line.points[-1], []).append((line, -1))
    knots: list[_Knot] = []
    flaws: list[Flaw] = []
    for spot, there in sorted(ends.items(), key=lambda item: item[0]):
        if len(there) > 3:
            at = (spot[0] * GRID / 10, spot[1] * GRID / 10)
            keep, around = _whom_to_keep(there, corners)
            if keep:
                give = tuple(name for name in dict.fromkeys(around) if name not in keep)
                knots.append(_Knot(at=at, keep=keep, give=give, reach=2 * reach))
            else:
                flaws.append(Flaw(fault=OutlineFault.CORNER, at=at, names=around))
    for line in lines:
        knot = _lengthen(line, ends, corners, reach)
        if knot is not None:
            knots.append(knot)
    apart: list[_Knot] = []
    for knot in knots:
        if all(
            Point(knot.at).distance(Point(one.at)) > 1.25 * (knot.reach + one.reach)
            for one in apart
        ):
            apart.append(knot)
    return apart, flaws


def _whom_to_keep(
    there: Sequence[tuple[CellLine[str], int]], corners: frozenset[Pair]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who touches at a corner, or hangs together there, and all provinces round it in their order."""

    def bearing(line: CellLine[str], end: int) -> float:
        (ax, ay), (bx, by) = (line.points[0], line.points[1]) if end == 0 else line.points[-1:-3:-1]
        return float(np.arctan2(by - ay, bx - ax))

    turned = sorted(there, key=lambda item: bearing(*item))
    around = tuple(line.left if end == 0 else line.right for line, end in turned)
    twice = [name for name in around if around.count(name) > 1 and name != OUTSIDE]
    if twice:
        return (twice[0],), around
    if len(around) == 4 and OUTSIDE in around:
        at = around.index(OUTSIDE)
        return (
            around[at],
            around[at - 2],
        ), around  # the one between its neighbours touches the frame
    if len(around) == 4:
        for pair in ((around[0], around[2]), (around[1], around[3])):
            if frozenset(pair) in corners:
                return pair, around
    return (), around


def _lengthen(
    line: CellLine[str],
    ends: Mapping[Spot, Sequence[tuple[CellLine[str], int]]],
    corners: frozenset[Pair],
    reach: float,
) -> _Knot | None:
    """Return where to open the ground so that a border that is too short gets longer, or gives way."""
    points = np.array(line.points) * GRID / 10
    length = float(np.hypot(*np.diff(points, axis=0).T).sum())
    around = [ends[spot] for spot in (line.points[0], line.points[-1])]
    if length >= SHORTEST or line.points[0] == line.points[-1] or any(len(o) != 3 for o in around):
        return None
    x, y = points.mean(axis=0) if len(points) == 2 else points[len(points) // 2]
    sides = {line.left, line.right}
    beyond = tuple(
        name
        for there in around
        for name in sorted({side for one, _ in there for side in (one.left, one.right)} - sides)
    )
    keep, give = (line.left, line.right), beyond
    if frozenset(beyond) in corners and len(beyond) == 2:
        keep, give = (beyond[0], beyond[1]), keep
    return _Knot(at=(float(x), float(y)), keep=keep, give=give, reach=reach)


def _open(grounds: dict[str, Polygon], knot: _Knot) -> None:
    """Deal the ground round a point anew: what others give goes to those who are to touch there."""
    disc = Point(knot.at).buffer(knot.reach, quad_segs=6)
    keep = [name for name in knot.keep if name != OUTSIDE]
    give = [name for name in knot.give if name != OUTSIDE]
    loose = shapely.union_all([disc.intersection(grounds[name]) for name in give])
    parts = [loose]
    if len(keep) == 2:
        one, other = (
            np.array(disc.intersection(grounds[name]).centroid.coords[0]) for name in keep
        )
        parts = _halve(loose, knot, one, other)
    for name in give:
        grounds[name] = largest(grounds[name].difference(disc))
    for name, part in zip(keep, parts, strict=True):
        grounds[name] = largest(shapely.union_all([grounds[name], part]))


def _halve(
    loose: BaseGeometry, knot: _Knot, one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]
) -> list[BaseGeometry]:
    """Return the two halves of ground on either side of a line through the knot, across the way between."""
    way = other - one
    way = way / (np.hypot(*way) or 1.0)
    across = np.array((-way[1], way[0]))
    middle, far = np.array(knot.at), 4 * knot.reach
    half = Polygon(
        [
            middle + far * across,
            middle - far * across,
            middle - far * across - far * way,
            middle + far * across - far * way,
        ]
    )
    return [loose.intersection(half), loose.difference(half)]


def _round_or_keep(grounds: Mapping[str, Polygon]) -> dict[str, Polygon]:
    """Return the provinces with fewer points, in whole tenths; with all their points where that breaks them.

    Raises MapError when even rounding breaks one.
    """
    names, given = [*grounds], [*grounds.values()]
    for tolerance in (TOLERANCE, TOLERANCE / 3):
        try:
            return dict(zip(names, simplify_coverage(given, names, tolerance), strict=True))
        except MapError:
            continue
    return dict(zip(names, simplify_coverage(given, names, 0.0), strict=True))


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


def find_small(grounds: Mapping[str, Polygon], room: float) -> Iterator[Flaw]:
    """Yield the provinces that have no room for a circle of a radius, in drawing units."""
    for name, ground in grounds.items():
        circle = shapely.maximum_inscribed_circle(ground, tolerance=0.5)
        if circle.length < room:
            x, y = circle.coords[0]
            yield Flaw(fault=OutlineFault.SMALL, at=(x, y), names=(name,), size=2 * circle.length)


def make_ground(outlines: Iterable[Iterable[Sequence[XY]]]) -> BaseGeometry:
    """Return the area of a province's outlines: of each the rings are filled by turns (even-odd)."""
    areas: list[BaseGeometry] = []
    for rings in outlines:
        area: BaseGeometry = Polygon()
        for ring in rings:
            inside = shapely.MultiPolygon(polygons_of(shapely.make_valid(Polygon(ring))))
            area = shapely.symmetric_difference(area, inside)
        areas.append(area)
    return shapely.MultiPolygon(polygons_of(shapely.union_all(areas)))


def lines_of_coverage(grounds: Mapping[str, Polygon]) -> list[CellLine[str]]:
    """Return the lines between the provinces of a finished coverage, in whole tenths."""
    return lines_between([*grounds.values()], [*grounds], GRID, str(OUTSIDE))
