"""The two things that can happen to a border: it is cut through, or a link is laid across a province.

Borders keep their numbers; a new border gets a fresh one, of two borders that grow together the
older number lives on, and a border that is split keeps its number for the half that comes first
clockwise round the province it is split in. Source: docs/rules/common.md, "2. Map operations".
"""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.errors import MapError
from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of, twin


@dataclass(frozen=True, slots=True, kw_only=True)
class Surgery:
    """One event on the mesh: the map after it, and what became of the borders."""

    before: Mesh
    """The map it happened to."""
    mesh: Mesh
    """The map afterwards."""
    cut: BorderId | None = None
    """The border that is gone (separation)."""
    made: BorderId | None = None
    """The border that is new (separation with two different ends, release)."""
    merged: tuple[tuple[BorderId, BorderId], ...] = ()
    """Borders that grew together: the number that stays, the number that is gone."""
    split: tuple[tuple[BorderId, BorderId], ...] = ()
    """Borders that were split: the number that stays, the number of the other half."""
    across: ProvinceKey | None = None
    """The province that a release crosses."""
    joined: tuple[BorderId, BorderId] | None = None
    """Release: the borders a and c (numbers before) between which the link is laid."""

    def heirs(self, border: BorderId) -> tuple[BorderId, ...]:
        """Return the borders that a border from before lives on as; none if it was cut."""
        if border == self.cut:
            return ()
        for stays, gone in self.merged:
            if border == gone:
                return (stays,)
        for stays, other in self.split:
            if border == stays:
                return (stays, other)
        return (border,)


def separate(mesh: Mesh, border: BorderId) -> Surgery:
    r"""Cut through a border: its two provinces part there, and those at its ends connect.

    ::

            C                 C
         p──┬──s            p\/s        the borders p, q, r, s keep their numbers
         A  │  B     ->    A  │f B      f is new: C|D
         q──┴──r            q/\r
            D                 D

    Where both ends are the same province C there is no new border: one side becomes an island group
    in C. Raises MapError when there is no such border, or it is a ring without junctions.
    """
    if border not in mesh:
        message = f"there is no border {border}"
        raise MapError(message)
    if mesh.is_ring(border):
        message = f"the border {'|'.join(mesh.sides(border))} is a ring and has no ends"
        raise MapError(message)
    ends = mesh.ends(border)
    if ends is not None and ends[0] == ends[1]:
        return _separate_ring(mesh, border)
    return _flip(mesh, border)


def _flip(mesh: Mesh, border: BorderId) -> Surgery:
    seam = Dart(2 * border)
    p, q = mesh.prev[seam], mesh.next[seam]
    r, s = mesh.prev[twin(seam)], mesh.next[twin(seam)]
    link = Dart(2 * mesh.fresh)
    following = dict(mesh.next)
    del following[seam], following[twin(seam)]
    following[p], following[r] = q, s
    following[twin(s)], following[link] = link, twin(p)
    following[twin(q)], following[twin(link)] = twin(link), twin(r)
    faces = dict(mesh.face)
    del faces[seam], faces[twin(seam)]
    faces[link], faces[twin(link)] = mesh.across(p), mesh.across(q)
    after = Mesh(next=following, face=faces, fresh=BorderId(mesh.fresh + 1))
    return Surgery(before=mesh, mesh=after, cut=border, made=mesh.fresh)


def _separate_ring(mesh: Mesh, border: BorderId) -> Surgery:
    seam = Dart(2 * border)
    p, q = mesh.prev[seam], mesh.next[seam]
    r, s = mesh.prev[twin(seam)], mesh.next[twin(seam)]
    following = dict(mesh.next)
    faces = dict(mesh.face)
    for dart in (seam, twin(seam)):
        del following[dart], faces[dart]
    following[p], following[twin(q)] = q, twin(p)
    following[r], following[twin(s)] = s, twin(r)
    merged = []
    for first, second in ((p, q), (r, s)):
        if first != second:
            merged.append(_grow_together(following, faces, first, second))
    after = Mesh(next=following, face=faces, fresh=mesh.fresh)
    return Surgery(before=mesh, mesh=after, cut=border, merged=tuple(merged))


def _grow_together(
    following: dict[Dart, Dart], faces: dict[Dart, ProvinceKey], first: Dart, second: Dart
) -> tuple[BorderId, BorderId]:
    """Make one border of two that follow each other on both sides; return the numbers kept and lost."""
    if second < first:
        first, second = twin(second), twin(first)
    before_twin = next(dart for dart, after in following.items() if after == twin(second))
    following[first] = following[second]
    following[before_twin] = twin(first)
    for dart in (second, twin(second)):
        del following[dart], faces[dart]
    return border_of(first), border_of(second)


def release(mesh: Mesh, across: ProvinceKey, a: BorderId, c: BorderId) -> Surgery:
    """Lay a link across a province: what lies behind its borders a and c connects.

    ::

          A                       A
        ──a──              a1 ──┐ ┌── a2        f is new: A|C; a and c are split in two
          B        ->      B    │f│    B        unless they are rings without junctions
        ──c──              c2 ──┘ └── c1
          C                       C

    The exact inverse of a separation whose ends are one province. Raises MapError when a or c is no
    border of ``across``, when both lie on the same ring of it (the link would cut it in two), or when
    the same province lies behind both.
    """
    in_a, in_c = mesh.dart_in(a, across), mesh.dart_in(c, across)
    if mesh.ring_of[in_a] == mesh.ring_of[in_c]:
        message = f"a link there would cut {across} in two"
        raise MapError(message)
    if mesh.across(in_a) == mesh.across(in_c):
        message = f"{mesh.across(in_a)} cannot be connected with itself"
        raise MapError(message)
    following, faces = dict(mesh.next), dict(mesh.face)
    link = Dart(2 * mesh.fresh)
    faces[link], faces[twin(link)] = mesh.across(in_a), mesh.across(in_c)
    fresh = BorderId(mesh.fresh + 1)
    split = []
    halves = []
    for dart, between in ((in_a, link), (in_c, twin(link))):
        second, fresh = _open(following, faces, dart, between, fresh)
        halves.append(second)
        if second != dart:
            split.append((border_of(dart), border_of(second)))
    following[in_a], following[in_c] = halves[1], halves[0]
    return Surgery(
        before=mesh,
        mesh=Mesh(next=following, face=faces, fresh=fresh),
        made=mesh.fresh,
        split=tuple(split),
        across=across,
        joined=(a, c),
    )


def _open(
    following: dict[Dart, Dart],
    faces: dict[Dart, ProvinceKey],
    dart: Dart,
    link: Dart,
    fresh: BorderId,
) -> tuple[Dart, BorderId]:
    """Split a border where the link arrives and put the link between its halves on the far side.

    Returns the second half as seen from the crossed province (the border itself when it is a ring)
    and the next free number.
    """
    if following[dart] == dart and following[twin(dart)] == twin(dart):
        following[twin(dart)], following[link] = link, twin(dart)
        return dart, fresh
    # The half's darts have the parity of the border's own, so both keep their direction.
    second = Dart(2 * fresh + dart % 2)
    faces[second], faces[twin(second)] = faces[dart], faces[twin(dart)]
    far_before = next(d for d, after in following.items() if after == twin(dart))
    following[second] = following[dart]
    following[far_before] = twin(second)
    following[twin(second)], following[link] = link, twin(dart)
    if far_before == twin(dart):
        following[twin(dart)] = twin(second)
    return second, BorderId(fresh + 1)
