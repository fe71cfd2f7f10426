"""What a coast that was named on one map is on a later one.

A name means a coast of the map on which it was written; that coast lives on in every coast that holds one of
its borders, or what became of one. Source: docs/rules/common.md, "4.2 Labels",
"4.3 Inheritance when the map changes".
"""

from __future__ import annotations

from collections.abc import Iterable

from zinegen.board.board import Board
from zinegen.board.coasts import Coast, coast_with, find
from zinegen.geometry.mesh import BorderId, ProvinceKey


def find_as_written(
    board: Board, face: ProvinceKey, reference: str, written: Board | None = None
) -> tuple[Coast, ...]:
    """Return the coasts that a reference means which was written on an earlier map of the same board.

    What meant nothing there, such as a water that was land, is read on the board itself.
    """
    if written is None or written is board:
        return find(board, face, reference)
    named = find(written, face, reference)
    if not named:
        return find(board, face, reference)
    return coast_with(board, face, follow_borders(written, board, list_borders(named)))


def follow_borders(
    before: Board, after: Board, borders: Iterable[BorderId]
) -> tuple[BorderId, ...]:
    """Return what has become of borders on a board that came of another by events, lowest first."""
    alive = set(borders)
    for surgery in after.pending_surgeries[len(before.pending_surgeries) :]:
        alive = {heir for border in alive for heir in surgery.heirs(border)}
    return tuple(sorted(alive))


def list_borders(named: Iterable[Coast]) -> tuple[BorderId, ...]:
    """Return the borders of some coasts."""
    return tuple(border for coast in named for border in coast.borders)
