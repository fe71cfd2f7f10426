"""The drawing as the desk shows it: outlines alone, drawn by the desk from the numbers that it read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from zinegen.geometry.coverage import make_ground
from zinegen.geometry.legibility import find_widest
from zinegen.geometry.pieces import polygons_of
from zinegen.maps.limits import thin
from zinegen.maps.outlines import DrawingShape, Ring, measure_ring

WIDTH = 1000
"""Of the sheet; every drawing is scaled to it."""
ROUGH = 2.0
"""How exactly the middle of a shape is sought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetShape:
    """A shape as it is drawn."""

    name: str
    path: str
    """As SVG writes it."""
    middle: tuple[float, float]
    radius: float
    """Of the largest circle in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """All shapes, the largest first, so that those within others lie on top."""

    width: int
    height: int
    left: float
    top: float
    scale: float
    shapes: tuple[SheetShape, ...]

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return a point of the drawing as a point of the sheet."""
        return (point[0] - self.left) * self.scale, (point[1] - self.top) * self.scale


@lru_cache(maxsize=4)
def make_sheet(shapes: tuple[DrawingShape, ...]) -> Sheet:
    """Return the sheet of a drawing."""
    points = [point for one in shapes for ring in one.rings for point in ring] or [(0.0, 0.0)]
    xs, ys = zip(*points, strict=True)
    left, top = min(xs), min(ys)
    scale = WIDTH / ((max(xs) - left) or 1.0)
    empty = Sheet(
        width=WIDTH,
        height=round((max(ys) - top) * scale) or 1,
        left=left,
        top=top,
        scale=scale,
        shapes=(),
    )
    placed = {
        one.own_name: [[tuple(map(empty.place, ring)) for ring in one.rings]] for one in shapes
    }
    drawn = [_draw(name, lines) for name, lines in _sort(thin(placed)).items()]
    return Sheet(
        width=empty.width,
        height=empty.height,
        left=left,
        top=top,
        scale=scale,
        shapes=tuple(drawn),
    )


def _sort(
    grounds: Mapping[str, Sequence[Sequence[Ring]]],
) -> Mapping[str, Sequence[Sequence[Ring]]]:
    def measure(name: str) -> float:
        return -sum(measure_ring(ring) for rings in grounds[name] for ring in rings)

    return {name: grounds[name] for name in sorted(grounds, key=measure)}


def _draw(name: str, outlines: Sequence[Sequence[Ring]]) -> SheetShape:
    path = " ".join(
        f"M{' '.join(f'{x:.1f},{y:.1f}' for x, y in ring)}Z" for rings in outlines for ring in rings
    )
    pieces = polygons_of(make_ground(outlines))
    largest = max(pieces, key=lambda one: one.area, default=None)
    middle, radius = (0.0, 0.0), 0.0
    if largest is not None:
        circle = find_widest(largest, ROUGH)
        (x, y, *_), *_ = circle.coords
        middle, radius = (round(x, 1), round(y, 1)), circle.length
    return SheetShape(name=name, path=path, middle=middle, radius=radius)
