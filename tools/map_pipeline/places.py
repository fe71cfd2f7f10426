"""Where names, units, centre marks and fleets on coasts go.

``sources/places.json`` says it, province by province. For a province that is missing there a place is
found by the placement that draws the live maps (`zinegen.drawing.placement`).
"""

from __future__ import annotations

from functools import cache

from tools.map_pipeline import inputs
from tools.map_pipeline.inputs import KnownPlaces
from tools.map_pipeline.partition import OUT, Net, Partition, full_board, standard_coasts
from tools.map_pipeline.projection import HEIGHT, WIDTH
from zinegen.board.board import OUTSIDE, Board, Province, Terrain
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.drawing.drawn_map import make_map
from zinegen.drawing.unit_points import find_coast_point
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import TENTHS, Places, Point, Shape
from zinegen.geometry.tracing import Arc, trace
from zinegen.play.maps.map_file import CoastEntry, FaceEntry, lettering_of, tenths

_WITHOUT_OVERLAY = ("StP", "Nap")
"""Provinces whose places must suit them with their overlay on, too."""


def standard_entries(net: Net) -> dict[str, FaceEntry]:
    """Return the entries of the standard board's provinces, without rings."""
    standard, full = Partition(net), full_board(net)
    found = {}
    for key in standard.provinces:
        if key != OUT:
            found[key] = _entry(key, full if key in _WITHOUT_OVERLAY else standard)
            along = _coast_entries(key, standard)
            if along:
                found[key]["coasts"] = along
    return found


def overlay_entries(net: Net) -> dict[str, FaceEntry]:
    """Return the entries of the overlays, without rings."""
    full = full_board(net)
    return {key: _entry(key, full) for key in net.overlay_names()}


def _entry(key: str, board: Partition) -> FaceEntry:
    province = inputs.provinces()[key]
    known = inputs.places().get(key) or _found(key, board)
    entry: FaceEntry = {
        "name": province.name,
        "terrain": province.terrain,
        "label": known["label"],
        "unit": known["unit"],
        "rings": [],
    }
    if province.home:
        entry["home"] = province.home
    if _has_centre(key):
        entry["sc"] = 1
        entry["scp"] = known["scp"]
    return entry


def _has_centre(key: str) -> bool:
    return inputs.provinces()[key].centre and inputs.provinces()[key].terrain != "island"


def _is_sea(key: str) -> bool:
    return key in inputs.provinces() and inputs.provinces()[key].is_sea


def _coast_entries(key: str, board: Partition) -> list[CoastEntry]:
    """Return the coasts of a land province, with a point for a fleet where there are several."""
    if inputs.provinces()[key].terrain != "land":
        return []
    cuts = inputs.cuts()
    found = standard_coasts(board, key, _is_sea, straits=cuts["straits"], canals=cuts["canals"])
    if len(found) < 2:
        return [{"seas": sorted(coast.seas)} for coast in found]
    known = inputs.places()[key].get("coasts", {}) if key in inputs.places() else {}
    return [
        {"seas": seas, "unit": known.get("|".join(seas)) or _found_coast(key, board, seas)}
        for seas in (sorted(coast.seas) for coast in found)
    ]


def _found(key: str, board: Partition) -> KnownPlaces:
    """Return the places of a province as the live placement finds them."""
    found = make_map(_live_board(board)).places[ProvinceKey(key)]
    (x, y), lines = found.label.at, list(found.label.lines)
    return {
        "label": {
            "x": x / TENTHS,
            "y": y / TENTHS,
            "size": found.label.size / TENTHS,
            "lines": lines,
        },
        "unit": _units(found.unit),
        "scp": _units(found.centre or found.unit),
    }


def _found_coast(key: str, board: Partition, seas: list[str]) -> list[float]:
    live = _live_board(board)
    (borders,) = (c.borders for c in coasts(live, ProvinceKey(key)) if sorted(c.waters) == seas)
    return _units(find_coast_point(make_map(live), Place(ProvinceKey(key), borders)))


@cache
def _live_board(board: Partition) -> Board:
    """Return a board as the program knows it, with the places that are known."""
    arcs = [
        Arc(right=ProvinceKey(line.left), left=ProvinceKey(line.right), line=tuple(line.points))
        for line in board.borders
    ]
    mesh, lines = trace(arcs)
    known = {
        ProvinceKey(key): Places(
            label=lettering_of(given["label"]),
            unit=tenths(given["unit"]),
            centre=tenths(given["scp"]) if "scp" in given else None,
        )
        for key, given in inputs.places().items()
        if key in mesh.rings
    }
    shape = Shape(width=WIDTH * TENTHS, height=HEIGHT * TENTHS, lines=lines, places=known)
    return Board(mesh=mesh, shape=shape, provinces={key: _province(key) for key in mesh.rings})


def _province(key: ProvinceKey) -> Province:
    if key == OUTSIDE:
        return Province(key=key, name="the outside", terrain=Terrain.OUTSIDE, passable=False)
    terrain = Terrain.WATER if _is_sea(key) else Terrain.LAND
    name = inputs.provinces()[key].name
    return Province(key=key, name=name, terrain=terrain, centre=_has_centre(key))


def _units(at: Point) -> list[float]:
    return [value / TENTHS for value in at]
