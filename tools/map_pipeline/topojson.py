"""Reading TopoJSON: quantised arcs shared by the shapes that lie on both sides of them.

Only what the two packages of coast lines hold: polygons and multipolygons with a transform.
Source: TopoJSON format specification, 1.0.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NotRequired, TypedDict

from tools.map_pipeline.projection import XY
from zinegen.errors import ZinegenError


class Transform(TypedDict):
    """How quantised integers become degrees: ``integer * scale + translate``, x and y."""

    scale: list[float]
    translate: list[float]


class Shape(TypedDict):
    """One object: arcs as nested lists of numbers, ``~i`` being arc i backwards."""

    type: str
    arcs: NotRequired[list[list[int]] | list[list[list[int]]]]
    properties: NotRequired[dict[str, str]]


class _Collection(TypedDict):
    geometries: list[Shape]


class _Document(TypedDict):
    transform: Transform
    arcs: list[list[list[int]]]
    objects: dict[str, _Collection]


class Topology:
    """A TopoJSON file: its transform, its arcs in degrees, its collections of shapes."""

    def __init__(self, path: Path) -> None:
        try:
            document: _Document = json.loads(path.read_text(encoding="utf-8"))
            self.transform = document["transform"]
            self.arcs = [_degrees(arc, self.transform) for arc in document["arcs"]]
            self._objects = document["objects"]
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise ZinegenError(f"cannot read {path} as TopoJSON: {error}") from error

    def shapes(self, collection: str) -> list[Shape]:
        """Return the shapes of a collection.

        Raises:
            ZinegenError: the file has no such collection.
        """
        if collection not in self._objects:
            raise ZinegenError(f"no collection {collection!r} in the TopoJSON file")
        return self._objects[collection]["geometries"]

    def polygons(self, shape: Shape) -> list[list[list[XY]]]:
        """Return a shape's polygons as lists of rings in degrees, the outline first."""
        return [[self._line(ring) for ring in rings] for rings in _rings(shape)]

    def shared_lines(self, collection: str) -> dict[tuple[str, str], list[list[XY]]]:
        """Return the arcs between two named shapes, by the sorted pair of their names."""
        users: dict[int, set[str]] = {}
        for shape in self.shapes(collection):
            for ring in (ring for rings in _rings(shape) for ring in rings):
                for arc in ring:
                    users.setdefault(max(arc, ~arc), set()).add(shape["properties"]["name"])
        out: dict[tuple[str, str], list[list[XY]]] = {}
        for arc, names in users.items():
            if len(names) == 2:
                first, second = sorted(names)
                out.setdefault((first, second), []).append(self.arcs[arc])
        return out

    def _line(self, arcs: list[int]) -> list[XY]:
        out: list[XY] = []
        for arc in arcs:
            points = self.arcs[arc] if arc >= 0 else self.arcs[~arc][::-1]
            out += points[1:] if out else points
        return out


def _degrees(arc: list[list[int]], transform: Transform) -> list[XY]:
    """Undo the delta coding and the quantising of one arc."""
    (sx, sy), (tx, ty) = transform["scale"], transform["translate"]
    x = y = 0
    out = []
    for dx, dy in arc:
        x += dx
        y += dy
        out.append((x * sx + tx, y * sy + ty))
    return out


def _rings(shape: Shape) -> list[list[list[int]]]:
    """Return the polygons of a shape, each a list of rings of arc numbers."""
    arcs = shape.get("arcs", [])
    out: list[list[list[int]]] = []
    if shape["type"] == "Polygon":
        out.append([[arc for arc in ring if isinstance(arc, int)] for ring in arcs])
    elif shape["type"] == "MultiPolygon":
        out += [[ring for ring in rings if isinstance(ring, list)] for rings in arcs]
    return out
