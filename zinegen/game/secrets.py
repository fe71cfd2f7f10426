"""What not everybody knows: that a game has secrets, and which facts powers have learnt.

The whole truth stands where it always stands (centres and ranges on the board, owners in the state). That
it is secret, and who knows what of it, is told by `Secrets`; `zinegen.rules.secrets` cuts it out.
Source: docs/rules/post-atomic.md, "7. Who is told what".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from zinegen.board.board import Board, Power
from zinegen.geometry.mesh import Face


class FactKind(StrEnum):
    """What a fact says, in the words of private notices."""

    CENTRE = "centre"
    NO_CENTRE = "no centre"
    RANGE = "range"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Fact:
    """Something about the map that a power may know: ``centre Kie``, ``range Mun/Tyr``."""

    kind: FactKind
    provinces: tuple[Face, ...]
    """One province, or the two of a border in the order of `pair`."""

    def line(self, board: Board) -> str:
        """Return the fact as a line of a private notice."""
        return f"{self.kind} {'/'.join(board[face].abbreviation for face in self.provinces)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """That centres, their owners and mountain ranges are secret, and who knows what of them."""

    known: Mapping[Power, tuple[Fact, ...]] = field(default_factory=dict)
    """What each power has learnt, sorted; what it owns is told by the owners."""
    untold: Mapping[Power, tuple[Fact, ...]] = field(default_factory=dict)
    """Learnt this season and told at its end, after the retreats."""
    reasons_told: bool = False
    """The public is told which orders failed because of a range (a GM option)."""
    cut: bool = False
    """This is what the public sees: no centres, no owners, no ranges, nobody's knowledge."""
    viewer: Power | None = None
    """The power whose knowledge this is; None for the whole truth, and for what the public sees."""

    @property
    def is_whole(self) -> bool:
        """Tell whether a state with these secrets is the whole truth."""
        return not self.cut and self.viewer is None
