"""Drawings that maps are made of: SVG (`zinegen.maps.svg`), GeoJSON and TopoJSON, and how large they may be.

In GeoJSON and TopoJSON outlines are the polygons of the features, named by ids and properties.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from zinegen.archive.files import FileError, FileFault, read_plain
from zinegen.errors import MapError
from zinegen.languages.texts import gettext
from zinegen.maps.outlines import DrawingShape, close_ring
from zinegen.notation.grammar.names import fold

LIMIT = 20 << 20
"""Bytes of a drawing; the largest of the maps that were tried has a hundredth of it."""
LONGEST_TEXT, MOST_TEXTS = 60, 500
"""What is written in a drawing is a name up to so many letters, and so many are read."""
MOST_POINTS = 300_000
"""Points of all outlines together."""

TITLES = ("name", "fullname", "longname", "label", "title", "nameen", "province", "admin")
"""Properties that say what people call a feature, without case and signs, the best first."""
SHORTS = ("abbreviation", "abbr", "abbrev", "short", "shortname", "code", "key", "id")
"""Properties that say its abbreviation."""
KINDS = ("terrain", "type", "kind", "class", "category")
"""Properties that may say whether it is water."""

Json = str | float | bool | None | list["Json"] | dict[str, "Json"]


def runs_upwards(path: Path, *, said: bool | None) -> bool:
    """Tell whether y runs up in a drawing: as is said, else as is usual in its format."""
    return path.suffix.lower() != ".svg" if said is None else said


def read_outlines(
    path: Path, *, upwards: bool | None = None, layers: Sequence[str] = (), unnamed: bool = False
) -> tuple[DrawingShape, ...]:
    """Return the outlines of a drawing: SVG, GeoJSON or TopoJSON by its ending.

    ``upwards``: y runs up; None: as is usual in the format. ``layers``: the groups of an SVG that are read.
    ``unnamed``: also those outlines of an SVG that have no name.
    Raises MapError for a drawing that cannot be read, FileError for no plain file.
    """
    ending = path.suffix.lower()
    if ending not in {".svg", ".json", ".geojson", ".topojson"}:
        what = gettext("a map is imported from .svg, .geojson, .topojson or .json")
        raise MapError(f"{path}: {what}")
    try:
        content = read_plain(path, LIMIT)
    except FileError as error:
        if error.fault is FileFault.TOO_LARGE:
            what = gettext(
                "it has {size} MB, and a drawing has at most {most}: take embedded pictures out of it, and "
                "simplify its paths",
                size=f"{path.stat().st_size / (1 << 20):.0f}",
                most=LIMIT >> 20,
            )
            raise MapError(f"{path}: {what}") from None
        raise
    if ending == ".svg":
        from zinegen.maps.svg import parse_svg  # noqa: PLC0415  (its libraries are slow to import)

        found = parse_svg(content, str(path), layers, unnamed=unnamed)
    else:
        found = tuple(parse_geojson(content, str(path)))
    if sum(len(ring) for one in found for ring in one.rings) > MOST_POINTS:
        what = gettext("its outlines have more than {most} points: simplify them", most=MOST_POINTS)
        raise MapError(f"{path}: {what}")
    return tuple(map(_turn, found)) if runs_upwards(path, said=upwards) else found


def read_texts(path: Path) -> tuple[str, ...]:
    """Return what is written in an SVG, each text once; nothing of other drawings.

    Raises MapError for a drawing that cannot be read, FileError for no plain file.
    """
    if path.suffix.lower() != ".svg":
        return ()
    from zinegen.maps.svg import parse_texts  # noqa: PLC0415  (its libraries are slow to import)

    texts = (
        text
        for text in parse_texts(read_plain(path, LIMIT), str(path))
        if len(text) <= LONGEST_TEXT
    )
    return tuple(text for text in texts if text.isprintable())[:MOST_TEXTS]


def _turn(outline: DrawingShape) -> DrawingShape:
    rings = tuple(tuple((x, -y) for x, y in ring) for ring in outline.rings)
    return replace(outline, rings=rings)


def parse_geojson(content: bytes, shown: str) -> Iterator[DrawingShape]:
    """Yield the outlines of a FeatureCollection or a Topology; raises MapError for anything else."""
    try:
        data: Json = json.loads(content)
    except json.JSONDecodeError as error:
        what = gettext("this is no JSON")
        raise MapError(f"{shown}:{error.lineno}:{error.colno}: {what}") from None
    except (ValueError, RecursionError):
        what = gettext("this is no JSON")
        raise MapError(f"{shown}: {what}") from None
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(data, dict) or kind not in ("FeatureCollection", "Topology"):
        what = gettext("this is no FeatureCollection (GeoJSON) and no Topology (TopoJSON)")
        raise MapError(f"{shown}: {what}")
    number = 0
    try:
        shapes = _parse_topology(data) if kind == "Topology" else _parse_features(data)
        for shape in shapes:
            number += 1
            if shape is not None:
                yield shape
    except (_UnfitError, KeyError, IndexError, OverflowError) as error:
        fault = str(error) if isinstance(error, _UnfitError) else gettext("something is missing")
        what = gettext("shape {number} cannot be read: {fault}", number=number + 1, fault=fault)
        raise MapError(f"{shown}: {what}") from None


class _UnfitError(Exception):
    """Something else stands where a list, a table or a number belongs."""


def _parse_features(data: Mapping[str, Json]) -> Iterator[DrawingShape | None]:
    """Yield the outline of each feature, None of one that has none."""
    for feature in _list(data["features"]):
        one = _table(feature)
        geometry = one.get("geometry")
        yield _outline(one, _polygons(geometry)) if isinstance(geometry, dict) else None


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise _UnfitError(gettext("a list is missing"))
    return value


def _table(value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise _UnfitError(gettext("a table is missing"))
    return value


def _number(value: Json) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise _UnfitError(gettext("a number is missing"))
    return float(value)


def _outline(feature: Mapping[str, Json], polygons: Sequence[Json]) -> DrawingShape:
    rings = [
        tuple((_number(_list(p)[0]), _number(_list(p)[1])) for p in _list(ring))
        for polygon in polygons
        for ring in _list(polygon)
    ]
    said = feature.get("properties")
    texts = {
        fold(name): " ".join(str(value).split())
        for name, value in (said if isinstance(said, dict) else {}).items()
        if isinstance(value, str | int) and str(value).strip()
    }
    own = feature.get("id")
    title, short, kind = (
        next((texts[name] for name in among if name in texts), "")
        for among in (TITLES, SHORTS, KINDS)
    )
    names = (title, str(own) if isinstance(own, str | int) else "", *texts.values())
    closed = tuple(ring for ring in map(close_ring, rings) if len(ring) > 2)
    return DrawingShape(
        names=tuple(dict.fromkeys(name for name in names if name)),
        layers=(),
        rings=closed,
        title=title,
        short=short,
        colour=kind,
    )


def _polygons(geometry: Mapping[str, Json]) -> list[Json]:
    match geometry.get("type"):
        case "Polygon":
            return [geometry["coordinates"]]
        case "MultiPolygon":
            return _list(geometry["coordinates"])
        case _:
            return []


def _parse_topology(data: Mapping[str, Json]) -> Iterator[DrawingShape]:
    arcs = [_decode_arc(arc, data.get("transform")) for arc in _list(data["arcs"])]

    def ring(numbers: Json) -> list[Json]:
        points: list[Json] = []
        for number in _list(numbers):
            at = int(_number(number))
            line = arcs[at] if at >= 0 else arcs[~at][::-1]
            points += line[1:] if points else line
        return points

    for collection in _table(data["objects"]).values():
        one = _table(collection)
        shapes = _list(one["geometries"]) if "geometries" in one else [one]
        for shape in map(_table, shapes):
            match shape.get("type"):
                case "Polygon":
                    polygons = [shape["arcs"]]
                case "MultiPolygon":
                    polygons = _list(shape["arcs"])
                case _:
                    continue
            yield _outline(shape, [[ring(part) for part in _list(one)] for one in polygons])


def _decode_arc(arc: Json, transform: Json) -> list[Json]:
    """Return the points of an arc: with a transform they are whole steps from one to the next."""
    points = [[_number(_list(p)[0]), _number(_list(p)[1])] for p in _list(arc)]
    if transform is None:
        return [[x, y] for x, y in points]
    scale, move = (_list(_table(transform)[key]) for key in ("scale", "translate"))
    x = y = 0.0
    found: list[Json] = []
    for dx, dy in points:
        x, y = x + dx, y + dy
        found.append(
            [
                x * _number(scale[0]) + _number(move[0]),
                y * _number(scale[1]) + _number(move[1]),
            ]
        )
    return found
