"""Calculations with points in tenths of a unit: outlines of provinces, boxes, distances."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from zinegen.board.board import OUTSIDE, Board, cache_on_board
from zinegen.geometry.mesh import Face
from zinegen.geometry.shape import Line, outline

Outline = tuple[Line, ...]
"""The rings of a province, each closed; the outer ones clockwise on the screen, holes the other way."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle, by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Rect) -> bool:
        """Tell whether two rectangles overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def distance(self, point: tuple[float, float]) -> float:
        """Return how far a point is from the rectangle; 0 inside."""
        x, y = point
        return math.hypot(
            max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom)
        )

    def grow(self, by: float) -> Rect:
        """Return the rectangle with every edge moved outwards."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)


@cache_on_board
def outlines(board: Board) -> Mapping[Face, Outline]:
    """Return the rings of every province of an up-to-date board, the outside left out."""
    shape = board.current_shape
    return {face: outline(board.mesh, shape, face) for face in board.mesh.rings if face != OUTSIDE}


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance between two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])
