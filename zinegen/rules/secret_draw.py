"""The draw of the secret centres, country by country, and throws for borders; each throw is asked for once.

Candidates are sorted by full name before every throw. Source: rules/post-atomic.md section 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zinegen.board.board import Board
from zinegen.game.state import Throw
from zinegen.planar.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A country, how many centres it has, and the provinces among which they are drawn."""

    country: str
    """A power's name, or ``neutral``."""
    centres: int
    candidates: tuple[Face, ...]


def drawn_centres(
    board: Board, rows: Sequence[Row], throws: Mapping[str, int]
) -> tuple[Face, ...] | Throw:
    """Return the centres of all countries, sorted, or the next throw that must be made for them.

    A country's centres are drawn one by one without replacement.
    """
    found: list[Face] = []
    for row in rows:
        left = list(board.by_full_name(row.candidates))
        for number in range(1, row.centres + 1):
            label = f"centres/{row.country} {number}"
            if label not in throws:
                return secret_throw(label, left, board)
            found.append(left.pop(throws[label] - 1))
    return tuple(sorted(found))


def secret_throw(label: str, faces: Sequence[Face], board: Board) -> Throw:
    """Return a throw for one of several provinces whose result must stay secret."""
    names = tuple(board[face].abbreviation for face in faces)
    return Throw(label=label, candidates=names, secret=True)
