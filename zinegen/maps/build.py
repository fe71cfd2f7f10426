"""From outlines and facts to a base map: matched, scaled, mended, traced, with a place for every name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from zinegen.archive.own_maps import make_board
from zinegen.board.coasts import coasts
from zinegen.board.passage import Place
from zinegen.drawing.drawn_map import make_map
from zinegen.drawing.unit_points import find_coast_point
from zinegen.errors import MapError, ZinegenError
from zinegen.geometry.coverage import (
    Coverage,
    cover,
    find_small,
    lines_of_coverage,
    make_ground,
)
from zinegen.geometry.draft import ROOM
from zinegen.geometry.flaws import OutlineFacts
from zinegen.geometry.mesh import ProvinceKey
from zinegen.geometry.shape import TENTHS, Point
from zinegen.languages.texts import gettext
from zinegen.maps.check import check_map
from zinegen.maps.facts import LAND, WATER, WIDTH, MapDescription, ProvinceFacts, keep_provinces
from zinegen.maps.limits import find_excess, thin
from zinegen.maps.matching import match_outlines
from zinegen.maps.neighbours import add_crossings
from zinegen.maps.outlines import DrawingShape, Ring, measure_ring
from zinegen.maps.shores import drop_labels, place_fleets
from zinegen.maps.troubles import PROVINCES, Trouble, explain
from zinegen.play.maps.map_file import ArcLine, BaseMap, FaceEntry, Label, steps

SCALE_OF_GAP = 4.0
"""So many times the gap may the ends of a line be apart that is closed without a word."""

ENOUGH = 1_000.0
"""A province with less ground has hardly room for its unit and its name, in units of the map squared."""
WIDEST = 3_200
"""A map is made no wider, unless it says so."""
UNCLAIMED = "Unclaimed"
"""The name of ground that nobody drew, before its letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizing:
    """How a drawing's units become those of a map: moved, then scaled."""

    left: float
    top: float
    scale: float
    margin: float = 0.0
    upwards: bool = False
    """The y of the drawing itself runs up, that of its outlines here down."""

    def place(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return a point of the drawing as a point of the map."""
        x, y = point
        return (
            (x - self.left) * self.scale + self.margin,
            (y - self.top) * self.scale + self.margin,
        )

    def find_source(self, point: tuple[float, float]) -> tuple[float, float]:
        """Return a point of the map as a point of the drawing, in the drawing's own axes."""
        x, y = point
        down = (y - self.margin) / self.scale + self.top
        return (x - self.margin) / self.scale + self.left, -down if self.upwards else down


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What came of an import."""

    troubles: tuple[Trouble, ...]
    data: BaseMap | None = None
    """None where something grave is wrong."""
    grounds: Mapping[str, Sequence[Sequence[Ring]]] = field(default_factory=dict)
    """The outlines as far as they could be read, for a picture of what is wrong."""
    size: tuple[int, int] = (0, 0)
    sizing: Sizing | None = None


def build_map(facts: MapDescription, outlines: Sequence[DrawingShape]) -> Built:
    """Return the map of a drawing, or what is wrong with it."""
    found, troubles = match_outlines(facts, outlines)
    if not found:
        return Built(troubles=tuple(troubles))
    sizing, size = _find_size(facts, found)
    if size[0] > WIDTH and not facts.width:
        what = gettext(
            "many provinces would be smaller than a unit: the map is made {width} px "
            "wide, not {usual}",
            width=size[0],
            usual=WIDTH,
        )
        hint = gettext("write width = 1600, or another, in map.toml to have it otherwise")
        troubles.append(Trouble(title=what, hint=hint, grave=False))
    placed = thin(
        {
            key: [[tuple(map(sizing.place, ring)) for ring in one.rings] for one in shapes]
            for key, shapes in found.items()
        }
    )
    for key, shapes in found.items():
        troubles += _find_open(key, shapes, sizing, facts.gap)
    troubles += find_excess(placed)
    made = Built(troubles=tuple(troubles), grounds=placed, size=size, sizing=sizing)
    if any(one.grave for one in troubles):
        return made
    try:
        coverage = _cover(facts, placed, size, sizing)
    except MapError as error:
        return replace(made, troubles=(*troubles, Trouble(title=str(error))))
    lines = {key: shapes[0].line for key, shapes in found.items()}
    troubles += [explain(flaw, facts, lines) for flaw in coverage.flaws]
    if any(one.grave for one in troubles):
        return replace(made, troubles=tuple(troubles))
    facts = keep_provinces(facts, coverage.grounds)
    facts = replace(facts, provinces={**facts.provinces, **_list_closed(coverage.closed)})
    try:
        data, crossed = add_crossings(_make_data(facts, coverage, size), facts)
        data, dropped = drop_labels(data)
        data, sent = place_fleets(_place_things(data))
    except ZinegenError as error:
        return replace(made, troubles=(*troubles, Trouble(title=str(error))))
    troubles += [*crossed, *dropped, *sent, *check_map(data)]
    troubles += [explain(flaw, facts, lines) for flaw in find_small(coverage.grounds, ROOM)]
    return replace(made, troubles=tuple(troubles), data=data)


def _list_closed(keys: Sequence[str]) -> dict[str, ProvinceFacts]:
    """Return the ground that no outline drew as provinces that nobody may enter."""
    return {
        key: ProvinceFacts(
            key=key, written=key, name=f"{UNCLAIMED} {key[1:].upper()}", shapes=(), closed=True
        )
        for key in keys
    }


def _find_size(
    facts: MapDescription, found: Mapping[str, Sequence[DrawingShape]]
) -> tuple[Sizing, tuple[int, int]]:
    """Return how the drawing is scaled, and the size of the map."""
    points = [p for shapes in found.values() for one in shapes for ring in one.rings for p in ring]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, low = min(y for _, y in points), max(y for _, y in points)
    wide = facts.width or _choose_width(found, (right - left) or 1.0)
    inside = wide - 2 * facts.margin
    scale = inside / ((right - left) or 1.0)
    high = math.ceil((low - top) * scale) + 2 * facts.margin
    sizing = Sizing(
        left=left, top=top, scale=scale, margin=facts.margin, upwards=bool(facts.upwards)
    )
    return sizing, (wide, high)


def _choose_width(found: Mapping[str, Sequence[DrawingShape]], drawn: float) -> int:
    """Return a width of the map with which nine provinces in ten have room for a unit."""
    grounds = sorted(
        sum(measure_ring(ring) for one in its for ring in one.rings) for its in found.values()
    )
    small = grounds[len(grounds) // 10] * (WIDTH / drawn) ** 2
    return round(min(max(WIDTH, WIDTH * math.sqrt(ENOUGH / (small or 1.0))), WIDEST))


def _find_open(
    key: str, shapes: Sequence[DrawingShape], sizing: Sizing, gap: float
) -> Iterator[Trouble]:
    for one in shapes:
        wide = one.open_by * sizing.scale
        if wide > SCALE_OF_GAP * gap:
            what = gettext(
                "the outline of {key} is open: its ends are {wide:.0f} px apart", key=key, wide=wide
            )
            at = sizing.place(one.rings[0][0])
            hint = gettext("join its two ends (in Inkscape: Path, then the node tool's Join)")
            yield Trouble(title=what, hint=hint, at=at, about=(PROVINCES, key), drawn=one.line)


def _cover(
    facts: MapDescription,
    placed: Mapping[str, Sequence[Sequence[Ring]]],
    size: tuple[int, int],
    sizing: Sizing,
) -> Coverage:
    shapes = {key: make_ground(drawn) for key, drawn in placed.items()}
    plan = OutlineFacts(
        gap=facts.gap,
        size=size,
        seeds={
            key: sizing.place((one.at[0], -one.at[1] if facts.upwards else one.at[1]))
            for key, one in facts.provinces.items()
            if one.at is not None
        },
        waters=frozenset(key for key, one in facts.provinces.items() if one.terrain == WATER),
        corners=facts.corners,
        adjacent=facts.adjacent,
    )
    return cover(shapes, plan)


def _make_data(facts: MapDescription, coverage: Coverage, size: tuple[int, int]) -> BaseMap:
    """Return the map without the places of names and units."""
    arcs: list[ArcLine] = []
    junctions: dict[Point, int] = {}
    for line in lines_of_coverage(coverage.grounds):
        ends = [
            junctions.setdefault(spot, len(junctions)) for spot in (line.points[0], line.points[-1])
        ]
        arcs.append({"l": line.left, "r": line.right, "p": steps(line.points), "j": ends})
    centres = sum(one.centre for one in facts.provinces.values())
    decor: dict[str, list[list[list[float]]]] = {"islands": [], "lakes": []}
    decor["islands"] = [_ring([*piece.exterior.coords]) for piece in coverage.islets]
    for key, piece in coverage.holes:
        kind = "lakes" if facts.provinces[key].terrain == LAND else "islands"
        decor[kind].append(_ring([*piece.exterior.coords]))
    return {
        "meta": {"w": size[0], "h": size[1], "q": TENTHS, "source": facts.title, "tol": 0},
        "arcs": arcs,
        "cells": {key: key for key in facts.provinces},
        "overlays": {},
        "faces": {key: _face(one) for key, one in facts.provinces.items()},
        "straits": [],
        "canals": [],
        "decor": decor,
        "overlay_faces": {},
        "junctions": [list(spot) for spot in junctions],
        "printed": {
            key: {label: [*waters] for label, waters in one.coasts.items()}
            for key, one in facts.provinces.items()
            if one.coasts
        },
        "game": {
            "title": facts.title,
            "facts": facts.sha256,
            "begins": facts.begins,
            "victory": facts.victory or centres // 2 + 1,
            "units": {power: [*lines] for power, lines in facts.units.items()},
            "aliases": {key: [*one.aliases] for key, one in facts.provinces.items() if one.aliases},
            "joined": {key: [[water] for water in waters] for key, waters in facts.joined.items()},
            "crossings": [*facts.crossings],
            "no_armies": [[*ends] for ends in facts.no_armies],
            "calendar": {
                "sinking": {str(year): [*faces] for year, faces in facts.sinking.items()},
                "founding": {str(year): [*faces] for year, faces in facts.founding.items()},
            },
        },
    }


def _ring(points: Sequence[Sequence[float]]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y, *_ in points]


def _face(one: ProvinceFacts) -> FaceEntry:
    nowhere: Label = {"x": 0, "y": 0, "size": 0, "lines": [one.key]}
    terrain = "land" if one.terrain == LAND else "sea"
    entry: FaceEntry = {
        "name": one.name,
        "terrain": terrain,
        "label": nowhere,
        "unit": [0, 0],
        "rings": [],
    }
    if one.closed:
        entry["closed"] = 1
    if one.home:
        entry["home"] = one.home
    if one.centre:
        entry["sc"] = 1
    return entry


def _place_things(data: BaseMap) -> BaseMap:
    """Return a map with the places that the program finds for names, units, centres and fleets."""
    board = make_board(data)
    board = replace(board, shape=replace(board.current_shape, places={}, coasts={}))
    drawn = make_map(board)
    places = drawn.places
    faces = dict(data["faces"])
    for key, entry in faces.items():
        spots = places[ProvinceKey(key)]
        filled = entry.copy()
        filled["label"] = {
            "x": spots.label.at[0] / TENTHS,
            "y": spots.label.at[1] / TENTHS,
            "size": spots.label.size / TENTHS,
            "lines": [*spots.label.lines],
        }
        if spots.label.beside:
            filled["label"]["out"] = 1
        filled["unit"] = [value / TENTHS for value in spots.unit]
        if spots.centre is not None:
            filled["scp"] = [value / TENTHS for value in spots.centre]
        along = coasts(board, ProvinceKey(key))
        if len(along) > 1:
            filled["coasts"] = [
                {
                    "seas": [*coast.waters],
                    "unit": [
                        value / TENTHS
                        for value in find_coast_point(drawn, Place(ProvinceKey(key), coast.borders))
                    ],
                }
                for coast in along
            ]
        faces[key] = filled
    return {**data, "faces": faces}
