"""The base map as a board: the file ``europe.json`` with a rule set's optional provinces switched on.

The file is described in ``zinegen/maps/README.md``: lines between cells, and which province each cell
belongs to. A board is a map from cells to provinces, so all boards share their lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypedDict

from zinegen.board.board import OUTSIDE, Board, Join, Power, PrintedCoast, Province, Terrain
from zinegen.board.coasts import runs
from zinegen.errors import MapError
from zinegen.maps import europe_text
from zinegen.planar.inside import Framed, provinces_under
from zinegen.planar.mesh import Face, Mesh, border_of
from zinegen.planar.shape import (
    TENTHS,
    Decoration,
    DecorationKind,
    Lettering,
    Line,
    Places,
    Point,
    Shape,
    polygons,
)
from zinegen.planar.tracing import Arc, traced

TERRAINS = {
    "sea": Terrain.WATER,
    "land": Terrain.LAND,
    "island": Terrain.LAND,
    "impassable": Terrain.LAND,
}

PRINTED = {
    "Bul": {"ec": "BLA", "sc": "AEG"},
    "Spa": {"nc": "MAO", "sc": "GOL"},
    "StP": {"nc": "BAR", "sc": "GOB"},
}
"""The coast labels that the map prints, each with a water of its run that no shorter run has."""

FILLED = {"Ire", "Ice", "Sar", "Cre", "Cyp", "Got", "Klg", "Blr"}
"""Overlays that are drawn as islands when they are no provinces; the Caspian is drawn as water."""


class _Label(TypedDict, total=False):
    x: float
    y: float
    size: float
    lines: list[str]
    out: int


class _CoastPoint(TypedDict, total=False):
    seas: list[str]
    unit: list[float]


class _Face(TypedDict, total=False):
    name: str
    terrain: str
    home: str
    sc: int
    label: _Label
    unit: list[float]
    scp: list[float]
    coasts: list[_CoastPoint]


class _Arc(TypedDict):
    l: str  # noqa: E741  (the file's own key)
    r: str
    p: list[int]


class _Map(TypedDict):
    meta: dict[str, float]
    arcs: list[_Arc]
    cells: dict[str, str]
    overlays: dict[str, list[str]]
    faces: dict[str, _Face]
    overlay_faces: dict[str, _Face]
    decor: dict[str, list[list[list[float]]]]


@cache
def _europe() -> _Map:
    found: _Map = json.loads(europe_text())
    return found


@cache
def load_board(overlays: tuple[str, ...] = (), joins: tuple[Join, ...] = ()) -> Board:
    """Return the board of Europe at the start, with optional provinces and waterways by name.

    ``overlays`` are keys of the file's overlays, such as ``Ice``. Raises MapError for an unknown one.
    """
    europe = _europe()
    unknown = sorted(set(overlays) - set(europe["overlays"]))
    if unknown:
        message = f"the map has no optional province {unknown[0]}"
        raise MapError(message)
    owner = _owners(europe, overlays)
    mesh, lines = traced(
        Arc(right=owner[arc["l"]], left=owner[arc["r"]], line=_line(arc["p"]))
        for arc in europe["arcs"]
    )
    facts = {Face(key): _facts(europe, key) for key in mesh.rings if key != OUTSIDE}
    board = Board(
        mesh=mesh,
        provinces={key: _province(key, facts.get(key)) for key in mesh.rings},
        joins=joins,
    )
    printed = tuple(_printed(board))
    return Board(
        mesh=mesh,
        provinces=board.provinces,
        shape=_shape(europe, overlays, board, lines, facts),
        joins=joins,
        printed=printed,
    )


def _owners(europe: _Map, overlays: Iterable[str]) -> dict[str, Face]:
    """Return which province every cell belongs to."""
    owner = {cell: Face(face) for cell, face in europe["cells"].items()} | {str(OUTSIDE): OUTSIDE}
    for overlay in overlays:
        for cell in europe["overlays"][overlay]:
            owner[cell] = Face(overlay)
        if overlay == "Sic":
            # The strait of Messina is sea once Sicily is a province of its own.
            owner["Nap/Mes"] = Face("TYS")
    return owner


def _facts(europe: _Map, key: str) -> _Face:
    return europe["overlay_faces"].get(key) or europe["faces"][key]


def _line(steps: list[int]) -> Line:
    """Return the points of a line that is stored as its first point and the steps from there."""
    x, y = steps[0], steps[1]
    points = [(x, y)]
    for dx, dy in zip(steps[2::2], steps[3::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def _province(key: Face, facts: _Face | None) -> Province:
    if facts is None:
        return Province(key=key, name="the outside", terrain=Terrain.OUTSIDE, passable=False)
    home = facts.get("home")
    return Province(
        key=key,
        name=facts["name"],
        terrain=TERRAINS[facts["terrain"]],
        passable=facts["terrain"] != "impassable",
        centre=bool(facts.get("sc")),
        home=Power(home) if home else None,
    )


def _printed(board: Board) -> Iterator[PrintedCoast]:
    for name, labels in PRINTED.items():
        face = Face(name)
        shores = {
            frozenset(board.mesh.across(dart) for dart in run): run for run in runs(board, face)
        }
        if len(shores) < len(labels):
            continue
        for label, water in labels.items():
            fitting = [waters for waters in shores if water in waters]
            run = shores[min(fitting, key=len) if label == "nc" else max(fitting, key=len)]
            yield PrintedCoast(
                province=face, label=label, borders=tuple(sorted(border_of(dart) for dart in run))
            )


def _shape(
    europe: _Map,
    overlays: Iterable[str],
    board: Board,
    lines: Mapping[int, Line],
    facts: Mapping[Face, _Face],
) -> Shape:
    bare = Shape(
        width=round(europe["meta"]["w"] * TENTHS),
        height=round(europe["meta"]["h"] * TENTHS),
        lines=lines,
    )
    return Shape(
        width=bare.width,
        height=bare.height,
        lines=lines,
        places={key: _places(about) for key, about in facts.items()},
        coasts=dict(_coast_points(board, facts)),
        decoration=tuple(_decoration(europe, overlays, board.mesh, bare)),
    )


def _tenths(point: Iterable[float]) -> Point:
    x, y = point
    return round(x * TENTHS), round(y * TENTHS)


def _places(facts: _Face) -> Places:
    label = facts["label"]
    return Places(
        label=Lettering(
            at=_tenths((label["x"], label["y"])),
            size=round(label["size"] * TENTHS),
            lines=tuple(label["lines"]),
            beside=bool(label.get("out")),
        ),
        unit=_tenths(facts["unit"]),
        centre=_tenths(facts["scp"]) if "scp" in facts else None,
    )


def _coast_points(board: Board, facts: Mapping[Face, _Face]) -> Iterator[tuple[int, Point]]:
    """Yield for every border of a coast with a point of its own where a fleet stands there."""
    for face, about in facts.items():
        shores = runs(board, face)
        for coast in about.get("coasts", ()):
            for run in shores:
                waters = {board.mesh.across(dart) for dart in run}
                if "unit" in coast and waters == set(coast["seas"]):
                    for dart in run:
                        yield border_of(dart), _tenths(coast["unit"])


def _decoration(
    europe: _Map, overlays: Iterable[str], mesh: Mesh, shape: Shape
) -> Iterator[Decoration]:
    outlines = {
        face: tuple(Framed.of(ring) for ring in rings)
        for face, rings in polygons(mesh, shape).items()
        if face != OUTSIDE
    }
    kinds = {
        "islands": DecorationKind.ISLAND,
        "lakes": DecorationKind.LAKE,
        "water": DecorationKind.WATER,
        "canals": DecorationKind.CANAL,
    }
    for name, kind in kinds.items():
        for points in europe["decor"][name]:
            line = tuple(_tenths(point) for point in points)
            if kind is not DecorationKind.CANAL and line[0] != line[-1]:
                line = (*line, line[0])
            yield Decoration(
                kind=kind, line=line, within=provinces_under(outlines, line) or (OUTSIDE,)
            )
    for overlay in sorted((FILLED | {"CAS"}) - set(overlays)):
        kind = DecorationKind.WATER if overlay == "CAS" else DecorationKind.ISLAND
        ground = sorted({europe["cells"][cell] for cell in europe["overlays"][overlay]})
        for line in _overlay_rings(europe, overlay):
            yield Decoration(kind=kind, line=line, within=tuple(Face(name) for name in ground))


def _overlay_rings(europe: _Map, overlay: str) -> tuple[Line, ...]:
    """Return the outline of an optional province that is switched off."""
    cells = set(europe["overlays"][overlay])
    inside, outside = Face(overlay), OUTSIDE
    arcs = [
        Arc(
            right=inside if arc["l"] in cells else outside,
            left=inside if arc["r"] in cells else outside,
            line=_line(arc["p"]),
        )
        for arc in europe["arcs"]
        if (arc["l"] in cells) != (arc["r"] in cells)
    ]
    return tuple(traced(arcs)[1].values())
