"""The map as a half-edge mesh: which provinces touch, and in which order; no coordinates.

A *dart* is one side of a border: ``dart ^ 1`` is the other side, ``dart // 2`` the border's number.
Walking along the darts of a province keeps its ground on the right hand (clockwise on a map), so a
province surrounded by others has one *ring* of darts, and one more for every hole.

::

              C              next[p] == d, next[d] == q
      p ->  ──┬──            the province behind d's twin is B
         A  d │ B            C and D are the ends of the border A|B
      q <-  ──┴──
              D

Source: docs/rules/common.md, "1. Map model".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NewType

from zinegen.errors import MapError

ProvinceKey = NewType("ProvinceKey", str)
"""The key of a province, such as ``Mun``; the map's outside is a face as well."""

Dart = NewType("Dart", int)
"""One side of a border."""

BorderId = NewType("BorderId", int)
"""The number of a border, its own for ever: of the map at the start, then counted on."""


def twin(dart: Dart) -> Dart:
    """Return the other side of the same border."""
    return Dart(dart ^ 1)


def border_of(dart: Dart) -> BorderId:
    """Return the number of the border that the dart is a side of."""
    return BorderId(dart // 2)


@dataclass(frozen=True)
class Mesh:
    """Which border follows which round every province; immutable, and the only truth about the map."""

    next: Mapping[Dart, Dart]
    """The dart that follows clockwise round the same province; a ring without junctions follows itself."""

    face: Mapping[Dart, ProvinceKey]
    """The province on the right of each dart."""

    fresh: BorderId
    """The number that the next new border gets; numbers are never used twice."""

    @cached_property
    def prev(self) -> Mapping[Dart, Dart]:
        """The dart before each dart, clockwise round the same province."""
        return {after: before for before, after in self.next.items()}

    @cached_property
    def borders(self) -> tuple[BorderId, ...]:
        """The numbers of all borders, oldest first."""
        return tuple(sorted({border_of(dart) for dart in self.next}))

    @cached_property
    def rings(self) -> Mapping[ProvinceKey, tuple[tuple[Dart, ...], ...]]:
        """The boundary components of every province: cyclic lists of darts, each from its lowest dart."""
        found: dict[ProvinceKey, list[tuple[Dart, ...]]] = {}
        seen: set[Dart] = set()
        for start in sorted(self.next):
            if start not in seen:
                ring = tuple(self._walk(start))
                seen.update(ring)
                found.setdefault(self.face[start], []).append(ring)
        return {face: tuple(found[face]) for face in sorted(found)}

    def _walk(self, start: Dart) -> Iterable[Dart]:
        dart = start
        while True:
            yield dart
            dart = self.next[dart]
            if dart == start:
                return

    @cached_property
    def _between(self) -> Mapping[tuple[ProvinceKey, ProvinceKey], tuple[BorderId, ...]]:
        found: dict[tuple[ProvinceKey, ProvinceKey], list[BorderId]] = {}
        for dart in sorted(self.next):
            found.setdefault((self.face[dart], self.across(dart)), []).append(border_of(dart))
        return {pair: tuple(numbers) for pair, numbers in found.items()}

    @cached_property
    def ring_of(self) -> Mapping[Dart, int]:
        """For each dart, which of its province's rings it lies on."""
        return {
            dart: number
            for rings in self.rings.values()
            for number, ring in enumerate(rings)
            for dart in ring
        }

    def __contains__(self, border: BorderId) -> bool:
        """Tell whether there is a border of this number now."""
        return Dart(2 * border) in self.next

    def across(self, dart: Dart) -> ProvinceKey:
        """Return the province on the other side of a dart."""
        return self.face[twin(dart)]

    def sides(self, border: BorderId) -> tuple[ProvinceKey, ProvinceKey]:
        """Return the two provinces that a border separates."""
        return self.face[Dart(2 * border)], self.face[Dart(2 * border + 1)]

    def dart_in(self, border: BorderId, face: ProvinceKey) -> Dart:
        """Return the side of a border that belongs to a province.

        Raises MapError when the border is no border of that province.
        """
        for dart in (Dart(2 * border), Dart(2 * border + 1)):
            if self.face.get(dart) == face:
                return dart
        message = f"border {border} is no border of {face}"
        raise MapError(message)

    def is_ring(self, border: BorderId) -> bool:
        """Tell whether a border has no junctions: a lone island in one other province."""
        return self.next[Dart(2 * border)] == 2 * border and (
            self.next[Dart(2 * border + 1)] == 2 * border + 1
        )

    def ends(self, border: BorderId) -> tuple[ProvinceKey, ProvinceKey] | None:
        """Return the third provinces at the start and the end of the even dart; none for a ring."""
        if self.is_ring(border):
            return None
        dart = Dart(2 * border)
        return self.across(self.prev[dart]), self.across(self.next[dart])

    def between(self, one: ProvinceKey, other: ProvinceKey) -> tuple[BorderId, ...]:
        """Return the borders that two provinces share, oldest first; none when they do not touch."""
        return self._between.get((one, other), ())

    def neighbours(self, face: ProvinceKey) -> tuple[tuple[ProvinceKey, ...], ...]:
        """Return the neighbours of a province in clockwise order, a list for each ring."""
        return tuple(tuple(self.across(dart) for dart in ring) for ring in self.rings[face])

    @cached_property
    def _adjacent(self) -> Mapping[ProvinceKey, frozenset[ProvinceKey]]:
        found: dict[ProvinceKey, set[ProvinceKey]] = {}
        for dart, face in self.face.items():
            found.setdefault(face, set()).add(self.across(dart))
        return {face: frozenset(others) for face, others in found.items()}

    def adjacent(self, face: ProvinceKey) -> frozenset[ProvinceKey]:
        """Return all provinces that share a border with this one, the impassable ones included."""
        return self._adjacent[face]

    def behind(self, ring: Sequence[Dart]) -> frozenset[ProvinceKey]:
        """Return the provinces on the far side of a ring: all from there that lead not through its own."""
        seen = {self.face[ring[0]]}
        waiting = [self.across(dart) for dart in ring]
        while waiting:
            face = waiting.pop()
            if face not in seen:
                seen.add(face)
                waiting += self.adjacent(face) - seen
        return frozenset(seen - {self.face[ring[0]]})

    def junction(self, dart: Dart) -> frozenset[Dart]:
        """Return the darts that start where this one starts: three of them, one for a ring."""
        if self.is_ring(border_of(dart)):
            return frozenset((dart,))
        second = self.next[twin(dart)]
        return frozenset((dart, second, self.next[twin(second)]))

    def touching(self, border: BorderId) -> tuple[BorderId, ...]:
        """Return the borders that share a junction with this one, lowest number first."""
        if self.is_ring(border):
            return ()
        darts = self.junction(Dart(2 * border)) | self.junction(Dart(2 * border + 1))
        return tuple(sorted({border_of(dart) for dart in darts} - {border}))


def require_valid(mesh: Mesh) -> Mesh:
    """Return the mesh if it is a whole map; raise MapError with what is wrong otherwise."""
    found = faults(mesh)
    if found:
        message = f"not a map: {found[0]}"
        raise MapError(message)
    return mesh


def faults(mesh: Mesh) -> list[str]:
    """Return the faults of a mesh, in words; none when it is a whole map.

    Later checks are only made when the earlier ones hold, since they build on them.
    """
    return _find_broken_links(mesh) or [*_bad_junctions(mesh), *_not_one_sphere(mesh)]


def _find_broken_links(mesh: Mesh) -> list[str]:
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
    around: dict[int, set[ProvinceKey]] = {}
    for number in nets:
        darts = [dart for dart in mesh.next if net[dart] == number]
        rings = [ring for rings in mesh.rings.values() for ring in rings if net[ring[0]] == number]
        junctions = len({min(mesh.junction(dart)) for dart in darts})
        if len(darts) == 2 and mesh.is_ring(border_of(darts[0])):
            junctions = 1
        if junctions - len(darts) // 2 + len(rings) != 2:
            found.append(f"the borders around {mesh.face[darts[0]]} cannot be drawn on a sphere")
        links += len(rings)
        around[number] = {mesh.face[ring[0]] for ring in rings}
    if links != len(mesh.rings) + len(nets) - 1 or not _is_connected(around):
        found.append("some province is cut in two, or is not joined to the rest of the map")
    return found


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


def _is_connected(around: dict[int, set[ProvinceKey]]) -> bool:
    waiting = dict(around)
    _, reached = waiting.popitem()
    while waiting:
        joined = [number for number, faces in waiting.items() if faces & reached]
        if not joined:
            return False
        for number in joined:
            reached = reached | waiting.pop(number)
    return True
