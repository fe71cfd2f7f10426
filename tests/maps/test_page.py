"""The page on how to make a map, followed to the letter."""

import re
from pathlib import Path

from click.testing import CliRunner

from tests.maps.example import DRAWING, FACTS_TEXT, PAGE, blocks
from zinegen.archive import open_sound_game
from zinegen.cli import commands
from zinegen.maps import facts


def run(line):
    """Run a command line; its exit code is the result's return value."""
    return CliRunner().invoke(
        commands, line.split()[1:], catch_exceptions=False, standalone_mode=False
    )


def test_whoever_follows_the_page_has_a_map_and_a_game_on_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make, new = (block.removeprefix("$ ").split("\n", 1) for block in blocks("console"))
    (tmp_path / "meres.svg").write_text(DRAWING)
    first = run(make[0])
    draft = (tmp_path / "meres" / "map.toml").read_text()
    assert first.return_value == 1
    assert all(
        f'shape = "{name}"' in draft for name in re.findall(r'<(?:path|circle) id="(\w+)"', DRAWING)
    )
    assert draft.count('terrain = "water"') == 2
    (tmp_path / "meres" / "map.toml").write_text(FACTS_TEXT)
    made = run(make[0])
    assert (made.return_value, made.stdout) == (0, make[1])
    assert {path.name for path in (tmp_path / "meres").iterdir()} == {
        "map.json",
        "map.svg",
        "map.toml",
    }
    told = run("zinegen map check meres")
    assert (told.return_value, told.stdout) == (0, make[1])
    assert run("zinegen map draw meres -o meres.svg").return_value == 0
    assert "The Meres" in (tmp_path / "meres.svg").read_text()
    assert run(new[0]).return_value == 0
    game = open_sound_game(tmp_path / "games" / "first-flood")
    assert game.is_sound
    assert game.settings.powers == ("North", "South")
    assert 'map     = "meres"' in (game.folder / "game.toml").read_text()


def test_every_key_of_a_map_stands_on_the_page():
    page = PAGE.read_text()
    keys = re.findall(
        r'\b(?:text|texts|flag|number|choice|value|section|_read_pairs)\(\s*"(\w+)"',
        Path(facts.__file__).read_text(),
    )
    assert len(keys) > 15
    assert [
        key
        for key in keys
        if f"`{key}`" not in page and f"[{key}" not in page and f".{key}]" not in page
    ] == []
