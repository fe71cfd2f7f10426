"""One attempt at drawing an event: straighten, flow, make room, carve, remove slivers, keep clearances.

How much of the flow and of the strip's width is used is the attempt's *effort*; `update_geometry` tries one
after the other. Lengths are drawing units.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import shapely

from zinegen.geometry.draft import SHORTEST, Array, Draft, Motion, is_sound, length_of, round_line
from zinegen.geometry.mesh import BorderId, Dart, ProvinceKey
from zinegen.geometry.redraw.corridor import (
    StripPlan,
    carve_link,
    carve_separation,
    link_widths,
    plan_strip,
)
from zinegen.geometry.redraw.islands import bring_island
from zinegen.geometry.redraw.warps import (
    boxes_of,
    list_changed_faces,
    move_draft,
    move_lines,
    move_points,
    near_flows,
    swell,
)
from zinegen.geometry.redraw.withdrawal import withdraw
from zinegen.geometry.shape import OUTSIDE, Flow
from zinegen.geometry.strips import drop_loops, find_link_path, point_at_width, straighten
from zinegen.geometry.surgery import Surgery

Key = TypeVar("Key", bound=Hashable)

REACH = 60.0
"""Reach of a swell that makes room for a strip."""


LEAST = 4.0
"""The narrowest that a strip should be anywhere."""

NARROWEST = 1.5
"""The narrowest that it may be: the ground gives it room afterwards."""

OFF_FRAME = 0.1
"""So near to the frame a border may come that does not lie on it."""

PATIENCE = 6
"""Making room is given up after so many swells in a row that were of no avail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How an event is attempted."""

    width: float
    """How much of the strip's width that would be best."""
    rounds: int
    """How often room is made for the strip before giving up."""
    is_even: bool = False
    """The strip does not open up towards its ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnEvent:
    """An event as drawn, rounded to tenths, and the flows that it took, oldest first."""

    draft: Draft
    flows: tuple[Flow, ...]
    motions: tuple[Motion, ...] = ()
    """How the ground moved then, when it settled or the whole map was drawn anew."""
    is_relaid: bool = False
    """True when the whole map was drawn anew."""

    def move_points(self, points: Array) -> Array:
        """Return points in drawing units carried along by all of it."""
        for flow in self.flows:
            points = move_points(points, flow, self.draft.size)
        for motion in self.motions:
            points = motion(points)
        return points

    def move_lines(self, lines: Mapping[Key, Array]) -> dict[Key, Array]:
        """Return lines carried along by all of it; those that stay as they are, as they are."""
        keys, now = list(lines), dict(lines)
        if keys and self.flows:
            rows = near_flows(boxes_of([lines[key] for key in keys]), self.flows)
            near = {keys[row]: lines[keys[row]] for row in rows}
            for flow in self.flows:
                near |= move_lines(near, flow, self.draft.size)
            now |= near
        for motion in self.motions if now else ():
            after = motion(np.vstack(list(now.values())))
            stops = np.cumsum([len(line) for line in now.values()])[:-1]
            for (key, line), new in zip(now.items(), np.split(after, stops), strict=True):
                if not np.array_equal(line, new):
                    now[key] = new
        return now


def attempt(draft: Draft, surgery: Surgery, effort: Effort) -> DrawnEvent | None:
    """Return the drawing after an event, or None when it does not come out with this effort."""
    try:
        return (
            _separate(draft, surgery, surgery.cut, effort)
            if surgery.cut is not None
            else _release(draft, surgery, effort)
        )
    except (shapely.GEOSException, ValueError):
        # Lines that cross, because a flow came too near to its limits.
        return None


def is_whole(draft: Draft, before: Draft) -> bool:
    """Tell whether every province whose lines are not those of before is drawn as one piece."""
    return all(is_sound(draft, face) for face in list_changed_faces(draft, before))


def round_changes(draft: Draft, before: Draft) -> Draft:
    """Return the draft with all lines rounded to tenths, and whole, that are not those of before."""
    return draft.replace_lines(
        {
            border: drop_loops(round_line(_keep_in_frame(draft, border, line)))
            for border, line in draft.changed_lines(before).items()
        }
    )


def _keep_in_frame(draft: Draft, border: BorderId, line: Array) -> Array:
    """Return a line that stays on the board, and lies on its frame only if it is a shore."""
    if OUTSIDE in draft.mesh.sides(border):
        return np.clip(line, 0.0, draft.size)
    inner = np.clip(line[1:-1], OFF_FRAME, np.subtract(draft.size, OFF_FRAME))
    return np.vstack([line[:1], inner, line[-1:]])


def _separate(
    draft: Draft, surgery: Surgery, border: BorderId, effort: Effort
) -> DrawnEvent | None:
    flows: list[Flow] = []
    base = withdraw(draft, border)
    if OUTSIDE not in draft.mesh.sides(border):
        base = base.replace_lines({border: straighten(base, border)})
    width = float(np.clip(0.2 * length_of(base.lines[border]), 9, 15)) * effort.width
    base, plan = _make_room(base, border, width, effort, flows)
    if plan.least < NARROWEST:
        return None
    after = _carve(base, surgery, plan, draft, width if effort.width > 0.5 else 0.0)
    return None if after is None else DrawnEvent(draft=after, flows=tuple(flows))


def _make_room(
    base: Draft, border: BorderId, width: float, effort: Effort, flows: list[Flow]
) -> tuple[Draft, StripPlan]:
    """Blow up the tight places along a border until a strip fits; add the flows to the list."""
    plan = plan_strip(base, border, width, is_even=effort.is_even)
    best, idle = plan.least, 0
    for _ in range(effort.rounds):
        if plan.least >= 1.75 * LEAST and plan.middle_width >= 12 * effort.width:
            break
        tight = math.log(9 / max(plan.least, 0.7))
        flow = swell(plan.tightest(), REACH, min(max(tight, 0.2), 0.5))
        base = move_draft(base, flow)
        flows.append(flow)
        plan = plan_strip(base, border, width, is_even=effort.is_even)
        best, idle = (plan.least, 0) if plan.least > 1.05 * best else (best, idle + 1)
        if idle >= PATIENCE:
            break
    return base, plan


def _carve(
    base: Draft, surgery: Surgery, plan: StripPlan, before: Draft, width: float
) -> Draft | None:
    """Return the draft after the carving, at the first place along the strip where it comes out."""
    base = round_changes(base, before)
    cut = list_affected_faces(surgery)
    if not all(
        is_sound(base, face) for face in list_changed_faces(base, before) if face not in cut
    ):
        return None
    for smooth in (2.2 * width, 0.0):
        for parted in carve_separation(base, surgery, plan, smooth):
            after = round_changes(parted, base)
            if is_whole(after, base):
                return after
    return None


def _release(draft: Draft, surgery: Surgery, effort: Effort) -> DrawnEvent | None:
    if surgery.joined is None or surgery.across is None:
        return None
    one, two = (draft.mesh.dart_in(border, surgery.across) for border in surgery.joined)
    flows: list[Flow] = []
    base, motions = draft, tuple[Motion, ...]()
    way = find_link_path(base, (one, two))
    if way is None and (brought := bring_island(draft, (one, two))):
        base, motions = round_changes(brought[0], draft), (brought[1],)
        way = find_link_path(base, (one, two))
    if way is None:
        return None
    width = 12 * effort.width
    widths = link_widths(base, (one, two), way, width)
    for _ in range(effort.rounds):
        tight = int(widths.argmin())
        if widths[tight] >= 1.25 * LEAST:
            break
        amount = math.log(1.6 * LEAST / max(float(widths[tight]), 0.5))
        flow = swell(point_at_width(way, widths, tight), REACH, min(0.5, amount))
        base = move_draft(base, flow)
        way = move_lines({0: way}, flow, draft.size).get(0, way)
        flows.append(flow)
        widths = link_widths(base, (one, two), way, width)
    if 2 * widths.min() < NARROWEST:
        return None
    for smooth in (2 * width, 0.0):
        after = carve_link(base, surgery, way, widths, smooth)
        if after is not None:
            after = round_changes(after, draft)
            if is_whole(after, draft):
                return DrawnEvent(draft=after, flows=tuple(flows), motions=motions)
    return None


def list_affected_faces(surgery: Surgery) -> tuple[ProvinceKey, ...]:
    """Return the provinces that an event touches, in order of names."""
    before, after = surgery.before, surgery.mesh
    borders = [*(surgery.joined or ()), *(number for pair in surgery.merged for number in pair)]
    if surgery.cut is not None:
        borders += [surgery.cut, *before.touching(surgery.cut)]
    found = {face for border in borders if border in before for face in before.sides(border)}
    if surgery.made is not None:
        seam = Dart(2 * surgery.made)
        found |= {after.face[seam], after.across(seam)}
    return tuple(sorted(found))


def shortfall(draft: Draft, before: Draft) -> float:
    """Return by how much the shortest of the changed borders is too short; 0 when none is."""
    lengths = map(length_of, draft.changed_lines(before).values())
    return max(0.0, SHORTEST - min(lengths, default=SHORTEST))
