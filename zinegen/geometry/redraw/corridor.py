"""Carving: the one step of an event that changes who touches whom, and a local one.

A separation cuts a strip along the border that goes. The strip is taken from the two provinces that
part; the two at its ends meet in it. They are not computed at all: their lines are the others'.
Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.ops
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from zinegen.geometry.draft import Array, Draft, length_of
from zinegen.geometry.legibility import find_widest
from zinegen.geometry.mesh import BorderId, Dart, ProvinceKey, border_of, twin
from zinegen.geometry.shape import OUTSIDE
from zinegen.geometry.strips import (
    barrier,
    fitting_widths,
    ideal_widths,
    link_obstacles,
    point_at_width,
    round_corners,
    strip_polygon,
)
from zinegen.geometry.surgery import Surgery

SHARE = 0.3
"""A strip takes no more than this of a province's area."""

SWALLOWED = 60.0
"""A strip swallows no more than this of the borders at its ends."""

SHARES = (0.5, 0.4, 0.6, 0.25, 0.75)
"""Where along the strip the new border may be, the best place first."""

LEFT = 0.7
"""A province that loses more keeps so much of the radius of the largest circle in it."""

SPACIOUS = 16.0
"""This is what it keeps at least, where it has as much."""

PARTS = (1.0, 0.75, 0.5, 0.3, 0.15)
"""So much of its side of the strip such a province gives."""

LEAST = 3.5
"""A province that can give no more than this on its side of the strip gives nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripPlan:
    """A strip to come: how far it reaches to either side of the border that goes."""

    seam: Dart
    """The border's even dart."""
    course: Array
    """The border, as its even dart runs."""
    widths: tuple[Array, Array]
    """At even marks along the course: into the even dart's province, and into the other."""

    @property
    def total(self) -> Array:
        """The width of the strip at the marks."""
        return self.widths[0] + self.widths[1]

    @property
    def least(self) -> float:
        """The width of the strip where it is narrowest."""
        return float(self.total.min())

    @property
    def middle_width(self) -> float:
        """The width of the strip in the middle, where the new border will be."""
        return float(self.total[len(self.total) // 2])

    def tightest(self) -> Array:
        """Return the point of the course at which the strip is narrowest."""
        return point_at_width(self.course, self.total, int(self.total.argmin()))


def plan_strip(draft: Draft, border: BorderId, width: float, *, is_even: bool) -> StripPlan:
    """Return the strip along a border that is wished for with a half-width, as far as there is room.

    It opens up towards its ends, unless it is to be even. Where one of the two provinces has no room, or
    would lose too much, the other gives all.
    """
    seam = Dart(2 * border)
    course = draft.line(seam)
    sides = [side for side in (seam, twin(seam)) if draft.mesh.face[side] != OUTSIDE]
    areas = [draft.ground(draft.mesh.face[side]).area for side in sides]
    wish = ideal_widths(course, width, min(areas) * SHARE / 2)
    if is_even:
        wish = np.full(len(wish), width)
    found = {side: np.zeros(len(wish)) for side in (seam, twin(seam))}
    able = {}
    for side, area in zip(sides, areas, strict=True):
        widths = _side_widths(draft, side, course, wish)
        taken = float(widths.mean()) * length_of(course)
        able[side] = widths.min() >= LEAST and taken <= SHARE * area
        found[side] = widths
    if len(sides) == 2 and able[sides[0]] != able[sides[1]]:
        good, bad = sides if able[sides[0]] else sides[::-1]
        wider = _side_widths(draft, good, course, 1.7 * wish)
        found = {good: wider, bad: np.zeros(len(wish))}
    given = dict(found)
    for side, area in zip(sides, areas, strict=True):
        if float(found[side].mean()) * length_of(course) > SHARE * area:
            ground = draft.ground(draft.mesh.face[side])
            given[side] = _leave_room(ground, course, found[side])
    # Where no strip would be left, room is made afterwards.
    if (given[seam] + given[twin(seam)]).min() >= LEAST:
        found = given
    return StripPlan(seam=seam, course=course, widths=(found[seam], found[twin(seam)]))


def _leave_room(ground: Polygon, course: Array, widths: Array) -> Array:
    """Return how far a strip can reach into a province that would lose much of its ground to it.

    Where that is widest it stays so, all but a little, and wide enough for a unit.
    """
    least = max(LEFT * find_widest(ground).length, SPACIOUS)
    for share in PARTS:
        rest = ground.difference(strip_polygon(course, share * widths))
        body = max(shapely.get_parts(rest), key=shapely.area, default=rest)
        if isinstance(body, Polygon) and not body.is_empty and find_widest(body).length >= least:
            return share * widths
    return np.zeros(len(widths))


def _side_widths(draft: Draft, side: Dart, course: Array, wish: Array) -> Array:
    """Return how far the strip can reach into the province on one side of the border that goes.

    It keeps clear of the province's whole rim; only near its ends it may swallow the beginnings of the
    borders before and after.
    """
    mesh = draft.mesh
    before, after = mesh.prev[side], mesh.next[side]
    length = length_of(course)
    near = min(2 * float(wish[0]), SWALLOWED, length)
    others = [
        draft.line(dart)
        for ring in mesh.rings[mesh.face[side]]
        for dart in ring
        if dart not in (side, before, after)
    ]
    if before == after:
        trimmed = [_trim(draft.line(after), near, near)]
    else:
        trimmed = [
            _trim(draft.line(after), near, 0),
            _trim(draft.line(before), 0, near),
        ]
    return fitting_widths(course, wish, barrier([*others, *trimmed]))


def _trim(line: Array, start: float, stop: float) -> Array:
    """Return a line without its two ends, but always some part of it."""
    length = length_of(line)
    most = length * (0.45 if start and stop else 0.9)
    return shapely.get_coordinates(
        shapely.ops.substring(LineString(line), min(start, most), length - min(stop, most))
    )


def carve_separation(
    draft: Draft, surgery: Surgery, plan: StripPlan, smooth: float
) -> Iterator[Draft]:
    """Yield drafts after a separation along a strip, the best place for the new border first.

    ::

              C                    C
        ──p>──┬──<s──        ──p>─╮ ╭─<s──         f runs from the cut of B's rim to that of A's
          A   │seam B     ->    A │f│  B           (from right to left when C is above)
        ──<q──┴──r>──        ──<q─╯ ╰─r>──
              D                    D

    There are none where a province would fall apart.
    """
    seam = plan.seam
    course = LineString(plan.course)
    rims = [
        _rim(draft, side, (plan.course, widths), smooth)
        for side, widths in zip((seam, twin(seam)), plan.widths, strict=True)
    ]
    paths = [path for path in rims if path is not None]
    if len(paths) < 2:
        return
    for share in SHARES if surgery.made is not None else SHARES[:1]:
        middle = course.interpolate(share, normalized=True)
        if surgery.made is None or _reaches(plan, paths, middle, share):
            yield _draw_parted(draft, surgery, plan, paths, middle)


def _reaches(plan: StripPlan, paths: list[Array], middle: Point, share: float) -> bool:
    """Tell whether both rims run along the strip at a point of its course, and were not swallowed."""
    row = round(share * (len(plan.total) - 1))
    return all(
        LineString(path).distance(middle) <= 1.4 * widths[row] + 1
        for path, widths in zip(paths, plan.widths, strict=True)
    )


def _draw_parted(
    draft: Draft, surgery: Surgery, plan: StripPlan, paths: list[Array], middle: Point
) -> Draft:
    """Return the draft with the borders of two rims, joined across the strip near a point."""
    mesh, seam = draft.mesh, plan.seam
    lines: dict[BorderId, Array] = {}
    cuts = []
    for side, path in zip((seam, twin(seam)), paths, strict=True):
        before, after = mesh.prev[side], mesh.next[side]
        if surgery.made is None:
            kept = before if border_of(before) in surgery.mesh else after
            lines[border_of(kept)] = path[::-1] if kept % 2 else path
            continue
        first, second = _halves(path, middle)
        lines[border_of(before)] = first[::-1] if before % 2 else first
        lines[border_of(after)] = second[::-1] if after % 2 else second
        cuts.append(second[0])
    if surgery.made is not None:
        lines[surgery.made] = _link(cuts[1], cuts[0], plan)
    gone = (border_of(seam), *(number for _, number in surgery.merged))
    return draft.replace_lines(lines, mesh=surgery.mesh, gone=gone)


def _link(start: Array, goal: Array, plan: StripPlan) -> Array:
    """Return the new border: straight across the strip, or along its middle where that is bent."""
    straight = np.array([start, goal])
    course = LineString(plan.course)
    feet = [course.project(Point(point)) for point in straight]
    crossing = shapely.intersection(LineString(straight), course)
    if abs(feet[0] - feet[1]) < 1e-6 or crossing.geom_type == "Point":
        return straight
    inner = shapely.get_coordinates(shapely.ops.substring(course, feet[0], feet[1]))
    return np.vstack([straight[:1], inner, straight[1:]])


def _rim(draft: Draft, side: Dart, strip_of: tuple[Array, Array], smooth: float) -> Array | None:
    """Return the rim of a province from the start of the border before to the end of the one after."""
    mesh, face = draft.mesh, draft.mesh.face[side]
    before, after = mesh.prev[side], mesh.next[side]
    if not strip_of[1].any():
        pieces = [draft.line(before), draft.line(side)[1:], draft.line(after)[1:]]
        return np.vstack([draft.line(side), *pieces[2:]] if before == after else pieces)
    ground = strip_polygon(*strip_of)
    kept = remaining_rings(draft, face, ground)
    if before == after:
        # Not one that runs round a hole nearby.
        middle = LineString(draft.line(after)).interpolate(0.5, normalized=True)
        loop = min(
            kept[0] if kept else [],
            key=lambda points: LineString(points).distance(middle),
            default=None,
        )
        return None if loop is None else round_corners(draft, loop, ground, smooth)
    loops = [loop for piece in kept for loop in piece]
    path = stretch_between(loops, draft.line(before)[0], draft.line(after)[-1])
    return None if path is None else round_corners(draft, path, ground, smooth)


def remaining_rings(draft: Draft, face: ProvinceKey, ground: BaseGeometry) -> list[list[Array]]:
    """Return the rings of each piece that a province keeps when a strip is taken from it.

    The largest piece comes first. Only one of them stays the province's; tails that the strip cuts
    off are lost to it.
    """
    rest = draft.ground(face).difference(ground)
    parts = sorted(shapely.get_parts(rest), key=lambda piece: -piece.area)
    # A strip that runs along a rim may leave bare lines of it, which are no ground.
    bodies = [orient(part, 1.0) for part in parts if isinstance(part, Polygon) and part.area > 0]
    return [[np.array(ring.coords) for ring in (b.exterior, *b.interiors)] for b in bodies]


def stretch_between(loops: list[Array], start: Array, goal: Array) -> Array | None:
    """Return the stretch of a ring from one of its points to another; None when no ring has both."""
    for closed in loops:
        loop = closed[:-1]
        i, j = (int(np.hypot(*(loop - point).T).argmin()) for point in (start, goal))
        if max(np.hypot(*(loop[i] - start)), np.hypot(*(loop[j] - goal))) < 1e-6:
            turned = np.roll(loop, -i, axis=0)
            stop = (j - i) % len(loop)
            return np.vstack([turned, turned[:1]]) if stop == 0 else turned[: stop + 1]
    return None


def _halves(path: Array, middle: Point) -> tuple[Array, Array]:
    """Return the two parts of a path, cut at its point nearest to another point."""
    line = LineString(path)
    at = min(max(line.project(middle), 0.02 * line.length), 0.98 * line.length)
    first, second = (
        shapely.get_coordinates(shapely.ops.substring(line, a, b))
        for a, b in ((0, at), (at, line.length))
    )
    return first, second


SPARE = 0.05
"""A link may open up at its ends by so much of the area of the province that it crosses."""


def link_widths(draft: Draft, darts: tuple[Dart, Dart], way: Array, width: float) -> Array:
    """Return the half-widths of a strip along a way between two borders of a province."""
    spare = SPARE * draft.ground(draft.mesh.face[darts[0]]).area
    return fitting_widths(way, ideal_widths(way, width, spare), link_obstacles(draft, darts))


def carve_link(
    draft: Draft, surgery: Surgery, way: Array, widths: Array, smooth: float
) -> Draft | None:
    """Return the draft after a release along a way; None where the strip finds no room.

    ::

        ──a1──╮ ╭──a2──       the walk round the crossed province goes a1, c2, ..., c1, a2;
              │f│             the link f runs from where a2 begins to where a1 ends
        ──c2──╯ ╰──c1──
    """
    if surgery.joined is None or surgery.across is None or surgery.made is None:
        return None
    mesh, after = draft.mesh, surgery.mesh
    in_a, in_c = (mesh.dart_in(border, surgery.across) for border in surgery.joined)
    ground = strip_polygon(way, widths)
    cuts = _banks(way, widths[len(widths) // 2])
    pieces = remaining_rings(draft, surgery.across, ground)
    if not pieces:
        return None
    loop = min(pieces[0], key=lambda ring: LineString(ring).distance(cuts))
    from_a, from_c = (LineString(loop).project(bank) for bank in cuts.geoms)
    lines: dict[BorderId, Array] = {}
    for dart, start, stop in ((in_c, from_a, from_c), (in_a, from_c, from_a)):
        path = _stretch(LineString(loop), start, stop)
        other = in_a if dart == in_c else in_c
        second = after.next[other]
        if second == dart:
            lines[border_of(dart)] = _as_even(dart, round_corners(draft, path, ground, smooth))
            continue
        begin, end = (_row(path, draft.line(dart)[row]) for row in (0, -1))
        if begin is None or end is None or end > begin:
            return None
        lines[border_of(dart)] = _as_even(dart, round_corners(draft, path[begin:], ground, smooth))
        lines[border_of(second)] = _as_even(
            second, round_corners(draft, path[: end + 1], ground, smooth)
        )
    ends = [lines[border_of(dart)][0 if dart % 2 else -1] for dart in (in_c, in_a)]
    lines[surgery.made] = np.array(ends)
    return draft.replace_lines(lines, mesh=after)


def _banks(way: Array, width: float) -> shapely.MultiPoint:
    """Return the two points beside a way's middle: where a1 ends, and where c1 ends."""
    line = LineString(way)
    one, middle, two = (
        np.array(line.interpolate(share, normalized=True).coords[0]) for share in (0.49, 0.5, 0.51)
    )
    ahead = (two - one) / np.hypot(*(two - one))
    aside = np.array([-ahead[1], ahead[0]])
    return shapely.MultiPoint([middle + width * aside, middle - width * aside])


def _stretch(loop: LineString, start: float, stop: float) -> Array:
    """Return the stretch of a closed line between two lengths along it, round its end if need be."""
    if start <= stop:
        return shapely.get_coordinates(shapely.ops.substring(loop, start, stop))
    head = shapely.get_coordinates(shapely.ops.substring(loop, start, loop.length))
    return np.vstack([head, shapely.get_coordinates(shapely.ops.substring(loop, 0, stop))[1:]])


def _row(path: Array, point: Array) -> int | None:
    """Return the row of a path in which a point stands, if it does."""
    away = np.hypot(*(path - point).T)
    row = int(away.argmin())
    return row if away[row] < 1e-6 else None


def _as_even(dart: Dart, points: Array) -> Array:
    return points[::-1] if dart % 2 else points
