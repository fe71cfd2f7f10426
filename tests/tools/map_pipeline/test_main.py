import json
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from tools.map_pipeline.__main__ import main
from tools.map_pipeline.europe import EUROPE
from zinegen.errors import ZinegenError


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def test_check_says_that_the_packaged_map_holds():
    told = run("check")
    assert told.exit_code == 0
    assert told.output.startswith("The map holds")


def test_check_names_what_is_wrong_and_ends_with_1(tmp_path):
    data = json.loads(EUROPE.read_text())
    data["faces"]["Mun"]["unit"] = data["faces"]["Mun"]["scp"]
    file = tmp_path / "map.json"
    file.write_text(json.dumps(data))
    told = run("check", file)
    assert told.exit_code == 1
    assert "the unit of Mun and the centre mark of Mun lie over each other" in told.output


@pytest.mark.parametrize("overlays", [False, True])
def test_draw_writes_every_name_into_a_picture(tmp_path, packaged, overlays):
    file = tmp_path / "proof.svg"
    told = run("draw", file, *(["--overlays"] if overlays else []))
    assert told.exit_code == 0
    svg = "{http://www.w3.org/2000/svg}"
    written = [text.text for text in ET.parse(file).iter(f"{svg}text")]  # noqa: S314  our own
    faces = [*packaged["faces"].values()] + overlays * [*packaged["overlay_faces"].values()]
    assert sorted(written) == sorted(line for face in faces for line in face["label"]["lines"])


def test_draw_leaves_units_out_when_asked(tmp_path):
    run("draw", tmp_path / "with.svg")
    run("draw", tmp_path / "without.svg", "--no-units")
    units = [(tmp_path / f).read_text().count('r="11"') for f in ("with.svg", "without.svg")]
    assert units == [75 + 6, 0]  # three provinces have two coasts


def test_extract_without_the_packages_says_what_is_missing(tmp_path):
    told = run("extract", tmp_path)
    assert isinstance(told.exception, ZinegenError)
    assert "land-10m.json" in str(told.exception)
