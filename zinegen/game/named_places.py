"""The places that players' names mean, on the map on which they were written and on what became of it.

Source: docs/rules/common.md, "4.2 Labels".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from zinegen.board.board import Board
from zinegen.board.coasts import Coast, coast_with, find
from zinegen.board.named_coasts import find_as_written, follow_borders, list_borders
from zinegen.board.passage import Place
from zinegen.game.units import PlaceName
from zinegen.game.verdicts import Reason

RenameSpot: TypeAlias = Callable[[PlaceName], PlaceName]
"""Returns a place that was named on an earlier map as it is named on the map now."""
COAST_CHANGED = frozenset({Reason.COAST_GONE, Reason.COAST_PARTED})
"""Why no place is meant by a name that was clear on the map on which it was written."""


def why_lost(reason: Reason | None) -> Reason:
    """Return why a move is void that could be made before the map changed, by what is found wrong with it."""
    return Reason.COAST_PARTED if reason is Reason.COAST_PARTED else Reason.GROUND_CHANGED


def find_meant_coasts(
    board: Board, spot: PlaceName, written: Board | None = None
) -> tuple[Coast, ...]:
    """Return the coasts that a place means which names one; ``written`` is the map of its writing."""
    if spot.borders is not None:
        return coast_with(board, spot.province, spot.borders)
    return find_as_written(board, spot.province, spot.coast or "", written)


def find_named_place(
    board: Board,
    spot: PlaceName,
    among: Sequence[Place],
    written: Board | None = None,
    *,
    beyond: Reason = Reason.NO_SUCH_COAST,
) -> Place | Reason:
    """Return the one of some places, each on a coast of its own, that is meant by a name, or why none is.

    ``beyond`` is why it is none of them where the coast that is named is still there.
    """
    known = find_meant_coasts(board, spot, written)
    shores = {coast.borders for coast in known}
    fitting = [place for place in among if place.coast in shores]
    if len(fitting) == 1:
        return fitting[0]
    was_clear = spot.borders is not None or (
        written is not None
        and written is not board
        and len(find(written, spot.province, spot.coast or "")) == 1
    )
    if fitting:
        return Reason.COAST_PARTED if was_clear else Reason.COAST_UNCLEAR
    if known:
        return beyond
    return Reason.COAST_GONE if was_clear else Reason.NO_SUCH_COAST


def rename_spot(spot: PlaceName, written: Board, board: Board) -> PlaceName:
    """Return a place that was named on an earlier map for the orders of a phase that begins on this one.

    Where its name would mean another coast now, what became of its coast goes with it.
    """
    face = spot.province
    named = find(written, face, spot.coast) if spot.coast is not None else ()
    borders = follow_borders(written, board, list_borders(named))
    heirs = coast_with(board, face, borders)
    as_read = find(board, face, spot.coast or "")
    if not named or (heirs and heirs == as_read):
        return spot
    return replace(spot, borders=borders)
