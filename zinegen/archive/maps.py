"""The base map as a board: the file ``europe.json`` with a rule set's optional provinces switched on.

The file is described in ``zinegen/maps/README.md``: lines between cells, and which province each cell
belongs to. A board is a map from cells to provinces, so all boards share their lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from zinegen.archive.base_map import FaceFacts, cell_arcs, europe, tenths
from zinegen.archive.decoration import decoration
from zinegen.board.board import OUTSIDE, Board, Join, Power, PrintedCoast, Province, Terrain
from zinegen.board.coasts import runs
from zinegen.errors import MapError
from zinegen.planar.mesh import Face, border_of
from zinegen.planar.shape import (
    TENTHS,
    Lettering,
    Line,
    Places,
    Point,
    Shape,
)
from zinegen.planar.tracing import traced

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
def load_board(overlays: tuple[str, ...] = (), joins: tuple[Join, ...] = ()) -> Board:
    """Return the board of Europe at the start, with optional provinces and waterways by name.

    ``overlays`` are keys of the file's overlays, such as ``Ice``. Raises MapError for an unknown one.
    """
    unknown = sorted(set(overlays) - set(europe()["overlays"]))
    if unknown:
        message = f"the map has no optional province {unknown[0]}"
        raise MapError(message)
    owner = _owners(overlays)
    mesh, lines = traced(
        replace(arc, right=owner[arc.right], left=owner[arc.left]) for arc in cell_arcs()
    )
    facts = {Face(key): _facts(key) for key in mesh.rings if key != OUTSIDE}
    board = Board(
        mesh=mesh,
        provinces={key: _province(key, facts.get(key)) for key in mesh.rings},
        joins=joins,
    )
    printed = tuple(_printed(board))
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


def _facts(key: str) -> FaceFacts:
    return europe()["overlay_faces"].get(key) or europe()["faces"][key]


def _province(key: Face, facts: FaceFacts | None) -> Province:
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
    overlays: Iterable[str],
    owner: Mapping[str, Face],
    board: Board,
    lines: Mapping[int, Line],
    facts: Mapping[Face, FaceFacts],
) -> Shape:
    meta = europe()["meta"]
    return Shape(
        width=round(meta["w"] * TENTHS),
        height=round(meta["h"] * TENTHS),
        lines=lines,
        places={key: _places(about) for key, about in facts.items()},
        coasts=dict(_coast_points(board, facts)),
        decoration=tuple(decoration(overlays, owner)),
    )


def _places(facts: FaceFacts) -> Places:
    label = facts["label"]
    return Places(
        label=Lettering(
            at=tenths((label["x"], label["y"])),
            size=round(label["size"] * TENTHS),
            lines=tuple(label["lines"]),
            beside=bool(label.get("out")),
        ),
        unit=tenths(facts["unit"]),
        centre=tenths(facts["scp"]) if "scp" in facts else None,
    )


def _coast_points(board: Board, facts: Mapping[Face, FaceFacts]) -> Iterator[tuple[int, Point]]:
    """Yield for every border of a coast with a point of its own where a fleet stands there."""
    for face, about in facts.items():
        shores = runs(board, face)
        for coast in about.get("coasts", ()):
            for run in shores:
                waters = {board.mesh.across(dart) for dart in run}
                if "unit" in coast and waters == set(coast["seas"]):
                    for dart in run:
                        yield border_of(dart), tenths(coast["unit"])
