"""The whole way from coast lines to the published map.

The steps, in this order: projection, land, borders, faces, cells, lines, simplification, points.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from tools.map_pipeline import inputs
from tools.map_pipeline.cells import OUTSIDE, Cell, make_cells, make_faces, make_islands
from tools.map_pipeline.coastline import make_ground
from tools.map_pipeline.decoration import Rings, make_decoration
from tools.map_pipeline.partition import TENTHS, Net, NetLine, Partition
from tools.map_pipeline.places import overlay_entries, standard_entries
from tools.map_pipeline.projection import HEIGHT, WIDTH
from tools.map_pipeline.tokens import make_atlas
from zinegen.geometry.cleaning import simplify_coverage
from zinegen.geometry.flaws import GRID
from zinegen.geometry.lines import CellLine, Spot, lines_between
from zinegen.play.maps.map_file import ArcLine, BaseMap, points_of, steps

_SOURCE = "Natural Earth 1:10m land and 1:50m lakes (public domain); border data: cuts.json"

TOLERANCE = 0.8
"""What may be left out, in drawing units; the square is the area in Visvalingam's sense."""

_CASPIAN = "CAS"
"""A cell that lies off the standard board."""


def make_map() -> BaseMap:
    """Make the map from the files under ``sources/``; the same bytes every time.

    Raises:
        ZinegenError: the sources do not fit each other; the text says where.
    """
    net, decoration = make_net()
    faces, overlay_faces = standard_entries(net), overlay_entries(net)
    junctions: dict[Spot, int] = {}
    arcs: list[ArcLine] = []
    for points, left, right in net.lines:
        ends = [junctions.setdefault(spot, len(junctions)) for spot in (points[0], points[-1])]
        arcs.append({"l": left, "r": right, "p": steps(points), "j": ends})
    standard = Partition(net)
    for key, entry in faces.items():
        entry["rings"] = arc_rings(arcs, standard.province, key)
    for key, entry in overlay_faces.items():
        entry["rings"] = arc_rings(arcs, Partition(net, [key]).province, key)
    return {
        "meta": {"w": WIDTH, "h": HEIGHT, "q": TENTHS, "source": _SOURCE, "tol": TOLERANCE},
        "arcs": arcs,
        "cells": net.cells,
        "overlays": net.overlays,
        "faces": faces,
        "straits": inputs.cuts()["straits"],
        "canals": inputs.cuts()["canals"],
        "decor": decoration,
        "overlay_faces": overlay_faces,
        "junctions": [list(spot) for spot in junctions],
        "printed": inputs.cuts()["printed"],
    }


def make_net() -> tuple[Net, dict[str, Rings]]:
    """Make the lines, cells and overlays of the map, and its decoration: everything but points."""
    cuts, coastlines = inputs.cuts(), inputs.coastlines()
    ground = make_ground(cuts, coastlines["land"])
    atlas = make_atlas(cuts, coastlines["borders"])
    faces = make_faces(cuts, atlas, ground)
    islands = make_islands(cuts, ground)
    polygons, cells = make_cells(cuts, atlas, faces, islands)
    simple = simplify_coverage(polygons, [str(cell) for cell in cells], TOLERANCE)
    lines = lines_between(simple, cells, GRID, OUTSIDE)
    decoration = make_decoration(cuts, coastlines["lakes"], ground, faces, islands)
    return _net(lines, cells), decoration


def _net(lines: list[CellLine[Cell]], cells: list[Cell]) -> Net:
    standard: dict[str, str] = {}
    overlays: dict[str, list[str]] = {}
    for cell in sorted(cells):
        off_board = cell.base == _CASPIAN
        standard[str(cell)] = "Out" if off_board else cell.base
        overlay = _CASPIAN if off_board else cell.overlay
        if overlay:
            overlays.setdefault(overlay, []).append(str(cell))
    return Net(
        lines=[NetLine(line.points, str(line.left), str(line.right)) for line in lines],
        cells=standard,
        overlays=overlays,
    )


def arc_rings(arcs: Sequence[ArcLine], province: Mapping[str, str], key: str) -> list[list[int]]:
    """Return the arcs round a province, ``~i`` for arc i backwards; the outline first.

    ``province`` gives the province of every cell. A ring starts at its lowest junction.
    """
    start: dict[int, int] = {}
    for i, arc in enumerate(arcs):
        left, right = province[arc["l"]], province[arc["r"]]
        if left == key != right:
            start[arc["j"][0]] = i
        if right == key != left:
            start[arc["j"][1]] = ~i
    out = []
    while start:
        at = min(start)
        ring = []
        while at in start:
            number = start.pop(at)
            ring.append(number)
            at = arcs[number]["j"][1] if number >= 0 else arcs[~number]["j"][0]
        out.append(ring)
    return sorted(out, key=lambda ring: _area(arcs, ring), reverse=True)


def _area(arcs: Sequence[ArcLine], ring: list[int]) -> int:
    """Return twice the area that a ring encloses, in square tenths."""
    total = 0
    for number in ring:
        points = points_of(arcs[max(number, ~number)]["p"])
        walk = points if number >= 0 else points[::-1]
        total += sum(ax * by - bx * ay for (ax, ay), (bx, by) in itertools.pairwise(walk))
    return abs(total)
