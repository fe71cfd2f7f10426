"""Where the ground outside meets the frame: a mesh whose outside is one ring that lies on the frame.

The outside may reach into the board: as a bay it had at the start, or round islands that only it
surrounds. Such ground becomes provinces of its own here, so that all else need not know of it.
Lengths are drawing units; a place on the frame is how far it is from the corner at the top right,
going the way the outside's ring goes: left along the top, down, right along the bottom, up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from zinegen.geometry.draft import Array, Draft, Mask, Rows, signed_area
from zinegen.geometry.mesh import BorderId, Dart, Mesh, ProvinceKey, border_of, twin
from zinegen.geometry.shape import OUTSIDE

LEAST = 24.0
"""Every stretch of the frame is at least so long, if there is room."""

WISH = 90.0
"""A stretch of which the start knows nothing would like to be so long."""

MOUTH = 110.0
"""The mouth of a bay that is made for islands."""

MOAT = 18.0
"""Ground of the outside round an island is about so wide."""

SMALLEST = 500.0
"""A bay of the start smaller than this, in square units, is not kept."""

ON_FRAME = 0.2
"""A point nearer to the frame than this lies on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bay:
    """Ground of the outside within the frame."""

    face: ProvinceKey
    area: float
    """Square units that it would like to have."""


Pieces = Mapping[BorderId, Sequence[BorderId]]
"""The borders of the outside that were cut in pieces, as they follow each other along the even dart."""


def join_pieces(lines: Mapping[BorderId, Array], pieces: Pieces, border: BorderId) -> Array:
    """Return the course of a border that may have been cut in pieces."""
    first, *others = (lines[piece] for piece in pieces.get(border, (border,)))
    return np.vstack([first, *(other[1:] for other in others)])


@dataclass(frozen=True, kw_only=True)
class Framing:
    """A mesh whose outside is one ring on the frame, and where its borders meet the frame."""

    mesh: Mesh
    size: tuple[float, float]
    pieces: Pieces
    bays: tuple[Bay, ...]
    stretches: Mapping[Dart, tuple[float, float]]
    """Where each dart of the outside begins and ends on the frame."""


def corners_of(size: tuple[float, float]) -> tuple[float, ...]:
    """Return the places of the frame's corners, the first one of the next round included."""
    width, height = size
    return 0.0, width, width + height, 2 * width + height, 2 * (width + height)


def point_on_frame(place: float, size: tuple[float, float]) -> tuple[float, float]:
    """Return the point at a place on the frame."""
    width, height = size
    place %= 2 * (width + height)
    if place <= width:
        return width - place, 0.0
    if place <= width + height:
        return 0.0, place - width
    if place <= 2 * width + height:
        return place - width - height, height
    return width, height - (place - 2 * width - height)


def places_of(points: Array, size: tuple[float, float]) -> tuple[Array, Mask]:
    """Return the places on the frame nearest to some points, and which of them lie on it."""
    width, height = size
    x, y = points[:, 0], points[:, 1]
    away = np.abs(np.array([y, x, height - y, width - x]))
    along = np.array([width - x, width + y, width + height + x, 2 * width + 2 * height - y])
    side = away.argmin(axis=0)
    rows = np.arange(len(points))
    return along[side, rows] % (2 * (width + height)), away[side, rows] < ON_FRAME


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shore:
    """What the start's outside looks like: stretches on the frame, and its bays."""

    stretches: Mapping[ProvinceKey, tuple[float, float]]
    """Where each province's stretch begins and ends, if it has just one."""
    bays: tuple[tuple[tuple[ProvinceKey, ...], tuple[float, float], float], ...]
    """The provinces along each bay, where its mouth begins and ends, and its area."""
    reaches_frame: bool
    """False when the outside lies all round the map."""


def _main_ring(mesh: Mesh, weights: Mapping[ProvinceKey, float]) -> tuple[Dart, ...]:
    """Return the ring of the outside that goes round the most ground."""
    heaviest: tuple[float, tuple[Dart, ...]] = (-1.0, ())
    for ring in mesh.rings[OUTSIDE]:
        ground = sum(weights.get(face, 0.0) for face in sorted(mesh.behind(ring)))
        heaviest = max(heaviest, (ground, ring))
    return heaviest[1]


def _shore(start: Draft, ring: Sequence[Dart]) -> _Shore:
    """Return what the outside looks like in a drawing."""
    owners = [dart for dart in ring for _ in start.line(dart)[:-1]]
    points = np.vstack([start.line(dart)[:-1] for dart in ring])
    places, on = places_of(points, start.size)
    stretches: dict[ProvinceKey, list[tuple[float, float]]] = {}
    rows = np.array([ring.index(dart) for dart in owners])
    count = len(points)
    for number, dart in enumerate(ring):
        mine = np.flatnonzero((rows == number) & on)
        if len(mine):
            ends = (mine[0], (mine[-1] + 1) % count)
            last = ends[1] if on[ends[1]] else mine[-1]
            found = (float(places[mine[0]]), float(places[last]))
            stretches.setdefault(start.mesh.across(dart), []).append(found)
    bays = []
    leaves = np.flatnonzero(on & ~np.roll(on, -1))
    for first in leaves.tolist():
        run = [first]
        while len(run) == 1 or not on[run[-1]]:
            run.append((run[-1] + 1) % count)
        faces = list(dict.fromkeys(start.mesh.across(owners[row]) for row in run[:-1]))
        span = float(places[run[0]]), float(places[run[-1]])
        rim = np.vstack([points[run], corners_between(span, start.size)[::-1], points[run[:1]]])
        bays.append((tuple(faces), span, abs(signed_area(rim))))
    single = {face: spans[0] for face, spans in sorted(stretches.items()) if len(spans) == 1}
    large = tuple(bay for bay in bays if bay[2] > SMALLEST)
    return _Shore(stretches=single, bays=large, reaches_frame=bool(on.any()))


def corners_between(span: tuple[float, float], size: tuple[float, float]) -> Array:
    """Return the corners of the frame on the way from one place on it to another."""
    begin, end = span
    *places, perimeter = corners_of(size)
    ahead = sorted((place - begin) % perimeter for place in places)
    inner = [begin + way for way in ahead if 0 < way < (end - begin) % perimeter]
    return np.array([point_on_frame(place, size) for place in inner]).reshape(-1, 2)


@dataclass(kw_only=True)
class Cutter:
    """A mesh in the making, whose outside is cut loose from bays."""

    next: dict[Dart, Dart]
    face: dict[Dart, ProvinceKey]
    fresh: BorderId
    pieces: dict[BorderId, list[BorderId]] = field(default_factory=dict)
    bays: list[Bay] = field(default_factory=list)
    spans: dict[Dart, tuple[float, float]] = field(default_factory=dict)
    """Where the mouths of bays would like to be."""

    def entry(self, ring: Sequence[Dart]) -> Dart:
        """Return a dart of a ring of the outside that still is the outside's."""
        return next(dart for dart in ring if self.face[dart] == OUTSIDE)

    def ring(self, start: Dart) -> list[Dart]:
        """Return a ring from one of its darts on."""
        found = [start]
        while self.next[found[-1]] != start:
            found.append(self.next[found[-1]])
        return found

    def cut_border(self, dart: Dart, *, after: bool) -> Dart:
        """Cut a piece off a border of the outside, at the end of a dart or at its start; return its dart.

        The piece lies between the dart and what follows it, or what came before.
        """
        piece = Dart(2 * self.fresh + dart % 2)
        self.fresh = BorderId(self.fresh + 1)
        self.face[piece], self.face[twin(piece)] = self.face[dart], self.face[twin(dart)]
        one, other = (dart, twin(dart)) if after else (twin(dart), dart)
        new_one, new_other = (piece, twin(piece)) if after else (twin(piece), piece)
        # ``one`` runs to the cut; the piece goes on from there, and its twin comes before ``other``.
        last = next(d for d, following in self.next.items() if following == other)
        if self.next[one] == one:
            self.next[new_one], self.next[new_other] = one, other
            self.next[one], self.next[other] = new_one, new_other
        else:
            self.next[new_one], self.next[one] = self.next[one], new_one
            self.next[last], self.next[new_other] = new_other, other
        known = self._row(border_of(dart))
        at = known.index(border_of(dart))
        ahead = after == (dart % 2 == 0)
        known.insert(at + 1 if ahead else at, border_of(piece))
        return piece

    def add_border(self, face: ProvinceKey) -> Dart:
        """Return the outside's dart of a new border on the frame, with a province behind it."""
        dart = Dart(2 * self.fresh)
        self.fresh = BorderId(self.fresh + 1)
        self.face[dart], self.face[twin(dart)] = OUTSIDE, face
        return dart

    def _row(self, border: BorderId) -> list[BorderId]:
        for row in self.pieces.values():
            if border in row:
                return row
        return self.pieces.setdefault(border, [border])

    def surround(self, area: float) -> Dart:
        """Loose the whole map from the frame; return the outside's dart along that."""
        face = ProvinceKey(f"{OUTSIDE} 1")
        for dart, known in self.face.items():
            if known == OUTSIDE:
                self.face[dart] = face
        rim = self.add_border(face)
        self.next[rim], self.next[twin(rim)] = rim, twin(rim)
        self.bays.append(Bay(face=face, area=area))
        return rim

    def open_bay(
        self, first: Dart, last: Dart, area: float, span: tuple[float, float]
    ) -> ProvinceKey:
        """Loose the outside's darts from the second half of one to the first half of another from it."""
        if first == last:
            inner = self.cut_border(first, after=True)
            last = first if self.next[inner] == first else self.cut_border(inner, after=True)
            shore = [inner]
        else:
            shore = [self.cut_border(first, after=True)]
            stop = self.cut_border(last, after=False)
            while shore[-1] != stop:
                shore.append(self.next[shore[-1]])
        face = ProvinceKey(f"{OUTSIDE} {len(self.bays) + 1}")
        mouth = self.add_border(face)
        self.next[first], self.next[mouth] = mouth, last
        self.next[shore[-1]], self.next[twin(mouth)] = twin(mouth), shore[0]
        for dart in shore:
            self.face[dart] = face
        self.bays.append(Bay(face=face, area=area))
        self.spans[mouth] = span
        return face


def frame_mesh(mesh: Mesh, start: Draft, homes: Mapping[ProvinceKey, Array]) -> Framing:
    """Return a mesh whose outside is one ring on the frame, with the places that its borders get there.

    Places, and the bays that are kept, are those of the start as far as it has them. ``homes`` are
    the middles of the provinces at the start.
    """
    weights = {face: start.ground(face).area for face in start.mesh.rings if face != OUTSIDE}
    shore = _shore(start, _main_ring(start.mesh, weights))
    cutter = Cutter(next=dict(mesh.next), face=dict(mesh.face), fresh=mesh.fresh)
    if shore.reaches_frame:
        _open_bays(mesh, cutter, (shore, homes, weights, start.size))
    else:
        cutter.surround(start.width * start.height - sum(weights.values()))
    framed = Mesh(next=cutter.next, face=cutter.face, fresh=cutter.fresh)
    (outside,) = framed.rings[OUTSIDE]
    wishes = [_wish(framed, dart, cutter, shore) for dart in outside]
    grounds = {bay.face: bay.area for bay in cutter.bays} | weights
    behind = [grounds.get(framed.across(dart), math.inf) for dart in outside]
    places = spread_stretches(wishes, behind, start.size)
    return Framing(
        mesh=framed,
        size=start.size,
        pieces=cutter.pieces,
        bays=tuple(cutter.bays),
        stretches=dict(zip(outside, places, strict=True)),
    )


_Known = tuple[
    _Shore, Mapping[ProvinceKey, Array], Mapping[ProvinceKey, float], tuple[float, float]
]
"""The start's outside, homes and areas of provinces, and the size of the board."""


def _open_bays(mesh: Mesh, cutter: Cutter, known: _Known) -> None:
    """Open the bays of the start as far as they are left, and others round islands."""
    shore, _, weights, _ = known
    main = _main_ring(mesh, weights)
    for faces, span, area in shore.bays:
        found = _find_shore(cutter, cutter.ring(cutter.entry(main)), faces)
        if found is not None:
            cutter.open_bay(*found, area, span)
    for ring in mesh.rings[OUTSIDE]:
        if ring != main:
            around = cutter.ring(cutter.entry(main))
            _house_island(ring, cutter, around, known)


def _find_shore(
    cutter: Cutter, main: Sequence[Dart], faces: Sequence[ProvinceKey]
) -> tuple[Dart, Dart] | None:
    """Return the first and the last dart of the outside along what is left of a bay; none if nothing is."""
    behind = [cutter.face[twin(dart)] for dart in main]
    for size in range(min(len(faces), len(main) - 1), 0, -1):
        for at in range(len(faces) - size + 1):
            wanted = list(faces[at : at + size])
            for row in range(len(main)):
                rows = [(row + step) % len(main) for step in range(size)]
                if [behind[each] for each in rows] == wanted:
                    return main[rows[0]], main[rows[-1]]
    return None


def _house_island(
    ring: tuple[Dart, ...],
    cutter: Cutter,
    around: Sequence[Dart],
    known: _Known,
) -> None:
    """Open a bay round a ring of the outside that does not reach the frame."""
    shore, homes, weights, size = known
    inside = {cutter.face[twin(dart)] for dart in ring}
    middle = np.mean([homes[face] for face in sorted(inside)], axis=0)
    place = float(places_of(middle[None], size)[0][0])
    perimeter = 2 * sum(size)

    def away(dart: Dart) -> tuple[float, Dart]:
        face = cutter.face[twin(dart)]
        if face in shore.stretches:
            middle_of = _middle(shore.stretches[face], perimeter)
        else:
            middle_of = float(places_of(homes[face][None], size)[0][0])
        gap = abs(middle_of - place) % perimeter
        return min(gap, perimeter - gap), dart

    dart = min((dart for dart in around if dart not in cutter.spans), key=away)
    ground = sum(weights.get(face, 0.0) for face in sorted(inside))
    area = MOAT * 4 * math.sqrt(ground) + 2500.0
    face = cutter.open_bay(dart, dart, area, (place - MOUTH / 2, place + MOUTH / 2))
    for other in ring:
        cutter.face[other] = face


def _middle(span: tuple[float, float], perimeter: float) -> float:
    return span[0] + ((span[1] - span[0]) % perimeter) / 2


def _wish(framed: Mesh, dart: Dart, cutter: Cutter, shore: _Shore) -> tuple[float, float] | None:
    """Return where a stretch of the frame would like to begin and end; none if it does not care."""
    if dart in cutter.spans:
        return cutter.spans[dart]
    face = framed.across(dart)
    alone = len([d for d in framed.rings[OUTSIDE][0] if framed.across(d) == face]) == 1
    return shore.stretches.get(face) if alone else None


def spread_stretches(
    wishes: Sequence[tuple[float, float] | None],
    grounds: Sequence[float],
    size: tuple[float, float],
) -> list[tuple[float, float]]:
    """Return where stretches begin and end that follow one another round the frame.

    ``grounds`` are the areas of the provinces behind them: what the small do not want the large take.
    """
    perimeter, count = 2 * sum(size), len(wishes)
    if count == 1:
        return [(0.0, perimeter)]
    least = min(LEAST, 0.8 * perimeter / count)
    known = sorted(
        (place, goal, 1 / max(ground, 1.0))
        for row, (wish, ground) in enumerate(zip(wishes, grounds, strict=True))
        for place, goal in zip((row, (row + 1) % count), wish or (), strict=False)
    )
    rows, goals = _unroll([(row, goal) for row, goal, _ in known], perimeter)
    firm = np.array([share for _, _, share in known])
    firm = 2 * firm / np.maximum(np.bincount(rows, firm, count), 1e-12)[rows]
    at = _first_guess(rows, goals, count, perimeter)
    free = np.array([wish is None for wish in wishes])
    for _ in range(200):
        pull = np.bincount(rows, firm * (goals - at[rows]), count)
        gaps = np.diff(at, append=at[0] + perimeter)
        wanted = np.where(free, np.clip(WISH - gaps, -20, 20) * 0.1, 0.0)
        at = at + 0.2 * pull - 0.5 * wanted + 0.5 * np.roll(wanted, 1)
        for _ in range(3):
            lack = np.maximum(least - np.diff(at, append=at[0] + perimeter), 0.0)
            at = at - 0.25 * lack + 0.25 * np.roll(lack, 1)
    return _hold_apart(at, least, perimeter)


def _unroll(known: Sequence[tuple[int, float]], perimeter: float) -> tuple[Rows, Array]:
    """Return rows, and places on the frame that grow with them: they go round it once.

    Where places are not in the order of their rows, they go back as little as possible.
    """
    rows = np.array([row for row, _ in known], dtype=int)
    places = np.array([place for _, place in known])
    if not len(rows):
        return rows, places
    steps = np.diff(places, append=places[0]) % perimeter
    turns = round(float(steps.sum()) / perimeter)
    back = np.argsort(steps, kind="stable")[len(steps) - max(turns - 1, 0) :]
    steps[back] -= perimeter
    return rows, places[0] + np.cumsum(steps) - steps


def _first_guess(rows: Rows, goals: Array, count: int, perimeter: float) -> Array:
    """Return places that follow one another round the frame, near to the goals of some of them."""
    if not len(rows):
        return np.arange(count) * perimeter / count
    each, first = np.unique(rows, return_index=True)
    around = np.append(each, each[0] + count)
    places = np.maximum.accumulate(np.append(goals[first], goals[first[0]] + perimeter))
    every = np.arange(each[0], each[0] + count)
    return np.roll(np.interp(every, around, places), each[0])


def _hold_apart(at: Array, least: float, perimeter: float) -> list[tuple[float, float]]:
    """Return the stretches between some places, each of them at least so long."""
    gaps = np.diff(at, append=at[0] + perimeter)
    spare = np.maximum(gaps - least, 0.0)
    gaps = least + spare * (perimeter - least * len(at)) / max(float(spare.sum()), 1e-9)
    stops = at[0] + np.cumsum(gaps)
    begins = np.concatenate([at[:1], stops[:-1]])
    return list(zip(begins.tolist(), stops.tolist(), strict=True))
