"""The base map's file as typed data; ``zinegen/maps/README.md`` describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import TypedDict

from zinegen.maps import europe_text
from zinegen.planar.mesh import Face
from zinegen.planar.shape import TENTHS, Line, Point
from zinegen.planar.tracing import Arc


class Label(TypedDict, total=False):
    """Where a name stands, and how large."""

    x: float
    y: float
    size: float
    lines: list[str]
    out: int


class CoastPoint(TypedDict, total=False):
    """Where a fleet stands on one of several coasts."""

    seas: list[str]
    unit: list[float]


class FaceFacts(TypedDict, total=False):
    """What is printed about a province."""

    name: str
    terrain: str
    home: str
    sc: int
    label: Label
    unit: list[float]
    scp: list[float]
    coasts: list[CoastPoint]


class ArcLine(TypedDict):
    """A line between the cells at its left and right, as a first point and steps."""

    l: str  # noqa: E741  (the file's own key)
    r: str
    p: list[int]


class BaseMap(TypedDict):
    """The whole file."""

    meta: dict[str, float]
    arcs: list[ArcLine]
    cells: dict[str, str]
    overlays: dict[str, list[str]]
    faces: dict[str, FaceFacts]
    overlay_faces: dict[str, FaceFacts]
    decor: dict[str, list[list[list[float]]]]


@cache
def europe() -> BaseMap:
    """Return the file's contents; whoever reads them leaves them as they are."""
    found: BaseMap = json.loads(europe_text())
    return found


@cache
def cell_arcs() -> tuple[Arc, ...]:
    """Return every line between two cells, in the file's sequence; all boards share them."""
    return tuple(
        Arc(right=Face(arc["l"]), left=Face(arc["r"]), line=_line(arc["p"]))
        for arc in europe()["arcs"]
    )


def _line(steps: list[int]) -> Line:
    """Return the points of a line that is stored as its first point and the steps from there."""
    x, y = steps[0], steps[1]
    points = [(x, y)]
    for dx, dy in zip(steps[2::2], steps[3::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def tenths(point: Iterable[float]) -> Point:
    """Return a point that is given in drawing units."""
    x, y = point
    return round(x * TENTHS), round(y * TENTHS)
