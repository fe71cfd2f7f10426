"""The published map: its place, its lines, its polygons; ``zinegen/data/README.md`` describes every key."""

from __future__ import annotations

from pathlib import Path

from shapely import Polygon

from tools.map_pipeline.partition import Net, NetLine
from zinegen.play.maps.map_file import BaseMap, FaceEntry, points_of

EUROPE = Path(__file__).parents[2] / "zinegen" / "data" / "europe.json"
"""The published map."""


def net_of(data: BaseMap) -> Net:
    """Return a map's lines, cells and overlays."""
    return Net(
        lines=[NetLine(list(points_of(arc["p"])), arc["l"], arc["r"]) for arc in data["arcs"]],
        cells=data["cells"],
        overlays=data["overlays"],
    )


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
