"""Cells: the faces cut once more by the outlines of provinces that a rule set may switch on.

A board is then a map from cells to provinces, and all boards share their lines. Islands off the
coast, Archangel, Sicily and the strait of Messina become cells; so does every scrap that an outline
leaves of a sea.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import shapely
from shapely import Point, Polygon, STRtree
from shapely.affinity import scale, translate
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient
from shapely.ops import polygonize

from tools.map_pipeline import inputs
from tools.map_pipeline.coastline import Ground, patch
from tools.map_pipeline.faces import GRID, OVERSHOOT, Faces, node_lines, overlay_line
from tools.map_pipeline.inputs import Cuts, Island
from tools.map_pipeline.lines import Cell, lines_between, on_grid, sides
from tools.map_pipeline.polygons import largest, lines_of, polygons_of
from tools.map_pipeline.projection import project
from tools.map_pipeline.tokens import Atlas
from zinegen.errors import ZinegenError

_SLIVER = 6
"""Cells up to this area, in square units, go to a neighbour."""

_STRAIT_IN = "Nap"
"""The province that the strait of Messina divides into mainland, strait and Sicily."""

_IN_SICILY = (14.0, 37.5)
"""A point of Sicily, in degrees."""

_SHORE = 4
"""Least distance of an overlay island from land, drawing units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Islands:
    """Overlay islands as they are drawn, and as they are in nature."""

    drawn: dict[str, Polygon]
    natural: list[Polygon]


def make_islands(cuts: Cuts, ground: Ground) -> Islands:
    """Enlarge, shift and smooth the islands that can be provinces."""
    drawn, natural = {}, []
    for name, island in cuts["overlay_islands"].items():
        at = Point(project(inputs.points(island["at"]))[0])
        nearest = min(ground.islands, key=at.distance)
        natural.append(nearest)
        drawn[name] = _enlarge(nearest, island, ground.sea.buffer(-_SHORE))
    return Islands(drawn=drawn, natural=natural)


def _enlarge(natural: Polygon, island: Island, sea: BaseGeometry) -> Polygon:
    factor = island["scale"]
    across, down = factor if isinstance(factor, list) else (factor, factor)
    moved: BaseGeometry = scale(natural, across, down, origin="centroid")
    if "shift" in island:
        moved = translate(moved, *island["shift"])
    smooth = largest(moved.buffer(1.5).buffer(-2.2).buffer(0.7))
    return Polygon(largest(Polygon(smooth.exterior).intersection(sea)).exterior)


def make_cells(
    cuts: Cuts, atlas: Atlas, faces: Faces, islands: Islands
) -> tuple[list[Polygon], list[Cell]]:
    """Cut the faces by all overlays; returns polygons without slivers and the cell of each."""
    strait = patch(cuts["overlay_strait"]["Mes"])
    in_sicily = Point(project([_IN_SICILY])[0])
    toe = faces.outline(_STRAIT_IN)
    beyond = next(p for p in polygons_of(toe.difference(strait)) if p.contains(in_sicily))
    sicily = beyond.buffer(-0.05)
    archangel = cuts["overlay_lines"]["Arc"]
    divided = faces.outline(archangel["base"])
    dividing = overlay_line(atlas, f"{archangel['base']}|Arc", archangel["pts"], divided)
    seed = Point(project(inputs.points(archangel["seed"]))[0])
    cuts_all = [
        faces.net,
        *(island.boundary for island in islands.drawn.values()),
        dividing,
        strait.boundary.intersection(toe.buffer(OVERSHOOT)),
    ]
    pieces = list(polygonize(lines_of(node_lines(cuts_all))))

    def overlay_of(piece: Polygon, base: str, inside: Point) -> str:
        if base == archangel["base"] and piece.contains(seed):
            return "Arc"
        if base == _STRAIT_IN and strait.contains(inside):
            return "Mes"
        if base == _STRAIT_IN and sicily.intersects(inside):
            return "Sic"
        return next((k for k, island in islands.drawn.items() if island.contains(inside)), "")

    return _merge_slivers(*_name_pieces(pieces, faces, overlay_of))


def _name_pieces(
    pieces: list[Polygon], faces: Faces, overlay_of: Callable[[Polygon, str, Point], str]
) -> tuple[list[Polygon], list[Cell]]:
    """Give every piece its province and overlay; pieces in no face are off the board."""
    tree: STRtree = STRtree(faces.pieces)
    polygons, cells = [], []
    for piece in pieces:
        inside = piece.representative_point()
        for j in tree.query(inside):
            if faces.pieces[j].contains(inside):
                base = faces.provinces[j]
                polygons.append(piece)
                cells.append(Cell(base, overlay_of(piece, base, inside)))
                break
    return polygons, cells


def _dissolve(polygons: list[Polygon], cells: list[Cell]) -> tuple[list[Polygon], list[Cell]]:
    """Join neighbouring polygons of one cell."""
    lines = lines_between(polygons, cells, GRID)
    left_of = sides(polygons, cells, GRID)
    joined = polygonize(
        [shapely.LineString([(x * GRID, y * GRID) for x, y in line.points]) for line in lines]
    )
    kept, names = [], []
    for polygon in joined:
        first, second = on_grid(orient(polygon, 1.0).exterior.coords[:2], GRID)
        if (first, second) in left_of:
            kept.append(polygon)
            names.append(left_of[first, second])
    return kept, names


def _merge_slivers(polygons: list[Polygon], cells: list[Cell]) -> tuple[list[Polygon], list[Cell]]:
    """Give slivers to a neighbour until every cell is one piece; pieces of overlays may be more."""
    polygons, cells = _dissolve(polygons, cells)
    while True:
        main: dict[Cell, int] = {}
        for i, cell in enumerate(cells):
            if cell not in main or polygons[i].area > polygons[main[cell]].area:
                main[cell] = i
        small = [
            i
            for i, cell in enumerate(cells)
            if (main[cell] != i and not cell.overlay) or polygons[i].area < _SLIVER
        ]
        if not small:
            return polygons, _number_parts(polygons, cells)
        sliver = min(small, key=lambda i: polygons[i].area)
        cells[sliver] = _absorbing_cell(sliver, polygons, cells)
        polygons, cells = _dissolve(polygons, cells)


def _absorbing_cell(sliver: int, polygons: list[Polygon], cells: list[Cell]) -> Cell:
    """Return the cell that takes a sliver: of its province, else of its ground, else any."""
    own = cells[sliver]
    shared: dict[Cell, float] = {}
    for polygon, cell in zip(polygons, cells, strict=True):
        if cell != own and polygons[sliver].distance(polygon) == 0:
            length = polygons[sliver].intersection(polygon).length
            if length > 0:
                shared[cell] = shared.get(cell, 0) + length
    if not shared:
        raise ZinegenError(f"a sliver of {own} touches nothing that could take it")

    def kinship(cell: Cell) -> int:
        return 2 if cell.base == own.base else int(cell.base.isupper() == own.base.isupper())

    return max(shared, key=lambda cell: (kinship(cell), shared[cell]))


def _number_parts(polygons: list[Polygon], cells: list[Cell]) -> list[Cell]:
    """Tell pieces of one cell apart, the largest being part 1."""
    seen: dict[Cell, int] = {}
    out = list(cells)
    for i in sorted(range(len(polygons)), key=lambda i: -polygons[i].area):
        seen[cells[i]] = seen.get(cells[i], 0) + 1
        out[i] = cells[i]._replace(part=seen[cells[i]])
    return out
