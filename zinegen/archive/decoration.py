"""What the base map draws but nobody plays on: lakes, small islands, and provinces switched off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from zinegen.archive.base_map import cell_arcs, europe, tenths
from zinegen.board.board import OUTSIDE
from zinegen.planar.inside import Outline, areas_under
from zinegen.planar.mesh import Face
from zinegen.planar.shape import Decoration, DecorationKind, Line
from zinegen.planar.tracing import Arc, traced

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
    return tuple(traced(arcs)[1].values())
