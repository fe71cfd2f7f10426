"""What can happen to the borders of the map and to the waterways on them; part of the closed vocabulary.

Borders are named by their numbers on the board to which the change happens, so changes of a phase are
carried out in the sequence in which they stand. Source: rules/common.md section 2 and 4.4.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from zinegen.board.board import Board, Canal
from zinegen.planar.mesh import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class BorderSeparated:
    """A border was cut through: its two provinces parted there, and those at its ends connected."""

    border: int
    parted: tuple[Face, Face]
    connected: tuple[Face, Face]
    """The provinces at its ends; twice the same one when one side became an island in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvincesJoined:
    """A link was laid across a province between two of its borders (a release)."""

    across: Face
    borders: tuple[int, int]
    connected: tuple[Face, Face]
    """What lies behind the two borders, in their sequence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StraitMade:
    """A border became a strait: the shores at its ends are one coast on both its sides."""

    border: int
    between: tuple[Face, Face]


@dataclass(frozen=True, slots=True, kw_only=True)
class StraitEnded:
    """A strait is gone; its border may be gone as well."""

    border: int
    between: tuple[Face, Face]


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalMade:
    """A canal joins two coasts of a province."""

    canal: Canal


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalMoved:
    """A canal ends at another border than before."""

    canal: Canal
    to: Canal


@dataclass(frozen=True, slots=True, kw_only=True)
class CanalEnded:
    """A canal is gone."""

    canal: Canal


EarthChange = (
    BorderSeparated
    | ProvincesJoined
    | StraitMade
    | StraitEnded
    | CanalMade
    | CanalMoved
    | CanalEnded
)


def shaken(board: Board, change: EarthChange) -> Board:
    """Return the board after one such change.

    Raises MapError when the borders are not there or the change makes no sense.
    """
    match change:
        case BorderSeparated():
            return board.separated(change.border)
        case ProvincesJoined():
            return board.released(change.across, *change.borders)
        case StraitMade():
            return replace(board, straits=tuple(sorted({*board.straits, change.border})))
        case StraitEnded():
            left = tuple(border for border in board.straits if border != change.border)
            return replace(board, straits=left)
        case CanalMade():
            return _with_canals(board, *board.canals, change.canal)
        case CanalMoved():
            kept = (change.to if canal == change.canal else canal for canal in board.canals)
            return _with_canals(board, *kept)
        case CanalEnded():
            return _with_canals(board, *(c for c in board.canals if c != change.canal))
        case _:
            assert_never(change)


def _with_canals(board: Board, *canals: Canal) -> Board:
    ordered = sorted(canals, key=lambda canal: (canal.province, canal.terminals))
    return replace(board, canals=tuple(ordered))
