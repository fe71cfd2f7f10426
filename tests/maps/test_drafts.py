"""The first map.toml of a drawing: valid, with people's names, without decoration."""

import json
import tomllib

import pytest
from click.testing import CliRunner

from tests.maps.squares import FOUR, SQUARES, drawing_of, square
from zinegen.cli import commands
from zinegen.maps.draft import write_draft
from zinegen.maps.drawings import parse_geojson
from zinegen.maps.facts import FACTS, read_facts
from zinegen.maps.svg import parse_svg
from zinegen.play.texts import parse_toml


def draft_of(shapes, *layers):
    return write_draft(parse_svg(drawing_of(shapes).encode(), "a.svg", layers), "Four", layers)


def names(text):
    return {key: one["name"] for key, one in tomllib.loads(text)["provinces"].items()}


def test_what_looks_like_decoration_is_left_out_and_named():
    more = "".join(
        (
            square("frame", 0, 0, 200, 200),
            square("sea-background", 0, 0, 150, 150),
            square("rect42", 20, 20),
            square("dot", 50, 50, 1, 1),
            '<g id="labels">' + square("Alpha", 10, 10, 40, 20) + "</g>",
            '<path id="road" d="M0,0 L100,100 L180,20"/>',
        )
    )
    text = draft_of(SQUARES + more)
    assert set(names(text).values()) == {"Aa", "Bb", "Cc", "Dd"}
    left = [line for line in text.split("\n") if line.startswith("# left out")]
    assert len(left) == 5
    assert any('"road"' in line for line in left)


def test_shapes_that_nobody_named_are_taken_where_there_are_no_others():
    shapes = "".join(square(f"rect{at}", 100 * at, 0) for at in range(3))
    assert len(names(draft_of(shapes))) == 3


ODD = [
    'Quo"te',
    "back\\slash",
    "new\nline",
    "tab\there",
    "北海",
    "Þór",
    "x" * 200,
    "a = b # c",
    "\x7f",
]


@pytest.mark.parametrize("name", ODD)
def test_a_draft_is_valid_whatever_names_the_drawing_has(name):
    feature = {
        "type": "Feature",
        "properties": {"NAME": name, "abbr": "and"},
        "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]},
    }
    content = json.dumps({"type": "FeatureCollection", "features": [feature]}).encode()
    text = write_draft([*parse_geojson(content, "a.json")], name)
    document = parse_toml(text.encode(), "map.toml", FACTS).document
    assert document is not None
    facts, findings = read_facts(document)
    assert [one.title for one in findings] == ["a game needs two powers at least"]
    assert len(facts.provinces) == 1


def feature(number, x, up, said):
    ring = [[x, up], [x + 9, up], [x + 9, up + 9], [x, up + 9], [x, up]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "id": number, "properties": said, "geometry": geometry}


def collection(*features):
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


@pytest.mark.parametrize("key", ["name", "NAME", "label", "Full Name", "Title"])
def test_names_and_abbreviations_of_a_geojson_come_from_its_properties(key):
    content = collection(
        feature(17, 0, 0, {"pop": 3, key: "Wessex", "abbr": "wsx"}),
        feature(18, 9, 0, {"pop": 3, key: "Mercia", "abbr": "out"}),
        feature(19, 18, 0, {"pop": 3, key: "Irish Bay", "terrain": "water"}),
    )
    text = write_draft([*parse_geojson(content, "a.json")], "England")
    assert names(text) == {"wsx": "Wessex", "Mer": "Mercia", "Iri": "Irish Bay"}
    assert text.count('terrain = "water"') == 1


def run(*words):
    return CliRunner().invoke(
        commands, ["map", *words], catch_exceptions=False, standalone_mode=False
    )


def test_a_point_in_a_geojson_stands_in_its_own_axes_and_so_does_what_is_told(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.geojson").write_bytes(
        collection(
            feature(1, 0, 50, {"name": "Aa"}),
            feature(2, 9, 50, {"name": "Bb"}),
            feature(3, 0, 41, {"name": "Cc"}),
        )
    )
    facts = FOUR.format(more="", end="").replace('"Delta"', '"Delta", at = [13, 45]')
    (tmp_path / "f.toml").write_text(facts)
    told = run("import", "a.geojson", "-o", "four", "--facts", "f.toml")
    assert told.return_value == 0, told.stdout
    assert "4 provinces" in told.stdout
    assert "at (9, 50)" in told.stdout
    assert (tmp_path / "four" / "map.toml").read_text() == facts


def test_what_is_told_of_a_drawing_names_its_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shapes = SQUARES.replace("<rect", "\n<rect").replace('x="100" y="0"', 'x="60" y="0"')
    (tmp_path / "a.svg").write_text(drawing_of(shapes))
    (tmp_path / "f.toml").write_text(FOUR.format(more="", end=""))
    told = run("import", "a.svg", "-o", "four", "--facts", "f.toml")
    assert told.return_value == 0, told.stdout
    assert "a.svg:2" in told.stdout
    assert "40% of it" in told.stdout
