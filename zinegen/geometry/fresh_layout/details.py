"""Give the borders of a smooth drawing their detail: their old course, its roughness, or another coast's.

All borders try what suits them best at once; those of a province that does not come out sound, or
that come too near to others, take less, down to the smooth course. Lengths are drawing units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from zinegen.geometry.draft import Array, Draft, Mask, Rows, is_sound, length_of, round_line
from zinegen.geometry.mesh import BorderId, Mesh, ProvinceKey, border_of
from zinegen.geometry.shape import OUTSIDE

STEP = 2.0
"""Detail is taken at points of this distance."""

WAVES = 24
"""How often a line is smoothed to tell its course from its detail: about 14 units get lost."""

NEAR = 30.0
"""An old course that is nowhere farther off than this is taken up as it was."""

CLEAR = 9.0
"""Lines keep this distance from each other, but near their junctions."""

JUNCTION = 16.0
"""So far from its ends a line may come nearer to others."""

NECK = 8.0
"""No province gets narrower than this by the detail of its borders."""

CORE = 60.0
"""What is left of a province without its rim counts from this size on, in square units."""

TOLERANCE = 0.35
"""Points that matter less than this are left out."""

LONG = 120.0
"""Borders of the start from this length on lend their detail."""

LEVELS = (1.0, 1.0, 0.5, 0.0)
"""The old course itself, then so much of the detail."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """What the detail of a border is taken from."""

    line: Array
    own: bool
    """True when it is the border's own line at the start."""


def choose_models(
    mesh: Mesh, start: Draft, waters: Iterable[ProvinceKey], own: Mapping[BorderId, Array]
) -> dict[BorderId, Model]:
    """Return the lines that borders take their detail from: their own, or another coast's.

    Borders of two waters that are new get none, nor does what lies on the frame.
    """
    wet = frozenset(waters)
    coasts = [
        start.lines[border]
        for border in start.mesh.borders
        if OUTSIDE not in start.mesh.sides(border)
        and not wet.issuperset(start.mesh.sides(border))
        and length_of(start.lines[border]) > LONG
    ]
    found = {}
    for border in mesh.borders:
        sides = mesh.sides(border)
        if border in own:
            found[border] = Model(line=own[border], own=True)
        elif OUTSIDE not in sides and not wet.issuperset(sides) and coasts:
            found[border] = Model(line=coasts[border * 7919 % len(coasts)], own=False)
    return found


def add_details(draft: Draft, models: Mapping[BorderId, Model]) -> Draft:
    """Return the draft with detail on its borders, rounded to tenths."""
    borders = sorted(models)
    tries = _tries(draft, borders, models)
    level = {border: 0 if tries[border][0] is not None else 1 for border in borders}
    lines = {border: round_line(line) for border, line in draft.lines.items()}
    after = draft.replace_lines(lines)
    for _ in range(3 * len(LEVELS)):
        after = after.replace_lines(
            {
                border: line
                for border in borders
                if (line := tries[border][level[border]]) is not None
                and after.lines[border] is not line
            }
        )
        blamed = {border for border in _find_faults(after) if level.get(border, 3) < 3}
        if not blamed:
            return after
        for border in sorted(blamed):
            level[border] += 1
    return after


def _tries(
    draft: Draft, borders: Sequence[BorderId], models: Mapping[BorderId, Model]
) -> dict[BorderId, list[Array | None]]:
    """Return for each border the courses that it may take, the most detailed first."""
    courses = [_fine(draft.lines[border]) for border in borders]
    olds = [_fine(models[border].line) for border in borders]
    smooth, smooth_old = _smooth(courses), _smooth(olds)
    found: dict[BorderId, list[Array | None]] = {}
    for row, border in enumerate(borders):
        plain = round_line(draft.lines[border])
        course, base, old, old_base = courses[row], smooth[row], olds[row], smooth_old[row]
        offsets = ((old - old_base) * _normals(old_base)).sum(axis=1)
        offsets = _fit(offsets, len(course))
        is_ring = bool((course[0] == course[-1]).all())
        fade = np.ones(len(course))
        if not is_ring:
            rank = np.arange(len(course))
            fade = np.minimum(1.0, np.minimum(rank, rank[::-1]) / 5)
        rough = _normals(base) * (offsets * fade)[:, None]
        blend = base * fade[:, None] + course * (1 - fade)[:, None]
        found[border] = [
            _take_up(models[border], plain),
            *(_finish(blend + share * rough, plain) for share in LEVELS[1:-1]),
            plain,
        ]
    return found


def _fine(line: Array) -> Array:
    """Return a line with evenly spaced points, its ends included."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    marks = np.linspace(0.0, along[-1], max(int(along[-1] / STEP), 6) + 1)
    return np.column_stack([np.interp(marks, along, line[:, axis]) for axis in (0, 1)])


def _smooth(lines: Sequence[Array]) -> list[Array]:
    """Return lines averaged along their course, their ends fixed."""
    stops = np.cumsum([len(line) for line in lines])
    at = np.vstack(list(lines))
    inner: Mask = np.ones(len(at), dtype=bool)
    inner[stops - 1] = inner[np.concatenate([[0], stops[:-1]])] = False
    rows = np.flatnonzero(inner)
    for _ in range(WAVES):
        at[rows] = 0.5 * at[rows] + 0.25 * (at[rows - 1] + at[rows + 1])
    return np.split(at, stops[:-1])


def _normals(line: Array) -> Array:
    along = np.empty_like(line)
    along[1:-1] = line[2:] - line[:-2]
    along[0], along[-1] = line[1] - line[0], line[-1] - line[-2]
    normal = np.column_stack([-along[:, 1], along[:, 0]])
    return np.asarray(normal / np.maximum(np.hypot(*along.T), 1e-9)[:, None])


def _fit(offsets: Array, count: int) -> Array:
    """Return the offsets for so many points: never squeezed, but cropped, or else repeated there and back."""
    spare = len(offsets) - count
    if spare > 0:
        return offsets[spare // 2 : spare // 2 + count]
    if len(offsets) > 0.7 * count:
        return np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(offsets)), offsets)
    return np.resize(np.concatenate([offsets, offsets[::-1]]), count)


def _take_up(model: Model, plain: Array) -> Array | None:
    """Return a border's old course with its ends where they are now; none if it has moved too far."""
    old = model.line
    is_ring = bool((plain[0] == plain[-1]).all())
    if not model.own or is_ring != bool((old[0] == old[-1]).all()):
        return None
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(old, axis=0).T))])
    share = (along / along[-1])[:, None]
    if is_ring:
        moved = old + (plain[:-1].mean(axis=0) - old[:-1].mean(axis=0))
    else:
        moved = old + (plain[0] - old[0]) * (1 - share) + (plain[-1] - old[-1]) * share
    if shapely.hausdorff_distance(shapely.LineString(moved), shapely.LineString(plain)) > NEAR:
        return None
    return _finish(moved, plain)


def _finish(line: Array, plain: Array) -> Array:
    """Return a line between the ends of another, or closed as that is, without points that hardly matter."""
    line = line.copy()
    if (plain[0] == plain[-1]).all():
        line[-1] = line[0]
    else:
        line[0], line[-1] = plain[0], plain[-1]
    kept = shapely.get_coordinates(shapely.simplify(shapely.LineString(line), TOLERANCE))
    return round_line(kept) if len(kept) > 2 else plain


def _find_faults(draft: Draft) -> set[BorderId]:
    """Return the borders that take part in a fault: of provinces not sound, of necks, of lines too near."""
    mesh = draft.mesh
    faces = [face for face in mesh.rings if face != OUTSIDE]
    bad = {face for face in faces if not is_sound(draft, face)}
    good = [face for face in faces if face not in bad]
    cores = shapely.buffer([draft.ground(face) for face in good], -NECK / 2, quad_segs=3)
    parts, row = shapely.get_parts(cores, return_index=True)
    pieces = np.bincount(row[shapely.area(parts) > CORE], minlength=len(good))
    bad |= {good[each] for each in np.flatnonzero(pieces != 1)}
    blamed = {border_of(dart) for face in bad for ring in mesh.rings[face] for dart in ring}
    return blamed | _find_near(draft)


def _find_near(draft: Draft) -> set[BorderId]:
    """Return the borders that come too near to another away from their junctions."""
    borders = [b for b in draft.mesh.borders if OUTSIDE not in draft.mesh.sides(b)]
    whole = _linestrings([draft.lines[border] for border in borders])
    middles, rows = [], []
    for row, border in enumerate(borders):
        middle = _middle(draft.lines[border])
        if len(middle) > 1:
            middles.append(middle)
            rows.append(row)
    inner = _linestrings(middles)
    one, two = shapely.STRtree(whole).query(inner, predicate="dwithin", distance=CLEAR)
    one = np.array(rows)[one]
    return {borders[row] for row in np.unique(np.concatenate([one[one != two], two[one != two]]))}


def _middle(line: Array) -> Array:
    """Return a line without its points near its ends; all of a ring."""
    if (line[0] == line[-1]).all():
        return line
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    return np.asarray(line[(along > JUNCTION) & (along < along[-1] - JUNCTION)])


def _linestrings(lines: Sequence[Array]) -> list[shapely.LineString]:
    rows: Rows = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
    return list(np.asarray(shapely.linestrings(np.vstack(list(lines)), indices=rows)))
