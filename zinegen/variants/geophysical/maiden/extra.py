"""What only Maiden's game keeps: which armies have stood on ice for a season.

Source: docs/rules/geophysical-maiden.md, "6. Consequences".
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from zinegen.board.board import Board
from zinegen.game.changes import ExtraChange
from zinegen.game.state import RECORDED_AS, Extra
from zinegen.geometry.mesh import Face


@dataclass(frozen=True, kw_only=True)
class ArmiesOnIce(Extra):
    """The armies that the ice will take if they stay."""

    armies_on_ice: tuple[Face, ...] = field(default=(), metadata={RECORDED_AS: ("chilled",)})
    """Provinces whose army stood there on the ice at the end of the last season, and still does."""

    def drop_outdated(self, left: Collection[Face], board: Board) -> Extra:
        """Return what is kept without the armies that have left, or that the ice has."""
        still = (face for face in self.armies_on_ice if face not in left and board[face].iced)
        return replace(self, armies_on_ice=tuple(still))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyChilled(ExtraChange):
    """An army stood on ice at the end of a season; it is remembered, since another kills it."""

    province: Face

    def apply_to(self, extra: Extra) -> ArmiesOnIce:
        """Return what is kept with this army."""
        known = ArmiesOnIce.of(extra)
        return replace(known, armies_on_ice=tuple(sorted({*known.armies_on_ice, self.province})))
