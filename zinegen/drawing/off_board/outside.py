"""What lies off the board and yet within the frame of the map."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from zinegen.board.board import OUTSIDE, Board, cache_on_board
from zinegen.drawing import style
from zinegen.drawing.geometry import Outline
from zinegen.drawing.scene import Ink, Lines, Shape
from zinegen.geometry.shape import DecorationKind, Line, outline

WIDE = 25
"""Half of the width, in tenths, from which on ground off the board is shown as such."""
EDGE = Ink(fill="url(beyond)", stroke=style.FRONTIER, width=17, round=True)


def draw_outside(board: Board) -> Iterator[Shape]:
    """Yield everything off the board that lies within the frame of an up-to-date board, as bare paper."""
    rims = _find_rims(board)
    if rims:
        ink = Ink(fill=style.PAPER)
        yield Lines(lines=(_frame_line(board), *rims), closed=True, kind="outside", ink=ink)


def draw_dotted_outside(board: Board) -> Iterator[Shape]:
    """Yield the same as `draw_outside`, dotted and with an edge where it is more than a strip."""
    yield from draw_outside(board)
    for part in find_beyond(board):
        yield Lines(lines=part, closed=True, kind="beyond", ink=EDGE)


@cache_on_board
def find_beyond(board: Board) -> tuple[Outline, ...]:
    """Return the area off an up-to-date board that lies within its frame, without the lakes there.

    The printed map has none: all that lies there beyond its provinces is water.
    """
    return tuple(_find_beyond(board))


def _find_beyond(board: Board) -> Iterator[Outline]:
    rims = _find_rims(board)
    if not rims:
        return
    lakes = [
        shapely.Polygon(piece.line)
        for piece in board.current_shape.decoration
        if piece.kind is DecorationKind.WATER and piece.within == (OUTSIDE,)
    ]
    inside = shapely.union_all([*map(shapely.Polygon, rims), *shapely.make_valid(lakes)])
    rest = shapely.difference(shapely.Polygon(_frame_line(board)), inside)
    for part in shapely.get_parts(rest):
        if isinstance(part, shapely.Polygon) and not shapely.buffer(part, -WIDE).is_empty:
            yield tuple(
                tuple((round(x), round(y)) for x, y in ring.coords)
                for ring in (part.exterior, *part.interiors)
            )


def _frame_line(board: Board) -> Line:
    wide, high = board.current_shape.width, board.current_shape.height
    return ((0, 0), (wide, 0), (wide, high), (0, high), (0, 0))


def _find_rims(board: Board) -> tuple[Line, ...]:
    """Return the lines round the provinces where some of them run within the frame; else nothing."""
    shape = board.current_shape
    if OUTSIDE not in board.mesh.rings:
        return ()
    rims = outline(board.mesh, shape, OUTSIDE)
    within = any(0 < x < shape.width and 0 < y < shape.height for rim in rims for x, y in rim)
    return rims if within else ()
