"""Proving the map: what must hold of the published file, whoever made it.

Everything is derived from the geometry anew. The proofs are of topology and of room, not of looks:
a point that was moved far without crossing anything passes. Draw the map and look at it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import shapely
from shapely import Point, Polygon, STRtree

from tools.map_pipeline import inputs
from tools.map_pipeline.europe import net_of, ring_polygon
from tools.map_pipeline.partition import OUT, TENTHS, Coast, Partition, full_board, standard_coasts
from zinegen.drawing.placement import find_name_box
from zinegen.errors import ZinegenError
from zinegen.play.maps.map_file import BaseMap, FaceEntry, lettering_of

UNIT_CLEARANCE, ISLAND_CLEARANCE, COAST_CLEARANCE, CENTRE_CLEARANCE = 14.5, 10.0, 8.0, 4.5
"""Least distances from the outline, drawing units."""

_UNIT, _CENTRE = 11.0, 5.0
"""Radii that no other thing may touch."""

_COAST_NAMES = {
    "Bul": {"BLA": "EC", "AEG": "SC"},
    "Spa": {"GOL": "SC"},
    "StP": {"BAR": "NC", "GOB": "SC"},
}
"""A sea by which a coast is known, and its name; a coast without such a sea is ``NC``."""


def failures(data: BaseMap) -> list[str]:
    """Return what is wrong with a map, a sentence each; empty if nothing is.

    Rings and points are measured only if the boards are sound.
    """
    net = net_of(data)
    try:
        board = Partition(net)
        boards = [("the standard board", board), ("the board with all overlays", full_board(net))]
        boards += [
            (f"the board with {name}", Partition(net, [name])) for name in net.overlay_names()
        ]
        found = [*ground_failures(data, board), *relation_failures(data, board)]
        found += [failure for name, one in boards for failure in partition_failures(name, one)]
        if not found:
            found = [*ring_failures(data, board), *point_failures(data), *collisions(data)]
    except ZinegenError as error:
        return [str(error)]
    return found


def ground_failures(data: BaseMap, board: Partition) -> Iterator[str]:
    """Test that every province has ground, and all ground a province."""
    on_board = {key for key in board.provinces if key != OUT}
    for key in sorted(set(data["faces"]) - on_board):
        yield f"{key} has no cell on the standard board"
    for key in sorted(on_board - set(data["faces"])):
        yield f"the cells of {key} belong to no province under faces"


def partition_failures(name: str, board: Partition) -> Iterator[str]:
    """Test a board: junctions of three, valid polygons without gap or overlap, Euler's count."""
    for spot, degree in sorted(board.degree.items()):
        if degree not in {2, 3}:
            yield f"{name}: {degree} lines meet at {spot}"
    outlines = {key: board.polygon(key) for key in board.provinces if key != OUT}
    for key, outline in outlines.items():
        if not outline.is_valid:
            yield f"{name}: the outline of {key} crosses itself"
    if not shapely.coverage_is_valid(list(outlines.values())):
        yield f"{name}: outlines do not fit each other"
        return
    whole = shapely.coverage_union_all(list(outlines.values()))
    if not isinstance(whole, Polygon) or whole.interiors:
        yield f"{name}: there is a gap"
    touching = {pair for pair in board.touching() if OUT not in pair}
    if touching_outlines(outlines) != touching:
        yield f"{name}: outlines touch otherwise than lines say"
    # A ring without a junction counts as one point and one line.
    parts = len({frozenset(p) for p in _components(board)})
    closed = sum(border.points[0] not in board.junctions for border in board.borders)
    points = len(board.junctions) + closed
    if points - len(board.borders) + len(board.provinces) != 1 + parts:
        yield f"{name}: points - lines + faces is not 1 + parts"


def touching_outlines(outlines: dict[str, Polygon]) -> set[frozenset[str]]:
    """Return the pairs of polygons whose outlines share a stretch."""
    keys, polygons = list(outlines), list(outlines.values())
    near = STRtree(polygons).query(polygons, predicate="intersects").T.tolist()
    return {
        frozenset((keys[i], keys[j]))
        for i, j in near
        if i < j and shapely.relate_pattern(polygons[i], polygons[j], "****1****")
    }


def _components(board: Partition) -> Iterator[set[int]]:
    """Yield the connected parts of the borders, as sets of border numbers."""
    left = dict(enumerate(board.borders))
    while left:
        _, first = left.popitem()
        part, spots = {id(first)}, {first.points[0], first.points[-1]}
        grown = True
        while grown:
            near = [i for i, b in left.items() if {b.points[0], b.points[-1]} & spots]
            grown = bool(near)
            for i in near:
                border = left.pop(i)
                part.add(i)
                spots |= {border.points[0], border.points[-1]}
        yield part


def relation_failures(data: BaseMap, board: Partition) -> Iterator[str]:
    """Compare borders, army and fleet relations with those of the standard board."""
    facts = inputs.standard_facts()
    is_sea = _sea_test(data)
    closed = {key for key, face in data["faces"].items() if face["terrain"] == "impassable"}
    pairs = board.touching()
    army = {pair for pair in pairs if not any(is_sea(key) or key in {OUT, *closed} for key in pair)}
    for what, wanted, found in (
        ("border", facts["borders"], pairs),
        ("army relation", facts["army"], army),
        ("fleet relation", facts["fleet"], fleet_relations(data, board)),
    ):
        expected = {frozenset(text.split("|")) for text in wanted}
        for pair in sorted(map(sorted, expected - found)):
            yield f"the {what} {'|'.join(pair)} is missing"
        for pair in sorted(map(sorted, found - expected)):
            yield f"the {what} {'|'.join(pair)} is not on the standard board"


def fleet_relations(data: BaseMap, board: Partition) -> set[frozenset[str]]:
    """Return who can be reached by a fleet from where: seas, coasts along seas, coast to coast."""
    is_sea = _sea_test(data)
    coasts: dict[str, list[Coast]] = {
        key: standard_coasts(board, key, is_sea, straits=data["straits"], canals=data["canals"])
        for key, face in data["faces"].items()
        if face["terrain"] == "land"
    }
    out = {pair for pair in board.touching() if all(map(is_sea, pair))}
    for key, own in coasts.items():
        out |= {frozenset((_coast_name(key, c, own), sea)) for c in own for sea in c.seas}
    for border in board.borders:
        ends = {border.points[0], border.points[-1]}
        for one in coasts.get(border.left, []):
            for other in coasts.get(border.right, []):
                if ends & one.junctions & other.junctions:
                    out.add(
                        frozenset(
                            (
                                _coast_name(border.left, one, coasts[border.left]),
                                _coast_name(border.right, other, coasts[border.right]),
                            )
                        )
                    )
    return out


def _coast_name(key: str, coast: Coast, coasts: list[Coast]) -> str:
    if len(coasts) == 1:
        return key
    names = _COAST_NAMES.get(key, {})
    return f"{key}/{next((names[sea] for sea in sorted(coast.seas) if sea in names), 'NC')}"


def ring_failures(data: BaseMap, board: Partition) -> Iterator[str]:
    """Test that the published rings rebuild the outlines of all provinces."""
    for key, face in data["faces"].items():
        if not ring_polygon(data, face).equals(board.polygon(key)):
            yield f"the rings of {key} do not give its outline"
    for key, face in data["overlay_faces"].items():
        alone = Partition(net_of(data), [key])
        if not ring_polygon(data, face).equals(alone.polygon(key)):
            yield f"the rings of the overlay {key} do not give its outline"


def point_failures(data: BaseMap) -> Iterator[str]:
    """Test that units and centre marks lie well inside, with all overlays on."""
    full = full_board(net_of(data))
    for key, face in {**data["faces"], **data["overlay_faces"]}.items():
        if face["terrain"] == "impassable":
            continue
        island = key in data["overlay_faces"] and face["terrain"] == "island"
        for what, point, least in _points(face, ISLAND_CLEARANCE if island else UNIT_CLEARANCE):
            outline = full.polygon(key)
            if what == "coast":
                outline = ring_polygon(data, face)
            clear = outline.boundary.distance(Point(point)) if outline.contains(Point(point)) else 0
            if clear < least:
                yield f"the {what} of {key} is {clear:.1f} inside the outline, not {least}"


def _points(face: FaceEntry, unit: float) -> Iterator[tuple[str, list[float], float]]:
    yield "unit", face["unit"], unit
    if "scp" in face:
        yield "centre mark", face["scp"], CENTRE_CLEARANCE
    for coast in face.get("coasts", []):
        if "unit" in coast:
            yield "coast", coast["unit"], COAST_CLEARANCE


def collisions(data: BaseMap) -> Iterator[str]:
    """Test that no names, units and centre marks lie over each other, with all overlays on."""
    boxes: dict[str, Polygon] = {}
    for key, face in {**data["faces"], **data["overlay_faces"]}.items():
        boxes[f"name of {key}"] = _name_box(face)
        if face["terrain"] != "impassable":
            boxes[f"unit of {key}"] = Point(face["unit"]).buffer(_UNIT)
        if "scp" in face:
            boxes[f"centre mark of {key}"] = Point(face["scp"]).buffer(_CENTRE)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        if a.intersects(b) and a.intersection(b).area > 1:
            yield f"the {one} and the {other} lie over each other"


def _name_box(face: FaceEntry) -> Polygon:
    """Return the rectangle that a name covers where the program draws it."""
    box = find_name_box(lettering_of(face["label"]), is_water=face["terrain"] == "sea")
    left, top, right, bottom = (v / TENTHS for v in (box.left, box.top, box.right, box.bottom))
    return shapely.box(left, top, right, bottom)


def _sea_test(data: BaseMap) -> Callable[[str], bool]:
    seas = {
        key
        for key, face in {**data["faces"], **data["overlay_faces"]}.items()
        if face["terrain"] == "sea"
    }
    return seas.__contains__
