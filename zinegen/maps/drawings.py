"""Drawings that maps are made of: which formats there are, and how large they may be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from zinegen.archive.files import Fault, FileError, read_plain
from zinegen.errors import MapError
from zinegen.maps.geojson import parse_geojson
from zinegen.maps.outlines import Outline

LIMIT = 20 << 20
"""Bytes of a drawing; the largest of the maps that were tried has a hundredth of it."""
MOST_POINTS = 500_000
"""Points of all outlines together."""


def read_outlines(path: Path, *, upwards: bool | None = None) -> tuple[Outline, ...]:
    """Return the outlines of a drawing: SVG, GeoJSON or TopoJSON by its ending.

    ``upwards``: y runs up; None: as is usual in the format. Raises MapError for a drawing that cannot be
    read, FileError for no plain file.
    """
    ending = path.suffix.lower()
    if ending not in {".svg", ".json", ".geojson", ".topojson"}:
        what = "a map is imported from .svg, .geojson, .topojson or .json"
        raise MapError(f"{path}: {what}")
    try:
        content = read_plain(path, LIMIT)
    except FileError as error:
        if error.fault is Fault.TOO_LARGE:
            size = path.stat().st_size / (1 << 20)
            what = f"it has {size:.0f} MB, and a drawing has at most {LIMIT >> 20}"
            hint = "take embedded pictures out of it, and simplify its paths"
            raise MapError(f"{path}: {what}: {hint}") from None
        raise
    if ending == ".svg":
        from zinegen.maps.svg import parse_svg  # noqa: PLC0415  (its libraries are slow to import)

        found = parse_svg(content, str(path))
        is_up = bool(upwards)
    else:
        found = tuple(parse_geojson(content, str(path)))
        is_up = upwards is None or upwards
    if sum(len(ring) for one in found for ring in one.rings) > MOST_POINTS:
        raise MapError(f"{path}: its outlines have more than {MOST_POINTS} points: simplify them")
    return tuple(_turn(one) for one in found) if is_up else found


def _turn(outline: Outline) -> Outline:
    rings = tuple(tuple((x, -y) for x, y in ring) for ring in outline.rings)
    return replace(outline, rings=rings)
