"""What differs from an earlier map: halos around new borders and changed provinces, marks of centres."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.board.board import OUTSIDE, Board, Terrain
from zinegen.drawing import style
from zinegen.drawing.geometry import outlines
from zinegen.drawing.labels.placement import places
from zinegen.drawing.layers.ground import is_marked_sea
from zinegen.drawing.orders.badges import draw_lost_centre, draw_new_centre
from zinegen.drawing.scene import Again, Lines, Shape
from zinegen.geometry.containment import is_inside
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Point


def mark_changes(before: Board, after: Board) -> tuple[Shape, ...]:
    """Return halos around what events have changed: provinces whose terrain differs, and new borders."""
    ink = style.CHANGED_INK
    found: list[Shape] = []
    for face, rings in outlines(after).items():
        if _ground(before, face) != _ground(after, face):
            if after.is_ground(face) or is_marked_sea(after, face):
                found.append(Again(of=face, kind="changed", ink=ink))
            else:
                found.append(Lines(lines=rings, closed=True, kind="changed", ink=ink))
    shape = after.current_shape
    borders = [
        shape.lines[border]
        for border in after.mesh.borders
        if OUTSIDE not in after.mesh.sides(border)
        and (
            border not in before.mesh
            or set(before.mesh.sides(border)) != set(after.mesh.sides(border))
        )
    ]
    if borders:
        found.append(Lines(lines=tuple(borders), kind="changed", ink=ink))
    return tuple(found)


def mark_centre_changes(before: Board, after: Board) -> Iterator[Shape]:
    """Yield a ring around every new centre and a crossed-out mark where one was destroyed."""
    for face in sorted(set(after.centres) - set(before.centres)):
        at = places(after)[face].centre
        if at is not None:
            yield draw_new_centre(at, title=f"New centre: {after[face].name}")
    for face in sorted(set(before.centres) - set(after.centres)):
        at = _former_place(before, after, face)
        if at is not None:
            yield draw_lost_centre(at, title=f"Centre destroyed: {after[face].name}")


def _former_place(before: Board, after: Board, face: Face) -> Point | None:
    """Return where the mark of a centre stood, if that is still in its province."""
    at = places(before)[face].centre if face in places(before) else None
    if at is None or face not in outlines(after) or is_inside(outlines(after)[face], at):
        return at
    return places(after)[face].label.at


def _ground(board: Board, face: Face) -> tuple[Terrain, bool, bool] | None:
    province = board.provinces.get(face)
    if province is None:
        return None
    return province.terrain, province.iced, province.passable
