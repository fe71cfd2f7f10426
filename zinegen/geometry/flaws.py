"""What is wrong with outlines that strangers draw, or was mended in them, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from zinegen.geometry.shape import TENTHS

XY = tuple[float, float]
Pair = frozenset[str]
"""Two provinces."""

GRID = 1 / TENTHS
"""Points of a finished map are whole tenths of a drawing unit."""


class OutlineFault(StrEnum):
    """What can be wrong with outlines."""

    COVERED = "covered"
    """One is drawn on top of another: it is cut out of that one."""
    GAP = "gap"
    """Ground that nobody drew, narrow enough for its neighbours to share it."""
    UNCLAIMED = "unclaimed"
    """Ground that nobody drew: nobody may enter it."""
    AROUND = "around"
    """Ground that nobody drew round the islands of a province: it is that province's."""
    ISLAND = "island"
    SEED = "seed"
    SAME_SEED = "same seed"
    PIECES = "pieces"
    CORNER = "corner"
    SHORT = "short"
    SMALL = "small"
    ROUNDED = "rounded"
    """Its lines were drawn so close to each other that rounding had to part them."""


_NOTES = frozenset(
    {
        OutlineFault.COVERED,
        OutlineFault.GAP,
        OutlineFault.UNCLAIMED,
        OutlineFault.AROUND,
        OutlineFault.ISLAND,
        OutlineFault.PIECES,
        OutlineFault.CORNER,
        OutlineFault.SMALL,
        OutlineFault.ROUNDED,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing that is wrong with the outlines, and where."""

    fault: OutlineFault
    at: XY
    """In drawing units."""
    names: tuple[str, ...]
    """The provinces it is about, those that meet at a corner in their order round it."""
    size: float = 0.0
    """Width or length, in drawing units."""
    share: float = 0.0
    """The part of the first of them that it is."""

    @property
    def is_grave(self) -> bool:
        """Tell whether no map can be made before it is mended."""
        return self.fault not in _NOTES


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineFacts:
    """What whoever drew the outlines says of them."""

    gap: float
    """Slits and overlaps up to this width are mended, in drawing units."""
    size: XY
    """Width and height of the map."""
    seeds: Mapping[str, XY] = field(default_factory=dict)
    """A point in each province that has no outline: it gets the ground round it that nobody drew."""
    waters: frozenset[str] = frozenset()
    corners: frozenset[Pair] = frozenset()
    """Which provinces touch where four meet at a point."""
    adjacent: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Of provinces whose neighbours somebody said, all of them; each is in the list of the other."""

    def may_touch(self, pair: Pair) -> bool:
        """Tell whether nothing is said against the border of two provinces."""
        return pair in self.corners or all(
            pair <= {one, *self.adjacent[one]} for one in pair if one in self.adjacent
        )

    def must_touch(self, pair: Pair) -> bool:
        """Tell whether somebody said that two provinces touch."""
        return pair in self.corners or any(
            pair - {one} <= self.adjacent[one] for one in pair if one in self.adjacent
        )
