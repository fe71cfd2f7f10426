"""Cutting the ground into faces: node all borders, polygonize, name each piece by its seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from shapely import LineString, Polygon, STRtree
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

from tools.map_pipeline.coastline import FRAME, Ground
from tools.map_pipeline.inputs import Cuts
from tools.map_pipeline.polygons import lines_of
from tools.map_pipeline.tokens import Atlas, land_line, sea_line
from zinegen.errors import ZinegenError

GRID = 0.01
"""Everything is noded on a grid of this many drawing units."""

OVERSHOOT = 0.4
"""Borders reach this far beyond the ground they lie on, so that they surely meet its rim."""


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
