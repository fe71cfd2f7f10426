"""Cutting the ground into faces, and faces into cells.

Faces: node all borders, polygonize, name each piece by its seed. Cells: the faces cut once more by the
outlines of provinces that a rule set may switch on. A board is then a map from cells to provinces, and all
boards share their lines. Islands off the coast, Archangel, Sicily and the strait of Messina become cells; so
does every scrap that an outline leaves of a sea.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import shapely
from shapely import LineString, Point, Polygon, STRtree
from shapely.affinity import scale, translate
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient
from shapely.ops import polygonize

from tools.map_pipeline import inputs
from tools.map_pipeline.coastline import FRAME, Ground, patch
from tools.map_pipeline.inputs import Cuts, Island
from tools.map_pipeline.projection import project
from tools.map_pipeline.tokens import Atlas, land_line, sea_line
from zinegen.errors import ZinegenError
from zinegen.geometry.lines import lines_between, on_grid, sides
from zinegen.geometry.pieces import largest, lines_of, polygons_of

GRID = 0.01
"""Everything is noded on a grid of this many drawing units."""

OVERSHOOT = 0.4
"""Borders reach this far beyond the ground they lie on, so that they surely meet its rim."""


class Cell(NamedTuple):
    """The smallest piece of the board: part of a province, or of it and of an overlay."""

    base: str
    overlay: str = ""
    part: int = 1

    def __str__(self) -> str:
        """Return the key of the published map, such as ``NWG/Ice.2``."""
        name = f"{self.base}/{self.overlay}" if self.overlay else self.base
        return name if self.part == 1 else f"{name}.{self.part}"


OUTSIDE = Cell("Out")
"""What lies beyond the frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """The pieces of the ground, and the province of each; ``net`` holds all their borders."""

    pieces: list[Polygon]
    provinces: list[str]
    net: BaseGeometry

    def outline(self, province: str) -> BaseGeometry:
        """Return the union of a province's pieces."""
        own = [p for p, name in zip(self.pieces, self.provinces, strict=True) if name == province]
        return shapely.union_all(own, grid_size=GRID)


def make_faces(cuts: Cuts, atlas: Atlas, ground: Ground) -> Faces:
    """Cut land and sea along all borders, and name what comes out.

    Raises:
        ZinegenError: a seed lies in no face, in one of the wrong kind, or in another's.
    """
    land_rim, sea_rim = ground.land.buffer(OVERSHOOT), ground.sea.buffer(OVERSHOOT)
    on_land_lines = [land_line(atlas, name, text) for name, text in cuts["land"].items()]
    at_sea_lines = [sea_line(atlas, text) for text in cuts["sea"].values()]
    net = node_lines(
        [
            ground.land.boundary,
            FRAME.boundary,
            *(line.intersection(land_rim) for line in on_land_lines),
            *(line.intersection(sea_rim) for line in at_sea_lines),
        ]
    )
    pieces = list(polygonize(lines_of(net)))
    on_land = [ground.land.contains(piece.representative_point()) for piece in pieces]
    named = _match_seeds(pieces, on_land, ground)
    return Faces(pieces=pieces, provinces=_name_the_rest(pieces, on_land, named), net=net)


def node_lines(lines: Sequence[BaseGeometry]) -> BaseGeometry:
    """Cut lines where they meet, on the grid."""
    return shapely.union_all(list(lines), grid_size=GRID)


def _match_seeds(pieces: list[Polygon], on_land: list[bool], ground: Ground) -> dict[int, str]:
    """Name the piece that each seed lies in."""
    tree = STRtree(pieces)
    named: dict[int, str] = {}
    for province, seed in ground.seeds.items():
        hits = [int(i) for i in tree.query(seed) if pieces[i].contains(seed)]
        if not hits:
            raise ZinegenError(f"the seed of {province} lies in no face: it is off the board")
        if hits[0] in named:
            raise ZinegenError(
                f"{province} and {named[hits[0]]} have their seeds in one face: a border leaks"
            )
        if on_land[hits[0]] is province.isupper():
            raise ZinegenError(f"the seed of {province} lies on the wrong side of the coast")
        named[hits[0]] = province
    return named


def _name_the_rest(pieces: list[Polygon], on_land: list[bool], named: dict[int, str]) -> list[str]:
    """Give every piece without a seed to the neighbour of its kind with the longest border.

    Where no neighbour is of its kind, any will do: a puddle behind a spit.
    """
    tree: STRtree = STRtree(pieces)
    same_kind = True
    while len(named) < len(pieces):
        best: tuple[float, int, int] | None = None
        for i in (i for i in range(len(pieces)) if i not in named):
            for j in (int(j) for j in tree.query(pieces[i])):
                if j == i or j not in named or (same_kind and on_land[j] != on_land[i]):
                    continue
                shared = shapely.intersection(pieces[i].boundary, pieces[j].boundary).length
                if shared > 0 and (best is None or shared > best[0]):
                    best = (shared, i, j)
        if best is not None:
            named[best[1]] = named[best[2]]
        elif same_kind:
            same_kind = False
        else:
            raise ZinegenError("a piece of the ground touches no province")
    return [named[i] for i in range(len(pieces))]


def overlay_line(atlas: Atlas, name: str, text: str, ground: BaseGeometry) -> LineString:
    """Draw a border inside one province, clipped to it."""
    clipped = land_line(atlas, name, text).intersection(ground.buffer(OVERSHOOT))
    return max(lines_of(clipped), key=lambda line: line.length)


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
    lines = lines_between(polygons, cells, GRID, OUTSIDE)
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
