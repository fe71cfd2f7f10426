"""map import, map check, map draw: what they print and write, and with which exit code."""

import pytest
from click.testing import CliRunner

from tests.maps.example import DRAWING, FACTS_TEXT, example_bytes
from zinegen.cli import commands
from zinegen.errors import GameFolderError, MapError


def run(*words):
    return CliRunner().invoke(
        commands, ["map", *words], catch_exceptions=False, standalone_mode=False
    )


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Return a folder with the drawing and the facts of the example beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meres.svg").write_text(DRAWING)
    (tmp_path / "meres.toml").write_text(FACTS_TEXT)
    return tmp_path


def test_the_facts_may_lie_beside_the_drawing(here):
    assert run("import", "meres.svg", "-o", "meres").return_value == 0
    assert (here / "meres" / "map.json").read_bytes() == example_bytes()
    assert (here / "meres" / "map.toml").read_text() == FACTS_TEXT


def test_a_faulty_drawing_leaves_the_last_good_map_and_a_picture_of_what_is_wrong(here):
    run("import", "meres.svg", "-o", "meres")
    fell = "230,185 160,160 C110,150 60,180 0,170 Z"
    assert fell in DRAWING
    (here / "meres.svg").write_text(DRAWING.replace(fell, "230,185 160,160"))
    told = run("import", "meres.svg", "-o", "meres")
    assert told.return_value == 1
    assert "is open" in told.stdout
    assert "number 1 in the picture" in told.stdout
    assert (here / "meres" / "map.json").read_bytes() == example_bytes()
    assert ">1<" in (here / "meres" / "troubles.svg").read_text()
    (here / "meres.svg").write_text(DRAWING)
    assert run("import", "meres.svg", "-o", "meres").return_value == 0
    assert not (here / "meres" / "troubles.svg").exists()


def test_nothing_is_written_where_the_facts_are_wrong(here):
    (here / "meres.toml").write_text(FACTS_TEXT.replace('"Ske - Dal"', '"Ske - Dall"'))
    told = run("import", "meres.svg", "-o", "meres")
    assert told.return_value == 1
    assert "did you mean Dal?" in told.stdout
    assert not (here / "meres").exists()


def test_check_tells_when_the_facts_have_changed_since(here):
    run("import", "meres.svg", "-o", "meres")
    assert run("check", "meres").return_value == 0
    (here / "meres" / "map.toml").write_text(FACTS_TEXT.replace("Skerry", "Skerries"))
    told = run("check", "meres")
    assert told.return_value == 1
    assert "import the drawing again" in told.stderr


def test_what_cannot_be_done_is_said_in_words(here):
    (here / "empty").mkdir()
    with pytest.raises(MapError, match="there is no map in"):
        run("check", "empty")
    with pytest.raises(GameFolderError, match="small letters"):
        run("import", "meres.svg", "-o", "My Map")
    (here / "meres").mkdir()
    (here / "meres" / "map.json").write_text("{}")
    with pytest.raises(MapError, match="damaged"):
        run("draw", "meres", "-o", "a.svg")
    with pytest.raises(GameFolderError, match="maps are written as"):
        run("draw", "meres", "-o", "a.gif")


def test_the_layer_may_be_named_on_the_command_line(here):
    hidden = DRAWING.replace('<g id="provinces"', '<g id="provinces" display="none"')
    (here / "meres.svg").write_text(hidden)
    (here / "meres.toml").write_text(FACTS_TEXT.replace('layer   = "provinces"', "#"))
    assert run("import", "meres.svg", "-o", "meres", "--layer", "provinces").return_value == 0
    assert (here / "meres" / "map.json").exists()
    (here / "meres.toml").unlink()
    assert run("import", "meres.svg", "-o", "first", "--layer", "provinces").return_value == 1
    assert 'layer = ["provinces"]' in (here / "first" / "map.toml").read_text()
