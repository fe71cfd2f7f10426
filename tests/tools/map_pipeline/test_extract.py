"""From TopoJSON to the packed coast lines and back."""

import json
import lzma

import pytest

from tools.map_pipeline import extract, inputs
from tools.map_pipeline.extract import Topology
from zinegen.errors import ZinegenError

TRANSFORM = {"scale": [0.5, 0.5], "translate": [-180, -90]}


def topology(tmp_path, name, collection, arcs, geometries):
    file = tmp_path / name
    document = {
        "type": "Topology",
        "transform": TRANSFORM,
        "arcs": arcs,
        "objects": {collection: {"type": "GeometryCollection", "geometries": geometries}},
    }
    file.write_text(json.dumps(document))
    return Topology(file)


SQUARE = [[380, 280], [20, 0], [0, 20], [-20, 0], [0, -20]]
"""10 to 20 degrees east, 50 to 60 north."""


def test_arcs_are_delta_coded_and_quantised(tmp_path):
    read = topology(tmp_path, "t.json", "land", [SQUARE], [])
    assert read.arcs == [[(10, 50), (20, 50), (20, 60), (10, 60), (10, 50)]]


def test_rings_join_arcs_of_which_some_run_backwards(tmp_path):
    arcs = [[[0, 0], [2, 0]], [[0, 0], [0, 2], [2, -2]]]
    shape = {"type": "Polygon", "arcs": [[0, ~1]]}
    read = topology(tmp_path, "t.json", "land", arcs, [shape])
    ((ring,),) = read.polygons(shape)
    assert ring == [(-180, -90), (-179, -90), (-180, -89), (-180, -90)]


def test_arcs_of_two_shapes_are_their_border(tmp_path):
    shapes = [
        {"type": "MultiPolygon", "arcs": [[[0, 1]]], "properties": {"name": "West"}},
        {"type": "Polygon", "arcs": [[~0, 2]], "properties": {"name": "East"}},
    ]
    arcs = [[[0, 0], [0, 2]], [[0, 2], [-2, 0], [2, -2]], [[0, 2], [2, 0], [-2, -2]]]
    read = topology(tmp_path, "t.json", "countries", arcs, shapes)
    assert read.shared_lines("countries") == {("East", "West"): [[(-180, -90), (-180, -89)]]}


def test_land_inside_the_window_is_kept_as_it_is(tmp_path):
    polygon = {"type": "Polygon", "arcs": [[0]]}
    read = topology(tmp_path, "t.json", "land", [SQUARE], [polygon])
    (shore,) = extract._shores(read, "land")["polygons"]
    assert shore["turn"] == 0
    assert inputs.unpack(shore["rings"][0], TRANSFORM) == read.arcs[0]


def test_land_beyond_the_window_is_dropped(tmp_path):
    far = [[0, 0], [20, 0], [0, 20], [-20, 0], [0, -20]]
    read = topology(tmp_path, "t.json", "land", [far], [{"type": "Polygon", "arcs": [[0]]}])
    assert extract._shores(read, "land")["polygons"] == []


def test_land_over_the_rim_is_pressed_onto_it(tmp_path):
    wide = [[380, 280], [200, 0], [20, 2], [0, 18], [-220, 0], [0, -20]]
    read = topology(tmp_path, "t.json", "land", [wide], [{"type": "Polygon", "arcs": [[0]]}])
    (shore,) = extract._shores(read, "land")["polygons"]
    east = extract.WINDOW[2]
    ring = inputs.unpack(shore["rings"][0], TRANSFORM)
    assert ring == [(10, 50), (east, 50), (east, 60), (10, 60), (10, 50)]


def test_land_that_crosses_the_antimeridian_is_whole_in_the_window(tmp_path):
    """A strip from 60 east round to 170 west, begun beyond the antimeridian."""
    strip = [
        [20, 300],
        [-20, 0],
        [719, 0],
        [-239, 0],
        [0, 10],
        [239, 0],
        [-719, 0],
        [20, 0],
        [0, -10],
    ]
    read = topology(tmp_path, "t.json", "land", [strip], [{"type": "Polygon", "arcs": [[0]]}])
    (shore,) = extract._shores(read, "land")["polygons"]
    assert shore["turn"] == 360
    ring = inputs.unpack(shore["rings"][0], TRANSFORM)
    assert (min(x for x, _ in ring), max(x for x, _ in ring)) == (60, extract.WINDOW[2])


def test_the_packed_file_is_the_same_every_time_and_can_be_read():
    coastlines = inputs.coastlines()
    assert extract.compress(coastlines) == extract.compress(coastlines)
    assert json.loads(lzma.decompress(extract.compress(coastlines))) == coastlines


def test_the_extract_has_every_border_that_cuts_follow():
    wanted = {"|".join(sorted(name.split("|"))) for name in extract._followed_borders()}
    assert set(inputs.coastlines()["borders"]["lines"]) == wanted


@pytest.mark.parametrize("text", ["{", "[]", '{"arcs": []}'])
def test_a_file_that_is_no_topojson_is_named(tmp_path, text):
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(ZinegenError, match=r"bad\.json as TopoJSON"):
        Topology(file)


def test_a_missing_collection_is_named(tmp_path):
    with pytest.raises(ZinegenError, match="no collection 'lakes'"):
        topology(tmp_path, "t.json", "land", [], []).shapes("lakes")
