"""The ground: nature's coasts, brought to the drawing and cleaned until provinces can lie on them.

Inlets narrower than four units and spits narrower than two go. What is water in nature but land on
the board is filled (the Belts, the Sound, the Straits, Messina); what must be water is cut open
(Gibraltar, Kerch). Lakes are no holes here; the Caspian is one.
"""

from __future__ import annotations

from dataclasses import dataclass

import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from tools.map_pipeline import inputs
from tools.map_pipeline.inputs import Cuts, Shores
from tools.map_pipeline.projection import HEIGHT, WIDTH, XY, densify, project
from zinegen.geometry.pieces import polygons_of

FRAME = shapely.box(0, 0, WIDTH, HEIGHT)
"""The board's rectangle, drawing units."""

_WINDOW = shapely.box(-50, 15, 85, 84)
"""Degrees; all that is packed lies inside. Clipping to it leaves every ring in shapely's order."""

_INLET, _SPIT = 1.9, 1.1
"""Half-widths, in drawing units, of what is filled and of what is dropped."""

_LAKE = 2500
"""Water inside land up to this area, in square units, is a lake and no hole."""

_ISLET = 15
"""Islands up to this area are not drawn."""

_MAINLAND = ("Mos", "Lon", "NAf")
"""Provinces whose land carries the board; every other piece is an island."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Land and sea in drawing units.

    ``nature`` is the land before cleaning, a margin of 30 beyond the frame; ``land`` the cleaned
    land that provinces lie on and ``sea`` the rest of the frame; ``islands`` the whole islands
    that are not part of it, lakes filled; ``drawn_islands`` the same inside the frame, largest
    first; ``fills`` the water that became land, by name; ``seeds`` a point in every province.
    """

    nature: BaseGeometry
    land: BaseGeometry
    sea: BaseGeometry
    islands: list[Polygon]
    drawn_islands: list[BaseGeometry]
    fills: dict[str, BaseGeometry]
    seeds: dict[str, Point]


def make_ground(cuts: Cuts, shores: Shores) -> Ground:
    """Clean the coasts of nature for the board."""
    fills = {name: _patches(texts) for name, texts in cuts["fills"].items()}
    carves = shapely.union_all([_patches(texts) for texts in cuts["carves"].values()])
    nature = shapely.union_all(project_shores(shores)).intersection(
        FRAME.buffer(30, join_style="mitre")
    )
    cleaned = _clean(nature, carves, fills)
    seeds = {key: Point(project(inputs.points(at))[0]) for key, at in cuts["seeds"].items()}
    main, others = [], []
    for piece in polygons_of(cleaned):
        whole = _fill_lakes(piece)
        if any(whole.contains(seeds[key]) for key in _MAINLAND):
            main.append(whole)
        else:
            others.append((piece, whole))
    land = shapely.union_all(main).intersection(FRAME)
    drawn = [
        piece.intersection(FRAME)
        for piece, _ in others
        if piece.area > _ISLET and piece.intersects(FRAME)
    ]
    return Ground(
        nature=nature,
        land=land,
        sea=FRAME.difference(land),
        islands=[whole for _, whole in others],
        drawn_islands=sorted(drawn, key=lambda island: -island.area),
        fills=fills,
        seeds=seeds,
    )


def project_shores(shores: Shores) -> list[BaseGeometry]:
    """Bring quantised polygons to drawing units, those that touch the frame."""
    found = []
    for shore in shores["polygons"]:
        outline, *holes = [
            _turn_and_back(inputs.unpack(ring, shores["transform"]), shore["turn"])
            for ring in shore["rings"]
        ]
        polygon = Polygon(outline, holes)
        valid = polygon if polygon.is_valid else shapely.make_valid(polygon)
        found += [_project(part) for part in polygons_of(valid.intersection(_WINDOW))]
    return [polygon for polygon in found if polygon.intersects(FRAME)]


def _turn_and_back(ring: list[XY], turn: int) -> list[XY]:
    """Give points the last digits that they have after a turn round the globe and back.

    Buffers and unions see those digits: without this a few points of the map move by a tenth.
    """
    return [((x - turn) + turn, y) for x, y in ring]


def _project(polygon: Polygon) -> BaseGeometry:
    rings = [
        project(densify([(x, y) for x, y in ring.coords]))
        for ring in (polygon.exterior, *polygon.interiors)
    ]
    return Polygon(rings[0], rings[1:]).buffer(0)


def patch(text: str) -> BaseGeometry:
    """Bring a polygon written as ``'lon,lat lon,lat ...'`` to drawing units."""
    corners: list[XY] = inputs.points(text)
    return Polygon(project(densify([*corners, corners[0]]))).buffer(0)


def _patches(texts: list[str]) -> BaseGeometry:
    return shapely.union_all([patch(text) for text in texts])


def _clean(
    nature: BaseGeometry, carves: BaseGeometry, fills: dict[str, BaseGeometry]
) -> BaseGeometry:
    """Close inlets, drop spits, cut straits open, fill what is land on the board, smooth."""
    land = nature.difference(carves.buffer(_INLET))
    land = land.buffer(_INLET, quad_segs=6).buffer(-_INLET, quad_segs=6)
    land = land.buffer(-_SPIT, quad_segs=6).buffer(_SPIT, quad_segs=6)
    land = shapely.union_all([land.difference(carves), *fills.values()])
    land = land.buffer(0.8, quad_segs=6).buffer(-1.2, quad_segs=6).buffer(0.4, quad_segs=6)
    return land.simplify(0.1)


def _fill_lakes(piece: Polygon) -> Polygon:
    return Polygon(piece.exterior, [ring for ring in piece.interiors if Polygon(ring).area > _LAKE])
