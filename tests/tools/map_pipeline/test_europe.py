"""The packaged map against the facts of the game, by means of its own: polygons and their touching.

Nothing here asks the program how provinces lie; only the published lines are read.
"""

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon
from shapely.ops import polygonize

from tools.map_pipeline.europe import EUROPE as EUROPE_FILE
from tools.map_pipeline.europe import ring_polygon
from zinegen.errors import ZinegenError
from zinegen.play import map_text, read_map
from zinegen.play.maps.map_file import points_of, steps

DATA = Path(__file__).parents[2] / "data"
STANDARD = json.loads((DATA / "standard_map.json").read_text(encoding="utf-8"))
EUROPE = json.loads(EUROPE_FILE.read_text())
OTHER_NAMES = {"lyo": "gol", "bot": "gob"}
"""Abbreviations of the standard facts that the map writes otherwise."""
MAP_KEYS = {key.lower(): key for key in EUROPE["faces"]}
OVERLAYS = sorted(set(EUROPE["overlays"]) - {"Mes"})


def lines_of(on=(), moved=()):
    """Return (points, left, right) of the board with some overlays on, read off the file."""
    province = {**EUROPE["cells"], "Out": "Out"}
    for overlay in on:
        province |= dict.fromkeys(EUROPE["overlays"][overlay], overlay)
    province |= dict(moved)
    found = []
    for arc in EUROPE["arcs"]:
        left, right = province[arc["l"]], province[arc["r"]]
        if left != right:
            x = y = 0
            points = []
            for dx, dy in zip(arc["p"][::2], arc["p"][1::2], strict=True):
                x, y = x + dx, y + dy
                points.append((x, y))
            found.append((points, left, right))
    return found


def outlines(lines):
    """Return province to polygon, drawing units: polygonize, and ask each piece for its lines."""
    pieces = list(polygonize(shapely.union_all([shapely.LineString(p) for p, _, _ in lines]).geoms))
    owner = {}
    for points, left, right in lines:
        for a, b in pairwise(points):
            owner[a, b], owner[b, a] = left, right
    parts = {}
    for piece in pieces:
        ring = shapely.geometry.polygon.orient(piece, 1.0).exterior.coords
        first, second = [(int(x), int(y)) for x, y in ring[:2]]
        parts.setdefault(owner[first, second], []).append(piece)
    return {
        key: shapely.transform(shapely.union_all(own), lambda c: c / 10)
        for key, own in parts.items()
        if key != "Out"
    }


BOARD = outlines(lines_of())


def touching(polygons):
    return {
        frozenset((a, b))
        for (a, one), (b, other) in combinations(polygons.items(), 2)
        if one.intersects(other) and one.intersection(other).length > 0.05
    }


def map_key(standard_key):
    return MAP_KEYS[OTHER_NAMES.get(standard_key, standard_key)]


def test_the_board_has_75_provinces_and_34_centres():
    faces = EUROPE["faces"]
    assert {map_key(key) for key in STANDARD["provinces"]} == set(faces) - {"Swi"}
    assert len(faces) - 1 == STANDARD["counts"]["provinces"] == 75
    centres = {key for key, face in faces.items() if face.get("sc")}
    assert centres == {map_key(k) for k, p in STANDARD["provinces"].items() if p["supply_center"]}
    assert len(centres) == 34
    seas = {key for key, face in faces.items() if face["terrain"] == "sea"}
    assert seas == {map_key(k) for k, p in STANDARD["provinces"].items() if p["kind"] == "sea"}


def test_home_centres_belong_to_their_powers():
    for key, province in STANDARD["provinces"].items():
        if province["home_of"]:
            assert EUROPE["faces"][map_key(key)]["home"] == province["home_of"]


def test_armies_have_the_111_relations_of_the_standard_board():
    wanted = {
        frozenset((map_key(key), map_key(other)))
        for key, province in STANDARD["provinces"].items()
        for other in province["army_adjacent"]
    }
    land = {key: p for key, p in BOARD.items() if EUROPE["faces"][key]["terrain"] == "land"}
    assert touching(land) == wanted
    assert len(wanted) == 111


def coast_points():
    """Return (province, coast) to its seas and the ends of its borders, from the lines alone."""
    faces = EUROPE["faces"]
    straits = {frozenset(pair) for pair in EUROPE["straits"]}
    found = {}
    for key, face in faces.items():
        if face["terrain"] != "land":
            continue
        wet = []
        for points, left, right in lines_of():
            other = {left: right, right: left}.get(key)
            sea = other in faces and faces[other]["terrain"] == "sea"
            if sea or (other and frozenset((key, other)) in straits):
                wet.append(({points[0], points[-1]}, {other} if sea else set()))
        # Runs of water grow together wherever they share an end.
        runs = []
        for ends, seas in wet:
            meeting = [run for run in runs if run[0] & ends]
            runs = [run for run in runs if run not in meeting]
            runs.append(
                (ends.union(*(r[0] for r in meeting)), seas.union(*(r[1] for r in meeting)))
            )
        if key in EUROPE["canals"]:
            runs = [(set().union(*(r[0] for r in runs)), set().union(*(r[1] for r in runs)))]
        for ends, seas in runs:
            found[key, frozenset(seas)] = ends
    return found


def test_fleets_have_the_141_relations_of_the_standard_board():
    wanted = set()
    for key, province in STANDARD["provinces"].items():
        for coast, others in province["fleet_adjacent"].items():
            here = key if not coast else f"{key}/{coast}"
            wanted |= {frozenset((here, other)) for other in others}
    names = {frozenset(["BAR"]): "nc", frozenset(["GOB"]): "sc", frozenset(["BLA"]): "ec",
             frozenset(["AEG"]): "sc", frozenset(["MAO"]): "nc",
             frozenset(["GOL", "WES", "MAO"]): "sc"}  # fmt: skip
    standard_keys = {map_key(key): key for key in STANDARD["provinces"]}

    def written(key, seas):
        several = STANDARD["provinces"][standard_keys[key]]["coasts"]
        return f"{standard_keys[key]}/{names[seas]}" if several else standard_keys[key]

    coasts = coast_points()
    seas = {k: p for k, p in BOARD.items() if EUROPE["faces"][k]["terrain"] == "sea"}
    found = {frozenset(standard_keys[key] for key in pair) for pair in touching(seas)}
    for key, along in coasts:
        found |= {frozenset((written(key, along), standard_keys[sea])) for sea in along}
    ends_of = {}
    for points, left, right in lines_of():
        ends_of.setdefault(frozenset((left, right)), set()).update((points[0], points[-1]))
    for ((one, a), ends_a), ((other, b), ends_b) in combinations(coasts.items(), 2):
        if ends_of.get(frozenset((one, other)), set()) & ends_a & ends_b:
            found.add(frozenset((written(one, a), written(other, b))))
    assert found == wanted
    assert len(wanted) == 141


def test_150_junctions_join_three_borders_each_and_euler_holds():
    lines = lines_of()
    meeting = Counter(point for points, _, _ in lines for point in (points[0], points[-1]))
    # Only two meet where an overlay's outline comes in; such lines are one border.
    through = sum(count == 2 for count in meeting.values())
    junctions = [point for point, count in meeting.items() if count != 2]
    assert all(meeting[point] == 3 for point in junctions)
    assert len(junctions) == 150
    borders = len(lines) - through
    assert len(junctions) - borders + len(BOARD) + 1 == 2


def test_outlines_fit_each_other_and_fill_the_frame():
    polygons = list(BOARD.values())
    assert all(isinstance(p, Polygon) and p.is_valid and not p.interiors for p in polygons)
    assert shapely.coverage_is_valid(polygons)
    # Only the Caspian is missing, on the rim, as it lies off the standard board.
    frame = shapely.box(0, 0, EUROPE["meta"]["w"], EUROPE["meta"]["h"])
    missing = frame.difference(shapely.union_all(polygons))
    caspian = outlines(lines_of(["CAS"]))["CAS"]
    assert missing.symmetric_difference(caspian).area < 10


def clockwise():
    text = (DATA / "clockwise_standard.txt").read_text(encoding="utf-8")
    rows = [line.split(":") for line in text.splitlines() if not line.startswith("#")]
    return {key: around.split() for key, around in rows}


@pytest.mark.parametrize("key", sorted(clockwise()))
def test_neighbours_lie_round_a_province_in_the_order_of_the_rules(key):
    """Walk the outline of a polygon; y runs down, so a positive area is clockwise on the map."""
    if key == "Out":
        frame = shapely.union_all(list(BOARD.values()))
        ring = shapely.geometry.polygon.orient(frame, 1.0).exterior.coords
    else:
        ring = shapely.geometry.polygon.orient(BOARD[key], 1.0).exterior.coords
    beside = {}
    for points, left, right in lines_of():
        for a, b in pairwise(points):
            beside[a, b], beside[b, a] = (left, right), (right, left)
    met = []
    lines = [(p[0], p[-1]) for p, _, _ in lines_of()]
    meeting = Counter(point for pair in lines for point in pair)
    ends = {point for point, count in meeting.items() if count != 2}
    whole = [(round(x * 10), round(y * 10)) for x, y in ring]
    for a, b in pairwise(whole):
        pair = beside.get((a, b))
        if pair is None:
            continue
        other = next(side for side in pair if side != key)
        if not met or met[-1] != other or a in ends:
            met.append(other)
    wanted = clockwise()[key]
    if key == "Out":
        wanted = wanted[::-1]  # walked round the board, not round the outside
    if len(met) > len(wanted) and met[0] == met[-1]:
        met.pop()  # the walk began inside a border
    turns = [met[i:] + met[:i] for i in range(len(met))]
    assert wanted in turns, met


@pytest.mark.parametrize(
    ("on", "touches"),
    [
        ("CAS", {"Arm", "Mos", "Sev"}),
        ("Ice", {"NAO", "NWG"}),
        ("Arc", {"BAR", "Fin", "Mos", "Nwy", "StP"}),
        ("Ire", {"IRI", "MAO", "NAO"}),
        ("Sar", {"GOL", "TYS", "WES"}),
        ("Cre", {"AEG", "EAS", "ION"}),
        ("Sic", {"ION", "TYS"}),
        ("Blr", {"WES"}),
        ("Cyp", {"EAS"}),
        ("Got", {"BAL"}),
        ("Klg", {"BAR"}),
    ],
)
def test_an_overlay_touches_what_the_rules_say(on, touches):
    board = outlines(lines_of([on], {"Nap/Mes": "TYS"} if on == "Sic" else {}))
    assert {other for pair in touching(board) if on in pair for other in pair - {on}} == touches


def assert_valid_board(on):
    lines = lines_of(on, {"Nap/Mes": "TYS"} if "Sic" in on else {})
    meeting = Counter(point for points, _, _ in lines for point in (points[0], points[-1]))
    assert set(meeting.values()) <= {2, 3}
    board = outlines(lines)
    assert set(board) == set(EUROPE["faces"]) | set(on)
    assert all(isinstance(p, Polygon) and p.is_valid for p in board.values())
    assert shapely.coverage_is_valid(list(board.values()))


@pytest.mark.parametrize("on", [*[[name] for name in OVERLAYS], OVERLAYS], ids=",".join)
def test_every_overlay_alone_and_all_together_give_a_valid_board(on):
    assert_valid_board(on)


@given(st.sets(st.sampled_from(OVERLAYS)))
def test_any_mixture_of_overlays_gives_a_valid_board(on):
    assert_valid_board(sorted(on))


def test_published_rings_rebuild_every_outline(packaged):
    for key, face in packaged["faces"].items():
        assert ring_polygon(packaged, face).equals(BOARD[key]), key
    for key, face in packaged["overlay_faces"].items():
        assert ring_polygon(packaged, face).equals(outlines(lines_of([key]))[key]), key


def test_published_coasts_are_those_of_the_lines():
    published = {
        (key, frozenset(coast["seas"]))
        for key, face in EUROPE["faces"].items()
        for coast in face.get("coasts", [])
    }
    assert published == set(coast_points())


def test_the_map_is_written_as_it_is_read():
    assert map_text(read_map(EUROPE_FILE.read_text())) == EUROPE_FILE.read_text()


@given(st.lists(st.tuples(st.integers(), st.integers())))
def test_points_come_back_from_their_steps(points):
    assert list(points_of(steps(points))) == points


@pytest.mark.parametrize(
    ("text", "why"), [("{", "is no JSON"), ('{"arcs": []}', "lacks canals, cells")]
)
def test_a_text_that_is_no_map_is_named(text, why):
    with pytest.raises(ZinegenError, match=why):
        read_map(text)
