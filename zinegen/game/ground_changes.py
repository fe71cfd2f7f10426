"""What can happen to the ground of provinces and to their centres; part of the closed vocabulary.

Source: design of the engine, the closed vocabulary of changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from zinegen.board.board import Join, Power, Terrain, pair
from zinegen.planar.mesh import Face

if TYPE_CHECKING:
    from zinegen.board.board import Board, Province


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
    home: bool = True
    """False when no power may look on it as one of its home centres, wherever it lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreDestroyed:
    """A supply centre is no more, and nobody owns it."""

    province: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class IceChanged:
    """Ice came over a province, or left it; what lies beneath stays what it is."""

    province: Face
    iced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RiftChanged:
    """A rift opened between two provinces, or closed."""

    between: tuple[Face, Face]
    """The two provinces, sorted."""
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterwaysChanged:
    """The seas joined by name through a province are others now: dug, opened, closed, filled in."""

    province: Face
    joins: tuple[Join, ...]
    """All that run through it from now on, open or not."""


GroundChange = (
    TerrainChanged
    | PassageChanged
    | IceChanged
    | RiftChanged
    | WaterwaysChanged
    | CentreFounded
    | CentreDestroyed
)


def regrounded(board: Board, change: GroundChange) -> Board:
    """Return the board after one such change; raises MapError when there is no such province."""
    match change:
        case RiftChanged():
            return _rifted(board, change)
        case WaterwaysChanged():
            others = tuple(join for join in board.joins if join.province != change.province)
            return replace(board, joins=(*others, *change.joins))
        case _:
            return board.with_province(_changed(board[change.province], change))


def _changed(
    province: Province,
    change: TerrainChanged | PassageChanged | IceChanged | CentreFounded | CentreDestroyed,
) -> Province:
    match change:
        case TerrainChanged():
            return replace(province, terrain=change.terrain)
        case PassageChanged():
            return replace(province, passable=change.passable)
        case IceChanged():
            return replace(province, iced=change.iced)
        case CentreFounded():
            return replace(province, centre=True, home=province.home if change.home else None)
        case CentreDestroyed():
            return replace(province, centre=False)
        case _:
            assert_never(change)


def _rifted(board: Board, change: RiftChanged) -> Board:
    one, other = change.between
    rift = pair(board[one].key, board[other].key)
    rifts = {*board.rifts, rift} if change.open else {*board.rifts} - {rift}
    return replace(board, rifts=tuple(sorted(rifts)))
