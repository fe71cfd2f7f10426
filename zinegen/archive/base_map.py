"""The base map's file as typed data; ``zinegen/data/README.md`` describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import NotRequired, TypedDict

from zinegen.board.board import OUTSIDE, Board, NamedStrait, Power, PrintedCoast, Province, Terrain
from zinegen.board.coasts import runs
from zinegen.errors import MapError
from zinegen.geometry.mesh import Face, border_of
from zinegen.geometry.shape import (
    TENTHS,
    Decoration,
    DecorationKind,
    Lettering,
    Line,
    Outline,
    Places,
    Point,
    Shape,
    Start,
    areas_under,
)
from zinegen.geometry.tracing import Arc, trace


class Meta(TypedDict):
    """Size in drawing units, whole numbers to a unit, origin, tolerance of the simplification."""

    w: int
    h: int
    q: int
    source: str
    tol: float


class ArcLine(TypedDict):
    """A line: cells left and right where y runs up, junctions at its ends, points in tenths."""

    l: str  # noqa: E741  (the file's own key)
    r: str
    p: list[int]
    j: list[int]


class Label(TypedDict):
    """A name: its middle and size in drawing units, its lines; ``out``: it stands beside."""

    x: float
    y: float
    size: float
    lines: list[str]
    out: NotRequired[int]


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


class BaseMap(TypedDict):
    """The whole of ``europe.json``."""

    meta: Meta
    arcs: list[ArcLine]
    cells: dict[str, str]
    overlays: dict[str, list[str]]
    faces: dict[str, FaceEntry]
    straits: list[list[str]]
    canals: list[str]
    decor: dict[str, list[list[list[float]]]]
    overlay_faces: dict[str, FaceEntry]
    junctions: list[list[int]]


@cache
def europe() -> BaseMap:
    """Return the file's contents; callers must not change them."""
    found: BaseMap = json.loads(
        files("zinegen").joinpath("data", "europe.json").read_text(encoding="utf-8")
    )
    return found


@cache
def cell_arcs() -> tuple[Arc, ...]:
    """Return every line between two cells, in the file's sequence; all boards share them."""
    return tuple(
        Arc(right=Face(arc["l"]), left=Face(arc["r"]), line=points_of(arc["p"]))
        for arc in europe()["arcs"]
    )


def points_of(steps: Sequence[int]) -> Line:
    """Return the points of a line that is stored as its first point and the steps from there."""
    xs, ys = accumulate(steps[::2]), accumulate(steps[1::2])
    return tuple(zip(xs, ys, strict=True))


def tenths(point: Iterable[float]) -> Point:
    """Return a point that is given in drawing units."""
    x, y = point
    return round(x * TENTHS), round(y * TENTHS)


KINDS = {
    "islands": DecorationKind.ISLAND,
    "lakes": DecorationKind.LAKE,
    "water": DecorationKind.WATER,
    "canals": DecorationKind.CANAL,
}
FILLED = {"Ire", "Ice", "Sar", "Cre", "Cyp", "Got", "Klg", "Blr"}
"""Overlays that are drawn as islands when they are no provinces; the Caspian is drawn as water."""


def decoration(overlays: Iterable[str], owner: Mapping[str, Face]) -> Iterator[Decoration]:
    """Yield all decoration of a board.

    Args:
        overlays: the optional provinces that are switched on.
        owner: the province to which each cell belongs.
    """
    for kind, line, cells in _pieces():
        within = sorted({owner[cell] for cell in cells} - {OUTSIDE})
        yield Decoration(kind=kind, line=line, within=tuple(within) or (OUTSIDE,))
    for overlay in sorted((FILLED | {"CAS"}) - set(overlays)):
        kind = DecorationKind.WATER if overlay == "CAS" else DecorationKind.ISLAND
        ground = sorted({europe()["cells"][cell] for cell in europe()["overlays"][overlay]})
        for line in _overlay_rings(overlay):
            yield Decoration(kind=kind, line=line, within=tuple(Face(name) for name in ground))


@cache
def _pieces() -> tuple[tuple[DecorationKind, Line, tuple[str, ...]], ...]:
    """Return the kind and line of each piece, and the cells it lies in.

    All boards have the same cells, so this is asked once; only whose the cells are differs.
    """
    outlines = _cells()
    found = []
    for name, kind in KINDS.items():
        for points in europe()["decor"][name]:
            line = tuple(tenths(point) for point in points)
            if kind is not DecorationKind.CANAL and line[0] != line[-1]:
                line = (*line, line[0])
            found.append((kind, line, areas_under(outlines, line)))
    return tuple(found)


def _cells() -> Mapping[str, Outline]:
    """Return the lines round every cell of the map."""
    lines: dict[str, list[Line]] = {}
    for one in cell_arcs():
        for cell in (one.left, one.right):
            lines.setdefault(cell, []).append(one.line)
    return {cell: Outline.of(lines[cell]) for cell in sorted(lines) if cell != OUTSIDE}


@cache
def _overlay_rings(overlay: str) -> tuple[Line, ...]:
    """Return the outline of an optional province that is switched off."""
    cells = set(europe()["overlays"][overlay])
    inside, outside = Face(overlay), OUTSIDE
    arcs = [
        Arc(
            right=inside if one.left in cells else outside,
            left=inside if one.right in cells else outside,
            line=one.line,
        )
        for one in cell_arcs()
        if (one.left in cells) != (one.right in cells)
    ]
    return tuple(trace(arcs)[1].values())


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


@cache
def load_board(overlays: tuple[str, ...] = (), joins: tuple[NamedStrait, ...] = ()) -> Board:
    """Return the board of Europe at the start, with optional provinces and waterways by name.

    ``overlays`` are keys of the file's overlays, such as ``Ice``. Raises MapError for an unknown one.
    """
    unknown = sorted(set(overlays) - set(europe()["overlays"]))
    if unknown:
        message = f"the map has no optional province {unknown[0]}"
        raise MapError(message)
    owner = _owners(overlays)
    mesh, lines = trace(
        replace(arc, right=owner[arc.right], left=owner[arc.left]) for arc in cell_arcs()
    )
    facts = {Face(key): _facts(key) for key in mesh.rings if key != OUTSIDE}
    board = Board(
        mesh=mesh,
        provinces={key: _province(key, facts.get(key)) for key in mesh.rings},
        joins=joins,
    )
    printed = tuple(_list_printed_coasts(board))
    return Board(
        mesh=mesh,
        provinces=board.provinces,
        shape=_shape(overlays, owner, board, lines, facts),
        joins=joins,
        printed=printed,
    )


def _owners(overlays: Iterable[str]) -> dict[str, Face]:
    """Return which province every cell belongs to."""
    owner = {cell: Face(face) for cell, face in europe()["cells"].items()} | {str(OUTSIDE): OUTSIDE}
    for overlay in overlays:
        for cell in europe()["overlays"][overlay]:
            owner[cell] = Face(overlay)
        if overlay == "Sic":
            # The strait of Messina is sea once Sicily is a province of its own.
            owner["Nap/Mes"] = Face("TYS")
    return owner


def _facts(key: str) -> FaceEntry:
    return europe()["overlay_faces"].get(key) or europe()["faces"][key]


def _province(key: Face, facts: FaceEntry | None) -> Province:
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


def _list_printed_coasts(board: Board) -> Iterator[PrintedCoast]:
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
    overlays: Iterable[str],
    owner: Mapping[str, Face],
    board: Board,
    lines: Mapping[int, Line],
    facts: Mapping[Face, FaceEntry],
) -> Shape:
    meta = europe()["meta"]
    return Shape(
        width=round(meta["w"] * TENTHS),
        height=round(meta["h"] * TENTHS),
        lines=lines,
        places={key: _places(about) for key, about in facts.items()},
        coasts=dict(_coast_points(board, facts)),
        decoration=tuple(decoration(overlays, owner)),
        start=Start(mesh=board.mesh, lines=lines, waters=tuple(sorted(board.waters))),
    )


def _places(facts: FaceEntry) -> Places:
    return Places(
        label=lettering_of(facts["label"]),
        unit=tenths(facts["unit"]),
        centre=tenths(facts["scp"]) if "scp" in facts else None,
    )


def lettering_of(label: Label) -> Lettering:
    """Return a name of the file as boards have it."""
    return Lettering(
        at=tenths((label["x"], label["y"])),
        size=round(label["size"] * TENTHS),
        lines=tuple(label["lines"]),
        beside=bool(label.get("out")),
    )


def _coast_points(board: Board, facts: Mapping[Face, FaceEntry]) -> Iterator[tuple[int, Point]]:
    """Yield for every border of a coast with a point of its own where a fleet stands there."""
    for face, about in facts.items():
        shores = runs(board, face)
        for coast in about.get("coasts", ()):
            for run in shores:
                waters = {board.mesh.across(dart) for dart in run}
                if "unit" in coast and waters == set(coast["seas"]):
                    for dart in run:
                        yield border_of(dart), tenths(coast["unit"])
