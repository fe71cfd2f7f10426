"""The map in its simplest form: flat ground and plain lines, for pictures of many maps at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from zinegen.board.board import OUTSIDE, Board
from zinegen.drawing import style
from zinegen.drawing.geometry import outlines
from zinegen.drawing.layers.ground import holders
from zinegen.drawing.layers.off_board import draw_outside
from zinegen.drawing.scene import Again, Ink, Lines, Shape
from zinegen.game.state import GameState
from zinegen.geometry.mesh import Face

LAND_INK = Ink(stroke=style.BORDER, width=16, round=True)
LAKES = "lakes"
"""Name of the water off the board, which the picture has to define."""


def flat_ground(
    board: Board, faces: tuple[Face, ...], state: GameState, still: frozenset[int] = frozenset()
) -> Iterator[Shape]:
    """Yield some provinces of a board: the waters, then the land above them.

    The tints are those of a state, whatever its board. Without borders that stay ``still``, land has no
    lines of its own; with them it has all but those.
    """
    rings = outlines(board)
    among = set(faces)
    if OUTSIDE in board.mesh.rings and among & board.mesh.adjacent(OUTSIDE):
        yield from draw_outside(board)
        yield Again(of=LAKES)
    waters = tuple(ring for face in faces if board.is_water(face) for ring in rings[face])
    if waters:
        yield Lines(lines=waters, closed=True, ink=Ink(fill=style.SEA))
    dashes = lines_of(board, _borders(board, among, ground=0))
    shores = lines_of(board, _borders(board, among, ground=1) - still)
    yield from (replace(line, ink=style.SEA_INK) for line in dashes)
    yield from shores
    held = holders(state)
    signs = style.signs(state.powers)
    shades = style.shades(state.board)
    for face in faces:
        if not board.is_ground(face):
            continue
        tint = signs[held[face]].tint if face in held else style.LAND
        fill = style.shade_tint(tint, shades.get(face, 0))
        ink = replace(LAND_INK, fill=fill) if still else Ink(fill=fill, stroke=fill, width=4)
        yield Lines(lines=rings[face], closed=True, ink=ink)


def land_borders(board: Board) -> set[int]:
    """Return the borders with ground on one side at least."""
    return {
        border
        for border in board.mesh.borders
        if any(face != OUTSIDE and board.is_ground(face) for face in board.mesh.sides(border))
    }


def lines_of(board: Board, borders: Iterable[int]) -> Iterator[Lines]:
    """Yield some borders, inked as those of land."""
    lines = tuple(board.current_shape.lines[border] for border in sorted(borders))
    if lines:
        yield Lines(lines=lines, ink=replace(LAND_INK, fill="none"))


def _borders(board: Board, faces: set[Face], *, ground: int) -> set[int]:
    """Return the borders of the waters among some provinces: with waters, or with other ground."""
    return {
        border
        for border in board.mesh.borders
        if OUTSIDE not in (sides := board.mesh.sides(border))
        and sum(board.is_ground(face) for face in sides) == ground
        and any(face in faces and board.is_water(face) for face in sides)
        and not any(face in faces and board.is_ground(face) for face in sides)
    }
