"""The published map: reading and writing ``europe.json``; ``zinegen/data/README.md`` describes every key."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from shapely import Polygon

from tools.map_pipeline.lines import Spot
from tools.map_pipeline.partition import Net, NetLine
from zinegen.archive.base_map import BaseMap, FaceEntry, points_of
from zinegen.errors import ZinegenError

EUROPE = Path(__file__).parents[2] / "zinegen" / "data" / "europe.json"
"""The published map."""


def read_map(text: str) -> BaseMap:
    """Read the text of a map.

    Raises:
        ZinegenError: it is no JSON object with the keys of a map.
    """
    try:
        data: BaseMap = json.loads(text)
    except ValueError as error:
        raise ZinegenError(f"the map is no JSON: {error}") from error
    missing = BaseMap.__required_keys__ - set(data)
    if missing:
        raise ZinegenError(f"the map lacks {', '.join(sorted(missing))}")
    return data


def map_text(data: BaseMap) -> str:
    """Write a map as one line of JSON."""
    return json.dumps(data, separators=(",", ":"))


def net_of(data: BaseMap) -> Net:
    """Return a map's lines, cells and overlays."""
    return Net(
        lines=[NetLine(list(points_of(arc["p"])), arc["l"], arc["r"]) for arc in data["arcs"]],
        cells=data["cells"],
        overlays=data["overlays"],
    )


def steps(points: Sequence[Spot]) -> list[int]:
    """Turn points into ``[x, y, dx, dy, ...]``."""
    x = y = 0
    out: list[int] = []
    for to_x, to_y in points:
        out += [to_x - x, to_y - y]
        x, y = to_x, to_y
    return out


def ring_polygon(data: BaseMap, face: FaceEntry) -> Polygon:
    """Return a province's outline and holes from its published rings, drawing units."""
    found = []
    for ring in face["rings"]:
        points: list[tuple[float, float]] = []
        for number in ring:
            walk = points_of(data["arcs"][max(number, ~number)]["p"])
            walk = walk if number >= 0 else walk[::-1]
            points += [(x / data["meta"]["q"], y / data["meta"]["q"]) for x, y in walk[:-1]]
        found.append(points)
    return Polygon(found[0], found[1:])
