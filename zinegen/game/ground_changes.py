"""What can happen to the ground of provinces and to their centres; part of the closed vocabulary.

Source: design of the engine, the closed vocabulary of changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from zinegen.board.board import Power, Terrain
from zinegen.planar.mesh import Face

if TYPE_CHECKING:
    from zinegen.board.board import Board


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainChanged:
    """The ground of a province is another now: land sank, water dried up, a mountain rose."""

    province: Face
    terrain: Terrain


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageChanged:
    """A province was opened, or closed to everybody."""

    province: Face
    passable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreFounded:
    """A province became a supply centre."""

    province: Face
    power: Power | None = None
    """Its first owner; None when it is neutral."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreDestroyed:
    """A supply centre is no more, and nobody owns it."""

    province: Face


GroundChange = TerrainChanged | PassageChanged | CentreFounded | CentreDestroyed


def regrounded(board: Board, change: GroundChange) -> Board:
    """Return the board after one such change; raises MapError when there is no such province."""
    province = board[change.province]
    match change:
        case TerrainChanged():
            return board.with_province(replace(province, terrain=change.terrain))
        case PassageChanged():
            return board.with_province(replace(province, passable=change.passable))
        case CentreFounded():
            return board.with_province(replace(province, centre=True))
        case CentreDestroyed():
            return board.with_province(replace(province, centre=False))
        case _:
            assert_never(change)
