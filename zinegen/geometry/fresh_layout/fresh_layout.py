"""Draw a whole map anew from its mesh: embedding, foam, and the detail of its coasts.

The picture depends on the mesh and on the start alone, not on how the mesh came about. Lengths are
drawing units.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely

from zinegen.errors import MapError
from zinegen.geometry.draft import Array, Draft, Motion, is_sound, round_line, to_array
from zinegen.geometry.fresh_layout.coarse_map import CoarsePlan, Skeleton, Triangles
from zinegen.geometry.fresh_layout.details import add_details, choose_models
from zinegen.geometry.fresh_layout.embedding import embed
from zinegen.geometry.fresh_layout.forces import SAMPLES, Strengths, Targets, step_foam
from zinegen.geometry.fresh_layout.frame import Framing, frame_mesh, join_pieces
from zinegen.geometry.fresh_layout.transfer import transfer
from zinegen.geometry.fresh_layout.zoom import zoom_in
from zinegen.geometry.mesh import Mesh, ProvinceKey
from zinegen.geometry.shape import OUTSIDE, PrintedMap

SMALLEST = 1500.0
"""No province wishes for less ground, in square units."""

PHASES = (
    Strengths(home=0.4),
    Strengths(home=0.12),
    Strengths(home=0.04, course=0.02),
    Strengths(home=0.02, course=0.05, nearest=True, tension=0.6),
)
"""Go home, spread out, take up old courses, settle in them."""

STEPS = (12, 20, 26, 16)
"""How many steps of the foam each phase has."""

LAST = len(PHASES) - 1

SPECK = 400.0
"""A province with less ground than this, in square units, cannot be seen for its unit."""

RESCUES = 4
"""How often a drawing is helped in which a province is a speck, or lines would cross once rounded."""

SPACING = (16.0, 16.0, 11.0, 9.0)
"""How far apart the points of borders are meanwhile."""


def lay_anew(draft: Draft, mesh: Mesh, start: PrintedMap) -> tuple[Draft, Motion]:
    """Return a new drawing of a mesh, rounded to tenths, and where points of an old drawing go.

    ``draft`` is the old drawing, of the mesh or of one with the same provinces; nothing of it but its
    size is used for the new lines. Raises MapError when no sound drawing is found.
    """
    first = _draft_of_start(start, draft.size)
    framing, skeleton = lay_lines(mesh, first)
    plan = skeleton.plan
    courses = {plan.borders[row]: line for row, line in find_old_courses(plan, first).items()}
    framed = Draft(
        mesh=framing.mesh, lines=skeleton.lines(), width=draft.width, height=draft.height
    )
    framed = add_details(framed, choose_models(framing.mesh, first, start.waters, courses))
    lines = {
        border: round_line(join_pieces(framed.lines, framing.pieces, border))
        for border in mesh.borders
    }
    after = Draft(mesh=mesh, lines=lines, width=draft.width, height=draft.height)
    unsound = [face for face in mesh.rings if not is_sound(after, face)]
    if unsound:
        message = f"the map could not be drawn anew: {', '.join(unsound)}"
        raise MapError(message)
    return after, transfer(draft, after)


def _draft_of_start(start: PrintedMap, size: tuple[float, float]) -> Draft:
    lines = {border: to_array(line) for border, line in start.lines.items()}
    return Draft(mesh=start.mesh, lines=lines, width=size[0], height=size[1])


def lay_lines(mesh: Mesh, start: Draft) -> tuple[Framing, Skeleton]:
    """Return the lines of a mesh laid anew, still without the detail of coasts."""
    homes = {
        f: np.array(start.ground(f).centroid.coords[0]) for f in start.mesh.rings if f != OUTSIDE
    }
    framing = frame_mesh(mesh, start, homes)
    areas = _wished_areas(framing, start)
    wires, at = embed(framing, areas, homes)
    plan = CoarsePlan.of(framing.mesh, framing.mesh.rings, framing.size)
    chains = [wires.chains[border] for border in plan.borders]
    skeleton = Skeleton.of(plan, at, chains, np.zeros(len(at), dtype=bool))
    if skeleton.areas.min() <= 0:
        message = (
            "the map could not be drawn anew: provinces lie so deep in others that they are points"
        )
        raise MapError(message)
    wishes = _wishes(plan, start, areas, homes, skeleton)
    first = wishes.areas
    for phase, steps in enumerate(STEPS):
        skeleton, wishes = _run_foam(skeleton, wishes, first, (phase, steps))
    for _ in range(RESCUES):
        if _is_sound(skeleton):
            break
        skeleton, wishes = _run_foam(skeleton, wishes, first, (LAST - 1, 9))
    return framing, skeleton


def _run_foam(
    skeleton: Skeleton, wishes: Targets, first: Array, part: tuple[int, int]
) -> tuple[Skeleton, Targets]:
    """Return the skeleton after some steps of a phase, and what it wishes for then.

    In the first, provinces get new triangles at every other step. ``first`` are the areas at the start.
    """
    phase, steps = part
    triangles: Triangles | None = None
    for step in range(steps):
        if phase < LAST and step % 4 == 0:
            zoomed = zoom_in(skeleton)
            skeleton, triangles = zoomed, triangles if zoomed is skeleton else None
        if phase < LAST and step % 6 == 5:
            wishes = balance(skeleton, wishes, first)
        if triangles is None or (phase == 0 and step % 2 == 0):
            triangles = skeleton.triangulate()
        skeleton = step_foam(skeleton, wishes, PHASES[phase], triangles)
        if step % 4 == 3:
            skeleton, triangles = skeleton.resample(SPACING[phase], triangles), None
    return skeleton, wishes


def _is_sound(skeleton: Skeleton) -> bool:
    """Tell whether every province can be seen, and no lines cross once they are rounded to tenths."""
    if skeleton.areas.min() < SPECK:
        return False
    rounded = skeleton.move(np.round(skeleton.at, 1))
    return bool(shapely.is_valid(rounded.polygons()).all())


def _wished_areas(framing: Framing, start: Draft) -> dict[ProvinceKey, float]:
    """Return the areas that provinces wish for: those of the start, all of the board together."""
    found = {bay.face: bay.area for bay in framing.bays}
    found |= {
        face: max(start.ground(face).area, SMALLEST)
        for face in framing.mesh.rings
        if face in start.mesh.rings and face != OUTSIDE
    }
    factor = start.width * start.height / sum(found.values())
    return {face: area * factor for face, area in found.items()}


def _wishes(
    plan: CoarsePlan,
    start: Draft,
    areas: Mapping[ProvinceKey, float],
    homes: Mapping[ProvinceKey, Array],
    skeleton: Skeleton,
) -> Targets:
    middles = dict(zip(plan.faces, skeleton.middles, strict=True))
    courses = find_old_courses(plan, start)
    samples = np.zeros((len(plan.borders), SAMPLES, 2))
    for row, line in courses.items():
        samples[row] = sample(line, SAMPLES)
    return Targets(
        areas=np.array([areas[face] for face in plan.faces]),
        homes=np.array([homes.get(face, middles[face]) for face in plan.faces]),
        courses=samples,
        has_course=np.array(sorted(courses), dtype=int),
    )


def find_old_courses(plan: CoarsePlan, start: Draft) -> dict[int, Array]:
    """Return for the rows of borders that the start has as well their courses there."""
    found = {}
    for row, border in enumerate(plan.borders):
        sides = plan.mesh.sides(border)
        if OUTSIDE in sides:
            continue
        known = start.mesh.between(*sides)
        if border in known:
            old = border
        elif len(known) == len(plan.mesh.between(*sides)) == 1:
            (old,) = known
        else:
            continue
        line = start.lines[old]
        found[row] = line if start.mesh.sides(old) == sides else line[::-1]
    return found


def sample(line: Array, count: int) -> Array:
    """Return so many points evenly along a line, its ends included."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    marks = np.linspace(0.0, along[-1], count)
    return np.column_stack([np.interp(marks, along, line[:, axis]) for axis in (0, 1)])


def balance(skeleton: Skeleton, wishes: Targets, first: Array) -> Targets:
    """Return wishes by which ribbons would like more ground, and what they are wound round less."""
    areas, perimeters = skeleton.areas, skeleton.perimeters
    compactness = 4 * np.pi * areas / perimeters**2
    thin = np.clip((0.3 - compactness) / 0.3, 0, 1)
    sides = skeleton.plan.sides
    both = np.flatnonzero(~skeleton.plan.outer)
    share = np.zeros(len(areas))
    for here, there in ((0, 1), (1, 0)):
        one, other = sides[both, here], sides[both, there]
        wound = skeleton.border_lengths[both] * thin[one] / perimeters[other]
        share += np.bincount(other, np.where(areas[other] > areas[one], wound, 0.0), len(areas))
    wanted = wishes.areas * (1 + 0.08 * thin) * (1 - 0.25 * share)
    wanted = np.clip(wanted, np.maximum(0.15 * first, np.minimum(first, SMALLEST)), 2.0 * first)
    wanted = wanted * first.sum() / wanted.sum()
    return Targets(
        areas=wanted, homes=wishes.homes, courses=wishes.courses, has_course=wishes.has_course
    )
