"""Outlines as a drawing holds them, whatever its format: rings of points, and the names they go by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingShape:
    """One shape of a drawing."""

    names: tuple[str, ...]
    """What it is called, its own names before those of the groups it lies in."""
    layers: tuple[str, ...]
    """The names of the groups it lies in."""
    rings: tuple[Ring, ...]
    """Closed but for the last step, in the drawing's own units, y down."""
    words: tuple[str, ...] = ()
    """What else may name it: its classes, its data."""
    title: str = ""
    """What people call it, if the drawing says that apart."""
    short: str = ""
    """Its abbreviation, if the drawing says one."""
    open_by: float = 0.0
    """How far apart the ends of its line are that does not close."""
    colour: str = ""
    """What it is filled with."""
    trouble: str = ""
    """Why it cannot be read, if it cannot."""
    hidden: bool = False
    """It is there and not shown, as the shapes are that readers of a map click at."""
    line: int = 0
    """Where it stands in its file; 0: that is not known."""

    @property
    def own_name(self) -> str:
        """The first name that it has of its own, empty where only its groups have names."""
        return self.names[0] if self.names and self.names[0] not in self.layers else ""


def is_among(names: Iterable[str], wanted: Sequence[str]) -> bool:
    """Tell whether one of the names is wanted, in whatever case."""
    return not {*map(str.lower, names)}.isdisjoint(map(str.lower, wanted))


def measure_ring(ring: Ring) -> float:
    """Return the area inside a ring, in its own units squared."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*ring, *ring[:1])))) / 2


def close_ring(points: Sequence[tuple[float, float]]) -> Ring:
    """Return a ring without doubled points and without its last point if that is the first."""
    kept = [point for at, point in enumerate(points) if at == 0 or point != points[at - 1]]
    return tuple(kept[:-1] if len(kept) > 1 and kept[0] == kept[-1] else kept)
