"""Boards made of the file of a base map: Europe's with its optional provinces, or one of somebody's own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files

from zinegen.board.board import OUTSIDE, Board, NamedStrait, Power, PrintedCoast, Province, Terrain
from zinegen.board.coasts import runs
from zinegen.errors import MapError
from zinegen.geometry.mesh import BorderId, ProvinceKey, border_of
from zinegen.geometry.shape import (
    TENTHS,
    Decoration,
    DecorationKind,
    Line,
    Outline,
    Places,
    Point,
    PrintedMap,
    Shape,
    areas_under,
)
from zinegen.geometry.tracing import Arc, trace
from zinegen.play.maps.map_file import BaseMap, FaceEntry, lettering_of, points_of, read_map, tenths

KINDS = {
    "islands": DecorationKind.ISLAND,
    "lakes": DecorationKind.LAKE,
    "water": DecorationKind.WATER,
    "canals": DecorationKind.CANAL,
}
FILLED = {"Ire", "Ice", "Sar", "Cre", "Cyp", "Got", "Klg", "Blr"}
"""Overlays that are drawn as islands when they are no provinces; the Caspian is drawn as water."""
TERRAINS = {
    "sea": Terrain.WATER,
    "land": Terrain.LAND,
    "island": Terrain.LAND,
    "impassable": Terrain.LAND,
}


@dataclass(frozen=True, eq=False)
class Base:
    """The file of a base map, and what all boards made of it share."""

    data: BaseMap

    @cached_property
    def arcs(self) -> tuple[Arc, ...]:
        """Every line between two cells, in the file's sequence."""
        return tuple(
            Arc(right=ProvinceKey(arc["l"]), left=ProvinceKey(arc["r"]), line=points_of(arc["p"]))
            for arc in self.data["arcs"]
        )

    @cached_property
    def pieces(self) -> tuple[tuple[DecorationKind, Line, tuple[str, ...]], ...]:
        """The kind and line of each piece of decoration, and the cells it lies in."""
        outlines = self._outline_cells()
        found = []
        for name, kind in KINDS.items():
            for points in self.data["decor"].get(name, []):
                line = tuple(tenths(point) for point in points)
                if kind is not DecorationKind.CANAL and line[0] != line[-1]:
                    line = (*line, line[0])
                found.append((kind, line, areas_under(outlines, line)))
        return tuple(found)

    def _outline_cells(self) -> Mapping[str, Outline]:
        """Return the lines round every cell of the map."""
        lines: dict[str, list[Line]] = {}
        for one in self.arcs:
            for cell in (one.left, one.right):
                lines.setdefault(cell, []).append(one.line)
        return {cell: Outline.of(lines[cell]) for cell in sorted(lines) if cell != OUTSIDE}

    def board(self, overlays: tuple[str, ...] = (), joins: tuple[NamedStrait, ...] = ()) -> Board:
        """Return a board with optional provinces and waterways by name.

        Raises MapError for an optional province that the map has not.
        """
        unknown = sorted(set(overlays) - set(self.data["overlays"]))
        if unknown:
            message = f"the map has no optional province {unknown[0]}"
            raise MapError(message)
        owner = self._owners(overlays)
        mesh, lines = trace(
            replace(arc, right=owner[arc.right], left=owner[arc.left]) for arc in self.arcs
        )
        facts = {ProvinceKey(key): self._facts(key) for key in mesh.rings if key != OUTSIDE}
        board = Board(
            mesh=mesh,
            provinces={key: _province(key, facts.get(key)) for key in mesh.rings},
            courses=lines,
            joins=joins,
        )
        shape = Shape(
            width=round(self.data["meta"]["w"] * TENTHS),
            height=round(self.data["meta"]["h"] * TENTHS),
            lines=lines,
            places={key: _places(about) for key, about in facts.items()},
            coasts=dict(_coast_points(board, facts)),
            decoration=tuple(self._decoration(overlays, owner)),
            start=PrintedMap(mesh=mesh, lines=lines, waters=tuple(sorted(board.waters))),
        )
        printed = tuple(
            _list_printed_coasts(board, self.data["printed"], set(self.data["overlays"]))
        )
        return replace(board, shape=shape, printed=printed)

    def _owners(self, overlays: Iterable[str]) -> dict[str, ProvinceKey]:
        """Return which province every cell belongs to."""
        cells, of_overlays = self.data["cells"], self.data["overlays"]
        owner = {cell: ProvinceKey(face) for cell, face in cells.items()} | {str(OUTSIDE): OUTSIDE}
        for overlay in overlays:
            for cell in of_overlays[overlay]:
                owner[cell] = ProvinceKey(overlay)
            if overlay == "Sic":
                # The strait of Messina is sea once Sicily is a province of its own.
                owner["Nap/Mes"] = ProvinceKey("TYS")
        return owner

    def _facts(self, key: str) -> FaceEntry:
        return self.data["overlay_faces"].get(key) or self.data["faces"][key]

    def _decoration(
        self, overlays: Iterable[str], owner: Mapping[str, ProvinceKey]
    ) -> Iterator[Decoration]:
        """Yield all decoration of a board; ``owner`` is the province to which each cell belongs."""
        for kind, line, cells in self.pieces:
            within = sorted({owner[cell] for cell in cells} - {OUTSIDE})
            yield Decoration(kind=kind, line=line, within=tuple(within) or (OUTSIDE,))
        drawn = (FILLED | {"CAS"}) & set(self.data["overlays"])
        for overlay in sorted(drawn - set(overlays)):
            kind = DecorationKind.WATER if overlay == "CAS" else DecorationKind.ISLAND
            ground = sorted({self.data["cells"][cell] for cell in self.data["overlays"][overlay]})
            for line in self._overlay_rings(overlay):
                yield Decoration(kind=kind, line=line, within=tuple(map(ProvinceKey, ground)))

    def _overlay_rings(self, overlay: str) -> tuple[Line, ...]:
        """Return the outline of an optional province that is switched off."""
        cells = set(self.data["overlays"][overlay])
        inside, outside = ProvinceKey(overlay), OUTSIDE
        arcs = [
            Arc(
                right=inside if one.left in cells else outside,
                left=inside if one.right in cells else outside,
                line=one.line,
            )
            for one in self.arcs
            if (one.left in cells) != (one.right in cells)
        ]
        return tuple(trace(arcs)[1].values())


@cache
def _europe() -> Base:
    text = files("zinegen").joinpath("data", "europe.json").read_text(encoding="utf-8")
    return Base(read_map(text))


@cache
def load_board(overlays: tuple[str, ...] = (), joins: tuple[NamedStrait, ...] = ()) -> Board:
    """Return the board of Europe at the start, with optional provinces and waterways by name.

    ``overlays`` are keys of the file's overlays, such as ``Ice``. Raises MapError for an unknown one.
    """
    return _europe().board(overlays, joins)


def _province(key: ProvinceKey, facts: FaceEntry | None) -> Province:
    if facts is None:
        return Province(key=key, name="the outside", terrain=Terrain.OUTSIDE, passable=False)
    home = facts.get("home")
    return Province(
        key=key,
        name=facts["name"],
        terrain=TERRAINS[facts["terrain"]],
        passable=facts["terrain"] != "impassable" and not facts.get("closed"),
        centre=bool(facts.get("sc")),
        home=Power(home) if home else None,
    )


def _list_printed_coasts(
    board: Board, printed: Mapping[str, Mapping[str, list[str]]], overlays: Collection[str]
) -> Iterator[PrintedCoast]:
    """Yield the labelled coasts of provinces that have a run of shore for each label."""
    for name, labels in printed.items():
        face = ProvinceKey(name)
        shores = {
            frozenset(board.mesh.across(dart) for dart in run): run for run in runs(board, face)
        }
        if len(shores) < len(labels):
            continue
        optional = any(water in overlays for waters in labels.values() for water in waters)
        for label, waters in labels.items():
            run = shores[min((one for one in shores if one.issuperset(waters)), key=len)]
            yield PrintedCoast(
                province=face,
                label=label,
                borders=tuple(sorted(border_of(dart) for dart in run)),
                optional=optional,
            )


def _places(facts: FaceEntry) -> Places:
    return Places(
        label=lettering_of(facts["label"]),
        unit=tenths(facts["unit"]),
        centre=tenths(facts["scp"]) if "scp" in facts else None,
    )


def _coast_points(
    board: Board, facts: Mapping[ProvinceKey, FaceEntry]
) -> Iterator[tuple[BorderId, Point]]:
    """Yield for every border of a coast with a point of its own where a fleet stands there."""
    for face, about in facts.items():
        shores = runs(board, face)
        for coast in about.get("coasts", ()):
            for run in shores:
                waters = {board.mesh.across(dart) for dart in run}
                if "unit" in coast and waters == set(coast["seas"]):
                    for dart in run:
                        yield border_of(dart), tenths(coast["unit"])
