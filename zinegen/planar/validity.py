"""Is a mesh a whole map? Long and plain on purpose: it trusts nothing that may be broken.

Source: rules/common.md section 1 (faces, edges, junctions of three, V - E + F) and section 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zinegen.planar.mesh import Dart, Face, border_of, twin

if TYPE_CHECKING:
    from zinegen.planar.mesh import Mesh


def faults(mesh: Mesh) -> list[str]:
    """Return what is wrong with a mesh, in words; nothing when it is a whole map.

    Later checks are only made when the earlier ones hold, since they build on them.
    """
    return _broken_links(mesh) or [*_bad_junctions(mesh), *_not_one_sphere(mesh)]


def _broken_links(mesh: Mesh) -> list[str]:
    found: list[str] = []
    if set(mesh.next) != set(mesh.face) or set(mesh.next) != set(mesh.next.values()):
        found.append("some dart has no successor, no predecessor or no province")
        return found
    for dart in sorted(mesh.next):
        if twin(dart) not in mesh.next:
            found.append(f"border {border_of(dart)} has only one side")
        elif mesh.face[dart] == mesh.face[twin(dart)]:
            found.append(f"border {border_of(dart)} has {mesh.face[dart]} on both sides")
        if mesh.face[mesh.next[dart]] != mesh.face[dart]:
            found.append(f"the ring of {mesh.face[dart]} leaves it at border {border_of(dart)}")
        if border_of(dart) >= mesh.fresh:
            found.append(f"border {border_of(dart)} is newer than the next new one")
    return found


def _bad_junctions(mesh: Mesh) -> list[str]:
    found = []
    for dart in sorted(mesh.next):
        if mesh.is_ring(border_of(dart)):
            continue
        second = mesh.next[twin(dart)]
        third = mesh.next[twin(second)]
        if mesh.next[twin(third)] != dart:
            found.append(f"not three borders meet at an end of border {border_of(dart)}")
        elif len({mesh.face[dart], mesh.face[second], mesh.face[third]}) != 3:
            found.append(f"not three provinces meet at an end of border {border_of(dart)}")
    return found


def _not_one_sphere(mesh: Mesh) -> list[str]:
    """Each connected net of borders must be plane, and nets and provinces must hang together as a tree."""
    net = _nets(mesh)
    nets = sorted(set(net.values()))
    found = []
    links = 0
    around: dict[int, set[Face]] = {}
    for number in nets:
        darts = [dart for dart in mesh.next if net[dart] == number]
        rings = [ring for rings in mesh.rings.values() for ring in rings if net[ring[0]] == number]
        junctions = len({min(mesh.junction(dart)) for dart in darts})
        if _is_lone_ring(mesh, darts):
            junctions = 1
        if junctions - len(darts) // 2 + len(rings) != 2:
            found.append(f"the borders around {mesh.face[darts[0]]} cannot be drawn on a sphere")
        links += len(rings)
        around[number] = {mesh.face[ring[0]] for ring in rings}
    if links != len(mesh.rings) + len(nets) - 1 or not _hangs_together(around):
        found.append("some province is cut in two, or is not joined to the rest of the map")
    return found


def _is_lone_ring(mesh: Mesh, darts: list[Dart]) -> bool:
    return len(darts) == 2 and mesh.is_ring(border_of(darts[0]))


def _nets(mesh: Mesh) -> dict[Dart, int]:
    """Return for each dart the lowest dart of the connected net of borders it belongs to."""
    net: dict[Dart, int] = {}
    for start in sorted(mesh.next):
        if start in net:
            continue
        stack = [start]
        while stack:
            dart = stack.pop()
            if dart not in net:
                net[dart] = start
                stack += [twin(dart), mesh.next[dart]]
    return net


def _hangs_together(around: dict[int, set[Face]]) -> bool:
    waiting = dict(around)
    _, reached = waiting.popitem()
    while waiting:
        joined = [number for number, faces in waiting.items() if faces & reached]
        if not joined:
            return False
        for number in joined:
            reached = reached | waiting.pop(number)
    return True
