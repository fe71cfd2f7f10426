"""Motion: the frames between the maps before and after an event, each a valid map.

First the ground moves, by the event's flows stopped at parts of their time. Then, where two provinces
part, the strip between them opens from nothing; where a link is laid, two arms grow until they meet.
Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from shapely.geometry import LineString

from zinegen.errors import MapError
from zinegen.geometry.draft import Array, Draft, draft_of, is_sound, to_array, to_line
from zinegen.geometry.mesh import BorderId, Dart, Mesh, border_of, twin
from zinegen.geometry.redraw.warps import list_changed_faces, move_draft, shorten
from zinegen.geometry.shape import OUTSIDE, Flow, Line, Shape
from zinegen.geometry.strips import densify, straighten
from zinegen.geometry.surgery import Surgery

DRIFT = 0.45
"""The flows have done their work after this share of the time."""

ALIKE = 2.0
"""Two courses of a line are the same as far as they are no farther apart than this."""

STEP = 4.0
"""Courses are compared at points of this distance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyframe:
    """A map in the course of an event."""

    mesh: Mesh
    lines: Mapping[BorderId, Line]
    knots: Mapping[BorderId, tuple[float, float]] = field(default_factory=dict)
    """For some borders a length in their course and the length that it becomes, in drawing units."""


def frames(
    before: Shape, after: Shape, surgery: Surgery, count: int
) -> tuple[tuple[Mesh, Shape], ...]:
    """Return the frames from one shape to the next, both included, at even times.

    Each is a mesh with a shape that shows it, though the new border may be shorter than any that stays.
    The borders change with the first picture of the second part if provinces part, and with the last
    picture if a link is laid. ``after`` must be fresh from `draw_surgery`, since the flows are read off its
    youngest scar; names and decoration are those of before until the last. Where the whole map was drawn
    anew, or no picture in between would show a map (an island goes to another shore), all lines go straight
    from the one drawing to the other, and may cross meanwhile. Raises MapError when ``after`` has no scar,
    or for less than two pictures.
    """
    if not after.scars or count < 2:
        message = "a moving picture needs an event that has just been drawn, and two pictures"
        raise MapError(message)
    start, goal = draft_of(surgery.before, before), draft_of(surgery.mesh, after)
    known = _SharedLines(((start, before), (goal, after)))
    flows = after.scars[-1].flows
    drift = flows, DRIFT if flows else 0.0

    def list_frames(*, may_cross: bool) -> Iterator[tuple[Mesh, Shape]]:
        frame = surgery.before, before
        yield frame
        for number in range(1, count - 1):
            # Where lines that all but touch would cross once rounded, a moment sooner or later will do.
            for moment in (number, number + 0.35, number - 0.35, number + 0.7):
                draft = _at(start, goal, surgery, drift, moment / (count - 1))
                shape = replace(before, lines=known.lines_of(draft))
                if may_cross or _shows_mesh(known.draft_of(draft.mesh, shape), start):
                    frame = draft.mesh, shape
                    break
            yield frame
        yield surgery.mesh, after

    found = tuple(list_frames(may_cross=after.relaid != before.relaid))
    stands_still = count > 2 and all(shape is before for _, shape in found[:-1])
    return tuple(list_frames(may_cross=True)) if stands_still else found


def _at(
    start: Draft,
    goal: Draft,
    surgery: Surgery,
    drift: tuple[tuple[Flow, ...], float],
    share: float,
) -> Draft:
    """Return the draft at a share of the time; ``drift`` are the flows, and when they are done."""
    flows, done = drift
    draft = start
    if flows and surgery.cut is not None and OUTSIDE not in surgery.before.sides(surgery.cut):
        crooked = densify(start.lines[surgery.cut])
        smooth = straighten(start, surgery.cut)
        if len(smooth) == len(crooked):
            now = min(share / done, 1.0)
            draft = start.replace_lines({surgery.cut: (1 - now) * crooked + now * smooth})
    for flow in flows:
        draft = move_draft(draft, shorten(flow, min(share / done, 1.0)))
    if share > done:
        draft = _draw_opening(draft, goal, surgery, min((share - done) / (1 - done), 1.0))
    return draft


@dataclass(frozen=True, slots=True)
class _SharedLines:
    """Drafts beside the shapes that they were made of: what they share need not be rounded anew."""

    pairs: tuple[tuple[Draft, Shape], ...]

    def lines_of(self, draft: Draft) -> dict[BorderId, Line]:
        """Return the lines of a draft as those of a shape."""
        return {border: self._line(border, line) for border, line in draft.lines.items()}

    def _line(self, border: BorderId, line: Array) -> Line:
        for draft, shape in self.pairs:
            if draft.lines.get(border) is line:
                return shape.lines[border]
        return to_line(line)

    def draft_of(self, mesh: Mesh, shape: Shape) -> Draft:
        """Return a shape as a draft."""
        first, _ = self.pairs[0]
        lines = {border: self._array(border, line) for border, line in shape.lines.items()}
        return Draft(mesh=mesh, lines=lines, width=first.width, height=first.height)

    def _array(self, border: BorderId, line: Line) -> Array:
        for draft, shape in self.pairs:
            if shape.lines.get(border) is line:
                return draft.lines[border]
        return to_array(line)


def _shows_mesh(draft: Draft, start: Draft) -> bool:
    """Tell whether a draft that was rounded shows its mesh."""
    if any(len(line) < 2 for line in draft.lines.values()):
        return False
    return all(is_sound(draft, face) for face in list_changed_faces(draft, start))


def keyframes(before: Shape, after: Shape, surgery: Surgery) -> tuple[Keyframe, ...]:
    """Return the maps between one shape and the next that `frames` passes through.

    From each map to the next, both ends included, all lines go evenly where the mesh is the same; where it
    is another, nothing that can be seen has changed. Raises MapError when ``after`` has no scar.
    """
    if not after.scars:
        message = "a moving picture needs an event that has just been drawn"
        raise MapError(message)
    start, goal = draft_of(surgery.before, before), draft_of(surgery.mesh, after)
    known = _SharedLines(((start, before), (goal, after)))
    flows = after.scars[-1].flows
    found = []
    moved = start
    if flows:
        moved = _at(start, goal, surgery, (flows, DRIFT), DRIFT)
        found.append(Keyframe(mesh=moved.mesh, lines=known.lines_of(moved)))
    opening = _open(moved, goal, surgery)
    shown = opening.start
    if surgery.cut is None:
        shown = moved.replace_lines({border: opening.targets[border] for border in moved.lines})
    lines = known.lines_of(shown)
    return (*found, Keyframe(mesh=shown.mesh, lines=lines, knots=opening.knots))


@dataclass(frozen=True, slots=True)
class _Opening:
    """What moves once the ground has moved: from what to what."""

    start: Draft
    targets: Mapping[BorderId, Array]
    knots: Mapping[BorderId, tuple[float, float]]
    """For each border beside a strip a length in its course and that which it becomes."""


def _open(draft: Draft, goal: Draft, surgery: Surgery) -> _Opening:
    """Return how the map opens, from the moved ground to the map after the event."""
    if surgery.cut is None:
        return _Opening(draft, dict(goal.lines) | _half_links(goal, surgery), {})
    closed = _close_lines(draft, goal, surgery, surgery.cut)
    lines = {
        border: closed.get(border, draft.lines.get(border, line))
        for border, line in goal.lines.items()
    }
    return _Opening(goal.replace_lines(lines), goal.lines, _knots(draft, goal, surgery, closed))


def _draw_opening(draft: Draft, goal: Draft, surgery: Surgery, share: float) -> Draft:
    """Return a draft part of the way from the moved ground to the map after the event."""
    opening = _open(draft, goal, surgery)
    lines = {
        border: _interpolate(line, opening.targets[border], share, opening.knots.get(border))
        for border, line in opening.start.lines.items()
    }
    return opening.start.replace_lines(lines)


def _knots(
    draft: Draft, goal: Draft, surgery: Surgery, closed: Mapping[BorderId, Array]
) -> dict[BorderId, tuple[float, float]]:
    """Return for each border beside a strip a length in its closed course and that which it becomes.

    Banks that lie on one another open evenly: what was together comes to lie opposite.
    """
    if surgery.cut is None or surgery.made is None:
        return {}
    mesh, seam = draft.mesh, Dart(2 * surgery.cut)
    other = twin(seam)
    found = {}
    for into, out in ((mesh.prev[seam], mesh.next[other]), (mesh.prev[other], mesh.next[seam])):
        darts = (into, twin(out))
        pairs: list[tuple[float, float, float]] = []
        for dart in darts:
            border = border_of(dart)
            here, there = (
                line[::-1] if dart % 2 else line for line in (closed[border], goal.lines[border])
            )
            walked, goes = _along(here), _along(there)
            head = _common_length(here, walked, there, goes)
            pairs.append((head, float(walked[-1]), float(goes[-1])))
        bank = min(
            length - _along(draft.lines[border_of(dart)])[-1]
            for dart, (_, length, _) in zip(darts, pairs, strict=True)
        )
        rates = [(two - head) / max(one - head, 1e-9) for head, one, two in pairs]
        rate = min(
            sum(rates) / 2, *(0.9 * (two - head) / max(bank, 1e-9) for head, _, two in pairs)
        )
        for dart, (_, one, two) in zip(darts, pairs, strict=True):
            knot = (one - bank, two - rate * bank)
            found[border_of(dart)] = (bank, rate * bank) if dart % 2 else knot
    return found


def _half_links(goal: Draft, surgery: Surgery) -> dict[BorderId, Array]:
    """Return the two borders that a link joins, as they would run if it were just not made."""
    found: dict[BorderId, Array] = {}
    if surgery.across is None or surgery.joined is None:
        return found
    for border, other in (surgery.joined, surgery.joined[::-1]):
        dart = surgery.before.dart_in(border, surgery.across)
        second = surgery.mesh.next[surgery.before.dart_in(other, surgery.across)]
        line = goal.line(dart)
        rest = line[:1] if second == dart else goal.line(second)
        whole = np.vstack([line, rest])
        found[border] = whole[::-1] if dart % 2 else whole
    return found


def _close_lines(
    draft: Draft, goal: Draft, surgery: Surgery, cut: BorderId
) -> dict[BorderId, Array]:
    """Return the borders around a separation as they run while the strip has no width yet."""
    mesh, seam = draft.mesh, Dart(2 * cut)
    course = draft.line(seam)
    share = 0.5
    if surgery.made is not None:
        middle = LineString(goal.lines[surgery.made]).centroid
        share = float(np.clip(LineString(course).project(middle, normalized=True), 0.05, 0.95))
    first, second = _halves(course, share)
    found = {} if surgery.made is None else {surgery.made: np.vstack([second[:1], second[:1]])}
    for side, (one, two) in (
        (seam, (first, second)),
        (twin(seam), (second[::-1], first[::-1])),
    ):
        before, after = mesh.prev[side], mesh.next[side]
        if surgery.made is not None:
            pieces = {before: [draft.line(before), one], after: [two, draft.line(after)]}
        elif before == after:
            pieces = {after: [one, two, draft.line(after)]}
        else:
            kept = before if border_of(before) in surgery.mesh else after
            pieces = {kept: [draft.line(before), one, two, draft.line(after)]}
        for dart, lines in pieces.items():
            whole = np.vstack(lines)
            found[border_of(dart)] = whole[::-1] if dart % 2 else whole
    return found


def _halves(line: Array, share: float) -> tuple[Array, Array]:
    """Return the two parts of a line, cut at a share of its length."""
    along = _along(line)
    at = share * along[-1]
    middle = _points_at(line, along, np.array([at]))
    return np.vstack([line[along < at], middle]), np.vstack([middle, line[along > at]])


def _along(line: Array) -> Array:
    """Return for each point of a line how far it is along it."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])


def _points_at(line: Array, along: Array, where: Array) -> Array:
    """Return the points of a line at some lengths along it."""
    return np.column_stack([np.interp(where, along, line[:, axis]) for axis in (0, 1)])


def _interpolate(
    start: Array, goal: Array, share: float, knot: tuple[float, float] | None = None
) -> Array:
    """Return a line part of the way from one course to another.

    As far as the two are alike, from either end, each point goes to the one at the same length; the rest
    of the one course is spread over the rest of the other. A *knot* is a length in the one and in the
    other that belong together as well.
    """
    if start is goal or np.array_equal(start, goal):
        return goal
    if len(goal) > 3 and np.array_equal(start[0], start[-1]) and np.array_equal(goal[0], goal[-1]):
        row = int(np.hypot(*(start - goal[0]).T).argmin())
        start = np.vstack([start[row:-1], start[: row + 1]])
    one, two = _along(start), _along(goal)
    head = _common_length(start, one, goal, two)
    tail = _common_length(start[::-1], one[-1] - one[::-1], goal[::-1], two[-1] - two[::-1])
    spare = min(one[-1], two[-1])
    if head + tail > 0.95 * spare:
        head = tail = 0.0
    knots = np.array(
        [[0.0, 0.0], [head, head], [one[-1] - tail, two[-1] - tail], [one[-1], two[-1]]]
    )
    if knot is not None:
        knots = np.array(sorted([*knots.tolist(), list(knot)]))
        knots[:, 1] = np.maximum.accumulate(knots[:, 1])
    marks = np.unique(np.concatenate([two, np.interp(one, *knots.T)]))
    here = _points_at(start, one, np.interp(marks, knots[:, 1], knots[:, 0]))
    there = _points_at(goal, two, marks)
    return np.asarray((1 - share) * here + share * there)


def _common_length(one: Array, along: Array, two: Array, other: Array) -> float:
    """Return up to which length two lines are the same, or nearly so."""
    marks = np.arange(0.0, min(along[-1], other[-1]), STEP)
    away = np.hypot(*(_points_at(one, along, marks) - _points_at(two, other, marks)).T)
    apart = np.flatnonzero(away > ALIKE)
    if not len(apart):
        return float(marks[-1]) if len(marks) else 0.0
    return float(marks[max(apart[0] - 1, 0)])
