"""A map as faces and borders, from the printed lists of neighbours, for judges apart from the engine.

Source: docs/rules/common.md, "1. Map model", "2. Map operations", "4. Coasts and fleets".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from pathlib import Path

RULES = Path(__file__).parents[2] / "docs" / "rules"
OFF_LIMITS = {"Swi", "Out"}
"""Faces that no unit enters."""
STANDARD_JOINS = {
    "Con": ("BLA", "AEG"),
    "Kie": ("HEL", "BAL"),
    "Den": ("SKA", "BAL"),
    "Swe": ("SKA", "BAL"),
}
"""Source: docs/rules/common.md, "4.4 Waterways"."""

Ring = list[int]
"""Borders round a face, clockwise."""
Coast = frozenset[int]
"""The borders of a coast."""
Spot = tuple[str, Coast | None]
"""Where a fleet is: a face, and on land its coast."""


def printed_neighbours() -> dict[str, list[str]]:
    """Return the neighbours of each face of the standard board, clockwise."""
    page = (RULES / "common.md").read_text(encoding="utf-8")
    lines = page.split("## 5. Standard board")[1].split("```")[1].strip().splitlines()
    return {face.strip(): names.split() for face, names in (line.split(":") for line in lines)}


class FaceMap:
    """Faces with their rings of borders; each border is a number between two faces."""

    def __init__(
        self,
        lists: Mapping[str, Sequence[str]],
        joins: Mapping[str, tuple[str, str]] = STANDARD_JOINS,
    ) -> None:
        """Number the borders of the lists: each stands in those of its two faces."""
        self.joins = joins
        self.waters = {face for face in lists if face.isupper()}
        self.sides: dict[int, tuple[str, str]] = {}
        self.rings: dict[str, list[Ring]] = {
            face: [[0] * len(names)] for face, names in lists.items()
        }
        for face, names in lists.items():
            for at, name in enumerate(names):
                if self.rings[face][0][at]:
                    continue
                number = len(self.sides) + 1
                self.sides[number] = (face, name)
                self.rings[face][0][at] = number
                self.rings[name][0][_matching_index(lists, face, at)] = number
        self.parts = {number: {number} for number in self.sides}
        """Of which borders of the map that was copied each border consists, or is a part."""
        self._number = len(self.sides)

    def copy(self) -> FaceMap:
        """Return a map that can be changed for itself."""
        other = deepcopy(self)
        other.parts = {number: {number} for number in self.sides}
        return other

    def across(self, border: int, face: str) -> str:
        """Return the face on the other side of a border."""
        one, other = self.sides[border]
        return other if one == face else one

    def ring(self, face: str, border: int) -> Ring:
        """Return the ring of a face in which a border lies."""
        return next(ring for ring in self.rings[face] if border in ring)

    def beside(self, face: str, border: int) -> tuple[int, int]:
        """Return the borders before and after one in the ring of a face."""
        ring = self.ring(face, border)
        at = ring.index(border)
        return ring[at - 1], ring[(at + 1) % len(ring)]

    def touching(self, border: int) -> set[int]:
        """Return the borders that share a junction with one."""
        found = {near for face in self.sides[border] for near in self.beside(face, border)}
        return found - {border}

    def ends(self, border: int) -> tuple[str, str] | None:
        """Return the faces at the two ends of a border; None for a closed ring."""
        face = self.sides[border][0]
        if all(len(self.ring(side, border)) == 1 for side in self.sides[border]):
            return None
        before, after = self.beside(face, border)
        return self.across(before, face), self.across(after, face)

    def separate(self, border: int) -> None:
        """Carry out a separation (docs/rules/common.md, "2.1 Separation")."""
        a, b = self.sides.pop(border)
        (p, q), (r, s) = self.beside(a, border), self.beside(b, border)
        c, d = self.across(p, a), self.across(q, a)
        if c != d:
            new = self._add(c, d)
            for face, before, after in ((c, s, p), (d, q, r)):
                ring = self.ring(face, before)
                at = ring.index(before) + 1
                assert ring[at % len(ring)] == after
                ring.insert(at, new)
        else:
            whole = self.ring(c, p)
            at = whole.index(p)
            turned = whole[at:] + whole[:at]
            cut = turned.index(q) + 1
            self.rings[c].remove(whole)
            self.rings[c] += [turned[:cut], turned[cut:]]
        for face in (a, b):
            self.ring(face, border).remove(border)
        if c == d:
            self._merge(a, c, p, q)
            self._merge(b, c, r, s)

    def _merge(self, face: str, other: str, one: int, two: int) -> None:
        """Make one border of two that touch end to end; it keeps the older number."""
        keep, lose = min(one, two), max(one, two)
        if keep != lose:
            self.parts[keep] |= self.parts[lose]
            del self.sides[lose]
            for side in (face, other):
                self.ring(side, lose).remove(lose)

    def release(self, across: str, a: int, c: int) -> None:
        """Connect what lies behind two borders of one face (docs/rules/common.md, "2.2 Release")."""
        one, two = self.across(a, across), self.across(c, across)
        rings = [self.ring(across, border) for border in (a, c)]
        new = self._add(one, two)
        kept: list[Ring] = []
        for face, border, ring in ((one, a, rings[0]), (two, c, rings[1])):
            at, behind = ring.index(border), self.ring(face, border)
            rest = ring[at + 1 :] + ring[:at]
            if len(ring) == 1 and len(behind) == 1:
                behind.append(new)
                kept.append([border])
                continue
            half = self._add(*self.sides[border])
            self.parts[half] = set(self.parts[border])
            where = behind.index(border)
            behind[where : where + 1] = [border, new, half]
            kept.append([border, *rest, half])
        self.rings[across] = [ring for ring in self.rings[across] if ring not in rings]
        self.rings[across].append(kept[0] + kept[1])

    def _add(self, one: str, other: str) -> int:
        self._number += 1
        self.sides[self._number] = (one, other)
        self.parts[self._number] = {self._number}
        return self._number

    def list_releases(self, one: str, other: str) -> list[tuple[str, int, int]]:
        """Return how two faces could be connected: across what, and from which border to which."""
        return [
            (face, a, c)
            for face, rings in self.rings.items()
            if face not in {one, other} and one != other
            for first in rings
            for second in rings
            if first is not second
            for a in first
            for c in second
            if (self.across(a, face), self.across(c, face)) == (one, other)
        ]

    def neighbours(self, face: str) -> str:
        """Return the neighbours of a face as scenario files write them."""
        rings = ([self.across(border, face) for border in ring] for ring in self.rings[face])
        return " | ".join(map(" ".join, rings))

    def waters_of(self, face: str, coast: Collection[int]) -> list[str]:
        """Return the waters of a coast, in the order of the alphabet."""
        return sorted({self.across(border, face) for border in coast})

    def coasts(self, face: str) -> list[Coast]:
        """Return the coasts of a land face: runs of water, joined by name."""
        runs = [frozenset(run) for ring in self.rings[face] for run in self._runs(face, ring)]
        pair = self.joins.get(face, ())
        both = [{run for run in runs if sea in self.waters_of(face, run)} for sea in pair]
        if both and all(both):
            joined = both[0] | both[1]
            runs = [run for run in runs if run not in joined] + [frozenset().union(*joined)]
        return runs

    def _runs(self, face: str, ring: Ring) -> Iterator[list[int]]:
        wet = [self.across(border, face) in self.waters for border in ring]
        if all(wet):
            yield ring
            return
        start = wet.index(False)
        run: list[int] = []
        for border in [*ring[start:], *ring[: start + 1]]:
            if self.across(border, face) in self.waters:
                run.append(border)
            elif run:
                yield run
                run = []

    def fleet_steps(self, spot: Spot) -> set[Spot]:
        """Return where a fleet can go in one move (docs/rules/common.md, "4.5 Fleet moves")."""
        face, coast = spot
        if face in self.waters:
            borders = [border for ring in self.rings[face] for border in ring]
            return {near for border in borders for near in self._arrivals(border, face)}
        found: set[Spot] = {(self.across(border, face), None) for border in coast or ()}
        for ring in self.rings[face]:
            for one, two in pairwise([*ring, ring[0]] if len(ring) > 1 else []):
                for shore, land in ((one, two), (two, one)):
                    other, water = self.across(land, face), self.across(shore, face)
                    if coast is None or shore not in coast or other in self.waters | OFF_LIMITS:
                        continue
                    before, after = self.beside(other, land)
                    third = before if shore == two else after
                    if self.across(third, other) == water:
                        found |= {(other, near) for near in self.coasts(other) if third in near}
        return found

    def _arrivals(self, border: int, face: str) -> Iterator[Spot]:
        other = self.across(border, face)
        if other in self.waters:
            yield other, None
        elif other not in OFF_LIMITS:
            yield from ((other, coast) for coast in self.coasts(other) if border in coast)

    def army_steps(self, face: str) -> set[str]:
        """Return the land faces beside a face."""
        near = {self.across(border, face) for ring in self.rings[face] for border in ring}
        return near - self.waters - OFF_LIMITS


def _matching_index(lists: Mapping[str, Sequence[str]], face: str, at: int) -> int:
    """Return where the border at a place of one list stands in that of its other face.

    Clockwise round one face is anticlockwise round the other: what comes before it here comes after it there.
    """
    names = lists[face]
    before, after = names[at - 1], names[(at + 1) % len(names)]
    there = lists[names[at]]
    return next(
        index
        for index, name in enumerate(there)
        if name == face and (there[index - 1], there[(index + 1) % len(there)]) == (after, before)
    )
