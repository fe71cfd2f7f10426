"""The games of the example zine: each rule set is played, and every record comes out again."""

import re
from pathlib import Path

import pytest
import yaml

from tests.seasons import RULED_OTHERWISE
from zinegen.archive import Game, check_folder, open_game, verify_game
from zinegen.notation import Level
from zinegen.variants import VARIANTS

ROOT = Path(__file__).parents[1]
GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/game.toml"))
every = pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)


@every
def test_every_recorded_season_comes_out_as_recorded(folder):
    found = verify_game(folder)
    known = {
        f"{phase} {line}"
        for (game, phase), lines in RULED_OTHERWISE.items()
        if game == folder.name
        for line in lines
    }
    told = {one.text.partition(": recorded ")[0] for one in found.differences}
    assert told == known  # also where this version is a later one


@every
def test_a_players_check_finds_no_error_in_a_game(folder):
    found = [finding for checked in check_folder(folder) for finding in checked.findings]
    assert not [finding for finding in found if finding.level is Level.ERROR]


def test_every_rule_set_that_was_printed_apart_has_a_game():
    played = set()
    for folder in GAMES:
        game = open_game(folder)
        assert isinstance(game, Game)
        played.add(game.settings.variant.id)
    assert played == set(VARIANTS) - {"deluge1"}


def test_the_example_zine_is_built_as_any_other():
    """By the commands of the installed program, without settings, hooks or code of its own."""
    recipe = dict(
        re.findall(
            r"^(site|serve): setup.*\n\t(.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE
        )
    )
    assert recipe == {"site": "$(BIN)/zinegen build --strict", "serve": "$(BIN)/zinegen serve"}
    own = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    assert not {"hooks", "custom_dir"} & {*own, *own["theme"]}
    assert [name for plugin in own["plugins"] for name in plugin] == ["zinegen"]
    assert {*own["plugins"][0]["zinegen"]} <= {"editor", "motto", "price"}
