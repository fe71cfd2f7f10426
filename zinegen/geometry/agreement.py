"""Checks that a drawing agrees with its mesh; faults are described in words.

Four things together mean that drawn adjacency is adjacency of the mesh: every line runs between the
junctions of its border; every province is one valid polygon whose rings turn the right way; so is
the ground outside; no border is too short to be seen. That no two provinces overlap and none leaves
a gap need not be asked: each line is walked once either way, so the windings of all outlines add up
to one everywhere on the board, and where each of them is nought or one, just one of them is one.
"""

from __future__ import annotations

import shapely

from zinegen.geometry.draft import Draft, is_sound, length_of, to_array
from zinegen.geometry.mesh import Dart, Face, Mesh, border_of
from zinegen.geometry.shape import OUTSIDE, Shape

SHORTEST = 8.0
"""No border may be shorter than this, in drawing units."""


def check(mesh: Mesh, shape: Shape) -> list[str]:
    """Return the faults of a drawing; none when it shows the mesh and nothing else."""
    if set(shape.lines) != set(mesh.borders):
        missing = sorted(set(mesh.borders) - set(shape.lines))
        extra = sorted(set(shape.lines) - set(mesh.borders))
        return [
            *(f"{_describe_border(mesh, number)} has no line" for number in missing),
            *(f"there is a line for {number}, which is no border" for number in extra),
        ]
    found = _loose_ends(mesh, shape) or _off_board(shape)
    if found:
        return found
    draft = draft_of(mesh, shape)
    return [
        *(fault for face in mesh.rings for fault in faults_of(draft, face)),
        *(
            f"{_describe_border(mesh, number)} is only {length:.1f} long"
            for number in mesh.borders
            if (length := length_of(draft.lines[number])) < SHORTEST
        ),
    ]


def draft_of(mesh: Mesh, shape: Shape) -> Draft:
    """Return a shape as a draft."""
    width, height = to_array(((0, 0), (shape.width, shape.height)))[1]
    return Draft(
        mesh=mesh,
        lines={number: to_array(shape.lines[number]) for number in sorted(shape.lines)},
        width=float(width),
        height=float(height),
    )


def faults_of(draft: Draft, face: Face) -> list[str]:
    """Return the faults of the polygon of one province."""
    if is_sound(draft, face):
        return []
    ground = draft.ground(face)
    why = "" if ground.is_valid else f": {shapely.is_valid_reason(ground)}"
    what = "the ground outside" if face == OUTSIDE else face
    return [f"{what} is not drawn as one piece{why}"]


def _describe_border(mesh: Mesh, border: int) -> str:
    return f"border {border} ({'|'.join(mesh.sides(border))})"


def _loose_ends(mesh: Mesh, shape: Shape) -> list[str]:
    found = [
        f"{_describe_border(mesh, number)} has no length"
        for number in mesh.borders
        if len(shape.lines[number]) < 2
    ]
    if found:
        return found
    for dart in sorted(mesh.next):
        after = Dart(mesh.next[dart])
        if shape.line(dart)[-1] != shape.line(after)[0]:
            found.append(
                f"{_describe_border(mesh, border_of(dart))} does not end where "
                f"{_describe_border(mesh, border_of(after))} begins"
            )
    return found


def _off_board(shape: Shape) -> list[str]:
    return [
        f"border {number} leaves the board"
        for number, line in sorted(shape.lines.items())
        if not all(0 <= x <= shape.width and 0 <= y <= shape.height for x, y in line)
    ]
