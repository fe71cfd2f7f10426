"""Slitting: an event is done on a net of triangles, by opening it along a path.

The path's points are doubled, and between the two banks comes a strip of new triangles, at first
next to no width wide: its first half belongs to the province at one end, the rest to that at the other.
A separation opens the border that goes; a release a path across the province that is crossed.

::

           C  w              w: the tip, a point of C
         ───╲╱───
      L  0   ╲  0  R         the strip is C's down to the link L2-R2, and D's below it
         1   ╱  1            (seen from above with the path running down,
         2 ─f─  2             the left bank is drawn on the right)
         3   ╲  3
         ───╱╲───
           D  w
"""  # noqa: RUF002  (the diagonals are a picture)

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from zinegen.geometry.draft import Array
from zinegen.geometry.mesh import Dart, Face, border_of, twin
from zinegen.geometry.net.triangles import (
    Net,
    Spoke,
    Spokes,
    Triangle,
    determinants,
    edges_of,
    replace_corner,
    spokes_of,
)
from zinegen.geometry.shape import OUTSIDE
from zinegen.geometry.surgery import Surgery

CRACK = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
"""Half-widths of a strip at first, the best one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slit:
    """Where a net has been opened."""

    left: tuple[int, ...]
    """The points of the bank on the left of the path, from its start to its end."""
    right: tuple[int, ...]
    tips: tuple[int | None, int | None]
    """The points to which the strip tapers at its ends; none where it ends on the frame."""
    strip: int
    """The number of the strip's first triangle: it and all later ones are the strip's."""

    @property
    def course(self) -> list[int]:
        """The points of the path, with the tips at its ends."""
        return [p for p in (self.tips[0], *self.right, self.tips[1]) if p is not None]

    @property
    def middle(self) -> int:
        """The place in the banks at which the new border joins them."""
        return len(self.left) // 2


def open_border(net: Net, surgery: Surgery, border: int) -> Slit:
    """Do a separation on a net."""
    mesh = surgery.before
    seam = Dart(2 * border)
    path = net.chain(seam)
    ends = (mesh.across(mesh.prev[seam]), mesh.across(mesh.next[seam]))
    slit = _open(net, path, ends)
    # The province of the even dart has the right bank.
    banks = (slit.right, slit.left[::-1])
    middles = (slit.middle, len(path) - 1 - slit.middle)
    for side, bank, middle in zip((seam, twin(seam)), banks, middles, strict=True):
        before, after = mesh.prev[side], mesh.next[side]
        if before == after:
            net.put(after, [*bank, *net.chain(after)[1:-1], bank[0]])
        elif surgery.made is None:
            kept = before if border_of(before) in surgery.mesh else after
            net.put(kept, [*net.chain(before)[:-1], *bank, *net.chain(after)[1:]])
        else:
            net.put(before, [*net.chain(before)[:-1], *bank[: middle + 1]])
            net.put(after, [*bank[middle:], *net.chain(after)[1:]])
    for gone in (border, *(number for _, number in surgery.merged)):
        del net.chains[gone]
    _add_link(net, surgery, slit)
    return slit


def open_link(net: Net, surgery: Surgery, across: Face, joined: tuple[int, int]) -> Slit | None:
    """Do a release on a net; None where no path leads across, since the frame is in the way."""
    mesh, after = surgery.before, surgery.mesh
    in_a, in_c = (mesh.dart_in(border, across) for border in joined)
    path = path_across(net, across, joined)
    if path is None:
        return None
    slit = _open(net, path, (mesh.across(in_a), mesh.across(in_c)))
    k = slit.middle
    left, right = list(slit.left), list(slit.right)
    for dart, other, point, coming, going in (
        (in_a, in_c, path[0], right[: k + 1], left[k::-1]),
        (in_c, in_a, path[-1], left[k:][::-1], right[k:]),
    ):
        chain, second = net.chain(dart), after.next[other]
        at = chain.index(point)
        if second == dart:
            net.put(dart, [*going, *chain[at + 1 : -1], *chain[:at], *coming])
        else:
            net.put(second, [*going, *chain[at + 1 :]])
            net.put(dart, [*chain[:at], *coming])
    _add_link(net, surgery, slit)
    return slit


def _add_link(net: Net, surgery: Surgery, slit: Slit) -> None:
    """Put the new border across the strip; let go of points that have left the frame."""
    if surgery.made is not None:
        net.chains[surgery.made] = [slit.left[slit.middle], slit.right[slit.middle]]
    rim = {
        point
        for border, chain in net.chains.items()
        for point in chain
        if OUTSIDE in surgery.mesh.sides(border)
    }
    net.held -= {*slit.left, *slit.right} - rim


def _open(net: Net, path: Sequence[int], ends: tuple[Face, Face]) -> Slit:
    """Open a net along a path; the strip tapers to a point of the province at either end."""
    spokes = spokes_of(net)
    first, last = (
        tip_of(net, spokes[point], face)
        for point, face in zip((path[0], path[-1]), ends, strict=True)
    )
    return open_path(net, path, (first, last), ends, spokes)


def open_path(
    net: Net,
    path: Sequence[int],
    tips: tuple[int | None, int | None],
    ends: tuple[Face, Face],
    spokes: Spokes,
) -> Slit:
    """Double the points of a path and lay the strip between two tips.

    The right bank keeps the old numbers; ``ends`` are the provinces that the strip's two halves become,
    ``spokes`` what lies round each point.
    """
    before = [tips[0], *path[:-1]]
    behind = [*path[1:], tips[1]]
    left = [net.add(*net.points[point]) for point in path]
    for here, last, onward, copy in zip(path, before, behind, left, strict=True):
        for number in _left_of(spokes[here], last, onward):
            net.triangles[number] = replace_corner(net.triangles[number], here, copy)
        if here in net.held:
            net.held.add(copy)
    slit = Slit(left=tuple(left), right=tuple(path), tips=tips, strip=len(net.triangles))
    laid: list[tuple[Triangle, Face]] = []
    for number, ((a, b), (c, d)) in enumerate(zip(pairwise(left), pairwise(path), strict=True)):
        face = ends[0] if number < slit.middle else ends[1]
        laid += [((a, b, d), face), ((a, d, c), face)]
    if tips[0] is not None:
        laid.append(((tips[0], left[0], path[0]), ends[0]))
    if tips[1] is not None:
        laid.append(((tips[1], path[-1], left[-1]), ends[1]))
    for corners, face in laid:
        net.triangles.append(corners)
        net.faces.append(face)
    return slit


def _triangles_right(spokes: Spoke, start: int | None, stop: int | None) -> tuple[set[int], bool]:
    """Return the triangles met turning right from a neighbour to another, and whether it is reached."""
    found: set[int] = set()
    at = start
    while at is not None and at in spokes:
        number, at = spokes[at]
        found.add(number)
        if at in {stop, start}:
            break
    return found, at == stop


def _left_of(spokes: Spoke, last: int | None, onward: int | None) -> set[int]:
    """Return the triangles at a point that lie left of a path coming from one neighbour to another."""
    if last is not None:
        found, whole = _triangles_right(spokes, last, onward)
        if whole or onward is None:
            return found
    right, _ = _triangles_right(spokes, onward, last)
    return {number for number, _ in spokes.values()} - right


def tip_of(net: Net, spokes: Spoke, face: Face) -> int | None:
    """Return the neighbour of a point in the middle of a province's triangles there."""
    fan = {near: third for near, (number, third) in spokes.items() if net.faces[number] == face}
    if not fan:
        return None
    start = min(set(fan) - set(fan.values()), default=min(fan))
    rim = [start]
    while rim[-1] in fan and len(rim) <= len(fan):
        rim.append(fan[rim[-1]])
    return rim[len(rim) // 2]


def part_banks(net: Net, slits: Iterable[Slit], size: tuple[float, float]) -> Array | None:
    """Return the points with all banks a little apart; None if some triangle would be turned over."""
    at, free = net.array(), net.free(size)
    triangles = np.array(net.triangles)
    aside = np.zeros_like(at)
    for slit in slits:
        steps = np.diff(at[slit.course], axis=0)
        steps /= np.maximum(np.hypot(*steps.T), 1e-12)[:, None]
        turned = np.column_stack([-steps[:, 1], steps[:, 0]])
        turned = np.vstack([turned[:1], turned[1:] + turned[:-1], turned[-1:]])
        first = int(slit.tips[0] is not None)
        aside[list(slit.right)] = turned[first : first + len(slit.right)]
        aside[list(slit.left)] = -aside[list(slit.right)]
    for width in CRACK:
        after = at + np.where(free, width * aside, 0.0)
        if (determinants(edges_of(after, triangles)) > 0).all():
            return after
    return None


NARROW = 20.0
"""A path rather goes round than through a gap narrower than this."""

CLEAR = 12.0
"""A path keeps so far from the ends of the edges that it crosses, if it can."""

TURNS = 200
"""So often is it drawn tighter."""

Gate = frozenset[int]
"""An edge of a triangle: the numbers of its two points."""


def path_across(net: Net, across: Face, joined: tuple[int, int]) -> list[int] | None:
    """Lay a path of new points across a province between two of its borders; return them."""
    doors = [{frozenset(edge): edge for edge in pairwise(net.chains[border])} for border in joined]
    steps = _cheapest_path(net, across, doors[0], doors[1])
    if steps is None:
        return None
    gates = [steps[0][1], *(leave for _, _, leave in steps)]
    spots = _tighten_path(net, gates)
    path = []
    for border, gate, spot in zip(
        joined, (gates[0], gates[-1]), spots[:: len(spots) - 1], strict=True
    ):
        edges = list(pairwise(net.chains[border]))
        row = next(row for row, edge in enumerate(edges) if gate == {*edge})
        middle = net.add(*spot)
        if any(_is_frame(net, gate, axis) for axis in (0, 1)):
            net.held.add(middle)
        net.chains[border].insert(row + 1, middle)
        path.append(middle)
        _halve_triangle(net, across, gate, middle)
    start, stop = path
    course = [start]
    for row, (number, entry, leave) in enumerate(steps, start=1):
        door = stop if row == len(steps) else net.add(*spots[row])
        (ax, ay), (bx, by) = net.points[course[-1]], net.points[door]
        hub = net.add((ax + bx) / 2, (ay + by) / 2)
        _cut_in_five(net, number, (entry, course[-1]), (leave, door), hub)
        course += [hub, door]
    return course


def _is_frame(net: Net, gate: Gate, axis: int) -> bool:
    """Tell whether an edge runs along one side of the frame."""
    one, two = gate
    return net.held.issuperset(gate) and net.points[one][axis] == net.points[two][axis]


def _tighten_path(net: Net, gates: Sequence[Gate]) -> list[tuple[float, float]]:
    """Return a point on each of some edges, so that the path through them is nearly as short as can be.

    It keeps clear of the ends of the edges, where other borders are.
    """
    at = net.array()
    start, stop = (at[[sorted(gate)[side] for gate in gates]] for side in (0, 1))
    edge = stop - start
    square = np.maximum((edge**2).sum(axis=1), 1e-12)
    margin = np.minimum(CLEAR / np.sqrt(square), 0.4)
    share = np.full(len(gates), 0.5)
    for _ in range(TURNS):
        spots = start + share[:, None] * edge
        wish = np.vstack([spots[1:2], (spots[:-2] + spots[2:]) / 2, spots[-2:-1]])
        foot = ((wish - start) * edge).sum(axis=1) / square
        share = np.clip((share + foot) / 2, margin, 1 - margin)
    spots = start + share[:, None] * edge
    return [(x, y) for x, y in spots.tolist()]


def _halve_triangle(net: Net, across: Face, gate: Gate, middle: int) -> None:
    """Halve the triangle beyond an edge of a province, if there is one."""
    one, two = sorted(gate)
    for number in range(len(net.triangles)):
        if gate <= set(net.triangles[number]) and net.faces[number] != across:
            corners = net.triangles[number]
            net.triangles[number] = replace_corner(corners, two, middle)
            net.triangles.append(replace_corner(corners, one, middle))
            net.faces.append(net.faces[number])
            return


def _cut_in_five(
    net: Net,
    number: int,
    entry: tuple[Gate, int],
    leave: tuple[Gate, int],
    hub: int,
) -> None:
    """Cut a triangle into five round a hub, with new points on two of its edges."""
    a, b, c = net.triangles[number]
    ring: list[int] = []
    for one, two in ((a, b), (b, c), (c, a)):
        ring.append(one)
        ring += [middle for gate, middle in (entry, leave) if gate == {one, two}]
    pieces: list[Triangle] = [
        (hub, one, two) for one, two in zip(ring, [*ring[1:], ring[0]], strict=True)
    ]
    net.triangles[number] = pieces[0]
    net.triangles += pieces[1:]
    net.faces += [net.faces[number]] * (len(pieces) - 1)


_Step = tuple[int, Gate, Gate]
"""A triangle, the edge at which a path enters it and that at which it leaves."""


def _cheapest_path(
    net: Net,
    across: Face,
    starts: dict[Gate, tuple[int, int]],
    goals: dict[Gate, tuple[int, int]],
) -> list[_Step] | None:
    """Return the triangles of a cheapest path across a province (Dijkstra), if there is any."""
    walls = {frozenset(edge) for chain in net.chains.values() for edge in pairwise(chain)}
    beyond: dict[Gate, list[int]] = {}
    for number, (a, b, c) in enumerate(net.triangles):
        if net.faces[number] == across:
            for edge in ((a, b), (b, c), (c, a)):
                beyond.setdefault(frozenset(edge), []).append(number)
    at = net.array()
    where = {gate: at[sorted(gate)].mean(axis=0) for gate in beyond}
    wide = {gate: float(np.hypot(*np.diff(at[sorted(gate)], axis=0)[0])) for gate in beyond}
    waiting = [(0.0, number, sorted(gate)) for gate in starts for number in beyond.get(gate, ())]
    heapq.heapify(waiting)
    came: dict[Gate, tuple[Gate | None, int]] = {}
    best = {frozenset(gate): 0.0 for _, _, gate in waiting}
    sources = dict.fromkeys(best)
    while waiting:
        price, number, key = heapq.heappop(waiting)
        gate = frozenset(key)
        if price > best[gate]:
            continue
        a, b, c = net.triangles[number]
        for leave in (frozenset((a, b)), frozenset((b, c)), frozenset((c, a))):
            if leave == gate or (leave in walls and leave not in goals):
                continue
            step = math.hypot(*(where[leave] - where[gate]).tolist())
            total = price + step * (1 + NARROW / max(wide[leave], 0.1))
            if total >= best.get(leave, math.inf):
                continue
            best[leave] = total
            came[leave] = (gate, number)
            if leave not in walls:
                for onward in beyond[leave]:
                    if onward != number:
                        heapq.heappush(waiting, (total, onward, sorted(leave)))
    reached = [gate for gate in sorted(goals, key=sorted) if gate in came]
    if not reached:
        return None
    found: list[_Step] = []
    gate = min(reached, key=lambda each: best[each])
    while gate not in sources:
        before, number = came[gate]
        found.append((number, before or gate, gate))
        gate = before or gate
    return found[::-1]
