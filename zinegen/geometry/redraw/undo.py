"""Undo: an event that exactly reverses another puts the old borders back.

Every event leaves a *scar* in the shape: the borders it cut or moved, as they were. Later motions of
the ground carry scars along with everything else. When an event undoes one, nothing is carved: the old
lines are put back.

::

      C                    C
    p─┬─s                p╲ ╱s       f is cut again, and the scar knows the line of the seam
    A │ B      ->        A f│ B      and those of p, q, r and s
    q─┴─r                q╱ ╲r
      D                    D
"""  # noqa: RUF002  (the diagonals are a picture)

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import shapely
from shapely.geometry import LineString

from zinegen.geometry.draft import Array, Draft, signed_area, to_array, to_line
from zinegen.geometry.mesh import BorderId, Dart, Mesh, border_of, twin
from zinegen.geometry.redraw.attempts import DrawnEvent, is_whole, round_changes, shortfall
from zinegen.geometry.redraw.line_ends import bend_start, splice
from zinegen.geometry.shape import TENTHS, Line, Scar, Shape
from zinegen.geometry.strips import densify
from zinegen.geometry.surgery import Surgery, release, separate

KEPT = 16
"""The youngest scars are kept, at most so many."""

SLIGHT = 3.0
"""A border that an event has moved by no more than this is no part of its scar."""

FARTHEST = 12.0
"""Another border that would have to be put back farther from its junction than this stays as it is."""


SHARES = (0.0, 0.2, 0.4, 0.6, 0.8)
"""An undone border is put back where it was drawn, or so far on the way to where it was carried."""


def list_undone(draft: Draft, shape: Shape, surgery: Surgery) -> Iterator[DrawnEvent]:
    """Yield drawings after an event that undoes an older one; none when no scar fits it.

    The first have its borders where they were drawn, the last where they were carried since.
    """
    for scar in reversed(shape.scars):
        if scar.healed_by == _undone_by(surgery):
            tries = [(scar, scar.old), (scar, {})]
            if scar.drawn:
                tries[:0] = [(_carry_in_part(scar, share), {}) for share in SHARES]
            found = (_try_undo(draft, one, surgery, old) for one, old in tries)
            yield from filter(None, found)


def _carry_in_part(scar: Scar, share: float) -> Scar:
    """Return a scar with its lines a part of the way from where they were drawn to where they are now."""
    pairs = zip(scar.drawn, scar.lines, strict=True)
    return replace(scar, lines=tuple(_blend(one, two, share) for one, two in pairs))


def _blend(one: Line, two: Line, share: float) -> Line:
    """Return a line between two others, point by point at the same shares of their lengths."""
    if one == two or not share:
        return one
    count = max(len(one), len(two))
    ways = (LineString(np.array(line)) for line in (one, two))
    marks = np.linspace(0, 1, count)
    start, goal = (
        shapely.get_coordinates(shapely.line_interpolate_point(way, marks, normalized=True))
        for way in ways
    )
    return to_line((start + share * (goal - start)) / TENTHS)


def _try_undo(
    draft: Draft, scar: Scar, surgery: Surgery, old: Mapping[BorderId, Line]
) -> DrawnEvent | None:
    lines = _restore_lines(draft, scar, surgery, old)
    if lines is None:
        return None
    gone = [number for _, number in surgery.merged]
    if surgery.cut is not None:
        gone.append(surgery.cut)
    after = draft.replace_lines(lines, mesh=surgery.mesh, gone=tuple(gone))
    after = round_changes(after, draft)
    if not is_whole(after, draft) or shortfall(after, draft):
        return None
    return DrawnEvent(draft=after, flows=())


def _undone_by(surgery: Surgery) -> tuple[BorderId, ...]:
    """Return the key by which a scar knows the event that undoes it."""
    if surgery.cut is not None:
        return (surgery.cut,)
    return tuple(sorted(surgery.joined or ()))


@dataclass(frozen=True, slots=True)
class _Restored:
    """Lines of the map after an event, as they were before the one that it undoes."""

    lines: Mapping[BorderId, Array]
    joined: frozenset[Dart]
    """Where lines begin as they are to begin: other events have changed them there, or near there."""


def _restore_lines(
    draft: Draft, scar: Scar, surgery: Surgery, old: Mapping[BorderId, Line]
) -> dict[BorderId, Array] | None:
    """Return the old lines under their numbers in the map after the event; None if they do not fit.

    ``old`` are those that are put back besides the borders of the event.
    """
    restore = _restore_rims if scar.sides is None else _restore_seam
    found = restore(draft, scar, surgery)
    if found is None:
        return None
    return _meet_others(draft, surgery.mesh, found, old)


def _restore_seam(draft: Draft, scar: Scar, surgery: Surgery) -> _Restored | None:
    """Return the border at which two provinces had parted, and those that met at its ends."""
    mesh, made = surgery.mesh, surgery.made
    if scar.sides is None or made is None or set(mesh.sides(made)) != set(scar.sides):
        return None
    seam, *corners = around(mesh, mesh.dart_in(made, scar.sides[0]))
    course, *courses = map(to_array, scar.lines)
    found, joined = {made: _turn(course, seam)}, set[Dart]()
    present = {other: stays for stays, other in surgery.split}
    # Of the others, the first and the third run towards the seam.
    ways = zip((1, 0, 1, 0), corners, courses, strict=True)
    outward = {Dart(dart ^ back): _turn(line, back) for back, dart, line in ways}
    for dart, line in outward.items():
        border = border_of(dart)
        before = present.get(border, border)
        found[border] = _turn(line, dart)
        if before not in scar.depends and twin(dart) not in outward:
            found[border] = _turn(splice(line, draft.line(Dart(2 * before + dart % 2))), dart)
            joined |= {dart, twin(dart)}
    return _Restored(found, frozenset(joined))


def _restore_rims(draft: Draft, scar: Scar, surgery: Surgery) -> _Restored | None:
    """Return the two borders that a link had joined."""
    before, mesh, cut = surgery.before, surgery.mesh, surgery.cut
    if cut is None:
        return None
    mouth = draft.lines[cut].mean(axis=0)
    ends = (Dart(2 * cut), Dart(2 * cut + 1))
    halves = {
        (before.face[dart], before.across(dart)): dart
        for end in ends
        for dart in before.junction(end) - {end}
    }
    rims = _find_rims(draft, scar, surgery, {border_of(dart) for dart in halves.values()})
    found, joined = {}, set[Dart]()
    for rim, course in rims.items():
        found[rim] = course
        if mesh.is_ring(rim):
            continue
        line = densify(found[rim])
        middle = int(np.hypot(*(line[1:-1] - mouth).T).argmin()) + 1
        parts = [line[middle::-1], line[middle:]]
        for number, way in enumerate((Dart(2 * rim + 1), Dart(2 * rim))):
            half = halves.get((mesh.face[way], mesh.across(way)))
            if half is None:
                return None
            if border_of(half) not in scar.depends:
                parts[number] = splice(parts[number], draft.line(half))
                joined.add(twin(way))
        found[rim] = np.vstack([parts[0][:0:-1], parts[1]])
    return _Restored(found, frozenset(joined)) if found else None


def _find_rims(
    draft: Draft, scar: Scar, surgery: Surgery, halves: set[BorderId]
) -> dict[BorderId, Array]:
    """Return the old courses of two rims under their numbers now; nothing where they are not known.

    Other events may have given a lone island's shore another number, and turned it round.
    """
    mesh, lines = surgery.mesh, [to_array(line) for line in scar.lines]
    rims = list(scar.rims)
    lost = [row for row, rim in enumerate(rims) if rim not in mesh]
    now = {heir for half in halves for heir in surgery.heirs(half)} - set(rims)
    fresh = [border for border in sorted(now) if mesh.is_ring(border) and border in draft.lines]
    if len(lost) > 1 or len(lost) > len(fresh):
        return {}
    for row, border in zip(lost, fresh, strict=False):
        shore = draft.lines[border]
        turned = signed_area(lines[row]) * signed_area(np.vstack([shore, shore[:1]])) < 0
        rims[row], lines[row] = border, _turn(lines[row], int(turned))
    return dict(zip(rims, lines, strict=True))


def _turn(line: Array, dart: int) -> Array:
    """Return a line the other way round for an odd dart."""
    return line[::-1] if dart % 2 else line


def _meet_others(
    draft: Draft, mesh: Mesh, restored: _Restored, old: Mapping[BorderId, Line]
) -> dict[BorderId, Array]:
    """Return lines with their ends where the junctions are drawn now, and as many others put back as fit."""
    lines = {border: to_array(line) for border, line in old.items() if border in mesh}
    lines |= restored.lines
    while True:
        ends = _find_ends(draft, mesh, lines, restored.joined)
        far = {
            border_of(dart)
            for dart, end in ends.items()
            if np.hypot(*(_turn(lines[border_of(dart)], dart)[0] - end)) > FARTHEST
        }
        if far <= restored.lines.keys():
            break
        lines = {
            border: line
            for border, line in lines.items()
            if border in restored.lines or border not in far
        }
    for dart, end in ends.items():
        border = border_of(dart)
        lines[border] = _turn(bend_start(_turn(lines[border], dart), end), dart)
    return lines


def _find_ends(
    draft: Draft, mesh: Mesh, lines: Mapping[BorderId, Array], joined: frozenset[Dart]
) -> dict[Dart, Array]:
    """Return where darts of lines that are put back have to start."""
    found = {}
    for dart in (Dart(2 * border + way) for border in sorted(lines) for way in (0, 1)):
        if dart in joined:
            continue
        others = () if mesh.is_ring(border_of(dart)) else sorted(mesh.junction(dart))
        ends = [_turn(lines[border_of(d)], d)[0] for d in others if d in joined]
        ends += [draft.line(d)[0] for d in others if border_of(d) not in lines]
        if ends:
            found[dart] = ends[0]
    return found


def around(mesh: Mesh, seam: Dart) -> tuple[Dart, ...]:
    """Return a dart, those before and after it, and those before and after its twin."""
    other = twin(seam)
    return seam, mesh.prev[seam], mesh.next[seam], mesh.prev[other], mesh.next[other]


def record_scar(shape: Shape, before: Shape, outcome: DrawnEvent, surgery: Surgery) -> Shape:
    """Return the drawing with the scar of an event, and with the older ones that can still be undone.

    Once the whole map has been drawn anew, no older event can be undone to the point.
    """
    touched = _list_touched_borders(surgery)
    alive = [scar for scar in before.scars if all(one in surgery.mesh for one in scar.healed_by)]
    kept = [] if outcome.is_relaid else _move_scars(alive, outcome, touched)
    fresh = _new_scar(before, outcome, surgery)
    known = {*fresh.depends, *(border for border in before.lines if border not in shape.lines)}
    moved = {
        border: line
        for border, line in before.lines.items()
        if border not in known and line is not shape.lines[border]
    }
    far = {b: line for b, line in moved.items() if _distance_between(line, shape.lines[b]) > SLIGHT}
    undoing = _inverse_of(surgery)
    fits = _try_undo(outcome.draft, fresh, undoing, far) is not None
    return replace(shape, scars=(*kept, replace(fresh, old=far if fits else moved))[-KEPT:])


def _inverse_of(surgery: Surgery) -> Surgery:
    """Return the event that undoes another."""
    if surgery.made is not None:
        return separate(surgery.mesh, surgery.made)
    before, seam = surgery.before, Dart(2 * (surgery.cut or 0))
    one, two = (surgery.heirs(border_of(before.prev[side]))[0] for side in (seam, twin(seam)))
    return release(surgery.mesh, before.across(before.prev[seam]), one, two)


def _list_touched_borders(surgery: Surgery) -> set[BorderId]:
    """Return the borders that an event changes, by their numbers before it."""
    found = set(surgery.joined or ())
    if surgery.cut is not None:
        found |= {surgery.cut, *surgery.before.touching(surgery.cut)}
    return found


def _new_scar(before: Shape, outcome: DrawnEvent, surgery: Surgery) -> Scar:
    mesh = surgery.before
    if surgery.cut is None:
        rims = surgery.joined or ()
        lines = tuple(before.lines[border] for border in rims)
        made = () if surgery.made is None else (surgery.made,)
        halves = tuple(number for pair in surgery.split for number in pair)
        return Scar(
            healed_by=made,
            depends=tuple(sorted({*made, *halves, *rims})),
            sides=None,
            rims=rims,
            lines=lines,
            flows=outcome.flows,
        )
    seam = Dart(2 * surgery.cut)
    darts = around(mesh, seam)
    corners = {heir for dart in darts for heir in surgery.heirs(border_of(dart))}
    healed_by = tuple(sorted(corners)) if surgery.made is None else (surgery.made,)
    return Scar(
        healed_by=healed_by,
        depends=tuple(sorted({*corners, *healed_by})),
        sides=(mesh.face[seam], mesh.across(seam)),
        rims=(),
        lines=tuple(before.line(dart) for dart in darts),
        flows=outcome.flows,
    )


def _distance_between(one: Line, two: Line) -> float:
    """Return how far apart two lines are at most, in drawing units."""
    return shapely.hausdorff_distance(LineString(np.array(one)), LineString(np.array(two))) / TENTHS


def _move_scars(scars: Sequence[Scar], outcome: DrawnEvent, touched: set[BorderId]) -> list[Scar]:
    """Return scars carried along by an event that has touched some borders."""
    scars = [
        replace(
            scar,
            depends=tuple(border for border in scar.depends if border not in touched),
            old={b: line for b, line in scar.old.items() if b not in touched},
        )
        for scar in scars
    ]
    lines = iter(
        _move_lines([line for scar in scars for line in (*scar.lines, *scar.old.values())], outcome)
    )
    moved = []
    for scar in scars:
        now = tuple(islice(lines, len(scar.lines)))
        moved.append(
            replace(
                scar,
                lines=now,
                old=dict(zip(scar.old, islice(lines, len(scar.old)), strict=True)),
                drawn=scar.drawn or (() if now == scar.lines else scar.lines),
            )
        )
    return moved


def _move_lines(lines: Iterable[Line], outcome: DrawnEvent) -> tuple[Line, ...]:
    """Return lines carried along by an event; those that it does not reach are returned as they are."""
    known = tuple(lines)
    start = {number: to_array(line) for number, line in enumerate(known)}
    now = outcome.move_lines(start)
    return tuple(
        line if now[number] is start[number] else to_line(now[number])
        for number, line in enumerate(known)
    )
