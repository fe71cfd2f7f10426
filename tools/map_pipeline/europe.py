"""The published map: the form of ``europe.json``, and reading it.

``zinegen/data/README.md`` describes every key.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NotRequired, TypedDict

from shapely import Polygon

from tools.map_pipeline.decoration import Decoration
from tools.map_pipeline.inputs import Label
from tools.map_pipeline.lines import Spot
from tools.map_pipeline.partition import Net, NetLine
from zinegen.errors import ZinegenError

EUROPE = Path(__file__).parents[2] / "zinegen" / "data" / "europe.json"
"""The published map."""


class Meta(TypedDict):
    """Size in drawing units, whole numbers to a unit, origin, tolerance of the simplification."""

    w: int
    h: int
    q: int
    source: str
    tol: float


class Arc(TypedDict):
    """A line: cells left and right, junctions at its ends, first point and steps in tenths."""

    l: str  # noqa: E741  the published key
    r: str
    p: list[int]
    j: list[int]


class CoastEntry(TypedDict):
    """One coast: the seas along it, and a point for a unit where there are several coasts."""

    seas: list[str]
    unit: NotRequired[list[float]]


class FaceEntry(TypedDict):
    """One province: what it is, where its name, unit and centre mark go, the arcs round it."""

    name: str
    terrain: str
    home: NotRequired[str]
    sc: NotRequired[int]
    label: Label
    unit: list[float]
    scp: NotRequired[list[float]]
    coasts: NotRequired[list[CoastEntry]]
    rings: list[list[int]]


class MapData(TypedDict):
    """The whole of ``europe.json``."""

    meta: Meta
    arcs: list[Arc]
    cells: dict[str, str]
    overlays: dict[str, list[str]]
    faces: dict[str, FaceEntry]
    straits: list[list[str]]
    canals: list[str]
    decor: Decoration
    overlay_faces: dict[str, FaceEntry]
    junctions: list[list[int]]


def read_map(text: str) -> MapData:
    """Read the text of a map.

    Raises:
        ZinegenError: it is no JSON object with the keys of a map.
    """
    try:
        data: MapData = json.loads(text)
    except ValueError as error:
        raise ZinegenError(f"the map is no JSON: {error}") from error
    missing = MapData.__required_keys__ - set(data)
    if missing:
        raise ZinegenError(f"the map lacks {', '.join(sorted(missing))}")
    return data


def map_text(data: MapData) -> str:
    """Write a map as one line of JSON."""
    return json.dumps(data, separators=(",", ":"))


def net_of(data: MapData) -> Net:
    """Return a map's lines, cells and overlays."""
    return Net(
        lines=[NetLine(spots(arc["p"]), arc["l"], arc["r"]) for arc in data["arcs"]],
        cells=data["cells"],
        overlays=data["overlays"],
    )


def spots(flat: Sequence[int]) -> list[Spot]:
    """Turn ``[x, y, dx, dy, ...]`` into points."""
    x = y = 0
    out = []
    for dx, dy in zip(flat[::2], flat[1::2], strict=True):
        x += dx
        y += dy
        out.append((x, y))
    return out


def steps(points: Sequence[Spot]) -> list[int]:
    """Turn points into ``[x, y, dx, dy, ...]``."""
    x = y = 0
    out: list[int] = []
    for to_x, to_y in points:
        out += [to_x - x, to_y - y]
        x, y = to_x, to_y
    return out


def ring_polygon(data: MapData, face: FaceEntry) -> Polygon:
    """Return a province's outline and holes from its published rings, drawing units."""
    found = []
    for ring in face["rings"]:
        points: list[tuple[float, float]] = []
        for number in ring:
            walk = spots(data["arcs"][max(number, ~number)]["p"])
            walk = walk if number >= 0 else walk[::-1]
            points += [(x / data["meta"]["q"], y / data["meta"]["q"]) for x, y in walk[:-1]]
        found.append(points)
    return Polygon(found[0], found[1:])
