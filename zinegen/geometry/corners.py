"""Where borders of a coverage meet: three at a point, none too short to be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from zinegen.geometry.cleaning import snap_coverage
from zinegen.geometry.flaws import GRID, XY, Flaw, OutlineFacts, OutlineFault
from zinegen.geometry.lines import CellLine, Spot, lines_between
from zinegen.geometry.pieces import largest
from zinegen.geometry.shape import OUTSIDE

SHORTEST = 10.0
"""Borders that are shorter are made longer; a drawing must keep eight."""
LONGEST_WRONG = 40.0
"""Borders that are shorter give way to one that somebody said is there, if they themselves are not."""
FINE = GRID / 10
"""The grid on which provinces share their lines while ground is dealt anew."""
SMALLEST_REACH = 2.0
"""Ground is dealt anew in circles as small as this where larger ones would take most of a province."""
REACHES = (8.0, 11.0, 15.0, 20.0, 26.0)
"""How far round a point the ground is dealt anew, from try to try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Knot:
    """A place where borders are to be opened: for whom, at the cost of whom."""

    at: XY
    keep: tuple[str, ...]
    """The two provinces that are to touch, or the one that is to hang together."""
    give: tuple[str, ...]
    reach: float


def part_corners(
    grounds: Mapping[str, Polygon], plan: OutlineFacts
) -> tuple[dict[str, Polygon], list[Flaw]]:
    """Return provinces that meet three at a point, no border too short to be seen."""
    found = snap_coverage(grounds, plan.size, FINE)
    told: dict[tuple[str, ...], Flaw] = {}
    for reach in (*REACHES, *REACHES):
        knots, flaws = _find_knots(found, plan, reach)
        told.update({flaw.names: flaw for flaw in flaws if flaw.names not in told})
        if not knots:
            return found, [*told.values()]
        for knot in knots:
            _open(found, knot)
        found = snap_coverage(found, plan.size, FINE)
    knots, flaws = _find_knots(found, plan, REACHES[-1])
    left = [Flaw(fault=OutlineFault.SHORT, at=one.at, names=one.keep) for one in knots]
    return found, [*told.values(), *left]


def _find_knots(
    grounds: Mapping[str, Polygon], plan: OutlineFacts, reach: float
) -> tuple[list[_Knot], list[Flaw]]:
    """Return where borders are to be opened, no two near each other, and corners that nobody explained."""
    lines = lines_between([*grounds.values()], [*grounds], FINE, str(OUTSIDE))
    ends: dict[Spot, list[tuple[CellLine[str], int]]] = {}
    for line in lines:
        ends.setdefault(line.points[0], []).append((line, 0))
        ends.setdefault(line.points[-1], []).append((line, -1))
    knots: list[_Knot] = []
    flaws: list[Flaw] = []
    for spot, there in sorted(ends.items(), key=lambda item: item[0]):
        if len(there) > 3:
            at = (spot[0] * FINE, spot[1] * FINE)
            keep, around, is_said = _whom_to_keep(there, plan)
            give = tuple(name for name in dict.fromkeys(around) if name not in keep)
            knots.append(_Knot(at=at, keep=keep, give=give, reach=2 * reach))
            if not is_said:
                turned = around[around.index(keep[0]) :] + around[: around.index(keep[0])]
                flaws.append(Flaw(fault=OutlineFault.CORNER, at=at, names=turned))
    for line in lines:
        knot = _lengthen(line, ends, plan, reach)
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
    there: Sequence[tuple[CellLine[str], int]], plan: OutlineFacts
) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return who touches at a corner, or hangs together there, all round it in order, and if that is said."""

    def bearing(line: CellLine[str], end: int) -> float:
        (ax, ay), (bx, by) = (line.points[0], line.points[1]) if end == 0 else line.points[-1:-3:-1]
        return float(np.arctan2(by - ay, bx - ax))

    turned = sorted(there, key=lambda item: bearing(*item))
    around = tuple(line.left if end == 0 else line.right for line, end in turned)
    twice = [name for name in around if around.count(name) > 1 and name != OUTSIDE]
    if twice:
        return (twice[0],), around, True
    size = len(around)
    if size == 4 and OUTSIDE in around:  # the one between its neighbours touches the frame
        at = around.index(OUTSIDE)
        return (around[at], around[at - 2]), around, True
    bearings = [bearing(*item) for item in turned]
    wide = [(bearings[(at + 1) % size] - bearings[at]) % (2 * np.pi) for at in range(size)]
    pairs = [
        (one, other)
        for one in range(size)
        for other in range(one + 2, size)
        if (one, other) != (0, size - 1) and OUTSIDE not in (around[one], around[other])
    ]

    def rank(pair: tuple[int, int]) -> tuple[bool, bool, float]:
        names = frozenset(around[at] for at in pair)
        return names in plan.corners, plan.must_touch(names), sum(wide[at] for at in pair)

    one, other = max(pairs, key=rank)
    keep = (around[one], around[other])
    is_said = plan.must_touch(frozenset(keep))
    return keep, around, is_said


def _lengthen(
    line: CellLine[str],
    ends: Mapping[Spot, Sequence[tuple[CellLine[str], int]]],
    plan: OutlineFacts,
    reach: float,
) -> _Knot | None:
    """Return where to open the ground so that a border that is too short gets longer, or gives way."""
    points = np.array(line.points) * FINE
    length = float(np.hypot(*np.diff(points, axis=0).T).sum())
    around = [ends[spot] for spot in (line.points[0], line.points[-1])]
    sides = {line.left, line.right}
    is_wrong = not plan.may_touch(frozenset(sides)) and OUTSIDE not in sides
    if length >= (LONGEST_WRONG if is_wrong else SHORTEST) or line.points[0] == line.points[-1]:
        return None
    if any(len(there) != 3 for there in around):
        return None
    x, y = points.mean(axis=0) if len(points) == 2 else points[len(points) // 2]
    beyond = tuple(
        name
        for there in around
        for name in sorted({side for one, _ in there for side in (one.left, one.right)} - sides)
    )
    keep, give = (line.left, line.right), beyond
    is_free = len(beyond) == 2 and OUTSIDE not in beyond and plan.may_touch(frozenset(beyond))
    is_said = plan.must_touch(frozenset(beyond)) and not plan.must_touch(frozenset(sides))
    if is_free and (is_wrong or is_said):
        keep, give = (beyond[0], beyond[1]), keep
        reach = max(reach, length * 0.75)
    elif length >= SHORTEST:
        return None
    return _Knot(at=(float(x), float(y)), keep=keep, give=give, reach=reach)


def _open(grounds: dict[str, Polygon], knot: _Knot) -> None:
    """Deal the ground round a point anew: what others give goes to those who are to touch there.

    Nobody gives most of what it has: the circle gets smaller, or nothing is done.
    """
    keep = [name for name in knot.keep if name != OUTSIDE]
    give = [name for name in knot.give if name != OUTSIDE]
    reach = knot.reach
    if not keep:
        return
    while True:
        disc = Point(knot.at).buffer(reach, quad_segs=6)
        left = {name: grounds[name].difference(disc) for name in give}
        if all(2 * left[name].area > grounds[name].area for name in give):
            break
        reach /= 2
        if reach < SMALLEST_REACH:
            return
    loose = shapely.union_all([disc.intersection(grounds[name]) for name in give])
    parts = [loose]
    if len(keep) == 2:
        one, other = (
            np.array(disc.intersection(grounds[name]).centroid.coords[0]) for name in keep
        )
        parts = _halve(loose, knot, one, other)
    for name in give:
        grounds[name] = largest(left[name])
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
