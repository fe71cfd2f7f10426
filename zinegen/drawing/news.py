"""What is new on a map, beside an earlier one: halos round new borders and other ground."""

from __future__ import annotations

from zinegen.board.board import OUTSIDE, Board, Terrain
from zinegen.drawing import style
from zinegen.drawing.geometry import outlines, shape_of
from zinegen.drawing.scene import Lines, Shape
from zinegen.planar.mesh import Face


def halos(before: Board, after: Board) -> tuple[Shape, ...]:
    """Return halos round what an event has changed: provinces of other ground, new borders."""
    ink = style.CHANGED_INK
    grounds = [
        ring
        for face, rings in outlines(after).items()
        if _ground(before, face) != _ground(after, face)
        for ring in rings
    ]
    shape = shape_of(after)
    borders = [
        shape.lines[border]
        for border in after.mesh.borders
        if OUTSIDE not in after.mesh.sides(border)
        and (
            border not in before.mesh
            or set(before.mesh.sides(border)) != set(after.mesh.sides(border))
        )
    ]
    found: list[Shape] = []
    if grounds:
        found.append(Lines(lines=tuple(grounds), closed=True, kind="changed", ink=ink))
    if borders:
        found.append(Lines(lines=tuple(borders), kind="changed", ink=ink))
    return tuple(found)


def _ground(board: Board, face: Face) -> tuple[Terrain, bool, bool, bool] | None:
    province = board.provinces.get(face)
    if province is None:
        return None
    return province.terrain, province.iced, province.passable, province.centre
