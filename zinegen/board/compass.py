"""Compass directions of coasts, read off the drawing; asked only where no name serves.

Source: rules/common.md 4.2: the direction of the run's midpoint seen from the province's label.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from zinegen.board.coasts import Coast, coasts
from zinegen.errors import MapError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zinegen.board.board import Board

DIRECTIONS = {
    "nc": (0.0, -1.0),
    "ec": (1.0, 0.0),
    "sc": (0.0, 1.0),
    "wc": (-1.0, 0.0),
    "nec": (math.sqrt(0.5), -math.sqrt(0.5)),
    "sec": (math.sqrt(0.5), math.sqrt(0.5)),
    "swc": (-math.sqrt(0.5), math.sqrt(0.5)),
    "nwc": (-math.sqrt(0.5), -math.sqrt(0.5)),
}
"""The eight labels and where they point; y runs down, as in the drawing."""


def is_direction(word: str) -> bool:
    """Tell whether a word is one of the eight coast labels."""
    return word in DIRECTIONS


def _bearing(board: Board, coast: Coast) -> tuple[float, float]:
    """Return the middle of a coast as seen from its province's label, in drawing units."""
    shape = board.settled().shape
    if shape is None:
        message = f"the coasts of {coast.province} can only be told apart on a drawn map"
        raise MapError(message)
    x, y = shape.middle(coast.borders)
    label_x, label_y = shape.label_point(coast.province)
    return x - label_x, y - label_y


def farthest(board: Board, among: Sequence[Coast], word: str) -> tuple[Coast, ...]:
    """Return the coast that lies farthest in a direction; the first by borders in a tie."""
    east, south = DIRECTIONS[word]

    def reach(coast: Coast) -> float:
        x, y = _bearing(board, coast)
        return x * east + y * south

    best = max(reach(coast) for coast in among)
    return tuple(coast for coast in among if reach(coast) == best)[:1]


def direction(board: Board, coast: Coast) -> str:
    """Return a label that is this coast's alone: the four main ones first, then those between."""
    among = coasts(board, coast.province)
    for word in DIRECTIONS:
        if farthest(board, among, word) == (coast,):
            return word
    waters = ",".join(board[water].abbreviation for water in coast.waters)
    return "{" + waters + "}"
