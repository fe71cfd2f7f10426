"""Boards whose drawing is brought up to date with their mesh: for who records positions and for pictures.

No rule comes here: what is judged hangs on the mesh and on the courses that the board keeps itself.
"""

from __future__ import annotations

from dataclasses import replace

from zinegen.board.board import Board, cache_on_board
from zinegen.errors import MapError
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.surgery import Surgery

DRAWN = "drawn"
"""Under this key a board remembers itself as it is ready for pictures."""


def draw_board(board: Board) -> Board:
    """Return the same board with the drawing brought up to date with the mesh; made once.

    Raises MapError, with the event, when the drawing cannot follow the mesh.
    """
    found = _draw(board)
    if isinstance(found, str):
        raise MapError(found)
    return found


def draw_if_possible(board: Board) -> Board:
    """Return the same board as `draw_board` does, or itself where the drawing cannot follow."""
    found = _draw(board)
    return board if isinstance(found, str) else found


def forget_pictures(board: Board) -> None:
    """Forget what was derived from a board for its pictures, megabytes; it is made again if asked for."""
    drawn = board.memo.pop(DRAWN, None)
    if isinstance(drawn, Board):
        drawn.memo.clear()  # it knows itself, and would stay for a while


@cache_on_board
def _draw(board: Board) -> Board | str:
    """Return the board with its drawing up to date, or in words which event it cannot follow."""
    if not board.pending_surgeries or board.shape is None:
        return board
    # Slow, and only where borders have moved.
    from zinegen.geometry.redraw.update_geometry import update_geometry  # noqa: PLC0415

    shape = board.shape
    for surgery in board.pending_surgeries:
        try:
            shape = update_geometry(shape, (surgery,))
        except MapError as error:
            return f"the drawing cannot follow {_name_event(board, surgery)}: {error}"
    return replace(board, shape=shape, pending_surgeries=())


def _name_event(board: Board, surgery: Surgery) -> str:
    """Return what happened on the mesh, in words."""
    if surgery.cut is not None:
        one, other = (_name(board, face) for face in surgery.before.sides(surgery.cut))
        return f"that {one} and {other} separate"
    across = _name(board, surgery.across) if surgery.across is not None else "a province"
    return f"a link across {across}"


def _name(board: Board, face: ProvinceKey) -> str:
    return board.provinces[face].name if face in board.provinces else str(face)
