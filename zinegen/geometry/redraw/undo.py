"""Healing: an event that exactly undoes another puts the old borders back.

Every event leaves a *scar* in the shape: the borders it cut, as they were, and its flows. Later flows
carry scars along with everything else. When an event heals one, nothing is carved: the old lines are
put back, and the flows run backwards. Where running them backwards would not do, which is found out
when the event is drawn, the scar has the old lines of all that the event moved instead.

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
from zinegen.geometry.redraw.attempts import Outcome, is_whole, settled_down, shortfall
from zinegen.geometry.redraw.flows import back, carried_flows, flowed
from zinegen.geometry.shape import TENTHS, Flow, Line, Scar, Shape
from zinegen.geometry.surgery import Surgery, release, separate

LIVING = 16
"""The youngest scars are kept, at most so many."""

SLIGHT = 1.0
"""A border that is no farther than this from where the flows alone would have it is no one's scar."""

ASTRAY = 12.0
"""A border that would have to be put back farther from its junction than this is not put back."""

NEAR = 6.0
"""Flows that run backwards are to bring every border as near as this to where it was."""


def healed(draft: Draft, shape: Shape, surgery: Surgery) -> Outcome | None:
    """Return the drawing after an event that heals a scar; None when none fits it any more."""
    for scar in reversed(shape.scars):
        if scar.healed_by != _healer(surgery):
            continue
        backwards = _backwards(scar)
        tries = [(backwards, scar.old), (backwards, {}), ((), scar.old), ((), {})]
        for flows, old in tries[2:] if scar.exact else tries:
            outcome = _tried(draft, scar, surgery, flows, old)
            if outcome is not None:
                return outcome
    return None


def _backwards(scar: Scar) -> tuple[Flow, ...]:
    return tuple(back(flow) for flow in reversed(scar.flows))


def _tried(
    draft: Draft, scar: Scar, surgery: Surgery, flows: tuple[Flow, ...], old: Mapping[int, Line]
) -> Outcome | None:
    lines = _put_back(draft, scar, surgery, old)
    if lines is None:
        return None
    gone = [number for _, number in surgery.merged]
    if surgery.cut is not None:
        gone.append(surgery.cut)
    return _run(draft.changed(lines, mesh=surgery.mesh, gone=tuple(gone)), draft, flows)


def _run(after: Draft, before: Draft, flows: tuple[Flow, ...]) -> Outcome | None:
    for flow in flows:
        after = flowed(after, flow)
    after = settled_down(after, before)
    if not is_whole(after, before) or shortfall(after, before):
        return None
    return Outcome(draft=after, flows=flows, carved=0)


def _healer(surgery: Surgery) -> tuple[int, ...]:
    """Return how an event is known to the scar that it may heal."""
    if surgery.cut is not None:
        return (surgery.cut,)
    return tuple(sorted(surgery.joined or ()))


def _put_back(
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
            if np.hypot(*(lines[border][row] - end)) > ASTRAY:
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


def with_scars(shape: Shape, before: Shape, outcome: Outcome, surgery: Surgery) -> Shape:
    """Return the drawing with the scar of an event, and with the older ones that it has not ended."""
    touched = _touched(surgery)
    alive = [scar for scar in before.scars if touched.isdisjoint(scar.depends)]
    kept = _moved(alive, outcome, touched)
    fresh = _scar(before, outcome, surgery)
    own = {*fresh.depends, *(border for border in before.lines if border not in shape.lines)}
    fresh = replace(fresh, old=_otherwise(before, shape, outcome, own))
    if not outcome.shifts and not _comes_back(fresh, before, outcome, surgery):
        fresh = _exact(fresh, before, shape, surgery)
    return replace(shape, scars=(*kept, fresh)[-LIVING:])


def _comes_back(scar: Scar, before: Shape, outcome: Outcome, surgery: Surgery) -> bool:
    """Tell whether the flows of a new scar run backwards would bring every border near to its place."""
    undoing = _undoing(surgery)
    again = _tried(outcome.draft, scar, undoing, _backwards(scar), scar.old)
    if again is None:
        return False
    names = {border: border for border in before.lines}
    if surgery.cut is not None and undoing.made is not None:
        names[surgery.cut] = undoing.made
    # Of borders that grow together or are split, the numbers may not be those from before.
    unsure = {number for pair in (*surgery.merged, *surgery.split) for number in pair}
    return all(
        border in unsure
        or outcome.draft.lines.get(number) is again.draft.lines[number]
        or _apart(before.lines[border], to_line(again.draft.lines[number])) <= NEAR
        for border, number in names.items()
    )


def _undoing(surgery: Surgery) -> Surgery:
    """Return the event that undoes another."""
    if surgery.made is not None:
        return separate(surgery.mesh, surgery.made)
    before, seam = surgery.before, Dart(2 * (surgery.cut or 0))
    one, two = (surgery.heirs(border_of(before.prev[side]))[0] for side in (seam, twin(seam)))
    return release(surgery.mesh, before.across(before.prev[seam]), one, two)


def _exact(scar: Scar, before: Shape, after: Shape, surgery: Surgery) -> Scar:
    """Return a new scar with all the lines that have changed, as they were."""
    if scar.sides is None:
        lines = tuple(before.lines[border] for border in scar.rims)
        known = set(scar.rims)
    else:
        seam = Dart(2 * (surgery.cut or 0))
        darts = around(surgery.before, seam)
        lines = tuple(before.line(dart) for dart in darts)
        known = {border_of(dart) for dart in darts}
    old = {
        border: line
        for border, line in before.lines.items()
        if border not in known and after.lines.get(border) is not line
    }
    return replace(scar, lines=lines, old=old, exact=True)


def _touched(surgery: Surgery) -> set[int]:
    """Return the borders that an event changes, by their numbers before it."""
    found = set(surgery.joined or ())
    if surgery.cut is not None:
        found |= {surgery.cut, *surgery.before.touching(surgery.cut)}
    return found


def _scar(before: Shape, outcome: Outcome, surgery: Surgery) -> Scar:
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
            lines=_carried_by_flows(lines, outcome),
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
        lines=_carried_by_flows([before.line(dart) for dart in darts], outcome),
        flows=outcome.flows,
    )


def _otherwise(before: Shape, after: Shape, outcome: Outcome, known: set[int]) -> dict[int, Line]:
    """Return the old courses of borders, apart from the known, that more than flows has changed."""
    changed = [
        border
        for border, line in before.lines.items()
        if border not in known and after.lines[border] is not line
    ]
    carried = _carried_by_flows([before.lines[border] for border in changed], outcome)
    return {
        border: line
        for border, line in zip(changed, carried, strict=True)
        if outcome.shifts or _apart(line, after.lines[border]) > SLIGHT
    }


def _apart(one: Line, two: Line) -> float:
    """Return how far apart two lines are at most, in drawing units."""
    return shapely.hausdorff_distance(LineString(one), LineString(two)) / TENTHS


def _moved(scars: Sequence[Scar], outcome: Outcome, touched: set[int]) -> list[Scar]:
    """Return scars carried along by an event that has touched some borders."""
    flows = [flow for scar in scars for flow in scar.flows]
    for by in outcome.flows:
        flows = carried_flows(flows, by, outcome.draft.size)
    scars = [
        replace(scar, old={b: line for b, line in scar.old.items() if b not in touched})
        for scar in scars
    ]
    lines = iter(
        _followed([line for scar in scars for line in (*scar.lines, *scar.old.values())], outcome)
    )
    after = iter(flows)
    return [
        replace(
            scar,
            lines=tuple(islice(lines, len(scar.lines))),
            old=dict(zip(scar.old, islice(lines, len(scar.old)), strict=True)),
            flows=tuple(islice(after, len(scar.flows))),
        )
        for scar in scars
    ]


def _carried_by_flows(lines: Sequence[Line], outcome: Outcome) -> tuple[Line, ...]:
    """Return the lines of a new scar: where all is drawn anew, no flow needs to run backwards."""
    return tuple(lines) if outcome.shifts else _followed(lines, outcome)


def _followed(lines: Iterable[Line], outcome: Outcome) -> tuple[Line, ...]:
    """Return lines carried along by an event; those that it does not reach are returned as they are."""
    known = tuple(lines)
    start = {number: to_array(line) for number, line in enumerate(known)}
    now = outcome.carried(start)
    return tuple(
        line if now[number] is start[number] else to_line(now[number])
        for number, line in enumerate(known)
    )
