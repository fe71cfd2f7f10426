"""Crossing: a path of new points through a net of triangles, from one border of a province to another.

Lengths are drawing units.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from zinegen.planar.mesh import Face
from zinegen.planar.nets import Net, Triangle, renamed

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
    steps = _steps(net, across, doors[0], doors[1])
    if steps is None:
        return None
    gates = [steps[0][1], *(leave for _, _, leave in steps)]
    spots = _taut(net, gates)
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
        _halved(net, across, gate, middle)
    start, stop = path
    course = [start]
    for row, (number, entry, leave) in enumerate(steps, start=1):
        door = stop if row == len(steps) else net.add(*spots[row])
        (ax, ay), (bx, by) = net.points[course[-1]], net.points[door]
        hub = net.add((ax + bx) / 2, (ay + by) / 2)
        _quintered(net, number, (entry, course[-1]), (leave, door), hub)
        course += [hub, door]
    return course


def _is_frame(net: Net, gate: Gate, axis: int) -> bool:
    """Tell whether an edge runs along one side of the frame."""
    one, two = gate
    return net.held.issuperset(gate) and net.points[one][axis] == net.points[two][axis]


def _taut(net: Net, gates: Sequence[Gate]) -> list[tuple[float, float]]:
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


def _halved(net: Net, across: Face, gate: Gate, middle: int) -> None:
    """Halve the triangle beyond an edge of a province, if there is one."""
    one, two = sorted(gate)
    for number in range(len(net.triangles)):
        if gate <= set(net.triangles[number]) and net.faces[number] != across:
            corners = net.triangles[number]
            net.triangles[number] = renamed(corners, two, middle)
            net.triangles.append(renamed(corners, one, middle))
            net.faces.append(net.faces[number])
            return


def _quintered(
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


def _steps(
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
