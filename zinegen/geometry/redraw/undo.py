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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
import shapely
from shapely.geometry import LineString

from zinegen.geometry.draft import Array, Draft, to_array, to_line
from zinegen.geometry.mesh import Dart, Mesh, border_of, twin
from zinegen.geometry.redraw.attempts import Outcome, is_whole, round_changes, shortfall
from zinegen.geometry.shape import TENTHS, Line, Scar, Shape
from zinegen.geometry.surgery import Surgery, release, separate

KEPT = 16
"""The youngest scars are kept, at most so many."""

SLIGHT = 3.0
"""A border that an event has moved by no more than this is no part of its scar."""

FARTHEST = 12.0
"""A border that would have to be put back farther from its junction than this is not put back."""


def undo_event(draft: Draft, shape: Shape, surgery: Surgery) -> Outcome | None:
    """Return the drawing after an event that undoes an older one; None when no scar fits it."""
    for scar in reversed(shape.scars):
        if scar.healed_by != _undone_by(surgery):
            continue
        for old in (scar.old, {}):
            outcome = _try_undo(draft, scar, surgery, old)
            if outcome is not None:
                return outcome
    return None


def _try_undo(
    draft: Draft, scar: Scar, surgery: Surgery, old: Mapping[int, Line]
) -> Outcome | None:
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
    return Outcome(draft=after, flows=())


def _undone_by(surgery: Surgery) -> tuple[int, ...]:
    """Return the key by which a scar knows the event that undoes it."""
    if surgery.cut is not None:
        return (surgery.cut,)
    return tuple(sorted(surgery.joined or ()))


def _restore_lines(
    draft: Draft, scar: Scar, surgery: Surgery, old: Mapping[int, Line]
) -> dict[int, Array] | None:
    """Return the old lines under their numbers in the map after the event; None if they do not fit.

    ``old`` are those that are put back besides the borders of the event.
    """
    mesh = surgery.mesh
    if scar.sides is None:
        if any(border not in mesh for border in scar.rims):
            return None
        darts = tuple(Dart(2 * border) for border in scar.rims)
    else:
        if surgery.made is None or set(mesh.sides(surgery.made)) != set(scar.sides):
            return None
        darts = around(mesh, mesh.dart_in(surgery.made, scar.sides[0]))
    lines = {border: to_array(line) for border, line in old.items() if border in mesh}
    lines |= {
        border_of(dart): to_array(line[::-1] if dart % 2 else line)
        for dart, line in zip(darts, scar.lines, strict=True)
    }
    for border in sorted(lines):
        for dart in (Dart(2 * border), Dart(2 * border + 1)):
            end = _junction_now(draft, mesh, dart, lines)
            row = -1 if dart % 2 else 0
            if end is None:
                continue
            if np.hypot(*(lines[border][row] - end)) > FARTHEST:
                return None
            lines[border] = lines[border].copy()
            lines[border][row] = end
    return lines


def _junction_now(draft: Draft, mesh: Mesh, dart: Dart, lines: Mapping[int, Array]) -> Array | None:
    """Return where the junction at a dart's start is drawn now, by a border that is not put back."""
    if mesh.is_ring(border_of(dart)):
        return None
    others = [d for d in sorted(mesh.junction(dart)) if border_of(d) not in lines]
    return draft.line(others[0])[0] if others else None


def around(mesh: Mesh, seam: Dart) -> tuple[Dart, ...]:
    """Return a dart, those before and after it, and those before and after its twin."""
    other = twin(seam)
    return seam, mesh.prev[seam], mesh.next[seam], mesh.prev[other], mesh.next[other]


def record_scar(shape: Shape, before: Shape, outcome: Outcome, surgery: Surgery) -> Shape:
    """Return the drawing with the scar of an event, and with the older ones that it has not ended.

    Once the whole map has been drawn anew, no older event can be undone to the point.
    """
    touched = _list_touched_borders(surgery)
    alive = [scar for scar in before.scars if touched.isdisjoint(scar.depends)]
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


def _list_touched_borders(surgery: Surgery) -> set[int]:
    """Return the borders that an event changes, by their numbers before it."""
    found = set(surgery.joined or ())
    if surgery.cut is not None:
        found |= {surgery.cut, *surgery.before.touching(surgery.cut)}
    return found


def _new_scar(before: Shape, outcome: Outcome, surgery: Surgery) -> Scar:
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


def _move_scars(scars: Sequence[Scar], outcome: Outcome, touched: set[int]) -> list[Scar]:
    """Return scars carried along by an event that has touched some borders."""
    scars = [
        replace(scar, old={b: line for b, line in scar.old.items() if b not in touched})
        for scar in scars
    ]
    lines = iter(
        _move_lines([line for scar in scars for line in (*scar.lines, *scar.old.values())], outcome)
    )
    return [
        replace(
            scar,
            lines=tuple(islice(lines, len(scar.lines))),
            old=dict(zip(scar.old, islice(lines, len(scar.old)), strict=True)),
        )
        for scar in scars
    ]


def _move_lines(lines: Iterable[Line], outcome: Outcome) -> tuple[Line, ...]:
    """Return lines carried along by an event; those that it does not reach are returned as they are."""
    known = tuple(lines)
    start = {number: to_array(line) for number, line in enumerate(known)}
    now = outcome.move_lines(start)
    return tuple(
        line if now[number] is start[number] else to_line(now[number])
        for number, line in enumerate(known)
    )
